import { invalid, notAllowed } from '../kit/problem.ts';
import { type Text, said } from '../kit/said.ts';
import type { Searchable } from './search.ts';
import { type Sql, join, raw, sql } from './sql.ts';
import type { Actor, Tx } from './tx.ts';

/** What a field of a collection holds: decides which operators and values fit. */
export type FieldKind = 'text' | 'number' | 'date' | 'boolean' | 'id';

/** A collection as one person may search it. */
export interface SearchRows {
  /** A select whose columns are the fields, of the rows that the person may see. */
  select: Sql;
  /** The fields that this person may read, filter by and sort by: no other is known. */
  fields: Readonly<Record<string, FieldKind>>;
  /** Column by which the rows stand in order, before `id`. */
  order: string;
}

export interface Condition {
  field: string;
  op: string;
  value: unknown;
}

export interface SearchRequest {
  collection: string;
  fields?: readonly string[];
  filters?: readonly Condition[];
  top?: number;
  operator?: 'and' | 'or';
}

const MOST_IN = 1000;
const LONGEST = 2000;
/** Milliseconds that a search may take before it is given up: whoever asks for everything gets a refusal and not the database. */
const PATIENCE_MS = 5000;

/** How each operator compares a column with a value; the values are parameters, never text of the statement. */
const comparisons: Readonly<Record<string, (column: Sql, value: unknown, type: Sql) => Sql>> = {
  eq: (column, value, type) => sql`${column} = ${value}::${type}`,
  ne: (column, value, type) => sql`${column} is distinct from ${value}::${type}`,
  lt: (column, value, type) => sql`${column} < ${value}::${type}`,
  lte: (column, value, type) => sql`${column} <= ${value}::${type}`,
  gt: (column, value, type) => sql`${column} > ${value}::${type}`,
  gte: (column, value, type) => sql`${column} >= ${value}::${type}`,
  in: (column, value, type) => sql`${column} = any(${value}::${type}[])`,
  contains: (column, value) => sql`position(lower(${value}::text) in lower(${column})) > 0`,
  starts_with: (column, value) => sql`starts_with(lower(${column}), lower(${value}::text))`,
  is_null: (column, value) => (value === true ? sql`${column} is null` : sql`${column} is not null`),
};

export const OPERATORS = Object.keys(comparisons);

const ordered = ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'is_null'];
const fitting: Readonly<Record<FieldKind, readonly string[]>> = {
  text: OPERATORS,
  number: ordered,
  date: ordered,
  boolean: ['eq', 'ne', 'is_null'],
  id: ['eq', 'ne', 'in', 'is_null'],
};
const types: Readonly<Record<FieldKind, string>> = {
  text: 'text',
  number: 'numeric',
  date: 'date',
  boolean: 'boolean',
  id: 'uuid',
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const day = /^\d{4}-\d{2}-\d{2}$/;
const isDate = (value: string): boolean => day.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.slice(0, 10) === value;

function isValue(kind: FieldKind, value: unknown): boolean {
  if (kind === 'boolean') return typeof value === 'boolean';
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value);
  if (typeof value !== 'string' || value.length > LONGEST || value.includes('\0')) return false;
  return kind === 'text' || (kind === 'id' ? uuid.test(value) : isDate(value));
}

function refusalOf(kind: FieldKind, { op, value }: Condition): { at: 'op' | 'value'; message: Text } | undefined {
  if (!Object.hasOwn(comparisons, op) || !fitting[kind].includes(op))
    return { at: 'op', message: said`Must be one of: ${[...fitting[kind]]}.` };
  const fits =
    op === 'is_null'
      ? typeof value === 'boolean'
      : op === 'in'
        ? Array.isArray(value) && value.length <= MOST_IN && value.every((each) => isValue(kind, each))
        : isValue(kind, value);
  return fits ? undefined : { at: 'value', message: 'This does not have the form that is expected here.' };
}

/** The conditions as SQL. @throws Problem 422 for a field that this person does not know, or what does not fit it */
function conditionsOf({ fields }: SearchRows, filters: readonly Condition[]): Sql[] {
  const errors: { path: string; message: Text }[] = [];
  const pieces = filters.flatMap((condition, index) => {
    const kind = Object.hasOwn(fields, condition.field) ? fields[condition.field] : undefined;
    if (!kind) {
      errors.push({ path: `filters.${index}.field`, message: 'This field is not known here.' });
      return [];
    }
    const refusal = refusalOf(kind, condition);
    if (refusal) errors.push({ path: `filters.${index}.${refusal.at}`, message: refusal.message });
    const compare = comparisons[condition.op];
    return refusal || !compare ? [] : [compare(raw(condition.field), condition.value, raw(types[kind]))];
  });
  if (errors.length > 0) throw invalid(errors);
  return pieces;
}

/**
 * Rows of one collection with the wanted fields, narrowed by conditions: what the person may not read they can neither name nor
 * filter by. @throws Problem 403 for a collection that is closed to them, 422, 503 when it takes too long
 */
export async function searchRows(
  tx: Tx,
  actor: Actor,
  searchables: readonly Searchable[],
  request: SearchRequest,
): Promise<Record<string, unknown>[]> {
  const searchable = searchables.find(({ collection }) => collection === request.collection);
  if (!searchable?.rows)
    throw invalid([{ path: 'collection', message: said`Must be one of: ${searchables.map((each) => each.collection)}.` }]);
  const rows = searchable.rows(tx, actor);
  if (!rows) throw notAllowed();
  const wanted = [...new Set(request.fields ?? Object.keys(rows.fields))];
  const unknown = wanted.flatMap((field, index) =>
    Object.hasOwn(rows.fields, field) ? [] : [{ path: `fields.${index}`, message: 'This field is not known here.' }],
  );
  if (unknown.length > 0) throw invalid(unknown);
  const conditions = conditionsOf(rows, request.filters ?? []);
  await tx.all(raw(`set local statement_timeout = ${PATIENCE_MS}`));
  return tx.all(sql`
    select ${raw(wanted.join(', '))} from (${rows.select}) found
    where ${join(conditions, request.operator === 'or' ? ' or ' : ' and ', 'true')}
    order by ${raw(rows.order)}, id limit ${request.top ?? 25}`);
}
