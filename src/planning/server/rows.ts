import { conflict, notFound } from '../../kit/problem.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { BookingRow } from '../contract.ts';
import type { Level } from '../rules.ts';
import { bookable } from './policy.ts';

/** A booking as it is stored. */
export interface Booking extends Record<string, unknown> {
  id: string;
  user_id: string;
  project_id: string | null;
  phase_id: string | null;
  task_type_id: string | null;
  first_day: string;
  last_day: string;
  minutes_per_day: number;
  level: Level;
  note: string;
  demand_id: string | null;
  created_by: string;
  confirmed_by: string | null;
  confirmed_at: string | null;
  version: number;
}

/** Bookings with the names of what they refer to; `condition` speaks of `b`. */
export const selectBookings = (tx: Tx, condition: Sql): Sql => sql`
  select b.id, b.user_id, u.name as user, b.project_id, p.name as project, p.code as project_code, c.name as client,
    b.phase_id, h.name as phase, b.task_type_id, t.name as task_type, b.first_day, b.last_day, b.minutes_per_day, b.level, b.note, b.demand_id,
    m.name as asked_by, f.name as confirmed_by, b.version
  from planning.bookings b
  join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
  left join planning.demands d on d.tenant_id = b.tenant_id and d.id = b.demand_id
  join people.users m on m.tenant_id = b.tenant_id and m.id = coalesce(d.created_by, b.created_by)
  left join people.users f on f.tenant_id = b.tenant_id and f.id = b.confirmed_by
  left join clients.projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
  left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
  left join clients.phases h on h.tenant_id = b.tenant_id and h.project_id = b.project_id and h.id = b.phase_id
  left join settings.task_types t on t.tenant_id = b.tenant_id and t.id = b.task_type_id
  where b.tenant_id = ${tx.tenant} and ${condition}`;

/** One booking with its names, or undefined. */
export const readBooking = (tx: Tx, id: string): Promise<BookingRow | undefined> =>
  tx.one<BookingRow>(selectBookings(tx, sql`b.id = ${id}`));

/** Loads a booking that is to change, through what the actor may see, and locks it. @throws Problem 404, 409 when stale */
export async function loadBooking(tx: Tx, actor: Actor, id: string, version: number | undefined): Promise<Booking> {
  const row = await tx.one<Booking>(sql`
    select b.* from planning.bookings b join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
    where b.tenant_id = ${tx.tenant} and b.id = ${id} and (u.id = ${actor.userId} or ${bookable(tx, actor)}) for update of b`);
  if (!row) throw notFound('There is no such booking.');
  if (version !== undefined && version !== row.version) {
    throw conflict('Somebody else changed this booking in the meantime.', await readBooking(tx, id));
  }
  return row;
}
