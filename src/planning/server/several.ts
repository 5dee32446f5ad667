import type { Day } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { teamsBelow, today } from '../../people/server/public.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Level } from '../rules.ts';
import { newRow } from './bookings.ts';
import { announce, placeAll } from './place.ts';
import { tellAsked } from './requests.ts';
import { bookable, refuseLevels, refuseReadOnly } from './policy.ts';
import type { Booking } from './rows.ts';
import { checkPhases, checkSpan, checkWork } from './work.ts';

/** People who are booked at once. */
const MOST = 500;

interface Several {
  user_ids?: string[];
  teams?: string[];
  project_id?: string | null;
  phase_id?: string | null;
  task_type_id?: string | null;
  first_day: Day;
  last_day: Day;
  minutes_per_day: number;
  level: Level;
  note?: string;
}

/** The people named and those of the teams (with all teams below them) who are active on the day, each once. */
async function peopleOf(tx: Tx, { user_ids = [], teams = [], first_day }: Several): Promise<string[]> {
  const day = await today(tx);
  const inTeams: Sql =
    teams.length === 0
      ? sql`false`
      : sql`u.id in (select tm.user_id from people.team_members tm where tm.tenant_id = ${tx.tenant}
          and tm.team_id in (${teamsBelow(tx, teams)}) and tm.valid_from <= ${day} and tm.valid_to > ${day})`;
  const rows = await tx.all<{ id: string }>(sql`
    select u.id from people.users u join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
    where u.tenant_id = ${tx.tenant} and (u.id = any(${user_ids}::uuid[]) or (m.is_active and ${inTeams} and exists (
      select 1 from people.employments e where e.tenant_id = u.tenant_id and e.user_id = u.id
        and e.valid_from <= ${first_day} and e.valid_to > ${first_day})))
    order by u.id limit ${MOST + 1}`);
  return rows.map(({ id }) => id);
}

/**
 * Books several people on the same work and days, all or none: a training for a team. Each goes through what a single booking
 * goes through. @returns the bookings, and how many people they bring over capacity
 */
export async function bookSeveral(tx: Tx, actor: Actor, { body }: { body: Several }): Promise<{ ids: string[]; over: number }> {
  refuseReadOnly(actor);
  checkSpan(body);
  const people = await peopleOf(tx, body);
  if (people.length === 0) throw invalid([{ path: 'user_ids', message: 'Choose people or teams.' }]);
  if (people.length > MOST) throw invalid([{ path: 'user_ids', message: said`At most ${MOST} people at a time.` }]);
  const { user_ids: _users, teams: _teams, ...work } = body;
  const rows = people.map((user_id) => newRow(tx, actor, { ...work, id: newId(), user_id }));
  await Promise.all([checkWork(tx, work), checkPhases(tx, [work])]);
  const over = await placeAll(
    tx,
    actor,
    rows.map((row) => ({ id: row.id, after: row })),
  );
  await tx.write.insert('planning.bookings', rows);
  await tellAsked(tx, actor, rows);
  announce(tx, rows);
  return { ids: rows.map(({ id }) => id), over: new Set(over.map(({ user_id }) => user_id)).size };
}

/** Takes several bookings away at once, those that are gone left out: what was booked together is taken back together. */
export async function removeSeveral(tx: Tx, actor: Actor, { body }: { body: { ids: string[] } }): Promise<{ removed: number }> {
  refuseReadOnly(actor);
  const rows = await tx.all<Booking>(sql`
    select b.* from planning.bookings b join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
    where b.tenant_id = ${tx.tenant} and b.id = any(${body.ids}::uuid[]) and (u.id = ${actor.userId} or ${bookable(tx, actor)})
    order by b.id for update of b`);
  await refuseLevels(tx, actor, rows);
  await tx.write.remove('planning.bookings', rows);
  if (rows.length > 0) announce(tx, rows);
  return { removed: rows.length };
}
