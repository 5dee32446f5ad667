import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../src/server/app.ts';
import type { Route } from '../src/server/route.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { type Schema, type Source, instanceOf } from './instances.ts';
import { newDatabase } from './own-database.ts';

/**
 * Calls of every operation with what its schema takes and with what it does not, by people of several rights, on things that are there:
 * whatever comes, it is answered, and no answer is a fault of the server.
 */
const RUNS = Number(process.env['CADRE_RUNS'] ?? 600);
const NOBODY = '01900000-0000-7000-8000-000000000000';
/** These end the session of whoever calls, or stay open. */
const ENDING = [
  'POST /auth/jwt/logout',
  'POST /api/otp_auth/change_tenant',
  'POST /api/users/change_password',
  'GET /api/events',
];
const routes = allRoutes.filter(
  ({ method, path, endpoint }) =>
    !ENDING.includes(`${method} ${path}`) &&
    !/logout|sessions|deactivate|invitations|otp_auth/.test(path) &&
    endpoint.raw !== 'events',
);

let app: TestApp;
let firm: TestFirm;
let people: TestUser[];
let ids: string[];

beforeAll(async () => {
  app = await startTestApp(await newDatabase('fuzz'));
  firm = await makeFirm(app);
  const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  people = [boss, await firm.user({ category: 'operational', grade: 'Manager' }), await firm.user()];
  const made = async (path: string, body: object): Promise<string> =>
    ((await firm.call(boss, 'POST', path, body)).body as { id: string }).id;
  const client = await made('/api/clients/create', { name: 'Kestrel' });
  const project = await made('/api/projects/create', { name: 'Audit', client_id: client });
  const team = await made('/api/teams/create', { name: 'Audit' });
  const entries = (await firm.call(boss, 'POST', '/api/time_entries', { day: '2026-03-02', project_id: project, seconds: 60 }))
    .body as { id: string }[];
  ids = [NOBODY, ...people.map(({ id }) => id), client, project, team, ...entries.map(({ id }) => id)];
});
afterAll(() => app.close());

/** Values that schemas do not mean: too large, too small, of another kind, or text that means something elsewhere. */
const STRANGE: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  0.1,
  1e21,
  2 ** 53,
  true,
  [],
  [[]],
  {},
  { $ne: null },
  'NaN',
  '2026-02-30',
  '0000-00-00',
  '99999-01-01',
  '-infinity',
  '\u0000',
  '\ud800',
  '\u202e',
  'x'.repeat(5000),
  "'; select 1; --",
  '__proto__',
  '../../etc/passwd',
  '🦊',
];

/** Puts a strange value somewhere into a body. */
function strangely(value: unknown, pick: (count: number) => number): unknown {
  const strange = (): unknown => STRANGE[pick(STRANGE.length)];
  if (Array.isArray(value) && value.length > 0 && pick(4) > 0) {
    const at = pick(value.length);
    return value.map((each: unknown, index) => (index === at ? strangely(each, pick) : each));
  }
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
    const keys = Object.keys(value);
    const key = keys[pick(keys.length + 1)];
    if (key !== undefined) return { ...value, [key]: strangely((value as Record<string, unknown>)[key], pick) };
  }
  return strange();
}

const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed();

interface Call {
  url: string;
  body: unknown;
}

/** A call of an operation: by its schema, or in two of three cases with something strange in it. */
function callOf(route: Route, pick: (count: number) => number): Call {
  const source: Source = { ids, wants: () => pick(2) === 0, pick: (list) => list[pick(list.length)] as never };
  const isStrange = pick(3) > 0;
  const { query, body } = route.endpoint;
  const strange = (): string => encodeURIComponent(textOf(STRANGE[pick(STRANGE.length)]));
  const path = route.path.replace(/:\w+/g, (name) => {
    if (pick(6) === 0) return strange();
    return name === ':week' ? '2026-W10' : source.pick(ids);
  });
  const asked = query ? (instanceOf(query as Schema, source) as Record<string, unknown>) : {};
  const search = (isStrange && query && pick(2) === 0 ? strangely(asked, pick) : asked) as Record<string, unknown> | null;
  const pairs = search && typeof search === 'object' ? Object.entries(search).map(([name, value]) => [name, textOf(value)]) : [];
  const sent = body ? instanceOf(body as Schema, source) : undefined;
  const url = `${path}${pairs.length > 0 ? `?${new URLSearchParams(pairs as [string, string][])}` : ''}`;
  return { url, body: isStrange && body ? strangely(sent, pick) : sent };
}

test('whatever is sent to any operation is answered, and never by a fault', { timeout: 600_000 }, async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(fc.nat(routes.length - 1), fc.nat(2), fc.gen(), async (which, who, gen) => {
      const route = routes[which] as Route;
      const { url, body } = callOf(route, (count) => gen(fc.nat, Math.max(0, count - 1)));
      const payload = route.method === 'GET' || body === undefined ? undefined : JSON.stringify(body);
      const answer = await firm.call(people[who], route.method, url, payload);
      expect(answer.status, `${route.method} ${url} ← ${payload?.slice(0, 500)}`).toBeLessThan(500);
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      if (answer.status === 401)
        people[who] = await firm.user(who === 0 ? { category: 'hr', grade: 'Partner', isSuperuser: true } : {});
    }),
    { numRuns: RUNS },
  );
  // It went past the edge: some calls did what they say, others were refused for what they held.
  for (const status of [200, 403, 404, 422]) expect(seen.get(status) ?? 0, `answers ${status}`).toBeGreaterThan(RUNS / 200);
});
