import { type Day, daysBetween } from '../../kit/day.ts';
import { invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { visibleOn } from '../../people/server/public.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type ExpectedDays, type Leave, type Part, type PersonFacts, expectedDays, holidayBook } from '../rules.ts';

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
 * that waits is among them only when it is asked for. Five statements for any number of people, sent together.
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
  const [people, patterns, employments, leaves, holidays] = await Promise.all([
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
    holidaysBetween(tx, from, to),
  ]);
  const facts = new Map<
    string,
    PersonFacts & { patterns: (Span & { minutes: number[] })[]; employments: Span[]; leaves: PersonLeave[] }
  >(people.map(({ id, country, region }) => [id, { user_id: id, country, region, patterns: [], employments: [], leaves: [] }]));
  for (const row of patterns) facts.get(row.user_id)?.patterns.push(row);
  for (const row of employments) facts.get(row.user_id)?.employments.push(row);
  for (const row of leaves) facts.get(row.user_id)?.leaves.push(row);
  return { facts, holidays };
}

/**
 * Expected minutes by day for each user, both ends included; `users` undefined means everybody. Five statements for any
 * number of people, sent together.
 */
export async function expectedFor(
  tx: Tx,
  users: readonly string[] | undefined,
  from: Day,
  to: Day,
): Promise<Map<string, ExpectedDays>> {
  const { facts, holidays } = await factsFor(tx, users, from, to);
  const length = daysBetween(from, to) + 1;
  const book = holidayBook(holidays);
  const result = new Map<string, ExpectedDays>();
  for (const person of facts.values()) {
    result.set(person.user_id, expectedDays(person, book(person.country, person.region), from, length));
  }
  return result;
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
