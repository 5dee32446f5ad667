import { notFound } from '../../kit/problem.ts';
import { today } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

/** Follows a project, or stops: twice is once. @throws Problem 404 */
export async function watchProject(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: { watching: boolean } },
): Promise<{ watching: boolean }> {
  const project = await tx.one(sql`
    select 1 from clients.projects where tenant_id = ${tx.tenant} and id = ${params.id} for no key update`);
  if (!project) throw notFound('There is no such project.');
  const row = await tx.one<{ id: string; version: number }>(sql`
    select * from clients.project_watchers
    where tenant_id = ${tx.tenant} and project_id = ${params.id} and user_id = ${actor.userId} for update`);
  if (body.watching && !row)
    await tx.write.insert('clients.project_watchers', [{ project_id: params.id, user_id: actor.userId }]);
  if (!body.watching && row) await tx.write.remove('clients.project_watchers', [{ ...row }]);
  return body;
}

/** Who is told what happens to projects: those who manage them today, those who follow, and who answers for the client. */
export async function watchersOf(tx: Tx, projects: readonly string[]): Promise<Map<string, string[]>> {
  const day = await today(tx);
  const rows = await tx.all<{ project_id: string; user_id: string }>(sql`
    select m.project_id, m.user_id from clients.project_managers m
    where m.tenant_id = ${tx.tenant} and m.project_id = any(${projects}::uuid[]) and m.valid_from <= ${day} and m.valid_to > ${day}
    union
    select w.project_id, w.user_id from clients.project_watchers w where w.tenant_id = ${tx.tenant} and w.project_id = any(${projects}::uuid[])
    union
    select p.id, c.responsible_id from clients.projects p join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
    where p.tenant_id = ${tx.tenant} and p.id = any(${projects}::uuid[]) and c.responsible_id is not null`);
  return new Map(
    [...Map.groupBy(rows, ({ project_id }) => project_id)].map(([id, all]) => [id, all.map(({ user_id }) => user_id)]),
  );
}
