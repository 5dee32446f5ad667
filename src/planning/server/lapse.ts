import type { Day } from '../../kit/day.ts';
import { said } from '../../kit/said.ts';
import { today } from '../../people/server/public.ts';
import { type AnyNotice, noticeKind, notifyEach } from '../../settings/server/public.ts';
import { type Job, forEveryFirm } from '../../server/jobs.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { announce } from './place.ts';
import { requestNotices } from './requests.ts';
import type { Booking } from './rows.ts';

interface Lapsed {
  user: string;
  work: string;
  first: Day;
  last: Day;
}

/** A booking that one made was never confirmed and is gone. */
const BOOKING_LAPSED = noticeKind<Lapsed>('planning.lapsed', {
  label: said`Bookings of yours that lapsed`,
  words: ({ user, work, first, last }) => ({
    title: said`The booking of ${user} from ${{ day: first }} to ${{ day: last }} has lapsed.`,
    lines: [said`Nobody confirmed it in time: ${work}.`],
    action: said`Open the planning page`,
  }),
});

export const planningNotices: readonly AnyNotice[] = [BOOKING_LAPSED, ...requestNotices];

type Row = Booking & Lapsed;

/** Bookings that nobody touched for as long as their level lets them stand; the level is that of the person's team of today. */
const lapsed = (tx: Tx, day: Day): Promise<Row[]> =>
  tx.all<Row>(sql`
    select b.*, u.name as user, coalesce(p.name, t.name, '') as work, b.first_day as first, b.last_day as last
    from planning.bookings b
    join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
    left join clients.projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
    left join settings.task_types t on t.tenant_id = b.tenant_id and t.id = b.task_type_id
    left join people.team_members m on m.tenant_id = b.tenant_id and m.user_id = b.user_id and m.is_primary
      and m.valid_from <= ${day} and m.valid_to > ${day}
    join people.booking_levels l on l.tenant_id = b.tenant_id and l.counts = b.level and l.expires_days is not null
      and l.team_id is not distinct from (
        select o.team_id from people.booking_levels o where o.tenant_id = b.tenant_id and o.team_id = m.team_id limit 1)
    where b.tenant_id = ${tx.tenant} and b.level <> 'hard' and b.updated_at < ${tx.now}::timestamptz - make_interval(days => l.expires_days)
    order by b.id for update of b`);

/** Takes away what lapsed and tells who made it. @returns how many bookings */
export async function lapse(tx: Tx): Promise<number> {
  const rows = await lapsed(tx, await today(tx));
  if (rows.length === 0) return 0;
  await tx.write.remove(
    'planning.bookings',
    rows.map(({ user: _user, work: _work, first: _first, last: _last, ...booking }) => booking),
  );
  await notifyEach(
    tx,
    BOOKING_LAPSED,
    rows.map(({ id, created_by, user, work, first, last, user_id }) => ({
      userId: created_by,
      facts: { user, work, first, last },
      link: `/planning/planning_page?from=${first}&users=${user_id}`,
      occasion: id,
    })),
  );
  announce(tx, rows);
  return rows.length;
}

/** Each night, among the other work that follows from the day. */
export const planningJobs: readonly Job[] = [
  forEveryFirm('planning.lapse', { cron: '40 2 * * *', atStart: true }, async (tx, { log }) => {
    const gone = await lapse(tx);
    if (gone > 0) log.info({ tenant: tx.tenant, bookings: gone }, 'bookings lapsed');
  }),
];
