import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../src/server/app.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { type Schema, fieldsOf } from './instances.ts';
import { newDatabase } from './own-database.ts';

const PASSWORD = 'correct horse battery staple';
let test_: TestApp;
let owner: pg.Client;

beforeAll(async () => {
  const adminUrl = await newDatabase('sessions');
  test_ = await startTestApp(adminUrl);
  owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test_.close();
});

test('B10: a fresh installation knows nobody: no firm, no account, no key, no way in', async () => {
  for (const table of [
    'settings.tenants',
    'access.accounts',
    'access.memberships',
    'access.sessions',
    'access.links',
    'access.identities',
  ])
    expect((await owner.query(`select * from ${table}`)).rows, table).toEqual([]);
  for (const [username, password] of [
    ['admin', 'admin'],
    ['admin@example.org', 'admin'],
    ['cadre', 'cadre'],
    ['root', ''],
  ] as const) {
    const payload = new URLSearchParams({ username, password }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await test_.app.inject({ method: 'POST', url: '/auth/jwt/login', headers, payload });
    expect(answer.statusCode).toBe(password === '' ? 422 : 400);
  }
});

test('B10: nobody sets somebody else’s password: no other call takes one', () => {
  const taking = allRoutes
    .filter(({ endpoint }) =>
      [...fieldsOf(endpoint.body as Schema | undefined)].some((name) => /passw|secret_word|hash/i.test(name)),
    )
    .map(({ method, path }) => `${method} ${path}`);
  expect(taking.sort()).toEqual([
    'POST /api/set_up',
    'POST /api/users/change_password',
    'POST /auth/jwt/login',
    'POST /auth/register',
    'POST /auth/reset-password',
  ]);
});

async function signIn(email: string): Promise<string> {
  const answer = await test_.app.inject({
    method: 'POST',
    url: '/auth/jwt/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: email, password: PASSWORD }).toString(),
  });
  return (answer.json() as { access_token: string }).access_token;
}

const status = async (firm: TestFirm, user: TestUser, token = user.token): Promise<number> =>
  (await firm.call({ ...user, token }, 'GET', '/api/users/me')).status;

describe('A3: who is taken out of the firm is out at once, with every session', () => {
  test.each([
    ['deactivated', '/api/users/edit', (id: string) => ({ userData: { id, is_active: false } })],
    ['deleted', '/api/users/delete', (id: string) => ({ id })],
  ])('%s', async (_how, path, body) => {
    const firm = await makeFirm(test_);
    const hr = await firm.user({ category: 'hr' });
    const user = await firm.user();
    const tokens = [user.token, await signIn(user.email), await signIn(user.email)];
    for (const token of tokens) expect(await status(firm, user, token)).toBe(200);
    expect((await firm.call(hr, 'POST', path, body(user.id))).status).toBe(200);
    for (const token of tokens) expect(await status(firm, user, token)).toBe(401);
  });
});

describe('A5: a session ends by the clock of the database', () => {
  /** So much time goes by for a session, and nothing is remembered of it. */
  async function pass(firm: TestFirm, user: TestUser, span: string): Promise<void> {
    await owner.query(
      `update access.sessions set created_at = created_at - $2::interval, last_seen_at = last_seen_at - $2::interval,
         expires_at = expires_at - $2::interval where user_id = $1`,
      [user.id, span],
    );
    test_.live.announce(firm.tenant, [{ topic: 'access', inner: true }]);
  }

  test('after two hours and a second without a call, not after two hours less a second', async () => {
    const firm = await makeFirm(test_);
    const [busy, idle] = [await firm.user(), await firm.user()];
    for (const user of [busy, idle]) expect(await status(firm, user)).toBe(200);
    await pass(firm, busy, '1 hour 59 minutes 50 seconds');
    expect(await status(firm, busy)).toBe(200);
    await pass(firm, idle, '2 hours 1 second');
    expect(await status(firm, idle)).toBe(401);
  });

  test('after twelve hours, however often it is used', async () => {
    const firm = await makeFirm(test_);
    const user = await firm.user();
    const seen: number[] = [];
    for (let hour = 1; hour <= 12; hour++) {
      await pass(firm, user, '1 hour');
      seen.push(await status(firm, user));
    }
    expect(seen).toEqual([...Array.from({ length: 11 }, () => 200), 401]);
  });

  test('and never by the clock of the program', async () => {
    const firm = await makeFirm(test_);
    const user = await firm.user();
    const { clock } = test_.host;
    test_.host.clock = () => new Date(Date.now() + 30 * 3_600_000);
    try {
      await pass(firm, user, '1 minute');
      expect(await status(firm, user)).toBe(200);
    } finally {
      test_.host.clock = clock;
    }
  });
});

test('G1: a switch of the firm is one record, in the firm that is left', async () => {
  const [first, second] = [await makeFirm(test_), await makeFirm(test_)];
  const { email } = await second.user();
  // Where somebody was last is where they come back to.
  const user = await first.user({ email });
  const token = await signIn(user.email);
  const answer = await first.call({ ...user, token }, 'POST', '/api/otp_auth/change_tenant', { tenant: second.slug });
  expect(answer.status).toBe(200);
  const { rows } = await owner.query(
    `select tenant_id, actor_id, entity_id, ip, request_id from app.audit_changes where action = 'tenant_switched'`,
  );
  expect(rows).toEqual([
    {
      tenant_id: first.tenant,
      actor_id: user.id,
      entity_id: String(second.tenant),
      ip: '127.0.0.1',
      request_id: answer.headers['x-request-id'],
    },
  ]);
});
