import { type Day, daysBetween } from '../../kit/day.ts';
import { type ExpectedDays, expectedFor } from '../../leave/server/public.ts';
import { and, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type DayLoad, type UnitLoad, type UnitRange, addMinutes, unitLoad, unitOfDays } from '../rules.ts';

/** What is left of the pattern by day. */
function netOf({ pattern, holiday, leave }: ExpectedDays): Uint16Array {
  const net = new Uint16Array(pattern.length);
  for (let index = 0; index < net.length; index++)
    net[index] = (pattern[index] ?? 0) - (holiday[index] ?? 0) - (leave[index] ?? 0);
  return net;
}

/**
 * Net capacity of users by day, index 0 is `from`; users undefined means everybody. Who has the same days shares one array: it
 * is read and never written. `holidays` of the range, where they were asked for already.
 */
export async function capacityFor(
  tx: Tx,
  users: readonly string[] | undefined,
  { from, to, holidays }: { from: Day; to: Day; holidays?: Parameters<typeof expectedFor>[4] },
): Promise<Map<string, Uint16Array>> {
  const expected = await expectedFor(tx, users, from, to, holidays);
  const known = new Map<ExpectedDays, Uint16Array>();
  const result = new Map<string, Uint16Array>();
  for (const [id, days] of expected) {
    const capacity = known.get(days) ?? netOf(days);
    known.set(days, capacity);
    result.set(id, capacity);
  }
  return result;
}

/**
 * All bookings of users in a range, packed by the database into one list `{n,n,…}` a user: a row for each booking would cost more
 * than the sums. Of each number start and end have 16 bits (days counted from `from`, cut to the range), minutes a day eleven, and
 * one says whether it is confirmed. Users undefined means everybody.
 */
const packedFor = (
  tx: Tx,
  users: readonly string[] | undefined,
  from: Day,
  to: Day,
): Promise<{ user_id: string; packed: string }[]> =>
  tx.all(sql`
    select b.user_id, array_agg(((greatest(b.first_day - ${from}::date, 0)::bigint * 65536
      + (least(b.last_day, ${to}::date) - ${from}::date + 1)) * 2048 + b.minutes_per_day) * 2 + (b.level = 'hard')::int)::text as packed
    from planning.bookings b
    where b.tenant_id = ${tx.tenant} and b.first_day <= ${to} and b.last_day >= ${from}
      and ${and(users && sql`b.user_id = any(${users})`)}
    group by b.user_id`);

const [ZERO, NINE] = ['0', '9'].map((digit) => digit.charCodeAt(0)) as [number, number];

function addNumber({ capacity, load }: PersonLoad, packed: number): void {
  const low = packed % 4096;
  const days = Math.floor(packed / 4096);
  const [start, end] = [Math.floor(days / 65_536), days % 65_536];
  addMinutes(low % 2 === 1 ? load.hard : load.soft, capacity, start, end, low >> 1);
}

/** Adds what a list holds, read digit by digit: of everybody's bookings each number would be a text of its own first. */
function addPacked(person: PersonLoad, packed: string): void {
  let value = 0;
  for (let at = 1; at < packed.length; at++) {
    const code = packed.charCodeAt(at);
    if (code >= ZERO && code <= NINE) {
      value = value * 10 + code - ZERO;
      continue;
    }
    addNumber(person, value);
    value = 0;
  }
}

interface PersonLoad {
  capacity: Uint16Array;
  load: DayLoad;
}

/** Load and capacity by day of users, or of everybody: six statements for any number of people, sent together. */
async function loadsFor(tx: Tx, users: readonly string[] | undefined, from: Day, to: Day): Promise<Map<string, PersonLoad>> {
  const [capacities, packed] = await Promise.all([capacityFor(tx, users, { from, to }), packedFor(tx, users, from, to)]);
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
