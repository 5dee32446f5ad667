/** A calendar day without a zone, `YYYY-MM-DD`. Arithmetic runs on UTC midnights, so no clock change can shift it. */
export type Day = string;

const DAY_MS = 86_400_000;
const pattern = /^(\d{4})-(\d{2})-(\d{2})$/;

const stamp = (day: Day): number => Date.parse(`${day}T00:00:00Z`);
const fromStamp = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);

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
