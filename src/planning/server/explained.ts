import type { ObjectRule, Verdict } from '../../access/server/public.ts';
import { said } from '../../kit/said.ts';
import { visibleOn } from '../../people/server/public.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type Level, maySet } from '../rules.ts';
import { BOOKING_PAGES, mayEdit, standingOf } from './policy.ts';

/** Whose booking it is and its level; an id of no booking is that of the person who would be booked. */
async function aimOf(tx: Tx, object: string): Promise<{ userId: string; level?: Level }> {
  const row = await tx.one<{ user_id: string; level: Level }>(
    sql`select user_id, level from planning.bookings where tenant_id = ${tx.tenant} and id = ${object}`,
  );
  return row ? { userId: row.user_id, level: row.level } : { userId: object };
}

/** Whether pages show a person: oneself always, others by the role's teams. */
async function seen(tx: Tx, actor: Actor, pages: readonly string[], userId: string): Promise<Verdict> {
  const person = await tx.one<{ seen: boolean }>(sql`
    select (u.id = ${actor.userId} or ${and(visibleOn(tx, actor, pages, sql`u.id`))}) as seen
    from people.users u where u.tenant_id = ${tx.tenant} and u.id = ${userId}`);
  if (!person) return { allowed: false, reason: 'There is no such booking and no such person in the firm.' };
  if (userId === actor.userId) return { allowed: true, reason: 'This is the user’s own planning.' };
  return person.seen
    ? { allowed: true, reason: said`The role "${actor.role}" shows this person on a page of planning.` }
    : {
        allowed: false,
        reason: said`The role "${actor.role}" shows the user’s own teams alone; this person is in none of them.`,
      };
}

async function mayRead(tx: Tx, actor: Actor, object: string): Promise<Verdict> {
  const { userId } = await aimOf(tx, object);
  return seen(tx, actor, [...BOOKING_PAGES, 'workload'], userId);
}

async function mayWrite(tx: Tx, actor: Actor, object: string): Promise<Verdict> {
  const { userId, level } = await aimOf(tx, object);
  if (!mayEdit(actor)) return { allowed: false, reason: said`The role "${actor.role}" may look at bookings and change none.` };
  const verdict = await seen(tx, actor, BOOKING_PAGES, userId);
  if (!verdict.allowed || level === undefined) return verdict;
  const { rules, reach } = await standingOf(tx, actor, userId);
  const own = userId === actor.userId;
  const open = maySet(rules, level, actor.grade, own, reach);
  if (!open && maySet(rules, level, actor.grade, own))
    return { allowed: false, reason: said`The level "${level}" is set by the team of this person alone.` };
  return open
    ? { allowed: true, reason: said`The level "${level}" is open to the grade ${actor.grade} in the team of this person.` }
    : { allowed: false, reason: said`The level "${level}" is closed to the grade ${actor.grade} in the team of this person.` };
}

/** Bookings are decided by their person, and changes of one by its level too; the object is a booking or a person. */
export const bookingRules: readonly ObjectRule[] = [
  { operations: ['GET /api/bookings', 'GET /api/bookings/choices', 'GET /api/bookings/:id'], decide: mayRead },
  {
    operations: [
      'POST /api/bookings',
      'PATCH /api/bookings/:id',
      'DELETE /api/bookings/:id',
      'POST /api/bookings/split',
      'POST /api/bookings/:id/decline',
    ],
    decide: mayWrite,
  },
];
