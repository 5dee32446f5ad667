import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { type Worker, startWorker, until } from '../../../test/jobs.ts';
import { startEmbedded } from '../../server/database.ts';
import type { Letter } from '../../server/mail.ts';
import { migrate } from '../../server/migrate.ts';
import { outside } from '../../server/tx.ts';
import { linkJobs } from './links.ts';
import { newSetUpLink } from './set-up.ts';

let app: TestApp;
let owner: pg.Client;
let worker: Worker;
const letters: Letter[] = [];
beforeAll(async () => {
  app = await startTestApp();
  owner = new pg.Client({ connectionString: inject('adminUrl') });
  await owner.connect();
  const send = async (letter: Letter): Promise<void> => void letters.push(letter);
  worker = await startWorker(app, linkJobs, { mail: { product: 'Cadre', send } });
});
afterAll(async () => {
  await worker.stop();
  await owner.end();
  await app.close();
});

let counter = 0;
const anyone = (): string => `i-${process.pid}-${counter++}@example.org`;
const NEW = 'a wholly different sentence';

async function letterTo(address: string): Promise<Letter & { token: string }> {
  const find = (): number => letters.findIndex((letter) => letter.to === address);
  await until(`a letter to ${address}`, () => find() >= 0);
  const [letter] = letters.splice(find(), 1);
  return { ...(letter as Letter), token: /\/account\/reset\/(.+)$/.exec(letter?.link?.path ?? '')?.[1] ?? '' };
}

async function post(where: TestApp, url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await where.app.inject({ method: 'POST', url, payload: body as object, headers });
  return { status: response.statusCode, headers: response.headers, body: response.json(), bytes: response.rawPayload };
}
const accept = (token: string): Promise<Answer> => post(app, '/auth/reset-password', { token, password: NEW });
async function login(where: TestApp, username: string, password = NEW): Promise<number> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = new URLSearchParams({ username, password }).toString();
  return (await where.app.inject({ method: 'POST', url: '/auth/jwt/login', headers, payload })).statusCode;
}

const invitationsOf = async (firm: TestFirm, hr: TestUser): Promise<{ user_id: string; email: string; is_live: boolean }[]> =>
  (await firm.call(hr, 'GET', '/api/invitations')).body as { user_id: string; email: string; is_live: boolean }[];

async function invited(more: object = {}): Promise<{ firm: TestFirm; hr: TestUser; id: string; email: string }> {
  const firm = await makeFirm(app);
  const hr = await firm.user({ category: 'hr' });
  const email = anyone();
  const person = { first_name: 'Ana', last_name: 'Silva', email, grade: 'Junior', category: 'operational', ...more };
  const answer = await firm.call(hr, 'POST', '/api/user_management/add_user', person);
  expect(answer.status).toBe(200);
  return { firm, hr, id: (answer.body as { id: string }).id, email };
}

describe('an invitation', () => {
  test('goes to who is added, sets the password once, and is gone with it', async () => {
    const { firm, hr, id, email } = await invited();
    const letter = await letterTo(email);
    expect(letter.subject.toString()).toContain(`Firm ${firm.slug}`);
    expect(await invitationsOf(firm, hr)).toMatchObject([{ user_id: id, email, is_live: true }]);
    const one = await firm.call(hr, 'GET', `/api/invitations?user_id=${id}&per_page=1`);
    expect([one.body.length, one.headers['x-pagination-total']]).toEqual([1, '1']);
    expect((await firm.call(hr, 'GET', `/api/invitations?user_id=${hr.id}`)).body).toEqual([]);
    expect((await post(app, '/api/links/look', { token: letter.token })).body).toMatchObject({
      purpose: 'invite',
      email,
      firm: `Firm ${firm.slug}`,
    });
    expect(await login(app, email)).toBe(400);
    expect((await accept(letter.token)).status).toBe(200);
    expect(await login(app, email)).toBe(200);
    expect((await accept(letter.token)).body).toEqual({ detail: 'RESET_PASSWORD_BAD_TOKEN' });
    expect((await post(app, '/api/links/look', { token: letter.token })).status).toBe(400);
    expect(await invitationsOf(firm, hr)).toEqual([]);
    const { rows } = await owner.query(
      'select action, actor_id, entity_id from app.audit_changes where tenant_id = $1 and action = $2',
      [firm.tenant, 'invited'],
    );
    expect(rows).toEqual([{ action: 'invited', actor_id: hr.id, entity_id: id }]);
  });

  test('leads to the sign-in of the organisation where a firm takes nobody by password', async () => {
    const firm = await makeFirm(app);
    const hr = await firm.user({ category: 'hr' });
    await owner.query(`insert into access.sign_in_demands (firm, sso_only, factors) values ($1, true, '{}')`, [firm.tenant]);
    const email = anyone();
    const person = { first_name: 'Ana', last_name: 'Silva', email, grade: 'Junior', category: 'operational' };
    expect((await firm.call(hr, 'POST', '/api/user_management/add_user', person)).status).toBe(200);
    const letter = await letterTo(email);
    expect(letter.link?.path).toBe('/account/login');
    expect(letter.paragraphs.map(String).join(' ')).not.toContain('password');
  });

  test('lives 72 hours', async () => {
    const { email } = await invited();
    const { token } = await letterTo(email);
    const { rows } = await owner.query<{ hours: number }>(
      `select extract(epoch from l.expires_at - now())::float8 / 3600 as hours from access.links l join access.accounts a on a.id = l.account_id where a.email = $1`,
      [email],
    );
    expect(rows[0]?.hours).toBeGreaterThan(71.9);
    expect(rows[0]?.hours).toBeLessThanOrEqual(72);
    await owner.query(
      `update access.links l set expires_at = now() from access.accounts a where a.id = l.account_id and a.email = $1`,
      [email],
    );
    expect((await accept(token)).status).toBe(400);
  });

  test('can be sent again, after which the first opens nothing, and be taken back', async () => {
    const { firm, hr, id, email } = await invited();
    const first = await letterTo(email);
    expect((await firm.call(hr, 'POST', '/api/invitations', { user_id: id })).body).toEqual({ success: true });
    const second = await letterTo(email);
    expect((await accept(first.token)).status).toBe(400);
    expect(await invitationsOf(firm, hr)).toHaveLength(1);
    expect((await firm.call(hr, 'DELETE', `/api/invitations/${id}`)).body).toEqual({ success: true });
    expect((await accept(second.token)).status).toBe(400);
    expect((await firm.call(hr, 'DELETE', `/api/invitations/${id}`)).status).toBe(404);
  });

  test('is worth nothing once the person is deactivated, or has another address', async () => {
    for (const fields of [{ is_active: false }, { email: anyone() }]) {
      const { firm, hr, id, email } = await invited();
      const { token } = await letterTo(email);
      expect((await firm.call(hr, 'POST', '/api/users/edit', { userData: { id, ...fields } })).status).toBe(200);
      expect((await accept(token)).status).toBe(400);
    }
  });

  test('of somebody who has a password already only tells of the firm', async () => {
    const elsewhere = await makeFirm(app);
    const user = await elsewhere.user();
    await invited({ email: user.email });
    const letter = await letterTo(user.email);
    expect(letter.link?.path).toBe('/account/login_management');
  });

  test('is not sent to who is added inactive or without an address, nor by who may not invite, nor to another firm', async () => {
    const { firm, hr, id } = await invited({ is_active: false });
    expect(await invitationsOf(firm, hr)).toEqual([]);
    expect((await firm.call(hr, 'POST', '/api/invitations', { user_id: id })).status).toBe(409);
    const nobody = await invited({ email: null });
    expect((await nobody.firm.call(nobody.hr, 'POST', '/api/invitations', { user_id: nobody.id })).status).toBe(422);
    expect((await firm.call(hr, 'POST', '/api/invitations', { user_id: nobody.id })).status).toBe(404);
    const other = await invited();
    expect((await firm.call(hr, 'DELETE', `/api/invitations/${other.id}`)).status).toBe(404);
    const manager = await firm.user({ grade: 'Partner' });
    expect((await firm.call(manager, 'POST', '/api/invitations', { user_id: id })).status).toBe(403);
    expect((await firm.call(manager, 'GET', '/api/invitations')).status).toBe(403);
  });
});

/** On an installation of its own, where there is no firm yet. */
describe('the set-up link', () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-setup-'));
  let fresh: TestApp;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    fs.chmodSync(dataDir, 0o755);
    const database = await startEmbedded(dataDir, ['fsync=off']);
    await migrate(database.adminUrl);
    fresh = await startTestApp(database.adminUrl);
    stop = async () => {
      await fresh.close();
      await database.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    };
  });
  afterAll(() => stop());

  const body = (token: string, more: object = {}) => ({
    token,
    firm: 'Müller & Söhne',
    email: 'ada@example.org',
    password: NEW,
    first_name: 'Ada',
    last_name: 'Quill',
    countries: ['FR', 'DE'],
    time_zone: 'Europe/Paris',
    ...more,
  });

  test('makes the firm and its administrator, once; a new link ends the one before it', async () => {
    const link = async (): Promise<string> => (await newSetUpLink(outside(fresh.host))).replace('/account/reset/', '');
    const before = await fresh.host.db.streams.query('select access.account_by_email($1)', ['ada@example.org']);
    expect(before.rows).toEqual([]);
    const [old, token] = [await link(), await link()];
    expect((await post(fresh, '/api/set_up', body(old))).body).toEqual({ detail: 'RESET_PASSWORD_BAD_TOKEN' });
    expect((await post(fresh, '/auth/reset-password', { token, password: NEW })).body).toEqual({
      detail: 'RESET_PASSWORD_BAD_TOKEN',
    });
    expect((await post(fresh, '/api/links/look', { token })).body).toMatchObject({ purpose: 'set_up', email: null, firm: null });
    expect((await post(fresh, '/api/set_up', body(token, { password: 'short' }))).status).toBe(400);
    expect((await post(fresh, '/api/set_up', body(token, { time_zone: 'Moon/Tycho' }))).status).toBe(422);
    // The person goes on in the language in which the page was filled in.
    const browser = { 'accept-language': 'fr-CH, de;q=0.7' };
    const twice = await Promise.all([
      post(fresh, '/api/set_up', body(token), browser),
      post(fresh, '/api/set_up', body(token, { slug: 'second' }), browser),
    ]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 400]);
    const made = twice.find(({ status }) => status === 200)?.body as { tenant: { slug: string } };
    expect(['muller-sohne', 'second']).toContain(made.tenant.slug);
    const answer = await fresh.app.inject({
      method: 'POST',
      url: '/auth/jwt/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: 'ada@example.org', password: NEW }).toString(),
    });
    const headers = { authorization: `Bearer ${(answer.json() as { access_token: string }).access_token}` };
    const me = (await fresh.app.inject({ url: '/api/users/me', headers })).json();
    expect(me).toMatchObject({
      category: 'hr',
      grade: 'Partner',
      is_superuser: true,
      first_name: 'Ada',
      language: 'fr',
      tenant: { name: 'Müller & Söhne' },
    });
    const settings = (await fresh.app.inject({ url: '/api/settings', headers })).json();
    // In the order of their French names.
    expect(settings).toMatchObject({ time_zone: 'Europe/Paris', countries: [{ code: 'DE' }, { code: 'FR', is_default: true }] });
    expect((await post(fresh, '/api/set_up', body(await link()))).body).toEqual({ detail: 'RESET_PASSWORD_BAD_TOKEN' });
  });
});
