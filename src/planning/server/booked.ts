import { type Day, addDays, daysBetween, monthOf } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type Level, daysWithin } from '../rules.ts';
import { capacityFor } from './load.ts';

/** Minutes that somebody is booked on a project in a month. */
export interface BookedMonth {
  user_id: string;
  month: Day;
  level: Level;
  minutes: number;
}

interface Span {
  user_id: string;
  level: Level;
  first_day: Day;
  last_day: Day;
  minutes_per_day: number;
}

/**
 * What a project is planned to take: minutes by person, month and level, on days with capacity only, as the boards count.
 * @param options `from`: days before it are left out; `users`: of these alone
 */
export async function bookedOn(
  tx: Tx,
  projectId: string,
  options: { from?: Day; users?: readonly string[] } = {},
): Promise<BookedMonth[]> {
  const { from: least = '0001-01-01', users } = options;
  const bookings = await tx.all<Span>(sql`
    select user_id, level, greatest(first_day, ${least}::date) as first_day, last_day, minutes_per_day from planning.bookings
    where tenant_id = ${tx.tenant} and project_id = ${projectId} and last_day >= ${least}
      and (${users === undefined}::boolean or user_id = any(${users ?? []}::uuid[]))`);
  if (bookings.length === 0) return [];
  const from = bookings.reduce((day, { first_day }) => (first_day < day ? first_day : day), bookings[0]?.first_day ?? least);
  const to = bookings.reduce((day, { last_day }) => (last_day > day ? last_day : day), from);
  const people = [...new Set(bookings.map(({ user_id }) => user_id))];
  const capacities = await capacityFor(tx, people, { from, to });
  const months = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => monthOf(addDays(from, index)));
  const sums = new Map<string, BookedMonth>();
  for (const { user_id, level, minutes_per_day, ...span } of bookings) {
    const capacity = capacities.get(user_id) ?? new Uint16Array(months.length);
    const [start, end] = daysWithin(from, capacity.length, span);
    for (let index = start; index < end; index++) {
      if ((capacity[index] ?? 0) === 0) continue;
      const month = months[index] as Day;
      const key = `${user_id} ${month} ${level}`;
      const sum = sums.get(key);
      if (sum) sum.minutes += minutes_per_day;
      else sums.set(key, { user_id, month, level, minutes: minutes_per_day });
    }
  }
  return [...sums.values()];
}
