import type { Day } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { checkRange } from '../../leave/server/public.ts';
import { visibleOn } from '../../people/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import type { Visit } from '../../server/route.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { BookingChange, BookingRow, NewBooking } from '../contract.ts';
import { type OverDay, splitAt } from '../rules.ts';
import { checkDemands } from './demands.ts';
import { announce, place } from './place.ts';
import { BOOKING_PAGES, refuseLevel, refuseReadOnly, standingOf } from './policy.ts';
import { confirmation, tellAccepted, tellAsked } from './requests.ts';
import { type Booking, loadBooking, readBooking, selectBookings } from './rows.ts';
import { checkPhases, checkSpan, checkWork, leavingPhase } from './work.ts';

export interface Written {
  booking: BookingRow;
  over: OverDay[];
}

/** Condition on `u`: oneself, and those whom a page of planning shows. */
const seen = (tx: Tx, actor: Actor): Sql =>
  sql`(u.id = ${actor.userId} or ${and(visibleOn(tx, actor, [...BOOKING_PAGES, 'workload'], sql`u.id`))})`;

/** Bookings of a person, or of everybody on a project, that touch a range, earliest first. */
export async function listBookings(
  tx: Tx,
  actor: Actor,
  { query }: { query: { from: Day; to: Day; user_id?: string; project_id?: string; page?: number; per_page?: number } },
): Promise<Page<BookingRow>> {
  checkRange(query.from, query.to);
  const { project_id: project, user_id: user = project ? undefined : actor.userId } = query;
  const whose = and(user ? sql`b.user_id = ${user}` : undefined, project ? sql`b.project_id = ${project}` : undefined);
  const condition = sql`${whose} and b.first_day <= ${query.to} and b.last_day >= ${query.from} and ${seen(tx, actor)}`;
  return pageOf<BookingRow>(tx, selectBookings(tx, condition), sql`first_day, id`, query);
}

export async function oneBooking(tx: Tx, actor: Actor, { params }: { params: { id: string } }): Promise<BookingRow> {
  const row = await tx.one<BookingRow>(selectBookings(tx, sql`b.id = ${params.id} and ${seen(tx, actor)}`));
  if (!row) throw notFound('There is no such booking.');
  return row;
}

async function written(tx: Tx, id: string, over: OverDay[]): Promise<Written> {
  const booking = await readBooking(tx, id);
  if (!booking) throw notFound('There is no such booking.');
  return { booking, over };
}

const compared = [
  ...(['user_id', 'project_id', 'phase_id', 'task_type_id'] as const),
  ...(['first_day', 'last_day', 'minutes_per_day', 'level', 'note'] as const),
];

/** The same create sent twice is one create; the same id for something else is a conflict. */
async function repeated(tx: Tx, id: string, fields: Record<string, unknown>): Promise<boolean> {
  const row = await tx.one<Booking>(sql`select * from planning.bookings where tenant_id = ${tx.tenant} and id = ${id}`);
  if (!row) return false;
  if (compared.some((key) => (row[key] ?? null) !== (fields[key] ?? null)))
    throw conflict('There is another booking with this id.', await readBooking(tx, id));
  return true;
}

/** A new booking as it is stored. */
export const newRow = (tx: Tx, actor: Actor, fields: NewBooking & { id: string }) => ({
  ...fields,
  project_id: fields.project_id ?? null,
  phase_id: fields.phase_id ?? null,
  task_type_id: fields.task_type_id ?? null,
  note: fields.note?.trim() ?? '',
  demand_id: fields.demand_id ?? null,
  created_by: actor.userId,
  ...confirmation(tx, actor, undefined, fields.level),
});

/** What a change writes: also who made it firm, and no phase of the project that it left. */
export const changedRow = (tx: Tx, actor: Actor, before: Booking, set: Partial<Booking>): Partial<Booking> => ({
  ...leavingPhase(before, set),
  ...(set.note === undefined ? {} : { note: set.note.trim() }),
  ...confirmation(tx, actor, before, set.level),
});

export async function createBooking(tx: Tx, actor: Actor, { body }: { body: NewBooking }): Promise<Written> {
  refuseReadOnly(actor);
  checkSpan(body);
  const id = body.id ?? newId();
  const fields = newRow(tx, actor, { ...body, id });
  const over = await place(tx, actor, id, undefined, fields);
  await Promise.all([checkWork(tx, fields), checkPhases(tx, [fields])]);
  if (!(body.id && (await repeated(tx, body.id, fields)))) {
    await checkDemands(tx, actor, fields.demand_id ? [fields.demand_id] : []);
    await tx.write.insert('planning.bookings', [fields]);
    await tellAsked(tx, actor, [fields]);
    announce(tx, [fields]);
  }
  return written(tx, id, over);
}

/** Moves, stretches, hands over, confirms. The actor must be allowed the level that it had as well as the one it gets. */
export async function changeBooking(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: BookingChange },
  visit: Visit,
): Promise<Written> {
  refuseReadOnly(actor);
  const { version, ...asked } = body;
  const before = await loadBooking(tx, actor, params.id, visit.ifMatch ?? version);
  const set = changedRow(tx, actor, before, asked);
  const after = { ...before, ...set };
  checkSpan(after);
  refuseLevel(actor, await standingOf(tx, actor, before.user_id), before.level, before.user_id);
  const over = await place(tx, actor, before.id, before, after);
  if (set.project_id !== undefined || set.task_type_id !== undefined) {
    const changed = { project_id: same(before, set, 'project_id'), task_type_id: same(before, set, 'task_type_id') };
    if (!after.project_id && !after.task_type_id) await checkWork(tx, after);
    if (changed.project_id || changed.task_type_id) await checkWork(tx, changed);
  }
  if (set.phase_id) await checkPhases(tx, [after]);
  await tx.write.update('planning.bookings', [{ before, set: { ...set } }]);
  await tellAccepted(tx, actor, [{ before, after }]);
  announce(tx, [before, after]);
  return written(tx, before.id, over);
}

/** The value that a change gives a field, or null where it stays: what did not change is not checked again. */
const same = (before: Booking, set: Partial<Booking>, key: 'project_id' | 'task_type_id'): string | null =>
  set[key] === undefined || set[key] === before[key] ? null : (set[key] ?? null);

export async function removeBooking(
  tx: Tx,
  actor: Actor,
  { params, query }: { params: { id: string }; query: { version?: number } },
  visit: Visit,
): Promise<{ success: boolean }> {
  refuseReadOnly(actor);
  const row = await loadBooking(tx, actor, params.id, visit.ifMatch ?? query.version);
  refuseLevel(actor, await standingOf(tx, actor, row.user_id), row.level, row.user_id);
  await tx.write.remove('planning.bookings', [row]);
  announce(tx, [row]);
  return { success: true };
}

/** Cuts a booking in two; together they are what it was. @throws Problem 422 when the day does not lie inside of it */
export async function splitBooking(
  tx: Tx,
  actor: Actor,
  { body }: { body: { id: string; day: Day; version?: number; second_id?: string } },
  visit: Visit,
): Promise<Written & { second: BookingRow }> {
  refuseReadOnly(actor);
  const before = await loadBooking(tx, actor, body.id, visit.ifMatch ?? body.version);
  refuseLevel(actor, await standingOf(tx, actor, before.user_id), before.level, before.user_id);
  const parts = splitAt(before, body.day);
  if (!parts)
    throw invalid([
      { path: 'day', message: said`Must lie after ${{ day: before.first_day }} and not after ${{ day: before.last_day }}.` },
    ]);
  const over = await place(tx, actor, before.id, before, before);
  const { id: _id, version: _version, tenant_id: _tenant, created_at: _created, updated_at: _updated, ...rest } = parts[1];
  await tx.write.update('planning.bookings', [{ before, set: { last_day: parts[0].last_day } }]);
  // The first part goes on filling the demand.
  const second = { ...rest, id: body.second_id ?? newId(), demand_id: null, created_by: actor.userId };
  await tx.write.insert('planning.bookings', [second]);
  announce(tx, [before]);
  const [first, row] = await Promise.all([written(tx, before.id, over), written(tx, second.id, [])]);
  return { ...first, second: row.booking };
}
