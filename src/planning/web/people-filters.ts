import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { GRADES } from '../../kit/grades.ts';
import { choice, flag, list, word } from '../../web/address.ts';
import type { Filter } from '../../web/ui/FilterBar.tsx';
import type { Option } from '../../web/ui/index.ts';
import { useSession } from '../../web/session.ts';
import { LOAD_THRESHOLDS, type Level } from '../rules.ts';
import type { BoardFilters } from './board-store.ts';
import { useChoices } from './draft.ts';
import { usePeople } from './PersonSelect.tsx';

/** The workload filters as they stand in the address: of the board and of the matrix. */
export const peopleCodecs = {
  q: word(),
  teams: list(),
  grades: list(),
  clients: list(),
  projects: list(),
  users: list(),
  countries: list(),
  levels: list(),
  only: choice(['', 'over', 'free', 'free25', 'free75', 'free100'], ''),
  soft: flag(),
};

/** By what the board can be grouped. */
export const GROUPINGS = ['team', 'grade', 'client', 'project', 'country', 'manager'] as const;

/** What to set so that everybody is shown. */
export const NO_FILTERS = {
  q: '',
  teams: [],
  grades: [],
  clients: [],
  projects: [],
  users: [],
  countries: [],
  levels: [],
  only: '',
} as const;

export interface PeopleValues {
  q: string;
  teams: readonly string[];
  grades: readonly string[];
  clients: readonly string[];
  projects: readonly string[];
  users: readonly string[];
  countries: readonly string[];
  levels: readonly string[];
  only: '' | 'over' | 'free' | 'free25' | 'free75' | 'free100';
  soft: boolean;
}

const COUNTRY = /^[A-Z]{2}$/;
const LEVELS: readonly Level[] = ['hard', 'soft', 'requested'];

const some = <T>(given: T[]): T[] | undefined => (given.length > 0 ? given : undefined);

/** Over-booked, or free for a share: half unless it is named. */
function extreme(only: PeopleValues['only']): Pick<BoardFilters, 'only' | 'least'> {
  if (only === '' || only === 'over') return { only: only || undefined };
  const least = Number(only.slice('free'.length));
  return { only: 'free', ...(least > 0 ? { least } : {}) };
}

const UUID = /^[0-9a-f-]{36}$/i;

/** The filters as the server takes them; values of the address that nothing could mean are left out. */
export function filtersOf(values: PeopleValues): BoardFilters {
  const ids = (given: readonly string[]): string[] | undefined => {
    const known = given.filter((id) => UUID.test(id));
    return known.length > 0 ? known : undefined;
  };
  const grades = GRADES.filter((grade) => values.grades.includes(grade));
  return {
    search: values.q.trim() || undefined,
    teams: ids(values.teams),
    grades: grades.length > 0 ? grades : undefined,
    clients: ids(values.clients),
    projects: ids(values.projects),
    users: ids(values.users),
    countries: some(values.countries.filter((code) => COUNTRY.test(code))),
    levels: some(LEVELS.filter((level) => values.levels.includes(level))),
    ...extreme(values.only),
    include_soft: values.soft || undefined,
  };
}

export const isNarrowed = (filters: BoardFilters): boolean =>
  Object.entries(filters).some(([key, value]) => key !== 'include_soft' && value !== undefined);

/** By what people are grouped. */
export function useGroupFilter(): Filter {
  const { t } = useTranslation();
  return {
    kind: 'one',
    id: 'group',
    label: t('planning.group_by'),
    options: GROUPINGS.map((id) => ({ id, name: t(id === 'project' ? 'planning.by_project_main' : `planning.by_${id}`) })),
  };
}

/** The filters with their options. `known` names people that stand chosen. */
export function usePeopleFilters(known: readonly Option[]): Filter[] {
  const { t } = useTranslation();
  const choices = useChoices();
  const people = usePeople(known);
  const firm = useSession((session) => session.firm?.countries);
  const countries = useMemo(() => (firm ?? []).map(({ code, name }) => ({ id: code, name })), [firm]);
  return useMemo(
    () => [
      { kind: 'many', id: 'teams', label: t('planning.teams'), options: choices?.teams ?? [] },
      { kind: 'many', id: 'grades', label: t('planning.grades'), options: GRADES.map((grade) => ({ id: grade, name: grade })) },
      { kind: 'many', id: 'clients', label: t('planning.clients'), options: choices?.clients ?? [] },
      {
        kind: 'many',
        id: 'projects',
        label: t('planning.projects'),
        options: (choices?.projects ?? []).map(({ id, name, code, client }) => ({
          id,
          name,
          hint: [code, client].filter(Boolean).join(' · '),
        })),
      },
      { kind: 'many', id: 'users', label: t('planning.people'), options: people.options, onSearch: people.onSearch },
      { kind: 'many', id: 'countries', label: t('planning.countries'), options: countries },
      {
        kind: 'many',
        id: 'levels',
        label: t('planning.level'),
        options: LEVELS.map((level) => ({ id: level, name: t(`planning.level_${level}`) })),
      },
      {
        kind: 'one',
        id: 'only',
        label: t('planning.show_whom'),
        options: [
          { id: 'over', name: t('planning.only_over') },
          { id: 'free25', name: t('planning.only_free_share', { percent: 25 }) },
          { id: 'free', name: t('planning.only_free') },
          { id: 'free75', name: t('planning.only_free_share', { percent: 75 }) },
          { id: 'free100', name: t('planning.only_free_all') },
        ],
      },
      { kind: 'flag', id: 'soft', label: t('planning.with_soft') },
    ],
    [choices, countries, people.options, people.onSearch, t],
  );
}

/** Lower bounds of the bands, of the firm or the usual ones. */
export function useThresholds(): readonly number[] {
  const set = useSession((session) => session.firm?.thresholds['load']);
  return Array.isArray(set) && set.length === LOAD_THRESHOLDS.length ? (set as number[]) : LOAD_THRESHOLDS;
}

/** ISO number of the weekday on which weeks begin. */
export const useWeekStart = (): number => useSession((session) => session.firm?.week_start ?? 1);
