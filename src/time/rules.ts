import { type Day, addDays, clockIn, dayIn, startOfDay } from '../kit/day.ts';

/** Seconds of one day of a spread period. */
export interface DayShare {
  day: Day;
  seconds: number;
}

const DAY_MINUTES = 1440;
const DAY_SECONDS = 86_400;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Whole minutes in proportion to weights, none over its room: what a full day cannot take goes to the others, and the
 * minutes lost in rounding down go where most was lost, earlier days first.
 * @returns minutes by index; their sum is less than `minutes` only when there is no room left
 */
function shareOut(minutes: number, weights: readonly number[], room: readonly number[]): number[] {
  const shares = weights.map(() => 0);
  let open = weights.flatMap((weight, index) => (weight > 0 && (room[index] ?? 0) > 0 ? index : []));
  let left = minutes;
  let total = 0;
  for (;;) {
    total = sum(open.map((index) => weights[index] ?? 0));
    const full = open.filter((index) => left * (weights[index] ?? 0) >= (room[index] ?? 0) * total);
    if (full.length === 0) break;
    for (const index of full) {
      shares[index] = room[index] ?? 0;
      left -= room[index] ?? 0;
    }
    open = open.filter((index) => !full.includes(index));
  }
  for (const index of open) shares[index] = Math.floor((left * (weights[index] ?? 0)) / total);
  const lost = (index: number): number => (left * (weights[index] ?? 0)) % total;
  const rest = left - sum(open.map((index) => shares[index] ?? 0));
  const first = [...open].sort((a, b) => lost(b) - lost(a) || a - b).slice(0, open.length === 0 ? 0 : rest);
  for (const index of first) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/**
 * Spreads the time of a period over its days: whole minutes in proportion to what is expected on each day, equal shares
 * when nothing is expected on any, the odd seconds on the first working day with room. No day gets more than 24 h while
 * another has room; days on which nothing is expected are used only then.
 * @param seconds whole seconds, not negative
 * @param days expected minutes by day; negative ones count as none
 * @returns one share a day in the given order, some of them 0; their sum is `seconds` exactly (nothing for no days)
 */
export function spread(seconds: number, days: readonly { day: Day; minutes: number }[]): DayShare[] {
  if (days.length === 0) return [];
  const expected = days.map(({ minutes }) => Math.max(0, minutes));
  const equal = days.map(() => 1);
  const weights = expected.some((minutes) => minutes > 0) ? expected : equal;
  const shares = days.map(() => 0);
  const whole = Math.floor(seconds / 60);
  const add = (by: readonly number[], room: readonly number[]): void => {
    const more = shareOut(whole - sum(shares), by, room);
    for (const [index, minutes] of more.entries()) shares[index] = (shares[index] ?? 0) + minutes;
  };
  const roomLeft = (): number[] => shares.map((minutes) => DAY_MINUTES - minutes);
  add(weights, roomLeft());
  if (sum(shares) < whole) add(equal, roomLeft());
  if (sum(shares) < whole)
    add(
      weights,
      days.map(() => Number.POSITIVE_INFINITY),
    );

  const odd = seconds - whole * 60;
  const fits = (index: number): boolean => (shares[index] ?? 0) * 60 + odd <= DAY_SECONDS;
  const order = [...days.keys()].sort((a, b) => Number((weights[b] ?? 0) > 0) - Number((weights[a] ?? 0) > 0) || a - b);
  const taker = order.find(fits) ?? order[0];
  return days.map(({ day }, index) => ({ day, seconds: (shares[index] ?? 0) * 60 + (index === taker ? odd : 0) }));
}

/** Over this share of what was due a person has logged conspicuously much. */
export const OVER_SHARE = 1.2;

/** How a period stands for one person. */
export const BANDS = ['nothing', 'partly', 'complete', 'over'] as const;
export type Band = (typeof BANDS)[number];

/** Minutes of days gone by. `due`: pattern − holidays; `filled`: work and leave, each day at most what was due on it. */
export interface Completion {
  due: number;
  filled: number;
  /** Logged work, whatever was due. */
  logged: number;
  /** Approved leave within what was due. */
  leave: number;
}

export const noCompletion = (): Completion => ({ due: 0, filled: 0, logged: 0, leave: 0 });

/**
 * Adds one day. Overtime of one day hides no gap of another, since each day counts at most what was due on it.
 * @param expected minutes of the day
 * @param logged whole minutes of work
 */
export function addDayTo(sum: Completion, expected: { pattern: number; holiday: number; leave: number }, logged: number): void {
  const due = Math.max(0, expected.pattern - expected.holiday);
  const leave = Math.min(due, expected.leave);
  sum.due += due;
  sum.leave += leave;
  sum.logged += logged;
  sum.filled += Math.min(due, logged + leave);
}

export function addCompletion(sum: Completion, more: Completion): void {
  sum.due += more.due;
  sum.filled += more.filled;
  sum.logged += more.logged;
  sum.leave += more.leave;
}

/** Share of what was due, 0 to 1; null where nothing was. */
export const completionOf = ({ due, filled }: Completion): number | null => (due === 0 ? null : filled / due);

/** Undefined where nothing was due and nothing logged: nobody misses anything. */
export function bandOf({ due, filled, logged, leave }: Completion): Band | undefined {
  if (due === 0) return logged > 0 ? 'over' : undefined;
  if (logged + leave > due * OVER_SHARE) return 'over';
  if (filled >= due) return 'complete';
  return logged === 0 ? 'nothing' : 'partly';
}

/** What a firm asks of its timesheets. */
export interface TimeRules {
  /** Whose word a week needs: nobody's, the line manager's, or the managers' of the projects on it. */
  approval: 'off' | 'manager' | 'project';
  /** Days after the end of a week within which submitting it is in time. */
  submit_days: number;
  /** What is typed is rounded to so many minutes; 0: not at all. */
  rounding_minutes: number;
  rounding: 'nearest' | 'up' | 'down';
  comment_required: boolean;
  /** How many days back time may be logged or changed; null: without end. */
  past_days: number | null;
  /** 0 while the firm has never said anything. */
  version: number;
}

export const NO_RULES: TimeRules = {
  approval: 'off',
  submit_days: 1,
  rounding_minutes: 0,
  rounding: 'nearest',
  comment_required: false,
  past_days: null,
  version: 0,
};

/**
 * Seconds as the firm keeps them. Rounding makes nothing out of something only where it rounds down or to the nearest; a day
 * has no more than 24 hours afterwards either.
 */
export function rounded(
  seconds: number,
  { rounding_minutes: step, rounding }: Pick<TimeRules, 'rounding_minutes' | 'rounding'>,
): number {
  if (step === 0) return seconds;
  const steps = seconds / (step * 60);
  const whole = rounding === 'up' ? Math.ceil(steps) : rounding === 'down' ? Math.floor(steps) : Math.round(steps);
  return Math.min(whole * step * 60, DAY_SECONDS);
}

/** A piece of a running clock that lies within one day. */
export interface ClockPart extends DayShare {
  /** When it began on its day: `22:30:00`. */
  started_at: string;
}

/**
 * What a clock counted, day by day where the person is: whole minutes, at least one, and none lost at midnight. A day on which
 * clocks change has as many hours as really passed.
 * @param zone of the firm
 */
export function clockParts(zone: string, from: Date, to: Date): ClockPart[] {
  const minutes = Math.max(1, Math.round((to.getTime() - from.getTime()) / 60_000));
  const end = from.getTime() + minutes * 60_000;
  const parts: (ClockPart & { ms: number })[] = [];
  for (let at = from.getTime(); at < end; ) {
    const day = dayIn(zone, new Date(at));
    const midnight = startOfDay(zone, addDays(day, 1)).getTime();
    const until = Math.min(end, midnight);
    parts.push({ day, ms: until - at, seconds: 0, started_at: clockIn(zone, new Date(at)) });
    at = until;
  }
  return wholeMinutes(parts);
}

/**
 * What is odd at midnight goes to the earlier day, so that every part has whole minutes; a part without any is none. Reckoned in
 * milliseconds: two halves of a second that are rounded up would be a minute too much.
 */
function wholeMinutes(parts: readonly (ClockPart & { ms: number })[]): ClockPart[] {
  let carried = 0;
  const whole = parts.map(({ ms, ...part }) => {
    const counted = ms + carried;
    const minutes = Math.ceil(counted / 60_000);
    carried = counted - minutes * 60_000;
    return { ...part, seconds: minutes * 60 };
  });
  return whole.filter((part) => part.seconds > 0);
}
