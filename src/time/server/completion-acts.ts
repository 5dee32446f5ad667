import { type Day, addDays, eachDay } from '../../kit/day.ts';
import { notFound } from '../../kit/problem.ts';
import { expectedFor, expectedOn } from '../../leave/server/public.ts';
import { refuseFlag, today, visibleOn } from '../../people/server/public.ts';
import { plannedFor } from '../../planning/server/public.ts';
import { tableFile } from '../../server/export.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { completionOf } from '../rules.ts';
import { type CompletionRequest, completionOfAll } from './completion.ts';
import { remindOf } from './reminders.ts';

const PAGES = ['timesheet_completion'];

async function visibleAmong(tx: Tx, actor: Actor, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  return tx.all<{ id: string; name: string }>(sql`
    select u.id, u.name from people.users u
    where u.tenant_id = ${tx.tenant} and u.id = any(${ids}::uuid[]) and ${and(visibleOn(tx, actor, PAGES, sql`u.id`))}`);
}

export interface CompletionDay {
  day: Day;
  due: number;
  leave: number;
  logged: number;
  planned: number;
}

/** The days of one person on which something is missing, with what was planned on them. @throws Problem 404 */
export async function completionDays(
  tx: Tx,
  actor: Actor,
  { body }: { body: { user_id: string; from: Day; to: Day } },
  { looked }: Pick<Visit, 'looked'>,
): Promise<{ days: CompletionDay[] }> {
  const { user_id: id, from } = body;
  const [visible] = await visibleAmong(tx, actor, [id]);
  if (!visible) throw notFound('There is no such person.');
  if (id !== actor.userId) looked(id);
  const yesterday = addDays(await today(tx), -1);
  const to = body.to < yesterday ? body.to : yesterday;
  if (to < from) return { days: [] };
  const [expected, logged, planned] = await Promise.all([
    expectedFor(tx, [id], from, to),
    tx.all<{ day: Day; seconds: number }>(sql`
      select day, seconds from time.person_days where tenant_id = ${tx.tenant} and user_id = ${id} and day between ${from} and ${to}`),
    plannedFor(tx, id, from, to),
  ]);
  const columns = expected.get(id);
  const secondsOn = new Map(logged.map((row) => [row.day, row.seconds]));
  const days = eachDay(from, to).map((day, index) => {
    const { pattern, holiday, leave } = columns ? expectedOn(columns, index) : { pattern: 0, holiday: 0, leave: 0 };
    const plannedOn = planned.filter((row) => row.day === day && row.level === 'hard');
    return {
      day,
      due: pattern - holiday,
      leave: Math.min(leave, pattern - holiday),
      logged: Math.floor((secondsOn.get(day) ?? 0) / 60),
      planned: plannedOn.reduce((sum, row) => sum + row.minutes, 0),
    };
  });
  return { days: days.filter(({ due, leave, logged: done }) => leave + done < due) };
}

/**
 * Reminds people of the days that they miss in a period, as it is now: once a day each, and nobody who misses nothing.
 * @returns how many were told, how many had been already today, and how many miss nothing
 */
export async function remindSelected(
  tx: Tx,
  actor: Actor,
  { body }: { body: { user_ids: string[]; from: Day; to: Day } },
): Promise<{ reminded: number; already: number; complete: number }> {
  refuseFlag(actor, 'can_edit', PAGES);
  const now = await today(tx);
  const yesterday = addDays(now, -1);
  const to = body.to < yesterday ? body.to : yesterday;
  const visible = (await visibleAmong(tx, actor, body.user_ids)).map((row) => row.id);
  if (to < body.from) return { reminded: 0, already: 0, complete: visible.length };
  return remindOf(tx, visible, { from: body.from, to, occasion: now });
}

/** The report as a table, one row a person, with a column for each week. */
export async function exportCompletion(
  tx: Tx,
  actor: Actor,
  { body, query }: { body: CompletionRequest; query: { format?: string } },
): Promise<FileReply> {
  const { weeks, rows } = await completionOfAll(tx, actor, body);
  const share = (value: number | null): number | null => (value === null ? null : Math.round(value * 1000) / 1000);
  const flat = rows.map(({ weeks: own, ...row }) => ({
    ...row,
    completion: share(completionOf(row)),
    due: row.due * 60,
    filled: row.filled * 60,
    logged: row.logged * 60,
    leave: row.leave * 60,
    missing: (row.due - row.filled) * 60,
    ...Object.fromEntries(own.map((week, index) => [`week_${index}`, share(completionOf(week))])),
  }));
  return tableFile(
    `timesheet_completion_${body.from}_${body.to}`,
    query.format,
    [
      { key: 'name', title: 'Name', kind: 'text' },
      { key: 'email', title: 'E-mail', kind: 'text' },
      { key: 'grade', title: 'Grade', kind: 'text' },
      { key: 'team', title: 'Team', kind: 'text' },
      { key: 'manager', title: 'Manager', kind: 'text' },
      { key: 'completion', title: 'Completion (filled ÷ due)', kind: 'number' },
      { key: 'due', title: 'Due (pattern − holidays)', kind: 'hours' },
      { key: 'filled', title: 'Filled (work and leave, each day at most what is due)', kind: 'hours' },
      { key: 'logged', title: 'Logged hours', kind: 'hours' },
      { key: 'leave', title: 'Leave', kind: 'hours' },
      { key: 'missing', title: 'Missing hours', kind: 'hours' },
      ...weeks.map((week, index) => ({ key: `week_${index}`, title: week, kind: 'number' as const })),
    ],
    flat,
  );
}
