import type { Day } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { conflict, notFound } from '../../kit/problem.ts';
import { firmOf } from '../../settings/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { EntryRow } from './entries.ts';

interface ImportRow extends Record<string, unknown> {
  id: string;
  undone_at: string | null;
  version: number;
}

export interface ListedImport {
  id: string;
  file_name: string;
  format: string;
  created_count: number;
  created_at: string;
  created_by: string | null;
  undone_at: string | null;
  undone_by: string | null;
}

export interface UndoReport {
  entries: number;
  seconds: number;
  hindered: number;
  hindrances: { day: Day; user: string; project: string | null; why: 'changed' | 'locked' }[];
}

/** Entries at a time: an import may be years of a whole firm. */
const CHUNK = 2000;
const SHOWN = 20;

/** One's own imports; hr reaches those of everybody, also those of the command line. */
const reachable = (actor: Actor): Sql => (actor.category === 'hr' ? sql`true` : sql`i.created_by = ${actor.userId}`);

export const listImports = (
  tx: Tx,
  actor: Actor,
  { query }: { query: { page?: number; per_page?: number } },
): Promise<Page<ListedImport>> =>
  pageOf<ListedImport>(
    tx,
    sql`
      select i.id, i.file_name, i.format, i.created_count, i.created_at, m.name as created_by, i.undone_at, u.name as undone_by
      from time.imports i
      left join people.users m on m.tenant_id = i.tenant_id and m.id = i.created_by
      left join people.users u on u.tenant_id = i.tenant_id and u.id = i.undone_by
      where i.tenant_id = ${tx.tenant} and ${reachable(actor)}`,
    sql`created_at desc, id`,
    query,
  );

/** An import that stands. @throws Problem 404, or 409 when it was taken back before */
async function standing(tx: Tx, actor: Actor, id: string, lock: Sql): Promise<ImportRow> {
  const row = await tx.one<ImportRow>(sql`
    select i.* from time.imports i where i.tenant_id = ${tx.tenant} and i.id = ${id} and ${reachable(actor)} ${lock}`);
  if (!row) throw notFound('There is no such import.');
  if (row.undone_at !== null) throw conflict('This import was taken back before.');
  return row;
}

/** What would go with an import, and its first entries that were changed since or lie on locked days. */
async function judge(tx: Tx, id: string): Promise<UndoReport> {
  const { locked_through: through } = await firmOf(tx);
  const [whole, hindrances] = await Promise.all([
    tx.one<{ entries: number; seconds: number }>(sql`
      select count(*)::int as entries, coalesce(sum(seconds), 0)::bigint as seconds
      from time.entries where tenant_id = ${tx.tenant} and import_id = ${id}`),
    tx.all<UndoReport['hindrances'][number] & { hindered: number }>(sql`
      select e.day, u.name as user, p.name as project, case when e.version > 1 then 'changed' else 'locked' end as why,
        count(*) over ()::int as hindered
      from time.entries e
      join people.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      left join time.person_days d on d.tenant_id = e.tenant_id and d.user_id = e.user_id and d.day = e.day
      left join clients.projects p on p.tenant_id = e.tenant_id and p.id = e.project_id
      where e.tenant_id = ${tx.tenant} and e.import_id = ${id}
        and (e.version > 1 or d.locked_at is not null or e.day <= ${through}::date)
      order by e.day, u.name collate app.names, e.id limit ${SHOWN}`),
  ]);
  return {
    entries: whole?.entries ?? 0,
    seconds: whole?.seconds ?? 0,
    hindered: hindrances[0]?.hindered ?? 0,
    hindrances: hindrances.map(({ hindered: _, ...each }) => each),
  };
}

/** Writes nothing. */
export async function checkUndo(tx: Tx, actor: Actor, { params }: { params: { id: string } }): Promise<UndoReport> {
  await standing(tx, actor, params.id, sql``);
  return judge(tx, params.id);
}

/**
 * Takes an import back, once and whole: while an entry of it was changed since, or lies on a locked day, all stays. Entries
 * that were deleted since are gone anyway; the same file may be imported again afterwards.
 * @throws Problem 409
 */
export async function undoImport(
  tx: Tx,
  actor: Actor,
  { params }: { params: { id: string } },
): Promise<{ entries: number; seconds: number }> {
  const row = await standing(tx, actor, params.id, sql`for update`);
  const { entries, seconds, hindered } = await judge(tx, params.id);
  if (hindered > 0) throw conflict('Entries of this import were changed since, or lie on locked days. It stays as it is.');
  for (;;) {
    const some = await tx.all<EntryRow>(sql`
      select * from time.entries where tenant_id = ${tx.tenant} and import_id = ${params.id} order by id limit ${CHUNK} for update`);
    // Who changed one in this moment did so with good reason.
    if (some.some((entry) => entry.version > 1)) throw conflict('Somebody else changed this in the meantime.');
    await tx.write.remove('time.entries', some);
    if (some.length < CHUNK) break;
  }
  await tx.write.update('time.imports', [
    { before: row, set: { undone_at: tx.now, undone_by: actor.userId, undone_count: entries } },
  ]);
  return { entries, seconds };
}
