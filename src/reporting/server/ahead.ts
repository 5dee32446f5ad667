import { type Day, addDays, daysBetween } from '../../kit/day.ts';
import { daysWithin } from '../../planning/server/public.ts';
import { and, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import type { Ahead } from '../rules.ts';
import type { ReportFilters } from './facts.ts';

/** Minutes of days, as `expectedFor` answers them. */
interface Days {
  pattern: Uint16Array;
  holiday: Uint16Array;
  leave: Uint16Array;
}

interface Booked {
  user_id: string;
  first_day: Day;
  last_day: Day;
  minutes_per_day: number;
  level: string;
}

export const noneAhead = (): Ahead => ({
  capacity_minutes: 0,
  booked_minutes: 0,
  tentative_minutes: 0,
  bench_capacity_minutes: 0,
  bench_minutes: 0,
});

export function addAhead(sum: Ahead, more: Ahead): void {
  for (const key of Object.keys(sum) as (keyof Ahead)[]) sum[key] += more[key];
}

/** What is booked of the days to come in each part of the period, of everybody who was asked for. */
export type AheadPart = Pick<Ahead, 'booked_minutes' | 'tentative_minutes'>;

interface ToCome {
  of: (userId: string, hasTarget: boolean) => Ahead;
  /** By the parts; sums of those whom `of` was asked for so far. */
  parts: AheadPart[];
}

/**
 * What is to come of a period for each person: bookings on chargeable projects from tomorrow on, on days with capacity, as the boards
 * count. Undefined where the period is over.
 * @param expected minutes by person over the days of the period
 * @param spans parts of the period by the index of their days, the last one excluded
 */
export async function aheadOf(
  tx: Tx,
  filters: ReportFilters,
  now: Day,
  expected: ReadonlyMap<string, Days>,
  spans: readonly { start: number; end: number }[] = [],
): Promise<ToCome | undefined> {
  const { from, to, clients, projects } = filters;
  const first = from > now ? from : addDays(now, 1);
  if (first > to) return undefined;
  const bookings = await tx.all<Booked>(sql`
    select b.user_id, b.first_day, b.last_day, b.minutes_per_day, b.level from planning.bookings b
    join clients.projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
    where b.tenant_id = ${tx.tenant} and p.chargeable and b.last_day >= ${first} and b.first_day <= ${to} and ${and(
      clients?.length ? sql`p.client_id = any(${clients}::uuid[])` : undefined,
      projects?.length ? sql`p.id = any(${projects}::uuid[])` : undefined,
    )}`);
  const ofPerson = Map.groupBy(bookings, ({ user_id }) => user_id);
  const [start, end] = [daysBetween(from, first), daysBetween(from, to) + 1];
  const parts = spans.map(() => ({ booked_minutes: 0, tentative_minutes: 0 }));
  const of: ToCome['of'] = (userId, hasTarget) => {
    const days = expected.get(userId);
    const net = (day: number): number =>
      days ? (days.pattern[day] ?? 0) - (days.holiday[day] ?? 0) - (days.leave[day] ?? 0) : 0;
    const [hard, soft] = [new Float64Array(end), new Float64Array(end)];
    for (const booking of ofPerson.get(userId) ?? []) {
      const [one, other] = daysWithin(from, end, booking);
      const into = booking.level === 'hard' ? hard : soft;
      for (let day = Math.max(start, one); day < other; day++)
        if (net(day) > 0) into[day] = (into[day] ?? 0) + booking.minutes_per_day;
    }
    const sum = noneAhead();
    for (let day = start; day < end; day++) {
      sum.capacity_minutes += net(day);
      sum.booked_minutes += hard[day] ?? 0;
      sum.tentative_minutes += soft[day] ?? 0;
      // Day by day: who is booked over capacity on Monday is free on Friday all the same.
      if (hasTarget) sum.bench_minutes += Math.max(0, net(day) - (hard[day] ?? 0));
    }
    for (const [index, part] of parts.entries()) {
      part.booked_minutes += sumOf(hard, spans[index]);
      part.tentative_minutes += sumOf(soft, spans[index]);
    }
    sum.bench_capacity_minutes = hasTarget ? sum.capacity_minutes : 0;
    return sum;
  };
  return { of, parts };
}

const sumOf = (days: Float64Array, span: { start: number; end: number } | undefined): number =>
  days.subarray(span?.start, span?.end).reduce((sum, minutes) => sum + minutes, 0);
