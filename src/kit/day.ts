/** A calendar day without a zone, `YYYY-MM-DD`. Arithmetic runs on UTC midnights, so no clock change can shift it. */
export type Day = string;

const DAY_MS = 86_400_000;
const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

/** So many days are kept with their midnights: a firm reckons with the same few hundred, thousands of times over. */
const KEPT = 10_000;
const stamps = new Map<Day, number>();
const days = new Map<number, Day>();

function keep<Key, Value>(known: Map<Key, Value>, key: Key, value: Value): Value {
  if (known.size >= KEPT) known.clear();
  known.set(key, value);
  return value;
}

const stamp = (day: Day): number => stamps.get(day) ?? keep(stamps, day, Date.parse(`${day}T00:00:00Z`));
const fromStamp = (ms: number): Day => days.get(ms) ?? keep(days, ms, new Date(ms).toISOString().slice(0, 10));

/** Days whose week and month around them have names of the same form: others could not be reckoned with. */
const hasNeighbours = (text: string): boolean => text >= '0002-' && text < '9999-';

/** True for a day that exists: `2026-02-30` does not. */
export function isDay(text: string): boolean {
  return pattern.test(text) && hasNeighbours(text) && !Number.isNaN(stamp(text)) && fromStamp(stamp(text)) === text;
}

export const addDays = (day: Day, days: number): Day => fromStamp(stamp(day) + days * DAY_MS);

/** Whole days from `from` to `to`; negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((stamp(to) - stamp(from)) / DAY_MS);

/** ISO weekday: Monday 1 … Sunday 7. */
export const weekday = (day: Day): number => new Date(stamp(day)).getUTCDay() || 7;

/** The Monday of the ISO week that holds the day. */
export const mondayOf = (day: Day): Day => addDays(day, 1 - weekday(day));

export const monthOf = (day: Day): Day => `${day.slice(0, 7)}-01`;

/** First day of the month that lies `months` after the month of `day`. */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(stamp(monthOf(day)));
  date.setUTCMonth(date.getUTCMonth() + months);
  return fromStamp(date.getTime());
}

/** All days from `from` to `to`, both included; empty when `to` is earlier. */
export function eachDay(from: Day, to: Day): Day[] {
  const count = daysBetween(from, to) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(from, index));
}

/** ISO week name of a day: `2026-W47` (ISO 8601: week 1 holds the year's first Thursday). */
export function isoWeek(day: Day): string {
  const thursday = addDays(mondayOf(day), 3);
  const firstThursday = addDays(mondayOf(`${thursday.slice(0, 4)}-01-04`), 3);
  return `${thursday.slice(0, 4)}-W${String(daysBetween(firstThursday, thursday) / 7 + 1).padStart(2, '0')}`;
}

/** The Monday of an ISO week name, or undefined when there is no such week. */
export function mondayOfIsoWeek(week: string): Day | undefined {
  const match = /^(\d{4})-W(\d{2})$/.exec(week);
  if (!match || !hasNeighbours(week)) return undefined;
  const monday = addDays(mondayOf(`${match[1]}-01-04`), (Number(match[2]) - 1) * 7);
  return isoWeek(monday) === week ? monday : undefined;
}

const calendars = new Map<string, Intl.DateTimeFormat>();
/** Making a calendar costs a hundred times more than asking it. */
function calendarOf(zone: string): Intl.DateTimeFormat {
  const known = calendars.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  calendars.set(zone, made);
  return made;
}

/** The day on which an instant falls in a time zone. */
export const dayIn = (zone: string, instant: Date): Day => calendarOf(zone).format(instant);

const clocks = new Map<string, Intl.DateTimeFormat>();
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const digits = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const made = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hourCycle: 'h23', ...digits });
  clocks.set(zone, made);
  return made;
}

/** The time of day of an instant in a time zone: `17:05:09`. */
export const clockIn = (zone: string, instant: Date): string => clockOf(zone).format(instant);

/**
 * The first instant of a day in a time zone. A day whose midnight does not exist, because clocks go forward at that moment,
 * begins with the first instant that does.
 */
export function startOfDay(zone: string, day: Day): Date {
  let at = stamp(day);
  // The offset at the guess brings one near; where it changes on the way, the second look is right.
  for (let look = 0; look < 3; look++) {
    const local = stamp(dayIn(zone, new Date(at))) + clockMs(clockIn(zone, new Date(at)));
    if (local === stamp(day)) break;
    at += stamp(day) - local;
  }
  while (dayIn(zone, new Date(at)) < day) at += HOUR_MS / 2;
  while (dayIn(zone, new Date(at - 1)) === day) at -= HOUR_MS / 2;
  return new Date(at);
}

const HOUR_MS = 3_600_000;
const clockMs = (clock: string): number => {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
};
