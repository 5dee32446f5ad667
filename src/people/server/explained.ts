import { atLeast } from '../../kit/grades.ts';
import type { ObjectRule, Verdict } from '../../access/server/public.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { mayActFor } from './policy.ts';

/** The rule of `mayActFor` in words: whose records a person may read and write. */
async function verdictOf(tx: Tx, actor: Actor, userId: string): Promise<Verdict> {
  if (userId === actor.userId) return { allowed: true, reason: 'These are the user’s own records.' };
  if (actor.category === 'hr') return { allowed: true, reason: 'The category hr reaches everybody’s records.' };
  if (!atLeast(actor.grade, 'Manager'))
    return { allowed: false, reason: 'Others’ records need the category hr, or Manager and above for those whom one manages.' };
  return (await mayActFor(tx, actor, userId))
    ? { allowed: true, reason: 'The user manages this person, by reporting line or by leading a team.' }
    : { allowed: false, reason: 'The user does not manage this person, neither by reporting line nor by leading a team.' };
}

/** The object rule of operations that are about a person's records; the object is that person. */
export const aboutPerson = (operations: readonly string[]): ObjectRule => ({ operations, decide: verdictOf });
