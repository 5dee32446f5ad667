import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes, buildApp } from '../src/server/app.ts';
import { readConfig } from '../src/server/config.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { newDatabase } from './own-database.ts';

const dist = path.resolve(import.meta.dirname, '../dist/web');
const built = fs.existsSync(path.join(dist, 'index.html'));
const FRIEND = 'https://pages.example';

let test_: TestApp;
let owner: pg.Client;
let firm: TestFirm;
let user: TestUser;
let junior: TestUser;
/** Reached by https, with pages of another origin. */
let open: FastifyInstance;

beforeAll(async () => {
  const adminUrl = await newDatabase('walls');
  test_ = await startTestApp(adminUrl);
  owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  firm = await makeFirm(test_);
  user = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  junior = await firm.user();
  const config = readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://cadre.example', CORS_ORIGINS: FRIEND });
  open = await buildApp({ config, host: test_.host, live: test_.live, ready: async () => true });
  open.get('/api/broken', async () => {
    throw new Error('relation "access.accounts" does not exist: select secret from hidden');
  });
  await open.ready();
});
afterAll(async () => {
  await open.close();
  await owner.end();
  await test_.close();
});

const get = (url: string, headers: Record<string, string> = {}, at = open) => at.inject({ method: 'GET', url, headers });
const bearer = (of = user): Record<string, string> => ({ authorization: `Bearer ${of.token}` });

const walls = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};
const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

describe('F1, F3: headers of every kind of answer', () => {
  const kinds: [name: string, status: number, url: string, headers: () => Record<string, string>][] = [
    ['a call', 200, '/api/users/me', bearer],
    ['no session', 401, '/api/users/me', () => ({})],
    ['not allowed', 403, '/api/users/managers', () => bearer(junior)],
    ['not there', 404, '/api/nothing', bearer],
    ['no page', 404, '/.git/config', () => ({})],
    ['broken', 500, '/api/broken', () => ({})],
    ['another method', 405, '/auth/jwt/login', () => ({})],
    ['the document', 200, '/api/openapi.json', () => ({})],
    ['alive', 200, '/livez', () => ({})],
  ];
  test.each(kinds)('%s (%i)', async (_name, status, url, headers) => {
    const answer = await get(url, headers());
    expect(answer.statusCode).toBe(status);
    expect(answer.headers).toMatchObject({ ...walls, 'cache-control': 'no-store', 'content-security-policy': apiPolicy });
    expect(answer.headers['permissions-policy']).toContain('camera=(), ');
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['x-powered-by']).toBeUndefined();
    expect(answer.headers['server']).toBeUndefined();
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('without https no browser is told to insist on it', async () => {
    expect((await get('/livez', {}, test_.app)).headers['strict-transport-security']).toBeUndefined();
  });

  test('the stream of events', async () => {
    await test_.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test_.app.server.address() as AddressInfo;
    const aborted = new AbortController();
    const stream = await fetch(`http://127.0.0.1:${port}/api/events`, { headers: bearer(), signal: aborted.signal });
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-content-type-options': 'nosniff',
      'content-security-policy': apiPolicy,
    });
    aborted.abort();
  });

  test.skipIf(!built)('the page: a policy of its own, new with every answer, and never kept', async () => {
    for (const url of ['/', '/home', '/account/login', '/any/path']) {
      const answers = [await get(url), await get(url)];
      for (const answer of answers) {
        expect(answer.statusCode).toBe(200);
        expect(answer.headers).toMatchObject({
          ...walls,
          'cache-control': 'no-store',
          'content-type': 'text/html; charset=utf-8',
        });
      }
      const nonces = answers.map(({ headers }) => /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1] ?? '');
      expect(new Set(nonces).size).toBe(2);
      expect(Buffer.from(nonces[0] ?? '', 'base64')).toHaveLength(16);
      expect(answers[0]?.body).toContain(nonces[0]);
      expect(answers[0]?.body).not.toContain('%NONCE%');
      // F2, to the letter.
      expect(answers[0]?.headers['content-security-policy']).toBe(
        [
          "default-src 'none'",
          "script-src 'self'",
          `style-src 'self' 'nonce-${nonces[0]}'`,
          "img-src 'self' data: blob:",
          "font-src 'self'",
          "connect-src 'self'",
          "form-action 'self'",
          "base-uri 'none'",
          "object-src 'none'",
          "frame-ancestors 'none'",
          "require-trusted-types-for 'script'",
          'trusted-types default',
        ].join('; '),
      );
    }
    expect((await open.inject({ method: 'HEAD', url: '/home' })).statusCode).toBe(200);
  });

  test.skipIf(!built)('files under hashed names are kept for good, others asked for anew', async () => {
    const files = fs.readdirSync(path.join(dist, 'assets')).filter((name) => /\.(js|css|woff2)$/.test(name));
    for (const name of [files.find((each) => each.endsWith('.js')), files.find((each) => each.endsWith('.css'))]) {
      expect(name).toMatch(/-[\w-]{8}\.\w+$/);
      const answer = await get(`/assets/${name}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({ ...walls, 'cache-control': 'public, max-age=31536000, immutable' });
    }
    expect((await get('/cadre.svg')).headers).toMatchObject({ ...walls, 'cache-control': 'no-cache' });
  });
});

describe('F4: calls from pages of other origins', () => {
  const SIX = ['has_next', 'has_prev', 'page', 'pages', 'per-page', 'total'].map((name) => `x-pagination-${name}`);

  test('an origin on the list may call, and read the six headers of lists', async () => {
    const answer = await get('/api/users/users_all', { ...bearer(), origin: FRIEND });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': FRIEND,
      vary: expect.stringContaining('Origin') as string,
    });
    const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
    for (const name of SIX) {
      expect(exposed).toContain(name);
      expect(answer.headers[name], name).toBeDefined();
    }
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    const asked = await open.inject({
      method: 'OPTIONS',
      url: '/api/users/me',
      headers: { origin: FRIEND, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' },
    });
    expect(asked.statusCode).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': FRIEND,
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'authorization, content-type, if-match, idempotency-key, x-tenant',
    });
  });

  test('refusals are readable there too; the cookie of a sign-in travels for the sign-in alone', async () => {
    for (const url of ['/api/users/me', '/api/nothing']) {
      expect((await get(url, { origin: FRIEND })).headers['access-control-allow-origin']).toBe(FRIEND);
    }
    expect((await get('/api/otp_auth/auth_link', { origin: FRIEND })).headers['access-control-allow-credentials']).toBe('true');
  });

  test.each([
    ['null'],
    ['https://cadre.example.evil'],
    ['https://evil.pages.example'],
    ['http://pages.example'],
    ['https://pages.example:8443'],
    ['https://PAGES.example.'],
    ['https://pages.example, https://evil.example'],
  ])('%s is not on the list', async (origin) => {
    for (const answer of [
      await get('/api/users/me', { ...bearer(), origin }),
      await open.inject({ method: 'OPTIONS', url: '/api/users/me', headers: { origin, 'access-control-request-method': 'GET' } }),
      await get('/api/users/me', { ...bearer(), origin: FRIEND }, test_.app),
    ]) {
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    }
  });

  test('what a page may send unasked (text, forms) is not taken where JSON is expected', async () => {
    const json = allRoutes.filter(
      ({ endpoint }) => endpoint.body && !endpoint.form && endpoint.raw !== 'upload' && endpoint.access === 'signed_in',
    );
    expect(json.length).toBeGreaterThan(10);
    for (const { method, path: url } of json) {
      for (const [type, payload] of [
        ['text/plain', '{"a":1}'],
        ['application/x-www-form-urlencoded', 'a=1'],
        ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n'],
      ] as const) {
        const answer = await open.inject({
          method: method as 'POST',
          url: url.replace(/:\w+/g, '01900000-0000-7000-8000-000000000000'),
          headers: { ...bearer(), 'content-type': type },
          payload,
        });
        expect(answer.statusCode, `${method} ${url} as ${type}: ${answer.body}`).toBe(415);
      }
    }
  });
});

/** One sum for each table, over all its rows. What was taken away or looked at goes on record: those tables may grow. */
async function fingerprint(): Promise<string> {
  const { rows } = await owner.query<{ t: string }>(
    `select n.nspname || '.' || c.relname as t from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'jobs', 'public')
       and n.nspname || '.' || c.relname not in ('access.login_tx', 'app.access_log', 'app.audit_changes', 'app.audit_details', 'app.audit_seals') order by 1`,
  );
  const sums: string[] = [];
  for (const { t } of rows) {
    const columns = t === 'access.sessions' ? `(to_jsonb(x) - 'last_seen_at')` : 'to_jsonb(x)';
    const sum = await owner.query<{ s: string }>(
      `select md5(coalesce(string_agg(${columns}::text, '' order by ${columns}::text), '')) as s from ${t} x`,
    );
    sums.push(`${t} ${sum.rows[0]?.s}`);
  }
  return sums.join('\n');
}

describe('F5: what GET does, and what is not there', () => {
  test('no GET writes, whoever asks', async () => {
    // The two of the sign-in excepted: one begins it, the other ends it, and C5 says who may call that.
    const gets = allRoutes.filter(
      ({ method, path: url, endpoint }) =>
        method === 'GET' && endpoint.raw !== 'events' && !/\/(auth_link|login_gate)$/.test(url),
    );
    expect(gets.length).toBeGreaterThan(15);
    const before = await fingerprint();
    for (const headers of [bearer(), bearer(junior), {}]) {
      for (const { path: url } of gets) {
        const filled = url.replace(':week', '2026-W10').replace(/:\w+/g, user.id);
        await get(`${filled}?from=2026-03-01&to=2026-03-31&user_id=${user.id}&operation=users.list&code=x`, headers, test_.app);
        await get(filled, headers, test_.app);
      }
    }
    expect(await fingerprint()).toBe(before);
  });

  test.each([
    ['/.git/config'],
    ['/.git/HEAD'],
    ['/.env'],
    ['/.cadre/demo.json'],
    ['/package.json'],
    ['/src/server/main.ts'],
    ['/index.html'],
    ['/assets/'],
    ['/assets'],
    ['/assets/index.js.map'],
    ['/assets/..%2f..%2fpackage.json'],
    ['/assets/%2e%2e%2fpackage.json'],
    ['/..%5c..%5cpackage.json'],
    ['/api/test/reset'],
    ['/api/metrics'],
    ['/metrics.json'],
    ['/server-status.php'],
    ['/.well-known/security.txt'],
    ['/demo.json'],
  ])('there is no %s', async (url) => {
    const answer = await get(url, bearer());
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ detail: 'Not Found' });
  });

  test.skipIf(!built)('no source map was built', () => {
    const names = fs.readdirSync(dist, { recursive: true, encoding: 'utf8' });
    expect(names.filter((name) => name.endsWith('.map'))).toEqual([]);
    const scripts = names.filter((name) => name.endsWith('.js')).map((name) => fs.readFileSync(path.join(dist, name), 'utf8'));
    expect(scripts.some((text) => text.includes('sourceMappingURL'))).toBe(false);
  });

  test('TRACE, CONNECT and methods that nobody knows', async () => {
    if (!test_.app.server.listening) await test_.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test_.app.server.address() as AddressInfo;
    const speak = (text: string): Promise<string> =>
      new Promise((resolve) => {
        const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
        let answer = '';
        socket.on('data', (part) => (answer += part.toString()));
        socket.on('close', () => resolve(answer));
        socket.setTimeout(1000, () => socket.destroy());
      });
    const trace = await speak('TRACE / HTTP/1.1\r\nhost: x\r\ncookie: secret=1\r\nconnection: close\r\n\r\n');
    expect(trace).toMatch(/^HTTP\/1\.1 405 /);
    expect(trace).not.toContain('secret=1');
    const connect = await speak('CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(connect).not.toMatch(/^HTTP\/1\.1 2/);
    expect(await speak('BREW /pot HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 4/);
    const head = await test_.app.inject({ method: 'TRACE' as 'GET', url: '/' });
    expect(head.statusCode).toBe(405);
  });
});

test('F6: what broke says a reference and nothing else', async () => {
  const answer = await get('/api/broken');
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({ detail: `Something broke on our side. Reference: ${String(answer.headers['x-request-id'])}` });
});

test.skipIf(!built)('F7: the pages name no other origin', () => {
  /** Names of dialects, and where a library sends programmers to read: never called. */
  const harmless = /^https?:\/\/(www\.w3\.org\/|react\.dev\/errors\/|react\.i18next\.com\/|mantine\.dev\/|localhost$)/;
  const found = fs
    .readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(js|css|html|svg|json)$/.test(name))
    .flatMap((name) => {
      const text = fs.readFileSync(path.join(dist, name), 'utf8');
      return [...text.matchAll(/(?:https?|wss?):\/\/[\w.-]+[\w./-]*/g)].map(([url]) => `${name}: ${url}`);
    });
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter((each) => !harmless.test(each.replace(/^.*?: /, '')))).toEqual([]);
});
