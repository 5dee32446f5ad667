import { type Day, addDays, addMonths, daysBetween, monthOf } from '../../kit/day.ts';
import { type Period, endOfMonth, monthPeriod, quarterPeriod, yearPeriod } from '../../web/ui/dates.ts';

/** Reports answer for at most this many days at a time. */
export const LONGEST_DAYS = 750;

export const tooLong = ({ from, to }: Period): boolean => daysBetween(from, to) > LONGEST_DAYS;

const upTo = (period: Period, last: Day): Period => ({ from: period.from, to: period.to < last ? period.to : last });

/** The current month up to yesterday; on the first of a month the whole month before. Only closed days tell the truth. */
export function monthToDate(today: Day): Period {
  const yesterday = addDays(today, -1);
  return upTo(monthPeriod(yesterday), yesterday);
}

export const PRESETS = [
  'month_to_date',
  'last_month',
  'quarter_to_date',
  'last_quarter',
  'year_to_date',
  'last_12_months',
  'last_year',
  'whole_quarter',
  'next_quarter',
] as const;
export type Preset = (typeof PRESETS)[number];

/** The days that a preset means today; the running ones end yesterday, those that look ahead do not. */
export function presetPeriod(preset: Preset, today: Day): Period {
  const yesterday = addDays(today, -1);
  switch (preset) {
    case 'month_to_date':
      return monthToDate(today);
    case 'last_month':
      return monthPeriod(addMonths(today, -1));
    case 'quarter_to_date':
      return upTo(quarterPeriod(yesterday), yesterday);
    case 'last_quarter':
      return quarterPeriod(addDays(quarterPeriod(today).from, -1));
    case 'year_to_date':
      return upTo(yearPeriod(yesterday), yesterday);
    case 'last_12_months':
      return { from: addMonths(today, -12), to: addDays(monthOf(today), -1) };
    case 'last_year':
      return yearPeriod(addDays(yearPeriod(today).from, -1));
    case 'whole_quarter':
      return quarterPeriod(today);
    case 'next_quarter':
      return quarterPeriod(addDays(quarterPeriod(today).to, 1));
  }
}

/** The period that an address names; nothing, or a period that ends before it begins, is the month to date. */
export const periodOf = (from: Day | '', to: Day | '', today: Day): Period =>
  from && to && from <= to ? { from, to } : monthToDate(today);

/** What the address says of a period: the month to date is the default and is left out, so that it moves with time. */
export function addressOf(period: Period, today: Day): Period {
  const usual = monthToDate(today);
  return period.from === usual.from && period.to === usual.to ? { from: '', to: '' } : period;
}

/** Months that the period touches, counted. */
const monthCount = ({ from, to }: Period): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7)) + 1;

const startsMonth = (period: Period): boolean => period.from === monthOf(period.from);

/** A day moved by months; the 31st of a shorter month is its last day. */
function sameDay(day: Day, months: number): Day {
  const month = addMonths(day, months);
  const moved = addDays(month, Number(day.slice(8)) - 1);
  return moved <= endOfMonth(month) ? moved : endOfMonth(month);
}

/** A period moved by months: its last day stays the last day of a month where it was one. */
function moved({ from, to }: Period, months: number): Period {
  const end = sameDay(to, months);
  return { from: sameDay(from, months), to: to === endOfMonth(to) ? endOfMonth(end) : end };
}

/** One period on (1) or back (-1): whole months step by months, other periods by their own length. */
export function stepped(period: Period, by: 1 | -1, today: Day): Period {
  if (startsMonth(period)) {
    const count = monthCount(period);
    const from = addMonths(period.from, count * by);
    const next = { from, to: endOfMonth(addMonths(from, count - 1)) };
    return next.from < today ? upTo(next, addDays(today, -1)) : next;
  }
  const length = (daysBetween(period.from, period.to) + 1) * by;
  return { from: addDays(period.from, length), to: addDays(period.to, length) };
}

export const COMPARISONS = ['none', 'previous', 'year', 'plan', 'budget'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What a report is set beside: another period, the plan of its own, or its budgets. */
export interface Beside {
  compare?: Period;
  against?: 'plan' | 'budget';
}

/** The same as calls name it; a period that is too long is none. */
export function besideOf(period: Period, comparison: Comparison): Beside {
  if (comparison === 'plan' || comparison === 'budget') return { against: comparison };
  const compare = comparedPeriod(period, comparison);
  return compare && !tooLong(compare) ? { compare } : {};
}

/**
 * The period to compare with: the one before (the same days of the months before, where the period starts with a month), or
 * the same days a year earlier.
 */
export function comparedPeriod(period: Period, comparison: Comparison): Period | undefined {
  if (comparison === 'none' || comparison === 'plan' || comparison === 'budget') return undefined;
  if (comparison === 'year') return moved(period, -12);
  if (startsMonth(period)) return moved(period, -monthCount(period));
  const length = daysBetween(period.from, period.to) + 1;
  return { from: addDays(period.from, -length), to: addDays(period.from, -1) };
}

/** First days of the months that the period touches, earliest first. */
export const monthsOf = (period: Period): Day[] =>
  Array.from({ length: monthCount(period) }, (_, index) => addMonths(period.from, index));

/** Days of the period that are not over yet; they count as capacity though nobody could log on them. */
export const daysAhead = ({ from, to }: Period, today: Day): number =>
  to < today ? 0 : daysBetween(from > today ? from : today, to) + 1;
