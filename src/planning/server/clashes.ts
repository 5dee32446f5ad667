import { type Day, daysBetween } from '../../kit/day.ts';
import { notAllowed } from '../../kit/problem.ts';
import { checkRange } from '../../leave/server/public.ts';
import { mayActFor } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type Level, daysWithin } from '../rules.ts';
import { capacityFor } from './load.ts';

interface Clash {
  id: string;
  project: string | null;
  client: string | null;
  task_type: string | null;
  first_day: Day;
  last_day: Day;
  minutes_per_day: number;
  level: Level;
  total: number;
}

const SHOWN = 100;

/**
 * Bookings that leave in a range would meet, with the minutes that they have on its working days: what is told before leave is
 * asked for or approved. @throws Problem 403 for people whose leave is not the actor's business
 */
export async function clashesOf(tx: Tx, actor: Actor, { query }: { query: { from: Day; to: Day; user_id?: string } }) {
  const { from, to, user_id: user = actor.userId } = query;
  checkRange(from, to);
  if (!(await mayActFor(tx, actor, user))) throw notAllowed();
  const [capacities, rows] = await Promise.all([
    capacityFor(tx, [user], { from, to }),
    tx.all<Clash>(sql`
      select b.id, p.name as project, c.name as client, t.name as task_type, b.first_day, b.last_day, b.minutes_per_day, b.level,
        count(*) over ()::int as total
      from planning.bookings b
      left join clients.projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
      left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
      left join settings.task_types t on t.tenant_id = b.tenant_id and t.id = b.task_type_id
      where b.tenant_id = ${tx.tenant} and b.user_id = ${user} and b.first_day <= ${to} and b.last_day >= ${from}
      order by b.first_day, b.id limit ${SHOWN}`),
  ]);
  const capacity = capacities.get(user) ?? new Uint16Array(daysBetween(from, to) + 1);
  const bookings = rows.map(({ total: _total, minutes_per_day, ...booking }) => {
    const [start, end] = daysWithin(from, capacity.length, booking);
    const working = capacity.subarray(start, end).filter((minutes) => minutes > 0).length;
    return { ...booking, minutes: working * minutes_per_day };
  });
  return { bookings, minutes: bookings.reduce((sum, { minutes }) => sum + minutes, 0), total: rows[0]?.total ?? 0 };
}
