import { type Sql, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import type { BookingRow } from '../contract.ts';
import type { Level } from '../rules.ts';

/** A booking as it is stored. */
export interface Booking extends Record<string, unknown> {
  id: string;
  user_id: string;
  project_id: string | null;
  task_type_id: string | null;
  first_day: string;
  last_day: string;
  minutes_per_day: number;
  level: Level;
  note: string;
  created_by: string;
  version: number;
}

/** Bookings with the names of what they refer to; `condition` speaks of `b`. */
export const selectBookings = (tx: Tx, condition: Sql): Sql => sql`
  select b.id, b.user_id, u.name as user, b.project_id, p.name as project, p.code as project_code, c.name as client,
    b.task_type_id, t.name as task_type, b.first_day, b.last_day, b.minutes_per_day, b.level, b.note, b.version
  from planning.bookings b
  join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
  left join clients.projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
  left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
  left join settings.task_types t on t.tenant_id = b.tenant_id and t.id = b.task_type_id
  where b.tenant_id = ${tx.tenant} and ${condition}`;

/** One booking with its names, or undefined. */
export const readBooking = (tx: Tx, id: string): Promise<BookingRow | undefined> =>
  tx.one<BookingRow>(selectBookings(tx, sql`b.id = ${id}`));
