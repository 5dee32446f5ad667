import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const MONDAY = '2026-03-02';
const WEEK = '2026-W10';

interface World {
  firm: TestFirm;
  admin: TestUser;
  manager: TestUser;
  user: TestUser;
  task: string;
  project: string;
}

async function world(approval: 'manager' | 'project' | 'off' = 'manager'): Promise<World> {
  const firm = await makeFirm(app);
  const admin = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const manager = await firm.user({ grade: 'Manager' });
  const user = await firm.user({ grade: 'Junior', managerId: manager.id });
  if (approval !== 'off') expect((await firm.call(admin, 'PUT', '/api/time_rules', { approval })).status).toBe(200);
  const [task, project] = await firm.within(async (tx) => {
    const type = await tx.one<{ id: string }>(sql`select id from settings.task_types where tenant_id = ${tx.tenant} limit 1`);
    const [row] = await tx.write.insert<{ id: string }>('clients.projects', [
      { code: 'P-1', name: 'Audit', chargeable: true, currency: 'EUR' },
    ]);
    return [type?.id ?? '', row?.id ?? ''];
  });
  return { firm, admin, manager, user, task, project };
}

const log = ({ firm, user, task }: World, day = MONDAY, seconds = 28_800, more: object = {}) =>
  firm.call(user, 'POST', '/api/time_entries', { day, seconds, task_type_id: task, ...more });
const submit = ({ firm, user }: World) => firm.call(user, 'POST', '/api/timesheets/submit', { week: WEEK });
const sheet = async ({ firm, user }: World, by = user) =>
  (await firm.call(by, 'GET', `/api/timesheets/${WEEK}?user_id=${user.id}`)).body;
const waiting = async ({ firm }: World, by: TestUser) => (await firm.call(by, 'GET', '/api/timesheet_approvals')).body;
const decide = ({ firm }: World, by: TestUser, ids: string[], approve: boolean, reason?: string) =>
  firm.call(by, 'POST', '/api/timesheets/decide', { ids, approve, ...(reason === undefined ? {} : { reason }) });

describe('a week that the line manager approves', () => {
  test('is closed when it is handed in, read-only when approved, and opened again only with a reason', async () => {
    const w = await world();
    await log(w);
    expect((await submit(w)).body).toEqual({ state: 'submitted' });
    expect((await submit(w)).status).toBe(409);
    expect((await log(w, addDays(MONDAY, 1))).status).toBe(409);
    const [row] = await waiting(w, w.manager);
    expect(row).toMatchObject({ user_id: w.user.id, week: MONDAY, project: null, seconds: 28_800 });
    expect((await decide(w, w.manager, [row.id], true)).body).toEqual({ decided: 1, approved_weeks: 1 });
    expect(await sheet(w)).toMatchObject({ approval: { state: 'approved', acts: [{ act: 'approved' }, { act: 'submitted' }] } });
    expect((await log(w, addDays(MONDAY, 6))).status).toBe(409);
    const reopen = (by: TestUser, reason: string) =>
      w.firm.call(by, 'POST', '/api/timesheets/reopen', { user_id: w.user.id, week: WEEK, reason });
    expect((await reopen(w.manager, ' ')).status).toBe(422);
    expect((await reopen(w.user, 'mine')).status).toBe(403);
    expect((await reopen(w.manager, 'A client meeting is missing.')).body).toEqual({ state: 'open' });
    expect((await log(w, addDays(MONDAY, 1))).status).toBe(200);
    expect((await w.firm.call(w.user, 'GET', '/api/notifications')).body).toMatchObject([
      { lines: ['A client meeting is missing.'] },
      { title: expect.stringContaining('approved your week') },
    ]);
    expect((await w.firm.call(w.manager, 'GET', '/api/notifications')).body).toMatchObject([
      { title: expect.stringContaining('has submitted the week') },
    ]);
  });

  test('sent back with a reason, it is open, and handed in again', async () => {
    const w = await world();
    await log(w);
    await submit(w);
    const [row] = await waiting(w, w.manager);
    expect((await decide(w, w.manager, [row.id], false)).status).toBe(422);
    expect((await decide(w, w.manager, [row.id], false, 'Tuesday is empty.')).status).toBe(200);
    expect((await decide(w, w.manager, [row.id], true)).status).toBe(409);
    expect(await sheet(w)).toMatchObject({
      approval: { state: 'rejected', parts: [{ state: 'rejected', reason: 'Tuesday is empty.' }] },
    });
    expect((await log(w, addDays(MONDAY, 1))).status).toBe(200);
    expect((await submit(w)).body).toEqual({ state: 'submitted' });
  });

  test('is taken back by its person as long as it waits', async () => {
    const w = await world();
    await log(w);
    await submit(w);
    expect((await w.firm.call(w.user, 'POST', '/api/timesheets/withdraw', { week: WEEK })).body).toEqual({ state: 'open' });
    expect(await waiting(w, w.manager)).toEqual([]);
    expect((await log(w, addDays(MONDAY, 1))).status).toBe(200);
    expect((await w.firm.call(w.user, 'POST', '/api/timesheets/withdraw', { week: WEEK })).status).toBe(409);
  });

  test('is nobody’s own to approve, nor that of somebody who does not manage the person', async () => {
    const w = await world();
    await log(w);
    await submit(w);
    const [row] = await waiting(w, w.manager);
    const other = await w.firm.user({ grade: 'Director' });
    for (const by of [w.user, other]) {
      expect(await waiting(w, by)).toEqual([]);
      expect((await decide(w, by, [row.id], true)).status).toBe(403);
    }
    // hr decides on everybody but themselves.
    expect((await w.firm.call(w.admin, 'POST', '/api/timesheets/submit', { week: WEEK })).status).toBe(200);
    expect((await waiting(w, w.admin)).map((each: { user_id: string }) => each.user_id)).toEqual([w.user.id]);
    const stranger = await makeFirm(app);
    expect(
      (
        await stranger.call(await stranger.user({ category: 'hr' }), 'POST', '/api/timesheets/decide', {
          ids: [row.id],
          approve: true,
        })
      ).status,
    ).toBe(404);
  });

  test('two who decide at once: one does', async () => {
    const w = await world();
    await log(w);
    await submit(w);
    const [row] = await waiting(w, w.manager);
    const answers = await Promise.all([decide(w, w.manager, [row.id], true), decide(w, w.admin, [row.id], false, 'No.')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('what is written at the moment of handing in is in it or refused', async () => {
    const w = await world();
    await log(w);
    const [submitted, ...written] = await Promise.all([
      submit(w),
      ...[1, 2, 3, 4].map((day) => log(w, addDays(MONDAY, day), 3600)),
    ]);
    expect(submitted?.status).toBe(200);
    const seconds = 28_800 + 3600 * written.filter(({ status }) => status === 200).length;
    const [row] = await waiting(w, w.manager);
    expect(row.seconds).toBe(seconds);
    expect(written.every(({ status }) => status === 200 || status === 409)).toBe(true);
  });

  test('asks for approval only where the firm does', async () => {
    const w = await world('off');
    await log(w);
    expect((await submit(w)).status).toBe(422);
    expect(await sheet(w)).toMatchObject({ approval: { state: 'none', parts: [] } });
  });
});

describe('a week that project managers approve', () => {
  test('has a part for each project and one for the rest; it is approved when all are', async () => {
    const w = await world('project');
    const lead = await w.firm.user({ grade: 'Senior' });
    await w.firm.within((tx) => tx.write.insert('clients.project_managers', [{ project_id: w.project, user_id: lead.id }]));
    await log(w);
    await log(w, addDays(MONDAY, 1), 7200, { task_type_id: null, project_id: w.project });
    await submit(w);
    const [mine] = await waiting(w, lead);
    expect(mine).toMatchObject({ project: 'Audit', seconds: 7200, chargeable_seconds: 7200 });
    const [rest] = await waiting(w, w.manager);
    expect(rest).toMatchObject({ project: null, seconds: 28_800 });
    expect((await decide(w, lead, [rest.id], true)).status).toBe(403);
    expect((await decide(w, lead, [mine.id], true)).body).toEqual({ decided: 1, approved_weeks: 0 });
    expect(await sheet(w)).toMatchObject({ approval: { state: 'submitted' } });
    expect((await decide(w, w.manager, [rest.id], true)).body).toEqual({ decided: 1, approved_weeks: 1 });
    expect(await sheet(w)).toMatchObject({ approval: { state: 'approved' } });
  });
});

describe('what the firm asks of its timesheets', () => {
  test('is read by everybody and changed by administrators; a stale change is refused', async () => {
    const w = await world('off');
    expect((await w.firm.call(w.user, 'GET', '/api/time_rules')).body).toMatchObject({
      approval: 'off',
      rounding_minutes: 0,
      version: 0,
    });
    expect((await w.firm.call(w.user, 'PUT', '/api/time_rules', { approval: 'manager' })).status).toBe(403);
    const changed = await w.firm.call(w.admin, 'PUT', '/api/time_rules', { rounding_minutes: 15, rounding: 'up', version: 0 });
    expect(changed.body).toMatchObject({ rounding_minutes: 15, rounding: 'up', version: 1 });
    expect((await w.firm.call(w.admin, 'PUT', '/api/time_rules', { past_days: 3, version: 0 })).status).toBe(409);
  });

  test('rounds what is typed, asks for notes, and closes what lies too far back', async () => {
    const w = await world('off');
    const rules = (body: object) => w.firm.call(w.admin, 'PUT', '/api/time_rules', body);
    await rules({ rounding_minutes: 15, rounding: 'up' });
    expect((await log(w, MONDAY, 60)).body).toMatchObject([{ seconds: 900 }]);
    const cell = await w.firm.call(w.user, 'PUT', '/api/timesheets/cells', {
      cells: [{ day: addDays(MONDAY, 1), task_type_id: w.task, seconds: 3700 }],
    });
    expect(cell.body).toMatchObject({ cells: [{ seconds: 4500 }] });
    await rules({ rounding_minutes: 0, comment_required: true });
    expect((await log(w)).body).toMatchObject({ errors: [{ path: 'comment' }] });
    expect((await log(w, MONDAY, 600, { comment: 'Read the file' })).status).toBe(200);
    await rules({ comment_required: false, past_days: 7 });
    const old = await log(w);
    expect(old).toMatchObject({ status: 422, body: { errors: [{ path: 'day' }] } });
  });
});
