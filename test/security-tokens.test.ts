import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newToken } from '../src/access/server/tokens.ts';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { newDatabase } from './own-database.ts';

const PASSWORD = 'correct horse battery staple';
let test_: TestApp;
let owner: pg.Client;
let firm: TestFirm;
let user: TestUser;

beforeAll(async () => {
  const adminUrl = await newDatabase('tokens');
  test_ = await startTestApp(adminUrl);
  owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  firm = await makeFirm(test_);
  user = await firm.user({ category: 'hr', grade: 'Partner' });
});
afterAll(async () => {
  await owner.end();
  await test_.close();
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

/** Every row of every table, as text and as the bytes of digests are written. */
async function dump(): Promise<string> {
  const { rows } = await owner.query<{ t: string }>(
    `select n.nspname || '.' || c.relname as t from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { t } of rows) {
    texts.push(...(await owner.query<{ r: string }>(`select x::text as r from ${t} x`)).rows.map(({ r }) => r));
  }
  return texts.join('\n');
}

describe('A1: tokens', () => {
  test('ten thousand: all distinct, each of 256 random bits', () => {
    const made = Array.from({ length: 10_000 }, newToken);
    expect(new Set(made).size).toBe(10_000);
    for (const token of made) expect(token).toMatch(/^cdr_[\w-]{43}$/);
    // No two share even the first half.
    expect(new Set(made.map((token) => token.slice(0, 25))).size).toBe(10_000);
  });

  test('the database holds digests alone: twenty live tokens are nowhere in it', async () => {
    const people = [user, await firm.user(), await firm.user()];
    const live: string[] = [];
    for (let round = 0; round < 20; round++) live.push(await signIn(people[round % 3]?.email ?? ''));
    expect(new Set(live).size).toBe(20);
    const all = await dump();
    expect(all).toContain(user.email);
    for (const token of live) {
      const bare = token.slice(4);
      for (const form of [token, bare, Buffer.from(bare, 'base64url').toString('hex'), Buffer.from(token).toString('hex')]) {
        expect(all.includes(form)).toBe(false);
      }
    }
  });
});

describe('A10: a token is taken from the Authorization header alone', () => {
  const me = (headers: Record<string, string | string[]>, url = '/api/users/me'): Promise<number> =>
    test_.app.inject({ method: 'GET', url, headers }).then((answer) => answer.statusCode);

  test.each(['Bearer', 'bearer', 'BEARER', 'JWT', 'jwt'])('scheme %s', async (scheme) => {
    expect(await me({ authorization: `${scheme} ${user.token}` })).toBe(200);
  });

  test('not from a cookie, the address, the body, another header or another scheme', async () => {
    const { token } = user;
    for (const headers of [
      { cookie: `access_token=${token}; token=${token}; authorization=Bearer%20${token}` },
      { 'x-access-token': token },
      { 'x-authorization': `Bearer ${token}` },
      { 'proxy-authorization': `Bearer ${token}` },
      { authorization: token },
      { authorization: `Basic ${Buffer.from(`${user.email}:${token}`).toString('base64')}` },
      { authorization: `Token ${token}` },
      { authorization: `Bearer ${token} x` },
      { authorization: `Bearer "${token}"` },
      { authorization: `Bearer${token}` },
      { authorization: `Bearer ${token}, Bearer ${token}` },
    ] as Record<string, string>[]) {
      expect(await me(headers), JSON.stringify(headers)).toBe(401);
    }
    for (const query of [`access_token=${token}`, `token=${token}`, `authorization=Bearer%20${token}`]) {
      expect(await me({}, `/api/users/me?${query}`)).toBe(401);
    }
    const body = await firm.call(undefined, 'POST', '/api/settings/smart_search', { query: 'x', access_token: token, token });
    expect(body.status).toBe(401);
  });

  test('two headers are none', async () => {
    if (!test_.app.server.listening) await test_.app.listen({ port: 0, host: '127.0.0.1' });
    const address = test_.app.server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const { connect } = await import('node:net');
    const speak = (headers: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.write(`GET /api/users/me HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${headers}\r\n`);
        });
        let answer = '';
        socket.on('data', (part) => (answer += part.toString()));
        socket.on('close', () => resolve(answer.split('\r\n')[0] ?? ''));
      });
    const [own, other] = [`authorization: Bearer ${user.token}\r\n`, 'authorization: Bearer cdr_another\r\n'];
    expect(await speak(own)).toContain(' 200 ');
    for (const headers of [own + own, own + other, other + own]) expect(await speak(headers)).toContain(' 401 ');
  });
});

describe('C7: switching firms', () => {
  const change = (token: string, tenant: string | number, headers: Record<string, string> = {}): Promise<Answer> =>
    firm.call(undefined, 'POST', '/api/otp_auth/change_tenant', { tenant }, { authorization: `Bearer ${token}`, ...headers });

  test('a foreign firm and one that does not exist are the same; one’s own gives a new token', async () => {
    const [mine, foreign] = [await makeFirm(test_), await makeFirm(test_)];
    await mine.user({ email: user.email });
    const token = await signIn(user.email);
    const answers = [
      await change(token, foreign.slug),
      await change(token, foreign.tenant),
      await change(token, 'nobody'),
      await change(token, 999_999),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 403, body: { detail: 'Not allowed' } });
    expect(new Set(answers.map(({ bytes }) => bytes.toString())).size).toBe(1);
    const headers = answers.map(({ headers: all }) =>
      Object.entries(all).filter(([name]) => !/^(x-request-id|date)$/.test(name)),
    );
    expect(new Set(headers.map((each) => JSON.stringify(each))).size).toBe(1);
    const there = await change(token, mine.slug);
    expect(there).toMatchObject({ status: 200, body: { tenant: { slug: mine.slug }, success: true } });
    expect(there.body.token).not.toBe(token);
    const me = await firm.call(undefined, 'GET', '/api/users/me', undefined, { authorization: `Bearer ${there.body.token}` });
    expect(me.body.user.tenant.slug).toBe(mine.slug);
    // The new token has been used: the old one is dead.
    const old = await firm.call(undefined, 'GET', '/api/users/me', undefined, { authorization: `Bearer ${token}` });
    expect(old.status).toBe(401);
  });

  test('a tab that still shows the other firm writes nothing in either', async () => {
    const mine = await makeFirm(test_);
    const both = await firm.user({ category: 'hr', grade: 'Partner' });
    await mine.user({ email: both.email, category: 'hr', grade: 'Partner' });
    const { body } = await change(both.token, mine.slug);
    const count = async (): Promise<number> =>
      Number((await owner.query<{ n: string }>('select count(*) as n from clients.clients')).rows[0]?.n);
    const before = await count();
    const save = (tenant: number): Promise<Answer> =>
      firm.call(
        undefined,
        'POST',
        '/api/clients/create',
        { name: 'Typed in the other firm' },
        { authorization: `Bearer ${body.token}`, 'x-tenant': String(tenant) },
      );
    expect(await save(firm.tenant)).toMatchObject({ status: 409, body: { detail: 'TENANT_CHANGED' } });
    expect(await count()).toBe(before);
    expect((await save(mine.tenant)).status).toBe(200);
    expect(await count()).toBe(before + 1);
    for (const tab of ['', '0', 'x', `${mine.tenant} `, `0${mine.tenant}`]) {
      const answer = await firm.call(
        undefined,
        'POST',
        '/api/clients/create',
        { name: 'x' },
        { authorization: `Bearer ${body.token}`, 'x-tenant': tab },
      );
      if (tab.trim() !== String(mine.tenant)) expect(answer.status, tab).toBe(409);
    }
  });
});
