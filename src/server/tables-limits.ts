import { Problem } from '../kit/problem.ts';
import { type Text, said } from '../kit/said.ts';

/** What an uploaded table may cost. Every figure is a ceiling; passing one ends in a readable 413. */
export interface TableLimits {
  /** Bytes of the file itself. */
  bytes: number;
  /** Bytes of all parts of a workbook together, unpacked. */
  inflated: number;
  /** How many times larger than itself a part above 1 MB may become. */
  ratio: number;
  /** Parts of a workbook. */
  entries: number;
  /** Rows below the header. */
  rows: number;
  /** Columns with something in them. */
  columns: number;
  /** Characters of all cells together: a shared string used a million times costs a few bytes in the file. */
  characters: number;
  /** Time for reading a workbook, in milliseconds, from the moment its worker is up. */
  milliseconds: number;
}

export const tableLimits: TableLimits = {
  bytes: 10_000_000,
  inflated: 100_000_000,
  ratio: 100,
  entries: 200,
  rows: 50_000,
  columns: 100,
  characters: 60_000_000,
  milliseconds: 2_000,
};

/** One row of a table, `row` as a spreadsheet program numbers it (blank rows count, a line break inside a cell does not). */
export interface TableRow {
  row: number;
  cells: string[];
}

export const tooLarge = (detail: Text): Problem => new Problem(413, { detail });
export const unsupported = (detail: Text): Problem => new Problem(415, { detail });
export const unreadable = (detail: Text): Problem => new Problem(422, { detail });

/** Length of a row without its trailing blank cells. */
export function filledLength(cells: readonly string[]): number {
  let length = cells.length;
  while (length > 0 && (cells[length - 1] ?? '').trim() === '') length--;
  return length;
}

export const tooManyColumns = (row: number, limits: TableLimits): Problem =>
  tooLarge(said`Row ${row} has more than ${limits.columns} columns. Remove the columns that are not needed.`);

export const tooManyRows = (limits: TableLimits): Problem =>
  tooLarge(said`The table has more than ${limits.rows} rows. Split it into several files.`);

export const tooMuchText = (): Problem => tooLarge('The table holds too much text. Split it into several files.');
