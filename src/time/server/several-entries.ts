import { conflict, notFound } from '../../kit/problem.ts';
import { mayActFor } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { EntryMove } from '../contract.ts';
import { type EntryRow, chargeableBy, refuseLockedDays } from './entries.ts';
import { heldTo } from './time-rules.ts';

/**
 * Moves entries to other work, or says whether they are chargeable: all or none. Hours, days and notes stay. What may be logged
 * on the work holds as for every write; a moved entry is chargeable as its new work is, unless that is said too.
 * @throws Problem 404, 409 when one of them changed meanwhile or lies on a locked day, 422
 */
export async function moveEntries(tx: Tx, actor: Actor, { body }: { body: { entries: EntryMove[] } }): Promise<EntryRow[]> {
  const wanted = new Map(body.entries.map((move) => [move.id, move]));
  const rows = await tx.all<EntryRow>(sql`
    select * from time.entries where tenant_id = ${tx.tenant} and id = any(${[...wanted.keys()]}) order by day, id for update`);
  const people = [...new Set(rows.map((row) => row.user_id))];
  const mayAct = await Promise.all(people.map((user) => mayActFor(tx, actor, user)));
  if (rows.length !== wanted.size || mayAct.includes(false)) throw notFound('There is no such entry.');
  const changes = rows.map((before) => {
    const { id: _, version, chargeable, ...work } = wanted.get(before.id) as EntryMove;
    if (version !== undefined && version !== before.version)
      throw conflict('Somebody else changed this entry in the meantime.', before);
    return { before, work, wish: chargeable, next: { ...before, ...work } };
  });
  const [isChargeable] = await Promise.all([
    chargeableBy(
      tx,
      changes.map(({ next }) => next),
    ),
    // Hours stay as they are, whatever the rules have become since; only the day must still be open.
    heldTo(
      tx,
      rows.map(({ day }) => ({ day, seconds: 0 })),
      (_, field) => field,
    ),
    refuseLockedDays(
      tx,
      rows.map(({ day }) => day),
    ),
  ]);
  return tx.write.update<EntryRow>(
    'time.entries',
    changes.map(({ before, work, wish, next }) => {
      const moved = Object.keys(work).length > 0;
      const chargeable = isChargeable(next) && (wish ?? (moved ? true : before.chargeable));
      return { before, set: { ...work, chargeable } };
    }),
  );
}
