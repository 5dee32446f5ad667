import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, makeFirm, startTestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

test('leave is told the bookings it would meet, with their minutes on working days, to who may ask', async () => {
  const firm = await makeFirm(app);
  const manager = await firm.user({ grade: 'Manager' });
  const user = await firm.user({ managerId: manager.id });
  const peer = await firm.user();
  const client = await firm.call(manager, 'POST', '/api/clients/create', { name: 'Acme' });
  const project = await firm.call(manager, 'POST', '/api/projects/create', { name: 'Audit', client_id: client.body.id });
  // Monday 8 June to Friday 19 June 2026.
  const booking = { user_id: user.id, project_id: project.body.id, first_day: '2026-06-08', last_day: '2026-06-19' };
  expect((await firm.call(manager, 'POST', '/api/bookings', { ...booking, minutes_per_day: 240, level: 'hard' })).status).toBe(
    200,
  );
  const range = `/api/bookings/clashes?from=2026-06-12&to=2026-06-16&user_id=${user.id}`;
  const met = { total: 1, minutes: 3 * 240, bookings: [{ project: 'Audit', client: 'Acme', minutes: 720, level: 'hard' }] };
  expect((await firm.call(user, 'GET', range)).body).toMatchObject(met);
  expect((await firm.call(manager, 'GET', range)).body).toMatchObject(met);
  expect((await firm.call(peer, 'GET', range)).status).toBe(403);
  const free = await firm.call(user, 'GET', '/api/bookings/clashes?from=2026-06-20&to=2026-06-30');
  expect(free.body).toEqual({ bookings: [], minutes: 0, total: 0 });
});
