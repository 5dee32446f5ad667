import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allRoutes } from '../src/server/app.ts';
import type { Route } from '../src/server/route.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { type Schema, type Source, instanceOf } from './instances.ts';
import { newDatabase } from './own-database.ts';

const NOBODY = '01900000-0000-7000-8000-000000000000';
let test_: TestApp;
let firm: TestFirm;
let boss: TestUser;
const ids: string[] = [NOBODY];

beforeAll(async () => {
  test_ = await startTestApp(await newDatabase('input'));
  firm = await makeFirm(test_);
  boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  ids.push(boss.id, (await firm.user()).id);
  const client = await firm.call(boss, 'POST', '/api/clients/create', { name: 'Kestrel' });
  const project = await firm.call(boss, 'POST', '/api/projects/create', { name: 'Audit', client_id: client.body.id });
  ids.push(client.body.id as string, project.body.id as string);
});
afterAll(() => test_.close());

const polluted = (): unknown => (({}) as Record<string, unknown>)['polluted'];
const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
const ending = new Set([
  'POST /auth/jwt/logout',
  'POST /api/otp_auth/change_tenant',
  'DELETE /api/sessions',
  'POST /api/users/change_password',
]);
const bodied = allRoutes.filter(
  (route) => route.endpoint.body && !route.endpoint.form && route.endpoint.raw !== 'upload' && !ending.has(nameOf(route)),
);
const filled = (url: string): string => url.replace(':week', '2026-W10').replace(/:\w+/g, NOBODY);

/** Where in a body each plain value stands, with its schema. */
function leaves(
  schema: Schema,
  value: unknown,
  path: (string | number)[] = [],
): { path: (string | number)[]; schema: Schema; value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => leaves(schema.items ?? {}, each, [...path, index]));
  if (value !== null && typeof value === 'object') {
    const part = schema.anyOf?.find((each) => each.type === 'object') ?? schema;
    return Object.entries(value).flatMap(([key, inner]) => leaves(part.properties?.[key] ?? {}, inner, [...path, key]));
  }
  return [{ path, schema, value }];
}

function replaced(value: unknown, path: readonly (string | number)[], by: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return by;
  if (Array.isArray(value)) return value.map((each, index) => (index === first ? replaced(each, rest, by) : (each as unknown)));
  return { ...(value as object), [first]: replaced((value as Record<string, unknown>)[first], rest, by) };
}

const usual: Source = { ids, wants: () => true, pick: (list) => list[0] as never };

describe('E5: types are what they are', () => {
  test('a text for a number or a truth, a number for a text, one for many: 422 at its place', async () => {
    let tried = 0;
    for (const { method, path, endpoint } of bodied.filter((route) => route.endpoint.access !== 'public')) {
      const schema = endpoint.body as Schema;
      const body = instanceOf(schema, usual);
      for (const leaf of leaves(schema, body)) {
        const { type } = leaf.schema;
        if (typeof type !== 'string' || !['integer', 'number', 'boolean', 'string'].includes(type) || leaf.path.length === 0)
          continue;
        const wrong = type === 'string' ? [5, true, ['x'], { a: 1 }] : [String(leaf.value), [leaf.value], { $ne: null }];
        for (const value of wrong) {
          const answer = await firm.call(boss, method, filled(path), replaced(body, leaf.path, value));
          // The table closes it to everybody before its input is looked at.
          if (answer.status === 403) continue;
          tried++;
          expect(answer.status, `${method} ${path} ${leaf.path.join('.')} = ${JSON.stringify(value)}`).toBe(422);
        }
      }
    }
    expect(tried).toBeGreaterThan(300);
  });

  test('one parameter twice is refused where one is expected', async () => {
    const queried = allRoutes.filter(
      (route) => route.method === 'GET' && (route.endpoint.query as Schema | undefined)?.properties,
    );
    let tried = 0;
    for (const { path, endpoint } of queried) {
      for (const [name, part] of Object.entries((endpoint.query as Schema).properties ?? {})) {
        if (part.type !== 'string' && part.type !== 'integer' && part.type !== 'boolean') continue;
        const others = Object.entries((endpoint.query as Schema).properties ?? {})
          .filter(([other]) => other !== name && (endpoint.query as Schema).required?.includes(other))
          .map(([other, shape]) => `${other}=${encodeURIComponent(String(instanceOf(shape, usual)))}`);
        const value = encodeURIComponent(String(instanceOf(part, usual)));
        const answer = await firm.call(
          boss,
          'GET',
          `${filled(path)}?${[...others, `${name}=${value}`, `${name}=${value}`].join('&')}`,
        );
        expect(answer.status, `${path} ${name}`).toBe(422);
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(15);
  });

  test('a prototype is nobody’s to change: in bodies, in keys of one’s own, in addresses, in forms', async () => {
    const poisons = [
      '{"__proto__":{"polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}}}',
      '{"a":{"__proto__":{"polluted":true}}}',
      '{"a":[{"constructor":{"prototype":{"polluted":true}}}]}',
      '{"\\u005f\\u005fproto__":{"polluted":true}}',
      '{"settings":{"__proto__":{"polluted":true}}}',
      '{"role":"x","accesses":{"__proto__":{"polluted":true}}}',
    ];
    for (const { method, path } of bodied) {
      for (const poison of poisons) {
        const answer = await firm.call(boss, method, filled(path), poison);
        expect([400, 403, 422], `${method} ${path} ${poison}: ${answer.status}`).toContain(answer.status);
      }
    }
    for (const query of [
      '__proto__[polluted]=true',
      '__proto__.polluted=true',
      'constructor[prototype][polluted]=true',
      '__proto__=x',
    ]) {
      expect((await firm.call(boss, 'GET', `/api/settings?${query}`)).status).toBeLessThan(500);
    }
    for (const payload of ['__proto__[polluted]=true&username=a&password=b', '__proto__=x&username=a&password=b']) {
      const answer = await test_.app.inject({
        method: 'POST',
        url: '/auth/jwt/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });
      expect([400, 422]).toContain(answer.statusCode);
    }
    const settings = await firm.call(
      boss,
      'PUT',
      '/api/user_settings',
      '{"settings":{"toString":1,"hasOwnProperty":2,"valueOf":{"x":3}}}',
    );
    expect(settings.status).toBe(200);
    expect((await firm.call(boss, 'GET', '/api/settings')).status).toBe(200);
    expect(polluted()).toBeUndefined();
  });

  test('the headings of a file that is imported', async () => {
    const csv = Buffer.from('__proto__,constructor,Email,polluted\r\n{"polluted":true},x,a@b.example,true\r\n');
    const file = await firm.upload(boss, '/api/files', '__proto__.csv', csv);
    expect(file.status).toBeLessThan(500);
    for (const path of ['/api/users/validate_table', '/api/clients/validate', '/api/projects/validate_table']) {
      const answer = await firm.call(boss, 'POST', path, { filename: (file.body as { filename?: string }).filename ?? NOBODY });
      expect(answer.status, path).toBeLessThan(500);
    }
    expect(polluted()).toBeUndefined();
  });
});

describe('E16: bodies made to hurt', () => {
  const deep = (open: string, close: string, depth: number): string => open.repeat(depth) + close.repeat(depth);
  /** The last says whether the body is refused wherever it is sent, or ignored where unknown fields are. */
  const bombs: [name: string, body: () => string, refused: boolean][] = [
    ['100,000 lists in each other', () => deep('[', ']', 100_000), true],
    ['100,000 objects in each other', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, true],
    ['a key of a megabyte', () => `{"${'k'.repeat(1_000_000)}":1}`, true],
    ['a million keys', () => `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`).join(',')}}`, true],
    [
      'as many keys as a body may hold',
      () => `{${Array.from({ length: 90_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
      true,
    ],
    ['a number of 900,000 digits', () => `{"seconds":${'9'.repeat(900_000)}}`, false],
    ['a text of a megabyte', () => `{"query":"${'\\u0000'.repeat(160_000)}"}`, false],
    ['a list as long as a body may be', () => `{"user_ids":[${'0,'.repeat(400_000)}0]}`, false],
    ['an end that never comes', () => `{"a":${'['.repeat(900_000)}`, true],
    ['a text that never ends', () => `{"a":"${'\\'.repeat(900_000)}`, true],
  ];
  const targets = [
    '/api/settings/smart_search',
    '/api/users/leave_balance',
    '/api/projects/all',
    '/api/time_entries',
    '/auth/forgot-password',
  ];

  test.each(bombs)('%s', async (_name, make, refused) => {
    const body = make();
    for (const path of targets.filter((each) => allRoutes.some((route) => route.path === each && route.method === 'POST'))) {
      // The best of three: what others do on this machine at the same moment is no part of it.
      let [took, held] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let turn = 0; turn < 3; turn++) {
        const delay = monitorEventLoopDelay({ resolution: 1 });
        delay.enable();
        const start = performance.now();
        const answer = await firm.call(boss, 'POST', path, body);
        took = Math.min(took, performance.now() - start);
        delay.disable();
        held = Math.min(held, delay.max / 1e6);
        expect(answer.status, path).toBeLessThan(500);
        if (refused) expect(answer.status, path).toBeGreaterThanOrEqual(400);
        if (answer.status >= 400) expect(answer.bytes.length, path).toBeLessThan(20_000);
      }
      expect(took, `${path} took ${took.toFixed(0)} ms`).toBeLessThan(100);
      expect(held, `${path} held the loop`).toBeLessThan(100);
    }
  });

  test('what is long and right is taken', async () => {
    const long = { query: `${'ab"\\:{['.repeat(20)}` };
    expect((await firm.call(boss, 'POST', '/api/settings/smart_search', long)).status).toBe(200);
    const settings = { settings: { a: `":{[`.repeat(500), b: Array.from({ length: 400 }, () => ({ c: [1, { d: 'x' }] })) } };
    expect((await firm.call(boss, 'PUT', '/api/user_settings', settings)).status).toBe(200);
  });
});

/** The same calls in every run: a fault that was found is found again. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const odd: unknown[] = [
  ...[
    null,
    '',
    ' ',
    'x'.repeat(5000),
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\uffff',
    '‮',
    '%',
    '_',
    '\\',
    "'",
    '"',
    "' or '1'='1",
    '$1',
    '{{7*7}}',
  ],
  ...[
    "'; drop table access.accounts; --",
    '../../etc/passwd',
    '<script>alert(1)</script>',
    '=1+1',
    '{"a":1}',
    'null',
    'NaN',
    'true',
  ],
  ...[
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    99_999_999_999,
    true,
    false,
    [],
    {},
    [[]],
    [null],
    { length: 1e9 },
  ],
  ...[
    '2026-02-30',
    '0000-01-01',
    '9999-12-31',
    '-0001-01-01',
    '2026-13-01',
    '2026-W53',
    '2026-W99',
    '25:00',
    'infinity',
    '1e5',
    '0x10',
  ],
  ...[
    '2026-03-02T99:00:00Z',
    '2026-03-02T08:00:00+99:99',
    'zz',
    'ZZZ',
    NOBODY,
    '00000000-0000-0000-0000-000000000000',
    'not-a-uuid',
  ],
];

describe('F6: no call breaks anything', () => {
  const calls = process.env['CADRE_FULL'] === '1' ? 10_000 : 3_000;
  test(`${calls.toLocaleString('en')} calls made up from the contracts`, { timeout: 300_000 }, async () => {
    const random = randomOf(20_261_121);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const source: Source = { ids, wants: () => random() < 0.6, pick };
    const routes = allRoutes.filter(
      (route) => !ending.has(nameOf(route)) && route.endpoint.raw !== 'events' && !/^POST \/auth\/jwt\/login/.test(nameOf(route)),
    );
    const broken: string[] = [];
    const statuses = new Map<number, number>();
    /** A body that is right but for a few places, or all wrong. */
    const bodyFor = (schema: Schema): unknown => {
      if (random() < 0.08) return pick(odd);
      let body = instanceOf(schema, source);
      const places = leaves(schema, body).filter(({ path }) => path.length > 0);
      for (let count = 0; places.length > 0 && count < Math.floor(random() * 4); count++)
        body = replaced(body, pick(places).path, pick(odd));
      return body;
    };
    const valueFor = (schema: Schema): string => {
      const value = random() < 0.4 ? pick(odd) : instanceOf(schema, source);
      return encodeURIComponent((typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed());
    };
    for (let index = 0; index < calls; index++) {
      const route = routes[index % routes.length] as Route;
      const { endpoint } = route;
      const params = (endpoint.params as Schema | undefined)?.properties ?? {};
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => valueFor(params[name] ?? {}) || 'x');
      const query = Object.entries((endpoint.query as Schema | undefined)?.properties ?? {})
        .filter(() => random() < 0.6)
        .map(([name, schema]) => `${name}=${valueFor(schema)}`)
        .join('&');
      const body =
        route.method === 'GET' ? undefined : JSON.stringify(endpoint.body ? bodyFor(endpoint.body as Schema) : pick(odd));
      const headers: Record<string, string> = {};
      if (random() < 0.1) headers['if-match'] = String(pick(['"1"', 'W/"x"', '"999999999999"', '*', '']));
      if (random() < 0.1) headers['idempotency-key'] = pick(['k1', 'k2', 'x'.repeat(300), "'"]);
      if (random() < 0.1) headers['accept-language'] = pick(['de', 'fr;q=x', '*', 'x'.repeat(2000)]);
      const answer = await firm.call(boss, route.method, query ? `${path}?${query}` : path, body ?? undefined, headers);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const text = answer.status >= 400 ? answer.bytes.toString() : '';
      if (answer.status >= 500 || /\b(at \S+ \(|node_modules|select |insert into|violates|constraint|pg_|relation )/.test(text)) {
        broken.push(`${route.method} ${path}?${query} ${String(body).slice(0, 300)} → ${answer.status} ${text.slice(0, 200)}`);
      }
      if (answer.status === 401) boss = await signInAgain();
    }
    expect(broken).toEqual([]);
    // It reached the rooms, and not their doors alone.
    expect((statuses.get(200) ?? 0) / calls).toBeGreaterThan(0.15);
  });

  /** Among the calls are some that end one's own session, or change who one is. */
  async function signInAgain(): Promise<TestUser> {
    return firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  }
});
