import {
  filledLength,
  type TableLimits,
  type TableRow,
  tooManyColumns,
  tooMuchText,
  unreadable,
  unsupported,
} from './tables-limits.ts';
import { said } from '../kit/said.ts';
import { unguarded } from './tables-guard.ts';

const QUOTE = 34;
const LF = 10;
const CR = 13;
const SPACE = 32;
const TAB = 9;
const NO_BREAK_SPACE = 0xa0;

const SAMPLE_CHARACTERS = 65_536;
const SAMPLE_ROWS = 200;
/** Rows beyond the limit that are still read, since captions above the header are no rows of the table. */
const CAPTION_ROWS = 100;

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
export type Delimiter = ',' | ';' | '\t' | '|';

function encodingOf(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  if (a === 0 && c === 0 && b > 8 && d > 8) return 'utf-16be';
  if (b === 0 && d === 0 && a > 8 && c > 8) return 'utf-16le';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/**
 * The text of a file, without its byte-order mark. What is no valid UTF-8 and has no mark is Windows-1252, which holds
 * Latin-1 too.
 * @throws Problem 415 for what is no text
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const encoding = encodingOf(bytes);
  const text = new TextDecoder(encoding).decode(bytes);
  let odd = 0;
  const sample = Math.min(text.length, 8192);
  for (let at = 0; at < sample; at++) {
    const code = text.charCodeAt(at);
    if (code < 9 || (code > 13 && code < 32)) odd++;
  }
  if (text.includes('\0') || (odd > 16 && odd * 10 > sample))
    throw unsupported('The file is neither a table nor text that could be read as one.');
  return { text, encoding };
}

/**
 * All rows that hold anything, trailing blank cells cut. Quoted cells may span lines; a row number counts records.
 * @param sample the text is the beginning of a longer one: it may end inside a quoted cell, and nothing is refused
 * @param clean rows with a quotation mark in the middle of a cell are left out
 */
function records(text: string, delimiter: Delimiter, limits: TableLimits, sample: boolean, clean = false): TableRow[] {
  const separator = delimiter.charCodeAt(0);
  const rows: TableRow[] = [];
  let at = 0;
  let row = 0;
  /** The row has a quotation mark where no writer of CSV puts one. */
  let stray = false;

  const plain = (from: number): string => {
    let code = text.charCodeAt(at);
    while (at < text.length && code !== separator && code !== LF && code !== CR) code = text.charCodeAt(++at);
    return text.slice(from, at);
  };

  const quoted = (): string => {
    const parts: string[] = [];
    let from = at + 1;
    for (;;) {
      const end = text.indexOf('"', from);
      if (end < 0) {
        if (!sample) throw unreadable(said`Row ${row}: a quotation mark is opened and never closed.`);
        at = text.length;
        return parts.join('') + text.slice(from);
      }
      at = end + 1;
      if (text.charCodeAt(at) !== QUOTE) {
        parts.push(text.slice(from, end));
        break;
      }
      parts.push(text.slice(from, at));
      from = at + 1;
    }
    const rest = plain(at);
    if (rest.trim() === '') return parts.join('');
    stray = true;
    return parts.join('') + rest;
  };

  const cell = (): string => {
    let start = at;
    let code = text.charCodeAt(start);
    while (code !== separator && (code === SPACE || code === TAB || code === NO_BREAK_SPACE)) code = text.charCodeAt(++start);
    if (code === QUOTE) {
      at = start;
      return quoted();
    }
    const value = plain(at);
    if (sample && value.includes('"')) stray = true;
    return value;
  };

  let characters = 0;
  const maxRows = sample ? SAMPLE_ROWS : limits.rows + CAPTION_ROWS;
  while (at < text.length && rows.length < maxRows) {
    row++;
    stray = false;
    const cells: string[] = [cell()];
    while (text.charCodeAt(at) === separator) {
      at++;
      cells.push(cell());
    }
    if (text.charCodeAt(at) === CR) at++;
    if (text.charCodeAt(at) === LF) at++;
    cells.length = filledLength(cells);
    if (cells.length === 0 || (clean && stray)) continue;
    for (const value of cells) characters += value.length;
    if (!sample && cells.length > limits.columns) throw tooManyColumns(row, limits);
    if (!sample && characters > limits.characters) throw tooMuchText();
    rows.push({ row, cells });
  }
  return rows;
}

/**
 * The delimiter that makes the most even table: of the commonest width, rows of that width times what it splits off. Under
 * a wrong one the quotation marks around a cell come to stand in the middle of others; rows that have some there count only
 * where there are no better ones.
 */
function sniffDelimiter(text: string, limits: TableLimits): Delimiter {
  const sample = text.slice(0, SAMPLE_CHARACTERS);
  let best: { delimiter: Delimiter; score: number } = { delimiter: ',', score: 0 };
  for (const clean of [true, false]) {
    for (const delimiter of [',', ';', '\t', '|'] as const) {
      const widths = new Map<number, number>();
      for (const { cells } of records(sample, delimiter, limits, true, clean)) {
        widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
      }
      let score = 0;
      for (const [width, count] of widths) score = Math.max(score, count * (width - 1));
      if (score > best.score) best = { delimiter, score };
    }
    if (best.score > 0) break;
  }
  return best.delimiter;
}

/**
 * Rows of a CSV text: separated by comma, semicolon, tab or bar (found out, or named by a first line `sep=;` as Excel writes
 * it), lines ended by CR, LF or both. Guard apostrophes are taken off.
 * @throws Problem 413 over a limit, 422 for a quotation mark that is never closed
 */
export function readCsv(text: string, limits: TableLimits): { rows: TableRow[]; delimiter: Delimiter } {
  const named = /^sep=([,;|\t])(?:\r\n|\r|\n)/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const delimiter = (named?.[1] as Delimiter | undefined) ?? sniffDelimiter(body, limits);
  const rows = records(body, delimiter, limits, false);
  for (const { cells } of rows) {
    for (let at = 0; at < cells.length; at++) cells[at] = unguarded(cells[at] ?? '');
  }
  return { rows, delimiter };
}
