import { type UseQueryResult, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { projectCodecs, projectFilters } from '../../clients/web/public.tsx';
import { type Day, addDays, daysBetween, mondayOf } from '../../kit/day.ts';
import type { Pagination, ReplyOf } from '../../kit/endpoint.ts';
import type { planningContract } from '../../planning/contract.ts';
import type { useListWrites } from '../../planning/web/public.tsx';
import { type AddressValues, choice, day, flag } from '../../web/address.ts';
import { caller } from '../../web/api.ts';
import * as format from '../../web/format.ts';
import { useLive } from '../../web/ui/index.ts';
import type { ClientBooking, ClientBookings } from '../contract.ts';
import { callReporting } from './report-data.ts';

type Written = Parameters<typeof useListWrites>[0][number];

export const callPlanning = caller<typeof planningContract>();

export const SPANS = ['8', '13', '26', '52'] as const;

/** The project filters under their own names, the weeks, and what is open. */
export const clientBookingsCodecs = { ...projectCodecs, from: day(), span: choice(SPANS, '13'), booked: flag() };
export type ClientBookingsValues = AddressValues<typeof clientBookingsCodecs>;

export interface Range {
  from: Day;
  to: Day;
  days: number;
}

/** Whole weeks from the one of the address, or from this one. */
export function rangeOf({ from, span }: Pick<ClientBookingsValues, 'from' | 'span'>): Range {
  const first = mondayOf(from || format.today());
  const days = 7 * Number(span);
  return { from: first, to: addDays(first, days - 1), days };
}

export function bodyOf(values: ClientBookingsValues) {
  const { from, to } = rangeOf(values);
  return { from, to, ...projectFilters(values), ...(values.booked ? { booked: true } : {}) };
}

const KEY = ['bookings', 'by-client'];
const MOST = 200;

/** A page of projects with their people; fetched anew when bookings, leave or time change anywhere. */
export function useClientBookings(
  values: ClientBookingsValues,
): UseQueryResult<{ rows: ClientBookings[]; pagination: Pagination }> {
  const client = useQueryClient();
  const again = (): void => void client.invalidateQueries({ queryKey: KEY });
  useLive('bookings', again);
  useLive('leave', again);
  useLive('time', again);
  const body = { ...bodyOf(values), page: values.page, per_page: Math.min(values.per_page, MOST) };
  return useQuery({
    queryKey: [...KEY, body],
    queryFn: ({ signal }) => callReporting('POST /api/bookings/by_client', { body }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export type LastTeam = ReplyOf<(typeof planningContract)['POST /api/bookings/last_teams']>['teams'][number];
export type LastTeams = ReadonlyMap<string, LastTeam>;

const NO_TEAMS: LastTeams = new Map();

/** The teams of the year before of the projects that have none, by project; asked for where somebody may book. */
export function useLastTeams(rows: readonly ClientBookings[], { from, to }: Range, mayBook: boolean): LastTeams {
  const ids = rows.flatMap(({ project_id, people }) => (people.length === 0 ? [project_id] : []));
  const { data } = useQuery({
    queryKey: ['bookings', 'last-teams', from, to, ids],
    queryFn: ({ signal }) => callPlanning('POST /api/bookings/last_teams', { body: { project_ids: ids, from, to } }, { signal }),
    enabled: mayBook && ids.length > 0,
    placeholderData: keepPreviousData,
    select: ({ teams }) => new Map(teams.map((team) => [team.project_id, team])),
  });
  return data ?? NO_TEAMS;
}

/** Bookings of the list as the board writes them. */
export const writtenOf = (rows: readonly ClientBookings[]): Written[] =>
  rows.flatMap(({ project_id, people }) =>
    people.map(({ id, user_id, phase_id, task_type_id, ...booking }) => {
      const { first_day, last_day, minutes_per_day, level, note, version } = booking;
      return { id, user_id, project_id, phase_id, task_type_id, first_day, last_day, minutes_per_day, level, note, version };
    }),
  );

/** The list with what was done here and is not answered yet. */
export const shownRows = (rows: readonly ClientBookings[], find: (id: string) => Written | undefined): ClientBookings[] =>
  rows.map((project) => ({
    ...project,
    people: project.people.flatMap((booking) => {
      const now = find(booking.id);
      const { first_day, last_day, minutes_per_day, level, note, version } = now ?? booking;
      return now ? [{ ...booking, first_day, last_day, minutes_per_day, level, note, version }] : [];
    }),
  }));

/** One line of the tree, in the order in which they stand. */
export type TreeRow =
  | { kind: 'client'; key: string; name: string; projects: number; open: boolean }
  | { kind: 'project'; key: string; project: ClientBookings; open: boolean }
  | { kind: 'person'; key: string; project: ClientBookings; booking: ClientBooking };

/** Clients, their projects, and the people of each: what is folded hides what lies below. `none` names projects without a client. */
export function treeOf(rows: readonly ClientBookings[], folded: ReadonlySet<string>, none: string): TreeRow[] {
  const byClient = Map.groupBy(rows, (row) => row.client_id ?? '');
  return [...byClient].flatMap(([id, projects]): TreeRow[] => {
    const key = `c:${id}`;
    const head: TreeRow = {
      kind: 'client',
      key,
      name: projects[0]?.client ?? none,
      projects: projects.length,
      open: !folded.has(key),
    };
    if (folded.has(key)) return [head];
    return [head, ...projects.flatMap((project) => projectRows(project, folded))];
  });
}

function projectRows(project: ClientBookings, folded: ReadonlySet<string>): TreeRow[] {
  const key = `p:${project.project_id}`;
  const open = !folded.has(key) && project.people.length > 0;
  const people = open ? project.people : [];
  return [
    { kind: 'project', key, project, open },
    ...people.map((booking): TreeRow => ({ kind: 'person', key: `b:${booking.id}`, project, booking })),
  ];
}

/** Where days lie within a range, in per cent of its width; undefined when they lie outside. */
export function placeOf(
  { from, days }: Range,
  span: { first_day: Day | null; last_day: Day | null },
): { left: string; width: string } | undefined {
  const start = Math.max(0, span.first_day ? daysBetween(from, span.first_day) : 0);
  const end = Math.min(days, span.last_day ? daysBetween(from, span.last_day) + 1 : days);
  if (end <= start) return undefined;
  return { left: `${(start * 100) / days}%`, width: `${((end - start) * 100) / days}%` };
}
