import { type Day, addDays, isoWeek, mondayOf, mondayOfIsoWeek, weekday } from '../../kit/day.ts';
import type { ReplyOf } from '../../kit/endpoint.ts';
import type { timeContract } from '../contract.ts';

export type Timesheet = ReplyOf<(typeof timeContract)['GET /api/timesheets/:week']>;
export type SheetDay = Timesheet['days'][number];
export type SheetEntry = Timesheet['entries'][number];
export type Choices = ReplyOf<(typeof timeContract)['GET /api/time_entries/choices']>;

/** What time is logged on: a project, a task type, or both. */
export interface Work {
  project_id: string | null;
  task_type_id: string | null;
}

/** One row of the sheet with the names that are shown. */
export interface Line extends Work {
  key: string;
  client: string | null;
  project: string | null;
  code: string | null;
  task: string | null;
}

/** One cell: its whole time, its note, and the entries that the server holds behind it, oldest first. */
export interface Cell {
  seconds: number;
  comment: string;
  entries: readonly { id: string; seconds: number; comment: string; started_at: string | null }[];
}

/** A new value of one cell. */
export interface Edit {
  line: string;
  /** Column, 0 to 6. */
  day: number;
  seconds: number;
  comment: string;
}

export const DAYS = 7;
export const HALF_HOUR = 1800;
export const DAY_SECONDS = 86_400;
export const emptyCell: Cell = { seconds: 0, comment: '', entries: [] };

export const lineKey = ({ project_id, task_type_id }: Work): string => `${project_id ?? ''}/${task_type_id ?? ''}`;
export const cellKey = (line: string, day: number): string => `${line}#${day}`;

/** What a line key stands for. */
export function workOf(key: string): Work {
  const [project = '', task = ''] = key.split('/');
  return { project_id: project || null, task_type_id: task || null };
}

interface Named extends Work {
  project: string | null;
  project_code: string | null;
  client: string | null;
  task_type: string | null;
}

export const lineOf = (row: Named): Line => ({
  key: lineKey(row),
  project_id: row.project_id,
  task_type_id: row.task_type_id,
  client: row.client,
  project: row.project,
  code: row.project_code,
  task: row.task_type,
});

/** `Client · Project · Task`, without what the line does not have. */
export const lineName = (line: Pick<Line, 'client' | 'project' | 'task'>): string =>
  [line.client, line.project, line.task].filter(Boolean).join(' · ');

/** Minutes of work that are due on a day: pattern without holiday and leave. */
export const dueMinutes = ({ expected }: Pick<SheetDay, 'expected'>): number =>
  expected.pattern - expected.holiday - expected.leave;

/** A day on which work is due and which may be written. */
export const isWorkingDay = (day: SheetDay): boolean => dueMinutes(day) > 0 && !day.locked;

export type DayKind = 'work' | 'off' | 'holiday' | 'leave';

/** Why a day is shaded. A half holiday or half a day of leave is shaded too: the label says so. */
export function dayKind({ expected, holiday }: SheetDay): DayKind {
  if (holiday !== null && (expected.holiday > 0 || expected.pattern === 0)) return 'holiday';
  if (expected.leave > 0) return 'leave';
  return expected.pattern === 0 ? 'off' : 'work';
}

export type TotalState = 'missing' | 'done' | 'over' | 'none';

/** How logged time stands against what is due, both in seconds. Nothing due and nothing logged says nothing. */
export function totalState(seconds: number, due: number): TotalState {
  if (seconds === 0 && due === 0) return 'none';
  return seconds < due ? 'missing' : seconds === due ? 'done' : 'over';
}

/**
 * Timesheet completion of the week: logged time and leave ÷ (pattern − holidays), capped by day so that overtime does not
 * hide a gap. @returns 0 to 1; 1 when nothing is due
 */
export function completion(days: readonly SheetDay[], secondsOf: (day: number) => number): number {
  let due = 0;
  let filled = 0;
  for (const [index, { expected }] of days.entries()) {
    const standard = (expected.pattern - expected.holiday) * 60;
    due += standard;
    filled += Math.min(standard, secondsOf(index) + expected.leave * 60);
  }
  return due === 0 ? 1 : filled / due;
}

/** The week's cells by line key and column. */
export function cellsOf(sheet: Timesheet): Map<string, Cell[]> {
  const columns = new Map(sheet.days.map(({ day }, index) => [day, index]));
  const cells = new Map<string, Cell[]>();
  for (const entry of sheet.entries) {
    const column = columns.get(entry.day);
    if (column === undefined) continue;
    const key = lineKey(entry);
    const row = cells.get(key) ?? Array.from({ length: DAYS }, () => emptyCell);
    const cell = row[column] ?? emptyCell;
    row[column] = cellFrom([...cell.entries, entry]);
    cells.set(key, row);
  }
  return cells;
}

/** A cell from its entries, oldest first; the note shown is that of the latest, since a changed note lands there. */
export function cellFrom(entries: Cell['entries']): Cell {
  return {
    seconds: entries.reduce((sum, entry) => sum + entry.seconds, 0),
    comment: entries.at(-1)?.comment ?? '',
    entries: entries.map(({ id, seconds, comment, started_at }) => ({ id, seconds, comment, started_at })),
  };
}

/** What is planned for a cell: seconds, and whether the booking names the task or stands for the whole project. */
export interface PlannedCell {
  seconds: number;
  wholeProject: boolean;
}

/**
 * The confirmed plan by cell, and the lines it stands on. A booking of a project without a task type goes to the line on
 * which that project was logged this week, else to the task type that was used last, else to a line without one.
 */
export function planOf(sheet: Timesheet, recent: Choices['recent'] = [], names: ReadonlyMap<string, string> = new Map()) {
  const columns = new Map(sheet.days.map(({ day }, index) => [day, index]));
  const plan = new Map<string, PlannedCell>();
  const lines = new Map<string, Line>();
  for (const row of sheet.planned) {
    const column = columns.get(row.day);
    if (row.level !== 'hard' || column === undefined) continue;
    const wholeProject = row.project_id !== null && row.task_type_id === null;
    const task = wholeProject ? usualTask(sheet, recent, row.project_id) : row.task_type_id;
    const task_type = task === row.task_type_id ? row.task_type : (names.get(task ?? '') ?? taskName(sheet, task));
    const line = lineOf({ ...row, task_type_id: task, task_type });
    lines.set(line.key, line);
    const key = cellKey(line.key, column);
    plan.set(key, { seconds: (plan.get(key)?.seconds ?? 0) + row.minutes * 60, wholeProject });
  }
  return { plan, lines: [...lines.values()] };
}

function usualTask(sheet: Timesheet, recent: Choices['recent'], project: string | null): string | null {
  const seconds = new Map<string | null, number>();
  for (const entry of sheet.entries) {
    if (entry.project_id === project) seconds.set(entry.task_type_id, (seconds.get(entry.task_type_id) ?? 0) + entry.seconds);
  }
  const most = [...seconds].sort((a, b) => b[1] - a[1])[0];
  return most ? most[0] : (recent.find((row) => row.project_id === project)?.task_type_id ?? null);
}

const taskName = (sheet: Timesheet, task: string | null): string | null =>
  sheet.entries.find((entry) => entry.task_type_id === task)?.task_type ?? null;

/** What suggestions are made from: the plan, the rows, the days, and the live time of a cell. */
export interface Planning {
  plan: ReadonlyMap<string, PlannedCell>;
  lines: readonly Line[];
  days: readonly SheetDay[];
  secondsOf: (line: string, day: number) => number;
}

/**
 * What a cell suggests: the plan of an empty cell, on a day that is not full yet. Where the booking is of the whole
 * project, time that stands on its other lines that day is taken off.
 */
export function suggestionAt({ plan, lines, days, secondsOf }: Planning, line: Line, day: number): number {
  const planned = plan.get(cellKey(line.key, day));
  if (!planned || secondsOf(line.key, day) > 0) return 0;
  const logged = lines.reduce((sum, other) => sum + secondsOf(other.key, day), 0);
  const each = days[day];
  if (logged > 0 && each && logged >= dueMinutes(each) * 60) return 0;
  if (!planned.wholeProject) return planned.seconds;
  const elsewhere = lines
    .filter((other) => other.project_id === line.project_id)
    .reduce((sum, other) => sum + secondsOf(other.key, day), 0);
  return Math.max(0, planned.seconds - elsewhere);
}

/**
 * The rows of a sheet in their order: those the person put in an order, then the rest by name.
 * @param groups lines from several sources (logged, planned, added); the first that has a key gives its names
 */
export function orderLines(groups: readonly (readonly Line[])[], order: readonly string[] = []): Line[] {
  const byKey = new Map<string, Line>();
  for (const line of groups.flat()) if (!byKey.has(line.key)) byKey.set(line.key, line);
  const place = new Map(order.map((key, index) => [key, index]));
  const rank = (line: Line): number => place.get(line.key) ?? Number.MAX_SAFE_INTEGER;
  return [...byKey.values()].sort((a, b) => rank(a) - rank(b) || byName(a, b));
}

/** Client work before internal work, each by name. */
function byName(a: Line, b: Line): number {
  if ((a.project === null) !== (b.project === null)) return a.project === null ? 1 : -1;
  return lineName(a).localeCompare(lineName(b));
}

/** The week an address names, or this week when it names none. */
export const weekIn = (text: string, today: Day): string => (mondayOfIsoWeek(text) === undefined ? isoWeek(today) : text);

/** The week some weeks later (or earlier). */
export const weekAfter = (week: string, weeks: number): string =>
  isoWeek(addDays(mondayOfIsoWeek(week) ?? mondayOf('2026-01-05'), weeks * 7));

/** Column of a day in its week: Monday 0. */
export const columnOf = (day: Day): number => weekday(day) - 1;
