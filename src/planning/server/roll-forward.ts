import { type Day, addDays } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { workRules } from '../../clients/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { RollForward, RolledForward } from '../contract/demands.ts';
import { newRow } from './bookings.ts';
import { announce, announceDemands, placeAll, shown } from './place.ts';
import { bookable, refuseReadOnly } from './policy.ts';
import { tellAsked } from './requests.ts';
import type { Booking } from './rows.ts';
import { checkSpan, checkWork } from './work.ts';

/** Bookings that are rolled forward at once. */
const MOST = 500;

type Row = Booking & { grade: string; stays: boolean };

/** The bookings of a project that begin in a period, and whether each one's person is still there on its later days. */
const bookedIn = (tx: Tx, actor: Actor, { project_id, from, to, days }: RollForward): Promise<Row[]> =>
  tx.all<Row>(sql`
    select b.*, m.grade, m.is_active and exists (
      select 1 from people.employments e where e.tenant_id = b.tenant_id and e.user_id = b.user_id
        and e.valid_from <= b.first_day + ${days}::int and e.valid_to > b.last_day + ${days}::int) as stays
    from planning.bookings b
    join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
    join access.memberships m on m.tenant_id = b.tenant_id and m.id = b.user_id
    where b.tenant_id = ${tx.tenant} and b.project_id = ${project_id} and b.first_day between ${from} and ${to}
      and (u.id = ${actor.userId} or ${bookable(tx, actor)})
    order by b.user_id, b.id limit ${MOST + 1}`);

/** The phase of the next time by the one of before: itself on the same project, else the one that is called the same. */
async function nextPhases(
  tx: Tx,
  rows: readonly Row[],
  { project_id, to_project_id }: RollForward,
): Promise<Map<string, string>> {
  const booked = [...new Set(rows.flatMap(({ phase_id }) => phase_id ?? []))];
  if (booked.length === 0 || project_id === to_project_id) return new Map(booked.map((id) => [id, id]));
  const twins = await tx.all<{ id: string; next: string }>(sql`
    select distinct on (h.id) h.id, o.id as next from clients.phases h
    join clients.phases o on o.tenant_id = h.tenant_id and o.project_id = ${to_project_id} and lower(o.name) = lower(h.name)
    where h.tenant_id = ${tx.tenant} and h.id = any(${booked}::uuid[]) order by h.id, o.position, o.id`);
  return new Map(twins.map(({ id, next }) => [id, next]));
}

/** The same booking so many days later, on the other project. */
const later = (row: Row, { to_project_id, days, level }: RollForward, phases: ReadonlyMap<string, string>) => ({
  user_id: row.user_id,
  project_id: to_project_id,
  phase_id: phases.get(row.phase_id ?? '') ?? null,
  task_type_id: row.task_type_id,
  first_day: addDays(row.first_day, days),
  last_day: addDays(row.last_day, days),
  minutes_per_day: row.minutes_per_day,
  level: level ?? ('soft' as const),
  note: row.note,
});

/**
 * Plans the team of a project again, so many days later: everybody is booked as before, tentatively unless another level is
 * asked for; for who has left by then, or may not work on it, a demand by the grade stands in.
 * @throws Problem 403 levels, 404 no such project, 422 nothing to roll forward, too much, over-capacity where it is refused
 */
export async function rollForward(tx: Tx, actor: Actor, { body }: { body: RollForward }): Promise<RolledForward> {
  refuseReadOnly(actor);
  checkSpan({ first_day: body.from, last_day: body.to });
  await checkWork(tx, { project_id: body.to_project_id });
  const rows = await bookedIn(tx, actor, body);
  if (rows.length === 0) throw invalid([{ path: 'from', message: 'Nothing of this project is booked in this period.' }]);
  if (rows.length > MOST) throw invalid([{ path: 'from', message: said`At most ${MOST} bookings at a time.` }]);
  const phases = await nextPhases(tx, rows, body);
  const drafts = rows.map((row) => ({ row, draft: later(row, body, phases) }));
  const rules = await workRules(
    tx,
    drafts.map(({ draft }) => draft),
  );
  const fits = ({ row, draft }: (typeof drafts)[number]): boolean =>
    row.stays && rules.refusal(draft, 'book')?.path !== 'user_id';
  const made = drafts.filter(fits).map(({ draft }) => newRow(tx, actor, { ...draft, id: newId() }));
  const demands = drafts
    .filter((each) => !fits(each))
    .map(({ row, draft: { user_id: _user, level: _level, ...draft } }) => ({
      ...draft,
      id: newId(),
      grade: row.grade,
      created_by: actor.userId,
    }));
  const over = await placeAll(
    tx,
    actor,
    made.map((after) => ({ id: after.id, after })),
  );
  await tx.write.insert('planning.bookings', made);
  await tx.write.insert('planning.demands', demands);
  await tellAsked(tx, actor, made);
  if (made.length > 0) announce(tx, made);
  announceDemands(tx, demands);
  const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);
  return { bookings: ids(made), demands: ids(demands), first_day: firstOf([...made, ...demands]), over: shown(over) };
}

const firstOf = (rows: readonly { first_day: Day }[]): Day => rows.map(({ first_day }) => first_day).sort()[0] ?? '';
