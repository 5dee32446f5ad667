import type { Day } from '../../kit/day.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { holdFrom } from './dated.ts';

export interface Place {
  country: string;
  region: string | null;
}

/** A place of a person, from a day up to and without another. */
export interface PlaceSpan extends Place {
  user_id: string;
  from: Day;
  to: Day;
}

/** Where people were in a range, the earliest first; who never moved is not among them. `users` undefined means everybody. */
export const placesFor = (tx: Tx, users: readonly string[] | undefined, from: Day, to: Day): Promise<PlaceSpan[]> =>
  tx.all<PlaceSpan>(sql`
    select user_id, valid_from as from, valid_to as to, country, region from people.places
    where tenant_id = ${tx.tenant} and valid_from <= ${to} and valid_to > ${from}
      and ${users === undefined ? sql`true` : sql`user_id = any(${users})`}
    order by user_id, valid_from`);

/** The country of a person on a day, within a statement: `user` and `day` are expressions, `today` the country of today. */
export const countryOn = (tx: Tx, user: Sql, day: Sql, today: Sql): Sql => sql`
  coalesce((select pl.country from people.places pl where pl.tenant_id = ${tx.tenant} and pl.user_id = ${user}
    and pl.valid_from <= ${day} and pl.valid_to > ${day}), ${today})`;

async function placeOn(tx: Tx, userId: string, day: Day): Promise<Place | undefined> {
  const [found] = await placesFor(tx, [userId], day, day);
  return found && { country: found.country, region: found.region };
}

/** A person as a move finds them. */
interface Moving {
  id: string;
  /** Where they are today. */
  place: Place;
  /** The first day of their employment, if it is known. */
  first: Day | null;
}

const isSame = (a: Place, b: Place): boolean => a.country === b.country && a.region === b.region;

/**
 * Makes a place hold for a person from a day on. Where that is all of their time nothing is dated: they were never elsewhere.
 * @param now the day whose place the person's own record carries
 * @returns the place of that day, and whether anything changed
 */
export async function moveTo(
  tx: Tx,
  { id, place, first }: Moving,
  to: Place,
  { from, now }: { from: Day; now: Day },
): Promise<{ place: Place; changed: boolean }> {
  const known = await tx.one(sql`select 1 from people.places where tenant_id = ${tx.tenant} and user_id = ${id} limit 1`);
  if (!known && (first === null || from <= first)) return { place: to, changed: !isSame(place, to) };
  if (isSame((await placeOn(tx, id, from)) ?? place, to)) return { place, changed: false };
  if (!known) await tx.write.insert('people.places', [{ user_id: id, ...place, valid_from: first, valid_to: from }]);
  await holdFrom(tx, 'people.places', from, [{ user_id: id, ...to }]);
  return { place: (await placeOn(tx, id, now)) ?? place, changed: true };
}
