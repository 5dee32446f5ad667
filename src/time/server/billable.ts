import { firmOf } from '../../settings/server/public.ts';
import { type Sql, raw, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { rulesOf } from './time-rules.ts';

/**
 * Condition on `e` (time.entries): somebody approved the time, or the firm closed its day, or nobody needs to. A part of a week
 * that is approved while another waits counts.
 */
export async function approvedTime(tx: Tx): Promise<Sql> {
  const [{ approval }, { locked_through }] = await Promise.all([rulesOf(tx), firmOf(tx)]);
  if (approval === 'off') return raw('true');
  const closed = locked_through === null ? raw('false') : sql`e.day <= ${locked_through}`;
  return sql`(${closed} or exists (
    select 1 from time.submissions s where s.tenant_id = e.tenant_id and s.user_id = e.user_id
      and s.week = date_trunc('week', e.day::timestamp)::date and s.state in ('approved', 'submitted')
      and (s.state = 'approved' or exists (
        select 1 from time.approvals a where a.tenant_id = s.tenant_id and a.submission_id = s.id
          and a.project_id = e.project_id and a.state = 'approved'))))`;
}
