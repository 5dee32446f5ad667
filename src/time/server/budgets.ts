import { said } from '../../kit/said.ts';
import { newId } from '../../kit/ids.ts';
import { watchersOf } from '../../clients/server/public.ts';
import { type Job, forEveryFirm } from '../../server/jobs.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type AnyNotice, noticeKind, notifyEach } from '../../settings/server/public.ts';

interface Used {
  name: string;
  percent: number;
  logged_minutes: number;
  budget_minutes: number;
}

/** Said to those who manage or follow a project: of 80 % and of 100 % of its hours, once each. */
const BUDGET_USED = noticeKind<Used>('time.project_budget', {
  label: said`Budgets of projects that you manage or follow`,
  words: ({ name, percent, logged_minutes, budget_minutes }) => ({
    title: said`${name}: ${percent} % of the budget is used`,
    lines: [said`${logged_minutes / 60} h of ${budget_minutes / 60} h are logged.`],
    action: said`Open the project`,
  }),
});

export const budgetNotices: readonly AnyNotice[] = [BUDGET_USED];

const SHARES = [80, 100] as const;

interface Crossed {
  project_id: string;
  name: string;
  budget_minutes: number;
  logged_minutes: number;
  percent: number;
}

/**
 * Tells of budgets that reached a share since the last time. What is told is kept with it: no share of a budget is told twice,
 * whoever looks and however often. Of a budget that went past both at once, the larger is told. Four statements for any number.
 * @returns how many budgets were told of
 */
export async function tellBudgets(tx: Tx): Promise<number> {
  const crossed = await tx.all<Crossed>(sql`
    select p.id as project_id, p.name, p.budget_minutes, floor(l.seconds / 60)::int as logged_minutes, s.percent
    from clients.projects p
    cross join lateral (
      select coalesce(sum(m.seconds), 0) as seconds from time.months m where m.tenant_id = ${tx.tenant} and m.project_id = p.id) l
    cross join unnest(${[...SHARES]}::int[]) as s(percent)
    where p.tenant_id = ${tx.tenant} and p.budget_minutes > 0 and p.status in ('planned', 'active', 'on_hold') and not p.is_template
      and l.seconds * 100 >= p.budget_minutes::bigint * 60 * s.percent
      and not exists (select 1 from time.budgets_told t where t.tenant_id = ${tx.tenant} and t.project_id = p.id
        and t.percent = s.percent and t.budget_minutes = p.budget_minutes)`);
  if (crossed.length === 0) return 0;
  const rows = crossed.map(({ project_id, percent, budget_minutes }) => ({ id: newId(), project_id, percent, budget_minutes }));
  const kept = await tx.all<{ project_id: string; percent: number }>(sql`
    insert into time.budgets_told (tenant_id, id, project_id, percent, budget_minutes, told_at)
    select ${tx.tenant}::int, x.id, x.project_id, x.percent, x.budget_minutes, ${tx.now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as x(id uuid, project_id uuid, percent int, budget_minutes int)
    on conflict (tenant_id, project_id, percent, budget_minutes) do nothing returning project_id, percent`);
  const highest = new Map<string, number>();
  for (const { project_id, percent } of kept) highest.set(project_id, Math.max(percent, highest.get(project_id) ?? 0));
  const told = crossed.filter(({ project_id, percent }) => highest.get(project_id) === percent);
  const watchers = await watchersOf(
    tx,
    told.map(({ project_id }) => project_id),
  );
  await notifyEach(
    tx,
    BUDGET_USED,
    told.flatMap(({ project_id, ...facts }) =>
      (watchers.get(project_id) ?? []).map((userId) => ({
        userId,
        facts,
        link: `/management/clients_&_projects?id=${project_id}&panel=budget`,
        occasion: `${project_id} ${facts.percent} ${facts.budget_minutes}`,
      })),
    ),
  );
  return told.length;
}

/** Every ten minutes: time is written all day, and nobody waits at a cell for this. */
export const budgetJobs: readonly Job[] = [
  forEveryFirm('time.tell_budgets', { cron: '*/10 * * * *' }, async (tx, { log }) => {
    const budgets = await tellBudgets(tx);
    if (budgets > 0) log.info({ tenant: tx.tenant, budgets }, 'people were told of budgets');
  }),
];
