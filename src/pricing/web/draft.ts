import { parseDuration } from '../../kit/duration.ts';
import type { Grade } from '../../kit/grades.ts';
import { MOST_MINUTES, MOST_MONEY } from '../rules.ts';
import type { Line, Table } from './pricing-data.ts';

/** A pricing as it is being typed: its tables, and cells whose text could not be read. Nothing is changed in place. */
export interface Draft {
  tables: readonly Table[];
  /** Texts of cells that are no hours and no amount, by `cellKey`. */
  faulty: ReadonlyMap<string, string>;
}

export const draftOf = (tables: readonly Table[]): Draft => ({ tables, faulty: new Map() });

/** The cell of a line: the place of a column, or the rate that is agreed for it. */
export type Col = number | 'rate';
export const cellKey = (table: number, line: number, col: Col): string => `${table} ${line} ${col}`;

export interface Written {
  line: number;
  col: Col;
  text: string;
}

/** How numbers are written: the decimal sign of the language and the decimals of the currency. */
export interface Signs {
  sign: string;
  digits: number;
}

const plain = (value: number, digits: number, sign: string): string =>
  value
    .toFixed(digits)
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace('.', sign);

/** Hours with up to two decimals, or days of a secondment; nothing is empty. */
export function writeTime(minutes: number, table: Pick<Table, 'kind' | 'minutes_per_day'>, sign: string): string {
  if (minutes === 0) return '';
  return plain(minutes / (table.kind === 'secondment' ? table.minutes_per_day : 60), 2, sign);
}

const decimal = (text: string, sign: string): number | undefined => {
  const clean = text.replace(/[\s'’]/g, '').replace(sign, '.');
  return /^\d*\.?\d+$|^\d+\.$/.test(clean) ? Number(clean) : undefined;
};

/** Minutes of what was typed; undefined: it is no time. Days of a secondment are days. */
export function readTime(text: string, table: Pick<Table, 'kind' | 'minutes_per_day'>, sign: string): number | undefined {
  const typed = text.trim();
  if (typed === '') return 0;
  const days = table.kind === 'secondment' ? decimal(typed, sign) : undefined;
  const seconds = table.kind === 'secondment' ? undefined : parseDuration(typed);
  const minutes =
    days === undefined
      ? seconds === undefined
        ? undefined
        : Math.round(seconds / 60)
      : Math.round(days * table.minutes_per_day);
  return minutes === undefined || minutes > MOST_MINUTES ? undefined : minutes;
}

export const writeRate = (rate: number | null, { sign, digits }: Signs): string =>
  rate === null ? '' : (rate / 10 ** digits).toFixed(digits).replace('.', sign);

/** An agreed rate as typed: null without one, undefined where it is no amount. */
export function readRate(text: string, { sign, digits }: Signs): number | null | undefined {
  if (text.trim() === '') return null;
  const value = decimal(text.trim(), sign);
  const minor = value === undefined ? undefined : Math.round(value * 10 ** digits);
  return minor === undefined || minor > MOST_MONEY ? undefined : minor;
}

/** Text of a cell as it is shown. */
export function textAt(draft: Draft, table: number, line: number, col: Col, signs: Signs): string {
  const own = draft.tables[table];
  const row = own?.lines[line];
  if (!own || !row) return '';
  const kept = draft.faulty.get(cellKey(table, line, col));
  if (kept !== undefined) return kept;
  return col === 'rate' ? writeRate(row.rate, signs) : writeTime(row.minutes[col] ?? 0, own, signs.sign);
}

const replaced = <T>(list: readonly T[], at: number, value: T): T[] => list.map((each, index) => (index === at ? value : each));

/** The draft with some cells of a table written; what cannot be read is kept as it was typed, and marked. */
export function withCells(draft: Draft, table: number, cells: readonly Written[], signs: Signs): Draft {
  const own = draft.tables[table];
  if (!own) return draft;
  const faulty = new Map(draft.faulty);
  const lines = [...own.lines];
  for (const { line, col, text } of cells) {
    const row = lines[line];
    if (!row) continue;
    const key = cellKey(table, line, col);
    const value = col === 'rate' ? readRate(text, signs) : readTime(text, own, signs.sign);
    if (value === undefined) {
      faulty.set(key, text);
      continue;
    }
    faulty.delete(key);
    if (col === 'rate') lines[line] = { ...row, rate: value };
    else lines[line] = { ...row, minutes: replaced(row.minutes, col, value ?? 0) };
  }
  return { tables: replaced(draft.tables, table, { ...own, lines }), faulty };
}

/** The draft with other facts of a table: its discount, its expenses. */
export const withTable = (draft: Draft, table: number, change: Partial<Table>): Draft => ({
  ...draft,
  tables: draft.tables.map((each, index) => (index === table ? { ...each, ...change } : each)),
});

export interface NewLine {
  sl_role_id: string;
  role: string;
  grade: Grade;
  user_id: string | null;
  user: string | null;
}

/** The draft with a line more; what its hours are worth is asked of the server. */
export function withLine(draft: Draft, table: number, line: NewLine, columns: number): Draft {
  const own = draft.tables[table];
  if (!own) return draft;
  const empty: Line = {
    id: null,
    ...line,
    note: '',
    minutes: Array.from({ length: columns }, () => 0),
    rate: null,
    allowance: 0,
    standard_rate: null,
    charge_rate: null,
    cost_rate: null,
    nfi_rate: null,
  };
  return withTable(draft, table, { lines: [...own.lines, empty] });
}

/** The draft without a line; marks of the lines below move up with them. */
export function withoutLine(draft: Draft, table: number, line: number): Draft {
  const own = draft.tables[table];
  if (!own) return draft;
  const faulty = new Map<string, string>();
  for (const [key, text] of draft.faulty) {
    const [at = '', row = '', col = ''] = key.split(' ');
    if (Number(at) !== table || Number(row) < line) faulty.set(key, text);
    else if (Number(row) > line) faulty.set(`${at} ${Number(row) - 1} ${col}`, text);
  }
  return { ...withTable(draft, table, { lines: own.lines.filter((_, index) => index !== line) }), faulty };
}

/** The draft without a table. */
export const withoutTable = (draft: Draft, table: number): Draft => ({
  tables: draft.tables.filter((_, index) => index !== table),
  // Cells that could not be read are typed again rather than shown in another table.
  faulty: new Map(),
});

/** Takes over rates that the server knows; lines that have them already stay the same ones. */
export function withRates(tables: readonly Table[], known: readonly Table[]): readonly Table[] {
  let changed = false;
  const next = tables.map((table, at) => {
    const own = known[at];
    if (!own || own.lines.length !== table.lines.length) return table;
    const lines = table.lines.map((line, index) => {
      const { standard_rate, charge_rate, cost_rate, nfi_rate } = own.lines[index] as Line;
      const same =
        line.standard_rate === standard_rate &&
        line.charge_rate === charge_rate &&
        line.cost_rate === cost_rate &&
        line.nfi_rate === nfi_rate;
      return same ? line : { ...line, standard_rate, charge_rate, cost_rate, nfi_rate };
    });
    if (lines.every((line, index) => line === table.lines[index])) return table;
    changed = true;
    return { ...table, lines };
  });
  return changed ? next : tables;
}
