import { mayCall } from '../../access/server/public.ts';
import { notFound } from '../../kit/problem.ts';
import { today } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { ProjectCard } from '../contract.ts';

/**
 * What whoever meets a project in a plan, a timesheet or a report may know of it: no budget, no fee, no notes. A project that takes
 * time from its members alone is known to these and to those who keep projects. @throws Problem 404
 */
export async function readProjectCard(
  tx: Tx,
  actor: Actor,
  { params: { id } }: { params: { id: string } },
): Promise<ProjectCard> {
  const day = await today(tx);
  const row = await tx.one<ProjectCard & { mine: boolean }>(sql`
    select p.id, p.code, p.name, c.name as client, t.name as team, p.status, p.chargeable, p.starts_on, p.ends_on, p.logging,
      coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name_lc collate app.names)
        from clients.project_managers m join people.users u on u.tenant_id = m.tenant_id and u.id = m.user_id
        where m.tenant_id = p.tenant_id and m.project_id = p.id and m.valid_from <= ${day} and m.valid_to > ${day}), '[]') as managers,
      coalesce((select json_agg(k.name order by k.name collate app.names) from clients.project_tasks pt
        join settings.task_types k on k.tenant_id = pt.tenant_id and k.id = pt.task_type_id
        where pt.tenant_id = p.tenant_id and pt.project_id = p.id), '[]') as tasks,
      exists (select 1 from clients.project_members m where m.tenant_id = p.tenant_id and m.project_id = p.id and m.user_id = ${actor.userId})
        or exists (select 1 from clients.project_managers m where m.tenant_id = p.tenant_id and m.project_id = p.id and m.user_id = ${actor.userId}) as mine
    from clients.projects p
    left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
    left join people.teams t on t.tenant_id = p.tenant_id and t.id = p.team_id
    where p.tenant_id = ${tx.tenant} and p.id = ${id}`);
  if (!row || (row.logging === 'members' && !row.mine && !mayCall('projects.by_id', actor)))
    throw notFound('There is no such project, or it is open to its members alone.');
  return row;
}
