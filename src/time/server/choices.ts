import { addDays } from '../../kit/day.ts';
import { today } from '../../people/server/public.ts';
import { and, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

/** More projects than this are found by typing. */
const MOST = 2000;
const RECENT_DAYS = 60;

/**
 * Projects and task types on which anybody of the firm may log, with the few fields that a picker shows, and what one
 * used last. Projects that are completed or archived take no more time.
 */
export async function readChoices(tx: Tx, actor: Actor, { query }: { query: { search?: string } }) {
  const text = query.search?.trim().toLowerCase();
  const day = await today(tx);
  const since = addDays(day, -RECENT_DAYS);
  // Of projects that take time from their members alone, those of which one is a member or a manager today.
  const among = (
    table: string,
  ) => sql`exists (select 1 from ${raw(table)} x where x.tenant_id = ${tx.tenant} and x.project_id = p.id
    and x.user_id = ${actor.userId} and x.valid_from <= ${day} and x.valid_to > ${day})`;
  const mine = sql`(p.logging = 'everybody' or ${among('clients.project_members')} or ${among('clients.project_managers')})`;
  const [projects, taskTypes, recent] = await Promise.all([
    tx.all<{ id: string; code: string; name: string; client: string | null; client_id: string | null; chargeable: boolean }>(sql`
      select p.id, p.code, p.name, c.name as client, c.id as client_id, p.chargeable
      from clients.projects p left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
      where p.tenant_id = ${tx.tenant} and p.status in ('planned', 'active', 'on_hold') and not p.is_template and ${mine} and ${and(
        text
          ? sql`(position(${text} in p.name_lc) > 0 or position(${text} in p.code_lc) > 0 or position(${text} in c.name_lc) > 0)`
          : undefined,
      )}
      order by p.name_lc collate app.names, p.id limit ${MOST}`),
    tx.all<{ id: string; name: string; chargeable: boolean }>(sql`
      select id, name, chargeable from settings.task_types where tenant_id = ${tx.tenant} and is_active order by name_lc collate app.names`),
    tx.all<{ project_id: string | null; task_type_id: string | null; day: string }>(sql`
      select project_id, task_type_id, max(day) as day from time.entries
      where tenant_id = ${tx.tenant} and user_id = ${actor.userId} and day >= ${since}
      group by project_id, task_type_id order by max(day) desc, count(*) desc limit 12`),
  ]);
  const clients = new Map(
    projects.flatMap(({ client_id, client }) => (client_id && client ? [[client_id, client] as const] : [])),
  );
  return {
    projects: projects.map(({ id, code, name, client, chargeable }) => ({ id, code, name, client, chargeable })),
    task_types: taskTypes,
    clients: [...clients].map(([id, name]) => ({ id, name })),
    recent,
  };
}
