import { type Day, addDays, daysBetween } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type Level, daysWithin } from '../rules.ts';
import { capacityFor } from './load.ts';

export interface Planned {
  day: Day;
  project_id: string | null;
  task_type_id: string | null;
  minutes: number;
  level: Level;
}

/**
 * What a user is planned to do: minutes by day, project, task type and level, both ends included, on days with capacity
 * only. Several bookings of the same are summed; soft, requested and hard stand apart.
 */
export async function plannedFor(tx: Tx, userId: string, from: Day, to: Day): Promise<Planned[]> {
  const [capacities, bookings] = await Promise.all([
    capacityFor(tx, [userId], { from, to }),
    tx.all<Omit<Planned, 'day' | 'minutes'> & { first_day: Day; last_day: Day; minutes_per_day: number }>(sql`
      select project_id, task_type_id, level, first_day, last_day, minutes_per_day from planning.bookings
      where tenant_id = ${tx.tenant} and user_id = ${userId} and first_day <= ${to} and last_day >= ${from} order by first_day, id`),
  ]);
  const capacity = capacities.get(userId) ?? new Uint16Array(daysBetween(from, to) + 1);
  const sums = new Map<string, Planned>();
  for (const { project_id, task_type_id, level, minutes_per_day, ...span } of bookings) {
    const [start, end] = daysWithin(from, capacity.length, span);
    for (let index = start; index < end; index++) {
      if ((capacity[index] ?? 0) === 0) continue;
      const key = `${index} ${project_id} ${task_type_id} ${level}`;
      const sum = sums.get(key);
      if (sum) sum.minutes += minutes_per_day;
      else sums.set(key, { day: addDays(from, index), project_id, task_type_id, minutes: minutes_per_day, level });
    }
  }
  return [...sums.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}
