import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays, mondayOf } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';

let test_: TestApp;
beforeAll(async () => void (test_ = await startTestApp()));
afterAll(() => test_.close());

/** A Monday in February: a month without public holidays. */
const monday = mondayOf(`${new Date().getUTCFullYear() + 1}-02-10`);

interface Scene {
  firm: TestFirm;
  planner: TestUser;
  ada: TestUser;
  ben: TestUser;
  project: string;
}

async function scene(): Promise<Scene> {
  const firm = await makeFirm(test_);
  const [planner, ada, ben] = [await firm.user({ grade: 'Manager' }), await firm.user(), await firm.user()];
  const project = newId();
  await firm.within((tx) =>
    tx.write.insert('clients.projects', [{ id: project, code: 'P-1', name: 'Audit', chargeable: true, currency: 'EUR' }]),
  );
  return { firm, planner, ada, ben, project };
}

/** A booking of a whole week, so many weeks from the first one. */
const draft = (s: Scene, week: number, more: Record<string, unknown> = {}) => ({
  id: newId(),
  user_id: s.ada.id,
  project_id: s.project,
  first_day: addDays(monday, 7 * week),
  last_day: addDays(monday, 7 * week + 4),
  minutes_per_day: 300,
  level: 'hard',
  ...more,
});

const write = (s: Scene, body: Record<string, unknown>, who: TestUser = s.planner) =>
  s.firm.call(who, 'POST', '/api/bookings/together', body);

/** What stands in the database, by day and minutes. */
const standing = (s: Scene): Promise<{ user_id: string; first_day: string; minutes_per_day: number; level: string }[]> =>
  s.firm.within((tx) =>
    tx.all(sql`
      select user_id, first_day, minutes_per_day, level from planning.bookings where tenant_id = ${tx.tenant} order by first_day, id`),
  );

const refuseOver = (firm: TestFirm): Promise<void> =>
  firm.within(async (tx) => {
    const rows = await tx.all<Record<string, unknown>>(sql`
      select * from people.booking_levels where tenant_id = ${tx.tenant} and counts = 'hard'`);
    await tx.write.update(
      'people.booking_levels',
      rows.map((before) => ({ before, set: { over_capacity: 'refuse' } })),
    );
  });

describe('bookings together', () => {
  test('are made, changed and taken away in one, with their versions', async () => {
    const s = await scene();
    const rows = [0, 1, 2].map((week) => draft(s, week));
    const made = await write(s, { create: rows });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(made.body.bookings).toHaveLength(3);
    const [a, b, c] = rows.map(({ id }) => id);
    const second = await write(s, {
      create: [draft(s, 5, { user_id: s.ben.id })],
      change: [
        { id: a, version: 1, user_id: s.ben.id, note: ' Handed ' },
        { id: b, version: 1, level: 'soft', first_day: addDays(monday, 21), last_day: addDays(monday, 25) },
      ],
      remove: [{ id: c, version: 1 }],
    });
    expect(second.status, JSON.stringify(second.body)).toBe(200);
    const of = (id: string | undefined) => second.body.bookings.find((row: { id: string }) => row.id === id);
    expect(of(a)).toMatchObject({ user_id: s.ben.id, version: 2, note: 'Handed', project: 'Audit' });
    expect(of(b)).toMatchObject({ level: 'soft', first_day: addDays(monday, 21), version: 2 });
    expect(of(c)).toBeUndefined();
    expect(await standing(s)).toHaveLength(3);
    expect((await write(s, {})).body).toEqual({ bookings: [], over: [] });
  });

  test('a change that one of them lost, or one that is gone, leaves all as they were', async () => {
    const s = await scene();
    const rows = [draft(s, 0), draft(s, 1)];
    await write(s, { create: rows });
    const [a, b] = rows.map(({ id }) => id);
    await s.firm.call(s.planner, 'PATCH', `/api/bookings/${b}`, { note: 'x' });
    const change = [a, b].map((id) => ({ id, version: 1, minutes_per_day: 60 }));
    const stale = await write(s, { change });
    expect([stale.status, stale.body.detail]).toEqual([409, 'Somebody else changed these bookings in the meantime.']);
    await s.firm.call(s.planner, 'DELETE', `/api/bookings/${b}`);
    expect((await write(s, { change })).status).toBe(404);
    expect((await standing(s)).map((row) => row.minutes_per_day)).toEqual([300]);
  });

  test('count what the others of them take: two that swap their weeks meet nobody, two that meet are refused', async () => {
    const s = await scene();
    await refuseOver(s.firm);
    const rows = [draft(s, 0), draft(s, 1)];
    await write(s, { create: rows });
    const to = (week: number) => ({ first_day: addDays(monday, 7 * week), last_day: addDays(monday, 7 * week + 4) });
    const swap = rows.map(({ id }, index) => ({ id, version: 1, ...to(1 - index) }));
    expect((await write(s, { change: swap })).body.over).toEqual([]);
    const meet = rows.map(({ id }) => ({ id, version: 2, ...to(3) }));
    const refused = await write(s, { change: meet });
    expect(refused.status).toBe(422);
    expect(refused.body.detail).toContain('This level does not go over capacity');
    expect((await standing(s)).map((row) => row.first_day)).toEqual([monday, addDays(monday, 7)]);
    expect((await write(s, { create: [draft(s, 3), draft(s, 3)] })).status).toBe(422);
    const replaced = await write(s, {
      create: [draft(s, 0, { minutes_per_day: 480 })],
      remove: [{ id: rows[1]?.id, version: 2 }],
    });
    expect(replaced.status, JSON.stringify(replaced.body)).toBe(200);
  });

  test('what is over capacity is told for each day once, of everybody', async () => {
    const s = await scene();
    const both = [s.ada, s.ben].flatMap(({ id }) => [draft(s, 0, { user_id: id }), draft(s, 0, { user_id: id })]);
    const made = await write(s, { create: both });
    expect(made.body.over).toHaveLength(10);
    expect(made.body.over[0]).toEqual({ day: monday, minutes: 120 });
  });

  test('are refused with words: levels, other firms, too many, the same twice, closed work', async () => {
    const s = await scene();
    const other = await scene();
    const row = draft(s, 0);
    await write(s, { create: [row] });
    const change = [{ id: row.id, version: 1, minutes_per_day: 60 }];
    expect((await write(s, { change }, s.ada)).status).toBe(403);
    expect((await write(s, { create: [draft(s, 1)] }, s.ada)).status).toBe(403);
    expect((await write(other, { change }, other.planner)).status).toBe(404);
    expect((await write(s, { create: [draft(s, 1, { user_id: other.ada.id })] })).status).toBe(404);
    expect((await write(s, { create: [draft(s, 1, { project_id: other.project })] })).status).toBe(404);
    expect((await write(s, { change, remove: [{ id: row.id, version: 1 }] })).body.detail).toBe(
      'Each booking can be named once.',
    );
    const many = Array.from({ length: 501 }, () => ({ id: newId(), version: 1 }));
    expect((await write(s, { remove: many })).status).toBe(422);
    expect(
      (await write(s, { remove: many.slice(0, 300), change: many.slice(300).map((each) => ({ ...each, note: '' })) })).status,
    ).toBe(422);
    expect((await write(s, { create: [{ ...row, version: 1 }] })).status).toBe(422);
    expect((await write(s, { create: [row] })).status).toBe(409);
    expect((await write(s, { create: [draft(s, 1, { last_day: monday })] })).status).toBe(422);
    expect((await write(s, { create: [draft(s, 1, { project_id: null })] })).status).toBe(422);
    expect((await s.firm.call(undefined, 'POST', '/api/bookings/together', {})).status).toBe(401);
    expect(await standing(s)).toHaveLength(1);
  });

  test('a hundred of them are as many statements as two', async () => {
    const s = await scene();
    const statements = async (count: number): Promise<number> => {
      const create = Array.from({ length: count }, (_, index) =>
        draft(s, index % 90, { user_id: [s.ada.id, s.ben.id][index % 2] }),
      );
      test_.statements.clear();
      expect((await write(s, { create })).status).toBe(200);
      // Many rows are counted for the planner, which is one statement more however many they are.
      return test_.statements.texts.filter((text) => !text.includes('count_again')).length;
    };
    const few = await statements(2);
    expect(await statements(100)).toBe(few);
  });

  test('two planners who write crosswise end, and what a level refuses is never passed', async () => {
    const s = await scene();
    await refuseOver(s.firm);
    const people = [s.ada.id, s.ben.id];
    const both = (turn: boolean) =>
      write(s, { create: (turn ? people : people.toReversed()).map((user_id) => draft(s, 0, { user_id })) });
    const started = Date.now();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => both(index % 2 === 0)));
    expect(Date.now() - started).toBeLessThan(3000);
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 422)).toBe(true);
    expect(await standing(s)).toHaveLength(2);
  });
});

test('what is soft over capacity is not confirmed where the level refuses', async () => {
  const s = await scene();
  await refuseOver(s.firm);
  const soft = draft(s, 0, { level: 'soft', minutes_per_day: 400 });
  expect((await write(s, { create: [draft(s, 0), soft] })).status).toBe(200);
  expect((await s.firm.call(s.planner, 'PATCH', `/api/bookings/${soft.id}`, { level: 'hard' })).status).toBe(422);
  expect((await write(s, { change: [{ id: soft.id, version: 1, level: 'hard' }] })).status).toBe(422);
  expect(
    (await s.firm.call(s.planner, 'PATCH', `/api/bookings/${soft.id}`, { level: 'hard', minutes_per_day: 180 })).status,
  ).toBe(200);
});
