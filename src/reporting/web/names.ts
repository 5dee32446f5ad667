import { type Day, addMonths } from '../../kit/day.ts';
import { money } from '../../web/format.ts';
import { locale, text } from '../../web/i18n/text.ts';
import { periodName } from '../../web/ui/index.ts';
import type { Beside } from './period.ts';

interface Formats {
  locale: string;
  month: Intl.DateTimeFormat;
  country: Intl.DisplayNames;
  hours: Intl.NumberFormat;
  percent: Intl.NumberFormat;
  points: Intl.NumberFormat;
}

let made: Formats | undefined;

/** The formats of the reader's language; made anew when the language changes. */
function formats(): Formats {
  const now = locale();
  if (made?.locale === now) return made;
  made = {
    locale: now,
    month: new Intl.DateTimeFormat(now, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
    country: new Intl.DisplayNames(now, { type: 'region' }),
    hours: new Intl.NumberFormat(now, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    percent: new Intl.NumberFormat(now, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    points: new Intl.NumberFormat(now, { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero' }),
  };
  return made;
}

/** A month as a column is headed: `Nov 2026`. */
export const monthName = (month: Day): string => formats().month.format(new Date(`${month}T00:00:00Z`));

/** A week as calendars of the language name it: `2026-W47` → `W47`, `KW 47`. */
export const weekName = (isoWeek: string): string => text('reporting.week_name', { number: Number(isoWeek.slice(6)) });

/** Months that stand together: `Jan – Mar 2026`. */
export const monthsName = (first: Day, count: number): string =>
  formats().month.formatRange(new Date(`${first}T00:00:00Z`), new Date(`${addMonths(first, count - 1)}T00:00:00Z`));

/** What a report is set beside, in words: the days of another period, the plan, the budget. */
export function besideName({ compare, against }: Beside): string | undefined {
  if (against) return text(`reporting.beside_${against}`);
  return compare && periodName(compare);
}

/** A country by its code: `DE` → `Germany`. */
export const countryName = (code: string): string => formats().country.of(code) ?? code;

/** Seconds as hours with one decimal always, so that a column stands in line: `1,204.0`. */
export const hoursText = (seconds: number): string => formats().hours.format(seconds / 3600);

/** A ratio as per cent with one decimal always; `n/a` where there is none. */
export const ratioText = (ratio: number | null): string =>
  ratio === null ? text('reporting.not_available') : formats().percent.format(ratio);

/** A change in percentage points with its sign, a true minus included: `+3.1`, `−0.4`. */
export const pointsText = (points: number): string => formats().points.format(points).replace('-', '\u2212');

/** Minor units as an amount, to the whole unit unless told otherwise, with a true minus; `n/a` where there is none. */
export const amountText = (minor: number | null, currency: string, whole = true): string =>
  minor === null ? text('reporting.not_available') : money(Math.round(minor) || 0, currency, whole);
