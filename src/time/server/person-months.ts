import type { Day } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';

/** A month of a person's time. */
export interface PersonMonth {
  month: Day;
  user_id: string;
}

/** Such a month as it was when its entries were read: `revision` is read first. */
export interface SeenMonth extends PersonMonth {
  revision: number;
}

/**
 * Says that the time of months is worth something else, though nobody changed it: what was made of it before is stale. In order, so
 * that two writers never wait for each other crosswise.
 */
export async function raiseMonths(tx: Tx, months: readonly PersonMonth[]): Promise<void> {
  if (months.length === 0) return;
  await tx.all(sql`
    update time.person_months r set revision = r.revision + 1
    from (
      select p.month, p.user_id from time.person_months p
      join json_to_recordset(${JSON.stringify(months)}::json) as x(month date, user_id uuid) on x.month = p.month and x.user_id = p.user_id
      where p.tenant_id = ${tx.tenant} order by p.month, p.user_id for update of p
    ) held
    where r.tenant_id = ${tx.tenant} and r.month = held.month and r.user_id = held.user_id returning 1`);
}

/** The same for all months from one on; with a project, for those of people who worked on it. */
export async function raiseFrom(tx: Tx, from: Day, projectId?: string): Promise<void> {
  const worked = sql`exists (select 1 from time.months m
    where m.tenant_id = p.tenant_id and m.month = p.month and m.user_id = p.user_id and m.project_id = ${projectId ?? null})`;
  await tx.all(sql`
    update time.person_months r set revision = r.revision + 1
    from (
      select p.month, p.user_id from time.person_months p
      where p.tenant_id = ${tx.tenant} and p.month >= ${from} and ${projectId === undefined ? sql`true` : worked}
      order by p.month, p.user_id for update of p
    ) held
    where r.tenant_id = ${tx.tenant} and r.month = held.month and r.user_id = held.user_id returning 1`);
}

/** Says that what is made of months stands for them as they were seen; what was written since keeps them unsettled. */
export async function settleMonths(tx: Tx, seen: readonly SeenMonth[]): Promise<void> {
  if (seen.length === 0) return;
  await tx.all(sql`
    update time.person_months r set settled = held.seen
    from (
      select p.month, p.user_id, x.revision as seen from time.person_months p
      join json_to_recordset(${JSON.stringify(seen)}::json) as x(month date, user_id uuid, revision bigint)
        on x.month = p.month and x.user_id = p.user_id
      where p.tenant_id = ${tx.tenant} order by p.month, p.user_id for update of p
    ) held
    where r.tenant_id = ${tx.tenant} and r.month = held.month and r.user_id = held.user_id returning 1`);
}
