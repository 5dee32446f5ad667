import type { Grade } from '../../kit/grades.ts';
import { invalid } from '../../kit/problem.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { refuseFlag } from './policy.ts';

export interface Level {
  name: string;
  counts: 'soft' | 'requested' | 'hard';
  lowest_grade: Grade;
  over_capacity: 'mark' | 'refuse';
  /** Days without a change after which a booking lapses; null: never. */
  expires_days: number | null;
  /** The least that a booking names. */
  granularity: 'client' | 'project' | 'task';
  /** Whom it may be set for: one's own teams, these and those below them, the firm. */
  scope: 'team' | 'subtree' | 'firm';
}

/** A level as it is set: what is left out is never, a client, the firm. */
export type LevelInput = Omit<Level, 'expires_days' | 'granularity' | 'scope'> &
  Partial<Pick<Level, 'expires_days' | 'granularity' | 'scope'>>;

interface LevelRow extends Level, Record<string, unknown> {
  id: string;
  team_id: string | null;
  position: number;
  version: number;
}

/** Booking levels by team, in their order; those of the firm under null. */
export async function levelsByTeam(tx: Tx): Promise<Map<string | null, Level[]>> {
  const rows = await tx.all<Level & { team_id: string | null }>(sql`
    select team_id, name, counts, lowest_grade, over_capacity, expires_days, granularity, scope from people.booking_levels where tenant_id = ${tx.tenant} order by position`);
  return Map.groupBy(rows, (level) => level.team_id);
}

/** Teams that a person of today is in or leads, and those below them. */
export interface TeamReach {
  own: ReadonlySet<string>;
  below: ReadonlySet<string>;
}

/** @returns the teams of the actor, for scopes of levels */
export async function teamReach(tx: Tx, actor: Actor, day: string): Promise<TeamReach> {
  const rows = await tx.all<{ id: string; own: boolean }>(sql`
    with recursive reach as (
      select t.id, true as own from people.teams t where t.tenant_id = ${tx.tenant} and (t.lead_id = ${actor.userId}
        or t.id in (select m.team_id from people.team_members m where m.tenant_id = ${tx.tenant} and m.user_id = ${actor.userId}
          and m.valid_from <= ${day} and m.valid_to > ${day}))
      union
      select t.id, false from people.teams t join reach r on t.parent_id = r.id where t.tenant_id = ${tx.tenant}
    ) select id, own from reach`);
  const ids = (own: boolean): Set<string> => new Set(rows.filter((row) => row.own === own).map(({ id }) => id));
  return { own: ids(true), below: ids(false) };
}

const rowsOf = (tx: Tx, teamId: string | null): Promise<LevelRow[]> =>
  tx.all<LevelRow>(sql`
    select * from people.booking_levels
    where tenant_id = ${tx.tenant} and team_id is not distinct from ${teamId}::uuid order by position for update`);

/** Makes these the levels of a team (or of the firm) in this order; none leaves a team with the firm's. @throws Problem 422 */
export async function writeLevels(tx: Tx, teamId: string | null, levels: readonly LevelInput[]): Promise<void> {
  const kinds = levels.map(({ counts }) => counts);
  const twice = kinds.findIndex((counts, index) => kinds.indexOf(counts) < index);
  if (twice >= 0) throw invalid([{ path: `levels.${twice}.counts`, message: 'Each kind of booking has one level.' }]);
  const nameless = levels.findIndex(({ name }) => name.trim() === '');
  if (nameless >= 0) throw invalid([{ path: `levels.${nameless}.name`, message: 'A level needs a name.' }]);
  const lasting = levels.findIndex(({ counts, expires_days }) => counts === 'hard' && expires_days);
  if (lasting >= 0) throw invalid([{ path: `levels.${lasting}.expires_days`, message: 'What is confirmed does not lapse.' }]);
  if (teamId === null && levels.length === 0) throw invalid([{ path: 'levels', message: 'The firm needs at least one level.' }]);
  const before = await rowsOf(tx, teamId);
  const wanted = levels.map(({ name, counts, lowest_grade, over_capacity, expires_days, granularity, scope }, index) => ({
    name: name.trim(),
    counts,
    lowest_grade,
    over_capacity,
    expires_days: expires_days ?? null,
    granularity: granularity ?? 'client',
    scope: scope ?? 'firm',
    position: index + 1,
  }));
  await tx.write.remove(
    'people.booking_levels',
    before.filter((row) => !kinds.includes(row.counts)),
  );
  const rowOf = new Map(before.map((row) => [row.counts, row]));
  await tx.write.update(
    'people.booking_levels',
    wanted.flatMap((set) => {
      const row = rowOf.get(set.counts);
      return row ? [{ before: row, set }] : [];
    }),
  );
  await tx.write.insert(
    'people.booking_levels',
    wanted.filter(({ counts }) => !rowOf.has(counts)).map((level) => ({ ...level, team_id: teamId })),
  );
}

export const removeLevels = async (tx: Tx, teamId: string): Promise<void> =>
  tx.write.remove('people.booking_levels', await rowsOf(tx, teamId));

/** The firm's own levels, which hold for teams that have none. */
export async function readFirmLevels(tx: Tx): Promise<Level[]> {
  return (await levelsByTeam(tx)).get(null) ?? [];
}

export async function editFirmLevels(tx: Tx, actor: Actor, { body }: { body: { levels: LevelInput[] } }): Promise<Level[]> {
  refuseFlag(actor, 'can_edit', ['business_units']);
  await writeLevels(tx, null, body.levels);
  return readFirmLevels(tx);
}
