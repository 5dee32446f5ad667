import { type Day, addDays, daysBetween, weekday } from '../kit/day.ts';

/** What one person should do on one day, in minutes: the working pattern, and what holiday and leave take off it. */
export interface Expected {
  pattern: number;
  holiday: number;
  leave: number;
}

/** The dated facts of one person from which every day follows. Spans hold from `from` up to and without `to`. */
export interface PersonFacts {
  user_id: string;
  country: string;
  region: string | null;
  /** Minutes by weekday, Monday first. */
  patterns: readonly { from: Day; to: Day; minutes: readonly number[] }[];
  employments: readonly { from: Day; to: Day }[];
  /** Approved leave, both ends included. */
  leaves: readonly { first: Day; last: Day; half: boolean }[];
}

export interface Holiday {
  country: string;
  region: string | null;
  day: Day;
  half: boolean;
}

/** Days from `from` on of a person, as typed columns: index 0 is `from`. */
export interface ExpectedDays {
  from: Day;
  pattern: Uint16Array;
  holiday: Uint16Array;
  leave: Uint16Array;
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** Index span of `[start, end)` inside a range of `length` days from `from`. */
function within(from: Day, length: number, start: Day, end: Day): [number, number] {
  const first = start <= from ? 0 : clamp(daysBetween(from, start), length);
  const last = end === 'infinity' ? length : clamp(daysBetween(from, end), length);
  return [first, last];
}

/** Holidays by country and region, so that a person's are found without a search. */
export function holidayBook(holidays: readonly Holiday[]): (country: string, region: string | null) => readonly Holiday[] {
  const nationwide = Map.groupBy(
    holidays.filter((holiday) => holiday.region === null),
    (holiday) => holiday.country,
  );
  const regional = Map.groupBy(
    holidays.filter((holiday) => holiday.region !== null),
    (holiday) => `${holiday.country}-${holiday.region}`,
  );
  return (country, region) => [
    ...(nationwide.get(country) ?? []),
    ...(region ? (regional.get(`${country}-${region}`) ?? []) : []),
  ];
}

/**
 * The one answer to "how much should this person work on these days", used by timesheets, completion, utilization, leave
 * and boards alike. Outside of the employment everything is zero. A full holiday takes the whole pattern, a half one half
 * of it; leave takes what the holiday left, or half of the pattern at most.
 */
export function expectedDays(person: PersonFacts, holidays: readonly Holiday[], from: Day, length: number): ExpectedDays {
  const days = { from, pattern: new Uint16Array(length), holiday: new Uint16Array(length), leave: new Uint16Array(length) };
  const firstWeekday = weekday(from) - 1;
  const employed = new Uint8Array(length);
  for (const span of person.employments) employed.fill(1, ...within(from, length, span.from, span.to));
  for (const { from: start, to, minutes } of person.patterns) {
    const [first, last] = within(from, length, start, to);
    for (let index = first; index < last; index++) {
      if (employed[index]) days.pattern[index] = minutes[(firstWeekday + index) % 7] ?? 0;
    }
  }
  for (const { day, half } of holidays) {
    const index = daysBetween(from, day);
    if (index < 0 || index >= length) continue;
    const pattern = days.pattern[index] ?? 0;
    days.holiday[index] = Math.max(days.holiday[index] ?? 0, half ? Math.floor(pattern / 2) : pattern);
  }
  for (const { first, last, half } of person.leaves) {
    const [start, end] = within(from, length, first, addDays(last, 1));
    for (let index = start; index < end; index++) {
      const pattern = days.pattern[index] ?? 0;
      const rest = pattern - (days.holiday[index] ?? 0);
      const taken = (days.leave[index] ?? 0) + (half ? Math.floor(pattern / 2) : rest);
      days.leave[index] = Math.min(rest, taken);
    }
  }
  return days;
}

/** One day of the columns as an object. */
export const expectedOn = (days: ExpectedDays, index: number): Expected => ({
  pattern: days.pattern[index] ?? 0,
  holiday: days.holiday[index] ?? 0,
  leave: days.leave[index] ?? 0,
});
