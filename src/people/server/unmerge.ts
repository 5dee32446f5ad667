import type { Day } from '../../kit/day.ts';
import { conflict, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { writeLevels } from './levels.ts';
import type { Kept, Member, Team, Was } from './merge.ts';
import { refuseFlag } from './policy.ts';

interface Merge extends Record<string, unknown> {
  id: string;
  team_id: string;
  target_id: string;
  day: Day;
  was: Was;
  version: number;
}

/**
 * Takes a merge back as if it had not been: the team stands where it stood, with its people, the teams below it, its booking levels
 * and what later rooms let go along; hours logged meanwhile count for it again. All of it, or nothing.
 * @throws Problem 404 where no merge of the team stands, 409 where what it moved was moved on since, or its name is taken
 */
export async function unmergeTeam(tx: Tx, actor: Actor, { body }: { body: { id: string } }) {
  refuseFlag(actor, 'can_edit', ['business_units']);
  const merge = await tx.one<Merge>(sql`
    select * from people.team_merges where tenant_id = ${tx.tenant} and team_id = ${body.id} and undone_at is null for update`);
  if (!merge) throw notFound('This team was not merged, or that was taken back.');
  const { was } = merge;
  const members = await lockMembers(tx, merge);
  const below = await tx.all<Team>(sql`
    select * from people.teams where tenant_id = ${tx.tenant} and id = any(${was.below}) order by id for update`);
  if (below.length < was.below.length || below.some((team) => team['parent_id'] !== merge.target_id))
    throw movedOn(was.team.name);
  await openAgain(tx, merge);
  await tx.write.update(
    'people.teams',
    below.map((before) => ({ before, set: { parent_id: merge.team_id } })),
  );
  const people = await moveBack(tx, merge, members);
  if (was.levels.length > 0) await writeLevels(tx, merge.team_id, was.levels);
  await tx.write.update('people.team_merges', [{ before: merge, set: { undone_at: tx.now } }]);
  return { success: true, people, teams: below.length };
}

const movedOn = (name: string) => conflict(said`What was of "${name}" was moved on since: nothing was taken back.`);

/** The memberships that the merge left, by id. @throws Problem 409 when one of them is not what the merge left */
async function lockMembers(tx: Tx, { was, day, team_id, target_id }: Merge): Promise<Map<string, Member>> {
  const left = [
    ...was.ended.map((row) => ({ ...row, valid_to: day, team_id })),
    ...[...was.began, ...was.later].map((row) => ({ ...row, team_id: target_id })),
  ];
  const rows = await tx.all<Member>(sql`
    select * from people.team_members
    where tenant_id = ${tx.tenant} and id = any(${left.map(({ id }) => id)}) order by id for update`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const stands = (each: Kept & { team_id: string }): boolean => {
    const row = byId.get(each.id);
    return (
      row !== undefined &&
      row.team_id === each.team_id &&
      row.valid_from === each.valid_from &&
      row.valid_to === each.valid_to &&
      row.is_primary === each.is_primary
    );
  };
  if (!left.every(stands)) throw movedOn(was.team.name);
  return byId;
}

/** The team is open again, under its own id also where it was deleted. */
async function openAgain(tx: Tx, { was: { team }, day, target_id }: Merge): Promise<void> {
  const taken = await tx.one(sql`
    select 1 from people.teams where tenant_id = ${tx.tenant} and name_lc = ${team.name.toLowerCase()} and closed_on is null`);
  if (taken) throw conflict(said`There is a team "${team.name}" already.`);
  const stored = await tx.one<Team>(sql`
    select * from people.teams where tenant_id = ${tx.tenant} and id = ${team.id} for update`);
  // Stored as the merge left it first: later rooms follow the step from closed to open.
  const [closed] = stored
    ? [stored]
    : await tx.write.insert<Team>('people.teams', [{ ...team, closed_on: day, merged_into: target_id }]);
  if (closed) await tx.write.update('people.teams', [{ before: closed, set: { closed_on: null, merged_into: null } }]);
}

/** @returns of how many people */
async function moveBack(tx: Tx, { was, team_id }: Merge, members: ReadonlyMap<string, Member>): Promise<number> {
  const found = (rows: readonly Kept[]): Member[] => rows.flatMap(({ id }) => members.get(id) ?? []);
  const before = new Map(was.ended.map((row) => [row.id, row.valid_to]));
  await tx.write.remove('people.team_members', found(was.began));
  await tx.write.update(
    'people.team_members',
    found(was.ended).map((row) => ({ before: row, set: { valid_to: before.get(row.id) } })),
  );
  await tx.write.update(
    'people.team_members',
    found(was.later).map((row) => ({ before: row, set: { team_id } })),
  );
  await tx.write.insert(
    'people.team_members',
    was.gone.map((row) => ({ ...row, team_id })),
  );
  const users = [...new Set([...was.ended, ...was.later, ...was.gone].map(({ user_id }) => user_id))];
  const people = await tx.all<{ id: string; version: number }>(sql`
    select id, version from people.users where tenant_id = ${tx.tenant} and id = any(${users}) order by id for update`);
  await tx.write.touch('people.users', people);
  return users.length;
}
