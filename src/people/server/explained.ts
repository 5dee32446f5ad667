import { atLeast } from '../../kit/grades.ts';
import type { ObjectRule, Verdict } from '../../access/server/public.ts';
import { sql } from '../../server/sql.ts';
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

interface Known {
  category: Actor['category'];
  is_superuser: boolean;
  is_active: boolean;
  other_hr: boolean;
  other_administrator: boolean;
}

/** A user of the firm, and whether others could take their place. */
const knownOf = (tx: Tx, userId: string): Promise<Known | undefined> =>
  tx.one<Known>(sql`
    select m.category, m.is_superuser, m.is_active,
      exists (select from access.memberships o
        where o.tenant_id = ${tx.tenant} and o.is_active and o.category = 'hr' and o.id <> m.id) as other_hr,
      exists (select from access.memberships o
        where o.tenant_id = ${tx.tenant} and o.is_active and o.is_superuser and o.id <> m.id) as other_administrator
    from access.memberships m where m.tenant_id = ${tx.tenant} and m.id = ${userId}`);

const NOBODY: Verdict = { allowed: false, reason: 'There is no such user.' };

async function mayRead(tx: Tx, _actor: Actor, userId: string): Promise<Verdict> {
  if (!(await knownOf(tx, userId))) return NOBODY;
  return { allowed: true, reason: 'Whoever may call this reaches every user of the firm.' };
}

async function mayEdit(tx: Tx, actor: Actor, userId: string): Promise<Verdict> {
  if (!(await knownOf(tx, userId))) return NOBODY;
  return userId === actor.userId
    ? { allowed: true, reason: 'One’s own grade, category and role are for somebody else to change; the rest is open.' }
    : { allowed: true, reason: 'Whoever may call this reaches every user of the firm.' };
}

/** Refused for the last of a kind: a firm without hr or without an administrator could not be brought back by itself. */
async function mayDelete(tx: Tx, actor: Actor, userId: string): Promise<Verdict> {
  const known = await knownOf(tx, userId);
  if (!known) return NOBODY;
  if (known.is_active && known.category === 'hr' && !known.other_hr)
    return { allowed: false, reason: 'The last active hr user of the firm stays.' };
  if (known.is_active && known.is_superuser && !known.other_administrator)
    return { allowed: false, reason: 'The last active administrator of the firm stays.' };
  return mayRead(tx, actor, userId);
}

/** What is decided by the user whom a call is about. */
export const userRules: readonly ObjectRule[] = [
  { operations: ['GET /api/users/:id'], decide: mayRead },
  { operations: ['POST /api/users/edit'], decide: mayEdit },
  { operations: ['POST /api/users/delete'], decide: mayDelete },
];
