import { type Day, daysBetween } from '../../kit/day.ts';
import { expectedFor } from '../../leave/server/public.ts';
import { and, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type DayLoad, type UnitLoad, type UnitRange, addMinutes, unitLoad, unitOfDays } from '../rules.ts';

/** Net capacity of users by day, index 0 is `from`; users undefined means everybody. */
export async function capacityFor(
  tx: Tx,
  users: readonly string[] | undefined,
  from: Day,
  to: Day,
): Promise<Map<string, Uint16Array>> {
  const expected = await expectedFor(tx, users, from, to);
  const result = new Map<string, Uint16Array>();
  for (const [id, { pattern, holiday, leave }] of expected) {
    result.set(
      id,
      pattern.map((minutes, index) => minutes - (holiday[index] ?? 0) - (leave[index] ?? 0)),
    );
  }
  return result;
}

/**
 * All bookings of users in a range, packed by the database into one text a user (`first last minutes level;…`, days counted
 * from `from`): a row for each booking would cost more than the sums. Users undefined means everybody.
 */
const packedFor = (
  tx: Tx,
  users: readonly string[] | undefined,
  from: Day,
  to: Day,
): Promise<{ user_id: string; packed: string }[]> =>
  tx.all(sql`
    select b.user_id, string_agg((b.first_day - ${from}::date)::text || ' ' || (b.last_day - ${from}::date)::text || ' '
      || b.minutes_per_day::text || ' ' || left(b.level, 1), ';') as packed
    from planning.bookings b
    where b.tenant_id = ${tx.tenant} and b.first_day <= ${to} and b.last_day >= ${from}
      and ${and(users && sql`b.user_id = any(${users})`)}
    group by b.user_id`);

function addPacked({ capacity, load }: PersonLoad, packed: string): void {
  for (const text of packed.split(';')) {
    const [first, last, minutes, level] = text.split(' ');
    const start = Math.max(0, Number(first));
    const end = Math.min(capacity.length, Number(last) + 1);
    addMinutes(level === 'h' ? load.hard : load.soft, capacity, start, end, Number(minutes));
  }
}

interface PersonLoad {
  capacity: Uint16Array;
  load: DayLoad;
}

/** Load and capacity by day of users, or of everybody: six statements for any number of people, sent together. */
async function loadsFor(tx: Tx, users: readonly string[] | undefined, from: Day, to: Day): Promise<Map<string, PersonLoad>> {
  const [capacities, packed] = await Promise.all([capacityFor(tx, users, from, to), packedFor(tx, users, from, to)]);
  const length = daysBetween(from, to) + 1;
  const result = new Map<string, PersonLoad>();
  for (const [id, capacity] of capacities) {
    result.set(id, { capacity, load: { hard: new Uint32Array(length), soft: new Uint32Array(length) } });
  }
  for (const row of packed) {
    const person = result.get(row.user_id);
    if (person) addPacked(person, row.packed);
  }
  return result;
}

/** Loads in the units of a range. */
export async function unitLoadsFor(
  tx: Tx,
  users: readonly string[] | undefined,
  range: UnitRange,
  withSoft: boolean,
): Promise<Map<string, UnitLoad>> {
  const units = unitOfDays(range);
  const loads = await loadsFor(tx, users, range.from, range.to);
  return new Map(
    [...loads].map(([id, { capacity, load }]) => [id, unitLoad(capacity, load, units, range.starts.length, withSoft)]),
  );
}

/** Free minutes over the whole range, never less than none a unit; soft bookings take nothing unless asked to. */
export function freeOf(load: UnitLoad, withSoft: boolean): number {
  return load.capacity.reduce((sum, capacity, index) => {
    const taken = (load.hard[index] ?? 0) + (withSoft ? (load.soft[index] ?? 0) : 0);
    return sum + Math.max(0, capacity - taken);
  }, 0);
}

const HALF = 50;

/** True for a person who belongs under a filter: over on some day, or free for so many per cent of the capacity and more. */
export function belongs(load: UnitLoad, only: 'over' | 'free', withSoft: boolean, least = HALF): boolean {
  if (only === 'over') return load.over.some((minutes) => minutes > 0);
  const capacity = load.capacity.reduce((sum, minutes) => sum + minutes, 0);
  return capacity > 0 && freeOf(load, withSoft) * 100 >= capacity * least;
}
