import { jobKind } from '../../server/jobs.ts';
import type { Tx } from '../../server/tx.ts';

/** The ledger of people, or of the whole firm since its rules changed, is brought up to what is due. */
export const SETTLE = jobKind<{ users?: string[] }>('leave.settle_now');

/** Tells open screens that rules of leave changed, and has the ledger follow. */
export async function rulesChanged(tx: Tx): Promise<void> {
  await tx.send(SETTLE, {});
  tx.say({ topic: 'leave_rules' });
}
