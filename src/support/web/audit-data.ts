import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useColleagueOptions, withChosen } from '../../people/web/public.tsx';
import { type AddressValues, choice, day, whole, word } from '../../web/address.ts';
import { type ReplyTo, caller } from '../../web/api.ts';
import type { Option } from '../../web/ui/index.ts';
import type { supportContract } from '../contract.ts';

export const call = caller<typeof supportContract>();

type Support = typeof supportContract;
export type AuditEvent = ReplyTo<Support['GET /api/audit_events']>['rows'][number];
export type AccessRow = ReplyTo<Support['GET /api/access_log']>['rows'][number];

const shared = { from: day(), to: day(), actor: word(), page: whole(1), per_page: whole(25) };

/** Both lists as they stand in the address. */
export const changeCodecs = { ...shared, action: word(), entity: word(), entity_id: word(), event: word() };
export const accessCodecs = { ...shared, kind: choice(['', 'look', 'refusal'], ''), subject: word() };

export type ChangeValues = AddressValues<typeof changeCodecs>;
export type AccessValues = AddressValues<typeof accessCodecs>;

const SIZES = [25, 50, 100, 200];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MOST_LETTERS = 100;

const given = <K extends string, V>(name: K, value: V, fits: boolean): Partial<Record<K, V>> =>
  fits ? ({ [name]: value } as Record<K, V>) : {};
const filled = <K extends string>(name: K, value: string): Partial<Record<K, string>> =>
  given(name, value.trim().slice(0, MOST_LETTERS), value.trim() !== '');
const idOf = <K extends string>(name: K, value: string): Partial<Record<K, string>> => given(name, value, UUID.test(value));

const periodOf = ({ from, to, actor }: Pick<ChangeValues, 'from' | 'to' | 'actor'>) => ({
  ...filled('from', from),
  ...filled('to', to),
  ...idOf('actor_id', actor),
});

/** What the filters ask the server for; values of the address that mean nothing are left out. */
export const changeFilters = (values: ChangeValues) => ({
  ...periodOf(values),
  ...filled('action', values.action),
  ...filled('entity', values.entity),
  ...filled('entity_id', values.entity_id),
});

export const accessFilters = (values: AccessValues) => ({
  ...periodOf(values),
  ...(values.kind === '' ? {} : { kind: values.kind }),
  ...idOf('subject_id', values.subject),
});

const pageOf = ({ page, per_page }: Pick<ChangeValues, 'page' | 'per_page'>) => ({
  page,
  per_page: SIZES.includes(per_page) ? per_page : 25,
});

export function useChanges(values: ChangeValues) {
  const query = { ...changeFilters(values), ...pageOf(values) };
  return useQuery({
    queryKey: ['support', 'changes', query],
    queryFn: ({ signal }) => call('GET /api/audit_events', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One event by its id, where the page of the list that is shown does not hold it. */
export const useChange = (id: string, wanted: boolean) =>
  useQuery({
    queryKey: ['support', 'change', id],
    queryFn: async ({ signal }) => (await call('GET /api/audit_events', { query: { id } }, { signal })).rows[0] ?? null,
    enabled: wanted && UUID.test(id),
  });

export function useAccessLog(values: AccessValues) {
  const query = { ...accessFilters(values), ...pageOf(values) };
  return useQuery({
    queryKey: ['support', 'access', query],
    queryFn: ({ signal }) => call('GET /api/access_log', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** An action in words; one that has none yet is said as it is. */
export const actionName = (t: TFunction, action: string): string => t(`support.action.${action}`, { defaultValue: action });

/** What something happened to, in words; a table that has none yet is said as it is. */
export const entityName = (t: TFunction, entity: string): string => t(`support.entity.${entity}`, { defaultValue: entity });

/** Who it was: a person, somebody who was not signed in, or nobody: the product by itself. */
export const actorName = (t: TFunction, { actor, actor_id, ip }: Pick<AuditEvent, 'actor' | 'actor_id' | 'ip'>): string =>
  actor ?? actor_id ?? t(ip ? 'support.stranger' : 'support.system');

/** Fields that an event names. What is only kept to search by (`name_lc` beside `name`) says nothing of its own. */
export const fieldNames = ({ before, after }: Pick<AuditEvent, 'before' | 'after'>): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter((name) => !name.endsWith('_lc'));

const byName = (a: Option, b: Option): number => a.name.localeCompare(b.name);

/** Actions and entities that occur in the firm, by their names. */
export function useEventOptions(): { actions: Option[]; entities: Option[] } {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['support', 'choices'],
    queryFn: ({ signal }) => call('GET /api/audit_events/choices', {}, { signal }),
  });
  return {
    actions: (data?.actions ?? []).map((id) => ({ id, name: actionName(t, id) })).sort(byName),
    entities: (data?.entities ?? []).map((id) => ({ id, name: entityName(t, id) })).sort(byName),
  };
}

/** Colleagues to choose from, and whoever is chosen and has left: by the name that the rows have. */
export function usePersonOptions(
  chosen: string,
  named: readonly { id: string | null; name: string | null }[],
): readonly Option[] {
  return withChosen(useColleagueOptions(), chosen, named.find(({ id }) => id === chosen)?.name);
}
