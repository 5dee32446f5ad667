import type { Day } from '../../kit/day.ts';
import { said } from '../../kit/said.ts';
import type { FeedPart } from '../../leave/server/public.ts';
import { sql } from '../../server/sql.ts';

interface Booked {
  id: string;
  first_day: Day;
  last_day: Day;
  minutes_per_day: number;
  level: string;
  version: number;
  project: string | null;
  client: string | null;
  phase: string | null;
  task: string | null;
}

/** One's own bookings in one's own calendar: what one is booked on, and how many hours a day. Soft ones are tentative. */
export const bookingsFeed: FeedPart = {
  name: 'bookings',
  entries: async (tx, userId, from, to) => {
    const rows = await tx.all<Booked>(sql`
      select b.id, b.first_day, b.last_day, b.minutes_per_day, b.level, b.version, p.name as project, c.name as client,
        h.name as phase, k.name as task
      from planning.bookings b
      left join clients.projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
      left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
      left join clients.phases h on h.tenant_id = b.tenant_id and h.project_id = b.project_id and h.id = b.phase_id
      left join settings.task_types k on k.tenant_id = b.tenant_id and k.id = b.task_type_id
      where b.tenant_id = ${tx.tenant} and b.user_id = ${userId} and b.last_day >= ${from} and b.first_day <= ${to}
      order by b.first_day, b.id`);
    return rows.map(({ id, first_day, last_day, version, level, minutes_per_day, ...work }) => ({
      id,
      first_day,
      last_day,
      version,
      tentative: level !== 'hard',
      title: said`${[work.client, work.project, work.phase, work.task].filter(Boolean).join(' · ')}, ${Math.round((minutes_per_day * 100) / 60) / 100} h a day`,
    }));
  },
};
