import { type Day, addDays } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { HandOver, HandedOver } from '../contract.ts';
import type { OverDay } from '../rules.ts';
import { announce, place } from './bookings.ts';
import { bookable, refuseLevel, refuseReadOnly, standingOf } from './policy.ts';
import type { Booking } from './rows.ts';

/** Bookings that are handed over at once: a person's year has fewer. */
const MOST = 200;
const OVER_SHOWN = 60;
const CHANGED = 'Somebody else changed these bookings in the meantime.';

/** What somebody is booked on from a day on, as far as the actor sees it, locked; whoever waited for the lock looks again. */
const bookedFrom = (tx: Tx, actor: Actor, { user_id, day, ids }: HandOver): Promise<Booking[]> =>
  tx.all<Booking>(sql`
    select b.* from planning.bookings b join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
    where b.tenant_id = ${tx.tenant} and b.user_id = ${user_id} and b.last_day >= ${day}
      and (${ids === undefined}::boolean or b.id = any(${ids ?? []}::uuid[])) and (u.id = ${actor.userId} or ${bookable(tx, actor)})
    order by b.id limit ${MOST + 1} for update of b`);

/** The later part of a booking as a booking of its own. */
function partFrom(row: Booking, day: Day, actor: Actor): Booking {
  const { tenant_id: _tenant, created_at: _created, updated_at: _updated, version: _version, ...rest } = row;
  return { ...(rest as Booking), id: newId(), first_day: day, created_by: actor.userId };
}

/**
 * Gives another person what somebody is booked on from a day on, all or none; what spans the day is cut there. Each booking goes
 * through what a single one goes through, one after the other, so that the later ones count what the earlier ones took.
 * @throws Problem 403 levels, 404 unseen people, 422 nothing to hand over, restrictions, over-capacity where it is refused
 */
export async function handOver(tx: Tx, actor: Actor, { body }: { body: HandOver }): Promise<HandedOver> {
  refuseReadOnly(actor);
  const { user_id, to_user_id, day } = body;
  if (user_id === to_user_id) throw invalid([{ path: 'to_user_id', message: 'Choose another person.' }]);
  const rows = await bookedFrom(tx, actor, body);
  if (rows.length === 0) throw invalid([{ path: 'day', message: 'Nothing is booked from this day on.' }]);
  if (rows.length > MOST) throw invalid([{ path: 'day', message: said`At most ${MOST} bookings at a time.` }]);
  const standing = await standingOf(tx, actor, user_id);
  for (const row of rows) refuseLevel(actor, standing, row.level, user_id);
  const reply: HandedOver = { moved: [], cut: [], over: [] };
  const over = new Map<Day, OverDay>();
  const parts: Booking[] = [];
  for (const row of rows) {
    const spans = row.first_day < day;
    const after = spans ? { ...partFrom(row, day, actor), user_id: to_user_id } : { ...row, user_id: to_user_id };
    for (const each of await place(tx, actor, after.id, spans ? undefined : row, after)) over.set(each.day, each);
    if (spans) {
      await tx.write.update('planning.bookings', [{ before: row, set: { last_day: addDays(day, -1) } }]);
      await tx.write.insert('planning.bookings', [after]);
      reply.cut.push({ id: row.id, version: row.version + 1, second_id: after.id, second_version: 1 });
    } else {
      await tx.write.update('planning.bookings', [{ before: row, set: { user_id: to_user_id } }]);
      reply.moved.push({ id: row.id, version: row.version + 1 });
    }
    parts.push(after);
  }
  announce(tx, [...rows, ...parts]);
  reply.over = [...over.values()].sort((a, b) => (a.day < b.day ? -1 : 1)).slice(0, OVER_SHOWN);
  return reply;
}

type HandBack = Pick<HandedOver, 'moved' | 'cut'> & { user_id: string };

/** The bookings of a hand-over as it left them, locked. @throws Problem 409 when somebody changed one since */
async function asLeft(tx: Tx, actor: Actor, { moved, cut }: HandBack): Promise<Map<string, Booking>> {
  const left = new Map([
    ...[...moved, ...cut].map(({ id, version }) => [id, version] as const),
    ...cut.map(({ second_id, second_version }) => [second_id, second_version] as const),
  ]);
  const rows = await tx.all<Booking>(sql`
    select b.* from planning.bookings b join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
    where b.tenant_id = ${tx.tenant} and b.id = any(${[...left.keys()]}::uuid[]) and (u.id = ${actor.userId} or ${bookable(tx, actor)})
    order by b.id for update of b`);
  const same = rows.filter(({ id, version }) => left.get(id) === version);
  if (same.length < left.size) throw conflict(CHANGED);
  return new Map(same.map((row) => [row.id, row]));
}

/** Takes a hand-over back: what went over whole returns, what was cut is one booking again. @returns them with their versions */
export async function handBack(tx: Tx, actor: Actor, { body }: { body: HandBack }): Promise<{ bookings: HandedOver['moved'] }> {
  refuseReadOnly(actor);
  const rows = await asLeft(tx, actor, body);
  for (const row of rows.values()) refuseLevel(actor, await standingOf(tx, actor, row.user_id), row.level, row.user_id);
  const touched: Booking[] = [];
  const bookings: HandedOver['moved'] = [];
  const write = async (before: Booking, set: Partial<Booking>): Promise<void> => {
    const after = { ...before, ...set };
    await place(tx, actor, before.id, before, after);
    await tx.write.update('planning.bookings', [{ before, set }]);
    touched.push(before, after);
    bookings.push({ id: before.id, version: before.version + 1 });
  };
  for (const { id } of body.moved) {
    const row = rows.get(id);
    if (row) await write(row, { user_id: body.user_id });
  }
  for (const { id, second_id } of body.cut) {
    const [first, second] = [rows.get(id), rows.get(second_id)];
    // Only what follows on was cut from it.
    if (!first || !second || second.first_day !== addDays(first.last_day, 1)) throw conflict(CHANGED);
    await tx.write.remove('planning.bookings', [second]);
    touched.push(second);
    await write(first, { last_day: second.last_day });
  }
  if (touched.length > 0) announce(tx, touched);
  return { bookings };
}
