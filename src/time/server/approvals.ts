import { type Day, addDays, eachDay, isDay, mondayOf, mondayOfIsoWeek } from '../../kit/day.ts';
import { atLeast } from '../../kit/grades.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid, notAllowed, notFound } from '../../kit/problem.ts';
import { managedBy, mayActFor, today } from '../../people/server/public.ts';
import { notify, notifyEach } from '../../settings/server/public.ts';
import { type Sql, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { tellTime } from './live.ts';
import { TIME_DECIDED, TIME_SUBMITTED } from './notices.ts';
import { rulesOf } from './time-rules.ts';

export type SubmissionState = 'submitted' | 'approved' | 'rejected' | 'open';

interface Submission extends Record<string, unknown> {
  id: string;
  user_id: string;
  week: Day;
  state: SubmissionState;
  submitted_at: string;
  rejections: number;
  version: number;
}

export interface Part extends Record<string, unknown> {
  id: string;
  submission_id: string;
  user_id: string;
  week: Day;
  project_id: string | null;
  state: 'waiting' | 'approved' | 'rejected';
  reason: string;
  decided_by: string | null;
  decided_at: string | null;
  version: number;
}

/** @throws Problem 422 */
export function weekOf(text: string): Day {
  const monday = mondayOfIsoWeek(text) ?? (isDay(text) ? mondayOf(text) : undefined);
  if (monday === undefined) throw invalid([{ path: 'week', message: 'There is no such week.' }]);
  return monday;
}

const submissionOf = (tx: Tx, userId: string, week: Day): Promise<Submission | undefined> =>
  tx.one<Submission>(sql`
    select * from time.submissions where tenant_id = ${tx.tenant} and user_id = ${userId} and week = ${week} for update`);

/**
 * True for a part `a` on which the actor decides: as manager of its project on the day, or where no project is meant as
 * whoever manages the person. hr decides on every part but their own, like everybody.
 */
export function decides(tx: Tx, actor: Actor, day: Day): Sql {
  const own = sql`a.user_id <> ${actor.userId}`;
  if (actor.category === 'hr') return own;
  const managed = atLeast(actor.grade, 'Manager') ? sql`a.user_id in (${managedBy(tx, actor)})` : raw('false');
  return sql`(${own} and case when a.project_id is null then ${managed}
    else exists (select 1 from clients.project_managers m where m.tenant_id = ${tx.tenant} and m.project_id = a.project_id
      and m.user_id = ${actor.userId} and m.valid_from <= ${day} and m.valid_to > ${day}) end)`;
}

/** Opens or closes the days of a week for writing: a day without time gets its row, so that nothing can be added to it. */
async function setLock(tx: Tx, userId: string, week: Day, locked: boolean): Promise<void> {
  const days = eachDay(week, addDays(week, 6));
  await tx.all(sql`
    insert into time.person_days as d (tenant_id, user_id, day, seconds, chargeable_seconds, entry_count, locked_at)
    select ${tx.tenant}::int, ${userId}::uuid, x.day, 0, 0, 0, ${locked ? tx.now : null}::timestamptz
    from unnest(${days}::date[]) as x(day) order by x.day
    on conflict (tenant_id, user_id, day) do update set locked_at = excluded.locked_at returning 1`);
  tellWeek(tx, { user_id: userId, week });
}

/** Screens that show the week fetch it anew. */
const tellWeek = (tx: Tx, { user_id, week }: { user_id: string; week: Day }): void =>
  tellTime(
    tx,
    [week, addDays(week, 6)].map((day) => ({ before: undefined, after: { user_id, day } })),
  );

const note = (
  tx: Tx,
  actor: Actor,
  { user_id, week }: { user_id: string; week: Day },
  act: 'submitted' | 'withdrawn' | 'approved' | 'rejected' | 'reopened',
  { reason = '', project_id = null }: { reason?: string; project_id?: string | null } = {},
): Promise<unknown> =>
  tx.write.insert('time.decisions', [{ id: newId(), user_id, week, act, reason, project_id, created_by: actor.userId }]);

/** The projects whose managers are asked, and null for what the line manager decides on. */
async function partsOf(tx: Tx, userId: string, week: Day, approval: 'manager' | 'project'): Promise<(string | null)[]> {
  if (approval === 'manager') return [null];
  const day = await today(tx);
  const rows = await tx.all<{ project_id: string | null }>(sql`
    select distinct case when exists (
        select 1 from clients.project_managers m where m.tenant_id = ${tx.tenant} and m.project_id = e.project_id
          and m.user_id <> ${userId} and m.valid_from <= ${day} and m.valid_to > ${day})
      then e.project_id end as project_id
    from time.entries e
    where e.tenant_id = ${tx.tenant} and e.user_id = ${userId} and e.day between ${week} and ${addDays(week, 6)} order by 1`);
  return rows.length === 0 ? [null] : rows.map((row) => row.project_id);
}

/** Who is asked: the managers of the projects, the line manager or the lead of the team. */
async function askedFor(tx: Tx, userId: string, parts: readonly (string | null)[]): Promise<string[]> {
  const day = await today(tx);
  const projects = parts.filter((part) => part !== null);
  const rows = await tx.all<{ id: string }>(sql`
    select m.user_id as id from clients.project_managers m
    where m.tenant_id = ${tx.tenant} and m.project_id = any(${projects}::uuid[]) and m.valid_from <= ${day} and m.valid_to > ${day}
    union
    select coalesce(u.manager_id, t.lead_id) from people.users u
    left join people.team_members m on m.tenant_id = u.tenant_id and m.user_id = u.id and m.is_primary
      and m.valid_from <= ${day} and m.valid_to > ${day}
    left join people.teams t on t.tenant_id = m.tenant_id and t.id = m.team_id
    where u.tenant_id = ${tx.tenant} and u.id = ${userId} and ${parts.includes(null)} and coalesce(u.manager_id, t.lead_id) is not null`);
  return rows.map((row) => row.id).filter((id) => id !== userId);
}

const STANDS: Readonly<Record<'submitted' | 'approved', string>> = {
  submitted: 'This week is submitted already.',
  approved: 'This week is approved already.',
};

/**
 * Hands a week in: its days are closed for writing, and whoever decides is told. Handing it in for somebody takes the right to
 * write their time. @throws Problem 403, 409 when it stands already, 422 where the firm asks for no approval
 */
export async function submitWeek(
  tx: Tx,
  actor: Actor,
  { body }: { body: { week: string; user_id?: string } },
): Promise<{ state: SubmissionState }> {
  const week = weekOf(body.week);
  const userId = body.user_id ?? actor.userId;
  const rules = await rulesOf(tx);
  if (rules.approval === 'off') throw invalid([{ path: 'week', message: 'The firm asks for no approval of timesheets.' }]);
  if (!(await mayActFor(tx, actor, userId))) throw notAllowed();
  if (week > (await today(tx))) throw invalid([{ path: 'week', message: 'This week has not begun.' }]);
  // Closed first: what is written at the same moment is in it or refused.
  await setLock(tx, userId, week, true);
  const before = await submissionOf(tx, userId, week);
  if (before?.state === 'submitted' || before?.state === 'approved') throw conflict(STANDS[before.state]);
  const parts = await partsOf(tx, userId, week, rules.approval);
  const id = before?.id ?? newId();
  const set = { state: 'submitted', submitted_at: tx.now };
  if (before) {
    await removeParts(tx, before.id);
    await tx.write.update('time.submissions', [{ before, set }]);
  } else await tx.write.insert('time.submissions', [{ id, user_id: userId, week, ...set, first_submitted_at: tx.now }]);
  await tx.write.insert(
    'time.approvals',
    parts.map((project_id) => ({ id: newId(), submission_id: id, user_id: userId, week, project_id })),
  );
  await note(tx, actor, { user_id: userId, week }, 'submitted');
  const user = await tx.one<{ name: string }>(
    sql`select name from people.users where tenant_id = ${tx.tenant} and id = ${userId}`,
  );
  await notify(tx, {
    kind: TIME_SUBMITTED,
    userIds: (await askedFor(tx, userId, parts)).filter((each) => each !== actor.userId),
    facts: { user: user?.name ?? '', week },
    link: '/time_tracking/timesheet?view=approvals',
  });
  return { state: 'submitted' };
}

async function removeParts(tx: Tx, submission: string): Promise<void> {
  const parts = await tx.all<Part>(sql`
    select * from time.approvals where tenant_id = ${tx.tenant} and submission_id = ${submission} for update`);
  await tx.write.remove('time.approvals', parts);
}

/** Takes a submitted week back, as long as it is not approved as a whole. @throws Problem 404, 409 */
export async function withdrawWeek(
  tx: Tx,
  actor: Actor,
  { body }: { body: { week: string } },
): Promise<{ state: SubmissionState }> {
  const week = weekOf(body.week);
  const before = await submissionOf(tx, actor.userId, week);
  if (!before) throw notFound('This week was not submitted.');
  if (before.state !== 'submitted') throw conflict('Only a week that waits for its approval can be taken back.');
  await removeParts(tx, before.id);
  await tx.write.update('time.submissions', [{ before, set: { state: 'open' } }]);
  await setLock(tx, actor.userId, week, false);
  await note(tx, actor, before, 'withdrawn');
  return { state: 'open' };
}

interface Decision {
  ids: string[];
  approve: boolean;
  reason?: string;
}

/**
 * Approves parts of weeks, or sends them back with a reason. A week is approved when all of its parts are; the first part that
 * is sent back sends the week back and opens its days. All or none.
 * @throws Problem 403 for what is not the actor's to decide, 404, 409 for what is decided already, 422 without a reason
 */
export async function decideWeeks(
  tx: Tx,
  actor: Actor,
  { body }: { body: Decision },
): Promise<{ decided: number; approved_weeks: number }> {
  const reason = body.reason?.trim() ?? '';
  if (!body.approve && reason === '') throw invalid([{ path: 'reason', message: 'A rejection needs a reason.' }]);
  const day = await today(tx);
  const ids = [...new Set(body.ids)];
  // The weeks first, in one order: two who decide on two parts of the same week come one after the other.
  const weeks = await tx.all<Submission>(sql`
    select s.* from time.submissions s where s.tenant_id = ${tx.tenant} and s.id in (
      select a.submission_id from time.approvals a where a.tenant_id = ${tx.tenant} and a.id = any(${ids}::uuid[]))
    order by s.id for update`);
  const parts = await tx.all<Part & { mine: boolean }>(sql`
    select a.*, ${decides(tx, actor, day)} as mine from time.approvals a
    where a.tenant_id = ${tx.tenant} and a.id = any(${ids}::uuid[]) order by a.id for update`);
  if (parts.length < ids.length) throw notFound('There is no such submission.');
  for (const part of parts) {
    if (!part.mine) throw notAllowed();
    if (part.state !== 'waiting') throw conflict('Somebody decided on this in the meantime.');
  }
  await tx.write.update(
    'time.approvals',
    parts.map(({ mine: _mine, ...before }) => ({
      before,
      set: { state: body.approve ? 'approved' : 'rejected', reason, decided_by: actor.userId, decided_at: tx.now },
    })),
  );
  for (const part of parts)
    await note(tx, actor, part, body.approve ? 'approved' : 'rejected', { reason, project_id: part.project_id });
  const whole = body.approve ? await approvedWhole(tx, weeks) : weeks;
  await tx.write.update(
    'time.submissions',
    whole.map((before) => ({
      before,
      set: body.approve ? { state: 'approved' } : { state: 'rejected', rejections: before.rejections + 1 },
    })),
  );
  if (!body.approve) for (const { user_id, week } of whole) await setLock(tx, user_id, week, false);
  else for (const week of whole) tellWeek(tx, week);
  await tellDecision(tx, actor, whole, { act: body.approve ? 'approved' : 'rejected', reason });
  return { decided: parts.length, approved_weeks: body.approve ? whole.length : 0 };
}

async function approvedWhole(tx: Tx, weeks: readonly Submission[]): Promise<Submission[]> {
  const open = await tx.all<{ id: string }>(sql`
    select distinct submission_id as id from time.approvals
    where tenant_id = ${tx.tenant} and submission_id = any(${weeks.map(({ id }) => id)}::uuid[]) and state <> 'approved'`);
  const waiting = new Set(open.map(({ id }) => id));
  return weeks.filter(({ id }) => !waiting.has(id));
}

/** Opens an approved or submitted week again, with a reason that stays. @throws Problem 403, 404, 409, 422 */
export async function reopenWeek(
  tx: Tx,
  actor: Actor,
  { body }: { body: { user_id: string; week: string; reason: string } },
): Promise<{ state: SubmissionState }> {
  const week = weekOf(body.week);
  const reason = body.reason.trim();
  if (reason === '') throw invalid([{ path: 'reason', message: 'Opening a week again needs a reason.' }]);
  const before = await submissionOf(tx, body.user_id, week);
  const day = await today(tx);
  const mine =
    before &&
    (await tx.one(sql`
      select 1 from time.approvals a where a.tenant_id = ${tx.tenant} and a.submission_id = ${before.id} and ${decides(tx, actor, day)} limit 1`));
  if (!mine) throw before ? notAllowed() : notFound('This week was not submitted.');
  if (before.state !== 'approved' && before.state !== 'submitted') throw conflict('This week is open already.');
  await removeParts(tx, before.id);
  await tx.write.update('time.submissions', [{ before, set: { state: 'open' } }]);
  await setLock(tx, body.user_id, week, false);
  await note(tx, actor, before, 'reopened', { reason });
  await tellDecision(tx, actor, [before], { act: 'reopened', reason });
  return { state: 'open' };
}

async function tellDecision(
  tx: Tx,
  actor: Actor,
  weeks: readonly Submission[],
  { act, reason }: { act: 'approved' | 'rejected' | 'reopened'; reason: string },
): Promise<void> {
  const others = weeks.filter((week) => week.user_id !== actor.userId);
  if (others.length === 0) return;
  const by = await tx.one<{ name: string }>(
    sql`select name from people.users where tenant_id = ${tx.tenant} and id = ${actor.userId}`,
  );
  await notifyEach(
    tx,
    TIME_DECIDED,
    others.map(({ user_id, week }) => ({
      userId: user_id,
      facts: { act, by: by?.name ?? '', week, reason },
      link: `/time_tracking/timesheet?w=${week}`,
    })),
  );
}
