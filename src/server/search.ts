import type { SearchRows } from './search-rows.ts';
import { type Sql, join, sql } from './sql.ts';
import type { Actor, Tx } from './tx.ts';

/** A collection that the search finds in: a select of `id, label` for a lower-cased text, or undefined when closed to the actor. */
export interface Searchable {
  collection: string;
  find: (tx: Tx, actor: Actor, text: string, top: number) => Sql | undefined;
  /** Its rows for searches by fields; undefined when closed to the actor. */
  rows?: (tx: Tx, actor: Actor) => SearchRows | undefined;
}

export interface Found {
  collection: string;
  id: string;
  label: string;
}

/** Finds in every collection that the actor may see, in one statement. */
export async function findEverywhere(
  tx: Tx,
  actor: Actor,
  searchables: readonly Searchable[],
  request: { query: string; collections?: string[] | undefined; top?: number | undefined },
): Promise<Found[]> {
  const text = request.query.trim().toLowerCase();
  const top = request.top ?? 10;
  if (text === '') return [];
  const wanted = searchables.filter(({ collection }) => request.collections?.includes(collection) ?? true);
  const parts = wanted.flatMap(({ collection, find }) => {
    const select = find(tx, actor, text, top);
    return select ? [sql`(select ${collection}::text as collection, id, label from (${select}) f)`] : [];
  });
  return parts.length === 0 ? [] : tx.all<Found>(join(parts, ' union all '));
}
