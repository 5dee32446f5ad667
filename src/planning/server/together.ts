import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { BookingRow, Together } from '../contract.ts';
import type { OverDay } from '../rules.ts';
import { changedRow, newRow } from './bookings.ts';
import { checkDemands } from './demands.ts';
import { announce, placeAll, shown } from './place.ts';
import { bookable, refuseLevels, refuseReadOnly } from './policy.ts';
import { tellAccepted, tellAsked } from './requests.ts';
import { type Booking, selectBookings } from './rows.ts';
import { checkPhases, checkSpan, checkWork } from './work.ts';

/** Bookings that are written at once. */
const MOST = 500;

/** The bookings that change or go, as far as the actor sees them, locked. @throws Problem 404 gone or unseen, 409 changed since */
async function asKnown(
  tx: Tx,
  actor: Actor,
  known: readonly { id: string; version: number }[],
): Promise<(id: string) => Booking> {
  const rows = await tx.all<Booking>(sql`
    select b.* from planning.bookings b join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
    where b.tenant_id = ${tx.tenant} and b.id = any(${known.map(({ id }) => id)}::uuid[]) and (u.id = ${actor.userId} or ${bookable(tx, actor)})
    order by b.id for update of b`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { id, version } of known) {
    const row = byId.get(id);
    if (!row) throw notFound('One of these bookings is gone.');
    if (row.version !== version) throw conflict('Somebody else changed these bookings in the meantime.');
  }
  return (id) => byId.get(id) as Booking;
}

/** Each project and task type that somebody is newly booked on, once. */
async function checkWorks(tx: Tx, works: readonly { project_id?: string | null; task_type_id?: string | null }[]): Promise<void> {
  const distinct = new Map(works.map((work) => [`${work.project_id} ${work.task_type_id}`, work]));
  for (const work of distinct.values()) await checkWork(tx, work);
}

/** Whether a change puts a booking on other work. */
const moves = (before: Booking, set: Partial<Booking>): boolean =>
  (['project_id', 'task_type_id'] as const).some((key) => set[key] !== undefined && set[key] !== before[key]);

/**
 * Makes, changes and takes away bookings together, all or none: what is selected, a series, a way back. All go through what a
 * single booking goes through, and each counts what the others of them take.
 * @returns what was made and changed as it stands now, and the days on which it brings people over capacity
 * @throws Problem 403 levels, 404 gone or unseen, 409 changed meanwhile, 422 work, restrictions, over-capacity where it is refused
 */
export async function writeTogether(
  tx: Tx,
  actor: Actor,
  { body: { create = [], change = [], remove = [] } }: { body: Together },
): Promise<{ bookings: BookingRow[]; over: OverDay[] }> {
  refuseReadOnly(actor);
  const known = [...change, ...remove];
  const ids = [...create, ...known].map(({ id }) => id);
  if (ids.length > MOST) throw invalid([{ path: 'change', message: said`At most ${MOST} bookings at a time.` }]);
  if (new Set(ids).size < ids.length) throw invalid([{ path: 'change', message: 'Each booking can be named once.' }]);
  const rowOf = await asKnown(tx, actor, known);
  await refuseLevels(
    tx,
    actor,
    known.map(({ id }) => rowOf(id)),
  );
  const made = create.map((fields) => newRow(tx, actor, fields));
  const changes = change.map(({ id, version: _version, ...set }) => ({
    before: rowOf(id),
    set: changedRow(tx, actor, rowOf(id), set),
  }));
  const gone = remove.map(({ id }) => rowOf(id));
  const placings = [
    ...made.map((after) => ({ id: after.id, before: undefined, after })),
    ...changes.map(({ before, set }) => ({ id: before.id, before, after: { ...before, ...set } })),
  ];
  for (const { after } of placings) checkSpan(after);
  const over = await placeAll(tx, actor, placings, gone);
  const elsewhere = changes.filter(({ before, set }) => moves(before, set)).map(({ before, set }) => ({ ...before, ...set }));
  await checkWorks(tx, [...made, ...elsewhere]);
  await checkPhases(tx, [...made, ...changes.flatMap(({ before, set }) => (set.phase_id ? [{ ...before, ...set }] : []))]);
  await tx.write.remove('planning.bookings', gone);
  await tx.write.update('planning.bookings', changes);
  await checkDemands(
    tx,
    actor,
    made.flatMap(({ demand_id }) => demand_id ?? []),
  );
  await tx.write.insert('planning.bookings', made);
  await tellAsked(tx, actor, made);
  await tellAccepted(
    tx,
    actor,
    changes.map(({ before, set }) => ({ before, after: { ...before, ...set } })),
  );
  if (ids.length > 0)
    announce(tx, [...gone, ...changes.map(({ before }) => before), ...placings.map((placing) => placing.after)]);
  const written = placings.map(({ id }) => id);
  const bookings = await tx.all<BookingRow>(selectBookings(tx, sql`b.id = any(${written}::uuid[])`));
  return { bookings, over: shown(over) };
}
