import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays, weekday } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';
import { accountsFor, settle } from './accounts.ts';
import { balanceOf } from './balances.ts';
import { firmDay } from '../../../test/today.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const year = new Date().getUTCFullYear();
const DAY = 480;

/** The first Monday on or after a day. */
function monday(day: string): string {
  let found = day;
  while (weekday(found) !== 1) found = addDays(found, 1);
  return found;
}

interface World {
  firm: TestFirm;
  hr: TestUser;
  manager: TestUser;
  user: TestUser;
  type: string;
  policy: Answer['body'];
  ask: (first: string, last: string, more?: object) => Promise<Answer>;
  approve: (id: string) => Promise<Answer>;
  balance: (who?: TestUser, body?: object) => Promise<Answer>;
}

/** A firm whose people in Germany have 20 days a year since the year before last; five are carried until the end of March. */
async function world(more: object = {}): Promise<World> {
  const firm = await makeFirm(app, ['DE', 'FR']);
  const hr = await firm.user({ category: 'hr', grade: 'Partner' });
  const manager = await firm.user({ grade: 'Manager', managerId: hr.id });
  const user = await firm.user({ managerId: manager.id, employedFrom: '2015-01-01' });
  const types = await firm.call(hr, 'GET', '/api/leave_types');
  const type = types.body.find((each: { name: string }) => each.name === 'Vacation').id as string;
  const body = {
    country: 'DE',
    type_id: type,
    layer: 'statutory',
    days: 20,
    carry_days: 5,
    carry_months: 3,
    valid_from: `${year - 1}-01-01`,
    ...more,
  };
  const { body: policy } = await firm.call(hr, 'POST', '/api/pto/create', body);
  return {
    firm,
    hr,
    manager,
    user,
    type,
    policy,
    ask: (first, last, extra = {}) =>
      firm.call(user, 'POST', '/api/leave_requests', { type_id: type, first_day: first, last_day: last, ...extra }),
    approve: (id) => firm.call(manager, 'POST', '/api/leave_requests/decide', { ids: [id], status: 'approved' }),
    balance: (who = user, extra = {}) => firm.call(who, 'POST', '/api/users/leave_balance?page=profile', extra),
  };
}

const ledgerSum = (w: World, through: string): Promise<number> =>
  w.firm.within(async (tx) => {
    const row = await tx.one<{ sum: number }>(sql`
      select coalesce(sum(minutes), 0)::int as sum from leave.ledger
      where tenant_id = ${tx.tenant} and user_id = ${w.user.id} and day <= ${through}`);
    return row?.sum ?? 0;
  });

const SUMMER = monday(`${year}-06-08`);

describe('a balance', () => {
  test('is carried over, granted, less what was taken and what was lost', async () => {
    const w = await world();
    const { body } = await w.balance(w.user, { as_of: `${year}-06-01` });
    expect(body).toMatchObject([
      {
        user_id: w.user.id,
        year,
        day_minutes: DAY,
        carried_over: 5 * DAY,
        granted: 20 * DAY,
        expired: -5 * DAY,
        taken: 0,
        balance: 20 * DAY,
      },
    ]);
    expect((await w.balance(w.user, { year: year - 1 })).body).toMatchObject([
      { granted: 20 * DAY, balance: 20 * DAY, as_of: `${year - 1}-12-31` },
    ]);
    expect((await w.balance(w.user, { year: year + 1 })).body).toMatchObject([
      { carried_over: 5 * DAY, granted: 20 * DAY, expired: -5 * DAY, balance: 20 * DAY },
    ]);
  });

  test('falls with leave that is approved, and shows apart what waits', async () => {
    const w = await world();
    const asked = await w.ask(SUMMER, addDays(SUMMER, 4));
    const before = (await w.balance(w.user, { as_of: SUMMER })).body[0];
    expect(before).toMatchObject({ balance: 20 * DAY, pending: asked.body.minutes, available: 20 * DAY - asked.body.minutes });
    expect((await w.approve(asked.body.id)).status).toBe(200);
    const after = (await w.balance(w.user, { as_of: SUMMER })).body[0];
    expect(after).toMatchObject({ pending: 0, taken: DAY, planned: asked.body.minutes - DAY, balance: 19 * DAY });
    expect(after.year_end).toBe(20 * DAY - asked.body.minutes);
  });

  test('is the sum of the ledger, and the ledger is settled once', async () => {
    const w = await world();
    const asked = await w.ask(SUMMER, addDays(SUMMER, 4));
    await w.approve(asked.body.id);
    const today = firmDay();
    for (const day of [`${year - 1}-12-31`, `${year}-01-01`, today]) {
      const [row] = (await w.balance(w.user, { as_of: day })).body;
      expect(await ledgerSum(w, day)).toBe(row.balance);
    }
    expect(await w.firm.within((tx) => settle(tx, undefined, today))).toBeGreaterThan(0);
    expect(await w.firm.within((tx) => settle(tx, undefined, today))).toBe(0);
  });

  // erpnext #25039 and #29132, hrms #77 and #381: the report and what is carried are one reckoning.
  test('says the same whether the ledger was settled before or not', async () => {
    const w = await world();
    const seen = async () => [
      (await w.balance(w.hr, { as_of: `${year}-05-01` })).body,
      (await w.balance(w.hr, { year: year + 1 })).body,
    ];
    const before = await seen();
    await w.firm.within((tx) => settle(tx, undefined, `${year}-05-01`));
    expect(await seen()).toEqual(before);
  });

  test('that is broken off while the ledger is settled leaves nothing half: it is whole at the next turn', async () => {
    const w = await world();
    const lines = () => w.firm.within((tx) => tx.all(sql`select 1 from leave.ledger where tenant_id = ${tx.tenant}`));
    const today = firmDay();
    const broken = w.firm.within(async (tx) => {
      await settle(tx, undefined, today);
      throw new Error('The process ends here.');
    });
    await expect(broken).rejects.toThrow('The process ends here.');
    expect(await lines()).toEqual([]);
    const written = await w.firm.within((tx) => settle(tx, undefined, today));
    expect(await lines()).toHaveLength(written);
    const audited = await w.firm.within((tx) =>
      tx.all(sql`select entity, action from app.audit_changes where tenant_id = ${tx.tenant} and entity = 'leave.ledger'`),
    );
    expect(audited).toEqual([{ entity: 'leave.ledger', action: 'settled' }]);
  });

  // hrms #2770 and #1757: a holiday that is added later gives the day back, by a line of its own.
  test('gets a day back when a holiday comes into approved leave, and the ledger says so', async () => {
    const w = await world();
    const asked = await w.ask(SUMMER, addDays(SUMMER, 4));
    await w.approve(asked.body.id);
    const known = await ledgerSum(w, `${year}-12-31`);
    const day = asked.body.minutes === 5 * DAY ? addDays(SUMMER, 2) : addDays(SUMMER, 1);
    await w.firm.call(w.hr, 'POST', '/api/public_holidays', { country: 'DE', day, name: 'Firm day' });
    const [row] = (await w.balance(w.user, { as_of: `${year}-12-31` })).body;
    expect(row.taken).toBe(asked.body.minutes - DAY);
    await w.firm.within((tx) => settle(tx, [w.user.id], firmDay()));
    const lines = await w.firm.within((tx) =>
      tx.all<{ minutes: number }>(sql`
        select minutes from leave.ledger where tenant_id = ${tx.tenant} and request_id = ${asked.body.id} and day = ${day} order by id`),
    );
    expect(lines).toEqual([{ minutes: -DAY }, { minutes: DAY }]);
    expect(await ledgerSum(w, `${year}-12-31`)).toBe(known + DAY);
  });

  test('is refused beyond what there is, unless the rule lets it go below zero', async () => {
    const w = await world({ days: 3, carry_days: 0 });
    const last = addDays(SUMMER, 4);
    const preview = await w.firm.call(w.user, 'POST', '/api/leave_requests/preview', {
      type_id: w.type,
      first_day: SUMMER,
      last_day: last,
    });
    expect(preview.body).toMatchObject({
      refusal: expect.stringContaining('more than the balance allows'),
      balance: { before: 3 * DAY },
    });
    expect(await w.ask(SUMMER, last)).toMatchObject({ status: 422, body: { errors: [{ path: 'last_day' }] } });
    expect((await w.ask(SUMMER, addDays(SUMMER, 1))).status).toBe(200);
    // What waits counts: two requests at once do not take the same days.
    expect((await w.ask(addDays(SUMMER, 7), addDays(SUMMER, 8))).status).toBe(422);
    const lax = await world({ days: 3, carry_days: 0, negative_days: 5 });
    const flagged = await lax.firm.call(lax.user, 'POST', '/api/leave_requests/preview', {
      type_id: lax.type,
      first_day: SUMMER,
      last_day: last,
    });
    expect(flagged.body).toMatchObject({
      refusal: null,
      warning: expect.stringContaining('below zero'),
      balance: { limit: -5 * DAY },
    });
    expect((await lax.ask(SUMMER, last)).status).toBe(200);
  });

  test('of later leave is not spent twice: an earlier request sees what is approved ahead', async () => {
    const w = await world({ manner: 'accrued', pro_rata: 'months', days: 12, carry_days: 0, carry_months: null });
    const late = await w.ask(monday(`${year}-12-07`), addDays(monday(`${year}-12-07`), 4));
    await w.approve(late.body.id);
    const early = monday(`${year}-09-07`);
    // Nine days are there in September, and twelve in all: with five in December seven are left.
    expect((await w.ask(early, addDays(early, 9))).status).toBe(422);
    expect((await w.ask(early, addDays(early, 4))).status).toBe(200);
  });

  test('cannot be approved below what there is when it shrank meanwhile', async () => {
    const w = await world({ days: 5, carry_days: 0 });
    const asked = await w.ask(SUMMER, addDays(SUMMER, 3));
    const correction = { user_id: w.user.id, type_id: w.type, day: `${year}-01-15`, minutes: -3 * DAY, comment: 'paid out' };
    expect((await w.firm.call(w.hr, 'POST', '/api/leave_adjustments', correction)).status).toBe(200);
    expect((await w.approve(asked.body.id)).status).toBe(409);
    const [row] = (await w.balance()).body;
    expect(row.adjusted).toBe(-3 * DAY);
  });
});

describe('why', () => {
  test('a balance is what it is stands line by line, with its running sum', async () => {
    const w = await world();
    const asked = await w.ask(SUMMER, addDays(SUMMER, 4));
    await w.approve(asked.body.id);
    const correction = { user_id: w.user.id, type_id: w.type, day: `${year}-02-01`, minutes: DAY, comment: 'bought' };
    await w.firm.call(w.hr, 'POST', '/api/leave_adjustments', correction);
    const { body } = await w.firm.call(w.user, 'GET', `/api/leave_ledger?type_id=${w.type}&as_of=${year}-12-31`);
    const lines = body.lines as { kind: string; minutes: number; balance: number; text: string; by: string | null }[];
    expect(lines.map((line) => line.kind)).toEqual(['carry_over', 'grant', 'adjustment', 'expiry', 'taken']);
    expect(lines.reduce((sum, line) => sum + line.minutes, 0)).toBe(body.balance);
    expect(lines.at(-1)?.balance).toBe(body.balance);
    expect(lines[1]?.text).toMatch(/^20 days a year at 100 % of full time, for 36[56] of 36[56] days\.$/);
    expect(lines[2]).toMatchObject({ comment: 'bought', by: expect.any(String), posted: true });
  });

  test('is answered to the person, who decides, and hr; to nobody else', async () => {
    const w = await world();
    const peer = await w.firm.user();
    const status = async (who: TestUser) =>
      (await w.firm.call(who, 'GET', `/api/leave_ledger?type_id=${w.type}&user_id=${w.user.id}`)).status;
    expect([await status(w.user), await status(w.manager), await status(w.hr), await status(peer)]).toEqual([200, 200, 200, 403]);
    const seen = async (who: TestUser) => (await w.balance(who, { user_ids: [w.user.id] })).body.length;
    expect([await seen(w.user), await seen(w.manager), await seen(w.hr), await seen(peer)]).toEqual([1, 1, 1, 0]);
    expect((await w.balance(peer)).body).toHaveLength(1);
    const correction = { user_id: w.user.id, type_id: w.type, day: `${year}-02-01`, minutes: DAY, comment: 'mine' };
    expect((await w.firm.call(w.manager, 'POST', '/api/leave_adjustments', correction)).status).toBe(403);
  });

  test('a correction of the past is a line of its own: the pattern of last month', async () => {
    const w = await world({ carry_days: 0 });
    const today = firmDay();
    await w.firm.within((tx) => settle(tx, [w.user.id], today));
    const before = await ledgerSum(w, today);
    const turn = `${year}-07-02`;
    const half = [240, 240, 240, 240, 240, 0, 0];
    const { body: user } = await w.firm.call(w.hr, 'GET', `/api/users/${w.user.id}`);
    await w.firm.call(w.hr, 'POST', '/api/users/edit', {
      userData: { id: w.user.id, version: user.version, pattern: half, valid_from: turn },
    });
    await w.firm.within((tx) => settle(tx, [w.user.id], `${year}-12-31`));
    const rest = (Date.parse(`${year + 1}-01-01`) - Date.parse(turn)) / 86_400_000;
    const length = (Date.parse(`${year + 1}-01-01`) - Date.parse(`${year}-01-01`)) / 86_400_000;
    expect(await ledgerSum(w, `${year}-12-31`)).toBe(
      before - (20 * DAY - Math.round((20 * DAY * (length - rest) + 10 * DAY * rest) / length)),
    );
  });
});

test('balances of many people are exported in days, by hr alone', async () => {
  const w = await world();
  const file = await w.firm.call(
    w.hr,
    'GET',
    `/api/export_import/export_leave_balance?page=users&format=csv&as_of=${year}-05-04`,
  );
  const lines = file.bytes.toString().split('\r\n');
  expect(lines[0]).toContain('Balance (days)');
  expect(lines).toHaveLength(5);
  expect(lines[1]).toContain(',5,20,0,-5,0,20,');
  expect((await w.firm.call(w.manager, 'GET', '/api/export_import/export_leave_balance')).status).toBe(403);
});

test('days that nobody means are refused before anything is reckoned', async () => {
  const w = await world();
  expect(await w.balance(w.user, { as_of: '9998-01-01' })).toMatchObject({ status: 422, body: { errors: [{ path: 'as_of' }] } });
  expect(await w.ask('2999-01-05', '2999-01-05')).toMatchObject({ status: 422, body: { errors: [{ path: 'first_day' }] } });
  const rule = { country: 'FR', type_id: w.type, layer: 'statutory', days: 20, valid_from: '0999-01-01' };
  expect(await w.firm.call(w.hr, 'POST', '/api/pto/create', rule)).toMatchObject({ body: { errors: [{ path: 'valid_from' }] } });
});

test('a page of balances reads the same for who is asked one by one', async () => {
  const w = await world();
  for (let count = 0; count < 3; count++) await w.firm.user({ managerId: w.manager.id, pattern: [300, 300, 300, 0, 0, 0, 0] });
  const whole = (await w.balance(w.hr, { per_page: 50 })).body as { user_id: string }[];
  for (const row of whole) expect((await w.balance(w.hr, { user_ids: [row.user_id] })).body).toEqual([row]);
  const accounts = await w.firm.within((tx) => accountsFor(tx, undefined, `${year}-12-31`));
  expect(accounts).toHaveLength(whole.length);
  expect(balanceOf(accounts[0] as (typeof accounts)[0], `${year}-12-31`).granted).toBeGreaterThan(0);
});
