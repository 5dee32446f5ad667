import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { type Callback, type TestProvider, signInAtProvider, startProvider } from '../../../test/oidc.ts';
import { newDatabase } from '../../../test/own-database.ts';
import { buildApp } from '../../server/app.ts';
import { type Config, readConfig } from '../../server/config.ts';
import { addProvider } from './oidc-providers.ts';

const APP = 'http://localhost:3000';
let test_: TestApp;
let owner: pg.Client;
let provider: TestProvider;
let other: TestProvider;
let config: Config;
let app: FastifyInstance;
let dataDir: string;
let firm: TestFirm;
let domain: string;
let counter = 0;

const configWith = (env: Record<string, string> = {}): Config => ({
  ...readConfig({
    CADRE_DATA: dataDir,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: APP,
    OUTBOUND_ALLOW: [provider.issuer, other.issuer].join(','),
    ...env,
  }),
  port: 0,
});
const appWith = async (settings: Config): Promise<FastifyInstance> => {
  const built = await buildApp({ config: settings, host: test_.host, live: test_.live, ready: async () => true });
  await built.ready();
  return built;
};

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-oidc-'));
  const adminUrl = await newDatabase('oidc');
  test_ = await startTestApp(adminUrl);
  [provider, other] = await Promise.all([startProvider(APP), startProvider(APP, 'cadre-b')]);
  config = configWith();
  app = await appWith(config);
  owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
  await Promise.all([provider.close(), other.close()]);
  await test_.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** A firm with the provider, whose domain is its own. */
async function firmWith(at: TestProvider, domains: string[]): Promise<{ firm: TestFirm; id: string }> {
  const made = await makeFirm(test_);
  const id = await made.within((tx) =>
    addProvider(tx, config, { name: 'Test', issuer: at.issuer, clientId: at.clientId, clientSecret: at.clientSecret, domains }),
  );
  return { firm: made, id };
}

beforeEach(async () => {
  domain = `d${process.pid}-${counter++}.example`;
  ({ firm } = await firmWith(provider, [domain]));
});

interface Flow {
  cookie: string;
  setCookie: string;
  url: URL;
}

async function begin(query = `tenant=${firm.slug}`, cookie = '', at = app): Promise<Flow> {
  const answer = await at.inject({ method: 'GET', url: `/api/otp_auth/auth_link?${query}`, headers: { cookie } });
  expect(answer.statusCode, answer.body).toBe(200);
  const body = answer.json() as { auth_link: string; authorization_url: string };
  expect(body.authorization_url).toBe(body.auth_link);
  const setCookie = String(answer.headers['set-cookie']);
  return { cookie: setCookie.split(';')[0] ?? '', setCookie, url: new URL(body.auth_link) };
}

const gate = async (
  callback: Callback,
  cookie: string,
  headers: Record<string, string> = {},
  at = app,
): Promise<{ status: number; body: { token?: string; access_token?: string; detail?: string }; cookie: string }> => {
  const { code = '', state, iss } = callback;
  const query = new URLSearchParams({ code, ...(state === undefined ? {} : { state }), ...(iss === undefined ? {} : { iss }) });
  const answer = await at.inject({
    method: 'GET',
    url: `/api/otp_auth/login_gate?${query.toString()}`,
    headers: { ...(cookie ? { cookie } : {}), ...headers },
  });
  return { status: answer.statusCode, body: answer.json(), cookie: String(answer.headers['set-cookie'] ?? '') };
};

/** A user of the firm with an address of its domain, whom the provider knows under `sub`. */
async function person(sub = `s-${counter++}`, of = firm): Promise<TestUser & { sub: string }> {
  const email = `${sub}@${domain}`;
  provider.people.set(sub, { email });
  return { ...(await of.user({ email })), sub };
}

const signIn = async (sub: string, query?: string): Promise<Awaited<ReturnType<typeof gate>>> => {
  const flow = await begin(query);
  return gate(await signInAtProvider(flow.url.href, sub, APP), flow.cookie);
};

const sessions = async (): Promise<number> =>
  Number((await owner.query<{ n: string }>('select count(*) as n from access.sessions')).rows[0]?.n);
const linked = async (email: string): Promise<number> =>
  Number(
    (
      await owner.query<{ n: string }>(
        'select count(*) as n from access.identities i join access.accounts a on a.id = i.account_id where a.email = $1',
        [email],
      )
    ).rows[0]?.n,
  );
/** A call that must be refused, and may leave no session behind. */
async function refused(call: () => ReturnType<typeof gate>, detail?: string): Promise<void> {
  const before = await sessions();
  const answer = await call();
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 400, body: detail === undefined ? {} : { detail } });
  expect(Object.keys(answer.body)).toEqual(['detail']);
  expect(await sessions()).toBe(before);
}
const me = async (token: string): Promise<{ id: string; tenant: { slug: string } }> =>
  (
    (await app.inject({ method: 'GET', url: '/api/users/me', headers: { authorization: `Bearer ${token}` } })).json() as {
      user: { id: string; tenant: { slug: string } };
    }
  ).user;

describe('C1, C6: the way to the provider', () => {
  test('carries a code flow with S256, state and nonce, bound to the browser by a cookie', async () => {
    const { url, setCookie } = await begin();
    expect(url.origin).toBe(provider.issuer);
    const query = Object.fromEntries(url.searchParams);
    expect(query).toMatchObject({
      response_type: 'code',
      client_id: 'cadre',
      scope: 'openid email profile',
      redirect_uri: `${APP}/oauth`,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query[name], name).toMatch(/^[\w-]{43}$/);
    expect(setCookie).toMatch(/^login_tx=[\w-]{43}; HttpOnly; SameSite=Lax; Path=\/; Max-Age=600$/);
  });

  test('by https the cookie is bound to the host and secure', async () => {
    const secure = await appWith({ ...config, publicUrl: 'https://cadre.example' });
    const { setCookie, url } = await begin(undefined, '', secure);
    await secure.close();
    expect(setCookie).toMatch(/^__Host-login_tx=[\w-]{43}; Secure; HttpOnly; SameSite=Lax; Path=\/; Max-Age=600$/);
    expect(url.searchParams.get('redirect_uri')).toBe('https://cadre.example/oauth');
  });

  test('is 404 without a provider, and never kept by a cache', async () => {
    const answer = await app.inject({ method: 'GET', url: `/api/otp_auth/auth_link?tenant=${firm.slug}` });
    expect(answer.headers['cache-control']).toBe('no-store');
    await owner.query('begin');
    await owner.query('update access.sign_in_providers set is_active = false');
    await owner.query('commit');
    try {
      const none = await app.inject({ method: 'GET', url: '/api/otp_auth/auth_link' });
      expect({ status: none.statusCode, body: none.json() }).toEqual({ status: 404, body: { detail: 'SSO_NOT_CONFIGURED' } });
    } finally {
      await owner.query('update access.sign_in_providers set is_active = true');
    }
  });

  test('unknown firms and addresses get the same answer as none', async () => {
    const first = (await begin('')).url;
    for (const query of ['tenant=nobody', 'email=a@nobody.example', 'tenant=%00', `email=${'x'.repeat(300)}`]) {
      const answer = await app.inject({ method: 'GET', url: `/api/otp_auth/auth_link?${query}` });
      if (query === 'tenant=%00') expect(answer.statusCode).toBeLessThan(500);
      else expect(new URL((answer.json() as { auth_link: string }).auth_link).origin).toBe(first.origin);
    }
  });

  test('an address leads to the provider of its domain', async () => {
    const mine = `m${counter++}.example`;
    await firmWith(other, [mine]);
    expect((await begin(`email=someone@${mine.toUpperCase()}`)).url.origin).toBe(other.issuer);
    expect((await begin(`email=someone@${mine}`)).url.searchParams.get('login_hint')).toBe(`someone@${mine}`);
  });

  test('so many sign-ins from one address and no more', async () => {
    const from = { method: 'GET' as const, url: `/api/otp_auth/auth_link?tenant=${firm.slug}`, remoteAddress: '10.9.8.7' };
    await owner.query(
      `insert into access.login_tx (hash, state_hash, nonce, verifier, redirect_uri, address, expires_at)
       select sha256(('x' || n)::bytea), '\\x00', '', '', '', '10.9.8.7', now() + interval '5 minutes' from generate_series(1, 300) n`,
    );
    expect((await app.inject(from)).statusCode).toBe(429);
    await owner.query(`update access.login_tx set expires_at = now() - interval '1 second' where address = '10.9.8.7'`);
    expect((await app.inject(from)).statusCode).toBe(200);
  });
});

describe('C1: the way back', () => {
  test('a good code signs in, once, and clears the cookie', async () => {
    const user = await person();
    const flow = await begin();
    const callback = await signInAtProvider(flow.url.href, user.sub, APP);
    expect(Object.keys(callback).sort()).toEqual(['code', 'iss', 'state']);
    const answer = await gate(callback, flow.cookie);
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'bearer', token: answer.body.access_token } });
    expect(answer.body.token).toMatch(/^cdr_[\w-]{43}$/);
    expect(answer.cookie).toMatch(/^login_tx=; .*Max-Age=0$/);
    expect(await me(answer.body.token ?? '')).toMatchObject({ id: user.id, tenant: { slug: firm.slug } });
    await refused(() => gate(callback, flow.cookie), 'OAUTH_INVALID_STATE');
  });

  test('a code redeemed twice is refused by the provider too', async () => {
    const user = await person();
    const flow = await begin();
    const callback = await signInAtProvider(flow.url.href, user.sub, APP);
    // The same transaction once more, as if it had not been taken.
    const { rows } = await owner.query('select * from access.login_tx order by created_at desc limit 1');
    expect((await gate(callback, flow.cookie)).status).toBe(200);
    const [row] = rows as Record<string, unknown>[];
    const names = Object.keys(row ?? {});
    await owner.query(
      `insert into access.login_tx (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(row ?? {}),
    );
    await refused(() => gate(callback, flow.cookie), 'LOGIN_BAD_CREDENTIALS');
  });

  test('two at the same moment: exactly one', async () => {
    const user = await person();
    const flow = await begin();
    const callback = await signInAtProvider(flow.url.href, user.sub, APP);
    const answers = await Promise.all([gate(callback, flow.cookie), gate(callback, flow.cookie)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('the state, nonce or verifier of another transaction', async () => {
    const user = await person();
    const [one, two] = [await begin(), await begin()];
    const callback = await signInAtProvider(one.url.href, user.sub, APP);
    await refused(() => gate({ ...callback, state: two.url.searchParams.get('state') ?? '' }, one.cookie), 'OAUTH_INVALID_STATE');
    for (const column of ['nonce', 'verifier']) {
      const flow = await begin();
      const back = await signInAtProvider(flow.url.href, user.sub, APP);
      const hash = createHash('sha256')
        .update(flow.cookie.split('=')[1] ?? '')
        .digest();
      const swapped = await owner.query(`update access.login_tx set ${column} = $2 where hash = $1`, [hash, 'x'.repeat(43)]);
      expect(swapped.rowCount).toBe(1);
      await refused(() => gate(back, flow.cookie), 'LOGIN_BAD_CREDENTIALS');
    }
  });

  test('a changed or missing issuer', async () => {
    const user = await person();
    for (const iss of [other.issuer, '', undefined]) {
      const flow = await begin();
      const { code = '', state = '' } = await signInAtProvider(flow.url.href, user.sub, APP);
      await refused(() => gate({ code, state, ...(iss === undefined ? {} : { iss }) }, flow.cookie), 'LOGIN_BAD_CREDENTIALS');
    }
  });

  test('no PKCE, or plain: the provider gives no code, and its error opens nothing', async () => {
    const user = await person();
    for (const method of [undefined, 'plain']) {
      const flow = await begin();
      const url = new URL(flow.url);
      if (method) url.searchParams.set('code_challenge_method', method);
      else for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name);
      const callback = await signInAtProvider(url.href, user.sub, APP);
      expect(callback).toMatchObject({ error: 'invalid_request' });
      expect(callback['code']).toBeUndefined();
      await refused(() => gate(callback, flow.cookie));
    }
  });

  test('an unregistered address: the provider itself refuses', async () => {
    const flow = await begin();
    const url = new URL(flow.url);
    url.searchParams.set('redirect_uri', 'http://localhost:3000/evil');
    await expect(signInAtProvider(url.href, 'anybody', APP)).rejects.toThrow('The provider answered 400');
  });

  test('another browser, without or with a cookie of its own', async () => {
    const user = await person();
    const [mine, theirs] = [await begin(), await begin()];
    const callback = await signInAtProvider(mine.url.href, user.sub, APP);
    await refused(() => gate(callback, ''), 'OAUTH_INVALID_STATE');
    await refused(() => gate(callback, theirs.cookie), 'OAUTH_INVALID_STATE');
    // Neither has taken the transaction of the browser that began it.
    expect((await gate(callback, mine.cookie)).status).toBe(200);
  });

  test('several tabs of one browser: each comes back to its own', async () => {
    const user = await person();
    const first = await begin();
    const second = await begin(undefined, first.cookie);
    const third = await begin(undefined, second.cookie);
    const callback = await signInAtProvider(first.url.href, user.sub, APP);
    expect((await gate(callback, third.cookie)).status).toBe(200);
  });

  test('C5: opened by navigation, or called by a foreign site', async () => {
    const user = await person();
    const flow = await begin();
    const callback = await signInAtProvider(flow.url.href, user.sub, APP);
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'same-origin' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of foreign) await refused(() => gate(callback, flow.cookie, headers), 'OAUTH_INVALID_STATE');
    const friendly = await appWith(configWith({ CORS_ORIGINS: 'https://pages.example' }));
    const headers = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site', origin: 'https://pages.example' };
    expect((await gate(callback, flow.cookie, headers, friendly)).status).toBe(200);
    await friendly.close();
  });

  test('a transaction lives for ten minutes', async () => {
    const user = await person();
    const flow = await begin();
    const callback = await signInAtProvider(flow.url.href, user.sub, APP);
    await owner.query(`update access.login_tx set expires_at = now() - interval '1 second'`);
    await refused(() => gate(callback, flow.cookie), 'OAUTH_INVALID_STATE');
  });

  test('without a state: refused, and by STRICT_STATE=0 the cookie and the verifier still bind', async () => {
    const user = await person();
    const lax = await appWith(configWith({ STRICT_STATE: '0' }));
    const flows = [await begin(), await begin(), await begin()];
    const back = await Promise.all(flows.map(({ url }) => signInAtProvider(url.href, user.sub, APP)));
    const bare = back.map(({ code = '', iss = '' }) => ({ code, iss }));
    await refused(() => gate(bare[0] ?? {}, flows[0]?.cookie ?? ''), 'OAUTH_INVALID_STATE');
    await refused(() => gate(bare[0] ?? {}, flows[1]?.cookie ?? '', {}, lax), 'LOGIN_BAD_CREDENTIALS');
    expect((await gate(bare[2] ?? {}, flows[2]?.cookie ?? '', {}, lax)).status).toBe(200);
    await lax.close();
  });
});

describe('C3: an account is an issuer and a subject', () => {
  test('the address links once; afterwards it may change', async () => {
    const user = await person();
    expect((await signIn(user.sub)).status).toBe(200);
    provider.people.set(user.sub, { email: 'else@elsewhere.example', email_verified: false });
    const again = await signIn(user.sub);
    expect(again.status).toBe(200);
    expect(await me(again.body.token ?? '')).toMatchObject({ id: user.id });
  });

  test('an address that is not verified links nobody', async () => {
    const user = await person();
    for (const email_verified of [false, undefined, 'true' as unknown as boolean]) {
      provider.people.set('thief', { email: user.email, email_verified: email_verified as boolean });
      if (email_verified === undefined) provider.people.set('thief', { email: user.email, email_verified: undefined as never });
      await refused(async () => signIn('thief'), 'OAUTH_NOT_AVAILABLE_EMAIL');
    }
    expect(await linked(user.email)).toBe(0);
  });

  test('another subject with the address of a linked account', async () => {
    const user = await person();
    expect((await signIn(user.sub)).status).toBe(200);
    provider.people.set(`second-${user.sub}`, { email: user.email.toUpperCase() });
    await refused(() => signIn(`second-${user.sub}`), 'OAUTH_USER_ALREADY_EXISTS');
    expect(await linked(user.email)).toBe(1);
  });

  test('the same subject of another issuer is somebody else', async () => {
    const user = await person();
    expect((await signIn(user.sub)).status).toBe(200);
    const theirs = await firmWith(other, []);
    other.people.set(user.sub, { email: user.email });
    const flow = await begin(`tenant=${theirs.firm.slug}`);
    const callback = await signInAtProvider(flow.url.href, user.sub, APP);
    await refused(() => gate(callback, flow.cookie), 'LOGIN_BAD_CREDENTIALS');
    expect(await linked(user.email)).toBe(1);
  });

  test('a domain that is not the provider’s, and an address that nobody invited', async () => {
    const outsider = await firm.user({ email: `o${counter++}@elsewhere.example` });
    provider.people.set('outsider', { email: outsider.email });
    await refused(() => signIn('outsider'), 'LOGIN_BAD_CREDENTIALS');
    provider.people.set('uninvited', { email: `uninvited@${domain}` });
    await refused(() => signIn('uninvited'), 'LOGIN_BAD_CREDENTIALS');
    expect(await linked(outsider.email)).toBe(0);
  });

  test('an invitation of another firm is none of this one', async () => {
    const elsewhere = await makeFirm(test_);
    const user = await person(undefined, elsewhere);
    await refused(() => signIn(user.sub), 'LOGIN_BAD_CREDENTIALS');
    expect(await linked(user.email)).toBe(0);
  });

  test('deactivated between link and gate', async () => {
    const user = await person();
    const hr = await firm.user({ category: 'hr', grade: 'Partner' });
    expect((await signIn(user.sub)).status).toBe(200);
    const flow = await begin();
    const callback = await signInAtProvider(flow.url.href, user.sub, APP);
    await firm.call(hr, 'POST', '/api/users/edit', { userData: { id: user.id, is_active: false } });
    await refused(() => gate(callback, flow.cookie), 'LOGIN_BAD_CREDENTIALS');
  });
});

test('an account that was shut', async () => {
  const user = await person();
  expect((await signIn(user.sub)).status).toBe(200);
  await owner.query('update access.accounts set is_active = false where email = $1', [user.email]);
  await refused(() => signIn(user.sub), 'LOGIN_BAD_CREDENTIALS');
});

test('G1: each sign-in and each refusal leaves one record, with its reason; what was sent is not kept', async () => {
  const user = await person();
  const records = async (): Promise<{ action: string; facts: { method: string; why?: string } }[]> =>
    (
      await owner.query<{ action: string; facts: { method: string; why?: string } }>(
        `select c.action, d.after as facts from app.audit_changes c join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id
         where c.tenant_id = $1 and c.action like 'sign_in%' and d.after ->> 'method' = 'oidc' order by c.id`,
        [firm.tenant],
      )
    ).rows;
  expect((await signIn(user.sub)).status).toBe(200);
  provider.people.set('outside', { email: 'outside@elsewhere.example' });
  await refused(() => signIn('outside'));
  const flow = await begin();
  await refused(() =>
    gate({ code: 'sentinel-code', state: flow.url.searchParams.get('state') ?? '', iss: provider.issuer }, flow.cookie),
  );
  expect(await records()).toMatchObject([
    { action: 'sign_in', facts: { method: 'oidc' } },
    { action: 'sign_in_failed', facts: { why: 'LOGIN_BAD_CREDENTIALS: the domain of the address is not that of the provider' } },
    { action: 'sign_in_failed', facts: { why: expect.stringContaining('LOGIN_BAD_CREDENTIALS: ') as string } },
  ]);
  expect(JSON.stringify(await records())).not.toContain('sentinel-code');
});

test('C4: the code of one provider is nothing at another', async () => {
  const user = await person();
  const theirs = await firmWith(other, [domain.replace('d', 'e')]);
  other.people.set(user.sub, { email: user.email });
  const [here, there] = [await begin(), await begin(`tenant=${theirs.firm.slug}`)];
  const [mine, foreign] = [
    await signInAtProvider(here.url.href, user.sub, APP),
    await signInAtProvider(there.url.href, user.sub, APP),
  ];
  // Code and issuer of one with the state and cookie of the other; then with the issuer that is expected there.
  await refused(() => gate({ ...foreign, state: mine['state'] ?? '' }, here.cookie), 'LOGIN_BAD_CREDENTIALS');
  const again = await begin();
  const state = again.url.searchParams.get('state') ?? '';
  await refused(() => gate({ code: foreign['code'] ?? '', state, iss: provider.issuer }, again.cookie), 'LOGIN_BAD_CREDENTIALS');
});

test('a sign-in ends the session that was presented with it', async () => {
  const user = await person();
  const flow = await begin();
  const callback = await signInAtProvider(flow.url.href, user.sub, APP);
  const answer = await gate(callback, flow.cookie, { authorization: `Bearer ${user.token}` });
  expect(answer.status).toBe(200);
  expect((await app.inject({ url: '/api/users/me', headers: { authorization: `Bearer ${user.token}` } })).statusCode).toBe(401);
});

test('log-out says where the session ends at the provider too', async () => {
  const user = await person();
  const { body } = await signIn(user.sub);
  const out = await app.inject({ method: 'POST', url: `/api/otp_auth/logout?token=${body.token}` });
  const { success, logout_url: url = '' } = out.json() as { success: boolean; logout_url?: string };
  expect(success).toBe(true);
  expect(url).toContain(`${provider.issuer}/session/end?`);
  expect(new URL(url).searchParams.get('post_logout_redirect_uri')).toBe(`${APP}/account/login`);
  const byPassword = await app.inject({ method: 'POST', url: `/api/otp_auth/logout?token=${user.token}` });
  expect(byPassword.json()).toEqual({ success: true });
});

test('the provider of the environment serves every firm, and branding follows it', async () => {
  const env = {
    OIDC_ISSUER: other.issuer,
    OIDC_CLIENT_ID: other.clientId,
    OIDC_CLIENT_SECRET: other.clientSecret,
    OIDC_DOMAINS: domain,
  };
  const settings = async (at: FastifyInstance): Promise<unknown> => (await at.inject({ url: '/api/settings/sign_in' })).json();
  const house = await appWith(configWith({ ...env, PASSWORD_LOGIN: '0' }));
  expect(await settings(house)).toMatchObject({ branding: true, password_login: false });
  const plain = await appWith(configWith({ ...env, BRANDING: '0' }));
  expect(await settings(plain)).toMatchObject({ branding: false });
  expect(await settings(app)).toMatchObject({ branding: true });
  const bare = await makeFirm(test_);
  const user = await bare.user({ email: `house@${domain}` });
  other.people.set('house', { email: user.email });
  const flow = await begin('', '', house);
  expect(flow.url.origin).toBe(other.issuer);
  const answer = await gate(await signInAtProvider(flow.url.href, 'house', APP), flow.cookie, {}, house);
  expect(await me(answer.body.token ?? '')).toMatchObject({ id: user.id });
  const byPassword = await house.inject({
    method: 'POST',
    url: '/auth/jwt/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username: user.email, password: 'correct horse battery staple' }).toString(),
  });
  expect({ status: byPassword.statusCode, body: byPassword.json() }).toEqual({
    status: 400,
    body: { detail: 'LOGIN_BAD_CREDENTIALS' },
  });
  await Promise.all([house.close(), plain.close()]);
});
