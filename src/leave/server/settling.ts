import { jobKind } from '../../server/jobs.ts';
import type { Tx } from '../../server/tx.ts';

/** The ledger of the whole firm is brought up to what is due, since its rules changed. */
export const SETTLE = jobKind<object>('leave.settle_now');

/** Tells open screens that rules of leave changed, and has the ledger follow. */
export async function rulesChanged(tx: Tx): Promise<void> {
  await tx.send(SETTLE, {});
  tx.say({ topic: 'leave_rules' });
}
