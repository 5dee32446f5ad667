import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, makeFirm, startTestApp } from '../../../test/app.ts';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { addStaff } from '../../server/world/firm.ts';

let test_: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  test_ = await startTestApp();
  owner = new pg.Client({ connectionString: inject('adminUrl') });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test_.close();
});

const PASSWORD = 'correct horse battery staple';
const form = { 'content-type': 'application/x-www-form-urlencoded' };

async function send(url: string, payload: string, headers: Record<string, string> = form, app = test_.app): Promise<Answer> {
  const response = await app.inject({
    method: 'POST',
    url,
    headers,
    payload,
    remoteAddress: headers['x-test-from'] ?? '127.0.0.1',
  });
  const text = response.body;
  return {
    status: response.statusCode,
    headers: response.headers,
    body: text === '' ? '' : JSON.parse(text),
    bytes: response.rawPayload,
  };
}

const login = (username: string, password = PASSWORD, from = '127.0.0.1'): Promise<Answer> =>
  send('/auth/jwt/login', new URLSearchParams({ username, password }).toString(), { ...form, 'x-test-from': from });

const me = (firm: TestFirm, token: string, scheme = 'Bearer'): Promise<Answer> =>
  firm.call(undefined, 'GET', '/api/users/me', undefined, { authorization: `${scheme} ${token}` });

describe('signing in', () => {
  test('answers a token, its kind and whether one is administrator', async () => {
    const firm = await makeFirm(test_);
    const user = await firm.user({ isSuperuser: true });
    const answer = await login(user.email);
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'bearer', is_superuser: true } });
    expect(answer.body.access_token).toMatch(/^cdr_[\w-]{43,}$/);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(String(answer.headers['content-type'])).toContain('application/json');
    expect((await me(firm, answer.body.access_token)).status).toBe(200);
    expect((await login(user.email)).body.access_token).not.toBe(answer.body.access_token);
  });

  test('takes the address in any case and with blanks around it, and a multipart form', async () => {
    const firm = await makeFirm(test_);
    const user = await firm.user();
    expect((await login(` ${user.email.toUpperCase()} `)).status).toBe(200);
    const parts = Object.entries({ username: user.email, password: PASSWORD, grant_type: 'password', scope: '' })
      .map(([name, value]) => `--xx\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('');
    const answer = await send('/auth/jwt/login', `${parts}--xx--\r\n`, { 'content-type': 'multipart/form-data; boundary=xx' });
    expect(answer.status).toBe(200);
  });

  test('refuses a wrong password, an unknown address, no address and an inactive user with the same words', async () => {
    const firm = await makeFirm(test_);
    const hr = await firm.user({ category: 'hr' });
    const user = await firm.user();
    const gone = await firm.user();
    await owner.query('update access.accounts set is_active = false where email = $1', [gone.email]);
    const answers = [
      await login(user.email, 'wrong password'),
      await login(`nobody-${user.email}`),
      await login('no address at all'),
      await login(gone.email),
      await login(user.email, PASSWORD.toUpperCase()),
    ];
    for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { detail: 'LOGIN_BAD_CREDENTIALS' } });
    const bodies = new Set(answers.map(({ bytes }) => bytes.toString()));
    expect(bodies.size).toBe(1);
    await firm.call(hr, 'POST', '/api/users/edit', { userData: { id: user.id, is_active: false } });
    expect(await login(user.email)).toMatchObject({ status: 400, body: { detail: 'LOGIN_USER_NOT_VERIFIED' } });
  });

  test('answers 422 with the array of the library for a missing or empty field, and never repeats what was sent', async () => {
    const firm = await makeFirm(test_);
    const user = await firm.user();
    for (const body of [
      `username=${user.email}`,
      `username=&password=${encodeURIComponent(PASSWORD)}`,
      '',
      `password=${encodeURIComponent(PASSWORD)}`,
    ]) {
      const answer = await send('/auth/jwt/login', body);
      expect(answer.status, body).toBe(422);
      expect(answer.body.detail[0]).toMatchObject({ type: 'missing', loc: ['body', expect.any(String)], msg: 'Field required' });
      expect(answer.bytes.toString()).not.toContain(PASSWORD);
    }
    expect((await send('/auth/jwt/login', `username=${user.email}&password=x&grant_type=refresh`)).status).toBe(422);
  });

  test('takes a form and no JSON, and never repeats what was sent', async () => {
    const firm = await makeFirm(test_);
    const user = await firm.user();
    const body = JSON.stringify({ username: user.email, password: PASSWORD });
    for (const type of ['application/json', 'application/json; charset=utf-8']) {
      const answer = await send('/auth/jwt/login', body, { 'content-type': type });
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatchObject([
        { type: 'missing', loc: ['body', 'username'], msg: 'Field required' },
        { type: 'missing', loc: ['body', 'password'], msg: 'Field required' },
      ]);
      expect(answer.bytes.toString()).not.toContain(PASSWORD);
    }
  });

  test('is slowed down by account and address, without locking the owner out elsewhere', async () => {
    const firm = await makeFirm(test_);
    const user = await firm.user();
    for (let tries = 0; tries < 10; tries++) expect((await login(user.email, 'wrong', '203.0.113.5')).status).toBe(400);
    const stopped = await login(user.email, PASSWORD, '203.0.113.5');
    expect(stopped).toMatchObject({ status: 429, body: { detail: 'TOO_MANY_ATTEMPTS' } });
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(user.email, PASSWORD, '203.0.113.6')).status).toBe(200);
  });

  test('stores neither token nor password, only their digests', async () => {
    const firm = await makeFirm(test_);
    const user = await firm.user();
    const { access_token: token } = (await login(user.email)).body;
    const { rows: sessions } = await owner.query('select s::text as row, token_hash from access.sessions s where user_id = $1', [
      user.id,
    ]);
    expect(sessions.map((row: { row: string }) => row.row).join()).not.toContain(token);
    const digest = createHash('sha256').update(token).digest('hex');
    expect(sessions.map((row: { token_hash: Buffer }) => row.token_hash.toString('hex'))).toContain(digest);
    const { rows: accounts } = await owner.query('select password_hash from access.accounts where email = $1', [user.email]);
    const [, , version, cost] = (accounts[0] as { password_hash: string }).password_hash.split('$');
    expect([version, cost]).toEqual(['v=19', 'm=19456,t=2,p=1']);
  });
});

describe('the token', () => {
  test('is taken from the Authorization header alone, as Bearer or JWT in any case', async () => {
    const firm = await makeFirm(test_);
    const { token } = await firm.user();
    for (const scheme of ['Bearer', 'bearer', 'JWT', 'jwt']) expect((await me(firm, token, scheme)).status, scheme).toBe(200);
    for (const scheme of ['Basic', 'Token', '']) expect((await me(firm, token, scheme)).status, scheme).toBe(401);
    for (const [url, headers] of [
      [`/api/users/me?access_token=${token}`, {}],
      ['/api/users/me', { cookie: `access_token=${token}` }],
      ['/api/users/me', { authorization: `Bearer ${token.slice(0, -1)}` }],
      ['/api/users/me', {}],
    ] as const) {
      const answer = await firm.call(undefined, 'GET', url, undefined, headers);
      expect(answer).toMatchObject({ status: 401, body: { detail: 'Unauthorized' } });
    }
  });

  test('ends with idleness of two hours and after twelve, by the clock of the database', async () => {
    const firm = await makeFirm(test_);
    const [idle, old] = [await firm.user(), await firm.user()];
    await owner.query(`update access.sessions set last_seen_at = now() - interval '2 hours 1 second' where user_id = $1`, [
      idle.id,
    ]);
    await owner.query(`update access.sessions set expires_at = now() where user_id = $1`, [old.id]);
    expect((await me(firm, idle.token)).status).toBe(401);
    expect((await me(firm, old.token)).status).toBe(401);
  });

  test('of a user who is deactivated speaks for nobody', async () => {
    const firm = await makeFirm(test_);
    const hr = await firm.user({ category: 'hr' });
    const user = await firm.user();
    const second = (await login(user.email)).body.access_token;
    await firm.call(hr, 'POST', '/api/users/edit', { userData: { id: user.id, is_active: false } });
    await firm.call(hr, 'POST', '/api/users/edit', { userData: { id: user.id, is_active: true } });
    expect((await me(firm, user.token)).status).toBe(401);
    expect((await me(firm, second)).status).toBe(401);
    expect((await login(user.email)).status).toBe(200);
  });
});

test('who is signed in is answered flat and under `user`, on both paths', async () => {
  const firm = await makeFirm(test_);
  const user = await firm.user({ grade: 'Senior', firstName: 'Ana', lastName: 'Silva', role: 'unheard of' });
  const answer = await firm.call(user, 'GET', '/api/users/me');
  expect(answer.body).toMatchObject({
    id: user.id,
    email: user.email,
    first_name: 'Ana',
    grade: 'Senior',
    category: 'operational',
    role: 'user',
    language: 'en',
    is_superuser: false,
    teams: [],
    tenant: { id: firm.tenant, slug: firm.slug },
    tenants: [{ id: firm.tenant }],
  });
  const { user: nested, ...flat } = answer.body;
  expect(nested).toEqual(flat);
  expect(JSON.stringify(answer.body)).not.toMatch(/password|hash|token/);
  expect((await firm.call(user, 'GET', '/users/me')).body).toEqual(answer.body);
  expect((await firm.call(user, 'GET', '/users/me/')).status).toBe(200);
});

describe('signing out', () => {
  test('ends the session named in the query, without a header, and says success whatever it was', async () => {
    const firm = await makeFirm(test_);
    const { token } = await firm.user();
    for (const given of [token, token, 'cdr_unknown', '']) {
      const answer = await firm.call(undefined, 'POST', `/api/otp_auth/logout?token=${given}`);
      expect(answer).toMatchObject({ status: 200, body: { success: true } });
    }
    expect((await me(firm, token)).status).toBe(401);
    expect((await firm.call(undefined, 'POST', '/api/otp_auth/logout', '', { 'content-type': 'application/json' })).body).toEqual(
      { success: true },
    );
  });

  test('ends the session of the header too, and of nobody else', async () => {
    const firm = await makeFirm(test_);
    const user = await firm.user();
    const other = (await login(user.email)).body.access_token;
    expect((await firm.call(user, 'POST', '/api/otp_auth/logout')).status).toBe(200);
    expect((await me(firm, user.token)).status).toBe(401);
    expect((await me(firm, other)).status).toBe(200);
  });

  test('by the library’s path answers 204, then 401', async () => {
    const firm = await makeFirm(test_);
    const user = await firm.user();
    const answer = await firm.call(user, 'POST', '/auth/jwt/logout');
    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(await firm.call(user, 'POST', '/auth/jwt/logout')).toMatchObject({ status: 401, body: { detail: 'Unauthorized' } });
  });
});

describe('changing the firm', () => {
  /** One account in two firms, signed in to the first. */
  async function twoFirms() {
    const [first, second] = [await makeFirm(test_), await makeFirm(test_)];
    const user = await first.user();
    await second.within((tx) =>
      addStaff(tx, [
        {
          firstName: 'Test',
          lastName: 'Person',
          email: user.email,
          category: 'admin',
          grade: 'Director',
          country: 'DE',
          employedFrom: '2026-01-01',
        },
      ]),
    );
    return { first, second, user };
  }

  test('gives a new token; the old one means the new firm until the new one is used', async () => {
    const { first, second, user } = await twoFirms();
    expect((await first.call(user, 'GET', '/api/users/me')).body.tenants).toHaveLength(2);
    const { status, body } = await first.call(user, 'POST', '/api/otp_auth/change_tenant', { tenant: second.slug });
    expect([status, body.success, body.tenant.id, body.token]).toEqual([200, true, second.tenant, body.access_token]);
    expect((await me(first, user.token)).body).toMatchObject({ category: 'admin', tenant: { id: second.tenant } });
    expect((await me(first, body.token)).body.tenant.id).toBe(second.tenant);
    expect((await me(first, user.token)).status).toBe(401);
    const back = await first.call(
      { ...user, token: body.token },
      'POST',
      '/api/otp_auth/change_tenant',
      JSON.stringify(first.slug),
    );
    expect(back.body.tenant.slug).toBe(first.slug);
    const again = await login(user.email);
    expect((await me(first, again.body.access_token)).body.tenant.id).toBe(first.tenant);
  });

  test('refuses a firm that is not one’s own like one that does not exist', async () => {
    const { first, user } = await twoFirms();
    const foreign = await makeFirm(test_);
    for (const tenant of [foreign.slug, String(foreign.tenant), 'no-such-firm', '0']) {
      const answer = await first.call(user, 'POST', '/api/otp_auth/change_tenant', { tenant });
      expect(answer).toMatchObject({ status: 403, body: { detail: 'Not allowed' } });
    }
    expect((await me(first, user.token)).body.tenant.id).toBe(first.tenant);
  });

  test('a tab that still shows the other firm is refused before anything is done', async () => {
    const { first, second, user } = await twoFirms();
    const { token } = (await first.call(user, 'POST', '/api/otp_auth/change_tenant', { tenant: second.slug })).body;
    const write = await first.call(
      { ...user, token },
      'POST',
      '/api/clients/create',
      { name: 'Stray' },
      { 'x-tenant': String(first.tenant) },
    );
    expect(write).toMatchObject({ status: 409, body: { detail: 'TENANT_CHANGED' } });
    const { rows } = await owner.query('select 1 from clients.clients where tenant_id = any($1)', [
      [first.tenant, second.tenant],
    ]);
    expect(rows).toEqual([]);
  });
});

describe('role accesses', () => {
  const role = {
    role: 'reviewer',
    accesses: { timesheet: { view_page: true, can_approve: true }, planning: { view_page: false } },
  };

  test('are read by anybody, wrapped as specified, and written by administrators alone', async () => {
    const firm = await makeFirm(test_);
    const admin = await firm.user({ isSuperuser: true });
    const user = await firm.user({ category: 'hr', grade: 'Partner' });
    expect(
      (await firm.call(admin, 'POST', '/api/settings/add_role_access?page=settings', { ...role, role: ' reviewer ' })).body,
    ).toEqual(role);
    const { body } = await firm.call(user, 'GET', '/api/settings/role_accesses?page=home');
    expect(body.success).toBe(true);
    expect(body.data.accesses.map((each: { role: string }) => each.role)).toEqual(['reviewer', 'user']);
    expect(body.data.accesses[1].accesses.home).toMatchObject({ view_page: true, can_create_ticket: true });
    for (const [method, path] of [
      ['POST', 'add_role_access'],
      ['PUT', 'update_role_access'],
      ['DELETE', 'delete_role_access'],
    ] as const)
      expect((await firm.call(user, method, `/api/settings/${path}`, role)).status).toBe(403);
  });

  test('leave as one matrix: a line for each flag, a column for each role, which cannot run as a formula', async () => {
    const firm = await makeFirm(test_);
    const admin = await firm.user({ isSuperuser: true });
    await firm.call(admin, 'POST', '/api/settings/add_role_access', {
      role: '=cmd()',
      accesses: { timesheet: { view_page: false } },
    });
    const path = '/api/settings/export_role_accesses?page=settings&format=csv';
    const file = await firm.call(admin, 'GET', path);
    expect(file.headers['content-disposition']).toContain('role_accesses.csv');
    const lines = file.bytes.toString().trim().split(/\r?\n/);
    expect(lines[0]).toMatch(/Page,Flag,'=cmd\(\),user$/);
    expect(lines).toContain('timesheet,view_page,no,yes');
    expect(lines).toContain('timesheet,can_see_cost,no,no');
    expect((await firm.call(await firm.user({ category: 'hr', grade: 'Partner' }), 'GET', path)).status).toBe(403);
  });

  test('take effect at once', async () => {
    const firm = await makeFirm(test_);
    const admin = await firm.user({ isSuperuser: true });
    const closed = { timesheet: { view_page: false }, add_time: { view_page: false }, home: { view_page: false } };
    await firm.call(admin, 'POST', '/api/settings/add_role_access', role);
    const user = await firm.user({ role: 'reviewer' });
    expect((await firm.call(user, 'GET', '/api/timesheets/2026-W10')).status).toBe(200);
    expect(
      (await firm.call(admin, 'PUT', '/api/settings/update_role_access', { role: 'reviewer', accesses: closed })).status,
    ).toBe(200);
    expect(await firm.call(user, 'GET', '/api/timesheets/2026-W10')).toMatchObject({
      status: 403,
      body: { detail: 'Not allowed' },
    });
  });

  test('are refused in readable words', async () => {
    const firm = await makeFirm(test_);
    const admin = await firm.user({ isSuperuser: true });
    const call = (method: string, path: string, body: unknown): Promise<Answer> =>
      firm.call(admin, method, `/api/settings/${path}`, body);
    await call('POST', 'add_role_access', role);
    await firm.user({ role: 'reviewer' });
    expect(await call('POST', 'add_role_access', { ...role, role: 'REVIEWER' })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'role' }] },
    });
    expect((await call('POST', 'add_role_access', { ...role, role: '  ' })).status).toBe(422);
    expect(await call('PUT', 'update_role_access', { role: 'reviewer', accesses: { moon: { view_page: true } } })).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'accesses.moon' }] },
    });
    expect((await call('PUT', 'update_role_access', { ...role, role: 'nobody' })).status).toBe(404);
    expect(await call('DELETE', 'delete_role_access', { role: 'reviewer' })).toMatchObject({
      status: 409,
      body: { detail: 'One person has the role "reviewer".' },
    });
    expect((await call('DELETE', 'delete_role_access', { role: 'user' })).body.detail).toContain('"user" stays');
    expect((await call('DELETE', 'delete_role_access', { role: 'nobody' })).status).toBe(404);
    await call('POST', 'add_role_access', { role: 'free', accesses: {} });
    expect((await call('DELETE', 'delete_role_access', { role: 'free' })).body).toEqual({ success: true });
  });

  test('a decision can be asked for, with the rule that made it', async () => {
    const firm = await makeFirm(test_);
    const admin = await firm.user({ isSuperuser: true });
    const junior = await firm.user();
    const ask = (operation: string): Promise<Answer> =>
      firm.call(admin, 'GET', `/api/access/explain?user_id=${junior.id}&operation=${operation}`);
    expect((await ask('projects.all')).body).toMatchObject({
      allowed: false,
      reason: 'projects.all needs Manager or above in the category operational; Junior is not.',
    });
    expect((await ask('users.list')).body).toMatchObject({ allowed: false });
    expect((await ask('no.such')).status).toBe(422);
    expect((await firm.call(junior, 'GET', `/api/access/explain?user_id=${junior.id}&operation=users.list`)).status).toBe(403);
  });
});

test('a decision is explained layer by layer: account, table, page, flag and object', async () => {
  const firm = await makeFirm(test_);
  const admin = await firm.user({ isSuperuser: true });
  await firm.call(admin, 'POST', '/api/settings/add_role_access', {
    role: 'reader',
    accesses: {
      users: { view_page: true, can_edit: false },
      user_details: { view_page: false, can_edit: true },
      timesheet: { view_page: false },
      add_time: { view_page: false },
      home: { view_page: false },
    },
  });
  const [reader, manager, junior] = [
    await firm.user({ category: 'hr', role: 'reader' }),
    await firm.user({ grade: 'Manager' }),
    await firm.user(),
  ];
  await firm.call(await firm.user({ category: 'hr' }), 'POST', '/api/users/edit', {
    userData: { id: junior.id, manager_id: manager.id },
  });
  const ask = async (user: { id: string }, query: string) =>
    (await firm.call(admin, 'GET', `/api/access/explain?user_id=${user.id}&${query}`)).body as {
      allowed: boolean;
      reason: string;
      checks: { layer: string; allowed: boolean }[];
    };
  const layers = async (user: { id: string }, query: string): Promise<unknown> =>
    (await ask(user, query)).checks.map(({ layer, allowed }) => [layer, allowed]);
  const edit = `operation=${encodeURIComponent('POST /api/users/edit')}`;
  expect(await layers(reader, edit)).toEqual([
    ['account', true],
    ['table', true],
    ['page', true],
    ['flag', false],
  ]);
  expect((await ask(reader, edit)).reason).toBe(
    'The role "reader" lacks can_edit on every page that this serves: users, user_details.',
  );
  expect((await firm.call(reader, 'POST', '/api/users/edit', {})).status).toBe(403);
  expect(await layers(junior, edit)).toContainEqual(['table', false]);
  const week = `operation=${encodeURIComponent('GET /api/timesheets/:week')}`;
  expect((await ask(reader, week)).reason).toContain('closes every page that this serves');
  expect(await ask(manager, `${week}&object_id=${junior.id}`)).toMatchObject({ allowed: true, reason: expect.any(String) });
  expect(await ask(junior, `${week}&object_id=${manager.id}`)).toMatchObject({
    allowed: false,
    reason: 'Others’ records need the category hr, or Manager and above for those whom one manages.',
  });
  const other = await ask(manager, `${week}&object_id=${reader.id}`);
  expect([other.allowed, other.reason]).toEqual([
    false,
    'The user does not manage this person, neither by reporting line nor by leading a team.',
  ]);
  expect(await ask(reader, 'page=timesheet')).toMatchObject({
    allowed: false,
    checks: [{ layer: 'account' }, { layer: 'page', allowed: false }],
  });
  expect(await ask(reader, 'operation=administrator')).toMatchObject({
    allowed: false,
    reason: 'This is for administrators; the user is none.',
  });
});

describe('the edge', () => {
  test('an empty list still has its six headers', async () => {
    const firm = await makeFirm(test_);
    const manager = await firm.user({ grade: 'Manager' });
    const { headers, body } = await firm.call(manager, 'POST', '/api/projects/all', {});
    expect(body).toEqual([]);
    expect(headers).toMatchObject({
      'x-pagination-has_next': 'False',
      'x-pagination-has_prev': 'False',
      'x-pagination-page': '1',
      'x-pagination-pages': '0',
      'x-pagination-per-page': '25',
      'x-pagination-total': '0',
    });
  });

  test('a page past the end is empty and has one before it', async () => {
    const firm = await makeFirm(test_);
    const hr = await firm.user({ category: 'hr' });
    const { headers, body } = await firm.call(hr, 'POST', '/api/users?page=9');
    expect(body).toEqual([]);
    expect(headers).toMatchObject({
      'x-pagination-has_next': 'False',
      'x-pagination-has_prev': 'True',
      'x-pagination-total': '1',
    });
  });

  test('a known path called by another method answers 405 and names its methods', async () => {
    const firm = await makeFirm(test_);
    const answer = await firm.call(undefined, 'GET', '/auth/jwt/login');
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST' }, body: { detail: 'Method Not Allowed' } });
    expect(await firm.call(undefined, 'GET', '/api/no/such/path')).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
    expect(await firm.call(undefined, 'POST', '/auth/no')).toMatchObject({ status: 404, body: { detail: 'Not Found' } });
  });

  test('a body may be empty where the call has none, also under a JSON content type', async () => {
    const firm = await makeFirm(test_);
    const hr = await firm.user({ category: 'hr' });
    const json = { 'content-type': 'application/json' };
    expect((await firm.call(hr, 'POST', '/api/users?per_page=1', '', json)).status).toBe(200);
    expect((await firm.call(hr, 'POST', '/api/users/export_users', '', json)).status).toBe(200);
    expect((await firm.call(hr, 'POST', '/api/users/edit', '', json)).status).toBe(422);
  });

  test('what is no JSON, of another kind, or poisoned is refused in one shape', async () => {
    const firm = await makeFirm(test_);
    const manager = await firm.user({ grade: 'Manager' });
    const post = (body: string, type: string): Promise<Answer> =>
      firm.call(manager, 'POST', '/api/clients/create', body, { 'content-type': type });
    expect(await post('{', 'application/json')).toMatchObject({ status: 400, body: { detail: expect.any(String) } });
    expect(await post('{"name":"A"}', 'text/plain')).toMatchObject({ status: 415, body: { detail: expect.any(String) } });
    expect(await post('{"__proto__":{"x":1},"name":"A"}', 'application/json')).toMatchObject({ status: 400 });
    expect(await post('{"name":5}', 'application/json')).toMatchObject({ status: 422, body: { errors: [{ path: 'name' }] } });
    expect((await firm.call(manager, 'POST', '/api/clients/create', { name: 'A' })).status).toBe(200);
  });

  test('the page of a settings call is a key of any value, never authority', async () => {
    const firm = await makeFirm(test_);
    const user = await firm.user();
    for (const page of ['home', 'nonsense', '1', '', '%00'])
      expect((await firm.call(user, 'GET', `/api/settings?page=${page}`)).status, page).toBe(200);
    expect((await firm.call(user, 'GET', '/api/settings/get_tasks?page=home')).status).toBe(403);
  });
});

test('logs never hold a token, a password or a query, even at their most talkative', async () => {
  const firm = await makeFirm(test_);
  const user = await firm.user();
  const config = { ...readConfig({ LOG_LEVEL: 'debug' }), dataDir: '/nonexistent' };
  const app = await buildApp({ config, host: test_.host, live: test_.live, ready: async () => true });
  const lines: string[] = [];
  const streams = Object.getOwnPropertySymbols(app.log).filter((symbol) => symbol.description === 'pino.stream');
  expect(streams).toHaveLength(1);
  Object.assign(app.log, { [streams[0] as symbol]: { write: (line: string) => void lines.push(line) } });
  const secret = `secret-${Math.random()}`;
  await send('/auth/jwt/login', new URLSearchParams({ username: user.email, password: secret }).toString(), form, app);
  await app.inject({ method: 'GET', url: '/api/users/me', headers: { authorization: `Bearer ${user.token}` } });
  await app.inject({ method: 'GET', url: `/api/otp_auth/login_gate?code=${secret}` });
  await app.inject({ method: 'POST', url: `/api/otp_auth/logout?token=${user.token}` });
  await app.inject({ method: 'GET', url: `/no/such/page?token=${user.token}` });
  await app.close();
  const text = lines.join('');
  expect(text).toContain('/api/otp_auth/logout');
  for (const word of [user.token, secret, encodeURIComponent(secret), 'token=', 'code=']) expect(text).not.toContain(word);
});
