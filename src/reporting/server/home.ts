import { type Day, addDays, daysBetween, mondayOf } from '../../kit/day.ts';
import { atLeast } from '../../kit/grades.ts';
import { expectedFor } from '../../leave/server/public.ts';
import { managedBy, today } from '../../people/server/public.ts';
import { timeToDecide } from '../../time/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Figures } from '../rules.ts';

const WEEKS = 12;
const LOOK_BACK = 14;

interface PersonDay {
  day: Day;
  seconds: number;
  chargeable_seconds: number;
}

/** Days of the last two weeks on which less than half of the expected time was logged; today is not over yet. */
function missingDays(days: readonly PersonDay[], expected: (day: Day) => number, now: Day) {
  const logged = new Map(days.map((row) => [row.day, row.seconds]));
  return Array.from({ length: LOOK_BACK }, (_, index) => addDays(now, index - LOOK_BACK))
    .map((day) => ({ day, expected_minutes: expected(day), logged_seconds: logged.get(day) ?? 0 }))
    .filter((row) => row.expected_minutes > 0 && row.logged_seconds < row.expected_minutes * 30);
}

async function leaveToDecide(tx: Tx, actor: Actor): Promise<number> {
  if (actor.category !== 'hr' && !atLeast(actor.grade, 'Manager')) return 0;
  const scope = actor.category === 'hr' ? sql`true` : sql`user_id in (${managedBy(tx, actor)})`;
  const row = await tx.one<{ n: number }>(sql`
    select count(*)::int as n from leave.requests
    where tenant_id = ${tx.tenant} and status = 'pending' and user_id <> ${actor.userId} and ${scope}`);
  return row?.n ?? 0;
}

/** The person's target utilization of today in hundredths of a per cent: the own one, else that of the first team, else the grade's; 0 without any. */
async function targetOf(tx: Tx, actor: Actor, now: Day): Promise<number> {
  const row = await tx.one<{ basis_points: number }>(sql`
    select basis_points from people.targets
    where tenant_id = ${tx.tenant} and valid_from <= ${now} and valid_to > ${now}
      and (user_id = ${actor.userId} or grade = ${actor.grade} or team_id = (
        select tm.team_id from people.team_members tm where tm.tenant_id = ${tx.tenant} and tm.user_id = ${actor.userId}
          and tm.is_primary and tm.valid_from <= ${now} and tm.valid_to > ${now}))
    order by user_id nulls last, team_id nulls last limit 1`);
  return row?.basis_points ?? 0;
}

/** What the home page says of the signed-in person. */
export async function readHome(tx: Tx, actor: Actor) {
  const now = await today(tx);
  const from = addDays(mondayOf(now), -7 * (WEEKS - 1));
  const [days, expected, toDecide, target, timesheets] = await Promise.all([
    tx.all<PersonDay>(sql`
      select day, seconds, chargeable_seconds from time.person_days
      where tenant_id = ${tx.tenant} and user_id = ${actor.userId} and day between ${from} and ${now} order by day`),
    expectedFor(tx, [actor.userId], from, now),
    leaveToDecide(tx, actor),
    targetOf(tx, actor, now),
    timeToDecide(tx, actor),
  ]);
  const columns = expected.get(actor.userId);
  const at = (day: Day, column: 'pattern' | 'holiday' | 'leave'): number => columns?.[column][daysBetween(from, day)] ?? 0;
  const standard = (day: Day): number => at(day, 'pattern') - at(day, 'holiday');
  const net = (day: Day): number => standard(day) - at(day, 'leave');
  const weeks: ({ week: Day } & Figures)[] = Array.from({ length: WEEKS }, (_, index) => ({
    week: addDays(from, index * 7),
    chargeable_seconds: 0,
    seconds: 0,
    capacity_minutes: 0,
    standard_minutes: 0,
    target_minutes: 0,
  }));
  for (let index = 0; index <= daysBetween(from, now); index++) {
    const week = weeks[Math.floor(index / 7)];
    if (!week) continue;
    week.capacity_minutes += net(addDays(from, index));
    week.standard_minutes += standard(addDays(from, index));
  }
  for (const week of weeks) week.target_minutes = Math.round((week.capacity_minutes * target) / 10_000);
  for (const row of days) {
    const week = weeks[Math.floor(daysBetween(from, row.day) / 7)];
    if (!week) continue;
    week.seconds += row.seconds;
    week.chargeable_seconds += row.chargeable_seconds;
  }
  return { today: now, missing: missingDays(days, net, now), weeks, leave_to_decide: toDecide, timesheets_to_decide: timesheets };
}
