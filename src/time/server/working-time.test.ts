import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const MONDAY = '2026-03-02';
const H = 3600;

interface World {
  firm: TestFirm;
  admin: TestUser;
  user: TestUser;
  task: string;
}

/** A firm in two countries that holds what Germany asks: ten hours a day, forty-eight a week, eleven of rest. */
async function world(act: 'warn' | 'refuse'): Promise<World> {
  const firm = await makeFirm(app, ['DE', 'FR']);
  const admin = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const user = await firm.user();
  const found = await firm.within((tx) =>
    tx.one<{ id: string }>(sql`select id from settings.task_types where tenant_id = ${tx.tenant} and name = 'Training'`),
  );
  const task = found?.id ?? '';
  const body = { country: 'DE', day_minutes: 600, week_minutes: 2880, rest_minutes: 660, act };
  expect((await firm.call(admin, 'PUT', '/api/working_times', body)).body).toMatchObject({ ...body, version: 1 });
  return { firm, admin, user, task };
}

const log = (w: World, day: string, hours: number, more: object = {}) =>
  w.firm.call(w.user, 'POST', '/api/time_entries', { day, task_type_id: w.task, seconds: hours * H, ...more });
const cells = (w: World, hours: readonly number[], task = w.task) =>
  w.firm.call(w.user, 'PUT', '/api/timesheets/cells', {
    cells: hours.map((each, index) => ({ day: addDays(MONDAY, index), task_type_id: task, seconds: each * H })),
  });

describe('what a country asks of working time', () => {
  test('is read by everybody with every country of the firm, changed by administrators, and a stale change is refused', async () => {
    const w = await world('warn');
    const listed = await w.firm.call(w.user, 'GET', '/api/working_times');
    expect(listed.body).toMatchObject([
      { country: 'DE', day_minutes: 600, act: 'warn', version: 1 },
      { country: 'FR', day_minutes: null, act: 'warn', version: 0 },
    ]);
    const change = (by: TestUser, body: object) => w.firm.call(by, 'PUT', '/api/working_times', body);
    expect((await change(w.user, { country: 'FR', day_minutes: 600 })).status).toBe(403);
    expect((await change(w.admin, { country: 'DE', day_minutes: 480, version: 0 })).status).toBe(409);
    expect((await change(w.admin, { country: 'XX', day_minutes: 480 })).status).toBe(422);
    const less = await change(w.admin, { country: 'DE', day_minutes: null, version: 1 });
    expect(less.body).toMatchObject({ day_minutes: null, week_minutes: 2880, version: 2 });
  });

  test('is warned of on the sheet of who is in that country, and stops nobody', async () => {
    const w = await world('warn');
    expect((await log(w, MONDAY, 8, { started_at: '14:00' })).status).toBe(200);
    expect((await log(w, addDays(MONDAY, 1), 12, { started_at: '08:00' })).status).toBe(200);
    const { body } = await w.firm.call(w.user, 'GET', `/api/timesheets/${MONDAY}`);
    expect(body.working).toEqual({
      country: 'DE',
      day_minutes: 600,
      week_minutes: 2880,
      rest_minutes: 660,
      act: 'warn',
      rests: [{ day: '2026-03-03', minutes: 600 }],
    });
    const french = await w.firm.user({ country: 'FR' });
    expect((await w.firm.call(french, 'GET', `/api/timesheets/${MONDAY}`)).body.working).toBeNull();
  });

  test('counts the rest from the Sunday before as well', async () => {
    const w = await world('warn');
    await log(w, addDays(MONDAY, -1), 4, { started_at: '19:00' });
    await log(w, MONDAY, 4, { started_at: '07:00' });
    const { body } = await w.firm.call(w.user, 'GET', `/api/timesheets/${MONDAY}`);
    expect(body.working.rests).toEqual([{ day: MONDAY, minutes: 480 }]);
  });
});

describe('where the firm refuses what passes it', () => {
  test('a day, a week and a rest are refused with what they would be; what was there stays', async () => {
    const w = await world('refuse');
    expect((await log(w, MONDAY, 8, { started_at: '14:00' })).status).toBe(200);
    const day = await log(w, MONDAY, 3);
    expect(day).toMatchObject({ status: 422, body: { errors: [{ path: 'seconds' }] } });
    expect(day.body.errors[0].message).toMatch(/11 hours of work\. More than 10 hours a day/);
    const rest = await log(w, addDays(MONDAY, 1), 4, { started_at: '08:30' });
    expect(rest.body.errors[0]).toMatchObject({ path: 'started_at', message: expect.stringMatching(/10\.5 hours of rest/) });
    expect((await log(w, addDays(MONDAY, 1), 4, { started_at: '09:00' })).status).toBe(200);
    const week = await cells(w, [8, 10, 10, 10, 10, 2]);
    expect(week.body.errors[0].message).toMatch(/50 hours of work\. More than 48 hours a week/);
    const { body } = await w.firm.call(w.user, 'GET', `/api/timesheets/${MONDAY}`);
    expect(body.entries).toHaveLength(2);
  });

  test('what was over before may be brought down step by step, and not up', async () => {
    const w = await world('warn');
    const [entry] = (await log(w, MONDAY, 14)).body;
    await w.firm.call(w.admin, 'PUT', '/api/working_times', { country: 'DE', act: 'refuse' });
    const change = (hours: number) => w.firm.call(w.user, 'PATCH', `/api/time_entries/${entry.id}`, { seconds: hours * H });
    expect((await change(15)).status).toBe(422);
    expect((await change(12)).status).toBe(200);
    expect((await cells(w, [11])).status).toBe(200);
    expect((await cells(w, [13])).status).toBe(422);
    expect((await cells(w, [10])).status).toBe(200);
    expect((await cells(w, [10.5])).status).toBe(422);
  });

  test('two who write at once do not pass the week together', async () => {
    const w = await world('refuse');
    expect((await cells(w, [10, 10, 10, 8])).status).toBe(200);
    const answers = await Promise.all([4, 5, 6].map((index) => log(w, addDays(MONDAY, index), 6)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test('a person of another country is asked nothing, and an import stays exact', async () => {
    const w = await world('refuse');
    const french = await w.firm.user({ country: 'FR' });
    const body = { day: MONDAY, task_type_id: w.task, seconds: 14 * H };
    expect((await w.firm.call(french, 'POST', '/api/time_entries', body)).status).toBe(200);
    const csv = `Date,Email,Task,Hours\n${MONDAY},${w.user.email},Training,14\n`;
    const { filename } = (await w.firm.upload(w.admin, '/api/files', 'time.csv', Buffer.from(csv))).body;
    const done = await w.firm.call(w.admin, 'POST', '/api/time_imports', { filename });
    expect(done.body).toMatchObject({ created: 1 });
  });
});
