import { addDays } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { CopyInternal } from '../contract.ts';
import type { OverDay } from '../rules.ts';
import { newRow } from './bookings.ts';
import { announce, placeAll, shown } from './place.ts';
import { bookable, refuseReadOnly } from './policy.ts';
import { tellAsked } from './requests.ts';
import type { Booking } from './rows.ts';
import { checkSpan, checkWork } from './work.ts';

/** Bookings that are copied at once. */
const MOST = 500;

type Row = Booking & { stays: boolean; known: boolean };

/**
 * Bookings of internal work that begin in a period, whether each one's person is still there on its later days, and whether the
 * same is booked there already.
 */
const bookedIn = (tx: Tx, actor: Actor, { task_type_ids, from, to, days }: CopyInternal): Promise<Row[]> =>
  tx.all<Row>(sql`
    select b.*, m.is_active and exists (
      select 1 from people.employments e where e.tenant_id = b.tenant_id and e.user_id = b.user_id
        and e.valid_from <= b.first_day + ${days}::int and e.valid_to > b.last_day + ${days}::int) as stays,
      exists (select 1 from planning.bookings o where o.tenant_id = b.tenant_id and o.user_id = b.user_id
        and o.task_type_id = b.task_type_id and o.project_id is null and o.first_day = b.first_day + ${days}::int) as known
    from planning.bookings b
    join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
    join access.memberships m on m.tenant_id = b.tenant_id and m.id = b.user_id
    where b.tenant_id = ${tx.tenant} and b.project_id is null and b.task_type_id = any(${task_type_ids}::uuid[])
      and b.first_day between ${from} and ${to} and (u.id = ${actor.userId} or ${bookable(tx, actor)})
    order by b.user_id, b.id limit ${MOST + 1}`);

/**
 * Books the internal work of a period again so many days later: the training calendar of last year. Whoever has left by then is
 * left out, and what is booked there already stays alone.
 * @throws Problem 403 levels, 404 no such work, 422 nothing to copy, too much, over-capacity where it is refused
 */
export async function copyInternal(
  tx: Tx,
  actor: Actor,
  { body }: { body: CopyInternal },
): Promise<{ ids: string[]; left_out: number; already: number; over: OverDay[] }> {
  refuseReadOnly(actor);
  checkSpan({ first_day: body.from, last_day: body.to });
  for (const task_type_id of body.task_type_ids) await checkWork(tx, { task_type_id });
  const rows = await bookedIn(tx, actor, body);
  if (rows.length === 0) throw invalid([{ path: 'from', message: 'None of this is booked in this period.' }]);
  if (rows.length > MOST) throw invalid([{ path: 'from', message: said`At most ${MOST} bookings at a time.` }]);
  const { days, level } = body;
  const made = rows
    .filter(({ stays, known }) => stays && !known)
    .map((row) =>
      newRow(tx, actor, {
        ...{ id: newId(), user_id: row.user_id, project_id: null, task_type_id: row.task_type_id, note: row.note },
        ...{ first_day: addDays(row.first_day, days), last_day: addDays(row.last_day, days) },
        ...{ minutes_per_day: row.minutes_per_day, level: level ?? row.level },
      }),
    );
  const placings = made.map((after) => ({ id: after.id, after }));
  const over = made.length > 0 ? await placeAll(tx, actor, placings) : [];
  await tx.write.insert('planning.bookings', made);
  await tellAsked(tx, actor, made);
  if (made.length > 0) announce(tx, made);
  return {
    ids: made.map(({ id }) => id),
    left_out: rows.filter(({ stays }) => !stays).length,
    already: rows.filter(({ stays, known }) => stays && known).length,
    over: shown(over),
  };
}
