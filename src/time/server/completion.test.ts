import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';
import { addDayTo, bandOf, completionOf, noCompletion } from '../rules.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/** Two weeks without holidays in Germany, long gone. */
const MONDAY = '2026-03-02';
const period = { from: MONDAY, to: addDays(MONDAY, 13) };

async function log(firm: TestFirm, user: TestUser, days: readonly [day: number, hours: number][]): Promise<void> {
  await firm.within(async (tx) => {
    const task = await tx.one<{ id: string }>(sql`select id from settings.task_types where tenant_id = ${tx.tenant} limit 1`);
    const rows = days.map(([day, hours]) => ({
      user_id: user.id,
      day: addDays(MONDAY, day),
      task_type_id: task?.id,
      seconds: hours * 3600,
      chargeable: false,
    }));
    await tx.write.insert('time.entries', rows);
  });
}

const days = (first: number, hours: number): [number, number][] => [0, 1, 2, 3, 4].map((day) => [first + day, hours]);

async function away(firm: TestFirm, user: TestUser, first: string, last: string): Promise<void> {
  await firm.within(async (tx) => {
    const type = await tx.one<{ id: string }>(sql`select id from leave.types where tenant_id = ${tx.tenant} limit 1`);
    await tx.write.insert('leave.requests', [
      { user_id: user.id, type_id: type?.id, first_day: first, last_day: last, status: 'approved' },
    ]);
  });
}

const read = async (firm: TestFirm, by: TestUser, more: object = {}) =>
  firm.call(by, 'POST', '/api/utilization/timesheet_completion', { ...period, ...more });

describe('completion of one day (PRODUCT 1: logged work and leave ÷ pattern − holidays, capped per day)', () => {
  const day = fc.record({
    pattern: fc.integer({ min: 0, max: 720 }),
    holiday: fc.integer({ min: 0, max: 720 }),
    leave: fc.integer({ min: 0, max: 720 }),
    logged: fc.integer({ min: 0, max: 1440 }),
  });
  const sumOf = (all: readonly { pattern: number; holiday: number; leave: number; logged: number }[]) => {
    const sum = noCompletion();
    for (const each of all) addDayTo(sum, { ...each, holiday: Math.min(each.holiday, each.pattern) }, each.logged);
    return sum;
  };

  test('is never over one, whatever is logged, and grows with what is logged', () => {
    fc.assert(
      fc.property(fc.array(day, { maxLength: 40 }), fc.nat({ max: 39 }), fc.nat({ max: 600 }), (all, index, more) => {
        const [before, after] = [
          sumOf(all),
          sumOf(all.map((each, at) => (at === index ? { ...each, logged: each.logged + more } : each))),
        ];
        expect(before.filled).toBeLessThanOrEqual(before.due);
        expect(after.filled).toBeGreaterThanOrEqual(before.filled);
        expect(completionOf(before) ?? 0).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('the overtime of one day does not hide the gap of another: 12 h and 4 h of 8 h each are 75 %', () => {
    const eight = { pattern: 480, holiday: 0, leave: 0 };
    const sum = noCompletion();
    addDayTo(sum, eight, 720);
    addDayTo(sum, eight, 240);
    expect(completionOf(sum)).toBe(0.75);
    expect(bandOf(sum)).toBe('partly');
  });

  test('leave fills its day, a holiday asks for nothing, and who is due nothing misses nothing', () => {
    const sum = noCompletion();
    addDayTo(sum, { pattern: 480, holiday: 0, leave: 480 }, 0);
    addDayTo(sum, { pattern: 480, holiday: 480, leave: 0 }, 0);
    expect(sum).toEqual({ due: 480, filled: 480, logged: 0, leave: 480 });
    expect(bandOf(sum)).toBe('complete');
    expect(bandOf(noCompletion())).toBeUndefined();
    expect(completionOf(noCompletion())).toBeNull();
  });
});

describe('the report of completion', () => {
  test('shows people by weeks, with sums of all and bands, to Managers and above', async () => {
    const firm = await makeFirm(app);
    const boss = await firm.user({ grade: 'Manager' });
    const [full, half, none, over] = [await firm.user(), await firm.user(), await firm.user(), await firm.user()];
    await log(firm, full, [...days(0, 8), ...days(7, 8)]);
    await log(firm, half, days(0, 8));
    await log(firm, over, [...days(0, 11), ...days(7, 11)]);
    await log(firm, boss, [...days(0, 8), [7, 12], [8, 4], [9, 8], [10, 8], [11, 8]]);
    const answer = await read(firm, boss, { sort: '-completion' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      through: period.to,
      weeks: [MONDAY, addDays(MONDAY, 7)],
      people: 5,
      count: 5,
      bands: { nothing: 1, partly: 2, complete: 1, over: 1 },
      total: { due: 5 * 4800, filled: 4800 + 2400 + 0 + 4800 + 4560 },
    });
    const rowOf = (user: TestUser) => answer.body.rows.find((row: { user_id: string }) => row.user_id === user.id);
    expect(rowOf(half)).toMatchObject({ band: 'partly', filled: 2400, weeks: [{ filled: 2400 }, { filled: 0, due: 2400 }] });
    expect(rowOf(boss)).toMatchObject({ filled: 4560, logged: 4800, band: 'partly' });
    expect(rowOf(over)).toMatchObject({ band: 'over', filled: 4800 });
    const narrowed = await read(firm, boss, { band: 'nothing' });
    expect(narrowed.body).toMatchObject({ people: 5, count: 1, rows: [{ user_id: none.id, band: 'nothing' }] });
    expect((await read(firm, await firm.user({ grade: 'Senior' }))).status).toBe(403);
    expect((await read(firm, boss, { to: '2027-06-01' })).status).toBe(422);
  });

  test('counts no day that is not over, and leave as filled', async () => {
    const firm = await makeFirm(app);
    const boss = await firm.user({ grade: 'Manager' });
    await away(firm, boss, MONDAY, addDays(MONDAY, 13));
    expect((await read(firm, boss)).body).toMatchObject({
      bands: { complete: 1 },
      total: { due: 4800, filled: 4800, leave: 4800 },
    });
    const ahead = await read(firm, boss, { from: '2031-03-03', to: '2031-03-16' });
    expect(ahead.body).toMatchObject({ people: 0, total: { due: 0 }, rows: [] });
  });

  test('names the missing days of one person, which is noted, and reminds once a day only who misses any', async () => {
    const firm = await makeFirm(app);
    const boss = await firm.user({ grade: 'Manager' });
    const [full, late] = [await firm.user(), await firm.user()];
    await log(firm, full, [...days(0, 8), ...days(7, 8)]);
    await log(firm, late, [...days(0, 8), ...days(7, 8).slice(0, 4), [11, 2.5]]);
    const asked = { user_id: late.id, ...period };
    expect((await firm.call(boss, 'POST', '/api/utilization/completion_days', asked)).body).toEqual({
      days: [{ day: addDays(MONDAY, 11), due: 480, leave: 0, logged: 150, planned: 0 }],
    });
    const remind = { user_ids: [full.id, late.id], ...period };
    expect((await firm.call(boss, 'POST', '/api/utilization/remind', remind)).body).toEqual({
      reminded: 1,
      already: 0,
      complete: 1,
    });
    expect((await firm.call(boss, 'POST', '/api/utilization/remind', remind)).body).toEqual({
      reminded: 0,
      already: 1,
      complete: 1,
    });
    expect((await firm.call(late, 'GET', '/api/notifications')).body).toMatchObject([
      { title: 'Time is missing on one day', lines: ['Friday 13 March: 5.5 h missing'] },
    ]);
    const row = (await read(firm, boss)).body.rows.find((each: { user_id: string }) => each.user_id === late.id);
    expect(row.reminded_at).not.toBeNull();
    expect((await firm.call(late, 'POST', '/api/utilization/remind', remind)).status).toBe(403);
  });

  test('says what was submitted, in time, and right the first time, where the firm asks for approval', async () => {
    const firm = await makeFirm(app);
    const admin = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
    expect((await read(firm, admin)).body.submitted).toBeNull();
    await firm.call(admin, 'PUT', '/api/time_rules', { approval: 'manager' });
    const [early, late] = [await firm.user(), await firm.user()];
    await firm.within(async (tx) => {
      const week = { week: MONDAY, state: 'approved', rejections: 0 };
      await tx.write.insert('time.submissions', [
        // The Monday after the week, in Berlin, is in time; a minute later is not.
        { ...week, user_id: early.id, submitted_at: '2026-03-09T22:59:00Z', first_submitted_at: '2026-03-09T22:59:00Z' },
        {
          ...week,
          user_id: late.id,
          submitted_at: '2026-03-09T23:00:00Z',
          first_submitted_at: '2026-03-09T23:00:00Z',
          rejections: 1,
        },
      ]);
    });
    // Three people, two weeks each.
    expect((await read(firm, admin)).body.submitted).toEqual({ weeks: 6, submitted: 2, on_time: 1, decided: 2, first_time: 1 });
  });

  test('goes out as a table with a column for each week', async () => {
    const firm = await makeFirm(app);
    const boss = await firm.user({ grade: 'Manager' });
    await log(firm, boss, days(0, 8));
    const answer = await firm.call(boss, 'POST', '/api/utilization/export_completion?format=csv', period);
    expect(answer.status).toBe(200);
    expect(String(answer.body)).toContain(MONDAY);
  });
});
