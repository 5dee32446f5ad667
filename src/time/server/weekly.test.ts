import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { sql } from '../../server/sql.ts';
import { withTenant } from '../../server/tx.ts';
import { tellWeek } from './weekly.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const tellAt = (firm: TestFirm, moment: string): Promise<number> =>
  withTenant({ ...app.host, clock: () => new Date(moment) }, { tenant: firm.tenant }, tellWeek);
const told = async (firm: TestFirm, user: TestUser) => (await firm.call(user, 'GET', '/api/notifications')).body;

test('the summary of a week comes on Monday to those who ask for it, once, in figures', async () => {
  const firm = await makeFirm(app);
  const [asks, silent] = [await firm.user(), await firm.user()];
  const choice = { settings: { 'time.week': { app: true, mail: true } } };
  const chosen = await firm.call(asks, 'POST', '/api/users/edit_notifications', choice);
  expect(chosen.status, JSON.stringify(chosen.body)).toBe(200);
  await firm.within(async (tx) => {
    const task = await tx.one<{ id: string; name: string }>(sql`
      select id, name from settings.task_types where tenant_id = ${tx.tenant} order by name limit 1`);
    await tx.write.insert(
      'time.entries',
      [asks, silent].map((user) => ({
        user_id: user.id,
        day: '2026-03-03',
        task_type_id: task?.id,
        seconds: 27_000,
        chargeable: false,
      })),
    );
  });
  expect(await tellAt(firm, '2026-03-09T05:00:00Z')).toBe(0);
  expect(await tellAt(firm, '2026-03-10T09:00:00Z')).toBe(0);
  expect(await tellAt(firm, '2026-03-09T09:00:00Z')).toBe(1);
  expect(await tellAt(firm, '2026-03-09T10:00:00Z')).toBe(0);
  expect(await told(firm, silent)).toEqual([]);
  const [notice] = await told(firm, asks);
  expect(notice).toMatchObject({
    title: expect.stringMatching(/^Your week of .*2 Mar.*: 7\.5 of 40 hours$/),
    link: '/time_tracking/timesheet?w=2026-W10',
  });
  expect(notice.lines).toEqual([expect.stringMatching(/: 7\.5 h$/)]);
});
