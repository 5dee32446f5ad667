import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';
import { addStaff } from '../../server/world/firm.ts';

let test_: TestApp;
beforeAll(async () => void (test_ = await startTestApp()));
afterAll(() => test_.close());

const year = new Date().getUTCFullYear() + 1;

/** The last Sunday of October: clocks go back on it, and no nationwide holiday is near. */
const clockChange = Array.from({ length: 7 }, (_, days) => addDays(`${year}-10-31`, -days)).find(
  (day) => new Date(day).getUTCDay() === 0,
) as string;

interface Scene {
  firm: TestFirm;
  planner: TestUser;
  junior: TestUser;
  book: (more: Record<string, unknown>) => ReturnType<TestFirm['call']>;
}

async function scene(): Promise<Scene> {
  const firm = await makeFirm(test_);
  const [planner, junior] = [await firm.user({ grade: 'Manager' }), await firm.user()];
  const project = newId();
  await firm.within((tx) =>
    tx.write.insert('clients.projects', [{ id: project, code: 'P-1', name: 'Audit', chargeable: true, currency: 'EUR' }]),
  );
  const usual = { user_id: junior.id, project_id: project, minutes_per_day: 480, level: 'hard' };
  return { firm, planner, junior, book: (more) => firm.call(planner, 'POST', '/api/bookings', { ...usual, ...more }) };
}

test('what lies beyond a leaver’s last day takes nothing, and the days before it count', async () => {
  const s = await scene();
  const last = `${year}-02-10`;
  await s.firm.within(async (tx) => {
    const rows = await tx.all<Record<string, unknown>>(
      sql`select * from people.employments where tenant_id = ${tx.tenant} and user_id = ${s.junior.id}`,
    );
    await tx.write.update(
      'people.employments',
      rows.map((before) => ({ before, set: { valid_to: addDays(last, 1) } })),
    );
  });
  const made = await s.book({ first_day: addDays(last, -6), last_day: addDays(last, 30), minutes_per_day: 600 });
  expect(made.status).toBe(200);
  expect(made.body.over.length).toBeGreaterThan(0);
  expect(made.body.over.every(({ day }: { day: string }) => day <= last)).toBe(true);
  const found = await s.firm.call(s.planner, 'POST', '/api/bookings/find', { from: addDays(last, 5), to: addDays(last, 9) });
  expect(found.body.some(({ user_id }: { user_id: string }) => user_id === s.junior.id)).toBe(false);
});

test('a week in which the clocks change has as many hours as any other', async () => {
  const s = await scene();
  const monday = addDays(clockChange, -6);
  await s.book({ first_day: monday, last_day: addDays(clockChange, 5), minutes_per_day: 480 });
  const week = { from: monday, to: addDays(clockChange, 7), unit: 'week', users: [s.junior.id] };
  const { body } = await s.firm.call(s.planner, 'POST', '/api/workload', week);
  expect([body[0].hard[0], body[0].over[0]]).toEqual([2400, 0]);
  const found = await s.firm.call(s.planner, 'POST', '/api/bookings/find', { from: monday, to: clockChange });
  const own = found.body.find(({ user_id }: { user_id: string }) => user_id === s.junior.id);
  expect(own === undefined || own.percent === 0).toBe(true);
});

test('a person without a pattern has no capacity: booked, never over, and found by nobody', async () => {
  const s = await scene();
  const id = await s.firm.within(async (tx) => {
    const [person = ''] = await addStaff(tx, [
      {
        ...{ firstName: 'No', lastName: 'Pattern', email: null, category: 'operational', grade: 'Junior', country: 'DE' },
        employedFrom: `${year - 2}-01-01`,
      },
    ]);
    const rows = await tx.all<Record<string, unknown>>(
      sql`select * from people.patterns where tenant_id = ${tx.tenant} and user_id = ${person}`,
    );
    await tx.write.remove('people.patterns', rows);
    return person;
  });
  const span = { first_day: `${year}-02-02`, last_day: `${year}-02-13` };
  const made = await s.book({ ...span, user_id: id, minutes_per_day: 600 });
  expect([made.status, made.body.over]).toEqual([200, []]);
  const { body } = await s.firm.call(s.planner, 'POST', '/api/workload', {
    ...{ from: span.first_day, to: span.last_day, unit: 'week', users: [id] },
  });
  expect(body[0].hard).toEqual([0, 0]);
  const found = await s.firm.call(s.planner, 'POST', '/api/bookings/find', { from: span.first_day, to: span.last_day });
  expect(found.body.some(({ user_id }: { user_id: string }) => user_id === id)).toBe(false);
});

test.each([
  ['a range of forty years', { first_day: '2000-01-01', last_day: '2040-01-01' }],
  ['a day that does not exist', { first_day: `${year}-02-30`, last_day: `${year}-03-01` }],
  ['an end before the beginning', { first_day: `${year}-02-10`, last_day: `${year}-02-09` }],
  ['hours below nothing', { minutes_per_day: -60 }],
  ['a day of more than a day', { minutes_per_day: 1441 }],
  ['a part of a minute', { minutes_per_day: 0.5 }],
  ['a level that there is not', { level: 'maybe' }],
])('%s is refused at its field, alone and together', async (_name, wrong) => {
  const s = await scene();
  const fine = { first_day: `${year}-02-02`, last_day: `${year}-02-06` };
  const alone = await s.book({ ...fine, ...wrong });
  expect(alone.status, JSON.stringify(alone.body)).toBe(422);
  expect(alone.body.errors.length).toBeGreaterThan(0);
  const create = [{ id: newId(), user_id: s.junior.id, minutes_per_day: 60, level: 'soft', ...fine, ...wrong }];
  expect((await s.firm.call(s.planner, 'POST', '/api/bookings/together', { create })).status).toBe(422);
  const demand = { ids: [newId()], minutes_per_day: 60, ...fine, ...wrong };
  expect((await s.firm.call(s.planner, 'POST', '/api/demands', demand)).status).toBe(422);
});

test('bookings that lie centuries apart are not written together', async () => {
  const s = await scene();
  const people = await s.firm.within((tx) =>
    addStaff(
      tx,
      Array.from({ length: 20 }, (_, index) => ({
        ...{ firstName: 'Far', lastName: `Apart ${index}`, email: null, category: 'operational' as const },
        ...{ grade: 'Junior' as const, country: 'DE', employedFrom: `${year - 2}-01-01` },
      })),
    ),
  );
  const [task] = (await s.firm.call(s.planner, 'GET', '/api/bookings/choices')).body.task_types;
  const create = people.map((user_id, index) => {
    const day = index % 2 === 0 ? '1900-01-01' : '2190-01-01';
    return { id: newId(), user_id, task_type_id: task.id, first_day: day, last_day: day, minutes_per_day: 60, level: 'soft' };
  });
  const answer = await s.firm.call(s.planner, 'POST', '/api/bookings/together', { create });
  expect([answer.status, answer.body.errors?.[0]?.path]).toEqual([422, 'last_day']);
});

test('the end of time is as far away as any day beyond 800', async () => {
  const firm = await makeFirm(test_);
  const boss = await firm.user({ category: 'hr', grade: 'Partner' });
  for (const path of ['board', 'board/groups', 'board/export'] as const)
    for (const from of ['2026-03-02', '9999-12-20']) {
      const answer = await firm.call(boss, 'POST', `/api/bookings/${path}`, {
        from,
        to: '9999-12-31',
        unit: 'week',
        group: 'manager',
      });
      expect([200, 422], `${path} from ${from}`).toContain(answer.status);
    }
});
