import { type Day, addDays, addMonths, mondayOf, monthOf, weekday } from '../../kit/day.ts';
import { invalid, notAllowed } from '../../kit/problem.ts';
import { today } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { firmOf } from '../../settings/server/public.ts';
import { hourIn } from '../../time/server/public.ts';
import type { ReportView, Schedule } from '../contract.ts';
import { viewOf } from './views.ts';

export interface ScheduleRow extends Schedule, Record<string, unknown> {
  id: string;
  user_id: string;
  view_id: string;
  sent_for: Day | null;
  version: number;
}

/** The last whole period before a day: a week from its Monday, or a month. */
export const periodBefore = (rhythm: Schedule['rhythm'], now: Day): { from: Day; to: Day } =>
  rhythm === 'week'
    ? { from: addDays(mondayOf(now), -7), to: addDays(mondayOf(now), -1) }
    : { from: addMonths(monthOf(now), -1), to: addDays(monthOf(now), -1) };

/** Whether the day and the hour have come in the week or month of a day; later in it they have. */
export function isDue({ rhythm, day, hour }: Omit<Schedule, 'format'>, now: Day, at: number): boolean {
  const on = rhythm === 'week' ? weekday(now) : Number(now.slice(8));
  return on > day || (on === day && at >= hour);
}

/** The schedules of a firm whose time has come and whose period was not sent yet. */
export async function dueSchedules(tx: Tx): Promise<{ row: ScheduleRow; period: { from: Day; to: Day } }[]> {
  const [{ time_zone: zone }, now] = await Promise.all([firmOf(tx), today(tx)]);
  const rows = await tx.all<ScheduleRow>(sql`
    select * from reporting.schedules where tenant_id = ${tx.tenant} order by id for update`);
  return rows
    .filter((row) => isDue(row, now, hourIn(zone, tx.now)))
    .map((row) => ({ row, period: periodBefore(row.rhythm, now) }))
    .filter(({ row, period }) => row.sent_for === null || row.sent_for < period.from);
}

/**
 * Has a view sent to oneself. The first one comes when the day comes next: what was due before is not sent at once.
 * @throws Problem 403 for who may not export, 404, 422
 */
export async function schedule(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: Omit<Schedule, 'format'> & { format?: Schedule['format'] } },
): Promise<ReportView> {
  const view = await viewOf(tx, actor, params.id);
  if (actor.accesses[view.screen]?.['can_export'] === false) throw notAllowed();
  if (!view.has_file) throw invalid([{ path: 'id', message: 'Save this view again before it can be sent.' }]);
  if (body.rhythm === 'week' && body.day > 7) throw invalid([{ path: 'day', message: 'A week has seven days.' }]);
  const [{ time_zone: zone }, now] = await Promise.all([firmOf(tx), today(tx)]);
  const before = await tx.one<ScheduleRow>(sql`
    select * from reporting.schedules where tenant_id = ${tx.tenant} and user_id = ${actor.userId} and view_id = ${params.id}`);
  const sent = before?.rhythm === body.rhythm ? before.sent_for : null;
  const set = { ...body, sent_for: isDue(body, now, hourIn(zone, tx.now)) ? periodBefore(body.rhythm, now).from : sent };
  if (before) await tx.write.update('reporting.schedules', [{ before, set }]);
  else await tx.write.insert('reporting.schedules', [{ user_id: actor.userId, view_id: params.id, ...set }]);
  return viewOf(tx, actor, params.id);
}

/** Has it sent no more; where it is not sent nothing changes. */
export async function unschedule(tx: Tx, actor: Actor, { params }: { params: { id: string } }): Promise<{ success: boolean }> {
  const rows = await tx.all<ScheduleRow>(sql`
    select * from reporting.schedules where tenant_id = ${tx.tenant} and user_id = ${actor.userId} and view_id = ${params.id}`);
  await tx.write.remove('reporting.schedules', rows);
  return { success: true };
}

/** What comes to oneself by mail. */
export const listSchedules = (
  tx: Tx,
  actor: Actor,
): Promise<({ view_id: string; name: string; screen: ReportView['screen'] } & Schedule)[]> =>
  tx.all(sql`
    select s.view_id, v.name, v.screen, s.rhythm, s.day, s.hour, s.format
    from reporting.schedules s join reporting.views v on v.tenant_id = s.tenant_id and v.id = s.view_id
    where s.tenant_id = ${tx.tenant} and s.user_id = ${actor.userId} order by v.name collate app.names, s.id`);
