import { type Day, daysBetween } from '../../kit/day.ts';
import { conflict, invalid, notAllowed, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { managedBy, mayActFor } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { checkRange, expectedFor } from './capacity.ts';

interface RequestRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  user: string;
  type_id: string;
  type: string;
  first_day: Day;
  last_day: Day;
  half_day: boolean;
  status: 'pending' | 'approved' | 'rejected' | 'cancelled';
  comment: string;
  version: number;
}

const selectRequests = (tx: Tx) => sql`
  select r.*, u.name as user, t.name as type
  from leave.requests r
  join people.users u on u.tenant_id = r.tenant_id and u.id = r.user_id
  join leave.types t on t.tenant_id = r.tenant_id and t.id = r.type_id
  where r.tenant_id = ${tx.tenant}`;

/** Working minutes that a request takes: holidays and days off count nothing. */
async function withMinutes(tx: Tx, rows: RequestRow[]): Promise<(RequestRow & { minutes: number })[]> {
  if (rows.length === 0) return [];
  const from = rows.reduce((least, row) => (row.first_day < least ? row.first_day : least), rows[0]?.first_day ?? '');
  const to = rows.reduce((most, row) => (row.last_day > most ? row.last_day : most), from);
  const expected = await expectedFor(tx, [...new Set(rows.map((row) => row.user_id))], from, to);
  return rows.map((row) => {
    const days = expected.get(row.user_id);
    let minutes = 0;
    for (let index = daysBetween(from, row.first_day); days && index <= daysBetween(from, row.last_day); index++) {
      const work = (days.pattern[index] ?? 0) - (days.holiday[index] ?? 0);
      minutes += row.half_day ? Math.floor(work / 2) : work;
    }
    return { ...row, minutes };
  });
}

export const listLeaveTypes = (tx: Tx) =>
  tx.all<{ id: string; name: string; is_paid: boolean }>(sql`
    select id, name, is_paid from leave.types where tenant_id = ${tx.tenant} and is_active order by name_lc collate app.names`);

export async function listRequests(tx: Tx, actor: Actor, { query }: { query: { from: Day; to: Day; user_ids?: string[] } }) {
  checkRange(query.from, query.to);
  const asked = query.user_ids ?? [actor.userId];
  const others =
    actor.category === 'hr' ? sql`true` : sql`(r.user_id = ${actor.userId} or r.user_id in (${managedBy(tx, actor)}))`;
  const rows = await tx.all<RequestRow>(sql`
    ${selectRequests(tx)} and r.user_id = any(${asked}) and ${others} and r.first_day <= ${query.to} and r.last_day >= ${query.from}
    order by r.first_day, r.id`);
  return withMinutes(tx, rows);
}

/** A request of one's own; it waits for the manager. @throws Problem 422 when it holds no working time, 409 when it overlaps */
export async function requestLeave(
  tx: Tx,
  actor: Actor,
  { body }: { body: { id?: string; type_id: string; first_day: Day; last_day: Day; half_day?: boolean; comment?: string } },
) {
  checkRange(body.first_day, body.last_day);
  if (body.half_day && body.first_day !== body.last_day) {
    throw invalid([{ path: 'half_day', message: 'Half a day is one day: first and last day must be the same.' }]);
  }
  const type = await tx.one(sql`select 1 from leave.types where tenant_id = ${tx.tenant} and id = ${body.type_id} and is_active`);
  if (!type) throw invalid([{ path: 'type_id', message: 'There is no such leave type.' }]);
  const overlap = await tx.one<{ first_day: Day; last_day: Day }>(sql`
    select first_day, last_day from leave.requests where tenant_id = ${tx.tenant} and user_id = ${actor.userId}
      and status in ('pending', 'approved') and first_day <= ${body.last_day} and last_day >= ${body.first_day} limit 1`);
  if (overlap) throw conflict(said`You have leave from ${overlap.first_day} to ${overlap.last_day} already.`);
  const [stored] = await tx.write.insert<RequestRow>('leave.requests', [{ ...body, user_id: actor.userId }]);
  const [row] = await withMinutes(tx, [await loadRequest(tx, (stored as RequestRow).id)]);
  if (!row || row.minutes === 0) throw invalid([{ path: 'first_day', message: 'There is no working time on these days.' }]);
  tx.say({ topic: 'leave', keys: { user_ids: [actor.userId], from: body.first_day, to: body.last_day } });
  return row;
}

async function loadRequest(tx: Tx, id: string): Promise<RequestRow> {
  const row = await tx.one<RequestRow>(sql`${selectRequests(tx)} and r.id = ${id}`);
  if (!row) throw notFound('There is no such request.');
  return row;
}

const DECIDED: Record<RequestRow['status'], string> = {
  pending: 'This request still waits.',
  approved: 'This request is approved already.',
  rejected: 'This request is rejected already.',
  cancelled: 'This request is cancelled already.',
};

/** Managers and hr approve or reject; one cancels one's own. Nobody decides their own request. */
export async function decideLeave(
  tx: Tx,
  actor: Actor,
  { body }: { body: { ids: string[]; status: 'approved' | 'rejected' | 'cancelled' } },
) {
  const rows = await tx.all<RequestRow>(sql`
    select * from leave.requests where tenant_id = ${tx.tenant} and id = any(${body.ids}) for update`);
  if (rows.length !== new Set(body.ids).size) throw notFound('There is no such request.');
  for (const row of rows) {
    const own = row.user_id === actor.userId;
    if (body.status === 'cancelled' ? !own : own || !(await mayActFor(tx, actor, row.user_id))) throw notAllowed();
    const open = row.status === 'pending' || (body.status === 'cancelled' && row.status === 'approved');
    if (!open) throw conflict(DECIDED[row.status], row);
  }
  await tx.write.update(
    'leave.requests',
    rows.map((before) => ({ before, set: { status: body.status, decided_by: actor.userId, decided_at: tx.now } })),
  );
  const users = [...new Set(rows.map((row) => row.user_id))];
  const first = rows.map((row) => row.first_day).sort()[0];
  const last = rows
    .map((row) => row.last_day)
    .sort()
    .at(-1);
  tx.say({ topic: 'leave', keys: { user_ids: users, from: first, to: last } });
  const decided = await tx.all<RequestRow>(sql`${selectRequests(tx)} and r.id = any(${body.ids}) order by r.first_day, r.id`);
  return withMinutes(tx, decided);
}
