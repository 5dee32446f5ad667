import { type Day, addDays, addMonths, daysBetween, mondayOf, monthOf } from '../kit/day.ts';
import { type Grade, atLeast } from '../kit/grades.ts';

export type Level = 'soft' | 'requested' | 'hard';
export type Unit = 'day' | 'week' | 'month';

/** When and how much: a booking as far as load is concerned. Both days are included. */
export interface Span {
  first_day: Day;
  last_day: Day;
  minutes_per_day: number;
  level: Level;
}

/** Booked minutes by day, index 0 is the first day of the range. Requested bookings count as soft until somebody confirms. */
export interface DayLoad {
  hard: Uint32Array;
  soft: Uint32Array;
}

/** Minutes by which a day exceeds its capacity. */
export interface OverDay {
  day: Day;
  minutes: number;
}

/** Index span `[start, end)` of a booking inside a range of `length` days from `from`. */
export function daysWithin(from: Day, length: number, span: Pick<Span, 'first_day' | 'last_day'>): [number, number] {
  const start = Math.max(0, daysBetween(from, span.first_day));
  const end = Math.min(length, daysBetween(from, span.last_day) + 1);
  return [start, Math.max(start, end)];
}

/**
 * Adds minutes on days `[start, end)` that have capacity and nothing on days without: holidays, leave and days off are
 * never consumed. `sign` -1 takes them off again.
 */
export function addMinutes(
  days: Uint32Array,
  capacity: ArrayLike<number>,
  start: number,
  end: number,
  minutes: number,
  sign: 1 | -1 = 1,
): void {
  for (let index = start; index < end; index++) {
    if ((capacity[index] ?? 0) > 0) days[index] = (days[index] ?? 0) + sign * minutes;
  }
}

/** Adds a booking to a load, or takes it off with `sign` -1. */
export function addLoad(load: DayLoad, capacity: ArrayLike<number>, from: Day, span: Span, sign: 1 | -1 = 1): void {
  const [start, end] = daysWithin(from, capacity.length, span);
  addMinutes(span.level === 'hard' ? load.hard : load.soft, capacity, start, end, span.minutes_per_day, sign);
}

/** Load of all bookings of one person, by day. */
export function loadOf(capacity: ArrayLike<number>, from: Day, spans: Iterable<Span>): DayLoad {
  const load = { hard: new Uint32Array(capacity.length), soft: new Uint32Array(capacity.length) };
  for (const span of spans) addLoad(load, capacity, from, span);
  return load;
}

/**
 * The days on which a booking brings its person over capacity, and by how much, as though it were confirmed: what is
 * confirmed beside it, and itself. `others` leaves the booking out; other soft bookings take nothing.
 */
export function overOf(capacity: ArrayLike<number>, from: Day, others: DayLoad, span: Span): OverDay[] {
  const over: OverDay[] = [];
  const [start, end] = daysWithin(from, capacity.length, span);
  for (let index = start; index < end; index++) {
    const room = capacity[index] ?? 0;
    const excess = (others.hard[index] ?? 0) + span.minutes_per_day - room;
    if (room > 0 && excess > 0) over.push({ day: addDays(from, index), minutes: excess });
  }
  return over;
}

/** True when `after` exceeds capacity more than `before` did on some day: what a level that refuses looks at. */
export function worsens(before: readonly OverDay[], after: readonly OverDay[]): boolean {
  const known = new Map(before.map(({ day, minutes }) => [day, minutes]));
  return after.some(({ day, minutes }) => minutes > (known.get(day) ?? 0));
}

/** First day of the unit that holds `day`; `weekStart` is the ISO number of the weekday on which weeks begin. */
export function unitStart(day: Day, unit: Unit, weekStart = 1): Day {
  if (unit === 'day') return day;
  if (unit === 'month') return monthOf(day);
  const start = addDays(mondayOf(day), weekStart - 1);
  return start > day ? addDays(start, -7) : start;
}

/** First day of the unit that lies `count` units after the one that begins at `start`. */
export function addUnits(start: Day, count: number, unit: Unit): Day {
  if (unit === 'month') return addMonths(start, count);
  return addDays(start, count * (unit === 'week' ? 7 : 1));
}

/** A range widened to whole units, with the first day of each. */
export interface UnitRange {
  from: Day;
  to: Day;
  unit: Unit;
  starts: Day[];
}

export function unitsBetween(from: Day, to: Day, unit: Unit, weekStart = 1): UnitRange {
  const starts: Day[] = [];
  // The day after the last of 9999 is written in another way, and sorts before all others.
  for (
    let start = unitStart(from, unit, weekStart);
    start <= to && start > (starts.at(-1) ?? '');
    start = addUnits(start, 1, unit)
  )
    starts.push(start);
  const first = starts[0] ?? from;
  return { from: first, to: addDays(addUnits(starts.at(-1) ?? from, 1, unit), -1), unit, starts };
}

/** Index of the unit that each day of the range belongs to. */
export function unitOfDays(range: UnitRange): Uint16Array {
  const units = new Uint16Array(daysBetween(range.from, range.to) + 1);
  for (const [index, start] of range.starts.entries()) units.fill(index, daysBetween(range.from, start));
  return units;
}

/** Sums days into the units of a range; `units` comes from `unitOfDays`. */
export function sumUnits(days: ArrayLike<number>, units: Uint16Array, count: number): number[] {
  const sums = new Array<number>(count).fill(0);
  for (let index = 0; index < units.length; index++) {
    const unit = units[index] ?? 0;
    sums[unit] = (sums[unit] ?? 0) + (days[index] ?? 0);
  }
  return sums;
}

/** Minutes of each unit: what a board or a matrix shows of one person. */
export interface UnitLoad {
  capacity: number[];
  hard: number[];
  soft: number[];
  /** Minutes beyond capacity, summed over the days: an empty Friday hides no long Monday. */
  over: number[];
}

/** One person's days as units. `withSoft` counts soft bookings toward `over` too. */
export function unitLoad(
  capacity: ArrayLike<number>,
  load: DayLoad,
  units: Uint16Array,
  count: number,
  withSoft = false,
): UnitLoad {
  const none = (): number[] => new Array<number>(count).fill(0);
  const sums = { capacity: none(), hard: none(), soft: none(), over: none() };
  // Once through the days: for five thousand people four times were half of the work.
  for (let index = 0; index < units.length; index++) {
    const unit = units[index] ?? 0;
    const [room, hard, soft] = [capacity[index] ?? 0, load.hard[index] ?? 0, load.soft[index] ?? 0];
    sums.capacity[unit] = (sums.capacity[unit] ?? 0) + room;
    sums.hard[unit] = (sums.hard[unit] ?? 0) + hard;
    sums.soft[unit] = (sums.soft[unit] ?? 0) + soft;
    sums.over[unit] = (sums.over[unit] ?? 0) + Math.max(0, hard + (withSoft ? soft : 0) - room);
  }
  return sums;
}

/** Booked minutes as per cent of capacity, or null without capacity. What lies over capacity never reads as 100. */
export function percentOf(minutes: number, capacity: number): number | null {
  if (capacity <= 0) return null;
  const percent = (minutes * 100) / capacity;
  return minutes > capacity ? Math.max(101, Math.round(percent)) : Math.min(100, Math.round(percent));
}

/** The six lower bounds of the bands 2 to 7; a firm may set its own. */
export const LOAD_THRESHOLDS: readonly number[] = [25, 50, 75, 101, 110, 125];

/** One of eight bands: 0 is nothing booked, 1 to 4 fill the capacity, 5 to 7 lie beyond it. */
export function bandOf(percent: number | null, thresholds: readonly number[] = LOAD_THRESHOLDS): number {
  if (percent === null || percent <= 0) return 0;
  return 1 + thresholds.filter((bound) => percent >= bound).length;
}

/** Both parts of a booking that is cut before `day`, or undefined when the day is not inside of it. */
export function splitAt<S extends Pick<Span, 'first_day' | 'last_day'>>(span: S, day: Day): [S, S] | undefined {
  if (day <= span.first_day || day > span.last_day) return undefined;
  return [
    { ...span, last_day: addDays(day, -1) },
    { ...span, first_day: day },
  ];
}

const DAY = 1440;
const perDay = (minutes: number): number => Math.min(DAY, Math.max(1, Math.round(minutes)));

/** Minutes a day that are so many per cent of what somebody has on some days: `capacity` is of all of them together. */
export const minutesOfPercent = (percent: number, capacity: number, days: number): number =>
  perDay((percent * capacity) / (100 * Math.max(1, days)));

/** Minutes a day that come to so many in all over some working days. */
export const minutesOfTotal = (minutes: number, days: number): number => perDay(minutes / Math.max(1, days));

/** How a booking comes again: every so many weeks, the last time beginning not after a day. */
export interface Repeat {
  weeks: number;
  until: Day;
}

/** Times that a booking can come again at once: four years of weeks. */
export const MOST_REPEATS = 208;

/** The later times of a booking that comes again, on the same weekdays and as long; the first one itself is not among them. */
export function repeatsOf(
  span: Pick<Span, 'first_day' | 'last_day'>,
  { weeks, until }: Repeat,
): Pick<Span, 'first_day' | 'last_day'>[] {
  const times: Pick<Span, 'first_day' | 'last_day'>[] = [];
  const step = 7 * Math.max(1, weeks);
  for (let days = step; times.length < MOST_REPEATS && addDays(span.first_day, days) <= until; days += step)
    times.push({ first_day: addDays(span.first_day, days), last_day: addDays(span.last_day, days) });
  return times;
}

export interface LevelRule {
  counts: Level;
  lowest_grade: Grade;
  over_capacity: 'mark' | 'refuse';
  /** The least that a booking names: a client by anything of theirs (the default), the project, the task too. */
  granularity?: 'client' | 'project' | 'task';
  /** Whom it may be set for. Default: the firm. */
  scope?: Reach;
}

const REACHES = ['team', 'subtree', 'firm'] as const;
/** Where somebody stands from who books them: in one of the own teams, in one below these, elsewhere in the firm. */
export type Reach = (typeof REACHES)[number];

/** What holds where neither the team nor the firm has set levels. */
export const USUAL_LEVELS: readonly LevelRule[] = [
  { counts: 'soft', lowest_grade: 'Senior', over_capacity: 'mark' },
  { counts: 'requested', lowest_grade: 'Intern', over_capacity: 'mark' },
  { counts: 'hard', lowest_grade: 'Manager', over_capacity: 'mark' },
];

/**
 * True when a grade may set bookings of a level for who stands there, or change and take away such ones. Anybody may request for
 * oneself.
 */
export function maySet(
  levels: readonly LevelRule[],
  level: Level,
  grade: string,
  forOneself: boolean,
  reach: Reach = 'team',
): boolean {
  if (level === 'requested' && forOneself) return true;
  const rules = levels.length > 0 ? levels : USUAL_LEVELS;
  const near = forOneself ? 'team' : reach;
  return rules.some(
    ({ counts, lowest_grade, scope = 'firm' }) =>
      counts === level && atLeast(grade, lowest_grade) && REACHES.indexOf(near) <= REACHES.indexOf(scope),
  );
}

/** What a booking of a level fails to name, if anything: internal work has no project. */
export function missingOf(
  levels: readonly LevelRule[],
  level: Level,
  work: { project_id?: string | null; task_type_id?: string | null; internal: boolean },
): 'project_id' | 'task_type_id' | undefined {
  const least = levels.find(({ counts }) => counts === level)?.granularity ?? 'client';
  if (least !== 'client' && !work.project_id && !work.internal) return 'project_id';
  return least === 'task' && !work.task_type_id ? 'task_type_id' : undefined;
}
