import type { ObjectRule, Verdict } from '../../access/server/public.ts';
import { aboutPerson, managedBy } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

/** Requests are read by their person, by hr, and by whoever manages the person, of whatever grade. */
async function mayRead(tx: Tx, actor: Actor, userId: string): Promise<Verdict> {
  if (userId === actor.userId) return { allowed: true, reason: 'These are the user’s own records.' };
  if (actor.category === 'hr') return { allowed: true, reason: 'The category hr reaches everybody’s records.' };
  const managed = await tx.one(sql`select 1 from (${managedBy(tx, actor)}) managed where id = ${userId}`);
  return managed
    ? { allowed: true, reason: 'The user manages this person, by reporting line or by leading a team.' }
    : { allowed: false, reason: 'The user does not manage this person, neither by reporting line nor by leading a team.' };
}

const ofPerson = aboutPerson([]);

async function mayDecide(tx: Tx, actor: Actor, request: string): Promise<Verdict> {
  const row = await tx.one<{ user_id: string }>(
    sql`select user_id from leave.requests where tenant_id = ${tx.tenant} and id = ${request}`,
  );
  if (!row) return { allowed: false, reason: 'There is no such request.' };
  if (row.user_id === actor.userId)
    return { allowed: true, reason: 'This is the user’s own request: it can be cancelled, and others decide on it.' };
  return ofPerson.decide(tx, actor, row.user_id);
}

/** Leave is read by the person whom it is of, and decided by request. */
export const leaveRules: readonly ObjectRule[] = [
  { operations: ['GET /api/leave_requests'], decide: mayRead },
  { operations: ['POST /api/leave_requests/decide'], decide: mayDecide },
];
