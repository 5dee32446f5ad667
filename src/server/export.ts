import { Readable } from 'node:stream';
import { invalid } from '../kit/problem.ts';
import { said } from '../kit/said.ts';
import type { FileReply } from './route.ts';
import { type Column, tableStream } from './tables-write.ts';
import { inLanguage } from './texts.ts';

const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
};

/**
 * Refuses a table of more rows than a spreadsheet opens with ease; a file that ends early would be a wrong one. Ask for one row more
 * than `most`. @throws Problem 422
 */
export const refuseLonger = (rows: readonly unknown[], most: number): void => refuseMore(rows.length, most);

/** The same for a number of rows that is known before they are read. @throws Problem 422 */
export function refuseMore(rows: number, most: number): void {
  if (rows > most) throw invalid([{ path: 'filters', message: said`A file holds at most ${most} rows. Narrow the filters.` }]);
}

/** A table that can go out as a file or on paper. */
export interface FileTable {
  /** Of the file, without its ending. */
  name: string;
  columns: Column[];
  rows: Record<string, unknown>[];
}

/** A table as a download, its columns titled in the language of who asked: xlsx, or CSV where `?format=csv` asks for it. */
export function tableFile(
  name: string,
  format: string | undefined,
  columns: Column[],
  rows: Iterable<Record<string, unknown>> | AsyncIterable<Record<string, unknown>>,
): FileReply {
  const kind = format === 'csv' ? 'csv' : 'xlsx';
  const content = (language: string): Readable => {
    const titled = columns.map((column) => ({ ...column, title: inLanguage(column.title, language) }));
    return Readable.from(tableStream(kind, { name: name.slice(0, 31), columns: titled }, toAsync(rows)));
  };
  return { name: `${name}.${kind}`, mediaType: mediaTypes[kind], content };
}

/** The same of a table that is whole. */
export const fileOf = ({ name, columns, rows }: FileTable, format: string | undefined): FileReply =>
  tableFile(name, format, columns, rows);

async function* toAsync<Row>(rows: Iterable<Row> | AsyncIterable<Row>): AsyncIterable<Row> {
  yield* rows;
}
