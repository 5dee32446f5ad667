import { type Day, daysBetween } from '../../kit/day.ts';
import { invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { placesFor, visibleOn } from '../../people/server/public.ts';
import { type Sql, and, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import {
  type ExpectedDays,
  type Leave,
  type Located,
  PARTS,
  type Part,
  type PersonFacts,
  type RangeFacts,
  type RangeHolidays,
  expectedTogether,
  holidayBook,
  holidaysOf,
  holidaysInRange,
} from '../rules.ts';

interface Span {
  user_id: string;
  from: Day;
  to: Day;
}

export interface HolidayRow {
  country: string;
  region: string | null;
  day: Day;
  name: string;
  half: boolean;
  /** Regions of the country in which it is none. */
  not_in: string[];
}

/** Regions in which a holiday `h` of a country is none: they have a row of their own that says so. */
export const notIn = (tx: Tx): Sql => sql`
  (case when h.region is null then array(select o.region from leave.holidays o
    where o.tenant_id = ${tx.tenant} and o.country = h.country and o.day = h.day and o.region is not null and not o.is_active)
  else '{}' end)`;

/** Public holidays of the firm's countries from `from` to `to`. */
export const holidaysBetween = (tx: Tx, from: Day, to: Day): Promise<HolidayRow[]> =>
  tx.all<HolidayRow>(sql`
    select h.country, h.region, h.day, h.name, h.half_day as half, ${notIn(tx)} as not_in from leave.holidays h
    where h.tenant_id = ${tx.tenant} and h.day between ${from} and ${to} and h.is_active order by h.day, h.country, h.region nulls first`);

/** A leave of a person, with the request that it comes from. */
export interface PersonLeave extends Leave {
  id: string;
  user_id: string;
  type_id: string;
  part: Part;
  minutes: number | null;
  worked: boolean;
  status: 'approved' | 'pending';
}

interface FactRows {
  facts: Map<string, PersonFacts & { leaves: PersonLeave[] }>;
  holidays: HolidayRow[];
}

/**
 * The facts from which every day of users follows, and the holidays of the range; `users` undefined means everybody. Leave
 * that waits is among them only when it is asked for. Six statements for any number of people, sent together.
 */
export async function factsFor(
  tx: Tx,
  users: readonly string[] | undefined,
  from: Day,
  to: Day,
  statuses: readonly PersonLeave['status'][] = ['approved'],
): Promise<FactRows> {
  const mine = (column: 'id' | 'user_id') =>
    users === undefined ? undefined : column === 'id' ? sql`u.id = any(${users})` : sql`user_id = any(${users})`;
  const [people, patterns, employments, leaves, places, holidays] = await Promise.all([
    tx.all<{ id: string; country: string; region: string | null }>(sql`
      select u.id, u.country, u.region from people.users u where u.tenant_id = ${tx.tenant} and ${and(mine('id'))}`),
    tx.all<Span & { minutes: number[] }>(sql`
      select user_id, valid_from as from, valid_to as to, minutes from people.patterns
      where tenant_id = ${tx.tenant} and valid_from <= ${to} and valid_to > ${from} and ${and(mine('user_id'))}`),
    tx.all<Span>(sql`
      select user_id, valid_from as from, valid_to as to from people.employments
      where tenant_id = ${tx.tenant} and valid_from <= ${to} and valid_to > ${from} and ${and(mine('user_id'))}`),
    tx.all<PersonLeave>(sql`
      select r.id, r.user_id, r.type_id, r.first_day as first, r.last_day as last, r.part, r.part_minutes as minutes,
        t.counts = 'worked' as worked, r.status
      from leave.requests r join leave.types t on t.tenant_id = r.tenant_id and t.id = r.type_id
      where r.tenant_id = ${tx.tenant} and r.status = any(${statuses}) and r.first_day <= ${to} and r.last_day >= ${from}
        and ${and(mine('user_id'))}
      order by r.status, r.first_day, r.part, r.id`),
    placesFor(tx, users, from, to),
    holidaysBetween(tx, from, to),
  ]);
  const facts = new Map<
    string,
    PersonFacts & { places: Located[]; patterns: (Span & { minutes: number[] })[]; employments: Span[]; leaves: PersonLeave[] }
  >(
    people.map(({ id, country, region }) => [
      id,
      { user_id: id, country, region, places: [], patterns: [], employments: [], leaves: [] },
    ]),
  );
  for (const row of places) facts.get(row.user_id)?.places.push(row);
  for (const row of patterns) facts.get(row.user_id)?.patterns.push(row);
  for (const row of employments) facts.get(row.user_id)?.employments.push(row);
  for (const row of leaves) facts.get(row.user_id)?.leaves.push(row);
  return { facts, holidays };
}

/** The facts of a range, packed by the database: `person start end …` parted by `;`, days counted from the first. */
interface Packed {
  people: { id: string; country: string; region: string | null }[];
  patterns: string;
  employments: string;
  /** `person{n,n,…}`: leaves as numbers. */
  leaves: string;
}

/** What a statement packs into one text of one row. */
async function textOf(tx: Tx, statement: Sql): Promise<string> {
  return (await tx.one<{ packed: string | null }>(statement))?.packed ?? '';
}

/**
 * One row for each kind of fact, however many people there are: to hand over a row for each pattern, employment and leave, or
 * only to join them, would cost more than the days.
 */
async function packedFor(tx: Tx, users: readonly string[] | undefined, from: Day, to: Day): Promise<Packed> {
  const mine = (column: string): Sql => (users === undefined ? raw('true') : sql`${raw(column)} = any(${users})`);
  const held = sql`tenant_id = ${tx.tenant} and valid_from <= ${to} and valid_to > ${from} and ${mine('user_id')}`;
  const span = sql`user_id::text || ' ' || greatest(valid_from - ${from}::date, 0)::text || ' ' || (least(valid_to, ${to}::date + 1) - ${from}::date)::text`;
  const [people, patterns, employments, leaves] = await Promise.all([
    tx.all<{ id: string; country: string; region: string | null }>(sql`
      select u.id, u.country, u.region from people.users u where u.tenant_id = ${tx.tenant} and ${mine('u.id')}`),
    textOf(
      tx,
      sql`select string_agg(${span} || ' ' || array_to_string(minutes, ' '), ';') as packed from people.patterns where ${held}`,
    ),
    textOf(tx, sql`select string_agg(${span}, ';') as packed from people.employments where ${held}`),
    textOf(
      tx,
      sql`select string_agg(l.user_id::text || l.spans, ';') as packed from (
        select r.user_id, array_agg((((greatest(r.first_day, ${from}::date) - ${from}::date)::bigint * 65536
            + (least(r.last_day, ${to}::date) - ${from}::date + 1)) * 4
            + case r.part when 'day' then 0 when 'first_half' then 1 when 'second_half' then 2 else 3 end) * 4096
            + case when r.type_id = any(array(select t.id from leave.types t where t.tenant_id = ${tx.tenant} and t.counts = 'worked'))
              then 2048 else 0 end + coalesce(r.part_minutes, 0))::text as spans
        from leave.requests r
        where r.tenant_id = ${tx.tenant} and r.status = 'approved' and r.first_day <= ${to} and r.last_day >= ${from} and ${mine('r.user_id')}
        group by 1) l`,
    ),
  ]);
  return { people, patterns, employments, leaves };
}

/** A leave of a list `{n,n,…}`: start and end of 16 bits, part of two, whether it counts as worked, minutes of eleven. */
function leaveIn(text: string): RangeFacts['leaves'][number] {
  const number = Number(text);
  const low = number % 4096;
  const high = Math.floor(number / 4096);
  const days = Math.floor(high / 4);
  return {
    start: Math.floor(days / 65_536),
    end: days % 65_536,
    part: PARTS[high % 4] ?? 'day',
    minutes: low % 2048,
    worked: low >= 2048,
  };
}

const ID_LENGTH = 36;

/** What packed text holds of each person. Equal spans are read once, since a firm has few patterns. */
function unpacked<T>(packed: string, read: (parts: string[]) => T): Map<string, readonly T[]> {
  const known = new Map<string, readonly T[]>();
  const held = new Map<string, readonly T[]>();
  if (packed === '') return held;
  for (const each of packed.split(';')) {
    const [id, text] = [each.slice(0, ID_LENGTH), each.slice(ID_LENGTH + 1)];
    const found = known.get(text) ?? [read(text.split(' '))];
    known.set(text, found);
    const before = held.get(id);
    held.set(id, before ? [...before, ...found] : found);
  }
  return held;
}

const NONE: readonly never[] = [];

/** Reads packed facts, a person at a time. */
function reader({ patterns, employments, leaves }: Omit<Packed, 'people'>): (id: string) => RangeFacts {
  const patternsOf = unpacked(patterns, ([start, end, ...minutes]) => ({
    start: Number(start),
    end: Number(end),
    minutes: minutes.map(Number),
  }));
  const employmentsOf = unpacked(employments, ([start, end]) => ({ start: Number(start), end: Number(end) }));
  const leavesOf = new Map(
    leaves === '' ? [] : leaves.split(';').map((each) => [each.slice(0, ID_LENGTH), each.slice(ID_LENGTH + 1, -1)] as const),
  );
  return (id) => ({
    patterns: patternsOf.get(id) ?? NONE,
    employments: employmentsOf.get(id) ?? NONE,
    leaves: leavesOf.get(id)?.split(',').map(leaveIn) ?? NONE,
  });
}

/**
 * Expected minutes by day for each user, both ends included; `users` undefined means everybody. Six statements for any number
 * of people, sent together; five where the holidays of the range were asked for already. Equal answers are one object.
 */
export async function expectedFor(
  tx: Tx,
  users: readonly string[] | undefined,
  from: Day,
  to: Day,
  known?: Promise<readonly HolidayRow[]>,
): Promise<Map<string, ExpectedDays>> {
  const [{ people, ...packed }, places, holidays] = await Promise.all([
    packedFor(tx, users, from, to),
    placesFor(tx, users, from, to),
    known ?? holidaysBetween(tx, from, to),
  ]);
  const moved = Map.groupBy(places, (place) => place.user_id);
  const length = daysBetween(from, to) + 1;
  const book = holidayBook(holidays);
  const inRange = new Map<readonly HolidayRow[], RangeHolidays>();
  const read = reader(packed);
  const expected = expectedTogether(from, length);
  const result = new Map<string, ExpectedDays>();
  for (const person of people) {
    const days = holidaysOf(book, { ...person, places: moved.get(person.id) ?? [] });
    const off = inRange.get(days) ?? holidaysInRange(days, from, length);
    inRange.set(days, off);
    result.set(person.id, expected(read(person.id), off));
  }
  return result;
}

const FIRST_YEAR = 1990;
const YEARS_AHEAD = 10;

/** Accounts are reckoned year by year: days that nobody means are refused before they are. @throws Problem 422 */
export function checkDay(tx: Tx, path: string, day: Day | null | undefined): void {
  const last = tx.now.getUTCFullYear() + YEARS_AHEAD;
  if (!day || (day >= `${FIRST_YEAR}` && day < `${last + 1}`)) return;
  throw invalid([{ path, message: said`Must lie between ${String(FIRST_YEAR)} and ${String(last)}.` }]);
}

const LONGEST = 750;

export function checkRange(from: Day, to: Day): void {
  if (to < from) throw invalid([{ path: 'to', message: 'Must not lie before the first day.' }]);
  if (daysBetween(from, to) > LONGEST) throw invalid([{ path: 'to', message: said`At most ${LONGEST} days at a time.` }]);
}

export async function readCapacity(tx: Tx, actor: Actor, { query }: { query: { from: Day; to: Day; user_ids?: string[] } }) {
  const { from, to } = query;
  checkRange(from, to);
  const asked = query.user_ids ?? [actor.userId];
  const visible = await tx.all<{ id: string }>(sql`
    select u.id from people.users u where u.tenant_id = ${tx.tenant} and u.id = any(${asked})
      and ${and(visibleOn(tx, actor, ['planning', 'workload', 'timesheet'], sql`u.id`))}`);
  const [expected, holidays] = await Promise.all([
    expectedFor(
      tx,
      visible.map((row) => row.id),
      from,
      to,
    ),
    holidaysBetween(tx, from, to),
  ]);
  const people = [...expected].map(([user_id, days]) => ({
    user_id,
    pattern: [...days.pattern],
    holiday: [...days.holiday],
    leave: [...days.leave],
    worked: [...days.worked],
  }));
  return { from, to, people, holidays };
}
