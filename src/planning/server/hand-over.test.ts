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
const friday = addDays(monday, 4);

interface Scene {
  firm: TestFirm;
  planner: TestUser;
  leaver: TestUser;
  heir: TestUser;
  project: string;
}

async function scene(): Promise<Scene> {
  const firm = await makeFirm(test_);
  const [planner, leaver, heir] = [await firm.user({ grade: 'Manager' }), await firm.user(), await firm.user()];
  const project = newId();
  await firm.within((tx) =>
    tx.write.insert('clients.projects', [{ id: project, code: 'P-1', name: 'Audit', chargeable: true, currency: 'EUR' }]),
  );
  return { firm, planner, leaver, heir, project };
}

async function book(s: Scene, more: Record<string, unknown> = {}, who: TestUser = s.planner): Promise<string> {
  const body = {
    user_id: s.leaver.id,
    project_id: s.project,
    first_day: monday,
    last_day: friday,
    minutes_per_day: 240,
    level: 'hard',
    ...more,
  };
  const made = await s.firm.call(who, 'POST', '/api/bookings', body);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body.booking.id;
}

const give = (s: Scene, more: Record<string, unknown> = {}, who: TestUser = s.planner) =>
  s.firm.call(who, 'POST', '/api/bookings/hand_over', {
    user_id: s.leaver.id,
    to_user_id: s.heir.id,
    day: addDays(monday, 2),
    ...more,
  });

/** Days of somebody's bookings, earliest first. */
async function spansOf({ firm, planner }: Scene, { id }: TestUser): Promise<[string, string][]> {
  const list = await firm.call(planner, 'GET', `/api/bookings?from=${monday}&to=${addDays(monday, 60)}&user_id=${id}`);
  return (list.body as { first_day: string; last_day: string }[]).map((row) => [row.first_day, row.last_day]);
}

const refuseOver = (firm: TestFirm): Promise<void> =>
  firm.within(async (tx) => {
    const rows = await tx.all<Record<string, unknown>>(sql`
      select * from people.booking_levels where tenant_id = ${tx.tenant} and counts = 'hard'`);
    await tx.write.update(
      'people.booking_levels',
      rows.map((before) => ({ before, set: { over_capacity: 'refuse' } })),
    );
  });

describe('a hand-over', () => {
  test('cuts what spans the day, gives what follows, leaves what is past; taken back it is as it was', async () => {
    const s = await scene();
    await book(s, { first_day: addDays(monday, -7), last_day: addDays(friday, -7) });
    const spanning = await book(s, { note: 'Stocktake' });
    const later = await book(s, { first_day: addDays(monday, 7), last_day: addDays(friday, 7) });
    const given = await give(s);
    expect(given.status).toBe(200);
    expect(given.body).toMatchObject({ moved: [{ id: later, version: 2 }], cut: [{ id: spanning, version: 2 }], over: [] });
    expect(await spansOf(s, s.leaver)).toEqual([[monday, addDays(monday, 1)]]);
    expect(await spansOf(s, s.heir)).toEqual([
      [addDays(monday, 2), friday],
      [addDays(monday, 7), addDays(friday, 7)],
    ]);
    const second = await s.firm.call(s.planner, 'GET', `/api/bookings/${given.body.cut[0].second_id}`);
    expect(second.body).toMatchObject({ note: 'Stocktake', minutes_per_day: 240, level: 'hard', project: 'Audit' });

    const back = { user_id: s.leaver.id, moved: given.body.moved, cut: given.body.cut };
    expect((await s.firm.call(s.planner, 'POST', '/api/bookings/hand_back', back)).body.bookings).toEqual([
      { id: later, version: 3 },
      { id: spanning, version: 3 },
    ]);
    expect(await spansOf(s, s.heir)).toEqual([]);
    expect(await spansOf(s, s.leaver)).toEqual([
      [monday, friday],
      [addDays(monday, 7), addDays(friday, 7)],
    ]);
    expect((await s.firm.call(s.planner, 'POST', '/api/bookings/hand_back', back)).status).toBe(409);
  });

  test('of one booking leaves the others', async () => {
    const s = await scene();
    const one = await book(s);
    await book(s, { minutes_per_day: 60 });
    expect((await give(s, { ids: [one], day: monday })).body).toMatchObject({ moved: [{ id: one }], cut: [] });
    expect(await spansOf(s, s.leaver)).toHaveLength(1);
  });

  test('is not taken back over what somebody else changed since', async () => {
    const s = await scene();
    const id = await book(s, { first_day: addDays(monday, 7), last_day: addDays(friday, 7) });
    const given = await give(s);
    await s.firm.call(s.planner, 'PATCH', `/api/bookings/${id}`, { minutes_per_day: 60 });
    const back = await s.firm.call(s.planner, 'POST', '/api/bookings/hand_back', {
      ...given.body,
      over: undefined,
      user_id: s.leaver.id,
    });
    expect(back.status).toBe(409);
    expect(await spansOf(s, s.heir)).toHaveLength(1);
  });

  test('counts together what it brings over capacity, and is refused whole where the level refuses', async () => {
    const s = await scene();
    await book(s, { minutes_per_day: 300 });
    await book(s, { minutes_per_day: 300 });
    const given = await give(s);
    expect(given.body.over).toEqual([2, 3, 4].map((day) => ({ day: addDays(monday, day), minutes: 120 })));
    const back = { user_id: s.leaver.id, moved: given.body.moved, cut: given.body.cut };
    expect((await s.firm.call(s.planner, 'POST', '/api/bookings/hand_back', back)).status).toBe(200);
    await refuseOver(s.firm);
    expect((await give(s)).status).toBe(422);
    expect(await spansOf(s, s.heir)).toEqual([]);
    expect(await spansOf(s, s.leaver)).toEqual([
      [monday, friday],
      [monday, friday],
    ]);
  });

  test('is refused with words: nobody, nothing, oneself, a level, another firm', async () => {
    const s = await scene();
    const id = await book(s);
    expect((await give(s, { to_user_id: s.leaver.id })).body.errors[0].path).toBe('to_user_id');
    expect((await give(s, { day: addDays(monday, 7) })).body.detail).toBe('Nothing is booked from this day on.');
    expect((await give(s, { to_user_id: newId() })).status).toBe(404);
    expect((await give(s, { day: '2027-02-30' })).status).toBe(422);
    expect((await give(s, {}, s.heir)).status).toBe(403);
    const other = await scene();
    expect((await give(other, { user_id: s.leaver.id, ids: [id] }, other.planner)).status).toBe(422);
    expect((await give(s, { to_user_id: other.heir.id })).status).toBe(404);
    const foreign = { user_id: other.leaver.id, moved: [{ id, version: 1 }], cut: [] };
    expect((await other.firm.call(other.planner, 'POST', '/api/bookings/hand_back', foreign)).status).toBe(409);
    expect(await spansOf(s, s.leaver)).toEqual([[monday, friday]]);
  });

  test('of two at once to two people one takes all, and nothing is lost or doubled', async () => {
    const s = await scene();
    for (let week = 0; week < 6; week++)
      await book(s, { first_day: addDays(monday, 7 * week), last_day: addDays(friday, 7 * week) });
    const third = await s.firm.user();
    const started = Date.now();
    const answers = await Promise.all([give(s), give(s, { to_user_id: third.id })]);
    expect(Date.now() - started).toBeLessThan(3000);
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422]);
    const [first, second] = [await spansOf(s, s.heir), await spansOf(s, third)];
    expect([first.length, second.length].sort((a, b) => a - b)).toEqual([0, 6]);
    expect(await spansOf(s, s.leaver)).toEqual([[monday, addDays(monday, 1)]]);
  });
});

test('a hundred at once on one day of one person: one fits where the level refuses, and nobody waits long', async () => {
  const s = await scene();
  await refuseOver(s.firm);
  const body = {
    user_id: s.leaver.id,
    project_id: s.project,
    first_day: monday,
    last_day: monday,
    minutes_per_day: 480,
    level: 'hard',
  };
  const answers = await Promise.all(Array.from({ length: 100 }, () => s.firm.call(s.planner, 'POST', '/api/bookings', body)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(
    statuses.every((status) => [200, 422, 429, 503].includes(status)),
    String([...new Set(statuses)]),
  ).toBe(true);
  expect(await spansOf(s, s.leaver)).toEqual([[monday, monday]]);
});
