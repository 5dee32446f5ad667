import { type Day, isDay } from '../kit/day.ts';
import { LANGUAGES } from '../kit/grades.ts';
import { Problem, invalid } from '../kit/problem.ts';
import { type Text, said } from '../kit/said.ts';
import type { Config } from './config.ts';
import { tableFile } from './export.ts';
import { readUpload } from './files.ts';
import type { FileReply } from './route.ts';
import type { ReadDay } from './tables-days.ts';
import { type Table, readTable } from './tables.ts';
import { type TemplateColumn, writeTemplate } from './tables-write.ts';
import { inLanguage } from './texts.ts';
import type { Actor, Tx } from './tx.ts';

/**
 * The one way in which a room takes a table: a template with the firm's lists, an upload that is judged row by row, and the same
 * rows, changed on the screen or not, applied all or nothing. The room says what its columns are and judges one row.
 */

/** What is wrong with one cell; row 0 stands for the table as a whole, no field for the row. */
export interface Fault<Field extends string> {
  row: number;
  /** The heading as the reader has it. */
  column: Text;
  field: Field | '';
  message: Text;
}

/** One line: everything as text without blanks around it, empty where nothing was given. */
export type Cells<Field extends string> = { row: number } & Record<Field, string>;

/** Lines as they come with a call. */
export type Given<Field extends string> = readonly ({ row?: number | null } & Partial<Record<Field, string | null>>)[];

/** Says what is wrong in the row that is being judged. */
export type Say<Field extends string> = (field: Field | '', message: Text) => void;

/** What a template offers in a column. */
export interface Offer {
  options?: readonly string[];
  example?: string;
}

export interface TableShape<Field extends string> {
  /** Name of the template file, without its ending. */
  name: string;
  fields: readonly Field[];
  headings: Readonly<Record<Field, Text>>;
  /** Columns that a file must have; of several in a list one is enough. */
  needed: readonly (Field | readonly Field[])[];
}

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** A name as people write it: case, accents, blanks and signs do not count. */
export const plainName = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** A text in each of our languages: a file may carry the words of any. */
export const inEveryLanguage = (text: Text): string[] => LANGUAGES.map((language) => inLanguage(text, language));

const regionNames = LANGUAGES.map((language) => new Intl.DisplayNames([language], { type: 'region' }));

/** The names of a country in all our languages, and its code. */
export const countryNames = (code: string): string[] => [code, ...regionNames.map((names) => names.of(code) ?? code)];

/** Finds the member of a list that a cell names, by any of its names. */
export function finder<Item>(
  list: readonly Item[],
  names: (item: Item) => readonly string[],
): (text: string) => Item | undefined {
  const found = new Map(list.flatMap((item) => names(item).map((name) => [plainName(name), item] as const)).reverse());
  return (text) => found.get(plainName(text));
}

/** A number of at most `most` with either decimal sign, or undefined. */
export function numberIn(text: string, most: number, decimals = 0): number | undefined {
  const digits = decimals === 0 ? /^\d{1,12}$/ : new RegExp(`^\\d{1,12}(?:[.,]\\d{1,${decimals}})?$`);
  if (!digits.test(text)) return undefined;
  const value = Number(text.replace(',', '.'));
  return value <= most ? value : undefined;
}

/** The day that a cell says, or undefined after saying what is wrong with it. */
export function dayFrom(text: string, { day: read, from, to }: DayColumn, say: (message: Text) => void): Day | undefined {
  const found = read(text);
  if ('day' in found) {
    if (found.day >= from && found.day <= to && isDay(found.day)) return found.day;
    say(said`Must lie between ${{ day: from }} and ${{ day: to }}.`);
  } else if (found.fault === 'unclear') {
    const [first = '', second = ''] = found.readings ?? [];
    say(said`"${text}" could be ${first} or ${second}. Write it in one of these ways.`);
  } else {
    say(found.fault === 'impossible' ? said`There is no day "${text}".` : said`"${text}" is no day. Write it as 2026-01-15.`);
  }
  return undefined;
}

/** A column of days: how its cells are read, and the first and last day that make sense there. */
export interface DayColumn {
  day: (text: string) => ReadDay;
  from: Day;
  to: Day;
}

/** One kind of table that can be imported. */
export class TableImport<Field extends string> {
  readonly #shape: TableShape<Field>;
  readonly #byHeading: ReadonlyMap<string, Field>;

  constructor(shape: TableShape<Field>) {
    this.#shape = shape;
    this.#byHeading = new Map(
      shape.fields.flatMap((field) =>
        [field, ...inEveryLanguage(shape.headings[field])].map((name) => [plainName(name), field] as const),
      ),
    );
  }

  heading(field: Field): Text {
    return this.#shape.headings[field];
  }

  /** This table with more columns after its own. A heading that the table has already gets the name of its column beside it. */
  with<More extends string>(columns: readonly { field: More; heading: string }[]): TableImport<Field | More> {
    const taken = new Set<string>(this.#byHeading.keys());
    const headings: Record<string, Text> = { ...this.#shape.headings };
    for (const { field, heading } of columns) {
      // What a firm called a column is never looked up as words of ours.
      headings[field] = taken.has(plainName(heading)) ? said`${`${heading} (${field})`}` : said`${heading}`;
      taken.add(plainName(heading));
    }
    const fields = [...this.#shape.fields, ...columns.map(({ field }) => field)];
    return new TableImport<Field | More>({ ...this.#shape, fields, headings: headings as Record<Field | More, Text> });
  }

  /** The columns of the template in the reader's language. */
  columns(language: string, offers?: Readonly<Partial<Record<Field, Offer>>>): TemplateColumn[] {
    return this.#shape.fields.map((field) => ({ title: inLanguage(this.heading(field), language), ...offers?.[field] }));
  }

  /** An empty table to fill in: xlsx with drop-downs, or CSV with the headings alone. */
  async template(
    language: string,
    offers: Readonly<Partial<Record<Field, Offer>>>,
    format: string | undefined,
  ): Promise<FileReply> {
    const columns = this.columns(language, offers);
    if (format === 'csv') {
      const titled = columns.map(({ title }) => ({ key: title, title, kind: 'text' as const }));
      return tableFile(this.#shape.name, 'csv', titled, []);
    }
    return { name: `${this.#shape.name}.xlsx`, mediaType: SHEET, content: await writeTemplate(columns) };
  }

  /**
   * The lines of a table by the headings that are known, whatever their order, and what is wrong with the headings: unknown ones
   * are refused rather than passed over, since a column that is lost is not noticed before it is missed.
   */
  rowsOf(table: Table, language: string): { rows: Cells<Field>[]; faults: Fault<Field>[] } {
    const fields = table.header.map((heading) => this.#byHeading.get(plainName(heading)));
    const faults = [...this.#headingFaults(table, fields, language), ...this.#missing(table.header_row, fields)];
    for (const { row, range } of table.merged ?? [])
      faults.push({
        row,
        column: range,
        field: '',
        message: 'These cells are merged. Unmerge them, so that each row says what it holds.',
      });
    const rows = table.rows.map(({ row, cells }) => {
      const line = this.#empty(row);
      for (const [index, field] of fields.entries()) if (field !== undefined) line[field] ||= this.#text(cells[index]);
      return line;
    });
    return { rows, faults };
  }

  /** Lines as they came with a call: numbers given or counted. @throws Problem 422 for a number that stands twice */
  rowsFrom(data: Given<Field>): Cells<Field>[] {
    const seen = new Set<number>();
    return data.map((given, index) => {
      const line = this.#empty(given.row ?? index + 2);
      if (seen.has(line.row)) throw invalid([{ path: `data.${index}.row`, message: said`Row ${line.row} stands twice.` }]);
      seen.add(line.row);
      for (const field of this.#shape.fields) line[field] = this.#text(given[field]);
      return line;
    });
  }

  /**
   * What is to be judged: the rows of a screen, or those of an upload of the caller's.
   * @throws Problem 404 for an upload that is not theirs, 413, 415 or 422 for a file that is no table
   */
  async given(
    tx: Tx,
    actor: Actor,
    config: Config,
    { filename, data }: { filename?: string; data?: Given<Field> },
  ): Promise<{ rows: Cells<Field>[]; faults: Fault<Field>[] }> {
    if (data !== undefined) return { rows: this.rowsFrom(data), faults: [] };
    if (!filename) throw invalid([{ path: 'filename', message: 'Upload a file first.' }]);
    const { name, bytes } = await readUpload(tx, config, actor.userId, filename);
    return this.rowsOf(await readTable(bytes, name), actor.language);
  }

  /** Judges every row: what each stands for, and everything that is wrong with any. */
  judge<Read>(
    rows: readonly Cells<Field>[],
    read: (cells: Cells<Field>, say: Say<Field>) => Read,
  ): { read: Read[]; faults: Fault<Field>[] } {
    const faults: Fault<Field>[] = [];
    const all = rows.map((cells) =>
      read(cells, (field, message) => {
        faults.push({ row: cells.row, field, column: field === '' ? '' : this.heading(field), message });
      }),
    );
    return { read: all, faults };
  }

  /** What a validation answers: the rows as they can be sent to be applied, and every fault in the reader's language. */
  answer(rows: readonly Cells<Field>[], faults: readonly Fault<Field>[], language: string) {
    const say = (text: Text): string => inLanguage(text, language);
    return {
      success: faults.length === 0,
      data: [...rows],
      errors: faults
        .toSorted((a, b) => a.row - b.row)
        .map(({ row, column, field, message }) => ({ row, column: say(column), field, message: say(message) })),
    };
  }

  /** Refuses rows that have faults. @throws Problem 422 with every fault at `data.N.field` */
  refuse(rows: readonly Cells<Field>[], faults: readonly Fault<Field>[]): void {
    const [first] = faults;
    if (!first) return;
    const at = new Map(rows.map(({ row }, index) => [row, index]));
    const errors = faults.map(({ row, field, message }) => ({ path: `data.${at.get(row)}${field && `.${field}`}`, message }));
    throw new Problem(422, { detail: first.message, errors });
  }

  #text(value: string | null | undefined): Cells<Field>[Field] {
    return (value ?? '').trim() as Cells<Field>[Field];
  }

  #empty(row: number): Cells<Field> {
    return { row, ...Object.fromEntries(this.#shape.fields.map((field) => [field, ''])) } as Cells<Field>;
  }

  #headingFaults(table: Table, fields: readonly (Field | undefined)[], language: string): Fault<Field>[] {
    const known = (): Text => said`${this.#shape.fields.map((field) => inLanguage(this.heading(field), language))}`;
    return table.header.flatMap((heading, index): Fault<Field>[] => {
      const [row, field] = [table.header_row, fields[index]];
      const empty = heading === '' && !table.rows.some(({ cells }) => this.#text(cells[index]) !== '');
      if (empty) return [];
      if (field === undefined)
        return [
          {
            row,
            column: heading || `#${index + 1}`,
            field: '',
            message: said`This heading is not known. Known are: ${known()}.`,
          },
        ];
      return fields.indexOf(field) < index ? [{ row, column: heading, field, message: 'This heading stands twice.' }] : [];
    });
  }

  #missing(row: number, fields: readonly (Field | undefined)[]): Fault<Field>[] {
    return this.#shape.needed.flatMap((needed): Fault<Field>[] => {
      const any = Array.isArray(needed) ? (needed as readonly Field[]) : [needed as Field];
      const field = any.at(-1);
      if (field === undefined || any.some((each) => fields.includes(each))) return [];
      return [{ row, column: this.heading(field), field, message: 'This column is missing.' }];
    });
  }
}
