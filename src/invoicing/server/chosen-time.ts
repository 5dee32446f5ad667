import type { Day } from '../../kit/day.ts';
import { conflict, invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type Group, MOST_ENTRIES } from '../rules.ts';
import { type TimeGroup, grouped } from './grouping.ts';
import { type BilledProject, isUnbilled, ratedEntries } from './rated-time.ts';

/** One at a time takes from what is unbilled of a project: who comes second sees what is left. */
export const lockProject = (tx: Tx, id: string): Promise<unknown> =>
  tx.one(sql`select 1 from clients.projects where tenant_id = ${tx.tenant} and id = ${id} for no key update`);

interface Choice {
  by: Group;
  until: Day;
  /** Lines of the preview by their keys; undefined: all. */
  keys: string[] | undefined;
}

/**
 * The approved unbilled time of a project up to a day, put together and held until the transaction ends: the lines that were chosen,
 * and what all of them are worth. @throws Problem 409 where a chosen line is not there any more, 422 where it is too much
 */
export async function chosenTime(
  tx: Tx,
  project: BilledProject,
  { by, until, keys }: Choice,
): Promise<{ chosen: TimeGroup[]; standing: number }> {
  const entries = await ratedEntries(tx, [project], isUnbilled(until), { holds: true });
  if (entries.length > MOST_ENTRIES)
    throw invalid([{ path: 'until', message: said`This is more than ${MOST_ENTRIES} entries. Choose an earlier day.` }]);
  const groups = await grouped(
    tx,
    project,
    by,
    entries.filter(({ approved }) => approved),
  );
  const chosen = keys ? groups.filter(({ key }) => keys.includes(key)) : groups;
  if (keys && chosen.length < new Set(keys).size)
    throw conflict('This time has changed or is billed in the meantime. Look at what is unbilled now.');
  return { chosen, standing: groups.reduce((all, { value }) => all + value, 0) };
}
