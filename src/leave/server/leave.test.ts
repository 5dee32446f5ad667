import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays, weekday } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const year = new Date().getUTCFullYear();

/** The Monday on or after a day. */
function nextMonday(day: string): string {
  let monday = day;
  while (weekday(monday) !== 1) monday = addDays(monday, 1);
  return monday;
}

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

test('parts of days are refused where the type has none, need what they are, and stand side by side on a day', async () => {
  const { firm, manager, user, type } = await world();
  const day = `${year}-08-03`;
  const monday = nextMonday(day);
  const ask = (more: object) =>
    firm.call(user, 'POST', '/api/leave_requests', { type_id: type, first_day: monday, last_day: monday, ...more });
  expect(await ask({ part: 'hours', starts_at: '14:00', part_minutes: 120 })).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'part' }] },
  });
  const hr = await firm.user({ category: 'hr' });
  expect(
    (await firm.call(hr, 'PATCH', `/api/leave_types/${type}`, { smallest: 'hour', needs_reason: true, version: 1 })).body,
  ).toMatchObject({ smallest: 'hour', needs_reason: true, has_balance: false, version: 2 });
  const bare = await ask({ part: 'hours' });
  expect(bare.body.errors.map((error: { path: string }) => error.path)).toEqual(['starts_at', 'part_minutes', 'comment']);
  const hours = await ask({ part: 'hours', starts_at: '14:00', part_minutes: 120, comment: 'dentist' });
  expect(hours.body).toMatchObject({ minutes: 120, starts_at: '14:00', part: 'hours', may: ['cancel'] });
  expect((await ask({ part: 'second_half', comment: 'x' })).status).toBe(409);
  expect((await ask({ part: 'first_half', comment: 'x' })).body).toMatchObject({ minutes: 240 });
  expect((await firm.call(manager, 'GET', '/api/leave_requests?scope=deciding')).body).toMatchObject([
    { user_id: user.id, may: ['approve', 'reject'] },
    { user_id: user.id },
  ]);
});

test('a rejection says why, an approval is taken back by who decides, and one’s own only before it begins', async () => {
  const { firm, manager, user, type } = await world();
  const ask = async (day: string) =>
    (await firm.call(user, 'POST', '/api/leave_requests', { type_id: type, first_day: day, last_day: day })).body.id as string;
  const decide = (who: typeof user, ids: string[], status: string, reason?: string) =>
    firm.call(who, 'POST', '/api/leave_requests/decide', { ids, status, ...(reason ? { reason } : {}) });
  const [first, second] = [await ask(nextMonday(`${year - 1}-03-02`)), await ask(nextMonday(`${year + 1}-03-02`))];
  expect(await decide(manager, [first], 'rejected')).toMatchObject({ status: 422, body: { errors: [{ path: 'reason' }] } });
  expect((await decide(manager, [first, second], 'approved')).body).toMatchObject([
    { status: 'approved', decided_by: expect.any(String) },
    { status: 'approved' },
  ]);
  expect((await decide(user, [first], 'cancelled')).status).toBe(409);
  expect((await decide(user, [second], 'cancelled')).status).toBe(200);
  expect((await decide(manager, [first], 'cancelled', 'by mistake')).body).toMatchObject([
    { status: 'cancelled', reason: 'by mistake' },
  ]);
});

test('on behalf asks who keeps the records, and may decide at once; nobody for themselves', async () => {
  const { firm, manager, user, type } = await world();
  const day = nextMonday(`${year}-08-03`);
  const body = { type_id: type, first_day: day, last_day: day, user_id: user.id };
  const peer = await firm.user();
  expect((await firm.call(peer, 'POST', '/api/leave_requests', body)).status).toBe(403);
  expect(await firm.call(manager, 'POST', '/api/leave_requests', { ...body, approve: true })).toMatchObject({
    status: 200,
    body: { status: 'approved', user_id: user.id, created_by: expect.any(String) },
  });
  const own = { ...body, user_id: manager.id, approve: true };
  expect((await firm.call(manager, 'POST', '/api/leave_requests', own)).status).toBe(422);
});

test('manager and person are told, each of what concerns them', async () => {
  const { firm, manager, user, type } = await world();
  const day = nextMonday(`${year}-08-03`);
  const asked = await firm.call(user, 'POST', '/api/leave_requests', { type_id: type, first_day: day, last_day: day });
  await firm.call(manager, 'POST', '/api/leave_requests/decide', {
    ids: [asked.body.id],
    status: 'rejected',
    reason: 'audit week',
  });
  const told = await firm.within((tx) =>
    tx.all<{ user_id: string; kind: string }>(sql`
      select user_id, kind from settings.notifications where tenant_id = ${tx.tenant} order by created_at`),
  );
  expect(told).toEqual([
    { user_id: manager.id, kind: 'leave.asked' },
    { user_id: user.id, kind: 'leave.decided' },
  ]);
});

// orangehrm #1741, Paid-plugins #360: a calendar of the team that lists those with nothing booked, too.
test('the calendar shows everybody by name; what is private reads absent, what waits is for who decides', async () => {
  const { firm, manager, user, type } = await world();
  const hr = await firm.user({ category: 'hr' });
  const peer = await firm.user();
  const secret = await firm.call(hr, 'POST', '/api/leave_types', { name: 'Cure', is_private: true });
  const [day, next] = [nextMonday(`${year}-08-03`), nextMonday(`${year}-09-07`)];
  const ask = (type_id: string, first: string, approve: boolean) =>
    firm.call(manager, 'POST', '/api/leave_requests', { type_id, first_day: first, last_day: first, user_id: user.id, approve });
  await ask(secret.body.id, day, true);
  await ask(type, next, false);
  const seen = async (who: typeof user) => {
    const { body } = await firm.call(who, 'GET', `/api/leave_calendar?from=${year}-08-01&to=${year}-09-30&per_page=200`);
    const row = body.find((each: { user_id: string }) => each.user_id === user.id);
    return {
      people: body.length as number,
      absences: row.absences.map((each: { type: string }) => each.type) as (string | null)[],
    };
  };
  expect(await seen(peer)).toEqual({ people: 4, absences: [null] });
  expect(await seen(user)).toEqual({ people: 4, absences: ['Cure', 'Vacation'] });
  expect(await seen(manager)).toEqual({ people: 4, absences: ['Cure', 'Vacation'] });
  const { body: preview } = await firm.call(peer, 'POST', '/api/leave_requests/preview', {
    type_id: type,
    first_day: day,
    last_day: day,
  });
  expect(preview).toMatchObject({ minutes: 480, balance: null, refusal: null, others: [] });
});

test('a calendar fetches leave by a secret address until it is taken back', async () => {
  const { firm, manager, user, type } = await world();
  const day = nextMonday(`${new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)}`);
  const body = { type_id: type, first_day: day, last_day: day, part: 'first_half', user_id: user.id, approve: true };
  await firm.call(manager, 'POST', '/api/leave_requests', body);
  const made = await firm.call(user, 'POST', '/api/calendar_feeds', { scope: 'own' });
  expect(made.body.address).toMatch(/\/api\/calendar_feeds\/leave\?key=/);
  const path = made.body.address.replace(/^https?:\/\/[^/]+/, '') as string;
  const file = await firm.call(undefined, 'GET', path);
  expect(file.headers['content-type']).toBe('text/calendar; charset=utf-8');
  const text = file.bytes.toString();
  expect(text).toContain(`DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`);
  expect(text).toContain('SUMMARY:Vacation\\, first half of the day');
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect((await firm.call(undefined, 'GET', `${path}x`)).status).toBe(404);
  const [listed] = (await firm.call(user, 'GET', '/api/calendar_feeds')).body;
  expect(listed).toMatchObject({ id: made.body.id, last_used_at: expect.any(String) });
  expect(JSON.stringify(listed)).not.toContain('key');
  expect((await firm.call(manager, 'DELETE', `/api/calendar_feeds/${made.body.id}`)).status).toBe(404);
  expect((await firm.call(user, 'DELETE', `/api/calendar_feeds/${made.body.id}`)).status).toBe(200);
  expect((await firm.call(undefined, 'GET', path)).status).toBe(404);
});
