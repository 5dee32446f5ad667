import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTeamOptions } from '../../people/web/public.tsx';
import type { Custom } from '../../settings/web/public.tsx';
import { type AddressValues, choice, list, whole, word } from '../../web/address.ts';
import { today } from '../../web/format.ts';
import type { Filter } from '../../web/ui/FilterBar.tsx';
import { BILLING_STATUSES, STATUSES } from '../rules.ts';
import { PROJECTS, call, useClientOptions, useManagerOptions, useProjectOptions } from './clients-data.ts';

/** The tabs of the project panel, in their order. */
export const PANELS = ['overview', 'team', 'time', 'budget', 'invoices', 'files', 'history'] as const;
export type Panel = (typeof PANELS)[number];

/** The list of projects as it stands in the address, with the project filters under their own names. */
export const projectCodecs = {
  tab: choice(['projects', 'clients'], 'projects'),
  search: word(),
  teams: list(),
  users: list(),
  clients: list(),
  projects: list(),
  years: list(),
  statuses: list(),
  billing_status: list(),
  chargeable: choice(['', 'true', 'false'], ''),
  show: choice(['', 'templates'], ''),
  sort: word('name'),
  page: whole(1),
  per_page: whole(25),
  id: word(),
  panel: choice(PANELS, 'overview'),
};

export type ProjectValues = AddressValues<typeof projectCodecs>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SIZES = [25, 50, 100, 200];
const SORTS = ['name', 'code', 'client', 'status', 'billing_status', 'starts_on', 'ends_on', 'team', 'budget_minutes'];

/** The filters as the server takes them; values of the address that mean nothing are left out. */
export function projectFilters(values: ProjectValues) {
  const ids = (given: readonly string[]): string[] => given.filter((id) => UUID.test(id));
  const filters = {
    search: values.search.trim(),
    teams: ids(values.teams),
    users: ids(values.users),
    clients: ids(values.clients),
    projects: ids(values.projects),
    years: values.years.map(Number).filter((year) => Number.isInteger(year) && year >= 1990 && year <= 2200),
    statuses: STATUSES.filter((status) => values.statuses.includes(status)),
    billing_status: BILLING_STATUSES.filter((status) => values.billing_status.includes(status)),
    chargeable: values.chargeable === '' ? undefined : values.chargeable === 'true',
  };
  const narrowing = Object.entries(filters).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(narrowing) as Partial<typeof filters>;
}

export function projectQuery(values: ProjectValues) {
  const { sort, page, per_page } = values;
  return {
    ...projectFilters(values),
    ...(values.show === 'templates' ? { templates: true } : {}),
    page,
    per_page: SIZES.includes(per_page) ? per_page : 25,
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : 'name',
  };
}

export function useProjects(values: ProjectValues, custom?: Custom) {
  const body = { ...projectQuery(values), ...(custom ? { custom } : {}) };
  return useQuery({
    queryKey: [...PROJECTS, 'list', body],
    queryFn: ({ signal }) => call('POST /api/projects/all', { body }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** From four years back to next year. */
function years(): { id: string; name: string }[] {
  const next = Number(today().slice(0, 4)) + 1;
  return Array.from({ length: 6 }, (_, index) => String(next - index)).map((year) => ({ id: year, name: year }));
}

export function useProjectFilters(values: ProjectValues): Filter[] {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const projects = useProjectOptions(useDeferredValue(typed), projectFilters(values).projects ?? []);
  const many = (id: string, label: string, options: readonly { id: string; name: string }[]): Filter => ({
    kind: 'many',
    id,
    label,
    options,
  });
  return [
    many('clients', t('clients.clients'), useClientOptions()),
    many('teams', t('clients.teams'), useTeamOptions()),
    many('users', t('clients.managers'), useManagerOptions()),
    { kind: 'many', id: 'projects', label: t('clients.projects'), options: projects, onSearch: setTyped },
    many('years', t('clients.years'), years()),
    many(
      'statuses',
      t('clients.status'),
      STATUSES.map((status) => ({ id: status, name: t(`clients.status_${status}`) })),
    ),
    many(
      'billing_status',
      t('clients.billing_status'),
      BILLING_STATUSES.map((status) => ({ id: status, name: t(`clients.billing_${status}`) })),
    ),
    {
      kind: 'one',
      id: 'chargeable',
      label: t('clients.chargeable'),
      options: [
        { id: 'true', name: t('clients.chargeable') },
        { id: 'false', name: t('clients.not_chargeable') },
      ],
    },
  ];
}
