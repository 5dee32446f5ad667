import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplyOf } from '../../kit/endpoint.ts';
import { type Day, addDays, mondayOf } from '../../kit/day.ts';
import { GRADES } from '../../kit/grades.ts';
import type { peopleContract } from '../../people/contract.ts';
import { type AddressValues, choice, day, flag, list, whole, word } from '../../web/address.ts';
import { caller } from '../../web/api.ts';
import * as format from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import type { Filter, Option } from '../../web/ui/index.ts';
import type { timeContract } from '../contract.ts';
import { BANDS } from '../rules.ts';

export const call = caller<typeof timeContract>();
const callPeople = caller<typeof peopleContract>();

export type CompletionReport = ReplyOf<(typeof timeContract)['POST /api/utilization/timesheet_completion']>;
export type CompletionRow = CompletionReport['rows'][number];
export type WeekFigures = CompletionRow['weeks'][number];

export const SPANS = ['4', '8', '13', '26'] as const;

/** What the screen keeps in its address. */
export const completionCodecs = {
  q: word(),
  from: day(),
  span: choice(SPANS, '8'),
  teams: list(),
  users: list(),
  grades: list(),
  countries: list(),
  managers: list(),
  mine: flag(),
  band: choice(['', ...BANDS], ''),
  sort: word('completion'),
  page: whole(),
  per: whole(50),
  /** Whose drawer is open. */
  id: word(),
};

export type CompletionValues = AddressValues<typeof completionCodecs>;

/** What to set so that everybody is shown. */
export const EVERYBODY = {
  q: '',
  teams: [],
  users: [],
  grades: [],
  countries: [],
  managers: [],
  mine: false,
  band: '',
  page: 1,
} as const;

/** The days of the report: whole weeks that end with the present one unless the address says otherwise. */
export function daysOf({ from, span }: Pick<CompletionValues, 'from' | 'span'>): { from: Day; to: Day } {
  const weeks = Number(span);
  const first = mondayOf(from || addDays(format.today(), -7 * (weeks - 1)));
  return { from: first, to: addDays(first, 7 * weeks - 1) };
}

const UUID = /^[0-9a-f-]{36}$/i;

/** The body of the call; values of the address that nothing could mean are left out. */
export function bodyOf(values: CompletionValues) {
  const ids = (given: readonly string[]): string[] | undefined => {
    const known = given.filter((id) => UUID.test(id));
    return known.length > 0 ? known : undefined;
  };
  const grades = GRADES.filter((grade) => values.grades.includes(grade));
  return {
    ...daysOf(values),
    search: values.q.trim() || undefined,
    teams: ids(values.teams),
    users: ids(values.users),
    managers: ids(values.managers),
    grades: grades.length > 0 ? grades : undefined,
    countries: values.countries.length > 0 ? [...values.countries] : undefined,
    mine: values.mine || undefined,
    band: values.band || undefined,
    sort: values.sort,
  };
}

const MOST = 200;

export const useCompletion = (values: CompletionValues): UseQueryResult<CompletionReport> => {
  const body = { ...bodyOf(values), page: values.page, per_page: Math.min(values.per, MOST) };
  return useQuery({
    queryKey: ['completion', body],
    queryFn: ({ signal }) => call('POST /api/utilization/timesheet_completion', { body }, { signal }),
    placeholderData: keepPreviousData,
  });
};

const LISTS_STALE_MS = 300_000;

/** The filters with their options. */
export function useCompletionFilters(): Filter[] {
  const { t } = useTranslation();
  const countries = useSession((session) => session.firm?.countries);
  const { data } = useQuery({
    queryKey: ['completion', 'people'],
    queryFn: ({ signal }) => callPeople('GET /api/users/users_all', {}, { signal }),
    staleTime: LISTS_STALE_MS,
  });
  return useMemo(() => {
    const rows = data?.rows ?? [];
    const byName = (a: Option, b: Option): number => String(a.name).localeCompare(String(b.name));
    const teams = new Map(rows.flatMap((person) => person.teams).map(({ id, name }) => [id, { id, name }]));
    const people = rows.map(({ id, first_name, last_name, grade }) => ({
      id,
      name: `${first_name} ${last_name}`.trim(),
      hint: grade,
    }));
    return [
      { kind: 'flag', id: 'mine', label: t('time.only_mine') },
      { kind: 'many', id: 'teams', label: t('time.teams'), options: [...teams.values()].sort(byName) },
      { kind: 'many', id: 'grades', label: t('time.grades'), options: GRADES.map((grade) => ({ id: grade, name: grade })) },
      { kind: 'many', id: 'managers', label: t('time.managers'), options: people },
      { kind: 'many', id: 'users', label: t('time.people'), options: people },
      {
        kind: 'many',
        id: 'countries',
        label: t('time.countries'),
        options: (countries ?? []).map(({ code, name }) => ({ id: code, name })),
      },
    ];
  }, [data, countries, t]);
}

/** A share as it is written: whole per cent, never 100 while something is missing. */
export function shareText({ due, filled }: { due: number; filled: number }): string {
  if (due === 0) return '–';
  const percent = Math.floor((filled * 100) / due);
  return format.percent(percent / 100);
}
