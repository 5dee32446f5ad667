import { Problem, invalid, notAllowed, notFound } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { type TeamReach, levelsOf, teamReach, today, visibleOn } from '../../people/server/public.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type Level, type LevelRule, type Reach, USUAL_LEVELS, maySet, missingOf } from '../rules.ts';

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

/** What holds for bookings of a person today: the levels, and where the person stands from who books. */
export interface Standing {
  rules: readonly LevelRule[];
  reach: Reach;
}

/** Where a team stands from the actor's own. */
export const reachTo = ({ own, below }: TeamReach, teamId: string | null): Reach =>
  teamId === null ? 'firm' : own.has(teamId) ? 'team' : below.has(teamId) ? 'subtree' : 'firm';

export async function standingOf(tx: Tx, actor: Actor, userId: string): Promise<Standing> {
  const day = await today(tx);
  const levels: LevelRule[] = await levelsOf(tx, userId, day);
  const rules = levels.length > 0 ? levels : USUAL_LEVELS;
  // Where every level is open to the whole firm, nobody's team has to be looked up.
  if (rules.every(({ scope = 'firm' }) => scope === 'firm')) return { rules, reach: 'firm' };
  const [reach, team] = await Promise.all([
    teamReach(tx, actor, day),
    tx.one<{ team_id: string }>(sql`
      select team_id from people.team_members where tenant_id = ${tx.tenant} and user_id = ${userId} and is_primary
        and valid_from <= ${day} and valid_to > ${day}`),
  ]);
  return { rules, reach: reachTo(reach, team?.team_id ?? null) };
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

const far: Readonly<Record<Level, Text>> = {
  soft: 'Soft bookings are set by the team of this person.',
  requested: 'Requests for others are made by the team of this person.',
  hard: 'Confirmed bookings are set by the team of this person.',
};

/** @throws Problem 403 that says from which grade on the level is open */
export function refuseLevel(actor: Actor, { rules, reach }: Standing, level: Level, userId: string): void {
  const own = userId === actor.userId;
  if (maySet(rules, level, actor.grade, own, reach)) return;
  const rule = rules.find((each) => each.counts === level);
  if (rule && maySet(rules, level, actor.grade, own)) throw new Problem(403, { detail: far[level] });
  throw new Problem(403, { detail: rule ? needs[level](rule.lowest_grade) : unused[level] });
}

/** True when a level lets nothing over capacity. */
export const refuses = (rules: readonly LevelRule[], level: Level): boolean =>
  rules.some((rule) => rule.counts === level && rule.over_capacity === 'refuse');

const vague = {
  project_id: 'Bookings of this level name a project.',
  task_type_id: 'Bookings of this level name a task type.',
};

interface Named {
  level: Level;
  project_id?: string | null | undefined;
  task_type_id?: string | null | undefined;
}

/** Refuses what names less than its level asks for; what is only moved may stay as it is. @throws Problem 422 */
export async function refuseVague(tx: Tx, { rules }: Standing, before: Named | undefined, after: Named): Promise<void> {
  const named = ['level', 'project_id', 'task_type_id'] as const;
  if (before && named.every((key) => (before[key] ?? null) === (after[key] ?? null))) return;
  const work = { project_id: after.project_id ?? null, task_type_id: after.task_type_id ?? null };
  if (missingOf(rules, after.level, { ...work, internal: false }) === undefined) return;
  const task = work.task_type_id
    ? await tx.one<{ chargeable: boolean }>(
        sql`select chargeable from settings.task_types where tenant_id = ${tx.tenant} and id = ${work.task_type_id}`,
      )
    : undefined;
  const missing = missingOf(rules, after.level, { ...work, internal: task?.chargeable === false });
  if (missing) throw invalid([{ path: missing, message: vague[missing] }]);
}
