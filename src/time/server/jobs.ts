import { type Job, forEveryFirm } from '../../server/jobs.ts';
import { budgetJobs } from './budgets.ts';
import { differencesOf } from './proof.ts';
import { reminderJobs } from './reminders.ts';
import { weeklyJobs } from './weekly.ts';

/** Every night: the sums that the reports read are what the entries say. */
const proveSums = forEveryFirm('time.prove_sums', { cron: '15 2 * * *', readOnly: true }, async (tx, { log }) => {
  for (const difference of await differencesOf(tx)) {
    log.error({ tenant: tx.tenant, ...difference }, `${difference.table} is not the sum of the entries`);
  }
});

export const timeJobs: readonly Job[] = [proveSums, ...reminderJobs, ...weeklyJobs, ...budgetJobs];
