import { Problem, notAllowed, notFound } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { levelsOf, today, visibleOn } from '../../people/server/public.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type Level, type LevelRule, USUAL_LEVELS, maySet } from '../rules.ts';

/** Pages from which one books. */
export const BOOKING_PAGES = ['planning', 'clients_bookings', 'internal_bookings'] as const;

/** False for a role that may look but not change, on every page from which one books. */
export const mayEdit = (actor: Actor): boolean =>
  BOOKING_PAGES.some((page) => {
    const flags = actor.accesses[page];
    return flags === undefined || (flags['view_page'] !== false && flags['can_edit'] !== false);
  });

export function refuseReadOnly(actor: Actor): void {
  if (!mayEdit(actor)) throw notAllowed();
}

export const mayExport = (actor: Actor, page: string): boolean => actor.accesses[page]?.['can_export'] !== false;

/** Condition on a user id: oneself, and those whom the planning pages show. */
export const bookable = (tx: Tx, actor: Actor) => and(visibleOn(tx, actor, BOOKING_PAGES, sql`u.id`));

/**
 * Locks the record of a person who is to be booked: whole where a level refuses over-capacity, so that no race gets past
 * it, else only against such a lock. @throws Problem 404 for somebody whom the actor does not see
 */
export async function lockPerson(tx: Tx, actor: Actor, userId: string, refuses: boolean): Promise<void> {
  const mode = refuses ? sql`for update of u` : sql`for key share of u`;
  const person = await tx.one(sql`
    select 1 from people.users u where u.tenant_id = ${tx.tenant} and u.id = ${userId}
      and (u.id = ${actor.userId} or ${bookable(tx, actor)}) ${mode}`);
  if (!person) throw notFound('There is no such person.');
}

/** The levels that hold for bookings of a person today. */
export async function rulesOf(tx: Tx, userId: string): Promise<readonly LevelRule[]> {
  const rules: LevelRule[] = await levelsOf(tx, userId, await today(tx));
  return rules.length > 0 ? rules : USUAL_LEVELS;
}

const needs: Readonly<Record<Level, (grade: Text) => Text>> = {
  soft: (grade) => said`Soft bookings need the grade ${grade} or above in the team of this person.`,
  requested: (grade) => said`Requests for others need the grade ${grade} or above in the team of this person.`,
  hard: (grade) => said`Confirmed bookings need the grade ${grade} or above in the team of this person.`,
};

const unused: Readonly<Record<Level, Text>> = {
  soft: 'Soft bookings are not used in the team of this person.',
  requested: 'Requests for others are not used in the team of this person.',
  hard: 'Confirmed bookings are not used in the team of this person.',
};

/** @throws Problem 403 that says from which grade on the level is open */
export function refuseLevel(actor: Actor, rules: readonly LevelRule[], level: Level, userId: string): void {
  if (maySet(rules, level, actor.grade, userId === actor.userId)) return;
  const rule = rules.find((each) => each.counts === level);
  throw new Problem(403, { detail: rule ? needs[level](rule.lowest_grade) : unused[level] });
}

/** True when a level lets nothing over capacity. */
export const refuses = (rules: readonly LevelRule[], level: Level): boolean =>
  rules.some((rule) => rule.counts === level && rule.over_capacity === 'refuse');
