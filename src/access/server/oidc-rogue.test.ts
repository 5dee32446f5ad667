import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, makeFirm, startTestApp } from '../../../test/app.ts';
import { FAULTS, type Fault, type RogueIssuer, startRogue } from '../../../test/oidc-rogue.ts';
import { newDatabase } from '../../../test/own-database.ts';
import { buildApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { addProvider } from './oidc-providers.ts';

let test_: TestApp;
let owner: pg.Client;
let app: FastifyInstance;
let rogue: RogueIssuer;
let firm: TestFirm;
let config: Config;
let dataDir: string;
const EMAIL = 'victim@rogue.example';

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-rogue-'));
  const adminUrl = await newDatabase('rogue');
  test_ = await startTestApp(adminUrl);
  owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  rogue = await startRogue();
  const env = { CADRE_DATA: dataDir, LOG_LEVEL: 'silent', OUTBOUND_ALLOW: rogue.issuer };
  config = readConfig(env);
  app = await buildApp({ config, host: test_.host, live: test_.live, ready: async () => true });
  await app.ready();
  firm = await makeFirm(test_);
  await firm.user({ email: EMAIL });
  await firm.within((tx) =>
    addProvider(tx, config, {
      name: 'Rogue',
      issuer: rogue.issuer,
      clientId: rogue.clientId,
      clientSecret: 'x'.repeat(40),
      domains: ['rogue.example'],
    }),
  );
});
afterAll(async () => {
  await owner.end();
  await app.close();
  await rogue.close();
  await test_.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const sessions = async (): Promise<number> =>
  Number((await owner.query<{ n: string }>('select count(*) as n from access.sessions')).rows[0]?.n);

/** Begins a sign-in and comes back with a code, for which the issuer answers a token with the fault. */
async function attempt(fault: Fault, claims: RogueIssuer['claims'] = { email: EMAIL, email_verified: true }): Promise<Answer> {
  rogue.fault = 'nothing';
  const link = await app.inject({ url: '/api/otp_auth/auth_link' });
  const url = new URL((link.json() as { auth_link: string }).auth_link);
  Object.assign(rogue, { fault, nonce: url.searchParams.get('nonce') ?? '', claims });
  const cookie = String(link.headers['set-cookie']).split(';')[0] ?? '';
  const state = url.searchParams.get('state') ?? '';
  const answer = await app.inject({ url: `/api/otp_auth/login_gate?code=anything&state=${state}`, headers: { cookie } });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json(), bytes: answer.rawPayload };
}

describe('C2: a token that is not right opens nothing', () => {
  const others: Fault[] = ['iat in future', 'algorithm off the list', 'many audiences', 'no token', 'moved', 'silent'];
  test.each([...FAULTS.filter((fault) => fault !== 'metadata issuer'), ...others])('%s', async (fault) => {
    const [before, asked] = [await sessions(), rogue.asked];
    const answer = await attempt(fault);
    expect(answer).toMatchObject({ status: 400, body: { detail: 'LOGIN_BAD_CREDENTIALS' } });
    expect(await sessions()).toBe(before);
    expect(rogue.lured).toBe(0);
    // The refusal is of what the issuer answered: it was asked.
    if (fault !== 'moved' && fault !== 'silent') expect(rogue.asked).toBe(asked + 1);
  });

  test('metadata issuer: an issuer that calls itself by another name is not used at all', async () => {
    const impostor = await startRogue();
    impostor.fault = 'metadata issuer';
    const env = { CADRE_DATA: dataDir, LOG_LEVEL: 'silent', OUTBOUND_ALLOW: impostor.issuer };
    const named = { OIDC_ISSUER: impostor.issuer, OIDC_CLIENT_ID: 'cadre', OIDC_CLIENT_SECRET: 'y'.repeat(40) };
    const other = await buildApp({
      config: readConfig({ ...env, ...named }),
      host: test_.host,
      live: test_.live,
      ready: async () => true,
    });
    const link = await other.inject({ url: '/api/otp_auth/auth_link' });
    expect({ status: link.statusCode, body: link.json() }).toEqual({ status: 503, body: { detail: 'SSO_UNAVAILABLE' } });
    expect(link.headers['set-cookie']).toBeUndefined();
    // It takes the name when it is known already: its tokens then are another's.
    impostor.fault = 'nothing';
    const begun = await other.inject({ url: '/api/otp_auth/auth_link' });
    const url = new URL((begun.json() as { auth_link: string }).auth_link);
    Object.assign(impostor, { fault: 'wrong iss', nonce: url.searchParams.get('nonce') ?? '' });
    const before = await sessions();
    const answer = await other.inject({
      url: `/api/otp_auth/login_gate?code=x&state=${url.searchParams.get('state')}`,
      headers: { cookie: String(begun.headers['set-cookie']).split(';')[0] ?? '' },
    });
    expect(answer.statusCode).toBe(400);
    expect(await sessions()).toBe(before);
    await other.close();
    await impostor.close();
  });

  test('and the same token without a fault signs in', async () => {
    expect((await attempt('nothing')).status).toBe(200);
  });

  test('a thin token: the address is asked for with the access token', async () => {
    await firm.user({ email: 'thin@rogue.example' });
    rogue.subject = 'thin';
    const thin = { email: 'thin@rogue.example', email_verified: true };
    expect((await attempt('thin', { ...thin, email_verified: false })).body).toEqual({ detail: 'OAUTH_NOT_AVAILABLE_EMAIL' });
    expect((await attempt('thin', thin)).status).toBe(200);
    rogue.subject = 'rogue';
  });
});

describe('what the firm demands', () => {
  const rules = (set: object): Promise<unknown> =>
    owner.query(
      `insert into access.sign_in_demands (firm, sso_only, factors, fresh_minutes) values ($1, $2, $3, $4)
       on conflict (firm) do update set sso_only = excluded.sso_only, factors = excluded.factors, fresh_minutes = excluded.fresh_minutes`,
      [firm.tenant, ...Object.values({ sso_only: false, factors: [], fresh_minutes: null, ...set })],
    );
  const now = (): number => Math.floor(Date.now() / 1000);
  const known = { email: EMAIL, email_verified: true };

  test('a second factor, said by amr or acr', async () => {
    await rules({ factors: ['mfa', 'urn:gold'] });
    expect((await attempt('nothing')).status).toBe(400);
    expect((await attempt('nothing', { ...known, amr: ['pwd'] })).status).toBe(400);
    expect((await attempt('nothing', { ...known, amr: ['pwd', 'mfa'] })).status).toBe(200);
    expect((await attempt('nothing', { ...known, acr: 'urn:gold' })).status).toBe(200);
  });

  test('freshness', async () => {
    await rules({ fresh_minutes: 30 });
    const link = await app.inject({ url: '/api/otp_auth/auth_link' });
    const url = new URL((link.json() as { auth_link: string }).auth_link);
    expect(url.searchParams.get('max_age')).toBe('1800');
    expect((await attempt('nothing')).status).toBe(400);
    expect((await attempt('nothing', { ...known, auth_time: now() - 7200 })).status).toBe(400);
    expect((await attempt('nothing', { ...known, auth_time: now() - 60 })).status).toBe(200);
  });

  test('no password; and a switch from another firm needs the same', async () => {
    await rules({});
    const elsewhere = await makeFirm(test_);
    const both = await elsewhere.user({ email: EMAIL });
    const change = (token: string): Promise<Answer> =>
      elsewhere.call(undefined, 'POST', '/api/otp_auth/change_tenant', `"${firm.slug}"`, {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
      });
    const login = async (): Promise<string> => {
      const answer = await test_.app.inject({
        method: 'POST',
        url: '/auth/jwt/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ username: EMAIL, password: 'correct horse battery staple' }).toString(),
      });
      return (answer.json() as { access_token: string }).access_token;
    };
    const firmOf = async (token: string): Promise<string> =>
      (await firm.call(undefined, 'GET', '/api/users/me', undefined, { authorization: `Bearer ${token}` })).body.user.tenant.slug;
    await rules({ sso_only: true });
    // The firm used last is closed to a password: the other one opens.
    const token = await login();
    expect(await firmOf(token)).toBe(elsewhere.slug);
    expect(both.id).not.toBe('');
    expect(await change(token)).toMatchObject({ status: 403, body: { detail: 'REAUTH_REQUIRED' } });
    expect(
      await elsewhere.call(undefined, 'POST', '/api/otp_auth/change_tenant', '"nobody"', { authorization: `Bearer ${token}` }),
    ).toMatchObject({
      status: 403,
      body: { detail: 'Not allowed' },
    });
    const { body } = await attempt('nothing');
    expect(await firmOf(body.token)).toBe(firm.slug);
    // There and back: a session remembers how it came about.
    const away = await firm.call(undefined, 'POST', '/api/otp_auth/change_tenant', `"${elsewhere.slug}"`, {
      authorization: `Bearer ${body.token}`,
    });
    expect(away.status).toBe(200);
    expect((await change(away.body.token)).status).toBe(200);
    await rules({});
  });
});
