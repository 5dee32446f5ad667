import { GRADES } from '../../kit/grades.ts';
import { visibleOn } from '../../people/server/public.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { TIERS, type Tier } from '../rules.ts';

const PAGE = 'invoices';

/** Whether a flag of the page is open to the role; what the role does not say is open. */
export const hasFlag = (actor: Actor, flag: string): boolean => actor.accesses[PAGE]?.[flag] !== false;

/** Condition on `i` (invoicing.invoices): those of people whom the page shows, and those of projects that one manages. */
export function visible(tx: Tx, actor: Actor): Sql | undefined {
  const shown = visibleOn(tx, actor, [PAGE], sql`i.owner_id`);
  if (!shown) return undefined;
  return sql`(${shown} or exists (
    select 1 from clients.project_managers m where m.tenant_id = i.tenant_id and m.project_id = i.project_id
      and m.user_id = ${actor.userId} and m.valid_to = 'infinity'))`;
}

/** Condition on `p` (clients.projects): those whose billing one sees. */
export function visibleProject(tx: Tx, actor: Actor): Sql | undefined {
  const own = sql`(select m.user_id from clients.project_managers m where m.tenant_id = p.tenant_id and m.project_id = p.id
    and m.valid_to = 'infinity' order by (m.user_id = ${actor.userId}) desc, m.user_id limit 1)`;
  return visibleOn(tx, actor, [PAGE, 'clients_projects'], own);
}

/** The tiers on which a grade may decide. */
export const tiersOf = (grade: string): Tier[] => TIERS.filter((tier) => GRADES.indexOf(tier) <= GRADES.indexOf(grade as never));

/** Whether the actor may decide on an adjustment: of the grade that it needs, and not on their own. */
export const decides = (actor: Actor, { asked_by, tier }: { asked_by: string | null; tier: Tier }): boolean =>
  hasFlag(actor, 'can_approve') && asked_by !== actor.userId && tiersOf(actor.grade).includes(tier);
