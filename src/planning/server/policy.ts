import { Problem, invalid, notAllowed, notFound } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { type TeamReach, levelsByTeam, teamReach, today, visibleOn } from '../../people/server/public.ts';
import { among, and, sql } from '../../server/sql.ts';
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
 * Refuses people whom the actor does not see, and locks the records of those whom a level that refuses over-capacity is to be
 * set for, so that no race gets past it; in the order of their ids, so that two planners never wait for each other crosswise.
 * The lock lets through what only refers to them. @throws Problem 404
 */
export async function lockPeople(tx: Tx, actor: Actor, users: readonly string[], refusing: readonly string[]): Promise<void> {
  const seen = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from people.users u where u.tenant_id = ${tx.tenant} and ${among('u.id', users)}
      and (u.id = ${actor.userId} or ${bookable(tx, actor)})`);
  if (seen?.count !== users.length) throw notFound('There is no such person.');
  if (refusing.length === 0) return;
  await tx.all(sql`
    select 1 from people.users u where u.tenant_id = ${tx.tenant} and ${among('u.id', refusing)} order by u.id for no key update of u`);
}

/** What holds for bookings of a person today: the levels, and where the person stands from who books. */
export interface Standing {
  rules: readonly LevelRule[];
  reach: Reach;
}

/** Where a team stands from the actor's own. */
export const reachTo = ({ own, below }: TeamReach, teamId: string | null): Reach =>
  teamId === null ? 'firm' : own.has(teamId) ? 'team' : below.has(teamId) ? 'subtree' : 'firm';

/** Every team's levels, the firm's where a team has none, and the usual ones where neither has: dozens of rows. */
export async function levelBook(tx: Tx): Promise<(teamId: string | null) => readonly LevelRule[]> {
  const byTeam = await levelsByTeam(tx);
  return (teamId) => byTeam.get(teamId) ?? byTeam.get(null) ?? USUAL_LEVELS;
}

/** What holds for each of some people, in as many statements as for one. */
export async function standingsOf(tx: Tx, actor: Actor, users: readonly string[]): Promise<(userId: string) => Standing> {
  const day = await today(tx);
  const [book, teams] = await Promise.all([
    levelBook(tx),
    tx.all<{ user_id: string; team_id: string }>(sql`
      select user_id, team_id from people.team_members where tenant_id = ${tx.tenant} and ${among('user_id', [...new Set(users)])} and is_primary
        and valid_from <= ${day} and valid_to > ${day}`),
  ]);
  const teamOf = new Map(teams.map(({ user_id, team_id }) => [user_id, team_id]));
  const rulesOf = (userId: string): readonly LevelRule[] => book(teamOf.get(userId) ?? null);
  // Where every level is open to the whole firm, nobody's team has to be looked at.
  const wide = users.every((userId) => rulesOf(userId).every(({ scope = 'firm' }) => scope === 'firm'));
  const reach = wide ? undefined : await teamReach(tx, actor, day);
  return (userId) => ({ rules: rulesOf(userId), reach: reach ? reachTo(reach, teamOf.get(userId) ?? null) : 'firm' });
}

export const standingOf = async (tx: Tx, actor: Actor, userId: string): Promise<Standing> =>
  (await standingsOf(tx, actor, [userId]))(userId);

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

export const LEVELS: readonly Level[] = ['soft', 'requested', 'hard'];

/** The levels that the actor may set for somebody. */
export const openLevels = (actor: Actor, { rules, reach }: Standing, userId: string): Level[] =>
  LEVELS.filter((level) => maySet(rules, level, actor.grade, userId === actor.userId, reach));

/** @throws Problem 403 that says from which grade on the level is open */
export function refuseLevel(actor: Actor, { rules, reach }: Standing, level: Level, userId: string): void {
  const own = userId === actor.userId;
  if (maySet(rules, level, actor.grade, own, reach)) return;
  const rule = rules.find((each) => each.counts === level);
  if (rule && maySet(rules, level, actor.grade, own)) throw new Problem(403, { detail: far[level] });
  throw new Problem(403, { detail: rule ? needs[level](rule.lowest_grade) : unused[level] });
}

/** The same for bookings that are to change or go. @throws Problem 403 */
export async function refuseLevels(tx: Tx, actor: Actor, rows: readonly { level: Level; user_id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  const standings = await standingsOf(
    tx,
    actor,
    rows.map(({ user_id }) => user_id),
  );
  for (const { level, user_id } of rows) refuseLevel(actor, standings(user_id), level, user_id);
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
