import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addStaff } from '../../server/world/firm.ts';

let app: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  app = await startTestApp();
  owner = new pg.Client({ connectionString: inject('adminUrl') });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const PASSWORD = 'correct horse battery staple';

/** Signs in once more, from a device of its own. */
async function again(user: TestUser, agent = 'Test', headers: Record<string, string> = {}): Promise<TestUser> {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/auth/jwt/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': agent, ...headers },
    payload: new URLSearchParams({ username: user.email, password: PASSWORD }).toString(),
  });
  expect(answer.statusCode).toBe(200);
  return { ...user, token: (answer.json() as { access_token: string }).access_token };
}

interface Listed {
  id: string;
  agent: string;
  ip: string;
  is_current: boolean;
  tenant_id: number;
}
const listOf = async (firm: TestFirm, as: TestUser, of?: TestUser): Promise<Listed[]> =>
  (await firm.call(as, 'GET', `/api/sessions${of ? `?user_id=${of.id}` : ''}`)).body as Listed[];
const alive = async (firm: TestFirm, user: TestUser): Promise<boolean> =>
  (await firm.call(user, 'GET', '/api/users/me')).status === 200;

describe('one’s own sessions', () => {
  test('are listed with where they came from, and ended one by one', async () => {
    const firm = await makeFirm(app);
    const first = await firm.user();
    const second = await again(first, 'Phone\u0007of Ana');
    const sessions = await listOf(firm, first);
    expect(sessions).toHaveLength(2);
    const phone = sessions.find((each) => each.agent === 'Phone of Ana');
    expect(phone).toMatchObject({ ip: '127.0.0.1', is_current: false, tenant_id: firm.tenant, auth_method: 'password' });
    expect(sessions.find((each) => each.is_current)?.id).not.toBe(phone?.id);
    expect(JSON.stringify(sessions)).not.toMatch(/hash|token/);
    expect((await firm.call(first, 'DELETE', `/api/sessions/${phone?.id}`)).body).toEqual({ success: true });
    expect([await alive(firm, first), await alive(firm, second)]).toEqual([true, false]);
    expect((await firm.call(first, 'DELETE', `/api/sessions/${phone?.id}`)).status).toBe(404);
  });

  test('end all but the one that asks', async () => {
    const firm = await makeFirm(app);
    const user = await firm.user();
    const others = [await again(user), await again(user)];
    expect((await firm.call(user, 'DELETE', '/api/sessions')).body).toEqual({ success: true, ended: 2 });
    expect(await alive(firm, user)).toBe(true);
    for (const other of others) expect(await alive(firm, other)).toBe(false);
    expect((await firm.call(user, 'DELETE', '/api/sessions')).body).toEqual({ success: true, ended: 0 });
  });

  test('are ten at most: the oldest ends', async () => {
    const firm = await makeFirm(app);
    const first = await firm.user();
    const later: TestUser[] = [];
    for (let count = 0; count < 9; count++) later.push(await again(first));
    expect(await alive(firm, first)).toBe(true);
    const last = await again(first);
    expect(await alive(firm, first)).toBe(false);
    for (const each of [...later, last]) expect(await alive(firm, each)).toBe(true);
    expect(await listOf(firm, last)).toHaveLength(10);
  });

  test('a sign-in with a token in hand ends that one', async () => {
    const firm = await makeFirm(app);
    const user = await firm.user();
    const next = await again(user, 'Test', { authorization: `Bearer ${user.token}` });
    expect([await alive(firm, user), await alive(firm, next)]).toEqual([false, true]);
  });
});

describe('others’ sessions', () => {
  test('are for administrators, within the firm', async () => {
    const [firm, other] = [await makeFirm(app), await makeFirm(app)];
    const admin = await firm.user({ isSuperuser: true });
    const user = await firm.user();
    const stranger = await other.user();
    const [session] = await listOf(firm, admin, user);
    const [foreign] = await listOf(other, stranger);
    expect(session).toMatchObject({ tenant_id: firm.tenant, is_current: false });
    expect(await listOf(firm, admin, stranger)).toEqual([]);
    expect((await firm.call(admin, 'DELETE', `/api/sessions/${foreign?.id}`)).status).toBe(404);
    const peer = await firm.user({ category: 'hr', grade: 'Partner' });
    expect((await firm.call(peer, 'GET', `/api/sessions?user_id=${user.id}`)).status).toBe(403);
    expect((await firm.call(peer, 'DELETE', `/api/sessions?user_id=${user.id}`)).status).toBe(403);
    expect((await firm.call(peer, 'DELETE', `/api/sessions/${session?.id}`)).status).toBe(404);
    expect(await alive(firm, user)).toBe(true);
    expect((await firm.call(admin, 'DELETE', `/api/sessions/${session?.id}`)).status).toBe(200);
    expect(await alive(firm, user)).toBe(false);
    const back = await again(user);
    expect((await firm.call(admin, 'DELETE', `/api/sessions?user_id=${user.id}`)).body).toEqual({ success: true, ended: 1 });
    expect(await alive(firm, back)).toBe(false);
    expect([await alive(firm, admin), await alive(other, stranger)]).toEqual([true, true]);
  });

  test('of one account in two firms are not the other firm’s', async () => {
    const [first, second] = [await makeFirm(app), await makeFirm(app)];
    const user = await first.user();
    const [id] = await second.within((tx) =>
      addStaff(tx, [
        {
          firstName: 'T',
          lastName: 'P',
          email: user.email,
          category: 'admin',
          grade: 'Director',
          country: 'DE',
          employedFrom: '2026-01-01',
        },
      ]),
    );
    const admin = await second.user({ isSuperuser: true });
    expect(await listOf(second, admin, { ...user, id: id as string })).toEqual([]);
    const token = (await first.call(user, 'POST', '/api/otp_auth/change_tenant', { tenant: second.slug })).body.token as string;
    const there = { ...user, token };
    expect(await alive(second, there)).toBe(true);
    const [session] = await listOf(second, admin, { ...user, id: id as string });
    expect(session?.tenant_id).toBe(second.tenant);
    expect(await listOf(second, there)).toHaveLength(1);
  });
});

describe('the life of a session', () => {
  const change = (firm: TestFirm, as: TestUser, body: object): Promise<Answer> =>
    firm.call(as, 'PUT', '/api/settings/session_life?page=settings', body);

  test('is the firm’s to say, and running sessions follow', async () => {
    const firm = await makeFirm(app);
    const admin = await firm.user({ isSuperuser: true });
    const [user, idle] = [await firm.user(), await firm.user()];
    const read = await firm.call(admin, 'GET', '/api/settings/session_life?page=settings');
    expect(read.body).toEqual({ idle_minutes: 120, hours: 12, version: 1 });
    await owner.query(`update access.sessions set created_at = now() - interval '3 hours' where user_id = $1`, [user.id]);
    await owner.query(`update access.sessions set last_seen_at = now() - interval '20 minutes' where user_id = $1`, [idle.id]);
    expect([await alive(firm, user), await alive(firm, admin)]).toEqual([true, true]);
    const changed = await change(firm, admin, { idle_minutes: 15, hours: 2, version: 1 });
    expect(changed.body).toEqual({ idle_minutes: 15, hours: 2, version: 2 });
    expect([await alive(firm, user), await alive(firm, idle), await alive(firm, admin)]).toEqual([false, false, true]);
    const { rows } = await owner.query(
      `select extract(epoch from expires_at - created_at)::int as life, extract(epoch from idle)::int as idle from access.sessions where token_hash in
         (select token_hash from access.sessions where user_id = $1 order by created_at desc limit 1)`,
      [(await again(user)).id],
    );
    expect(rows).toEqual([{ life: 7200, idle: 900 }]);
  });

  test('is the administrators’, within limits, and never overwritten unseen', async () => {
    const firm = await makeFirm(app);
    const admin = await firm.user({ isSuperuser: true });
    const user = await firm.user({ category: 'hr', grade: 'Partner' });
    expect((await change(firm, user, { idle_minutes: 15, hours: 2 })).status).toBe(403);
    for (const body of [
      { idle_minutes: 4, hours: 2 },
      { idle_minutes: 15, hours: 721 },
      { idle_minutes: '15', hours: 2 },
      { hours: 2 },
    ])
      expect((await change(firm, admin, body)).status).toBe(422);
    expect(await change(firm, admin, { idle_minutes: 15, hours: 2, version: 7 })).toMatchObject({
      status: 409,
      body: { current: { hours: 12 } },
    });
  });

  test('of a switched session is that of the firm it goes to', async () => {
    const [first, second] = [await makeFirm(app), await makeFirm(app)];
    const user = await first.user();
    const admin = await second.user({ isSuperuser: true });
    await change(second, admin, { idle_minutes: 10, hours: 1 });
    await second.within((tx) =>
      addStaff(tx, [
        {
          firstName: 'T',
          lastName: 'P',
          email: user.email,
          category: 'admin',
          grade: 'Director',
          country: 'DE',
          employedFrom: '2026-01-01',
        },
      ]),
    );
    const { token } = (await first.call(user, 'POST', '/api/otp_auth/change_tenant', { tenant: second.slug })).body as {
      token: string;
    };
    const { rows } = await owner.query(
      `select tenant_id, extract(epoch from idle)::int as idle, expires_at <= now() + interval '1 hour' as short from access.sessions where account_id =
         (select id from access.accounts where email = $1)`,
      [user.email],
    );
    expect(rows).toEqual([{ tenant_id: second.tenant, idle: 600, short: true }]);
    expect((await first.call({ ...user, token }, 'GET', '/api/settings')).status).toBe(200);
  });
});
