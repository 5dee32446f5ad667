import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGES, tableAllows } from '../src/access/rules.ts';
import { allRoutes } from '../src/server/app.ts';
import type { Gatekeeper } from '../src/server/http.ts';
import { buildHttp } from '../src/server/http.ts';
import { readConfig } from '../src/server/config.ts';
import type { Route } from '../src/server/route.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { type Schema, type Source, fieldsOf, instanceOf } from './instances.ts';
import { newDatabase } from './own-database.ts';

const FULL = Boolean(process.env['CADRE_FULL']);
const NOBODY = '01900000-0000-7000-8000-000000000000';
let test_: TestApp;
let owner: pg.Client;
let firm: TestFirm;
let boss: TestUser;
let junior: TestUser;

beforeAll(async () => {
  const adminUrl = await newDatabase('fields');
  test_ = await startTestApp(adminUrl);
  owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  firm = await makeFirm(test_);
  boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  junior = await firm.user();
});
afterAll(async () => {
  await owner.end();
  await test_.close();
});

const filled = (url: string, id = NOBODY): string => url.replace(':week', '2026-W10').replace(/:\w+/g, id);
const source = (ids: readonly string[], all: boolean): Source => ({ ids, wants: () => all, pick: (list) => list[0] as never });
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
/** Calls that would end the sessions of this very test. */
const ending = new Set([
  'POST /auth/jwt/logout',
  'POST /api/otp_auth/change_tenant',
  'DELETE /api/sessions',
  'POST /api/users/change_password',
]);
const guarded = allRoutes.filter((route) => route.endpoint.access !== 'public' && !ending.has(nameOf(route)));

describe('D2: closed unless said to be open', () => {
  test('a start with an operation that says nothing of who may call it, or what nobody knows, fails', async () => {
    const gatekeeper: Gatekeeper = {
      actorOf: async () => undefined,
      knows: (access) => access === 'signed_in',
      mayCall: () => true,
    };
    const config = readConfig({ LOG_LEVEL: 'silent' });
    for (const access of [undefined, '', 'users.everything']) {
      const route = {
        method: 'GET',
        path: '/api/planted',
        endpoint: { access, summary: '' },
        handle: async () => 1,
      } as unknown as Route;
      await expect(buildHttp({ config, host: test_.host, gatekeeper, routes: [route] })).rejects.toThrow('unknown access');
    }
  });

  test('every path that the server answers is an operation with a rule, or on this list', async () => {
    const others = ['GET /livez', 'GET /readyz', 'GET /api/openapi.json', 'GET /api/docs'];
    const known = new Set([...allRoutes.map(nameOf), ...others]);
    const tree = test_.app.printRoutes({ commonPrefix: false });
    const served: string[] = [];
    const parents: string[] = [];
    for (const line of tree.split('\n')) {
      const [, indent = '', segment = '', methods = ''] = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      const depth = indent.length / 4;
      parents.splice(depth, parents.length, segment);
      for (const method of methods.split(', ').filter(Boolean)) served.push(`${method} ${parents.join('')}`);
    }
    expect(served.length).toBeGreaterThan(100);
    const unknown: string[] = [];
    for (const entry of served.filter((each) => !each.startsWith('HEAD ') && !/ \/(assets\/|guide\/|cadre\.svg)/.test(each))) {
      const [method = 'GET', url = ''] = entry.split(' ');
      if (known.has(entry.replace(/\/$/, ''))) continue;
      const answer = await test_.app.inject({ method: method as 'GET', url: filled(url) });
      // What answers as if nobody had signed in has a rule of its own: the stream of events.
      if (answer.statusCode !== 405 && answer.statusCode !== 401) unknown.push(`${entry} ${answer.statusCode}`);
    }
    expect(unknown).toEqual([]);
  });

  test('without a session each of them is 401, before the input is looked at', async () => {
    for (const { method, path, endpoint } of allRoutes) {
      const answer = await firm.call(undefined, method, filled(path), method === 'GET' ? undefined : '{"a":');
      if (endpoint.access === 'public') expect(answer.status, path).not.toBe(401);
      else
        expect({ status: answer.status, body: answer.body as unknown }, path).toEqual({
          status: 401,
          body: { detail: 'Unauthorized' },
        });
    }
  });

  test('open to anybody are these alone', () => {
    const open = allRoutes.filter(({ endpoint }) => endpoint.access === 'public').map(nameOf);
    expect(
      open.filter(
        (each) =>
          !/^(POST \/auth\/|(GET|POST) \/api\/otp_auth\/|GET \/api\/(settings\/sign_in|calendar_feeds\/leave)$|POST \/api\/(links\/look|set_up)$)/.test(
            each,
          ),
      ),
    ).toEqual([]);
  });
});

/** What never leaves the server, in whatever answer; tokens leave where one is made. */
const forbidden =
  /^(hashed_password|password|password_hash|token_hash|previous_hash|prev_token_hash|client_secret|secret|sealed|cost_rate|cost|email_lc|account_id|sha256)$/;
const tokens = /^(token|access_token)$/;
const makesTokens = (route: Route): boolean =>
  /^\/(auth\/jwt\/login|api\/otp_auth\/|api\/set_up|auth\/)/.test(route.path) || nameOf(route) === 'POST /api/api_tokens';
/** What an hour costs leaves towards roles that may see it, from where it is kept or summed: the tests of rates, pricings and worth hold that. */
const keepsCosts = (route: Route): boolean =>
  /^\/api\/(rates|pricing_admin|pricings?|utilization\/(rate|underrecovery_ratio)|projects\/margin)(\/|$)/.test(route.path);

function keysIn(value: unknown, found = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const each of value) keysIn(each, found);
  else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) {
      // What is null says nothing: so costs are kept from who may not see them.
      if (inner === null) continue;
      found.add(key);
      keysIn(inner, found);
    }
  }
  return found;
}

describe('D4: what answers hold', () => {
  test('no shape of an answer declares what must not leave', () => {
    const bad = allRoutes.flatMap((route) =>
      [...fieldsOf(route.endpoint.reply as Schema | undefined)]
        .filter((name) => forbidden.test(name) || (tokens.test(name) && !makesTokens(route)))
        .filter((name) => !/^cost(_rate)?$/.test(name) || !keepsCosts(route))
        .map((name) => `${nameOf(route)}: ${name}`),
    );
    expect(bad).toEqual([]);
  });

  test('every answer has a shape: without one it would be sent as it is', () => {
    const bare = allRoutes.filter(
      ({ endpoint }) => !endpoint.reply && !endpoint.raw && endpoint.status !== 204 && endpoint.status !== 202,
    );
    // Those that the table closes to everybody answer nothing.
    const closed = bare.filter(({ endpoint }) => !/^users\.available_countries$/.test(endpoint.access));
    expect(closed.map(nameOf).filter((each) => !/^POST \/auth\/(forgot|reset)-password$/.test(each))).toEqual([]);
  });

  test('no answer to those who see most holds any of it', async () => {
    let seen = 0;
    for (const route of guarded) {
      const { method, path, endpoint } = route;
      if (endpoint.raw || (method !== 'GET' && !endpoint.read)) continue;
      const body = endpoint.body ? instanceOf(endpoint.body as Schema, source([boss.id], false)) : undefined;
      const answer = await firm.call(boss, method, `${filled(path, boss.id)}?from=2026-03-01&to=2026-03-31`, body);
      const keys = [...keysIn(answer.body)];
      seen += answer.status === 200 ? keys.length : 0;
      expect(
        keys.filter((key) => forbidden.test(key) || tokens.test(key)),
        nameOf(route),
      ).toEqual([]);
      expect(answer.bytes.toString(), nameOf(route)).not.toMatch(/\$argon2|\$2[aby]\$/);
    }
    expect(seen).toBeGreaterThan(150);
  });
});

/** What a sender may never decide where the contract does not say so; values that cannot come from anywhere else. */
const planted: Record<string, unknown> = {
  tenant_id: 424_242,
  is_superuser: true,
  role: 'planted-role',
  category: 'planted-category',
  grade: 'planted-grade',
  is_active: 'planted-active',
  hashed_password: 'planted-password',
  password_hash: 'planted-hash',
  version: 424_242,
  created_at: '1999-09-09T09:09:09Z',
  created_by: '01999999-9999-7999-8999-999999999999',
  approved_by: '01999999-9999-7999-8999-999999999999',
  account_id: '01999999-9999-7999-8999-999999999999',
};

/** Rows that carry a planted value, or administrators that nobody made. Records of calls, and what one keeps for oneself, may. */
async function traces(): Promise<string[]> {
  const { rows: tables } = await owner.query<{ t: string }>(
    `select n.nspname || '.' || c.relname as t from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'jobs', 'public')
       and n.nspname || '.' || c.relname not in ('app.audit_changes', 'app.audit_details', 'app.access_log', 'app.idempotency', 'settings.user_settings') order by 1`,
  );
  const found: string[] = [];
  for (const { t } of tables) {
    const { rows } = await owner.query<{ r: string }>(
      `select x::text as r from ${t} x where x::text ~ 'planted|424242|1999-09-09|01999999-9999'`,
    );
    found.push(...rows.map(({ r }) => `${t}: ${r.slice(0, 200)}`));
  }
  const { rows } = await owner.query<{ id: string }>('select id from access.memberships where is_superuser and id <> $1', [
    boss.id,
  ]);
  return [...found, ...rows.map(({ id }) => `administrator ${id}`)];
}

describe('D5: fields that nobody may send', () => {
  const writes = guarded.filter(
    ({ method, endpoint }) => method !== 'GET' && !endpoint.read && endpoint.body && endpoint.raw !== 'upload',
  );

  /** A body the operation takes, with the fields laid into its outermost objects, or into those within, where not declared. */
  function withFields(schema: Schema, value: unknown, fields: Record<string, unknown>, within: boolean): unknown {
    if (Array.isArray(value)) return value.map((each) => withFields(schema.items ?? {}, each, fields, within));
    if (value === null || typeof value !== 'object') return value;
    const part = schema.anyOf?.find((each) => each.type === 'object') ?? schema;
    const inner = (key: string, each: unknown): unknown => withFields(part.properties?.[key] ?? {}, each, fields, false);
    const own = Object.entries(value).map(([key, each]) => [key, within ? inner(key, each) : (each as unknown)]);
    const extra = Object.entries(fields).filter(([name]) => !within && part.properties?.[name] === undefined);
    return { ...Object.fromEntries(own), ...Object.fromEntries(extra) };
  }

  test('no write takes them into a row', { timeout: 120_000 }, async () => {
    expect(writes.length).toBeGreaterThan(20);
    const statuses: number[] = [];
    const singles = Object.entries(planted);
    for (const [index, { method, path, endpoint }] of writes.entries()) {
      // One field alone, another for each operation, and all at once; the whole matrix tries every one with every operation.
      const tried = FULL ? singles : singles.slice(index % singles.length).slice(0, 1);
      const schema = endpoint.body as Schema;
      for (const all of [false, true]) {
        const body = instanceOf(schema, source([junior.id], all));
        for (const [name, value] of [...tried, ['all', undefined] as const]) {
          const fields = name === 'all' ? planted : { [name]: value };
          for (const within of [false, true]) {
            const answer = await firm.call(boss, method, filled(path, junior.id), withFields(schema, body, fields, within));
            expect(answer.status, `${method} ${path} with ${name}`).toBeLessThan(500);
            // Whoever asks is still who they were.
            expect(answer.status, `${method} ${path} with ${name}`).not.toBe(401);
            statuses.push(answer.status);
          }
        }
      }
    }
    expect(statuses).toContain(200);
    expect(statuses).toContain(422);
    expect(await traces()).toEqual([]);
  });

  test('what the outside may send unasked is dropped in silence, as their library does', async () => {
    const email = `planted-nothing@example.org`.replace('planted-nothing', 'register');
    const answer = await firm.call(undefined, 'POST', '/auth/register', {
      ...planted,
      email,
      password: 'a long and odd passphrase 77',
    });
    expect([201, 403, 404]).toContain(answer.status);
    expect(await traces()).toEqual([]);
  });

  test('the search for traces finds one', async () => {
    await owner.query(`update access.roles set role = 'planted-role' where tenant_id = $1`, [firm.tenant]);
    expect(await traces()).not.toEqual([]);
    await owner.query(`update access.roles set role = 'user' where tenant_id = $1`, [firm.tenant]);
  });
});

describe('D7: the page of a call is no authority', () => {
  const paged = guarded.filter(
    ({ endpoint }) =>
      fieldsOf(endpoint.query as Schema | undefined).has('page') && !(endpoint.query as Schema).properties?.['per_page'],
  );
  test('the same decision for every page key, none and nonsense', async () => {
    expect(paged.length).toBeGreaterThan(5);
    for (const { method, path } of paged) {
      const decide = async (page: string | undefined): Promise<number> => {
        const query = page === undefined ? '' : `?page=${encodeURIComponent(page)}`;
        const { status } = await firm.call(junior, method, filled(path) + query, method === 'GET' ? undefined : {});
        return status;
      };
      const usual = await decide(undefined);
      for (const page of [...PAGES, '', 'nonsense', '1', "' or 1=1", '../settings', '\u0000'.replace('\u0000', '%')]) {
        expect(await decide(page), `${method} ${path}?page=${page}`).toBe(usual);
      }
    }
  });
});

describe('D8: a page that a role closes closes its operations', () => {
  const withPages = guarded.filter(({ endpoint }) => endpoint.pages && endpoint.raw !== 'events');
  const flags = (closed: readonly string[]): Record<string, Record<string, boolean>> =>
    Object.fromEntries(PAGES.map((page) => [page, { view_page: !closed.includes(page) }]));

  test('all of its pages closed: 403; one of them open, and all others closed: not for that reason', async () => {
    expect(withPages.length).toBeGreaterThan(30);
    const people = new Map<string, TestUser>();
    /** Somebody whom the table lets call most, with a role that closes these pages. */
    const personWith = async (closed: readonly string[]): Promise<TestUser> => {
      const key = [...closed].sort().join(' ');
      const known = people.get(key);
      if (known) return known;
      const role = `r${people.size}`;
      expect((await firm.call(boss, 'POST', '/api/settings/add_role_access', { role, accesses: flags(closed) })).status).toBe(
        200,
      );
      const made = await firm.user({ category: 'hr', grade: 'Partner', role, isSuperuser: true });
      people.set(key, made);
      return made;
    };
    for (const { method, path, endpoint } of withPages) {
      const pages = endpoint.pages ?? [];
      const shut = await personWith(pages);
      const input = method === 'GET' ? undefined : {};
      const refused = await firm.call(shut, method, filled(path), input);
      expect({ status: refused.status, body: refused.body as unknown }, `${method} ${path}`).toEqual({
        status: 403,
        body: { detail: 'Not allowed' },
      });
      if (
        endpoint.access !== 'signed_in' &&
        endpoint.access !== 'administrator' &&
        !tableAllows(endpoint.access, 'hr', 'Partner')
      )
        continue;
      const open = await personWith(PAGES.filter((page) => page !== pages[0]));
      expect((await firm.call(open, method, filled(path), input)).status, `${method} ${path}`).not.toBe(403);
    }
  });
});
