import { GRADES, type Grade } from '../kit/grades.ts';

/** The most that an hour may cost, in minor units: sums of a year of it stay exact. */
export const MOST_RATE = 1_000_000_000;
/** How far rates are raised or lowered at once, in hundredths of a per cent. */
export const MOST_RAISE = 1_000_000;

/** What the columns of the table of rates are, in their order. */
export const RATE_COLUMNS = [
  'service_line',
  'role',
  'grade',
  'country',
  'currency',
  'standard_rate',
  'charge_rate',
  'cost_rate',
  'nfi_rate',
  'valid_from',
] as const;
export type RateColumn = (typeof RATE_COLUMNS)[number];

/** The amounts of a rate, for one hour, in minor units of its currency; null: none of its own. */
export const AMOUNTS = ['standard_rate', 'charge_rate', 'cost_rate', 'nfi_rate'] as const;
export type Amount = (typeof AMOUNTS)[number];
export interface Amounts {
  standard_rate: number;
  charge_rate: number | null;
  cost_rate: number | null;
  nfi_rate: number | null;
}

/** Whose rate it is: on a day there is one at most of each. */
export interface RateKey {
  sl_role_id: string;
  grade: Grade;
  country: string;
  currency: string;
}
export const keyOf = ({ sl_role_id, grade, country, currency }: RateKey): string =>
  [sl_role_id, grade, country, currency].join(' ');

export const sameAmounts = (a: Amounts, b: Amounts): boolean => AMOUNTS.every((amount) => a[amount] === b[amount]);

/** The grades that may take a role, lowest first. */
export const gradesBetween = (lowest: Grade, highest: Grade): Grade[] =>
  GRADES.slice(GRADES.indexOf(lowest), GRADES.indexOf(highest) + 1);

/**
 * An amount raised by so many hundredths of a per cent (negative: lowered), rounded to the minor unit, halves up.
 * @param minor at most `MOST_RATE`
 */
export const raised = (minor: number, basisPoints: number): number =>
  Math.max(0, Math.floor((minor * (10_000 + basisPoints) + 5000) / 10_000));

/** `discount = 1 - charge rate / standard rate`: how much of the list price a client does not pay; null without a list price. */
export const discountOf = (charge: number, standard: number): number | null => (standard > 0 ? 1 - charge / standard : null);

/** `margin = (NFI - cost) / NFI` of an hour; null where there is no income. */
export const marginOf = (nfi: number, cost: number): number | null => (nfi > 0 ? (nfi - cost) / nfi : null);

/** One dated rate: it holds from its first day up to and without `valid_to`, which is `infinity` where it has no end. */
export interface Held extends Amounts {
  valid_from: string;
  valid_to: string;
}

/** What becomes of the rates of one key when amounts hold from a day on. */
export type Plan<Row extends Held> =
  | { does: 'nothing'; row: Row }
  /** The row holds from this very day: it takes the amounts. */
  | { does: 'replace'; row: Row }
  /** `ends` holds until the day; a new row takes the rest of its time, or the time up to the next. */
  | { does: 'add'; ends: Row | undefined; valid_to: string };

/**
 * Plans amounts from a day on. What held before that day stays as it is; what begins later stays, too.
 * @param rows the rates of one key, without overlap
 */
export function planRate<Row extends Held>(rows: readonly Row[], amounts: Amounts, from: string): Plan<Row> {
  const now = rows.find((row) => row.valid_from <= from && row.valid_to > from);
  if (now && sameAmounts(now, amounts)) return { does: 'nothing', row: now };
  if (now?.valid_from === from) return { does: 'replace', row: now };
  const later = rows.map((row) => row.valid_from).filter((day) => day > from);
  return { does: 'add', ends: now, valid_to: now?.valid_to ?? later.sort()[0] ?? 'infinity' };
}

/**
 * A day as which a rate may begin: a rate that has held is history, and only what has no rate at all yet may begin in the past.
 */
export const mayBegin = (rows: readonly Held[], from: string, today: string): boolean => from >= today || rows.length === 0;
