import type { Day } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { usesOf } from '../../server/usage.ts';
import { type LevelInput, levelsByTeam, removeLevels } from './levels.ts';

/** What of a team vanishes with the team, and so is no use of it. */
export const OWN_OF_TEAM = ['people.booking_levels'];

export interface Member extends Record<string, unknown> {
  id: string;
  user_id: string;
  team_id: string;
  is_primary: boolean;
  valid_from: Day;
  valid_to: Day;
  version: number;
}

/** A membership as a merge left or found it. */
export type Kept = Pick<Member, 'id' | 'user_id' | 'is_primary' | 'valid_from' | 'valid_to'>;

interface Merged {
  /** False: the team has a past and stays for it, closed. */
  deleted: boolean;
  people: number;
  teams: number;
}

export type Team = Record<string, unknown> & { id: string; version: number };

/** What a merge moved: enough to take it back, whatever became of the team. */
export interface Was {
  team: { id: string; name: string; parent_id: string | null; lead_id: string | null; country: string | null };
  /** Teams that stood below it. */
  below: string[];
  levels: LevelInput[];
  /** Memberships that ended with the merge, as they were before it. */
  ended: Kept[];
  /** Those that began in the target instead. */
  began: Kept[];
  /** Those that begin later, and now do so in the target. */
  later: Kept[];
  /** Those that were to begin later, of who is in the target anyway. */
  gone: Kept[];
}

const kept = ({ id, user_id, is_primary, valid_from, valid_to }: Member): Kept => ({
  id,
  user_id,
  is_primary,
  valid_from,
  valid_to,
});

/**
 * Moves everything of a team to another one from a day on. What was before stays with the old team, so that reports of those days
 * say what they said. Later rooms follow by what is written to the team itself: closed on the day, merged into the target.
 */
export async function mergeInto(tx: Tx, team: Team, target: string, day: Day): Promise<Merged> {
  const { people, ...members } = await moveMembers(tx, team.id, target, day);
  const below = await tx.all<Team>(sql`
    select * from people.teams where tenant_id = ${tx.tenant} and parent_id = ${team.id} order by id for update`);
  await tx.write.update(
    'people.teams',
    below.map((before) => ({ before, set: { parent_id: target } })),
  );
  const levels = (await levelsByTeam(tx)).get(team.id) ?? [];
  await removeLevels(tx, team.id);
  const [closed] = await tx.write.update<Team>('people.teams', [{ before: team, set: { closed_on: day, merged_into: target } }]);
  const { id, name, parent_id, lead_id, country } = team as Team & Was['team'];
  const was: Was = {
    team: { id, name, parent_id, lead_id, country },
    below: below.map((each) => each.id),
    levels: levels.map(({ name, counts, lowest_grade, over_capacity, expires_days, granularity, scope }) => ({
      name,
      counts,
      lowest_grade,
      over_capacity,
      expires_days,
      granularity,
      scope,
    })),
    ...members,
  };
  await tx.write.insert('people.team_merges', [{ team_id: team.id, target_id: target, day, was }]);
  const used = await usesOf(tx, 'people.teams', team.id);
  if (used.length === 0 && closed) await tx.write.remove('people.teams', [closed]);
  return { deleted: used.length === 0, people, teams: below.length };
}

/** Memberships that hold on the day go on in the target; those that begin later begin there. */
async function moveMembers(
  tx: Tx,
  teamId: string,
  target: string,
  day: Day,
): Promise<Pick<Was, 'ended' | 'began' | 'later' | 'gone'> & { people: number }> {
  const rows = await tx.all<Member>(sql`
    select * from people.team_members
    where tenant_id = ${tx.tenant} and team_id = ${teamId} and valid_to > ${day} order by id for update`);
  if (rows.length === 0) return { people: 0, ended: [], began: [], later: [], gone: [] };
  const users = [...new Set(rows.map((row) => row.user_id))];
  const [there, people] = await Promise.all([
    tx.all<Member>(sql`
      select * from people.team_members
      where tenant_id = ${tx.tenant} and team_id = ${target} and user_id = any(${users}) and valid_to > ${day}`),
    tx.all<{ id: string; version: number }>(sql`
      select id, version from people.users where tenant_id = ${tx.tenant} and id = any(${users}) order by id for update`),
  ]);
  const byUser = Map.groupBy(there, (row) => row.user_id);
  // Who is in the target already need not stand beside it a second time.
  const isThere = (row: Member): boolean =>
    !row.is_primary &&
    (byUser.get(row.user_id) ?? []).some((other) => other.valid_from < row.valid_to && row.valid_from < other.valid_to);
  const ended = rows.filter((row) => row.valid_from < day);
  const ahead = rows.filter((row) => row.valid_from >= day);
  const gone = ahead.filter(isThere);
  const later = ahead.filter((row) => !isThere(row));
  await tx.write.update(
    'people.team_members',
    ended.map((before) => ({ before, set: { valid_to: day } })),
  );
  const began = await tx.write.insert<Member>(
    'people.team_members',
    ended
      .filter((row) => !isThere(row))
      .map((row) => ({
        user_id: row.user_id,
        team_id: target,
        is_primary: row.is_primary,
        valid_from: day,
        valid_to: row.valid_to,
      })),
  );
  await tx.write.remove('people.team_members', gone);
  await tx.write.update(
    'people.team_members',
    later.map((before) => ({ before, set: { team_id: target } })),
  );
  await tx.write.touch('people.users', people);
  return { people: users.length, ended: ended.map(kept), began: began.map(kept), later: later.map(kept), gone: gone.map(kept) };
}
