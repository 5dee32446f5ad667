import { type Text, said } from '../../kit/said.ts';
import {
  type Cells,
  type Offer,
  type Say,
  type TableImport,
  dayFrom,
  finder,
  inEveryLanguage,
} from '../../server/table-import.ts';
import { dayReader } from '../../server/tables-days.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Tx } from '../../server/tx.ts';
import { type Collection, LONGEST_VALUE, checkedValue } from '../rules.ts';
import { type Custom, type DataField, fieldsOf } from './fields.ts';

/** A column of an imported table that holds a data field. */
export type CustomColumn = `custom_${string}`;

/** People whom texts in small letters name, by their whole name or their address; a later room knows. */
export type UsersCalled = (
  tx: Tx,
  names: readonly string[],
) => Promise<readonly { id: string; name_lc: string; email_lc: string | null }[]>;

/** Judges the data fields of one row: its values, and its cells as they are stored. `isNew`: what is required must be there. */
export type ReadCustom = (
  cells: Cells<CustomColumn>,
  say: Say<CustomColumn>,
  isNew: boolean,
) => { custom: Custom; cells: Record<CustomColumn, string> };

const YES = inEveryLanguage(said`Yes`);
const NO = inEveryLanguage(said`No`);
const booleanIn = finder(
  [
    { value: true, names: [...YES, 'true', '1', 'x'] },
    { value: false, names: [...NO, 'false', '0'] },
  ],
  ({ names }) => names,
);
const NUMBER = /^[-\u2212]?\d{1,15}(?:[.,]\d{1,6})?$/;

const columnOf = ({ key }: DataField): CustomColumn => `custom_${key}`;

/** What reads the cells of one field: the value and how it is written, or undefined after saying what is wrong. */
type CellReader = (text: string, say: (message: Text) => void) => { value: unknown; text: string } | undefined;

/** The firm's own fields as columns of a table that is imported: in its template, in its rows and in what is written. */
export class CustomColumns {
  readonly #fields: readonly DataField[];

  private constructor(fields: readonly DataField[]) {
    this.#fields = fields;
  }

  static async of(tx: Tx, collection: Collection): Promise<CustomColumns> {
    return new CustomColumns(await fieldsOf(tx, collection));
  }

  /** The table of a room with these columns after its own. */
  after<Field extends string>(table: TableImport<Field>): TableImport<Field | CustomColumn> {
    return table.with(this.#fields.map((field) => ({ field: columnOf(field), heading: field.label })));
  }

  /** What the template offers in these columns. */
  offers(language: string): Partial<Record<CustomColumn, Offer>> {
    const words: readonly string[] = [inLanguage(said`Yes`, language), inLanguage(said`No`, language)];
    const offer = ({ type, options }: DataField): Offer => {
      if (type === 'boolean') return { options: words };
      if (type === 'choice') return { options };
      if (type === 'multi_choice') return { example: options.slice(0, 2).join('; ') };
      if (type === 'date') return { example: '2026-01-15' };
      return type === 'user' ? { example: 'ben.okafor@example.org' } : {};
    };
    return Object.fromEntries(this.#fields.map((field) => [columnOf(field), offer(field)]));
  }

  /** How rows are judged, with the people looked up whom they name: at most one statement for any number. */
  async reader(tx: Tx, rows: readonly Cells<CustomColumn>[], usersCalled: UsersCalled): Promise<ReadCustom> {
    const textsOf = (field: DataField): string[] => rows.map((row) => row[columnOf(field)] ?? '').filter(Boolean);
    const named = this.#fields.filter(({ type }) => type === 'user').flatMap(textsOf);
    const people = named.length > 0 ? await usersCalled(tx, [...new Set(named.map((text) => text.toLowerCase()))]) : [];
    const readers = this.#fields.map((field) => ({ field, read: cellReader(field, textsOf(field), people) }));
    return (cells, say, isNew) => {
      const custom: Custom = {};
      const written: Record<CustomColumn, string> = {};
      for (const { field, read } of readers) {
        const column = columnOf(field);
        const text = cells[column] ?? '';
        if (text === '') {
          if (field.required && isNew) say(column, 'This field is required.');
          continue;
        }
        const found = read(text, (message) => say(column, message));
        if (!found) continue;
        custom[field.key] = found.value;
        written[column] = found.text;
      }
      return { custom, cells: written };
    };
  }
}

/** Says what is wrong with a cell, which then has no value. */
function refused(say: (message: Text) => void, message: Text): undefined {
  say(message);
  return undefined;
}

function cellReader(
  field: DataField,
  texts: readonly string[],
  people: readonly { id: string; name_lc: string; email_lc: string | null }[],
): CellReader {
  const { type, options } = field;
  switch (type) {
    case 'text':
      return (text, say) => {
        if (/\p{Cc}/u.test(text)) return refused(say, 'A character cannot be shown. Type the text anew.');
        if (text.length > LONGEST_VALUE) return refused(say, said`At most ${LONGEST_VALUE} characters.`);
        return { value: text, text };
      };
    case 'number':
      return (text, say) => {
        const value = NUMBER.test(text) ? Number(text.replace(',', '.').replace('\u2212', '-')) : undefined;
        const checked = checkedValue(field, value);
        if (value === undefined || 'refused' in checked) return refused(say, said`Must be ${said`a number`}.`);
        return { value, text };
      };
    case 'date': {
      const day = dayReader([...texts]);
      return (text, say) => {
        const value = dayFrom(text, { day, from: '1900-01-01', to: '2200-01-01' }, say);
        return value === undefined ? undefined : { value, text: value };
      };
    }
    case 'boolean':
      return (text, say) => {
        const found = booleanIn(text);
        if (!found) return refused(say, said`"${text}" is not known. Allowed are: ${said`${['true', 'false']}`}.`);
        return { value: found.value, text: String(found.value) };
      };
    case 'choice':
    case 'multi_choice':
      return choiceReader(type === 'multi_choice', options);
    case 'user':
      return userReader(people);
  }
}

/** Several choices stand with a comma or a semicolon between them; an option that holds one is found whole. */
function choiceReader(several: boolean, options: readonly string[]): CellReader {
  const find = finder(options, (option) => [option]);
  return (text, say) => {
    const whole = find(text);
    const parts = whole === undefined && several ? text.split(/[,;]/).map((part) => part.trim()) : [text];
    const chosen = whole === undefined ? parts.filter(Boolean).map((part) => ({ part, option: find(part) })) : [];
    const wrong = chosen.find(({ option }) => option === undefined);
    if (wrong) return refused(say, said`"${wrong.part}" is not known. Allowed are: ${said`${options.slice(0, 30)}`}.`);
    const found = new Set(whole === undefined ? chosen.map(({ option }) => option) : [whole]);
    if (!several) return { value: [...found][0], text: String([...found][0]) };
    const value = options.filter((option) => found.has(option));
    return { value, text: value.join('; ') };
  };
}

function userReader(people: readonly { id: string; name_lc: string; email_lc: string | null }[]): CellReader {
  return (text, say) => {
    const wanted = text.toLowerCase();
    const byAddress = people.find(({ email_lc }) => email_lc === wanted);
    const called = byAddress ? [byAddress] : people.filter(({ name_lc }) => name_lc === wanted);
    if (called.length > 1) return refused(say, said`Several people are called "${text}". Write the address.`);
    return called[0] ? { value: called[0].id, text } : refused(say, 'There is no such person.');
  };
}
