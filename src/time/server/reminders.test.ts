import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays } from '../../kit/day.ts';
import { withTenant } from '../../server/tx.ts';
import { sql } from '../../server/sql.ts';
import { remind, timeNotices } from './reminders.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/** Monday, 9 March 2026: the firm reminds on Mondays from 9 o'clock. Berlin is one hour ahead of UTC. */
const MONDAY = '2026-03-02';
const at = (clock: string): Date => new Date(`2026-03-09T${clock}Z`);
const NINE = at('08:00:00');

const remindAt = (firm: TestFirm, now: Date): Promise<number> =>
  withTenant({ ...app.host, clock: () => now }, { tenant: firm.tenant }, remind);

async function log(firm: TestFirm, user: TestUser, days: readonly [day: number, hours: number][]): Promise<void> {
  await firm.within(async (tx) => {
    const task = await tx.one<{ id: string }>(sql`select id from settings.task_types where tenant_id = ${tx.tenant} limit 1`);
    await tx.write.insert(
      'time.entries',
      days.map(([day, hours]) => ({
        user_id: user.id,
        day: addDays(MONDAY, day),
        task_type_id: task?.id,
        seconds: hours * 3600,
        chargeable: false,
      })),
    );
  });
}

const full: [number, number][] = [0, 1, 2, 3, 4].map((day) => [day, 8]);
const told = async (firm: TestFirm, user: TestUser) => (await firm.call(user, 'GET', '/api/notifications')).body;

/** Puts somebody on leave. */
async function away(firm: TestFirm, user: TestUser, first: string, last: string): Promise<void> {
  await firm.within(async (tx) => {
    const type = await tx.one<{ id: string }>(sql`select id from leave.types where tenant_id = ${tx.tenant} limit 1`);
    await tx.write.insert('leave.requests', [
      { user_id: user.id, type_id: type?.id, first_day: first, last_day: last, status: 'approved' },
    ]);
  });
}

describe('the weekly reminder of missing time', () => {
  test('names the days with what is missing, to those who miss any, once a week', async () => {
    const firm = await makeFirm(app);
    const [done, late, none] = [await firm.user(), await firm.user(), await firm.user()];
    await log(firm, done, full);
    await log(firm, late, [...full.slice(0, 3), [3, 2.5]]);
    expect(await remindAt(firm, NINE)).toBe(2);
    expect(await remindAt(firm, at('09:10:00'))).toBe(0);
    expect(await told(firm, done)).toEqual([]);
    expect(await told(firm, late)).toMatchObject([
      {
        title: 'Time is missing on 2 days',
        lines: ['Thursday 5 March: 5.5 h missing', 'Friday 6 March: 8 h missing'],
        link: '/time_tracking/timesheet?w=2026-W10',
      },
    ]);
    expect((await told(firm, none))[0].lines).toHaveLength(5);
  });

  test('comes on the firm’s day from the firm’s hour, where the firm is, or never', async () => {
    const firm = await makeFirm(app);
    await firm.user();
    expect(await remindAt(firm, at('07:59:59'))).toBe(0);
    expect(await remindAt(firm, new Date('2026-03-10T12:00:00Z'))).toBe(0);
    await firm.within((tx) =>
      tx.all(sql`update settings.firm set remind_weekday = null where tenant_id = ${tx.tenant} returning 1`),
    );
    expect(await remindAt(firm, NINE)).toBe(0);
    await firm.within((tx) =>
      tx.all(sql`update settings.firm set remind_weekday = 1, remind_hour = 14 where tenant_id = ${tx.tenant} returning 1`),
    );
    expect(await remindAt(firm, NINE)).toBe(0);
    expect(await remindAt(firm, at('13:00:00'))).toBe(1);
  });

  test('leaves those on leave in peace, asks for no day of leave, and for no locked one', async () => {
    const firm = await makeFirm(app);
    const [gone, back] = [await firm.user(), await firm.user()];
    await away(firm, gone, '2026-03-09', '2026-03-13');
    await away(firm, back, '2026-03-02', '2026-03-05');
    expect(await remindAt(firm, NINE)).toBe(1);
    expect(await told(firm, gone)).toEqual([]);
    expect(await told(firm, back)).toMatchObject([
      { title: 'Time is missing on one day', lines: ['Friday 6 March: 8 h missing'] },
    ]);
    const locked = await makeFirm(app);
    await locked.user();
    await locked.within((tx) =>
      tx.all(sql`update settings.firm set locked_through = '2026-03-08' where tenant_id = ${tx.tenant} returning 1`),
    );
    expect(await remindAt(locked, NINE)).toBe(0);
  });

  test('is looked at again when the mail goes out', async () => {
    const firm = await makeFirm(app);
    const user = await firm.user();
    const [kind] = timeNotices;
    const facts = { from: MONDAY, to: addDays(MONDAY, 6), days: [] } as never;
    const now = () => firm.within((tx) => kind?.atSend?.(tx, user.id, facts) ?? Promise.resolve(undefined));
    await log(firm, user, full.slice(0, 4));
    expect(await now()).toMatchObject({ days: [{ day: '2026-03-06', minutes: 480 }] });
    await log(firm, user, full.slice(4));
    expect(await now()).toBeUndefined();
  });
});
