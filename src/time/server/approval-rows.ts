import type { Day } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { today } from '../../people/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type SubmissionState, decides, weekOf } from './approvals.ts';
import { rulesOf } from './time-rules.ts';

interface ShownPart {
  id: string;
  project_id: string | null;
  project: string | null;
  state: 'waiting' | 'approved' | 'rejected';
  reason: string;
  decided_by: string | null;
  decided_at: string | null;
  mine: boolean;
}

interface Act {
  act: string;
  project: string | null;
  reason: string;
  by: string;
  at: string;
}

export interface WeekApproval {
  /** `none`: the firm asks for no approval. `open`: not handed in, or opened again. */
  state: SubmissionState | 'none';
  submitted_at: string | null;
  parts: ShownPart[];
  /** What was done to the week, the latest first. */
  acts: Act[];
}

/** How the approval of a week stands, with what was done to it. */
export async function approvalOf(tx: Tx, actor: Actor, userId: string, week: Day): Promise<WeekApproval> {
  const day = await today(tx);
  const [rules, submission, parts, acts] = await Promise.all([
    rulesOf(tx),
    tx.one<{ state: SubmissionState; submitted_at: string }>(sql`
      select state, submitted_at from time.submissions where tenant_id = ${tx.tenant} and user_id = ${userId} and week = ${week}`),
    tx.all<ShownPart>(sql`
      select a.id, a.project_id, p.name as project, a.state, a.reason, d.name as decided_by, a.decided_at,
        (a.state = 'waiting' and ${decides(tx, actor, day)}) as mine
      from time.approvals a
      left join clients.projects p on p.tenant_id = a.tenant_id and p.id = a.project_id
      left join people.users d on d.tenant_id = a.tenant_id and d.id = a.decided_by
      where a.tenant_id = ${tx.tenant} and a.user_id = ${userId} and a.week = ${week} order by p.name nulls first, a.id`),
    tx.all<Act>(sql`
      select c.act, p.name as project, c.reason, u.name as by, c.created_at as at
      from time.decisions c
      join people.users u on u.tenant_id = c.tenant_id and u.id = c.created_by
      left join clients.projects p on p.tenant_id = c.tenant_id and p.id = c.project_id
      where c.tenant_id = ${tx.tenant} and c.user_id = ${userId} and c.week = ${week} order by c.created_at desc, c.id desc limit 20`),
  ]);
  const state = submission?.state ?? (rules.approval === 'off' ? 'none' : 'open');
  return {
    state: state === 'open' && rules.approval === 'off' ? 'none' : state,
    submitted_at: submission?.submitted_at ?? null,
    parts,
    acts,
  };
}

export interface ApprovalRow {
  id: string;
  user_id: string;
  user: string;
  week: Day;
  project_id: string | null;
  project: string | null;
  state: 'waiting' | 'approved' | 'rejected';
  submitted_at: string;
  decided_at: string | null;
  decided_by: string | null;
  reason: string;
  seconds: number;
  chargeable_seconds: number;
}

/** How many parts wait for the actor's decision. */
export async function timeToDecide(tx: Tx, actor: Actor): Promise<number> {
  const day = await today(tx);
  const row = await tx.one<{ n: number }>(sql`
    select count(*)::int as n from time.approvals a
    where a.tenant_id = ${tx.tenant} and a.state = 'waiting' and ${decides(tx, actor, day)}`);
  return row?.n ?? 0;
}

interface Filters {
  state?: 'waiting' | 'approved' | 'rejected';
  user_ids?: string[];
  week?: string;
  sort?: string;
  page?: number;
  per_page?: number;
}

/** Parts of weeks on which the caller decides: what waits, or what was decided, the longest waiting first. */
export async function listApprovals(tx: Tx, actor: Actor, { query }: { query: Filters }): Promise<Page<ApprovalRow>> {
  const { state = 'waiting', user_ids: users, week } = query;
  const day = await today(tx);
  const page = await pageOf<Omit<ApprovalRow, 'seconds' | 'chargeable_seconds'>>(
    tx,
    sql`select a.id, a.user_id, u.name as user, a.week, a.project_id, p.name as project, a.state, s.submitted_at, a.decided_at,
        d.name as decided_by, a.reason
      from time.approvals a
      join time.submissions s on s.tenant_id = a.tenant_id and s.id = a.submission_id
      join people.users u on u.tenant_id = a.tenant_id and u.id = a.user_id
      left join clients.projects p on p.tenant_id = a.tenant_id and p.id = a.project_id
      left join people.users d on d.tenant_id = a.tenant_id and d.id = a.decided_by
      where a.tenant_id = ${tx.tenant} and a.state = ${state} and ${and(
        decides(tx, actor, day),
        users && sql`a.user_id = any(${users}::uuid[])`,
        week === undefined ? undefined : sql`a.week = ${weekOf(week)}`,
      )}`,
    state === 'waiting' ? sql`week, user_id, id` : sql`decided_at desc, id`,
    query,
  );
  return { ...page, rows: await withTime(tx, page.rows) };
}

/** The time of each part: that on its project, or the whole week where no project is meant and the week has one part only. */
async function withTime<Row extends Omit<ApprovalRow, 'seconds' | 'chargeable_seconds'>>(
  tx: Tx,
  rows: readonly Row[],
): Promise<ApprovalRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const sums = await tx.all<{ id: string; seconds: number; chargeable_seconds: number }>(sql`
    select a.id, coalesce(sum(e.seconds), 0)::int as seconds, coalesce(sum(e.seconds) filter (where e.chargeable), 0)::int as chargeable_seconds
    from time.approvals a
    left join time.entries e on e.tenant_id = a.tenant_id and e.user_id = a.user_id and e.day between a.week and a.week + 6
      and (e.project_id = a.project_id or (a.project_id is null and not exists (
        select 1 from time.approvals o where o.tenant_id = a.tenant_id and o.submission_id = a.submission_id and o.project_id = e.project_id)))
    where a.tenant_id = ${tx.tenant} and a.id = any(${ids}::uuid[]) group by a.id`);
  const byId = new Map(sums.map((row) => [row.id, row]));
  return rows.map((row) => {
    const { seconds = 0, chargeable_seconds = 0 } = byId.get(row.id) ?? {};
    return { ...row, seconds, chargeable_seconds };
  });
}
