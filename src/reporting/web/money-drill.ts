import { addDays } from '../../kit/day.ts';
import { endOfMonth } from '../../web/ui/dates.ts';
import type { Period } from '../../web/ui/index.ts';
import type { MoneyDrill, MoneyGroup } from './money-data.ts';
import { HOURS_REPORT } from './open-screens.ts';
import { LONGEST_DAYS } from './period.ts';
import { NONE, type ReportFilters, linkTo } from './report-filters.ts';

/** What a row narrows a report to, and by what the narrowed one is told apart best. */
export function narrowed(
  group: MoneyGroup,
  given: string,
): { change: Record<string, string | string[]>; next: MoneyGroup } | undefined {
  // Nothing filters by all that are too small.
  if (given === '~') return undefined;
  const key = given === '' ? NONE : given;
  switch (group) {
    case 'person':
      // What is nobody's is no time: it has no entries.
      return key === NONE ? undefined : { change: { users: [key] }, next: 'project' };
    case 'project':
      return { change: { projects: [key] }, next: 'person' };
    case 'client':
      return { change: { clients: [key] }, next: 'project' };
    case 'team':
      return { change: { teams: [key] }, next: 'person' };
    case 'grade':
      return { change: { grades: [key] }, next: 'person' };
    case 'country':
      return { change: { countries: [key] }, next: 'person' };
    case 'sector':
      return { change: { sectors: [key] }, next: 'client' };
    case 'service_line':
      return { change: { lines: [key] }, next: 'project' };
    case 'task_type':
      return { change: { tasks: [key] }, next: 'person' };
    case 'month':
      return { change: { from: key, to: endOfMonth(key) }, next: 'project' };
    case 'week':
      return { change: { from: key, to: addDays(key, 6) }, next: 'project' };
  }
}

/** The filters of a report, as links carry them. */
export const chosenOf = ({ teams, users, grades, clients, projects, sectors, lines, tasks, countries, asof }: ReportFilters) => ({
  teams,
  users,
  grades,
  clients,
  projects,
  sectors,
  lines,
  tasks,
  countries,
  asof,
});

export interface DrillOf {
  /** The address of the report that is open, with changes. */
  path: string;
  search: (change: Record<string, unknown>) => Record<string, string>;
  values: ReportFilters;
  period: Period;
  /** Whether entries may be looked at. */
  mayDrill: boolean;
  set: (change: { from: string; to: string; page: number }) => void;
}

/** Where rows and marks of a report of money lead: to the same report narrowed, and to the entries behind. */
export const moneyDrill = ({ path, search, values, period, mayDrill, set }: DrillOf): MoneyDrill => ({
  toRow: (group, key) => {
    const to = narrowed(group, key);
    return to && { to: path, search: search({ ...to.change, money: to.next, sort: '', page: 1 }) };
  },
  toEntries: (group, key) => {
    const to = mayDrill ? narrowed(group, key) : undefined;
    return (
      to && {
        to: HOURS_REPORT,
        search: linkTo({ by: 'entry', chargeable: 'yes', ...chosenOf(values), ...period, ...to.change }),
      }
    );
  },
  toUnbilled: (group, key, { from, to: last }) => {
    const to = mayDrill ? narrowed(group, key) : undefined;
    // Work that is older than a report may be long has its own place in the list of what is unbilled.
    const first = addDays(last, -LONGEST_DAYS);
    const days = { from: from < first ? first : from, to: last };
    return (
      to && {
        to: HOURS_REPORT,
        search: linkTo({ by: 'entry', unbilled: 'yes', ...chosenOf(values), ...to.change, ...days }),
      }
    );
  },
  toWip: { to: path, search: search({ rows: 'wip', sort: '', page: 1 }) },
  toMonth: (month) => set({ from: month, to: endOfMonth(month), page: 1 }),
});
