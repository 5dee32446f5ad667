import { conflict } from '../kit/problem.ts';
import { Said, type Text, said } from '../kit/said.ts';
import { raw, sql } from './sql.ts';
import type { Tx } from './tx.ts';

interface Reference {
  from: string;
  column: string;
}

/** Foreign keys to `table` as the catalogue has them: the column that holds the row's id. */
export const referencesTo = (tx: Tx, table: string): Promise<Reference[]> =>
  tx.all<Reference>(sql`
    select n.nspname || '.' || c.relname as from, a.attname as column
    from pg_constraint k
    cross join unnest(k.conkey, k.confkey) pair(own, theirs)
    join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.own
    join pg_attribute r on r.attrelid = k.confrelid and r.attnum = pair.theirs and r.attname = 'id'
    where k.contype = 'f' and k.confrelid = ${table}::regclass
    order by 1, 2`);

/** How many rows of other tables refer to one row: `[['time.entries', 12], …]`. */
export async function usesOf(tx: Tx, table: string, id: string, except: readonly string[] = []): Promise<[string, number][]> {
  const uses: [string, number][] = [];
  for (const { from, column } of await referencesTo(tx, table)) {
    if (except.includes(from)) continue;
    const found = await tx.one<{ n: number }>(sql`
      select count(*)::int as n from (select 1 from ${raw(from)}
        where tenant_id = ${tx.tenant} and ${raw(column)} = ${id} limit 1000) used`);
    if (found?.n) uses.push([from, found.n]);
  }
  return uses;
}

const words: Record<string, [one: string, many: string]> = {};

/** Rooms name their tables once, for sentences such as "12 time entries". */
export const nameTables = (names: Record<string, [one: string, many: string]>): void => void Object.assign(words, names);

export const usesInWords = (uses: readonly [string, number][]): Text =>
  said`${uses.map(([table, n]) => {
    const [one, many] = words[table] ?? [table, table];
    if (n === 1000) return said`over ${n} ${new Said(many, [])}`;
    return said`${n} ${new Said(n === 1 ? one : many, [])}`;
  })}`;

/** @throws Problem 409 that names what uses the row */
export async function refuseIfUsed(
  tx: Tx,
  table: string,
  id: string,
  label: string,
  except: readonly string[] = [],
): Promise<void> {
  const uses = await usesOf(tx, table, id, except);
  if (uses.length > 0) throw conflict(said`${label} is used by ${usesInWords(uses)}.`);
}
