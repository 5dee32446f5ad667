import { type QueryClient, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { CallError, caller } from '../../web/api.ts';
import { text } from '../../web/i18n/text.ts';
import { useSession } from '../../web/session.ts';
import { concerns, useLive } from '../../web/ui/index.ts';
import type { timeContract } from '../contract.ts';
import { type Book, bookOf } from './pick.ts';
import { type Choices, type Line, type SheetEntry, type Timesheet, lineKey } from './week.ts';

export const callTime = caller<typeof timeContract>();

const SHEETS = 'timesheet';
const CHOICES = 'time-choices';
const CHOICES_STALE_MS = 300_000;

/** Whose week: an empty person is oneself. */
export const sheetKey = (week: string, person: string) => [SHEETS, week, person] as const;

/** When each sheet was asked for, in milliseconds of the page. */
const askedAt = new WeakMap<Timesheet, number>();

export async function readSheet(week: string, person: string, signal?: AbortSignal): Promise<Timesheet> {
  const now = performance.now();
  const input = { params: { week }, query: person ? { user_id: person } : {} };
  const sheet = await callTime('GET /api/timesheets/:week', input, signal ? { signal } : {});
  askedAt.set(sheet, now);
  return sheet;
}

/** True for a sheet that was asked for before the moment: it cannot know what was typed or saved since. */
export const isOlder = (sheet: Timesheet, moment: number): boolean => (askedAt.get(sheet) ?? Number.POSITIVE_INFINITY) < moment;

/** One week of oneself (`person` empty) or of a person one manages. */
export const sheetQuery = (week: string, person = '') => ({
  queryKey: sheetKey(week, person),
  queryFn: ({ signal }: { signal: AbortSignal }) => readSheet(week, person, signal),
  // Each answer is an object of its own: when it was asked for belongs to it.
  structuralSharing: false,
});

export const useSheet = (week: string, person = ''): UseQueryResult<Timesheet> => useQuery(sheetQuery(week, person));

/** Everything one may log on; asked for once in a while, since it is the same on every screen. */
export function useBook(): { book: Book | undefined; choices: Choices | undefined; settled: boolean } {
  const { data, isError } = useQuery({
    queryKey: [CHOICES],
    queryFn: ({ signal }) => callTime('GET /api/time_entries/choices', { query: {} }, { signal }),
    staleTime: CHOICES_STALE_MS,
  });
  const book = useMemo(() => data && bookOf(data), [data]);
  return { book, choices: data, settled: data !== undefined || isError };
}

/** Weeks are fetched anew when time, plan or leave changed elsewhere. */
export function useLiveSheets(): void {
  const client = useQueryClient();
  const me = useSession((state) => state.me?.id);
  const again: Parameters<typeof useLive>[1] = (change) =>
    // A key of a sheet ends with its person; an empty one is oneself.
    void client.invalidateQueries({
      queryKey: [SHEETS],
      predicate: ({ queryKey }) => concerns(change, String(queryKey[2] || me)),
    });
  useLive('time', again);
  useLive('bookings', again);
  useLive('leave', again);
}

/** After entries were written one by one: every week that is shown, and the work that was used last. */
export async function afterEntries(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: [SHEETS] }), client.invalidateQueries({ queryKey: [CHOICES] })]);
}

type StoredEntry = Omit<SheetEntry, 'project' | 'project_code' | 'client' | 'task_type'>;

/** One cell as the server holds it now. */
export interface StoredCell {
  line: Line;
  day: string;
  entries: readonly StoredEntry[];
}

/** Puts the entries that the server holds behind cells into the week that is held here. */
export function replaceCells(client: QueryClient, week: string, person: string, cells: readonly StoredCell[]): void {
  client.setQueryData<Timesheet>(sheetKey(week, person), (held) => held && withCells(held, cells));
}

function withCells(sheet: Timesheet, cells: readonly StoredCell[]): Timesheet {
  const replaced = new Set(cells.map(({ line, day }) => `${day} ${line.key}`));
  const rest = sheet.entries.filter((entry) => !replaced.has(`${entry.day} ${lineKey(entry)}`));
  const named = cells.flatMap(({ line, entries }) =>
    entries.map((entry) => ({
      ...entry,
      project: line.project,
      project_code: line.code,
      client: line.client,
      task_type: line.task,
    })),
  );
  return { ...sheet, entries: [...rest, ...named] };
}

/** The server's own words for what went wrong, or that nothing could be reached. */
export const reasonOf = (error: unknown): string =>
  error instanceof CallError && error.status !== 0 ? error.detail || text('time.refused') : text('time.unreachable');
