import { Sql, raw, sql } from './sql.ts';
import type { Tx } from './tx.ts';

/**
 * The tables of a firm as they stood at a moment gone by: what the audit has of every row that changed since is taken back, in what is
 * read and nowhere else. Everything that the gateway writes can be read so; what is kept beside it (sums) has to be said anew.
 */

/** A row that changed since the moment. */
export interface PastRow {
  id: string;
  /** As it stood; null where it was not there yet. */
  row: Record<string, unknown> | null;
}

/** What stands in the place of a table in statements: a select of its columns. */
export type Replacement = ReadonlyMap<string, Sql>;

/** Ids made a day before the moment and later: the audit is read from there. The day is for clocks that differ. */
export function idFrom(at: Date): string {
  const stamp = Math.max(0, at.getTime() - DAY_MS)
    .toString(16)
    .padStart(12, '0');
  return `${stamp.slice(0, 8)}-${stamp.slice(8)}-7000-8000-000000000000`;
}
const DAY_MS = 86_400_000;

/** Changes of rows from a moment on, as `c` with `d`. */
const changesSince = (tx: Tx, at: Date): ReturnType<typeof sql> => sql`
  c.tenant_id = ${tx.tenant} and c.id >= ${idFrom(at)}::uuid and c.at >= ${at} and c.action in ('insert', 'update', 'delete')`;

/** Tables of which rows changed from a moment on, with how many. */
export const changedTables = (tx: Tx, at: Date): Promise<{ table: string; rows: number }[]> =>
  tx.all(sql`
    select c.entity as "table", count(distinct c.entity_id)::int as rows from app.audit_changes c
    where ${changesSince(tx, at)} and c.entity like '%.%' group by 1 order by 1`);

/**
 * Whether the audit has forgotten, by age, what was before and after of something that changed from a moment on: then is lost with it.
 * Each forgetting is an event that names the last change it reached, whose id begins with its moment.
 */
export async function isForgotten(tx: Tx, at: Date): Promise<boolean> {
  const row = await tx.one(sql`
    select 1 from app.audit_changes c
    where c.tenant_id = ${tx.tenant} and c.action = 'forgotten' and c.entity = 'app.audit_details' and c.entity_id >= ${idFrom(at)}
    limit 1`);
  return row !== undefined;
}

/**
 * The rows of a table that changed from a moment on, as they stood then. The earliest change of a column since has what it was; a row
 * whose first change is its insert was not there.
 */
export const pastRows = (tx: Tx, table: string, at: Date): Promise<PastRow[]> =>
  tx.all<PastRow>(sql`
    with changes as materialized (
      select c.entity_id, c.id, c.action, d.before from app.audit_changes c
      join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id
      where ${changesSince(tx, at)} and c.entity = ${table}
    ), first as (
      select distinct on (entity_id) entity_id, action from changes order by entity_id, id
    ), earliest as (
      select distinct on (x.entity_id, k.key) x.entity_id, k.key, k.value
      from changes x cross join lateral jsonb_each(x.before) k where x.before is not null order by x.entity_id, k.key, x.id
    ), was as (
      select entity_id, jsonb_object_agg(key, value) as before from earliest group by 1
    )
    select f.entity_id as id, case when f.action = 'insert' then null
      else coalesce(to_jsonb(e), '{}') || coalesce(w.before, '{}') || jsonb_build_object('tenant_id', ${tx.tenant}::int) end as row
    from first f
    left join was w on w.entity_id = f.entity_id
    left join ${raw(table)} e on e.tenant_id = ${tx.tenant} and e.id::text = f.entity_id`);

/** Rows as a select of the columns of a table. */
export const rowsAs = (table: string, rows: readonly unknown[]): Sql =>
  // In quotes: `time` alone would be the type.
  sql`select * from jsonb_populate_recordset(null::${raw(table.replace(/\w+/g, '"$&"'))}, ${JSON.stringify(rows)}::jsonb)`;

/** A table with the rows that changed since as they stood. `more` leaves out what else was not there yet, on `t`. */
export const tableThen = (tx: Tx, table: string, changed: readonly PastRow[], more: Sql = sql`true`): Sql => sql`
  select t.* from ${raw(table)} t
  where t.tenant_id = ${tx.tenant} and t.id <> all(${changed.map(({ id }) => id)}::uuid[]) and ${more}
  union all ${rowsAs(
    table,
    changed.flatMap(({ row }) => row ?? []),
  )}`;

/** Words that may stand behind a table without being another name for it. */
const NO_NAMES =
  'where|on|set|order|group|left|right|inner|full|cross|join|using|for|limit|union|returning|having|natural|offset|select|window|and|or|as';

/** A reading transaction to which other selects stand in the place of tables, at another moment. */
export function readingThen(tx: Tx, now: Date, replaced: Replacement): Tx {
  if (replaced.size === 0) return at(tx, now, (statement) => statement);
  const names = [...replaced.keys()].map((name) => name.replace('.', String.raw`\.`)).join('|');
  const table = new RegExp(String.raw`(?<![\w.:])(${names})\b(?!\.)(?:\s+as\b)?(\s+(?!(?:${NO_NAMES})\b)[a-z_]\w*)?`, 'g');
  const rewritten = (piece: Sql): Sql => {
    const strings: string[] = [];
    const values: unknown[] = [];
    let rest = '';
    piece.strings.forEach((text, index) => {
      let from = 0;
      for (const match of text.matchAll(table)) {
        const [whole, name = '', alias = ` ${name.slice(name.indexOf('.') + 1)}`] = match;
        strings.push(`${rest}${text.slice(from, match.index)}(`);
        values.push(replaced.get(name));
        rest = `)${alias}`;
        from = match.index + whole.length;
      }
      rest += text.slice(from);
      if (index < piece.values.length) {
        const value = piece.values[index];
        strings.push(rest);
        values.push(value instanceof Sql ? rewritten(value) : value);
        rest = '';
      }
    });
    return new Sql([...strings, rest], values, true);
  };
  return at(tx, now, rewritten);
}

/** The transaction with its reads changed; it writes nothing. */
function at(tx: Tx, now: Date, change: (statement: Sql) => Sql): Tx {
  const all: Tx['all'] = (statement) => tx.all(change(statement));
  const never = (): never => {
    throw new Error('The past is read and not written.');
  };
  return {
    tenant: tx.tenant,
    now,
    all,
    one: async <Row>(statement: Sql) => (await all<Row>(statement))[0],
    get write(): never {
      return never();
    },
    say: never,
    afterCommit: never,
    send: never,
    sendAll: never,
  };
}
