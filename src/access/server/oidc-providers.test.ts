import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { newDatabase } from '../../../test/own-database.ts';
import pg from 'pg';

let test_: TestApp;
let owner: pg.Client;
let firm: TestFirm;
let admin: TestUser;
beforeAll(async () => {
  const adminUrl = await newDatabase('providers');
  test_ = await startTestApp(adminUrl);
  owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test_.close();
});

const SECRET = 'a secret that nobody may read';
const body = { name: 'Sign-on', issuer: 'https://sso.example.org/realm', client_id: 'cadre', client_secret: SECRET };

const world = async (): Promise<void> => {
  firm = await makeFirm(test_);
  admin = await firm.user({ isSuperuser: true });
};

describe('identity providers of a firm', () => {
  test('are added, changed and removed by administrators; the secret is kept sealed and shown to nobody', async () => {
    await world();
    const made = await firm.call(admin, 'POST', '/api/sign_in_providers', body);
    expect(made).toMatchObject({
      status: 200,
      body: { name: 'Sign-on', issuer: body.issuer, is_active: true, domains: [], version: 1 },
    });
    const { id } = made.body;
    const changed = await firm.call(admin, 'PATCH', `/api/sign_in_providers/${id}`, {
      name: 'Other',
      client_secret: `${SECRET} 2`,
    });
    expect(changed).toMatchObject({ status: 200, body: { name: 'Other', version: 2 } });
    const stale = await firm.call(admin, 'PATCH', `/api/sign_in_providers/${id}`, { name: 'Third' }, { 'if-match': '"1"' });
    expect(stale).toMatchObject({ status: 409, body: { current: { name: 'Other' } } });
    const list = await firm.call(admin, 'GET', '/api/sign_in_providers');
    expect(list.body).toHaveLength(1);
    const { rows } = await owner.query<{ t: string }>(
      `select string_agg(t, '') as t from (select s::text as t from access.sign_in_providers s union all select d::text from app.audit_details d
       union all select p::text from access.providers p) x`,
    );
    expect(rows[0]?.t).toContain('v1.');
    expect(rows[0]?.t).not.toContain(SECRET);
    expect((await firm.call(admin, 'DELETE', `/api/sign_in_providers/${id}`)).body).toEqual({ success: true });
    expect((await firm.call(admin, 'GET', '/api/sign_in_providers')).body).toEqual([]);
    expect((await firm.call(admin, 'DELETE', `/api/sign_in_providers/${id}`)).status).toBe(404);
    const left = await owner.query('select from access.sign_in_providers where id = $1', [id]);
    expect(left.rowCount).toBe(0);
  });

  test('are nobody else’s business, nor another firm’s', async () => {
    await world();
    const { body: made } = await firm.call(admin, 'POST', '/api/sign_in_providers', body);
    const partner = await firm.user({ category: 'hr', grade: 'Partner' });
    for (const [method, path, input] of [
      ['GET', '/api/sign_in_providers', undefined],
      ['POST', '/api/sign_in_providers', body],
      ['PATCH', `/api/sign_in_providers/${made.id}`, { name: 'x' }],
      ['DELETE', `/api/sign_in_providers/${made.id}`, undefined],
      ['GET', '/api/sign_in_rules', undefined],
      ['PUT', '/api/sign_in_rules', { sso_only: false, factors: [], fresh_minutes: null }],
    ] as const) {
      expect((await firm.call(partner, method, path, input)).status, path).toBe(403);
    }
    const other = await makeFirm(test_);
    const stranger = await other.user({ isSuperuser: true });
    expect((await other.call(stranger, 'PATCH', `/api/sign_in_providers/${made.id}`, { name: 'x' })).status).toBe(404);
    expect((await other.call(stranger, 'DELETE', `/api/sign_in_providers/${made.id}`)).status).toBe(404);
    expect((await other.call(stranger, 'GET', '/api/sign_in_providers')).body).toEqual([]);
    // The functions of sign-in know their firm too: a foreign provider gets neither secret nor domain.
    await other.within((tx) =>
      tx.all({ compile: () => ({ text: `select access.keep_domains($1, '{stolen.example}')`, values: [made.id] }) } as never),
    );
    const stolen = await owner.query(`select from access.domains where domain = 'stolen.example'`);
    expect(stolen.rowCount).toBe(0);
  });

  test('an issuer once; no address of this machine by http; domains are the operator’s alone', async () => {
    await world();
    expect((await firm.call(admin, 'POST', '/api/sign_in_providers', body)).status).toBe(200);
    expect(await firm.call(admin, 'POST', '/api/sign_in_providers', body)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'issuer' }] },
    });
    for (const issuer of [
      'http://127.0.0.1:9',
      'https://sso.example.org/?x=1',
      'sso',
      'ftp://sso.example.org',
      'https://a:b@sso.example.org',
    ]) {
      const answer = await firm.call(admin, 'POST', '/api/sign_in_providers', { ...body, issuer });
      expect(answer, issuer).toMatchObject({ status: 422, body: { errors: [{ path: 'issuer' }] } });
    }
    expect((await firm.call(admin, 'POST', '/api/sign_in_providers', { ...body, domains: ['x.org'] })).status).toBe(422);
  });

  test('the firm’s demands are not set so that nobody could sign in, and keep their last provider', async () => {
    await world();
    const rules = { sso_only: true, factors: ['mfa'], fresh_minutes: 60 };
    expect((await firm.call(admin, 'GET', '/api/sign_in_rules')).body).toEqual({
      sso_only: false,
      factors: [],
      fresh_minutes: null,
      version: 0,
    });
    expect(await firm.call(admin, 'PUT', '/api/sign_in_rules', rules)).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'sso_only' }] },
    });
    const factorsAlone = { ...rules, sso_only: false };
    expect((await firm.call(admin, 'PUT', '/api/sign_in_rules', factorsAlone)).body.errors[0].path).toBe('factors');
    const { body: made } = await firm.call(admin, 'POST', '/api/sign_in_providers', body);
    expect((await firm.call(admin, 'PUT', '/api/sign_in_rules', rules)).status).toBe(409);
    await owner.query('insert into access.domains values ($1, $2, $3)', [`${firm.slug}.example`, firm.tenant, made.id]);
    expect((await firm.call(admin, 'PUT', '/api/sign_in_rules', { ...rules, version: 0 })).body).toEqual({
      ...rules,
      version: 1,
    });
    const stale = await firm.call(admin, 'PUT', '/api/sign_in_rules', { ...rules, fresh_minutes: 5, version: 0 });
    expect(stale).toMatchObject({ status: 409, body: { current: { ...rules, version: 1 } } });
    // What sign-in itself looks at.
    const demands = await owner.query('select sso_only, factors, fresh_minutes from access.sign_in_demands where firm = $1', [
      firm.tenant,
    ]);
    expect(demands.rows).toEqual([rules]);
    const copy = 'select name, is_active from access.sign_in_providers where id = $1';
    await firm.call(admin, 'PATCH', `/api/sign_in_providers/${made.id}`, { name: 'Renamed' });
    expect((await owner.query(copy, [made.id])).rows).toEqual([{ name: 'Renamed', is_active: true }]);
    expect(await firm.call(admin, 'PATCH', `/api/sign_in_providers/${made.id}`, { is_active: false })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'is_active' }] },
    });
    expect((await firm.call(admin, 'DELETE', `/api/sign_in_providers/${made.id}`)).status).toBe(409);
    expect((await firm.call(admin, 'PUT', '/api/sign_in_rules', { ...rules, sso_only: false, factors: [] })).status).toBe(200);
    expect((await firm.call(admin, 'DELETE', `/api/sign_in_providers/${made.id}`)).status).toBe(200);
  });

  test('are told which addresses a provider must know, as people reach the installation', async () => {
    await world();
    expect((await firm.call(admin, 'GET', '/api/sign_in_providers/addresses')).body).toEqual({
      redirect_uri: 'http://localhost:3000/oauth',
      logout_uri: 'http://localhost:3000/account/login',
    });
    expect((await firm.call(await firm.user(), 'GET', '/api/sign_in_providers/addresses')).status).toBe(403);
  });

  test('removing a provider ends the sessions that it vouched for', async () => {
    await world();
    const { body: made } = await firm.call(admin, 'POST', '/api/sign_in_providers', body);
    const user = await firm.user();
    await owner.query('update access.sessions set auth_method = $2, provider_id = $3 where user_id = $1', [
      user.id,
      'oidc',
      made.id,
    ]);
    expect((await firm.call(user, 'GET', '/api/users/me')).status).toBe(200);
    expect((await firm.call(admin, 'GET', '/api/sign_in_providers')).body).toMatchObject([{ id: made.id, sessions: 1 }]);
    await firm.call(admin, 'DELETE', `/api/sign_in_providers/${made.id}`);
    expect((await firm.call(user, 'GET', '/api/users/me')).status).toBe(401);
    expect((await firm.call(admin, 'GET', '/api/users/me')).status).toBe(200);
  });
});
