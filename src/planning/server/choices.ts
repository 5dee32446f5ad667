import { visibleOn } from '../../people/server/public.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { BookingChoices, Phase } from '../contract.ts';
import { BOOKING_PAGES } from './policy.ts';

const LISTED = 200;
const RECENT = 8;

/** Open projects and task types, with the fields that any planner needs; `recent` is of the person who is to be booked. */
export async function readChoices(
  tx: Tx,
  actor: Actor,
  { query }: { query: { search?: string; user_id?: string } },
): Promise<BookingChoices> {
  const text = query.search?.trim().toLowerCase();
  const open = sql`p.status in ('planned', 'active', 'on_hold') and not p.is_template`;
  const matches = text
    ? sql`(position(${text} in p.name_lc) > 0 or position(${text} in p.code_lc) > 0 or position(${text} in c.name_lc) > 0)`
    : undefined;
  const userId = query.user_id ?? actor.userId;
  const seen = sql`b.user_id = ${userId} and (b.user_id = ${actor.userId} or ${and(visibleOn(tx, actor, BOOKING_PAGES, sql`b.user_id`))})`;
  const selectProjects = sql`
    select p.id, p.code, p.name, c.name as client, p.chargeable, p.starts_on, p.ends_on
    from clients.projects p left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
    where p.tenant_id = ${tx.tenant} and ${open}`;
  const [listed, recentProjects, tasks, recent, clients, teams] = await Promise.all([
    tx.all<BookingChoices['projects'][number]>(
      sql`${selectProjects} and ${and(matches)} order by p.name_lc collate app.names, p.id limit ${LISTED + 1}`,
    ),
    tx.all<BookingChoices['projects'][number]>(sql`
      ${selectProjects} and p.id in (select b.project_id from planning.bookings b where b.tenant_id = ${tx.tenant} and ${seen}
        and b.project_id is not null group by b.project_id order by max(b.last_day) desc limit ${RECENT})`),
    tx.all<BookingChoices['task_types'][number]>(sql`
      select id, name, chargeable from settings.task_types where tenant_id = ${tx.tenant} and is_active order by name_lc collate app.names`),
    tx.all<BookingChoices['recent'][number]>(sql`
      select b.project_id, b.task_type_id from planning.bookings b
      left join clients.projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
      where b.tenant_id = ${tx.tenant} and ${seen} and (b.project_id is null or ${open})
      group by b.project_id, b.task_type_id order by max(b.updated_at) desc limit ${RECENT}`),
    tx.all<BookingChoices['clients'][number]>(sql`
      select id, name from clients.clients where tenant_id = ${tx.tenant} and is_active order by name_lc collate app.names, id`),
    tx.all<BookingChoices['teams'][number]>(
      sql`select id, name from people.teams where tenant_id = ${tx.tenant} and closed_on is null order by name_lc collate app.names`,
    ),
  ]);
  const projects = listed.slice(0, LISTED);
  const known = new Set(projects.map((project) => project.id));
  if (!text) projects.push(...recentProjects.filter((project) => !known.has(project.id)));
  return { projects, task_types: tasks, clients, teams, recent, more: listed.length > LISTED };
}

/** The phases of a project, in their order. */
export async function readPhases(
  tx: Tx,
  _actor: Actor,
  { query }: { query: { project_id: string } },
): Promise<{ phases: Phase[] }> {
  const phases = await tx.all<Phase>(sql`
    select id, name, starts_on, ends_on from clients.phases
    where tenant_id = ${tx.tenant} and project_id = ${query.project_id} order by position, id`);
  return { phases };
}
