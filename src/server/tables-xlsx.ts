import { said } from '../kit/said.ts';
import { streamXlsxRows } from 'hucre/xlsx';
import { filledLength, type TableLimits, type TableRow, tooManyColumns, tooMuchText, unreadable } from './tables-limits.ts';
import { unpack, type ZipEntry } from './tables-zip.ts';

/** The only module that reads workbooks through hucre. */

const HOUR = 3600;
const MAX_CELL = 32_767;
const EPOCH_1900 = Date.UTC(1899, 11, 31);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** The 29 February 1900 that Excel believes in shifts every later serial by one day. */
const LEAP_BUG = Date.UTC(1900, 2, 1);
const DAY_MS = 86_400_000;

interface SheetEntry {
  name: string;
  visible: boolean;
  /** Its part of the archive. */
  part: string;
}

interface Workbook {
  sheets: SheetEntry[];
  date1904: boolean;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeXml(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return entities[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function attribute(tag: string, name: string): string {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag);
  return decodeXml(match?.[1] ?? match?.[2] ?? '');
}

const tags = (xml: string, local: string): string[] =>
  xml.match(new RegExp(`<(?:\\w+:)?${local}\\s(?:[^>"']|"[^"]*"|'[^']*')*>`, 'g')) ?? [];

function partText(bytes: Uint8Array, entries: readonly ZipEntry[], name: string): string {
  const entry = entries.find((candidate) => candidate.name === name);
  return entry === undefined ? '' : new TextDecoder().decode(unpack(bytes, entry));
}

function workbookPath(bytes: Uint8Array, entries: readonly ZipEntry[]): string {
  const root = tags(partText(bytes, entries, '_rels/.rels'), 'Relationship');
  const office = root.find((tag) => attribute(tag, 'Type').endsWith('/officeDocument'));
  return office === undefined ? 'xl/workbook.xml' : attribute(office, 'Target').replace(/^\//, '');
}

/** The worksheets in the order of their tabs; chart and dialog sheets are left out. */
function readWorkbookPart(bytes: Uint8Array, entries: readonly ZipEntry[]): Workbook {
  const path = workbookPath(bytes, entries);
  const xml = partText(bytes, entries, path);
  const slash = path.lastIndexOf('/') + 1;
  const links = tags(partText(bytes, entries, `${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`), 'Relationship');
  const worksheets = new Map(
    links
      .filter((tag) => attribute(tag, 'Type').endsWith('/worksheet'))
      .map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target')] as const),
  );
  const sheets = tags(xml, 'sheet').flatMap((tag) => {
    const target = worksheets.get(attribute(tag, '\\w+:id'));
    if (target === undefined) return [];
    const part = target.startsWith('/') ? target.slice(1) : path.slice(0, slash) + target;
    return [{ name: attribute(tag, 'name'), visible: !/hidden/i.test(attribute(tag, 'state')), part }];
  });
  return { sheets, date1904: tags(xml, 'workbookPr').some((tag) => /^(1|true)$/.test(attribute(tag, 'date1904'))) };
}

const two = (value: number): string => String(value).padStart(2, '0');

function clock(seconds: number): string {
  return `${Math.floor(seconds / HOUR)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/**
 * A date cell as ISO text. What lies within a year of the calendar's beginning is no date but a time of day or a duration
 * (the reader gives a number of days for `[h]:mm` cells too): `H:MM:SS`, hours above 24 as they are.
 */
function dateText(date: Date, date1904: boolean): string {
  const epoch = date1904 ? EPOCH_1904 : EPOCH_1900;
  const shift = !date1904 && date.getTime() >= LEAP_BUG ? DAY_MS : 0;
  const seconds = Math.round((date.getTime() - epoch + shift) / 1000);
  if (Number.isNaN(seconds)) return '';
  if (seconds < 366 * 24 * HOUR) return seconds < 0 ? `-${clock(-seconds)}` : clock(seconds);
  const iso = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19);
  return iso.endsWith('T00:00:00') ? iso.slice(0, 10) : iso;
}

/** A number as plain text: 15 significant digits as Excel shows them, a dot, no exponent, no grouping. */
function numberText(value: number): string {
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(15));
  const text = String(rounded);
  if (!text.includes('e')) return text;
  if (Math.abs(rounded) >= 1) return BigInt(rounded).toString();
  return rounded.toFixed(20).replace(/\.?0+$/, '');
}

function cellText(value: unknown, date1904: boolean): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return value instanceof Date ? dateText(value, date1904) : '';
}

/** Keeps count over all rows of a workbook, so that neither many rows nor a text used very often can fill the memory. */
class Counter {
  private readonly limits: TableLimits;
  private characters = 0;

  constructor(limits: TableLimits) {
    this.limits = limits;
  }

  add(row: TableRow): void {
    if (row.cells.length > this.limits.columns) throw tooManyColumns(row.row, this.limits);
    for (const cell of row.cells) {
      this.characters += cell.length;
      if (cell.length > MAX_CELL) throw unreadable(said`Row ${row.row}: a cell holds more than ${MAX_CELL} characters.`);
    }
    if (this.characters > this.limits.characters) throw tooMuchText();
  }
}

async function* sheetRows(bytes: Uint8Array, sheet: string, book: Workbook, counter: Counter): AsyncGenerator<TableRow> {
  for await (const { index, values } of streamXlsxRows(bytes, { sheet, dateSystem: book.date1904 ? '1904' : '1900' })) {
    const cells = values.map((value) => cellText(value, book.date1904));
    cells.length = filledLength(cells);
    if (cells.length === 0) continue;
    const row = { row: index + 1, cells };
    counter.add(row);
    yield row;
  }
}

const MOST_MERGED = 1000;

/** Ranges of merged cells of a sheet, as `C3:C5`: only the first cell of each holds anything. They stand behind the rows. */
export function mergedCells(bytes: Uint8Array, entries: readonly ZipEntry[], sheet: string): string[] {
  const part = readWorkbookPart(bytes, entries).sheets.find((entry) => entry.name === sheet)?.part;
  const entry = entries.find((candidate) => candidate.name === part);
  if (entry === undefined) return [];
  const xml = Buffer.from(unpack(bytes, entry));
  const behind = new TextDecoder().decode(xml.subarray(Math.max(0, xml.lastIndexOf('sheetData>'))));
  return tags(behind, 'mergeCell')
    .slice(0, MOST_MERGED)
    .map((tag) => attribute(tag, 'ref'))
    .filter((range) => /^[A-Z]{1,3}\d+:[A-Z]{1,3}\d+$/.test(range));
}

/** The sheets to look into: the one asked for (hidden or not), else all visible ones. */
function wantedSheets(book: Workbook, sheet: string | undefined): string[] {
  if (sheet === undefined) return book.sheets.filter((entry) => entry.visible).map((entry) => entry.name);
  const found = book.sheets.find((entry) => entry.name.toLowerCase() === sheet.toLowerCase());
  if (found !== undefined) return [found.name];
  throw unreadable(said`The workbook has no sheet “${sheet}”. Its sheets: ${book.sheets.map((entry) => entry.name).join(', ')}.`);
}

/**
 * Rows of the first visible sheet that has any (or of `sheet`), as text: dates `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS`, times
 * of day and durations `H:MM:SS`, numbers plain, formulas as the result that was saved with them, true and false as `TRUE`
 * and `FALSE`, errors as they show (`#DIV/0!`). Nothing outside the file is ever asked for.
 * @throws Problem 413 over a limit, 422 without such a sheet; other errors for a damaged file
 */
export async function* readSheet(
  bytes: Uint8Array,
  entries: readonly ZipEntry[],
  options: { sheet?: string | undefined; limits: TableLimits },
): AsyncGenerator<{ sheet: string; row: TableRow }> {
  const book = readWorkbookPart(bytes, entries);
  const counter = new Counter(options.limits);
  for (const sheet of wantedSheets(book, options.sheet)) {
    let any = false;
    for await (const row of sheetRows(bytes, sheet, book, counter)) {
      any = true;
      yield { sheet, row };
    }
    if (any) return;
  }
}
