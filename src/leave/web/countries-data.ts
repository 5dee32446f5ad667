import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyTo } from '../../web/api.ts';
import { locale } from '../../web/i18n/text.ts';
import type { Option } from '../../web/ui/index.ts';
import type { leaveContract } from '../contract.ts';
import { LEAVE, RULES, call } from './leave-data.ts';

type Leave = typeof leaveContract;
export type Country = ReplyTo<Leave['GET /api/pto/countries']>['rows'][number];
export type Policy = ReplyTo<Leave['GET /api/leave_policies']>['rows'][number];
export type Holiday = ReplyTo<Leave['GET /api/public_holidays']>['rows'][number];

export const COUNTRIES = [...RULES, 'countries'];

/** Countries of the firm with what holds in each. */
export const useCountries = () =>
  useQuery({ queryKey: COUNTRIES, queryFn: async ({ signal }) => (await call('GET /api/pto/countries', {}, { signal })).rows });

/** Makes the rules and what follows from them stale. */
export function useRulesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([RULES, LEAVE].map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** Codes that name no country: unions, pseudo-places of test languages, the unknown. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

/** Every country of the world by its name in the language of the page. */
export function allCountries(): Option[] {
  const names = new Intl.DisplayNames(locale(), { type: 'region', fallback: 'none' });
  const codes = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second));
  return codes
    .flatMap((id) => {
      const name = NO_COUNTRIES.has(id) ? undefined : names.of(id);
      return name ? [{ id, name, hint: id }] : [];
    })
    .sort((a, b) => a.name.localeCompare(b.name, locale()));
}
