import { type Day, addDays } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { HandOver, HandedOver } from '../contract.ts';
import { announce, placeAll, shown } from './place.ts';
import { bookable, refuseLevels, refuseReadOnly } from './policy.ts';
import type { Booking } from './rows.ts';

/** Bookings that are handed over at once: a person's year has fewer. */
const MOST = 200;
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
  return { ...(rest as Booking), id: newId(), first_day: day, demand_id: null, created_by: actor.userId };
}

/**
 * Gives another person what somebody is booked on from a day on, all or none; what spans the day is cut there. All go through
 * what a single booking goes through, and each counts what the others of them take.
 * @throws Problem 403 levels, 404 unseen people, 422 nothing to hand over, restrictions, over-capacity where it is refused
 */
export async function handOver(tx: Tx, actor: Actor, { body }: { body: HandOver }): Promise<HandedOver> {
  refuseReadOnly(actor);
  const { user_id, to_user_id, day } = body;
  if (user_id === to_user_id) throw invalid([{ path: 'to_user_id', message: 'Choose another person.' }]);
  const rows = await bookedFrom(tx, actor, body);
  if (rows.length === 0) throw invalid([{ path: 'day', message: 'Nothing is booked from this day on.' }]);
  if (rows.length > MOST) throw invalid([{ path: 'day', message: said`At most ${MOST} bookings at a time.` }]);
  await refuseLevels(tx, actor, rows);
  const [spanning, whole] = [rows.filter((row) => row.first_day < day), rows.filter((row) => row.first_day >= day)];
  const parts = spanning.map((row) => ({ ...partFrom(row, day, actor), user_id: to_user_id }));
  const moved = whole.map((row) => ({ ...row, user_id: to_user_id }));
  const over = await placeAll(tx, actor, [
    ...parts.map((after) => ({ id: after.id, after })),
    ...whole.map((before, index) => ({ id: before.id, before, after: moved[index] ?? before })),
  ]);
  await tx.write.update('planning.bookings', [
    ...spanning.map((before) => ({ before, set: { last_day: addDays(day, -1) } })),
    ...whole.map((before) => ({ before, set: { user_id: to_user_id } })),
  ]);
  await tx.write.insert('planning.bookings', parts);
  announce(tx, [...rows, ...parts, ...moved]);
  return {
    moved: whole.map(({ id, version }) => ({ id, version: version + 1 })),
    cut: spanning.map(({ id, version }, index) => ({
      id,
      version: version + 1,
      second_id: parts[index]?.id ?? '',
      second_version: 1,
    })),
    over: shown(over),
  };
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
  await refuseLevels(tx, actor, [...rows.values()]);
  const found = (id: string): Booking[] => [rows.get(id) ?? []].flat();
  const seconds = body.cut.flatMap(({ second_id }) => found(second_id));
  const changes = [
    ...body.moved.flatMap(({ id }) => found(id).map((before) => ({ before, set: { user_id: body.user_id } }))),
    ...body.cut.flatMap(({ id, second_id }) => {
      const [first, second] = [rows.get(id), rows.get(second_id)];
      // Only what follows on was cut from it.
      if (!first || !second || second.first_day !== addDays(first.last_day, 1)) throw conflict(CHANGED);
      return [{ before: first, set: { last_day: second.last_day } }];
    }),
  ];
  const placings = changes.map(({ before, set }) => ({ id: before.id, before, after: { ...before, ...set } }));
  await placeAll(tx, actor, placings, seconds);
  await tx.write.remove('planning.bookings', seconds);
  await tx.write.update('planning.bookings', changes);
  if (changes.length > 0) announce(tx, [...rows.values(), ...placings.map(({ after }) => after)]);
  return { bookings: changes.map(({ before }) => ({ id: before.id, version: before.version + 1 })) };
}
