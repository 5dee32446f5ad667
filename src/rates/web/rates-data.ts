import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReplyTo, caller } from '../../web/api.ts';
import { today } from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import { type Option, useLive } from '../../web/ui/index.ts';
import type { ratesContract } from '../contract.ts';

export const call = caller<typeof ratesContract>();

type Rates = typeof ratesContract;
export type Details = ReplyTo<Rates['GET /api/pricing_admin/details']>;
export type Line = Details['service_lines'][number];
export type Role = Line['roles'][number];
export type Exchange = Details['exchange'][number];
export type Rate = ReplyTo<Rates['GET /api/rates']>['rows'][number];
export type Target = ReplyTo<Rates['GET /api/targets']>['rows'][number];
export type Change = ReplyTo<Rates['GET /api/rate_changes']>['rows'][number];
export type Difference = ReplyTo<Rates['POST /api/pricing_admin/preview']>['differences'][number];

/** Under this key everything of the room is kept; a write makes it stale. */
export const RATES = ['rates'];
const MOST = 200;

export const PAGE = 'financial_variables';

/** Service lines with their roles, and exchange rates; fetched anew when somebody changes them. */
export function useDetails() {
  const client = useQueryClient();
  useLive('rates', () => void client.invalidateQueries({ queryKey: RATES }));
  return useQuery({
    queryKey: [...RATES, 'details'],
    queryFn: ({ signal }) => call('GET /api/pricing_admin/details', {}, { signal }),
  });
}

export interface Sheet {
  service_line_id: string;
  country: string;
  currency: string;
}

/** Every rate of a sheet on a day, however many pages they are. */
export async function ratesOn(sheet: Sheet, day: string, signal?: AbortSignal): Promise<Rate[]> {
  const rows: Rate[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await call(
      'GET /api/rates',
      { query: { ...sheet, day, page, per_page: MOST } },
      signal === undefined ? {} : { signal },
    );
    rows.push(...answer.rows);
    if (!answer.pagination.has_next) return rows;
  }
}

export const useRates = (sheet: Sheet, day: string) =>
  useQuery({ queryKey: [...RATES, 'sheet', sheet, day], queryFn: ({ signal }) => ratesOn(sheet, day, signal) });

export const useChanges = (query: { service_line_id: string; page: number; per_page: number }) =>
  useQuery({
    queryKey: [...RATES, 'changes', query],
    queryFn: ({ signal }) => call('GET /api/rate_changes', { query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Makes everything of the room stale. */
export function useRatesChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: RATES });
}

/** Countries of the firm. */
export function useCountries(): Option[] {
  const countries = useSession(({ firm }) => firm?.countries);
  return (countries ?? []).map(({ code, name }) => ({ id: code, name }));
}

/** Currencies to choose from, the firm's own first. */
export function useCurrencies(): Option[] {
  const firm = useSession((state) => state.firm);
  const all = new Set([firm?.currency ?? 'EUR', ...(firm?.currencies ?? [])]);
  return [...all].map((code) => ({ id: code, name: code }));
}

/** The day whose rates a year shows: of this year today, of one that is over its last, of one to come its first. */
export function dayOfYear(year: number): string {
  const now = today();
  const present = Number(now.slice(0, 4));
  if (year === present) return now;
  return year < present ? `${year}-12-31` : `${year}-01-01`;
}
