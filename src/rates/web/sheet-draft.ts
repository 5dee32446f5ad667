import type { Grade } from '../../kit/grades.ts';
import { AMOUNTS, type Amount, MOST_RATE, MOST_RAISE, gradesBetween, raised } from '../rules.ts';
import type { Line, Rate, Role, Sheet } from './rates-data.ts';

/** A line of the sheet: a role and a grade that may take it, with the rate that holds. */
export interface Row {
  key: string;
  role: Role;
  grade: Grade;
  rate: Rate | undefined;
}

/** What was typed into a cell and is not applied yet; `value` undefined: it could not be understood. */
export interface Typed {
  text: string;
  value: number | null | undefined;
}

/** Cells that differ from what holds, by `cellKey`. */
export type Draft = ReadonlyMap<string, Typed>;

export const cellKey = (row: Row, amount: Amount): string => `${row.key} ${amount}`;

/** The lines of a sheet: roles in use, each with its grades, lowest first. */
export const rowsOf = (line: Line, rates: readonly Rate[]): Row[] =>
  line.roles
    .filter(({ is_active }) => is_active)
    .flatMap((role) =>
      gradesBetween(role.lowest_grade, role.highest_grade).map((grade) => ({
        key: `${role.id} ${grade}`,
        role,
        grade,
        rate: rates.find((rate) => rate.sl_role_id === role.id && rate.grade === grade),
      })),
    );

/** The columns that one types into: costs only for who sees them. */
export const amountsFor = (sees: boolean): Amount[] => AMOUNTS.filter((amount) => sees || amount !== 'cost_rate');

const RAISE = /^([+-])(\d{1,4}(?:[.,]\d{1,2})?)%$/;

/**
 * Reads what is typed into a cell: an amount of the currency, nothing (there is to be none), or a raise such as `+3%`.
 * @param now what stands there, in minor units
 * @returns minor units, null for none, undefined when it is not understood
 */
export function readAmount(typed: string, digits: number, now: number | null): number | null | undefined {
  const text = typed.replace(/[\s\u202f’']/gu, '');
  if (text === '') return null;
  const raise = RAISE.exec(text);
  if (raise) {
    if (now === null) return undefined;
    const by = Math.round(Number((raise[2] ?? '').replace(',', '.')) * 100) * (raise[1] === '-' ? -1 : 1);
    const after = by < -10_000 || by > MOST_RAISE ? undefined : raised(now, by);
    return after === undefined || after > MOST_RATE ? undefined : after;
  }
  const match = /^(\d{1,10})(?:[.,](\d*))?$/.exec(text);
  if (!match || (match[2] ?? '').length > digits) return undefined;
  const minor = Number(match[1]) * 10 ** digits + Number((match[2] ?? '').padEnd(digits, '0') || '0');
  return minor > MOST_RATE ? undefined : minor;
}

/** An amount as it stands in a cell; none is empty. */
export function writeAmount(minor: number | null | undefined, digits: number, sign: string): string {
  if (minor === null || minor === undefined) return '';
  return (minor / 10 ** digits).toFixed(digits).replace('.', sign);
}

export const storedAmount = (row: Row, amount: Amount): number | null => row.rate?.[amount] ?? null;

/** What a cell comes to: what was typed, else what holds. */
export const amountAt = (row: Row, amount: Amount, draft: Draft): number | null | undefined => {
  const typed = draft.get(cellKey(row, amount));
  return typed ? typed.value : storedAmount(row, amount);
};

/** A draft with texts typed into cells; a cell that comes to what holds anyway is no change. */
export function withTyped(
  draft: Draft,
  cells: readonly { row: Row; amount: Amount; text: string }[],
  digits: number,
  sign: string,
): Draft {
  const next = new Map(draft);
  for (const { row, amount, text } of cells) {
    const value = readAmount(text, digits, amountAt(row, amount, draft) ?? null);
    if (value === storedAmount(row, amount)) next.delete(cellKey(row, amount));
    else next.set(cellKey(row, amount), { text: value === undefined ? text : writeAmount(value, digits, sign), value });
  }
  return next;
}

/** A draft in which the rows take the amounts of other rates: those of another year. */
export function withCopied(
  draft: Draft,
  rows: readonly Row[],
  rates: readonly Rate[],
  sees: boolean,
  write: (minor: number | null) => string,
): Draft {
  const next = new Map(draft);
  for (const row of rows) {
    const source = rates.find((rate) => rate.sl_role_id === row.role.id && rate.grade === row.grade);
    if (!source) continue;
    for (const amount of amountsFor(sees)) {
      const value = source[amount];
      if (value === storedAmount(row, amount)) next.delete(cellKey(row, amount));
      else next.set(cellKey(row, amount), { text: write(value), value });
    }
  }
  return next;
}

/** Cells that cannot be applied: not understood, or a standard rate that is missing beside other amounts. */
export function faultyCells(rows: readonly Row[], draft: Draft): Set<string> {
  const faulty = new Set<string>();
  for (const row of rows) {
    let touched = false;
    for (const amount of AMOUNTS) {
      const typed = draft.get(cellKey(row, amount));
      if (!typed) continue;
      touched = true;
      if (typed.value === undefined) faulty.add(cellKey(row, amount));
    }
    if (touched && amountAt(row, 'standard_rate', draft) === null) faulty.add(cellKey(row, 'standard_rate'));
  }
  return faulty;
}

/** The rates that a draft asks for, with the amounts that were touched. */
export const wantedOf = (rows: readonly Row[], draft: Draft, { country, currency }: Sheet) =>
  rows.flatMap((row) => {
    const touched = AMOUNTS.filter((amount) => draft.has(cellKey(row, amount)));
    if (touched.length === 0) return [];
    const amounts = Object.fromEntries(
      touched.filter((amount) => amount !== 'standard_rate').map((amount) => [amount, amountAt(row, amount, draft) ?? null]),
    );
    return [
      {
        sl_role_id: row.role.id,
        grade: row.grade,
        country,
        currency,
        standard_rate: amountAt(row, 'standard_rate', draft) ?? 0,
        ...amounts,
        ...(row.rate ? { was: { id: row.rate.id, version: row.rate.version } } : {}),
      },
    ];
  });
