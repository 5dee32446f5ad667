import { type Day, weekday } from '../kit/day.ts';
import { locale } from './i18n/text.ts';

const cached = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

function numbers(options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `n ${locale()} ${JSON.stringify(options)}`;
  const format = cached.get(key) ?? new Intl.NumberFormat(locale(), options);
  cached.set(key, format);
  return format as Intl.NumberFormat;
}

function dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `d ${locale()} ${JSON.stringify(options)}`;
  const format = cached.get(key) ?? new Intl.DateTimeFormat(locale(), options);
  cached.set(key, format);
  return format as Intl.DateTimeFormat;
}

/** The sign between whole and decimals in the language: `.` or `,`. */
export const decimalSign = (): string =>
  numbers({})
    .formatToParts(1.5)
    .find((part) => part.type === 'decimal')?.value ?? '.';

/** Figures have a minus, and not the hyphen of a keyboard. */
const withMinus = (text: string): string => text.replace('-', '\u2212');

/** A number with at most so many decimals (default 0). */
export const number = (value: number, digits = 0): string => withMinus(numbers({ maximumFractionDigits: digits }).format(value));

/** Seconds as decimal hours to read: `27000` → `7.5` or `7,5`, `4203000` → `1,167.5`. */
export const hours = (seconds: number): string => number(seconds / 3600, 2);

/** Minutes as decimal hours to read. */
export const hoursOfMinutes = (minutes: number): string => hours(minutes * 60);

/** A ratio as per cent: `0.825` → `82.5 %`. */
export const percent = (ratio: number, digits = 0): string =>
  withMinus(numbers({ style: 'percent', maximumFractionDigits: digits }).format(ratio));

/** Digits after the decimal sign that a currency has: EUR 2, JPY 0. */
export const minorDigits = (currency: string): number =>
  numbers({ style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Integer minor units of a currency: `money(123450, 'EUR')` → `€1,234.50`. `whole` leaves the cents out. */
export function money(minor: number, currency: string, whole = false): string {
  const value = minor / 10 ** minorDigits(currency);
  return withMinus(numbers({ style: 'currency', currency, ...(whole ? { maximumFractionDigits: 0 } : {}) }).format(value));
}

const DAY_STYLES = {
  /** 16 Nov 2026 */
  medium: { day: 'numeric', month: 'short', year: 'numeric' },
  /** Monday 16 November */
  long: { weekday: 'long', day: 'numeric', month: 'long' },
  /** Mon 16 Nov */
  short: { weekday: 'short', day: 'numeric', month: 'short' },
  /** 16 Nov */
  brief: { day: 'numeric', month: 'short' },
  /** Mon */
  weekday: { weekday: 'short' },
  /** November 2026 */
  month: { month: 'long', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DayStyle = keyof typeof DAY_STYLES;

/** A calendar day in the language. */
export const day = (value: Day, style: DayStyle = 'medium'): string =>
  dates({ ...DAY_STYLES[style], timeZone: 'UTC' }).format(new Date(`${value}T00:00:00Z`));

/** A range of days, with what both ends share said once. */
export const dayRange = (from: Day, to: Day): string =>
  dates({ ...DAY_STYLES.medium, timeZone: 'UTC' }).formatRange(new Date(`${from}T00:00:00Z`), new Date(`${to}T00:00:00Z`));

/** An instant in the reader's own zone: date and time. */
export const instant = (iso: string): string => dates({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso));

/** Names of the days of the week, Monday first. */
export const weekdayNames = (style: 'short' | 'long' | 'narrow' = 'short'): string[] =>
  ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'].map((value) =>
    dates({ weekday: style, timeZone: 'UTC' }).format(new Date(`${value}T00:00:00Z`)),
  );

export const isWeekend = (value: Day): boolean => weekday(value) >= 6;

/** The local calendar day of now. */
export function today(): Day {
  const now = new Date();
  const pad = (part: number): string => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** Names joined as the language joins them: `a, b and c`. */
export const listed = (names: readonly string[]): string => new Intl.ListFormat(locale(), { type: 'conjunction' }).format(names);
