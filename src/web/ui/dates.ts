import { type Day, addDays, addMonths, isDay, mondayOf, mondayOfIsoWeek, monthOf, weekday } from '../../kit/day.ts';
import { plain } from './options.ts';

export interface Period {
  from: Day;
  to: Day;
}

/** What typed dates are read against. */
export interface Reading {
  today: Day;
  /** BCP 47 tag: decides names of days and whether 3/4 is in March or April. */
  locale: string;
}

const pad = (part: string | number): string => String(part).padStart(2, '0');

/** The last day of the month of a day. */
export const endOfMonth = (day: Day): Day => addDays(addMonths(day, 1), -1);

function dayFirst(locale: string): boolean {
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric', timeZone: 'UTC' }).formatToParts(0);
  return parts.findIndex(({ type }) => type === 'day') < parts.findIndex(({ type }) => type === 'month');
}

/** Names of something in the language, without case and accents. */
function names(locale: string, options: Intl.DateTimeFormatOptions, days: readonly string[]): string[] {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  return days.map((day) => plain(format.format(new Date(`${day}T00:00:00Z`))));
}

/** Index of the one name that starts with what was typed (at least two letters), or -1. */
function startingWith(list: readonly string[], typed: string): number {
  const hits = list.flatMap((name, index) => (name.startsWith(typed) ? [index] : []));
  return typed.length >= 2 && hits.length === 1 ? (hits[0] ?? -1) : -1;
}

const WEEK = Array.from({ length: 7 }, (_, index) => addDays('2026-11-16', index));
const YEAR = Array.from({ length: 12 }, (_, index) => `2026-${pad(index + 1)}-01`);

const relative = (locale: string, offset: number, unit: 'day' | 'week' | 'month' | 'quarter' | 'year'): string =>
  plain(new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(offset, unit));

/** A year as typed: two digits are of this century; none is the one that brings the date nearest to today. */
function withYear(year: string | undefined, month: string, day: string, today: Day): Day | undefined {
  const full = year === undefined ? today.slice(0, 4) : year.length === 2 ? `20${year}` : year;
  const found = `${full}-${pad(month)}-${pad(day)}`;
  return isDay(found) ? found : undefined;
}

/**
 * A day as people type it: `2026-11-16`, `16/11`, `16.11.26`, `16 nov`, `mon`, `today`, `-1`, `+3`, in the reader's language.
 * A name of a weekday is the one of this week.
 */
export function parseDay(typed: string, { today, locale }: Reading): Day | undefined {
  const text = plain(typed.trim());
  if (isDay(text)) return text;
  const step = /^([+-])(\d{1,3})$/.exec(text);
  if (step) return addDays(today, Number(step[2]) * (step[1] === '-' ? -1 : 1));
  for (const offset of [-1, 0, 1]) if (text === relative(locale, offset, 'day')) return addDays(today, offset);
  const figures = /^(\d{1,2})[./\s-](\d{1,2})(?:[./\s-](\d{2}|\d{4}))?\.?$/.exec(text);
  if (figures) {
    const [, first = '', second = '', year] = figures;
    return dayFirst(locale) ? withYear(year, second, first, today) : withYear(year, first, second, today);
  }
  const named = /^(\d{1,2})\.?\s*([a-z]+)\.?(?:\s+(\d{4}))?$/.exec(text) ?? undefined;
  if (named) {
    const month = startingWith(names(locale, { month: 'long' }, YEAR), named[2] ?? '');
    return month < 0 ? undefined : withYear(named[3], String(month + 1), named[1] ?? '', today);
  }
  const index = startingWith(names(locale, { weekday: 'long' }, WEEK), text.replace(/\.$/, ''));
  return index < 0 ? undefined : addDays(mondayOf(today), index);
}

export const weekOf = (day: Day): Period => ({ from: mondayOf(day), to: addDays(mondayOf(day), 6) });
export const monthPeriod = (day: Day): Period => ({ from: monthOf(day), to: endOfMonth(day) });
export const yearPeriod = (day: Day): Period => ({ from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` });

export function quarterPeriod(day: Day): Period {
  const first = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  const from = `${day.slice(0, 4)}-${pad(first)}-01`;
  return { from, to: endOfMonth(addMonths(from, 2)) };
}

/**
 * A period as people type it: `this week`, `next month`, `Q1`, `Q1 2027`, `w47`, `2026-W47`, `2026-11`, `2026`, `nov`, one
 * day, or two days with a dash between blanks.
 */
export function parsePeriod(typed: string, reading: Reading): Period | undefined {
  const { today, locale } = reading;
  const text = plain(typed.trim());
  for (const offset of [-1, 0, 1]) {
    if (text === relative(locale, offset, 'week')) return weekOf(addDays(today, offset * 7));
    if (text === relative(locale, offset, 'month')) return monthPeriod(addMonths(today, offset));
    if (text === relative(locale, offset, 'quarter')) return quarterPeriod(addMonths(today, offset * 3));
    if (text === relative(locale, offset, 'year')) return yearPeriod(addMonths(today, offset * 12));
  }
  const quarter = /^[qt]([1-4])(?:[\s/-]*(\d{4}))?$/.exec(text);
  if (quarter) return quarterPeriod(`${quarter[2] ?? today.slice(0, 4)}-${pad(Number(quarter[1]) * 3)}-01`);
  const week = /^(?:(\d{4})-)?(?:w|s|kw)\s?(\d{1,2})$/.exec(text);
  if (week) {
    const monday = mondayOfIsoWeek(`${week[1] ?? today.slice(0, 4)}-W${pad(week[2] ?? '')}`);
    return monday === undefined ? undefined : weekOf(monday);
  }
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return monthPeriod(`${text}-01`);
  if (/^(19|20)\d{2}$/.test(text)) return yearPeriod(`${text}-01-01`);
  const month = startingWith(names(locale, { month: 'long' }, YEAR), text.replace(/\.$/, ''));
  if (month >= 0) return monthPeriod(`${today.slice(0, 4)}-${pad(month + 1)}-01`);
  const [first, second, ...rest] = text.split(/\s+(?:-|–|\.\.)\s+/);
  const from = parseDay(first ?? '', reading);
  const to = second === undefined ? from : parseDay(second, reading);
  if (!from || !to || rest.length > 0) return undefined;
  return from <= to ? { from, to } : { from: to, to: from };
}

/** The weeks of a month as a calendar draws them: whole weeks from `weekStart` (ISO weekday). */
export function weeksOfMonth(month: Day, weekStart = 1): Day[][] {
  const first = monthOf(month);
  const start = addDays(first, -((weekday(first) - weekStart + 7) % 7));
  const weeks: Day[][] = [];
  for (let at = start; at <= endOfMonth(first); at = addDays(at, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(at, index)));
  }
  return weeks;
}
