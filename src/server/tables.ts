import type { Problem } from '../kit/problem.ts';
import { type Text, said } from '../kit/said.ts';
import { type Delimiter, decodeText, type Encoding, readCsv } from './tables-csv.ts';
import {
  filledLength,
  type TableLimits,
  type TableRow,
  tableLimits,
  tooLarge,
  tooManyRows,
  unreadable,
  unsupported,
} from './tables-limits.ts';
import { readWorkbook } from './tables-workbook.ts';
import { readZipDirectory, refuseEntities, type ZipEntry } from './tables-zip.ts';

/** A table as it was uploaded: everything is text, the header trimmed, the cells as they were. */
export interface Table {
  sheet?: string;
  encoding?: Encoding;
  delimiter?: Delimiter;
  /** Row number of the header; 1 unless captions or blank rows stand above it. */
  header_row: number;
  header: string[];
  /** Non-blank rows below the header, each at least as long as the header. */
  rows: TableRow[];
  /** Merged cells that reach below the header, each with its last row: only the first cell of a range holds anything. */
  merged?: { row: number; range: string }[];
}

const HEADER_SAMPLE = 100;

const startsWith = (bytes: Uint8Array, ...magic: number[]): boolean => magic.every((byte, at) => bytes[at] === byte);

const notATable = (what: Text): Problem =>
  unsupported(said`The file is ${what}, not a table. Upload a CSV file or an Excel workbook (.xlsx).`);

function refuseOle(bytes: Uint8Array): never {
  const encrypted = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(
    Buffer.from('EncryptedPackage', 'utf16le'),
  );
  throw unsupported(
    encrypted
      ? 'The workbook is protected by a password. Save it without one.'
      : 'Excel workbooks of the old kind (.xls) are not read. Open the file and save it as .xlsx or CSV.',
  );
}

/** A zip file that is a workbook of the right kind, judged by its directory and the first bytes of its parts. */
function openWorkbook(bytes: Uint8Array, limits: TableLimits): ZipEntry[] {
  const entries = readZipDirectory(bytes, limits);
  const names = new Set(entries.map((entry) => entry.name));
  if (names.has('xl/workbook.bin')) throw unsupported('Binary workbooks (.xlsb) are not read. Save the file as .xlsx.');
  if (names.has('content.xml') && names.has('mimetype'))
    throw unsupported('OpenDocument files are not read. Save the file as .xlsx or CSV.');
  if (!names.has('[Content_Types].xml') || !entries.some((entry) => /(^|\/)workbook\d*\.xml$/i.test(entry.name)))
    throw notATable(said`an archive`);
  if ([...names].some((name) => /vbaproject/i.test(name)))
    throw unsupported('Workbooks with macros are not accepted. Save the file as .xlsx.');
  refuseEntities(bytes, entries);
  return entries;
}

/** Text that is plainly something else than a table. */
function refuseOtherText(text: string): void {
  const head = text.slice(0, 500).trimStart();
  if (/^<[^]*<svg[\s>]|^<svg[\s>]/i.test(head)) throw unsupported('SVG pictures are not accepted. Save the picture as PNG.');
  if (/^<(!doctype|!--|\?xml|\?php|html|svg|script|head|body)/i.test(head)) throw notATable(said`a web page or XML`);
  if (/^%PDF-/.test(head)) throw notATable(said`a PDF`);
  if (/^\{\\rtf/.test(head)) throw notATable(said`a text document`);
  if (/^[[{]/.test(head) && /[\]}]\s*$/.test(text.slice(-100))) throw notATable(said`JSON`);
}

export type TableContent = { kind: 'workbook'; entries: ZipEntry[] } | { kind: 'text'; text: string; encoding: Encoding };

/**
 * What an uploaded table is, by its content. A text under the name of a workbook is refused rather than guessed at: such a
 * file is a damaged workbook as often as a renamed CSV.
 * @throws Problem 413 when it is too large, 415 when it is no table, 422 when it is damaged, hostile or empty
 */
export function tableContent(bytes: Uint8Array, name: string, limits: TableLimits = tableLimits): TableContent {
  if (bytes.length === 0) throw unreadable('The file is empty.');
  if (bytes.length > limits.bytes) throw tooLarge(said`The file is larger than ${Math.floor(limits.bytes / 1_000_000)} MB.`);
  if (startsWith(bytes, 0x50, 0x4b)) return { kind: 'workbook', entries: openWorkbook(bytes, limits) };
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) refuseOle(bytes);
  const content = decodeText(bytes);
  refuseOtherText(content.text);
  if (/\.(xls[xmb]?|ods)$/i.test(name.trim())) {
    throw unreadable('The file has the name of a workbook but holds plain text. If it is a CSV file, give it the ending .csv.');
  }
  return { kind: 'text', ...content };
}

/**
 * The header's place: the first row that fills at least half of the table's width, where the width is the one that most
 * cells stand in. Captions above a table are narrower than that.
 */
function headerIndex(rows: readonly TableRow[]): number {
  const cellsByWidth = new Map<number, number>();
  for (const { cells } of rows.slice(0, HEADER_SAMPLE)) {
    cellsByWidth.set(cells.length, (cellsByWidth.get(cells.length) ?? 0) + cells.length);
  }
  let width = 1;
  let most = 0;
  for (const [candidate, cells] of cellsByWidth) {
    if (cells > most || (cells === most && candidate > width)) [width, most] = [candidate, cells];
  }
  const needed = Math.max(Math.min(2, width), Math.ceil(width / 2));
  const found = rows.findIndex(({ cells }) => cells.filter((cell) => cell.trim() !== '').length >= needed);
  return Math.max(0, found);
}

function tableOf(all: TableRow[], limits: TableLimits): Pick<Table, 'header_row' | 'header' | 'rows'> {
  const top = all[headerIndex(all)];
  if (top === undefined) throw unreadable('The file holds no rows.');
  const header = top.cells.slice(0, filledLength(top.cells)).map((cell) => cell.trim());
  const rows = all.slice(all.indexOf(top) + 1);
  if (rows.length > limits.rows) throw tooManyRows(limits);
  for (const { cells } of rows) while (cells.length < header.length) cells.push('');
  return { header_row: top.row, header, rows };
}

/**
 * Reads an uploaded CSV file or Excel workbook: what it is, is found out from its content, encoding and separator included.
 * Cells are text; see `readSheet` for how a workbook's dates, times and numbers are written out. Captions above the header
 * and blank rows are left out.
 * @param options `sheet` names a workbook's sheet, else the first visible one with rows is taken; limits may be overridden
 * @throws Problem 413, 415 or 422, its `detail` in words for the person who sent the file
 */
export async function readTable(
  bytes: Uint8Array,
  name: string,
  options: Partial<TableLimits> & { sheet?: string } = {},
): Promise<Table> {
  const { sheet, ...overrides } = options;
  const limits = { ...tableLimits, ...overrides };
  const content = tableContent(bytes, name, limits);
  if (content.kind === 'text') {
    const { rows, delimiter } = readCsv(content.text, limits);
    return { encoding: content.encoding, delimiter, ...tableOf(rows, limits) };
  }
  const found = await readWorkbook({ bytes, entries: content.entries, sheet, limits });
  const table = tableOf(found.rows, limits);
  const merged = found.merged
    .map((range) => ({ row: Number(/\d+$/.exec(range)?.[0]), range }))
    .filter(({ row }) => row > table.header_row);
  return { sheet: found.sheet, ...table, ...(merged.length > 0 ? { merged } : {}) };
}
