import { Readable } from 'node:stream';
import { type CellStyle, type ColumnDef, colToLetter, type DataValidation, writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import { isDay } from '../kit/day.ts';
import { guarded } from './tables-guard.ts';

/** The only module that writes workbooks through hucre. */

/**
 * A column of an exported table. `date` takes a `YYYY-MM-DD` day; `hours` takes seconds and writes hours with up to four
 * decimals, which is exact to the second; `ratio` a share of one, which paper writes in hundredths; a value of another type than the
 * column's is written as text.
 */
export interface Column {
  key: string;
  title: string;
  kind: 'text' | 'number' | 'date' | 'hours' | 'ratio';
}

export interface ExportSheet {
  name: string;
  columns: readonly Column[];
}

export type ExportRow = Record<string, unknown>;

const MAX_CELL = 32_767;
const CHUNK = 32_768;
const TEMPLATE_ROWS = 5_000;
const LISTS = 'Lists';
const headerStyle: CellStyle = { font: { bold: true } };

type Cell = string | number | Date | null;

function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(asText).join(', ');
  return value instanceof Date ? value.toISOString() : (JSON.stringify(value) ?? '');
}

/** A cell with its meaning: numbers and days as such where the column says so, else text. Blank for null and undefined. */
function cellOf(column: Column, value: unknown): Cell {
  if (value === null || value === undefined || value === '') return null;
  if ((column.kind === 'number' || column.kind === 'ratio') && typeof value === 'number')
    return Number.isFinite(value) ? value : null;
  if (column.kind === 'hours' && typeof value === 'number')
    return Number.isFinite(value) ? Math.round((value * 10_000) / 3600) / 10_000 : null;
  if (column.kind === 'date' && typeof value === 'string' && isDay(value)) return new Date(`${value}T00:00:00Z`);
  return asText(value);
}

function plainNumber(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(10).replace(/\.?0+$/, '') : text;
}

function csvText(text: string): string {
  const safe = guarded(text.replaceAll('\0', ''));
  return /[",;\t|\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return plainNumber(cell);
  return typeof cell === 'string' ? csvText(cell) : cell.toISOString().slice(0, 10);
}

/** A line of one empty cell would be a blank line, which every reader skips. */
const csvLine = (cells: readonly string[]): string => `${cells.length === 1 && cells[0] === '' ? '""' : cells.join(',')}\r\n`;

async function* csvChunks(sheet: ExportSheet, rows: AsyncIterable<ExportRow>): AsyncGenerator<Buffer> {
  let text = `\ufeff${csvLine(sheet.columns.map((column) => csvText(column.title)))}`;
  for await (const row of rows) {
    text += csvLine(sheet.columns.map((column) => csvCell(cellOf(column, row[column.key]))));
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(text);
}

/** Text as a workbook may hold it: what looks like an escape (`_x0041_`) is escaped, what is too long for Excel is cut. */
function xlsxText(text: string): string {
  const short = text.length > MAX_CELL ? `${text.slice(0, MAX_CELL - 1)}…` : text;
  return short.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
}

const xlsxCell = (cell: Cell): Cell => (typeof cell === 'string' ? xlsxText(cell) : cell);

async function* xlsxRows(sheet: ExportSheet, rows: AsyncIterable<ExportRow>): AsyncGenerator<Cell[]> {
  yield sheet.columns.map((column) => xlsxText(column.title));
  for await (const row of rows) yield sheet.columns.map((column) => xlsxCell(cellOf(column, row[column.key])));
}

/** A name that Excel accepts for a sheet. */
function sheetName(name: string): string {
  const clean = name
    .replace(/[[\]:*?/\\\p{Cc}]/gu, ' ')
    .trim()
    .slice(0, 31)
    .replace(/^'+|'+$/g, '')
    .trim();
  return clean === '' || /^history$/i.test(clean) ? 'Table' : clean;
}

const formats: Record<Column['kind'], string | undefined> = {
  text: undefined,
  number: undefined,
  date: 'yyyy-mm-dd',
  hours: '0.00##',
  ratio: undefined,
};

function columnDef(column: Column): ColumnDef {
  const numFmt = formats[column.kind];
  const width = Math.min(40, Math.max(column.kind === 'text' ? 18 : 12, column.title.length + 2));
  return numFmt === undefined ? { width } : { width, numFmt };
}

/**
 * A table as a stream of bytes, rows pulled only as they are sent. CSV: UTF-8 with its mark, CRLF, RFC 4180, numbers and
 * dates without a locale, text that would run as a formula behind an apostrophe. xlsx: text is always typed as text, so
 * nothing can run. The source is closed when the receiver goes away.
 */
export function tableStream(format: 'xlsx' | 'csv', sheet: ExportSheet, rows: AsyncIterable<ExportRow>): Readable {
  if (format === 'csv') return Readable.from(csvChunks(sheet, rows), { objectMode: false });
  const columns = sheet.columns.map(columnDef);
  const stream = writeXlsxStream(xlsxRows(sheet, rows), { name: sheetName(sheet.name), columns, freezePane: { rows: 1 } });
  return Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0]);
}

/** A column of a template: an example shown beside the cell while it is filled in, and what may be chosen. */
export interface TemplateColumn {
  title: string;
  example?: string;
  options?: readonly string[];
}

/** Drop-downs read a hidden sheet: a list written into the rule itself may have 255 characters and no commas. */
function validation(column: TemplateColumn, index: number, listIndex: number): DataValidation | undefined {
  const letter = colToLetter(index);
  const range = `${letter}2:${letter}${TEMPLATE_ROWS + 1}`;
  const prompt = { allowBlank: true, showInputMessage: true, inputTitle: column.title.slice(0, 32) };
  const example = column.example ? { ...prompt, inputMessage: `e.g. ${column.example}`.slice(0, 255) } : undefined;
  if (column.options?.length) {
    const list = colToLetter(listIndex);
    return {
      ...example,
      type: 'list',
      allowBlank: true,
      formula1: `${LISTS}!$${list}$1:$${list}$${column.options.length}`,
      showErrorMessage: true,
      errorTitle: column.title.slice(0, 32),
      errorMessage: 'Choose one of the list.',
      range,
    };
  }
  return example && { ...example, type: 'custom', formula1: 'TRUE', range };
}

/**
 * An empty table to fill in: bold frozen header, the firm's own lists as drop-downs, examples as hints beside the cells (not
 * as a row, which would come back as data).
 * @returns the bytes of an xlsx workbook
 */
export async function writeTemplate(columns: readonly TemplateColumn[], name = 'Template'): Promise<Uint8Array> {
  const lists = columns.filter((column) => column.options?.length);
  const rules = columns.map((column, index) => validation(column, index, lists.indexOf(column)));
  const longest = Math.max(0, ...lists.map((column) => column.options?.length ?? 0));
  const first = {
    name: sheetName(name),
    columns: columns.map(({ title }) => ({ width: Math.min(40, Math.max(16, title.length + 4)) })),
    rows: [columns.map(({ title }) => xlsxText(title))],
    cells: new Map(columns.map((_, index) => [`0,${index}`, { style: headerStyle }] as const)),
    freezePane: { rows: 1 },
    dataValidations: rules.filter((rule) => rule !== undefined),
  };
  const listRows = Array.from({ length: longest }, (_, row) =>
    lists.map(({ options }) => (options?.[row] === undefined ? null : xlsxText(options[row]))),
  );
  return writeXlsx({ sheets: lists.length === 0 ? [first] : [first, { name: LISTS, veryHidden: true, rows: listRows }] });
}
