import { type Day, daysBetween } from '../../kit/day.ts';
import { sql } from '../sql.ts';
import { type TxHost, withTenant } from '../tx.ts';

interface Worked {
  id: string;
  version: number;
  status: string;
  starts_on: Day;
  ends_on: Day;
  seconds: number;
}

/** How much of the time that has passed is used of the budget, project after project: most keep to theirs, some do not. */
const PACES = [0.94, 0.82, 1.02, 0.74, 0.9, 0.86, 1.12, 0.97, 0.68, 0.91];
/** What an hour brings in euros, as it was agreed. */
const PRICES = [118, 132, 145, 126, 158, 139];
/** Budgets are round: tens of hours, thousands of euros. */
const STEP_MINUTES = 600;
const STEP_CENTS = 100_000;
const LEAST_STEPS = 4;
/** 120,000 hours: the framework of a firm's largest client. */
const MOST_STEPS = 12_000;
/** Work is heaviest in the middle, so no budget is read from the first days of a project alone. */
const LEAST_SHARE = 0.3;

/** The share of a project's days that have passed, by `today`. */
function passed({ status, starts_on, ends_on }: Worked, today: Day): number {
  if (status === 'completed') return 1;
  const share = daysBetween(starts_on, today) / Math.max(1, daysBetween(starts_on, ends_on));
  return Math.min(1, Math.max(LEAST_SHARE, share));
}

/** Budgets as people set them who know their work: in hours by what was worked, in money by what an hour brings. Nothing is drawn by chance. */
export async function layBudgets(host: TxHost, tenant: number, today: Day): Promise<void> {
  await withTenant(host, { tenant }, async (tx) => {
    const projects = await tx.all<Worked>(sql`
      select p.*, coalesce(m.seconds, 0)::float8 as seconds from clients.projects p
      left join (select project_id, sum(seconds) as seconds from time.months where tenant_id = ${tenant} group by project_id) m
        on m.project_id = p.id
      where p.tenant_id = ${tenant} and p.client_id is not null order by p.code`);
    await tx.write.update(
      'clients.projects',
      projects.map(({ seconds, ...project }, index) => {
        const used = passed({ ...project, seconds }, today) * (PACES[index % PACES.length] ?? 1);
        const steps = Math.round(seconds / 60 / used / STEP_MINUTES);
        const minutes = Math.min(MOST_STEPS, Math.max(LEAST_STEPS, steps)) * STEP_MINUTES;
        const cents = (minutes / 60) * (PRICES[index % PRICES.length] ?? 0) * 100;
        return {
          before: project,
          set: { budget_minutes: minutes, budget_fee: Math.max(1, Math.round(cents / STEP_CENTS)) * STEP_CENTS },
        };
      }),
    );
  });
}
