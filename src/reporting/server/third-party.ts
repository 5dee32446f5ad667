import { type Sql, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { MoneyGroup } from '../contract.ts';
import { NIL, type ReportFilters, conditions } from './facts.ts';

/**
 * What third parties cost projects in a period and the client does not pay on top of the fee, as a select of `project_id`, `month`,
 * `week`, `currency` and `amount` in minor units. They are of nobody, of no grade, team, country and task: filters of these leave none.
 */
export const thirdPartyCosts = (tx: Tx, actor: Actor, filters: ReportFilters): Sql => sql`
  select f.project_id, f.month, f.week, f.currency, sum(f.amount) as amount from (
    select c.project_id, ${NIL}::uuid as user_id, ${NIL}::uuid as task_type_id, ${NIL}::uuid as team_id, '' as grade, '' as country,
      true as chargeable, date_trunc('month', c.day::timestamp)::date as month, date_trunc('week', c.day::timestamp)::date as week,
      c.currency, c.amount
    from invoicing.costs c
    where c.tenant_id = ${tx.tenant} and c.day between ${filters.from} and ${filters.to} and not c.is_rebillable
  ) f where ${conditions(tx, actor, filters)} group by 1, 2, 3, 4`;

/** Under which key they stand, where it is none of the project's. */
export const KEYS_OF_COSTS: Partial<Record<MoneyGroup, string>> = {
  person: `'${NIL}'`,
  team: `'${NIL}'`,
  task_type: `'${NIL}'`,
  grade: `''`,
  country: `''`,
  month: 's.month',
  week: 's.week',
};
