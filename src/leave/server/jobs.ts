import { today } from '../../people/server/public.ts';
import { type Job, forEveryFirm, onJob } from '../../server/jobs.ts';
import { settle } from './accounts.ts';
import { SETTLE } from './settling.ts';

/**
 * Writes what became due into the ledger: grants of a new year, accruals, what is carried over or lost, and the difference
 * where patterns, grades or holidays were corrected for days gone by. Balances do not wait for it.
 */
const settleDaily = forEveryFirm('leave.settle', { cron: '20 2 * * *', atStart: true }, async (tx, { log }) => {
  const lines = await settle(tx, undefined, await today(tx));
  if (lines > 0) log.info({ tenant: tx.tenant, lines }, 'the leave ledger was brought up to today');
});

const settleNow = onJob(SETTLE, async (tx) => void (await settle(tx, undefined, await today(tx))));

export const leaveJobs: readonly Job[] = [settleDaily, settleNow];
