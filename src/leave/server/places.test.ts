import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { sql } from '../../server/sql.ts';
import { settle } from './accounts.ts';

/** Who moves to another country: holidays, capacity and rules follow the place of the day. */

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const FULL = [480, 480, 480, 480, 480, 0, 0];

interface Scene {
  firm: TestFirm;
  hr: TestUser;
  user: TestUser;
  type: string;
  move: (country: string, valid_from: string, more?: object) => Promise<Answer>;
}

/** Somebody in Germany since 2020; 20 days a year there, 25 in France. */
async function lay(): Promise<Scene> {
  const firm = await makeFirm(app, ['DE', 'FR']);
  const hr = await firm.user({ category: 'hr', grade: 'Partner' });
  const user = await firm.user({ employedFrom: '2020-01-01', managerId: hr.id });
  const types = (await firm.call(hr, 'GET', '/api/leave_types')).body as { id: string; name: string }[];
  const type = types.find(({ name }) => name === 'Vacation')?.id ?? '';
  for (const [country, days] of [
    ['DE', 20],
    ['FR', 25],
  ] as const) {
    const rule = { country, type_id: type, layer: 'statutory', days, carry_days: 0, valid_from: '2025-01-01' };
    expect((await firm.call(hr, 'POST', '/api/pto/create', rule)).status).toBe(200);
  }
  return {
    firm,
    hr,
    user,
    type,
    move: (country, valid_from, more = {}) =>
      firm.call(hr, 'POST', '/api/users/edit', { userData: { id: user.id, country, valid_from, ...more } }),
  };
}

const holidayOn = async ({ firm, user }: Scene, day: string): Promise<number> =>
  (await firm.call(user, 'GET', `/api/capacity?from=${day}&to=${day}`)).body.people[0].holiday[0] as number;
const nameOn = async ({ firm, user }: Scene, week: string, day: string): Promise<string | null> =>
  ((await firm.call(user, 'GET', `/api/timesheets/${week}`)).body.days as { day: string; holiday: string | null }[]).find(
    (each) => each.day === day,
  )?.holiday ?? null;
const balance = async ({ firm, user }: Scene, as_of: string): Promise<Record<string, number>> =>
  (await firm.call(user, 'POST', '/api/users/leave_balance?page=profile', { as_of })).body[0];

test('holidays of the old country until the move, of the new one from that day on', async () => {
  const scene = await lay();
  const days = ['2025-05-01', '2025-05-08', '2025-07-14', '2025-10-03', '2025-11-11'];
  const read = async (): Promise<number[]> => Promise.all(days.map((day) => holidayOn(scene, day)));
  expect(await read()).toEqual([480, 0, 0, 480, 0]);
  const moved = await scene.move('FR', '2025-07-01');
  expect(moved.body).toMatchObject({
    country: 'FR',
    places: [
      { country: 'DE', valid_from: '2020-01-01' },
      { country: 'FR', valid_from: '2025-07-01' },
    ],
  });
  expect(await read()).toEqual([480, 0, 480, 0, 480]);
  expect(await nameOn(scene, '2025-W19', '2025-05-08')).toBeNull();
  expect(await nameOn(scene, '2025-W29', '2025-07-14')).not.toBeNull();
  const whole = await scene.firm.call(scene.user, 'GET', '/api/capacity?from=2025-01-01&to=2025-12-31');
  const weeks = await Promise.all(
    ['2025-04-28', '2025-07-14'].map((from) =>
      scene.firm.call(scene.user, 'GET', `/api/capacity?from=${from}&to=${from.slice(0, 8)}${Number(from.slice(8)) + 2}`),
    ),
  );
  expect(weeks.map(({ status }) => status)).toEqual([200, 200]);
  const [person] = whole.body.people as { pattern: number[]; holiday: number[] }[];
  expect(person?.pattern.slice(0, 7)).toEqual([...FULL.slice(2), ...FULL.slice(0, 2)]);
});

test('rules of leave by the place of the day, each for its part of the year', async () => {
  const scene = await lay();
  const days = async (as_of: string): Promise<number> => Math.round(((await balance(scene, as_of))['granted'] ?? 0) / 4.8) / 100;
  expect(await days('2025-12-31')).toBe(20);
  await scene.move('FR', '2025-07-01');
  // 181 days of the year in Germany, 184 in France: 20 * 181 / 365 + 25 * 184 / 365.
  expect(await days('2025-12-31')).toBe(22.52);
  expect(await days('2025-06-30')).toBe(20);
  expect(await days('2026-12-31')).toBe(25);
});

test('a move to come changes no line that was due before it, and reaches the record on its day', async () => {
  const scene = await lay();
  const { firm, user } = scene;
  const year = new Date().getUTCFullYear();
  const lines = () =>
    firm.within(async (tx) => {
      await settle(tx, [user.id], `${year}-01-15`);
      return tx.all(sql`
        select kind, layer, year, day, minutes from leave.ledger where tenant_id = ${tx.tenant} and user_id = ${user.id} order by id`);
    });
  const before = await lines();
  const moved = await scene.move('FR', `${year + 1}-07-01`);
  expect(moved.body).toMatchObject({ country: 'DE', places: [{ country: 'DE' }, { country: 'FR' }] });
  expect(await lines()).toEqual(before);
  const listed = (await firm.call(scene.hr, 'POST', `/api/users?country=DE&search=`)).body as { id: string }[];
  expect(listed.map(({ id }) => id)).toContain(user.id);
});

test('is dated once and undated where it is all of the time; two places never hold on one day', async () => {
  const scene = await lay();
  const { firm, user, move } = scene;
  const places = async () => (await firm.call(scene.hr, 'GET', `/api/users/${user.id}`)).body.places as object[];
  expect((await move('FR', '2020-01-01')).body).toMatchObject({ country: 'FR', places: [] });
  await move('DE', '2024-01-01', { region: 'BY' });
  await move('DE', '2025-01-01', { region: 'BY' });
  expect(await places()).toMatchObject([{ country: 'FR' }, { country: 'DE', region: 'BY', valid_from: '2024-01-01' }]);
  await move('DE', '2024-01-01', { region: 'BE' });
  expect(await places()).toMatchObject([{ country: 'FR' }, { country: 'DE', region: 'BE', valid_from: '2024-01-01' }]);
  await move('DE', '2024-06-01', { region: null });
  expect(await places()).toHaveLength(3);
  const clash = firm.within((tx) =>
    tx.write.insert('people.places', [{ user_id: user.id, country: 'FR', valid_from: '2024-02-01' }]),
  );
  await expect(clash).rejects.toThrow();
  // Who began earlier was where they were on what was known as the first day.
  await firm.call(scene.hr, 'POST', '/api/users/edit', { userData: { id: user.id, employed_from: '2019-01-01' } });
  expect(await places()).toMatchObject([{ valid_from: '2019-01-01' }, {}, {}]);
});
