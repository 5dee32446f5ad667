import { type Day, addDays, daysBetween, weekday } from '../kit/day.ts';

/** What one person should do on one day, in minutes: the working pattern, and what holiday and leave take off it. */
export interface Expected {
  pattern: number;
  holiday: number;
  leave: number;
  /** Of the leave, what counts as worked by its type: no work is due, and it stays in what utilization is measured against. */
  worked: number;
}

/** How much of its days a leave takes: whole days, a half of one, or so many minutes of one. */
export const PARTS = ['day', 'first_half', 'second_half', 'hours'] as const;
export type Part = (typeof PARTS)[number];

/** Leave as capacity sees it, both ends included; `minutes` with the part `hours` alone. */
export interface Leave {
  first: Day;
  last: Day;
  part: Part;
  minutes?: number | null;
  /** Its type counts as worked. */
  worked?: boolean;
}

/** A place from a day up to and without another. */
export interface Located {
  from: Day;
  to: Day;
  country: string;
  region: string | null;
}

/** The dated facts of one person from which every day follows. Spans hold from `from` up to and without `to`. */
export interface PersonFacts {
  user_id: string;
  country: string;
  region: string | null;
  /** Where they were on days on which that was elsewhere, or is said by the day. */
  places?: readonly Located[];
  /** Minutes by weekday, Monday first. */
  patterns: readonly { from: Day; to: Day; minutes: readonly number[] }[];
  employments: readonly { from: Day; to: Day }[];
  /** Approved leave, in the order in which it takes from a day that several share. */
  leaves: readonly Leave[];
}

export interface Holiday {
  country: string;
  region: string | null;
  day: Day;
  half: boolean;
  /** Regions in which a holiday of the country is none. */
  not_in?: readonly string[];
}

/** Days from `from` on of a person, as typed columns: index 0 is `from`. */
export interface ExpectedDays {
  from: Day;
  pattern: Uint16Array;
  holiday: Uint16Array;
  leave: Uint16Array;
  worked: Uint16Array;
}

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** Index span of `[start, end)` inside a range of `length` days from `from`. */
function within(from: Day, length: number, start: Day, end: Day): { start: number; end: number } {
  const first = start <= from ? 0 : clamp(daysBetween(from, start), length);
  const last = end === 'infinity' ? length : clamp(daysBetween(from, end), length);
  return { start: first, end: last };
}

interface Stretch {
  /** Index of the first day, and of the day after the last. */
  start: number;
  end: number;
}

/** The facts of a person by the index of the day in a range: what `PersonFacts` says in days. */
export interface RangeFacts {
  patterns: readonly (Stretch & { minutes: readonly number[] })[];
  employments: readonly Stretch[];
  leaves: readonly (Stretch & Pick<Leave, 'part' | 'minutes' | 'worked'>)[];
}

/** Holidays by the index of the day; what lies outside of the range is left out. */
export type RangeHolidays = readonly { index: number; half: boolean }[];

/** Holidays by country and region, so that a person's are found without a search. */
export function holidayBook<H extends Holiday>(holidays: readonly H[]): Book<H> {
  const nationwide = Map.groupBy(
    holidays.filter((holiday) => holiday.region === null),
    (holiday) => holiday.country,
  );
  const regional = Map.groupBy(
    holidays.filter((holiday) => holiday.region !== null),
    (holiday) => `${holiday.country}-${holiday.region}`,
  );
  const known = new Map<string, readonly H[]>();
  return (country, region) => {
    const key = `${country}-${region ?? ''}`;
    const found = known.get(key) ?? [
      ...(nationwide.get(country) ?? []).filter((holiday) => region === null || !holiday.not_in?.includes(region)),
      ...(region ? (regional.get(`${country}-${region}`) ?? []) : []),
    ];
    known.set(key, found);
    return found;
  };
}

type Book<H> = (country: string, region: string | null) => readonly H[];

/** A person's holidays: those of the place of the day. */
export function holidaysOf<H extends Holiday>(
  book: Book<H>,
  { country, region, places = [] }: Pick<PersonFacts, 'country' | 'region' | 'places'>,
): readonly H[] {
  if (places.length === 0) return book(country, region);
  const within = ({ from, to }: Located, day: Day): boolean => from <= day && day < to;
  const away = places.flatMap((place) => book(place.country, place.region).filter(({ day }) => within(place, day)));
  return [...away, ...book(country, region).filter(({ day }) => !places.some((place) => within(place, day)))];
}

/**
 * What a leave takes of a day: a whole day what is left of it, a half one half of the pattern, hours their minutes; never more
 * than is left. The two halves make the whole, also of an odd number of minutes; on a half holiday either half is what is left.
 */
export function takenOf(
  pattern: number,
  holiday: number,
  rest: number,
  { part, minutes }: Pick<Leave, 'part' | 'minutes'>,
): number {
  if (part === 'day') return rest;
  if (part === 'hours') return Math.min(rest, minutes ?? 0);
  const half = part === 'first_half' && holiday === 0 ? Math.floor(pattern / 2) : Math.ceil(pattern / 2);
  return Math.min(rest, half);
}

/** Days of a person with pattern and holidays; leave is not taken off yet. */
function dueDays(from: Day, length: number, facts: Omit<RangeFacts, 'leaves'>, holidays: RangeHolidays): ExpectedDays {
  const columns = (): Uint16Array => new Uint16Array(length);
  const days = { from, pattern: columns(), holiday: columns(), leave: columns(), worked: columns() };
  const firstWeekday = weekday(from) - 1;
  for (const employment of facts.employments) {
    for (const { start, end, minutes } of facts.patterns) {
      const stop = Math.min(end, employment.end);
      const first = Math.max(start, employment.start);
      for (let index = first, on = (firstWeekday + first) % 7; index < stop; index++) {
        days.pattern[index] = minutes[on] as number;
        on = on === 6 ? 0 : on + 1;
      }
    }
  }
  for (const { index, half } of holidays) {
    const pattern = days.pattern[index] ?? 0;
    days.holiday[index] = Math.max(days.holiday[index] ?? 0, half ? Math.floor(pattern / 2) : pattern);
  }
  return days;
}

/** Takes one leave off the days. @returns the minutes that it took by index of the day, days without work left out */
function takeOff(days: ExpectedDays, leave: RangeFacts['leaves'][number]): [index: number, minutes: number][] {
  const taken: [number, number][] = [];
  for (let index = leave.start; index < leave.end; index++) {
    const pattern = days.pattern[index] ?? 0;
    const holiday = days.holiday[index] ?? 0;
    const away = days.leave[index] ?? 0;
    const minutes = takenOf(pattern, holiday, pattern - holiday - away, leave);
    if (minutes === 0) continue;
    days.leave[index] = away + minutes;
    if (leave.worked) days.worked[index] = (days.worked[index] ?? 0) + minutes;
    taken.push([index, minutes]);
  }
  return taken;
}

/**
 * The one answer to "how much should this person work on these days", used by timesheets, completion, utilization, leave
 * and boards alike. Outside of the employment everything is zero. A full holiday takes the whole pattern, a half one half
 * of it; leave takes what the holiday left, or half of the pattern at most.
 */
export function expectedInRange(from: Day, length: number, facts: RangeFacts, holidays: RangeHolidays): ExpectedDays {
  const days = dueDays(from, length, facts, holidays);
  for (const leave of facts.leaves) takeOff(days, leave);
  return days;
}

/**
 * `expectedInRange` for many people: who has the same patterns, employments and holidays (the same arrays of them) shares the
 * columns that follow from these, and without leave the whole answer. They are read and never written.
 */
export function expectedTogether(from: Day, length: number): (facts: RangeFacts, holidays: RangeHolidays) => ExpectedDays {
  const unworked = new Uint16Array(length);
  const known = new Map<RangeFacts['patterns'], Map<RangeFacts['employments'], Map<RangeHolidays, ExpectedDays>>>();
  const dueFor = (facts: RangeFacts, holidays: RangeHolidays): ExpectedDays => {
    const byEmployments = known.get(facts.patterns) ?? new Map<RangeFacts['employments'], Map<RangeHolidays, ExpectedDays>>();
    known.set(facts.patterns, byEmployments);
    const byHolidays = byEmployments.get(facts.employments) ?? new Map<RangeHolidays, ExpectedDays>();
    byEmployments.set(facts.employments, byHolidays);
    const due = byHolidays.get(holidays) ?? dueDays(from, length, facts, holidays);
    byHolidays.set(holidays, due);
    return due;
  };
  return (facts, holidays) => {
    const due = dueFor(facts, holidays);
    if (facts.leaves.length === 0) return due;
    const worked = facts.leaves.some((leave) => leave.worked) ? new Uint16Array(length) : unworked;
    const days = { ...due, leave: new Uint16Array(length), worked };
    for (const leave of facts.leaves) takeOff(days, leave);
    return days;
  };
}

/** Holidays as a range has them. */
export const holidaysInRange = (holidays: readonly Holiday[], from: Day, length: number): RangeHolidays =>
  holidays.map(({ day, half }) => ({ index: daysBetween(from, day), half })).filter(({ index }) => index >= 0 && index < length);

const spansOf = ({ patterns, employments }: Omit<PersonFacts, 'leaves'>, from: Day, length: number) => ({
  patterns: patterns.map(({ from: since, to, minutes }) => ({ ...within(from, length, since, to), minutes })),
  employments: employments.map(({ from: since, to }) => within(from, length, since, to)),
});

const leaveSpan = (leave: Leave, from: Day, length: number): RangeFacts['leaves'][number] => ({
  ...within(from, length, leave.first, addDays(leave.last, 1)),
  part: leave.part,
  minutes: leave.minutes ?? null,
  worked: leave.worked ?? false,
});

/** The same from facts in days. */
export function expectedDays(person: PersonFacts, holidays: readonly Holiday[], from: Day, length: number): ExpectedDays {
  const facts = { ...spansOf(person, from, length), leaves: person.leaves.map((leave) => leaveSpan(leave, from, length)) };
  return expectedInRange(from, length, facts, holidaysInRange(holidays, from, length));
}

/**
 * What each of a person's leaves takes by day, in their order: what is due in the ledger of a balance. The sum over the leaves
 * of a day is that day's `leave` of `expectedDays`, whatever the order.
 */
export function takenByDay<L extends Leave>(
  person: Omit<PersonFacts, 'leaves'> & { leaves: readonly L[] },
  holidays: readonly Holiday[],
  from: Day,
  length: number,
): Map<L, { day: Day; minutes: number }[]> {
  const days = dueDays(from, length, spansOf(person, from, length), holidaysInRange(holidays, from, length));
  return new Map(
    person.leaves.map((leave) => [
      leave,
      takeOff(days, leaveSpan(leave, from, length)).map(([index, minutes]) => ({ day: addDays(from, index), minutes })),
    ]),
  );
}

/** One day of the columns as an object. */
export const expectedOn = (days: ExpectedDays, index: number): Expected => ({
  pattern: days.pattern[index] ?? 0,
  holiday: days.holiday[index] ?? 0,
  leave: days.leave[index] ?? 0,
  worked: days.worked[index] ?? 0,
});

/** Columns of the table in which paid-time-off rules come and go. */
export const POLICY_COLUMNS = [
  'country',
  'type',
  'layer',
  'grade',
  'seniority_years',
  'days',
  'manner',
  'pro_rata',
  'rounding',
  'carry_days',
  'carry_months',
  'negative_days',
  'valid_from',
] as const;
export type PolicyColumn = (typeof POLICY_COLUMNS)[number];
