import { type Day, daysBetween } from '../../kit/day.ts';
import { atLeast } from '../../kit/grades.ts';
import { notFound } from '../../kit/problem.ts';
import { managedBy } from '../../people/server/public.ts';
import { type Sql, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type Leave, type Part, expectedDays, holidayBook, holidaysOf, takenByDay } from '../rules.ts';
import { type PersonLeave, factsFor } from './capacity.ts';

export type Status = 'pending' | 'approved' | 'rejected' | 'cancelled';
type Act = 'approve' | 'reject' | 'cancel';

/** A request as the database has it. */
export interface StoredRequest {
  id: string;
  user_id: string;
  type_id: string;
  first_day: Day;
  last_day: Day;
  part: Part;
  /** Minute of the day. */
  starts_at: number | null;
  part_minutes: number | null;
  status: Status;
  comment: string;
  reason: string;
  version: number;
}

/** What is asked for, as it is stored. */
export type AskedRequest = Omit<StoredRequest, 'id' | 'status' | 'reason' | 'version'>;

export interface RequestRow extends StoredRequest {
  user: string;
  type: string;
  created_by: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  /** The reader may decide on this person's leave. */
  deciding: boolean;
}

export interface ShownRequest extends Omit<RequestRow, 'starts_at' | 'deciding'> {
  starts_at: string | null;
  minutes: number;
  may: Act[];
}

/** Condition on a user id: others whose leave one decides on and whose records one reads. */
export function decidesOn(tx: Tx, actor: Actor, column: string): Sql {
  if (actor.category === 'hr') return raw('true');
  if (!atLeast(actor.grade, 'Manager')) return raw('false');
  return sql`${raw(column)} in (${managedBy(tx, actor)})`;
}

export const selectRequests = (tx: Tx, actor: Actor): Sql => sql`
  select r.id, r.user_id, u.name as user, r.type_id, t.name as type, r.first_day, r.last_day, r.part, r.starts_at, r.part_minutes,
    r.status, r.comment, r.reason, c.name as created_by, d.name as decided_by, r.decided_at, r.version,
    (r.user_id <> ${actor.userId} and ${decidesOn(tx, actor, 'r.user_id')}) as deciding
  from leave.requests r
  join people.users u on u.tenant_id = r.tenant_id and u.id = r.user_id
  join leave.types t on t.tenant_id = r.tenant_id and t.id = r.type_id
  left join people.users c on c.tenant_id = r.tenant_id and c.id = r.created_by
  left join people.users d on d.tenant_id = r.tenant_id and d.id = r.decided_by
  where r.tenant_id = ${tx.tenant}`;

/** `14:30` of a minute of the day. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

const leaveOf = (row: RequestRow): Leave => ({
  first: row.first_day,
  last: row.last_day,
  part: row.part,
  minutes: row.part_minutes,
});

/** Minutes by request: what counts takes turns, approved first; what was refused is told as if it stood alone. */
async function minutesOf(tx: Tx, rows: readonly RequestRow[]): Promise<Map<string, number>> {
  const minutes = new Map<string, number>();
  const from = rows.map((row) => row.first_day).sort()[0];
  const to = rows
    .map((row) => row.last_day)
    .sort()
    .at(-1);
  if (from === undefined || to === undefined) return minutes;
  const users = [...new Set(rows.map((row) => row.user_id))];
  const { facts, holidays } = await factsFor(tx, users, from, to, ['approved', 'pending']);
  const length = daysBetween(from, to) + 1;
  const book = holidayBook(holidays);
  for (const person of facts.values()) {
    const taken = takenByDay<PersonLeave>(person, holidaysOf(book, person), from, length);
    for (const [leave, days] of taken)
      minutes.set(
        leave.id,
        days.reduce((sum, day) => sum + day.minutes, 0),
      );
  }
  for (const row of rows) {
    const person = facts.get(row.user_id);
    if (minutes.has(row.id) || !person) continue;
    const span = daysBetween(row.first_day, row.last_day) + 1;
    const alone = { ...person, leaves: [leaveOf(row)] };
    const days = expectedDays(alone, holidaysOf(book, person), row.first_day, span);
    minutes.set(
      row.id,
      days.leave.reduce((sum, each) => sum + each, 0),
    );
  }
  return minutes;
}

/** What the reader may do now: decide while it waits; take back what is one's own and has not begun, or, as who decides, any. */
function actsOf(row: RequestRow, actor: Actor, day: Day): Act[] {
  const open = row.status === 'pending' || row.status === 'approved';
  if (row.deciding) return row.status === 'pending' ? ['approve', 'reject'] : row.status === 'approved' ? ['cancel'] : [];
  const own = row.user_id === actor.userId && open && (row.status === 'pending' || row.first_day > day);
  return own ? ['cancel'] : [];
}

/** Rows as they are answered: with the minutes they take and what the reader may do. */
export async function shown(tx: Tx, actor: Actor, rows: readonly RequestRow[], day: Day): Promise<ShownRequest[]> {
  const minutes = await minutesOf(tx, rows);
  return rows.map(({ deciding, starts_at, ...row }) => ({
    ...row,
    starts_at: starts_at === null ? null : clockOf(starts_at),
    minutes: minutes.get(row.id) ?? 0,
    may: actsOf({ ...row, deciding, starts_at }, actor, day),
  }));
}

/** Requests by id, in the order of their days. @throws Problem 404 when one is not there */
export async function readRequests(tx: Tx, actor: Actor, ids: readonly string[], day: Day): Promise<ShownRequest[]> {
  const rows = await tx.all<RequestRow>(sql`
    select * from (${selectRequests(tx, actor)} and r.id = any(${ids})) found order by first_day, id`);
  if (rows.length !== new Set(ids).size) throw notFound('There is no such request.');
  return shown(tx, actor, rows, day);
}
