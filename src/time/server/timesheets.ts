import { type Day, addDays, eachDay, isDay, mondayOf, mondayOfIsoWeek, isoWeek } from '../../kit/day.ts';
import { invalid, notFound } from '../../kit/problem.ts';
import { expectedFor, expectedOn, holidayBook, holidaysBetween, holidaysOf } from '../../leave/server/public.ts';
import { placesFor, today } from '../../people/server/public.ts';
import { plannedFor } from '../../planning/server/public.ts';
import type { Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import {
  type EntryListRow,
  type EntryRow,
  chargeableBy,
  checkDay,
  personOf,
  refuseLockedDays,
  selectEntries,
} from './entries.ts';
import { approvalOf } from './approval-rows.ts';
import { heldTo } from './time-rules.ts';
import { refuseOverwork, workingTimeOf } from './working-time.ts';

interface CellInput {
  day: Day;
  project_id?: string | null;
  task_type_id?: string | null;
  seconds: number;
  comment?: string;
}

const noPlan = { project: null, project_code: null, client: null };

/** A week of one person: what is expected, what is logged, what is planned. */
export async function readTimesheet(
  tx: Tx,
  actor: Actor,
  { params, query }: { params: { week: string }; query: { user_id?: string } },
  { looked }: Pick<Visit, 'looked'>,
) {
  const monday = mondayOfIsoWeek(params.week) ?? (isDay(params.week) ? mondayOf(params.week) : undefined);
  if (monday === undefined) throw invalid([{ path: 'week', message: 'There is no such week.' }]);
  const sunday = addDays(monday, 6);
  const userId = await personOf(tx, actor, query.user_id);
  if (userId !== actor.userId) looked(userId);
  const [user, entries, expected, holidays, days, firm, planned, places, working] = await Promise.all([
    tx.one<{ id: string; name: string; country: string; region: string | null }>(sql`
      select id, name, country, region from people.users where tenant_id = ${tx.tenant} and id = ${userId}`),
    tx.all<EntryListRow>(
      sql`${selectEntries(tx, sql`e.user_id = ${userId} and e.day between ${monday} and ${sunday}`)} order by e.day, e.created_at, e.id`,
    ),
    expectedFor(tx, [userId], monday, sunday),
    holidaysBetween(tx, monday, sunday),
    tx.all<{ day: Day; seconds: number; locked: boolean }>(sql`
      select day, seconds, locked_at is not null as locked from time.person_days
      where tenant_id = ${tx.tenant} and user_id = ${userId} and day between ${monday} and ${sunday}`),
    tx.one<{ locked_through: Day | null }>(sql`select locked_through from settings.firm where tenant_id = ${tx.tenant}`),
    plannedFor(tx, userId, monday, sunday),
    placesFor(tx, [userId], monday, sunday),
    workingTimeOf(tx, userId, monday),
  ]);
  if (!user) throw notFound('There is no such person.');
  const approval = await approvalOf(tx, actor, userId, monday);
  const byDay = new Map(days.map((row) => [row.day, row]));
  const columns = expected.get(userId);
  const off = new Map(holidaysOf(holidayBook(holidays), { ...user, places }).map(({ day, name }) => [day, name]));
  const holidayOn = (day: Day): string | null => off.get(day) ?? null;
  return {
    week: isoWeek(monday),
    user: { id: user.id, name: user.name },
    may_edit: true,
    approval,
    working: working(entries),
    days: eachDay(monday, sunday).map((day, index) => ({
      day,
      expected: columns ? expectedOn(columns, index) : { pattern: 0, holiday: 0, leave: 0 },
      holiday: holidayOn(day),
      locked: (byDay.get(day)?.locked ?? false) || (firm?.locked_through != null && day <= firm.locked_through),
      seconds: byDay.get(day)?.seconds ?? 0,
    })),
    entries,
    planned: await withNames(tx, planned),
  };
}

interface Planned {
  day: Day;
  project_id: string | null;
  task_type_id: string | null;
  minutes: number;
  level: string;
}

async function withNames(tx: Tx, planned: readonly Planned[]) {
  const projects = [...new Set(planned.flatMap((row) => row.project_id ?? []))];
  const tasks = [...new Set(planned.flatMap((row) => row.task_type_id ?? []))];
  if (projects.length + tasks.length === 0) return [];
  const [projectRows, taskRows] = await Promise.all([
    tx.all<{ id: string; project: string; project_code: string; client: string | null }>(sql`
      select p.id, p.name as project, p.code as project_code, c.name as client from clients.projects p
      left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
      where p.tenant_id = ${tx.tenant} and p.id = any(${projects}::uuid[])`),
    tx.all<{ id: string; task_type: string }>(sql`
      select id, name as task_type from settings.task_types where tenant_id = ${tx.tenant} and id = any(${tasks}::uuid[])`),
  ]);
  const projectById = new Map(projectRows.map((row) => [row.id, row]));
  const taskById = new Map(taskRows.map((row) => [row.id, row]));
  return planned.map((row) => {
    const { project, project_code, client } = projectById.get(row.project_id ?? '') ?? noPlan;
    return { ...row, project, project_code, client, task_type: taskById.get(row.task_type_id ?? '')?.task_type ?? null };
  });
}

const keyOf = (cell: { day: Day; project_id?: string | null; task_type_id?: string | null }): string =>
  `${cell.day} ${cell.project_id ?? ''} ${cell.task_type_id ?? ''}`;

interface Plan {
  inserts: Record<string, unknown>[];
  updates: { before: EntryRow; set: Record<string, unknown> }[];
  removals: EntryRow[];
}

/**
 * What makes the entries of a cell add up to its time. One entry is changed; of several the difference goes to the
 * latest, and from there to earlier ones; an entry without time left goes. A comment lands on the latest that stays.
 */
function fit(plan: Plan, entries: readonly EntryRow[], cell: CellInput, fresh: Record<string, unknown>): void {
  const total = entries.reduce((sum, entry) => sum + entry.seconds, 0);
  if (entries.length === 0) {
    if (cell.seconds > 0) plan.inserts.push(fresh);
    return;
  }
  if (cell.seconds === 0) {
    plan.removals.push(...entries);
    return;
  }
  let difference = cell.seconds - total;
  let comment = cell.comment;
  for (const entry of [...entries].reverse()) {
    const seconds = Math.max(0, entry.seconds + difference);
    difference -= seconds - entry.seconds;
    if (seconds === 0) plan.removals.push(entry);
    else {
      plan.updates.push({ before: entry, set: { seconds, ...(comment === undefined ? {} : { comment }) } });
      comment = undefined;
    }
  }
}

/** Sets cells to their whole time in one transaction, for oneself or a person one manages. */
export async function setCells(
  tx: Tx,
  actor: Actor,
  { body }: { body: { user_id?: string; cells: CellInput[] } },
): Promise<{ cells: (CellInput & { entries: EntryRow[] })[] }> {
  const userId = await personOf(tx, actor, body.user_id);
  const days = [...new Set(body.cells.map((cell) => cell.day))];
  const timed = body.cells.filter(({ seconds }) => seconds > 0);
  if (new Set(body.cells.map(keyOf)).size < body.cells.length)
    throw invalid([{ path: 'cells', message: 'The same cell stands twice.' }]);
  const [now, isChargeable, rows] = await Promise.all([
    today(tx),
    chargeableBy(
      tx,
      timed.map((cell) => ({ ...cell, user_id: userId })),
    ),
    tx.all<EntryRow>(sql`
      select * from time.entries where tenant_id = ${tx.tenant} and user_id = ${userId} and day = any(${days}::date[])
      order by created_at, id for update`),
    refuseLockedDays(tx, days),
  ]);
  const present = Map.groupBy(rows, keyOf);
  const kept = await heldTo(
    tx,
    body.cells.map((cell) => ({ ...cell, comment: cell.comment ?? (present.has(keyOf(cell)) ? undefined : '') })),
    (index, field) => `cells.${index}.${field}`,
  );
  const cells = body.cells.map((cell, index) => ({ ...cell, seconds: kept[index] ?? cell.seconds }));
  const plan: Plan = { inserts: [], updates: [], removals: [] };
  for (const cell of cells) {
    checkDay(cell.day, now);
    const fresh = {
      user_id: userId,
      day: cell.day,
      project_id: cell.project_id ?? null,
      task_type_id: cell.task_type_id ?? null,
      seconds: cell.seconds,
      // A cell that is emptied asks nothing of its project.
      chargeable: cell.seconds > 0 && isChargeable({ ...cell, user_id: userId }),
      comment: cell.comment ?? '',
      created_by: actor.userId,
    };
    fit(plan, present.get(keyOf(cell)) ?? [], cell, fresh);
  }
  // Removals first: a day that is full may be rearranged in one go.
  await tx.write.remove('time.entries', plan.removals);
  const shrinking = plan.updates.filter(({ before, set }) => Number(set['seconds']) <= before.seconds);
  const growing = plan.updates.filter(({ before, set }) => Number(set['seconds']) > before.seconds);
  await tx.write.update('time.entries', shrinking);
  await tx.write.update('time.entries', growing);
  await tx.write.insert('time.entries', plan.inserts);
  const after = await tx.all<EntryRow>(sql`
    select * from time.entries where tenant_id = ${tx.tenant} and user_id = ${userId} and day = any(${days}::date[]) order by created_at, id`);
  await refuseOverwork(tx, [...rows.map((before) => ({ before })), ...after.map((entry) => ({ after: entry }))]);
  const stored = Map.groupBy(after, keyOf);
  return { cells: cells.map((cell) => ({ ...cell, entries: stored.get(keyOf(cell)) ?? [] })) };
}
