import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientOptions, useProjectOptions } from '../../clients/web/public.tsx';
import { useColleagueOptions } from '../../people/web/public.tsx';
import { type AddressValues, flag, list, whole, word } from '../../web/address.ts';
import { today } from '../../web/format.ts';
import type { Filter } from '../../web/ui/index.ts';
import { KINDS, STATUSES } from '../rules.ts';
import { PRICINGS, call } from './pricing-data.ts';

export const codecs = {
  search: word(),
  clients: list(),
  projects: list(),
  users: list(),
  years: list(),
  statuses: list(),
  kinds: list(),
  waiting: flag(),
  sort: word('-updated_at'),
  page: whole(1),
  per_page: whole(25),
  add: flag(),
};
export type Values = AddressValues<typeof codecs>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SORTS = ['name', 'client', 'owner', 'status', 'fee', 'updated_at'];
const SIZES = [25, 50, 100, 200];

/** The filters as the server takes them; values of the address that mean nothing are left out. */
export function filtersOf(values: Values) {
  const ids = (given: readonly string[]): string[] => given.filter((id) => UUID.test(id));
  const filters = {
    search: values.search.trim(),
    clients: ids(values.clients),
    projects: ids(values.projects),
    users: ids(values.users),
    years: values.years.map(Number).filter((year) => Number.isInteger(year) && year >= 1990 && year <= 2200),
    statuses: STATUSES.filter((status) => values.statuses.includes(status)),
    kinds: KINDS.filter((kind) => values.kinds.includes(kind)),
    waiting: values.waiting || undefined,
  };
  const narrowing = Object.entries(filters).filter(
    ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(narrowing) as Partial<typeof filters>;
}

export function usePricings(values: Values) {
  const { sort, page, per_page } = values;
  const body = {
    ...filtersOf(values),
    page,
    per_page: SIZES.includes(per_page) ? per_page : 25,
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : '-updated_at',
  };
  return useQuery({
    queryKey: [...PRICINGS, 'list', body],
    queryFn: ({ signal }) => call('POST /api/pricing/pricings', { body }, { signal }),
    placeholderData: keepPreviousData,
  });
}

const YEARS = 6;

export function useFilters(values: Values): Filter[] {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const projects = useProjectOptions(useDeferredValue(typed), filtersOf(values).projects ?? []);
  const next = Number(today().slice(0, 4)) + 1;
  const years = Array.from({ length: YEARS }, (_, index) => String(next - index));
  return [
    { kind: 'flag', id: 'waiting', label: t('pricing.waiting') },
    { kind: 'many', id: 'clients', label: t('pricing.clients'), options: useClientOptions() },
    { kind: 'many', id: 'projects', label: t('pricing.projects'), options: projects, onSearch: setTyped },
    {
      kind: 'many',
      id: 'statuses',
      label: t('pricing.status'),
      options: STATUSES.map((id) => ({ id, name: t(`pricing.status_${id}`) })),
    },
    { kind: 'many', id: 'kinds', label: t('pricing.kind'), options: KINDS.map((id) => ({ id, name: t(`pricing.kind_${id}`) })) },
    { kind: 'many', id: 'users', label: t('pricing.owners'), options: useColleagueOptions() },
    { kind: 'many', id: 'years', label: t('pricing.years'), options: years.map((id) => ({ id, name: id })) },
  ];
}
