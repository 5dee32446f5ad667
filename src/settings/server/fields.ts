import { isDay } from '../../kit/day.ts';
import { conflict, invalid, notAllowed, notFound } from '../../kit/problem.ts';
import { Said, type Text, said } from '../../kit/said.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Column } from '../../server/tables-write.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type Collection, type FieldType, checkedValue } from '../rules.ts';

export interface DataField extends Record<string, unknown> {
  id: string;
  collection: Collection;
  key: string;
  label: string;
  type: FieldType;
  required: boolean;
  options: string[];
  position: number;
  is_active: boolean;
  version: number;
}

/** Values of one record by the keys of its fields, as they are stored beside its own columns. */
export type Custom = Record<string, unknown>;

const MOST_FIELDS = 100;
const MOST_OPTIONS = 200;
/** Names that every object of the language has: as keys they would be found where nobody put them. */
const TAKEN = ['constructor', 'prototype'];

/** Every field of the firm, put aside or not, in the order in which forms show them. */
export const listFields = (tx: Tx): Promise<DataField[]> =>
  tx.all<DataField>(sql`
    select id, collection, key, label, type, required, options, position, is_active, version from settings.data_fields
    where tenant_id = ${tx.tenant} order by collection, position, id`);

/** The fields of a collection that are in use. */
export const fieldsOf = (tx: Tx, collection: Collection): Promise<DataField[]> =>
  tx.all<DataField>(sql`
    select id, collection, key, label, type, required, options, position, is_active, version from settings.data_fields
    where tenant_id = ${tx.tenant} and collection = ${collection} and is_active order by position, id`);

interface FieldInput {
  id?: string;
  collection: Collection;
  key: string;
  label: string;
  type: FieldType;
  required: boolean;
  options?: string[];
  position?: number;
  is_active?: boolean;
  version?: number;
}

const hasOptions = (type: FieldType): boolean => type === 'choice' || type === 'multi_choice';

/** A label and options as they are stored. @throws Problem 422 */
function tidy({ label, type, options = [] }: Pick<FieldInput, 'label' | 'type' | 'options'>): {
  label: string;
  options: string[];
} {
  const errors: { path: string; message: Text }[] = [];
  const name = label.trim();
  if (name === '') errors.push({ path: 'label', message: 'Must not be empty.' });
  const list = options.map((option) => option.trim()).filter((option) => option !== '');
  const twice = list.find((option, index) => list.indexOf(option) !== index);
  if (twice !== undefined) errors.push({ path: 'options', message: said`"${twice}" stands twice.` });
  if (hasOptions(type) && list.length === 0) errors.push({ path: 'options', message: 'A choice needs options.' });
  if (!hasOptions(type) && list.length > 0) errors.push({ path: 'options', message: 'Only a choice has options.' });
  if (list.length > MOST_OPTIONS) errors.push({ path: 'options', message: said`Must have at most ${MOST_OPTIONS} entries.` });
  if (errors.length > 0) throw invalid(errors);
  return { label: name, options: list };
}

/** A role may see the settings and not change them. */
function refuseReadOnly(actor: Actor): void {
  if (actor.accesses['settings']?.['can_edit'] === false) throw notAllowed();
}

/** Adds a field at the end of its collection. @throws Problem 422 for a key that is taken or no key, or the 101st field */
export async function addField(tx: Tx, actor: Actor, { body }: { body: FieldInput }): Promise<DataField> {
  refuseReadOnly(actor);
  const { label, options } = tidy(body);
  if (TAKEN.includes(body.key)) throw invalid([{ path: 'key', message: 'This key cannot be used.' }]);
  const known = await tx.all<{ key: string; label: string; position: number }>(sql`
    select key, label, position from settings.data_fields where tenant_id = ${tx.tenant} and collection = ${body.collection}`);
  const taken = known.find((field) => field.key === body.key);
  if (taken) throw invalid([{ path: 'key', message: said`The field "${taken.label}" has this key already.` }]);
  if (known.length >= MOST_FIELDS)
    throw invalid([{ path: 'collection', message: said`There are ${MOST_FIELDS} fields already.` }]);
  const last = Math.max(0, ...known.map(({ position }) => position));
  const { version: _none, ...rest } = body;
  const [row] = await tx.write.insert<DataField>('settings.data_fields', [{ position: last + 1, ...rest, label, options }]);
  return row as DataField;
}

/**
 * Changes a field. What it is (collection, key, type) stays, since values were written by it; an option that goes stays where it
 * was chosen until somebody chooses anew. @throws Problem 404, 409, 422
 */
export async function updateField(tx: Tx, actor: Actor, { body }: { body: FieldInput & { id: string } }): Promise<DataField> {
  refuseReadOnly(actor);
  const before = await tx.one<DataField>(sql`
    select * from settings.data_fields where tenant_id = ${tx.tenant} and id = ${body.id} for update`);
  if (!before) throw notFound('There is no such field.');
  const { id: _id, version, ...given } = body;
  if (version !== undefined && version !== before.version) throw conflict('Somebody else changed this in the meantime.', before);
  const fixed = (['collection', 'key', 'type'] as const).filter((name) => given[name] !== before[name]);
  if (fixed.length > 0)
    throw invalid(fixed.map((path) => ({ path, message: 'This stays as it is: values were written by it.' })));
  const { label, options } = tidy({ options: before.options, ...given });
  const [row] = await tx.write.update<DataField>('settings.data_fields', [{ before, set: { ...given, label, options } }]);
  return row as DataField;
}

/** Who of some ids is a user of the firm; a later room knows. */
export type UsersAmong = (tx: Tx, ids: readonly string[]) => Promise<readonly { id: string; name: string }[]>;

interface CustomRecord {
  /** What came with the request; keys left out stay as they are, a null removes. */
  given: Custom | undefined;
  /** What the record has; undefined for a new one, which needs all that is required. */
  before?: Custom | undefined;
}

interface Refused {
  field: DataField | undefined;
  key: string;
  message: Text;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** One record's values after a write, and what is refused of them. */
function merged(
  fields: readonly DataField[],
  { given = {}, before }: CustomRecord,
): { values: Map<string, unknown>; refused: Refused[] } {
  const known = new Map(fields.map((field) => [field.key, field]));
  const values = new Map(Object.entries(before ?? {}));
  const refused: Refused[] = [];
  for (const [key, value] of Object.entries(given)) {
    // A record that was read may be sent back whole, with what stands in fields that were put aside.
    if (same(values.get(key), value)) continue;
    const field = known.get(key);
    const checked = field ? checkedValue(field, value) : { refused: 'This field is not known here.' };
    if ('refused' in checked) refused.push({ field, key, message: checked.refused });
    else if (checked.value === undefined) values.delete(key);
    else values.set(key, checked.value);
  }
  for (const field of fields) {
    const asked = before === undefined || Object.hasOwn(given, field.key);
    const missing = field.required && asked && !values.has(field.key) && !refused.some(({ key }) => key === field.key);
    if (missing) refused.push({ field, key: field.key, message: 'This field is required.' });
  }
  return { values, refused };
}

/** In a form the fields stand together, so the words say which of them is meant. */
const named = ({ field, message }: Refused): Text =>
  field ? said`${field.label}: ${typeof message === 'string' ? new Said(message, []) : message}` : message;

/**
 * The data-field values of records after a write, checked against the firm's fields: at most two statements for any number.
 * @param options `pathOf` says where a record stands in the request
 * @throws Problem 422 at `custom.key` for what is unknown, missing or no such value
 */
export async function customOfEach(
  tx: Tx,
  options: { collection: Collection; usersAmong: UsersAmong; pathOf?: (index: number) => string },
  records: readonly CustomRecord[],
): Promise<Custom[]> {
  const { collection, usersAmong, pathOf = () => '' } = options;
  if (records.every(({ given, before }) => given === undefined && before !== undefined))
    return records.map(({ before = {} }) => before);
  const fields = await fieldsOf(tx, collection);
  const results = records.map((record) => merged(fields, record));
  const people = fields.filter(({ type }) => type === 'user');
  const ids = new Set(
    people.flatMap(({ key }) => results.flatMap(({ values }) => (values.get(key) as string | undefined) ?? [])),
  );
  if (ids.size > 0) {
    const found = new Set((await usersAmong(tx, [...ids])).map(({ id }) => id));
    for (const { values, refused } of results)
      for (const field of people) {
        const id = values.get(field.key);
        if (id !== undefined && !found.has(id as string))
          refused.push({ field, key: field.key, message: 'There is no such person.' });
      }
  }
  const errors = results.flatMap(({ refused }, index) =>
    refused.map((each) => ({ path: `${pathOf(index)}custom.${each.key.slice(0, 60)}`, message: named(each) })),
  );
  if (errors.length > 0) throw invalid(errors);
  return results.map(({ values }) => Object.fromEntries(values));
}

/** `customOfEach` for one record. @throws Problem 422 */
export async function customOf(
  tx: Tx,
  { collection, usersAmong, ...record }: { collection: Collection; usersAmong: UsersAmong } & CustomRecord,
): Promise<Custom> {
  const [custom] = await customOfEach(tx, { collection, usersAmong }, [record]);
  return custom ?? {};
}

/** Both ends of a span of numbers or days, as filters give it: either may be open. */
interface Ends {
  from?: unknown;
  to?: unknown;
}

/** Numbers from one to another, or days, both ends included. @throws Problem 422 for ends that are neither */
function within(column: Sql, key: string, { from, to }: Ends): Sql {
  const ends = [from, to].filter((end) => end !== undefined && end !== null);
  const value = sql`${column} -> ${key}::text`;
  if (ends.every((end) => typeof end === 'number'))
    return and(
      sql`jsonb_typeof(${value}) = 'number'`,
      typeof from === 'number' ? sql`${value} >= to_jsonb(${from}::numeric)` : undefined,
      typeof to === 'number' ? sql`${value} <= to_jsonb(${to}::numeric)` : undefined,
    );
  if (!ends.every((end) => typeof end === 'string' && isDay(end)))
    throw invalid([{ path: `custom.${key.slice(0, 60)}`, message: 'This does not have the form that is expected here.' }]);
  // Days as they are stored sort as they are written.
  return and(
    typeof from === 'string' ? sql`(${column} ->> ${key}::text) collate "C" >= ${from}` : undefined,
    typeof to === 'string' ? sql`(${column} ->> ${key}::text) collate "C" <= ${to}` : undefined,
  );
}

/**
 * Condition on a column of such values. Text is found anywhere in a value, of a list one is enough, numbers and days lie between
 * two ends, anything else is equal. @throws Problem 422
 */
export const customFilter = (column: Sql, wanted: Custom | undefined): Sql =>
  and(
    ...Object.entries(wanted ?? {}).map(([key, value]) => {
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return within(column, key, value);
      if (typeof value === 'string') return sql`position(lower(${value}::text) in lower(${column} ->> ${key}::text)) > 0`;
      if (!Array.isArray(value)) return sql`${column} -> ${key}::text = ${JSON.stringify(value)}::jsonb`;
      if (value.length === 0) return undefined;
      return sql`(${column} ->> ${key}::text = any(${value}::text[]) or jsonb_exists_any(${column} -> ${key}::text, ${value}::text[]))`;
    }),
  );

/** The firm's fields as columns of an exported table, and its rows with their cells; people by name. */
export async function withCustomColumns<Row extends { custom: Custom }>(
  tx: Tx,
  { collection, rows, usersAmong }: { collection: Collection; rows: readonly Row[]; usersAmong: UsersAmong },
): Promise<{ columns: Column[]; rows: (Row & Record<string, unknown>)[] }> {
  const fields = await fieldsOf(tx, collection);
  const own = (custom: Custom, key: string): unknown => (Object.hasOwn(custom, key) ? custom[key] : null);
  const people = fields.filter(({ type }) => type === 'user');
  const ids = [...new Set(people.flatMap(({ key }) => rows.map(({ custom }) => own(custom, key)).filter((id) => id !== null)))];
  const names = new Map(ids.length > 0 ? (await usersAmong(tx, ids as string[])).map(({ id, name }) => [id, name]) : []);
  const cell = ({ key, type }: DataField, custom: Custom): unknown => {
    const value = own(custom, key);
    return type === 'user' ? (names.get(String(value)) ?? null) : value;
  };
  return {
    columns: fields.map(({ key, label, type }) => ({
      key: `custom_${key}`,
      title: label,
      kind: type === 'number' ? 'number' : type === 'date' ? 'date' : 'text',
    })),
    rows: rows.map((row) => ({
      ...row,
      ...Object.fromEntries(fields.map((field) => [`custom_${field.key}`, cell(field, row.custom)])),
    })),
  };
}
