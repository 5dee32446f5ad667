import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientOptions, useProjectOptions } from '../../clients/web/public.tsx';
import { useColleagueOptions, useTeamOptions } from '../../people/web/public.tsx';
import { type AddressValues, choice, flag, list, whole, word } from '../../web/address.ts';
import { today } from '../../web/format.ts';
import type { Filter } from '../../web/ui/index.ts';
import { KINDS, STATUSES, WRITE_OFF_STATES } from '../rules.ts';
import { INVOICES, call, isId } from './invoices-data.ts';

export const codecs = {
  tab: choice(['invoices', 'unbilled', 'write_offs'], 'invoices'),
  search: word(),
  clients: list(),
  projects: list(),
  teams: list(),
  users: list(),
  years: list(),
  statuses: list(),
  states: list(),
  kinds: list(),
  pushes: list(),
  billing_status: list(),
  overdue: flag(),
  waiting: flag(),
  sort: word('-updated_at'),
  page: whole(1),
  per_page: whole(25),
  id: word(),
  add: word(),
  /** The project whose time is written off; `new`: none yet. */
  off: word(),
};
export type Values = AddressValues<typeof codecs>;

const SORTS = ['number', 'client', 'project', 'status', 'issued_on', 'due_on', 'net', 'gross', 'updated_at'];
const SIZES = [25, 50, 100, 200];
const PUSHES = ['none', 'waiting', 'pushed', 'failed'] as const;
const BILLING = ['not_started', 'in_progress', 'ready_to_bill', 'part_billed', 'billed', 'written_off'] as const;

/** The filters as the server takes them; values of the address that mean nothing are left out. */
export function filtersOf(values: Values) {
  const ids = (given: readonly string[]): string[] => given.filter(isId);
  const filters = {
    search: values.search.trim(),
    clients: ids(values.clients),
    projects: ids(values.projects),
    teams: ids(values.teams),
    users: ids(values.users),
    years: values.years.map(Number).filter((year) => Number.isInteger(year) && year >= 1990 && year <= 2200),
    statuses: STATUSES.filter((status) => values.statuses.includes(status)),
    kinds: KINDS.filter((kind) => values.kinds.includes(kind)),
    pushes: PUSHES.filter((push) => values.pushes.includes(push)),
    billing_status: BILLING.filter((status) => values.billing_status.includes(status)),
    overdue: values.overdue || undefined,
    waiting: values.waiting || undefined,
  };
  const narrowing = Object.entries(filters).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(narrowing) as Partial<typeof filters>;
}

const sizeOf = (perPage: number): number => (SIZES.includes(perPage) ? perPage : 25);

export function useInvoices(values: Values) {
  const { sort, page, per_page } = values;
  const body = {
    ...filtersOf(values),
    page,
    per_page: sizeOf(per_page),
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : '-updated_at',
  };
  return useQuery({
    queryKey: [...INVOICES, 'list', body],
    queryFn: ({ signal }) => call('POST /api/invoices/list', { body }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useCounts(values: Values) {
  const body = filtersOf(values);
  return useQuery({
    queryKey: [...INVOICES, 'counts', body],
    queryFn: ({ signal }) => call('POST /api/invoices/counts', { body }, { signal }),
    placeholderData: keepPreviousData,
  });
}

const UNBILLED_SORTS = ['project', 'client', 'seconds', 'oldest'];

export function useUnbilled(values: Values) {
  const { clients, projects, teams, search } = filtersOf(values);
  const { sort, page, per_page } = values;
  const body = {
    ...(clients ? { clients } : {}),
    ...(projects ? { projects } : {}),
    ...(teams ? { teams } : {}),
    ...(search ? { search } : {}),
    page,
    per_page: sizeOf(per_page),
    sort: UNBILLED_SORTS.includes(sort.replace(/^-/, '')) ? sort : '-seconds',
  };
  return useQuery({
    queryKey: [...INVOICES, 'unbilled', body],
    queryFn: ({ signal }) => call('POST /api/invoices/unbilled', { body }, { signal }),
    placeholderData: keepPreviousData,
  });
}

const WRITE_OFF_SORTS = ['project', 'client', 'state', 'value', 'asked_at'];

/** What narrows the list of write-offs. */
export function writeOffFilters(values: Values) {
  const { clients, projects, teams, search, waiting } = filtersOf(values);
  const states = WRITE_OFF_STATES.filter((state) => values.states.includes(state));
  return {
    ...(clients ? { clients } : {}),
    ...(projects ? { projects } : {}),
    ...(teams ? { teams } : {}),
    ...(search ? { search } : {}),
    ...(waiting ? { waiting } : {}),
    ...(states.length > 0 ? { states } : {}),
  };
}

export function useWriteOffs(values: Values) {
  const { sort, page, per_page } = values;
  const body = {
    ...writeOffFilters(values),
    page,
    per_page: sizeOf(per_page),
    sort: WRITE_OFF_SORTS.includes(sort.replace(/^-/, '')) ? sort : '-asked_at',
  };
  return useQuery({
    queryKey: [...INVOICES, 'write_offs', body],
    queryFn: ({ signal }) => call('POST /api/write_offs/list', { body }, { signal }),
    placeholderData: keepPreviousData,
  });
}

const YEARS = 6;

/** What narrows a tab: what is unbilled only by where it comes from. */
export function useFilters(values: Values, tab: Values['tab']): Filter[] {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const projects = useProjectOptions(useDeferredValue(typed), filtersOf(values).projects ?? []);
  const clients = useClientOptions();
  const teams = useTeamOptions();
  const people = useColleagueOptions();
  const last = Number(today().slice(0, 4));
  const years = Array.from({ length: YEARS }, (_, index) => String(last - index));
  const words = (of: string, ids: readonly string[]) => ids.map((id) => ({ id, name: t(`invoicing.${of}_${id}`) }));
  const common: Filter[] = [
    { kind: 'many', id: 'clients', label: t('invoicing.clients'), options: clients },
    { kind: 'many', id: 'projects', label: t('invoicing.projects'), options: projects, onSearch: setTyped },
    { kind: 'many', id: 'teams', label: t('invoicing.teams'), options: teams },
  ];
  const waiting: Filter = { kind: 'flag', id: 'waiting', label: t('invoicing.waiting') };
  if (tab === 'unbilled') return common;
  if (tab === 'write_offs')
    return [
      waiting,
      { kind: 'many', id: 'states', label: t('invoicing.status'), options: words('off_state', WRITE_OFF_STATES) },
      ...common,
    ];
  return [
    { kind: 'many', id: 'statuses', label: t('invoicing.status'), options: words('status', STATUSES) },
    { kind: 'flag', id: 'overdue', label: t('invoicing.overdue') },
    ...common,
    waiting,
    { kind: 'many', id: 'pushes', label: t('invoicing.push'), options: words('push', PUSHES) },
    { kind: 'many', id: 'kinds', label: t('invoicing.kind'), options: words('kind', KINDS) },
    {
      kind: 'many',
      id: 'billing_status',
      label: t('invoicing.billing_status'),
      options: BILLING.map((id) => ({ id, name: t(`clients.billing_${id}`) })),
    },
    { kind: 'many', id: 'users', label: t('invoicing.owners'), options: people },
    { kind: 'many', id: 'years', label: t('invoicing.years'), options: years.map((id) => ({ id, name: id })) },
  ];
}
