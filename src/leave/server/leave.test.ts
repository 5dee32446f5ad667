import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, makeFirm, startTestApp } from '../../../test/app.ts';
import { sql } from '../../server/sql.ts';
import { publicHolidays } from './holidays.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const year = new Date().getUTCFullYear();

async function world() {
  const firm = await makeFirm(app);
  const manager = await firm.user({ grade: 'Manager' });
  const user = await firm.user({ managerId: manager.id });
  const types = await firm.call(user, 'GET', '/api/leave_types');
  return { firm, manager, user, type: types.body.find((type: { name: string }) => type.name === 'Vacation').id as string };
}

test('leave is asked for, approved by the manager, and taken off the capacity', async () => {
  const { firm, manager, user, type } = await world();
  const body = { type_id: type, first_day: `${year}-08-03`, last_day: `${year}-08-16` };
  const asked = await firm.call(user, 'POST', '/api/leave_requests', body);
  expect(asked).toMatchObject({ status: 200, body: { status: 'pending' } });
  const capacity = async () => {
    const { body: answer } = await firm.call(user, 'GET', `/api/capacity?from=${year}-08-03&to=${year}-08-16`);
    return answer.people[0].leave.reduce((sum: number, minutes: number) => sum + minutes, 0);
  };
  expect(await capacity()).toBe(0);
  const decide = { ids: [asked.body.id], status: 'approved' };
  expect((await firm.call(user, 'POST', '/api/leave_requests/decide', decide)).status).toBe(403);
  expect((await firm.call(manager, 'POST', '/api/leave_requests/decide', decide)).body).toMatchObject([{ status: 'approved' }]);
  expect(await capacity()).toBe(asked.body.minutes);
  expect(asked.body.minutes).toBe(10 * 480);
  expect((await firm.call(manager, 'POST', '/api/leave_requests/decide', decide)).status).toBe(409);
});

test('overlapping, empty and half leave over two days are refused with the reason', async () => {
  const { firm, user, type } = await world();
  const ask = (first: string, last: string, more = {}) =>
    firm.call(user, 'POST', '/api/leave_requests', { type_id: type, first_day: first, last_day: last, ...more });
  expect((await ask(`${year}-08-03`, `${year}-08-05`)).status).toBe(200);
  expect(await ask(`${year}-08-05`, `${year}-08-07`)).toMatchObject({ status: 409 });
  expect(await ask(`${year}-08-10`, `${year}-08-11`, { part: 'first_half' })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'part' }] },
  });
  const saturday = await firm.within((tx) =>
    tx.one<{ day: string }>(
      sql`select d::date as day from generate_series(${`${year}-09-01`}::date, ${`${year}-09-08`}::date, '1 day') d where extract(isodow from d) = 6 and ${tx.tenant} > 0`,
    ),
  );
  expect(await ask(saturday?.day ?? '', saturday?.day ?? '')).toMatchObject({
    status: 422,
    body: { detail: 'There is no working time on these days.' },
  });
});

test('others’ requests are seen by their manager and hr, by nobody else', async () => {
  const { firm, manager, user, type } = await world();
  const peer = await firm.user();
  const hr = await firm.user({ category: 'hr' });
  await firm.call(user, 'POST', '/api/leave_requests', { type_id: type, first_day: `${year}-08-03`, last_day: `${year}-08-05` });
  const seen = async (who: typeof user) =>
    (await firm.call(who, 'GET', `/api/leave_requests?from=${year}-01-01&to=${year}-12-31&user_ids=${user.id}`)).body.length;
  expect([await seen(user), await seen(manager), await seen(hr), await seen(peer)]).toEqual([1, 1, 1, 0]);
});

test('the library’s public holidays are those that the calendar has', async () => {
  const germany = await publicHolidays('DE', [2026]);
  expect(germany.filter((holiday) => holiday.region === null).map((holiday) => holiday.day)).toEqual([
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-01',
    '2026-05-14',
    '2026-05-25',
    '2026-10-03',
    '2026-12-25',
    '2026-12-26',
  ]);
  expect(germany).toContainEqual({ country: 'DE', region: 'BE', day: '2026-03-08', name: expect.any(String) });
});
