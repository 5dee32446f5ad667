import { type Sql, join, sql } from './sql.ts';
import type { Actor, Tx } from './tx.ts';

/** What is chosen in the filters of a screen, by filter. */
export type Chosen = Readonly<Record<string, readonly string[] | undefined>>;

/** The choices of some filters: each a select of `id, name`, narrowed by what is chosen in the others. */
export interface FilterSource {
  /** Page keys of the screens that have these filters. */
  screens: readonly string[];
  /** Undefined when closed to the actor. */
  options: (tx: Tx, actor: Actor, chosen: Chosen) => Readonly<Record<string, Sql>> | undefined;
}

interface Option {
  id: string;
  name: string;
}

/** The option lists of a screen's filters, each narrowed by the other choices, in one statement. */
export async function filterOptions(
  tx: Tx,
  actor: Actor,
  sources: readonly FilterSource[],
  { screen, selected }: { screen: string; selected?: Chosen },
): Promise<Record<string, Option[]>> {
  const lists = sources
    .filter(({ screens }) => screens.includes(screen))
    .flatMap((source) => Object.entries(source.options(tx, actor, selected ?? {}) ?? {}));
  if (lists.length === 0) return {};
  const found = await tx.all<Option & { list: string }>(
    join(
      lists.map(([name, select]) => sql`(select ${name}::text as list, id::text, name from (${select}) options)`),
      ' union all ',
    ),
  );
  return Object.fromEntries(
    lists.map(([name]) => [name, found.filter(({ list }) => list === name).map(({ id, name: text }) => ({ id, name: text }))]),
  );
}
