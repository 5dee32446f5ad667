import { type Day, daysBetween } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { newId } from '../../kit/ids.ts';
import { Problem, conflict, invalid, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { workRules } from '../../clients/server/public.ts';
import { checkRange } from '../../leave/server/public.ts';
import { visibleOn } from '../../people/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import type { Visit } from '../../server/route.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { BookingChange, BookingRow, NewBooking } from '../contract.ts';
import { type OverDay, type Span, loadOf, overOf, splitAt, worsens } from '../rules.ts';
import { capacityFor } from './load.ts';
import { BOOKING_PAGES, bookable, lockPerson, refuseLevel, refuseReadOnly, refuseVague, refuses, standingOf } from './policy.ts';
import { type Booking, readBooking, selectBookings } from './rows.ts';

const OVER_SHOWN = 60;

export interface Written {
  booking: BookingRow;
  over: OverDay[];
}

/** Condition on `u`: oneself, and those whom a page of planning shows. */
const seen = (tx: Tx, actor: Actor): Sql =>
  sql`(u.id = ${actor.userId} or ${and(visibleOn(tx, actor, [...BOOKING_PAGES, 'workload'], sql`u.id`))})`;

/** Bookings of a person that touch a range, earliest first. */
export async function listBookings(
  tx: Tx,
  actor: Actor,
  { query }: { query: { from: Day; to: Day; user_id?: string; page?: number; per_page?: number } },
): Promise<Page<BookingRow>> {
  checkRange(query.from, query.to);
  const userId = query.user_id ?? actor.userId;
  const condition = sql`b.user_id = ${userId} and b.first_day <= ${query.to} and b.last_day >= ${query.from} and ${seen(tx, actor)}`;
  return pageOf<BookingRow>(tx, selectBookings(tx, condition), sql`first_day, id`, query);
}

export async function oneBooking(tx: Tx, actor: Actor, { params }: { params: { id: string } }): Promise<BookingRow> {
  const row = await tx.one<BookingRow>(selectBookings(tx, sql`b.id = ${params.id} and ${seen(tx, actor)}`));
  if (!row) throw notFound('There is no such booking.');
  return row;
}

/** Loads a booking that is to change, through what the actor may see, and locks it. @throws Problem 404, 409 when stale */
async function loadBooking(tx: Tx, actor: Actor, id: string, version: number | undefined): Promise<Booking> {
  const row = await tx.one<Booking>(sql`
    select b.* from planning.bookings b join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
    where b.tenant_id = ${tx.tenant} and b.id = ${id} and (u.id = ${actor.userId} or ${bookable(tx, actor)}) for update of b`);
  if (!row) throw notFound('There is no such booking.');
  if (version !== undefined && version !== row.version) {
    throw conflict('Somebody else changed this booking in the meantime.', await readBooking(tx, id));
  }
  return row;
}

export function checkSpan(span: Pick<Span, 'first_day' | 'last_day'>): void {
  if (span.last_day < span.first_day) throw invalid([{ path: 'last_day', message: 'Must not lie before the first day.' }]);
  checkRange(span.first_day, span.last_day);
}

const CLOSED = {
  completed: 'The project is completed: nobody can be booked on it.',
  archived: 'The project is archived: nobody can be booked on it.',
};

/** What is booked must exist, be open, and be at least one of the two. @throws Problem 404, 422 */
export async function checkWork(tx: Tx, work: { project_id?: string | null; task_type_id?: string | null }): Promise<void> {
  if (!work.project_id && !work.task_type_id)
    throw invalid([{ path: 'project_id', message: 'Choose a project or a task type.' }]);
  const [project, task] = await Promise.all([
    work.project_id
      ? tx.one<{ status: string }>(
          sql`select status from clients.projects where tenant_id = ${tx.tenant} and id = ${work.project_id}`,
        )
      : { status: 'active' },
    work.task_type_id
      ? tx.one<{ is_active: boolean }>(
          sql`select is_active from settings.task_types where tenant_id = ${tx.tenant} and id = ${work.task_type_id}`,
        )
      : { is_active: true },
  ]);
  if (!project) throw notFound('There is no such project.');
  if (!task) throw notFound('There is no such task type.');
  if (project.status === 'completed' || project.status === 'archived') {
    throw invalid([{ path: 'project_id', message: CLOSED[project.status] }]);
  }
  if (!task.is_active) throw invalid([{ path: 'task_type_id', message: 'The task type is no longer used.' }]);
}

type Placed = Span & { user_id: string; project_id?: string | null; task_type_id?: string | null };

/**
 * By how much a booking brings its person over capacity and on which days, and whether that is more than `before` did.
 * `id` is left out of what is booked beside it.
 */
async function overAfter(
  tx: Tx,
  id: string,
  before: Placed | undefined,
  after: Placed,
): Promise<{ over: OverDay[]; worse: boolean }> {
  const same = before?.user_id === after.user_id ? before : undefined;
  const from = same && same.first_day < after.first_day ? same.first_day : after.first_day;
  const to = same && same.last_day > after.last_day ? same.last_day : after.last_day;
  const [capacities, others] = await Promise.all([
    capacityFor(tx, [after.user_id], from, to),
    tx.all<Span>(sql`
      select first_day, last_day, minutes_per_day, level from planning.bookings
      where tenant_id = ${tx.tenant} and user_id = ${after.user_id} and first_day <= ${to} and last_day >= ${from} and id <> ${id}`),
  ]);
  const capacity = capacities.get(after.user_id) ?? new Uint16Array(daysBetween(from, to) + 1);
  const load = loadOf(capacity, from, others);
  const over = overOf(capacity, from, load, after);
  return { over, worse: worsens(same ? overOf(capacity, from, load, same) : [], over) };
}

function refuseOver(over: readonly OverDay[]): never {
  const [first, ...more] = over;
  const [day, hours] = [{ day: first?.day ?? '' }, (first?.minutes ?? 0) / 60];
  const detail =
    more.length === 0
      ? said`This level does not go over capacity: ${day} by ${hours} h.`
      : more.length === 1
        ? said`This level does not go over capacity: ${day} by ${hours} h and on one more day.`
        : said`This level does not go over capacity: ${day} by ${hours} h and on ${more.length} more days.`;
  throw new Problem(422, {
    detail,
    errors: over
      .slice(0, OVER_SHOWN)
      .map((each) => ({ path: `over.${each.day}`, message: said`Over by ${each.minutes / 60} h.` })),
  });
}

/** Nobody is booked on a client whom they may not work for, whatever the level. @throws Problem 422 */
async function refuseRestricted(tx: Tx, { user_id, project_id, task_type_id, first_day, last_day }: Placed): Promise<void> {
  if (!project_id) return;
  const work = { user_id, project_id, task_type_id, first_day, last_day };
  const refused = (await workRules(tx, [work])).refusal(work, 'book');
  if (refused) throw invalid([refused]);
}

const where = ['user_id', 'project_id', 'task_type_id', 'first_day', 'last_day'] as const;

/** Rights on the level, restrictions, the lock against races, and over-capacity: what every write of a booking goes through. */
export async function place(tx: Tx, actor: Actor, id: string, before: Placed | undefined, after: Placed): Promise<OverDay[]> {
  const standing = await standingOf(tx, actor, after.user_id);
  const refusing = refuses(standing.rules, after.level);
  await lockPerson(tx, actor, after.user_id, refusing);
  refuseLevel(actor, standing, after.level, after.user_id);
  await refuseVague(tx, standing, before, after);
  // A note on what stood there before the restriction may still be written.
  if (!before || where.some((key) => (before[key] ?? null) !== (after[key] ?? null))) await refuseRestricted(tx, after);
  const { over, worse } = await overAfter(tx, id, before, after);
  if (refusing && worse) refuseOver(over);
  return over.slice(0, OVER_SHOWN);
}

export function announce(tx: Tx, rows: readonly Placed[]): void {
  const days = rows.flatMap((row) => [row.first_day, row.last_day]).sort();
  tx.say({ topic: 'bookings', keys: { user_ids: [...new Set(rows.map((row) => row.user_id))], from: days[0], to: days.at(-1) } });
}

async function written(tx: Tx, id: string, over: OverDay[]): Promise<Written> {
  const booking = await readBooking(tx, id);
  if (!booking) throw notFound('There is no such booking.');
  return { booking, over };
}

const compared = ['user_id', 'project_id', 'task_type_id', 'first_day', 'last_day', 'minutes_per_day', 'level', 'note'] as const;

/** The same create sent twice is one create; the same id for something else is a conflict. */
async function repeated(tx: Tx, id: string, fields: Record<string, unknown>): Promise<boolean> {
  const row = await tx.one<Booking>(sql`select * from planning.bookings where tenant_id = ${tx.tenant} and id = ${id}`);
  if (!row) return false;
  if (compared.some((key) => (row[key] ?? null) !== (fields[key] ?? null)))
    throw conflict('There is another booking with this id.', await readBooking(tx, id));
  return true;
}

export async function createBooking(tx: Tx, actor: Actor, { body }: { body: NewBooking }): Promise<Written> {
  refuseReadOnly(actor);
  checkSpan(body);
  const fields = {
    ...body,
    project_id: body.project_id ?? null,
    task_type_id: body.task_type_id ?? null,
    note: body.note?.trim() ?? '',
  };
  const id = body.id ?? newId();
  const over = await place(tx, actor, id, undefined, fields);
  await checkWork(tx, fields);
  if (!(body.id && (await repeated(tx, body.id, fields)))) {
    await tx.write.insert('planning.bookings', [{ ...fields, id, created_by: actor.userId }]);
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
  const { version, ...set } = body;
  const before = await loadBooking(tx, actor, params.id, visit.ifMatch ?? version);
  if (set.note !== undefined) set.note = set.note.trim();
  const after = { ...before, ...set };
  checkSpan(after);
  refuseLevel(actor, await standingOf(tx, actor, before.user_id), before.level, before.user_id);
  const over = await place(tx, actor, before.id, before, after);
  if (set.project_id !== undefined || set.task_type_id !== undefined) {
    const changed = { project_id: same(before, set, 'project_id'), task_type_id: same(before, set, 'task_type_id') };
    if (!after.project_id && !after.task_type_id) await checkWork(tx, after);
    if (changed.project_id || changed.task_type_id) await checkWork(tx, changed);
  }
  await tx.write.update('planning.bookings', [{ before, set: { ...set } }]);
  announce(tx, [before, after]);
  return written(tx, before.id, over);
}

/** The value that a change gives a field, or null where it stays: what did not change is not checked again. */
const same = (before: Booking, set: BookingChange, key: 'project_id' | 'task_type_id'): string | null =>
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
  const { over } = await overAfter(tx, before.id, before, before);
  const { id: _id, version: _version, tenant_id: _tenant, created_at: _created, updated_at: _updated, ...rest } = parts[1];
  await tx.write.update('planning.bookings', [{ before, set: { last_day: parts[0].last_day } }]);
  const second = { ...rest, id: body.second_id ?? newId(), created_by: actor.userId };
  await tx.write.insert('planning.bookings', [second]);
  announce(tx, [before]);
  const [first, row] = await Promise.all([written(tx, before.id, over.slice(0, OVER_SHOWN)), written(tx, second.id, [])]);
  return { ...first, second: row.booking };
}
