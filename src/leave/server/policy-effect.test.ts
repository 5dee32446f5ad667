import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';

/** Who gains and who loses by a rule, told before it is saved and true once it is. */

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const year = new Date().getUTCFullYear();
const DAY = 480;

interface Scene {
  firm: TestFirm;
  hr: TestUser;
  full: TestUser;
  half: TestUser;
  type: string;
  rule: { id: string; version: number };
  /** What is left at the end of the year, in days of eight hours. */
  left: (who: TestUser) => Promise<number>;
}

/** Two people in Germany with 20 days a year, one of them half time, and one in France without a rule of their own. */
async function lay(): Promise<Scene> {
  const firm = await makeFirm(app, ['DE', 'FR']);
  const hr = await firm.user({ category: 'hr', grade: 'Partner', country: 'FR', employedFrom: `${year - 5}-01-01` });
  const since = `${year - 5}-01-01`;
  const full = await firm.user({ employedFrom: since });
  const half = await firm.user({ employedFrom: since, pattern: [240, 240, 240, 240, 240, 0, 0] });
  const types = (await firm.call(hr, 'GET', '/api/leave_types')).body as { id: string; name: string }[];
  const type = types.find(({ name }) => name === 'Vacation')?.id ?? '';
  const rule = { type_id: type, layer: 'statutory', days: 20, carry_days: 0, valid_from: `${year}-01-01` };
  const made = (await firm.call(hr, 'POST', '/api/pto/create', { country: 'DE', ...rule })).body;
  await firm.call(hr, 'POST', '/api/pto/create', { country: 'FR', ...rule });
  const left = async (who: TestUser): Promise<number> => {
    const body = { user_ids: [who.id], as_of: `${year}-12-31` };
    return (await firm.call(hr, 'POST', '/api/users/leave_balance?page=users', body)).body[0].balance / DAY;
  };
  return { firm, hr, full, half, type, rule: made, left };
}

const shown = (answer: Answer): Record<string, [before: number, after: number]> =>
  Object.fromEntries(
    (answer.body.people as { user_id: string; before: number; after: number }[]).map(({ user_id, before, after }) => [
      user_id,
      [before / DAY, after / DAY],
    ]),
  );

test('a change tells who loses, and saving it comes to just that', async () => {
  const { firm, hr, full, half, rule, left } = await lay();
  const change = { id: rule.id, days: 15 };
  const told = await firm.call(hr, 'POST', '/api/pto/preview', { change });
  expect(told.body).toMatchObject({ gain: 0, lose: 2, as_of: `${year}-12-31` });
  const effects = shown(told);
  expect(effects[full.id]?.[0]).toBe(20);
  expect(effects[half.id]?.[0]).toBe(10);
  expect(await left(full)).toBe(20);
  expect((await firm.call(hr, 'POST', '/api/pto/update', change)).status).toBe(200);
  expect(await left(full)).toBeCloseTo(effects[full.id]?.[1] ?? 0, 6);
  expect(await left(half)).toBeCloseTo(effects[half.id]?.[1] ?? 0, 6);
});

test('a new rule tells who gains; those in another country stay as they are', async () => {
  const { firm, hr, full, half, type, left } = await lay();
  const policy = { country: 'DE', type_id: type, layer: 'contractual', days: 5, valid_from: `${year}-01-01` };
  const told = await firm.call(hr, 'POST', '/api/pto/preview', { policy });
  expect(told.body).toMatchObject({ gain: 2, lose: 0 });
  expect(shown(told)).toEqual({ [full.id]: [20, 25], [half.id]: [10, 12.5] });
  expect((told.body.people as { user_id: string }[]).map(({ user_id }) => user_id)).toEqual([full.id, half.id]);
  expect(await left(hr)).toBe(20);
  await firm.call(hr, 'POST', '/api/pto/create', policy);
  expect([await left(full), await left(half), await left(hr)]).toEqual([25, 12.5, 20]);
});

test('names those alone whose balances the reader may see, and refuses what saving would refuse', async () => {
  const { firm, hr, type, rule } = await lay();
  const admin = await firm.user({ category: 'admin', grade: 'Junior' });
  const policy = { country: 'DE', type_id: type, layer: 'contractual', days: 5, valid_from: `${year}-01-01` };
  const told = await firm.call(admin, 'POST', '/api/pto/preview', { policy });
  expect(told.body).toMatchObject({ gain: 3 });
  expect(Object.keys(shown(told))).toEqual([admin.id]);
  const pro_rata = await firm.call(hr, 'POST', '/api/pto/preview', {
    change: { id: rule.id, manner: 'accrued', pro_rata: 'none' },
  });
  expect(pro_rata.status).toBe(422);
  expect((await firm.call(hr, 'POST', '/api/pto/preview', {})).status).toBe(422);
  const stranger = await firm.user({ grade: 'Partner' });
  expect((await firm.call(stranger, 'POST', '/api/pto/preview', { policy })).status).toBe(403);
});
