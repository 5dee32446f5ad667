import { afterAll, beforeAll, expect, test } from 'vitest';
import { allRoutes } from '../src/server/app.ts';
import type { Route } from '../src/server/route.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { type Schema, type Source, instanceOf } from './instances.ts';
import { newDatabase } from './own-database.ts';

/** E1: text of callers is never a part of a statement, wherever it comes in. */

const NOBODY = '01900000-0000-7000-8000-000000000000';
const SLEEP_MS = 2000;
const SLEEP = `select pg_sleep(${SLEEP_MS / 1000})`;
const PAYLOADS = [
  `'; ${SLEEP}; --`,
  `' or (${SLEEP}) is null --`,
  "' or '1'='1",
  "x' union select version() --",
  `1; ${SLEEP}`,
  "name') or (1=1",
  '"; drop table people.users; --',
  '$1::text',
  "\\'; --",
  `%' || (${SLEEP}) || '%`,
  'name desc, (select 1/0)',
  'name,(select case when 1=1 then 1 else (select 1 union select 2) end)',
  '{"$ne": null}',
  'hashed_password',
  "'/**/or/**/1=1",
  '𝐚𝐝𝐦𝐢𝐧＇ or 1=1',
  '(select 1)',
  'null',
  'name; --',
  "E'\\x27'",
] as const;

let app: TestApp;
let firm: TestFirm;
let boss: TestUser;
beforeAll(async () => {
  app = await startTestApp(await newDatabase('injection'));
  firm = await makeFirm(app);
  boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
});
afterAll(() => app.close());

const source: Source = { ids: [NOBODY], wants: () => true, pick: (list) => list[0] as never };
const ENDING = [
  'POST /auth/jwt/logout',
  'POST /api/otp_auth/change_tenant',
  'DELETE /api/sessions',
  'POST /api/users/change_password',
];
const filled = (url: string): string => url.replace(':week', '2026-W10').replace(/:\w+/g, NOBODY);

/** One place of one call into which a text goes. */
interface Place {
  name: string;
  send: (payload: string) => Promise<{ status: number }>;
}

type Path = readonly (string | number)[];

/** Places in a body that hold free text. */
function textsOf(schema: Schema, value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((each, index) => textsOf(schema.items ?? {}, each, [...path, index]));
  if (value !== null && typeof value === 'object') {
    const part = schema.anyOf?.find((each) => each.type === 'object') ?? schema;
    return Object.entries(value).flatMap(([key, inner]) => textsOf(part.properties?.[key] ?? {}, inner, [...path, key]));
  }
  return typeof value === 'string' && path.length > 0 ? [path] : [];
}

function withText(value: unknown, path: Path, text: string): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return text;
  if (Array.isArray(value)) return value.map((each, index): unknown => (index === first ? withText(each, rest, text) : each));
  return { ...(value as object), [first]: withText((value as Record<string, unknown>)[first], rest, text) };
}

function bodyPlaces({ method, path, endpoint }: Route): Place[] {
  if (!endpoint.body || endpoint.form || endpoint.raw === 'upload') return [];
  const schema = endpoint.body as Schema;
  const body = instanceOf(schema, source);
  return textsOf(schema, body).map((at) => ({
    name: `${method} ${path} ${at.join('.')}`,
    send: (payload) => firm.call(boss, method, filled(path), withText(body, at, payload)),
  }));
}

function queryPlaces({ method, path, endpoint }: Route): Place[] {
  const schema = endpoint.query as Schema | undefined;
  const required = (schema?.required ?? []).map((name) => [name, String(instanceOf(schema?.properties?.[name] ?? {}, source))]);
  return Object.entries(schema?.properties ?? {})
    .filter(([, part]) => part.type === 'string')
    .map(([name]) => ({
      name: `${method} ${path}?${name}`,
      send: (payload) => {
        const query = new URLSearchParams({ ...(Object.fromEntries(required) as Record<string, string>), [name]: payload });
        return firm.call(boss, method, `${filled(path)}?${query}`, method === 'GET' ? undefined : {});
      },
    }));
}

/** In the whole matrix every payload in every place, else some thousand of them: each place takes its turn with a few. */
const PER_PLACE = Number(process.env['CADRE_RUNS'] ?? 200) > 200 ? PAYLOADS.length : 4;

test('payloads in every text of every call: nothing breaks, nothing sleeps, nobody is gone', { timeout: 600_000 }, async () => {
  const routes = allRoutes.filter(
    ({ method, path, endpoint }) =>
      endpoint.access !== 'public' && !ENDING.includes(`${method} ${path}`) && path !== '/api/events',
  );
  const places = routes.flatMap((route) => [...bodyPlaces(route), ...queryPlaces(route)]);
  let tried = 0;
  for (const [index, { name, send }] of places.entries()) {
    for (let turn = 0; turn < PER_PLACE; turn += 1) {
      const payload = PAYLOADS[(index * PER_PLACE + turn) % PAYLOADS.length] ?? '';
      const start = performance.now();
      const { status } = await send(payload);
      tried += 1;
      expect(status, `${name} ← ${payload}`).toBeLessThan(500);
      if (payload.includes('pg_sleep')) expect(performance.now() - start, `${name} ← ${payload}`).toBeLessThan(SLEEP_MS);
    }
  }
  expect(tried).toBeGreaterThan(PER_PLACE * 300);
  expect((await firm.call(boss, 'GET', '/api/users/me')).status).toBe(200);
});
