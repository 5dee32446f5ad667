import { type Day, addDays, addMonths, daysBetween, monthOf } from '../../kit/day.ts';
import type { Grade } from '../../kit/grades.ts';
import { crossOf, exchangeOver } from '../../rates/server/public.ts';
import { expectedFor } from '../../leave/server/public.ts';
import { ratesOfHours, rolesOf } from '../../invoicing/server/public.ts';
import { countryOn, today } from '../../people/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type Earning, earningOf } from '../rules/money.ts';
import { worthOfProjects } from './worth-facts.ts';

/** How far ahead a confirmed plan counts, as with budgets. */
const AHEAD_DAYS = 730;

/** A confirmed booking from tomorrow on: its days as numbers from there, `start` up to `end`. */
interface Ahead {
  project_id: string;
  currency: string;
  user_id: string;
  start: number;
  end: number;
  minutes_per_day: number;
  grade: Grade | null;
  country: string;
}

/** Bookings cut at the ends of months, each part with its first day: rates change between them at most. */
function byMonth(bookings: readonly Ahead[], from: Day): (Ahead & { day: Day })[] {
  const ends: number[] = [];
  for (let month = addMonths(from, 1); ends.length * 28 <= AHEAD_DAYS; month = addMonths(month, 1))
    ends.push(daysBetween(from, month));
  const days = new Map<number, Day>();
  const dayAt = (start: number): Day => {
    const day = days.get(start) ?? addDays(from, start);
    days.set(start, day);
    return day;
  };
  return bookings.flatMap((booking) => {
    const cuts = ends.filter((end) => end > booking.start && end < booking.end);
    const starts = [booking.start, ...cuts];
    return starts.map((start, index) => ({ ...booking, start, end: cuts[index] ?? booking.end, day: dayAt(start) }));
  });
}

/** How many days of a person before each have capacity: a part of a booking takes the difference of its ends. */
function countsOf({ pattern, holiday, leave }: Record<'pattern' | 'holiday' | 'leave', Uint16Array>): Uint16Array {
  const counts = new Uint16Array(pattern.length + 1);
  for (let day = 0; day < pattern.length; day++) {
    const works = (pattern[day] ?? 0) - (holiday[day] ?? 0) - (leave[day] ?? 0) > 0;
    counts[day + 1] = (counts[day] ?? 0) + (works ? 1 : 0);
  }
  return counts;
}

/**
 * The standard value of the confirmed plan of projects from tomorrow on, in hour-seconds: booked minutes of days with capacity at the
 * rates that hold when the booking (or a month of it) begins.
 */
async function plannedWorth(tx: Tx, projectIds: readonly string[]): Promise<Map<string, number>> {
  const from = addDays(await today(tx), 1);
  const to = addDays(from, AHEAD_DAYS);
  const bookings = await tx.all<Ahead>(sql`
    select b.project_id, p.currency, b.user_id, greatest(b.first_day, ${from}::date) - ${from}::date as start,
      least(b.last_day, ${to}::date) - ${from}::date + 1 as "end", b.minutes_per_day, g.grade,
      ${countryOn(tx, sql`b.user_id`, sql`${from}::date`, sql`u.country`)} as country
    from planning.bookings b
    join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
    join clients.projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
    left join people.grades g on g.tenant_id = ${tx.tenant} and g.user_id = b.user_id and g.valid_from <= ${from} and g.valid_to > ${from}
    where b.tenant_id = ${tx.tenant} and b.project_id = any(${projectIds}::uuid[]) and b.level = 'hard'
      and b.last_day >= ${from} and b.first_day <= ${to}`);
  if (bookings.length === 0) return new Map();
  const parts = byMonth(bookings, from);
  const last = addDays(from, bookings.reduce((latest, { end }) => Math.max(latest, end), 1) - 1);
  const people = [...new Set(bookings.map(({ user_id }) => user_id))];
  const [expected, roles] = await Promise.all([expectedFor(tx, people, from, last), rolesOf(tx, projectIds)]);
  const rates = await ratesOfHours(tx, roles, parts);
  const counts = new Map([...expected].map(([user, days]) => [user, countsOf(days)]));
  const sums = new Map<string, number>();
  parts.forEach((part, index) => {
    const own = counts.get(part.user_id);
    const days = (own?.[part.end] ?? 0) - (own?.[part.start] ?? 0);
    const value = days * part.minutes_per_day * 60 * (rates[index]?.standard_rate ?? 0);
    sums.set(part.project_id, (sums.get(part.project_id) ?? 0) + value);
  });
  return sums;
}

interface Contracted {
  id: string;
  fee_kind: string;
  open: boolean;
  fee: number | null;
}

export type ProjectEarning = Earning & { project_id: string };

/**
 * How projects that are not paid by the hour earn their fees; those that `condition` on `p` leaves. Without an agreed fee what is to be
 * paid in instalments is the fee.
 */
export async function earningsOf(tx: Tx, condition: Sql): Promise<ProjectEarning[]> {
  const projects = await tx.all<Contracted>(sql`
    select p.id, p.fee_kind, p.status in ('planned', 'active') as open, coalesce(p.budget_fee, (
      select sum(i.amount)::bigint from invoicing.instalments i where i.tenant_id = p.tenant_id and i.project_id = p.id)) as fee
    from clients.projects p
    where p.tenant_id = ${tx.tenant} and p.client_id is not null and p.chargeable and p.fee_kind <> 'time_and_materials' and ${condition}`);
  const ids = projects.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [worth, planned] = await Promise.all([worthOfProjects(tx, ids), plannedWorth(tx, ids)]);
  return projects.map(({ id, fee_kind, open, fee }) => ({
    project_id: id,
    ...earningOf({ fee_kind, fee, open, ...(worth.get(id) ?? { standard: 0, charge: 0 }), planned: planned.get(id) ?? 0 }),
  }));
}

/** What a minor unit of other currencies is worth in the firm's, in millionths, month by month: at the rate of the month's last day. */
export interface MonthlyExchange {
  currency: string;
  month: Day;
  millionths: number;
}

/** The exchange of the firm's projects and of what they cost over a period; empty where all is in the firm's own currency. What has no rate is 0. */
export async function exchangesOf(tx: Tx, from: Day, to: Day): Promise<MonthlyExchange[]> {
  const { currency: own } = await firmOf(tx);
  const others = await tx.all<{ currency: string }>(
    sql`select currency from clients.projects where tenant_id = ${tx.tenant} and currency <> ${own}
      union select currency from invoicing.costs
      where tenant_id = ${tx.tenant} and currency <> ${own} and day between ${from} and ${to} order by 1`,
  );
  if (others.length === 0) return [];
  const exchangeAt = await exchangeOver(tx, monthOf(from), addMonths(to, 1));
  const rows: MonthlyExchange[] = [];
  for (let month = monthOf(from); month <= to; month = addMonths(month, 1)) {
    const exchange = exchangeAt(addDays(addMonths(month, 1), -1));
    for (const { currency } of others) rows.push({ currency, month, millionths: crossOf(exchange, currency, own) ?? 0 });
  }
  return rows;
}
