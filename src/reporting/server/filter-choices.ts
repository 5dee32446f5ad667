import { visibleOn } from '../../people/server/public.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { REPORT_PAGES } from './facts.ts';

interface Choices {
  sectors: string[];
  countries: string[];
  service_lines: { id: string; name: string }[];
  task_types: { id: string; name: string }[];
  restricted: number;
}

/** What reports may be narrowed to beside people, clients and projects: a few of each, by name. Statements: one. */
export async function filterChoices(tx: Tx, actor: Actor): Promise<Choices> {
  const found = await tx.one<Choices>(sql`
    select
      array(select c.sector collate app.names from clients.clients c where c.tenant_id = ${tx.tenant} and c.sector <> ''
        group by 1 order by 1) as sectors,
      array(select code from settings.countries where tenant_id = ${tx.tenant} order by code) as countries,
      coalesce((select json_agg(json_build_object('id', l.id, 'name', l.name) order by l.name collate app.names)
        from rates.service_lines l where l.tenant_id = ${tx.tenant}), '[]') as service_lines,
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name collate app.names)
        from settings.task_types t where t.tenant_id = ${tx.tenant}), '[]') as task_types,
      (select count(*)::int from people.users u where u.tenant_id = ${tx.tenant} and u.restricted_at is not null and u.id <> ${actor.userId}
        and ${and(visibleOn(tx, actor, REPORT_PAGES, sql`u.id`))}) as restricted`);
  return found as Choices;
}
