import { type Day, addDays, isoWeek, mondayOf, weekday } from '../../kit/day.ts';
import { said } from '../../kit/said.ts';
import { expectedFor, expectedOn } from '../../leave/server/public.ts';
import { today } from '../../people/server/public.ts';
import { type Job, forEveryFirm } from '../../server/jobs.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { firmOf, noticeKind, notifyEach } from '../../settings/server/public.ts';
import { hourIn } from './reminders.ts';

/** One person's week: hours as they are read, and what they went into, the most first. */
interface Week {
  monday: Day;
  logged: number;
  due: number;
  work: { name: string; hours: number }[];
}

const DAYS = 7;
const SHOWN = 8;
const HUNDRED = 100;

/** One's own week in figures. It comes only to those who ask for it. */
export const WEEK_SUMMARY = noticeKind<Week>('time.week', {
  label: said`Summary of your week`,
  usually: { mail: false, app: false },
  words: ({ monday, logged, due, work }) => ({
    title: said`Your week of ${{ day: monday }}: ${logged} of ${due} hours`,
    lines: work.map(({ name, hours }) => said`${name}: ${hours} h`),
    action: said`Open the timesheet`,
  }),
});

const hoursOf = (seconds: number): number => Math.round((seconds * HUNDRED) / 3600) / HUNDRED;

/** Those who asked for the summary, one way or the other, and can sign in. */
async function readers(tx: Tx): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select c.id from settings.notification_choices c
    join access.memberships m on m.tenant_id = c.tenant_id and m.id = c.id and m.is_active
    where c.tenant_id = ${tx.tenant}
      and 'true' in (c.choices -> ${WEEK_SUMMARY.name}::text ->> 'mail', c.choices -> ${WEEK_SUMMARY.name}::text ->> 'app')`);
  return rows.map(({ id }) => id);
}

/** The week of each of some people: four statements for any number of them. */
async function weeksOf(tx: Tx, users: readonly string[], monday: Day): Promise<Map<string, Week>> {
  const sunday = addDays(monday, DAYS - 1);
  const [expected, sums] = await Promise.all([
    expectedFor(tx, users, monday, sunday),
    tx.all<{ user_id: string; name: string; seconds: number }>(sql`
      select e.user_id, coalesce(p.name, k.name) as name, sum(e.seconds)::int as seconds
      from time.entries e
      left join clients.projects p on p.tenant_id = e.tenant_id and p.id = e.project_id
      left join settings.task_types k on k.tenant_id = e.tenant_id and k.id = e.task_type_id
      where e.tenant_id = ${tx.tenant} and e.user_id = any(${users}::uuid[]) and e.day between ${monday} and ${sunday}
      group by 1, 2 order by 3 desc, 2`),
  ]);
  const byUser = Map.groupBy(sums, (row) => row.user_id);
  return new Map(
    users.map((id) => {
      const columns = expected.get(id);
      const due = Array.from({ length: DAYS }, (_, index) => {
        const { pattern, holiday, leave } = columns ? expectedOn(columns, index) : { pattern: 0, holiday: 0, leave: 0 };
        return Math.max(0, pattern - holiday - leave) * 60;
      });
      const rows = byUser.get(id) ?? [];
      const work = rows.slice(0, SHOWN).map(({ name, seconds }) => ({ name, hours: hoursOf(seconds) }));
      const logged = hoursOf(rows.reduce((sum, row) => sum + row.seconds, 0));
      return [id, { monday, logged, due: hoursOf(due.reduce((sum, each) => sum + each, 0)), work }];
    }),
  );
}

/**
 * Tells those who asked for it of their week before: on Mondays from the hour on at which the firm reminds, once a week. Who
 * had nothing to log and logged nothing is told nothing.
 * @returns how many people were told
 */
export async function tellWeek(tx: Tx): Promise<number> {
  const firm = await firmOf(tx);
  const day = await today(tx);
  if (weekday(day) !== 1 || hourIn(firm.time_zone, tx.now) < firm.remind_hour) return 0;
  const users = await readers(tx);
  if (users.length === 0) return 0;
  const monday = addDays(mondayOf(day), -DAYS);
  const week = isoWeek(monday);
  const told = [...(await weeksOf(tx, users, monday))].filter(([, { logged, due }]) => logged + due > 0);
  return notifyEach(
    tx,
    WEEK_SUMMARY,
    told.map(([userId, facts]) => ({ userId, facts, link: `/time_tracking/timesheet?w=${week}`, occasion: week })),
  );
}

/** Hourly, because the hour comes for each firm where the firm is. */
const tellWeekly = forEveryFirm('time.week', { cron: '20 * * * *' }, async (tx, { log }) => {
  const people = await tellWeek(tx);
  if (people > 0) log.info({ tenant: tx.tenant, people }, 'people were told of their week');
});

export const weeklyJobs: readonly Job[] = [tellWeekly];
