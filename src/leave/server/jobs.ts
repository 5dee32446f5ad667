import { today } from '../../people/server/public.ts';
import { type Job, forEveryFirm, onJob } from '../../server/jobs.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { BATCH, settle } from './accounts.ts';
import { SETTLE } from './settling.ts';

/** The people of a firm by the hundred, each lot in a transaction of its own: who asks for leave meanwhile waits for one lot. */
async function settleEverybody(tx: Tx): Promise<void> {
  const people = await tx.all<{ id: string }>(sql`select id from people.users where tenant_id = ${tx.tenant} order by id`);
  for (let start = 0; start < people.length; start += BATCH)
    await tx.send(SETTLE, { users: people.slice(start, start + BATCH).map(({ id }) => id) });
}

/**
 * Writes what became due into the ledger: grants of a new year, accruals, what is carried over or lost, and the difference
 * where patterns, grades or holidays were corrected for days gone by. Balances do not wait for it.
 */
const settleDaily = forEveryFirm('leave.settle', { cron: '20 2 * * *', atStart: true }, settleEverybody);

const settleNow = onJob(SETTLE, async (tx, { users }, { log }) => {
  if (users === undefined) return settleEverybody(tx);
  const lines = await settle(tx, users, await today(tx));
  if (lines > 0) log.info({ tenant: tx.tenant, lines }, 'the leave ledger was brought up to today');
});

export const leaveJobs: readonly Job[] = [settleDaily, settleNow];
