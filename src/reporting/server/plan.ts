import { type Day, addDays, addMonths, mondayOf, monthOf } from '../../kit/day.ts';
import type { Grade } from '../../kit/grades.ts';
import { ratesOfHours, rolesOf } from '../../invoicing/server/public.ts';
import { countryOn } from '../../people/server/public.ts';
import { type Sql, planned, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { worthOf } from '../rules/money.ts';
import { minutesIn } from './client-bookings.ts';
import { NIL, type ReportFilters, conditions } from './facts.ts';
import { type WorthRow, asSelect } from './worth.ts';

/** Confirmed work of one person on one project, within one month and, where weeks are asked for, one week. */
export interface PlannedTime {
  user_id: string;
  project_id: string;
  task_type_id: string;
  /** Of the project: a booking has no chargeability of its own. */
  chargeable: boolean;
  currency: string;
  /** Its first day; grade, team and country are those of it. */
  day: Day;
  month: Day;
  week: Day;
  grade: string;
  team_id: string;
  country: string;
  seconds: number;
}

interface Booked {
  user_id: string;
  project_id: string;
  task_type_id: string;
  first_day: Day;
  last_day: Day;
  minutes_per_day: number;
}

/** A booking cut at the ends of months, and of weeks. */
function* cut(booking: Booked, weeks: boolean): Generator<Booked> {
  for (let first = booking.first_day; first <= booking.last_day; ) {
    const ends = [addDays(addMonths(monthOf(first), 1), -1), ...(weeks ? [addDays(mondayOf(first), 6)] : []), booking.last_day];
    const last = ends.reduce((earliest, day) => (day < earliest ? day : earliest));
    yield { ...booking, first_day: first, last_day: last };
    first = addDays(last, 1);
  }
}

/**
 * What was to be done on the days of a period: confirmed bookings on days with capacity, as the boards count, of who and what the
 * filters leave. Bookings as they stand today: what was moved is planned where it is now.
 */
export async function plannedTime(tx: Tx, actor: Actor, filters: ReportFilters, weeks = false): Promise<PlannedTime[]> {
  const { from, to } = filters;
  const bookings = await tx.all<Booked>(
    planned(sql`
    select b.user_id, b.project_id, coalesce(b.task_type_id, ${NIL}::uuid) as task_type_id,
      greatest(b.first_day, ${from}::date) as first_day, least(b.last_day, ${to}::date) as last_day, b.minutes_per_day
    from planning.bookings b
    where b.tenant_id = ${tx.tenant} and b.user_id is not null and b.project_id is not null and b.level = 'hard'
      and b.first_day <= ${to} and b.last_day >= ${from}`),
  );
  if (bookings.length === 0) return [];
  const parts = bookings.flatMap((booking) => [...cut(booking, weeks)]);
  const minutes = await minutesIn(tx, parts, { from, to });
  const rows = parts.map((part, index) => ({ index, ...part, day: part.first_day, seconds: minutes(part) * 60 }));
  const left = await tx.all<Omit<PlannedTime, 'seconds' | 'month' | 'week'> & { index: number }>(
    planned(sql`
    select f.* from (
      select x.index, x.user_id, x.project_id, x.task_type_id, x.day, p.chargeable, p.currency, coalesce(g.grade, '') as grade,
        coalesce(t.team_id, ${NIL}::uuid) as team_id, ${countryOn(tx, sql`x.user_id`, sql`x.day`, sql`u.country`)} as country
      from json_to_recordset(${JSON.stringify(rows.filter(({ seconds }) => seconds > 0))}::json)
        as x(index int, user_id uuid, project_id uuid, task_type_id uuid, day date)
      join clients.projects p on p.tenant_id = ${tx.tenant} and p.id = x.project_id
      join people.users u on u.tenant_id = ${tx.tenant} and u.id = x.user_id
      left join people.grades g on g.tenant_id = ${tx.tenant} and g.user_id = x.user_id and g.valid_from <= x.day and g.valid_to > x.day
      left join people.team_members t on t.tenant_id = ${tx.tenant} and t.user_id = x.user_id and t.is_primary
        and t.valid_from <= x.day and t.valid_to > x.day
    ) f where ${conditions(tx, actor, filters)}`),
  );
  return left.map(({ index, ...row }) => ({
    ...row,
    month: monthOf(row.day),
    week: mondayOf(row.day),
    seconds: rows[index]?.seconds ?? 0,
  }));
}

/** The same with what it is worth, as a select with the columns of `worthFacts`: at the rates of the first day of each part. */
export async function plannedWorth(tx: Tx, actor: Actor, filters: ReportFilters, weeks: boolean): Promise<Sql> {
  const time = await plannedTime(tx, actor, filters, weeks);
  const roles = await rolesOf(tx, [...new Set(time.map(({ project_id }) => project_id))]);
  const rates = await ratesOfHours(
    tx,
    roles,
    time.map((row) => ({ ...row, grade: row.grade === '' ? null : (row.grade as Grade) })),
  );
  const rows: WorthRow[] = time.map((row, index) => ({ ...row, ...worthOf(row, rates[index]) }));
  return sql`select f.*, 0::bigint as written_off from (${asSelect(rows)}) f`;
}
