import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isKnownAccess, tableAllows } from '../src/access/rules.ts';
import { tableOperations, unbuiltOf } from '../src/access/server/operations.ts';
import { CATEGORIES, GRADES } from '../src/kit/grades.ts';
import { allRoutes } from '../src/server/app.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';

let test_: TestApp;
let firm: TestFirm;
const people = new Map<string, TestUser>();

beforeAll(async () => {
  test_ = await startTestApp();
  firm = await makeFirm(test_);
  for (const category of CATEGORIES) {
    for (const grade of GRADES) people.set(`${category} ${grade}`, await firm.user({ category, grade }));
  }
});
afterAll(() => test_.close());

/** A path with ids that nobody has: an allowed call gets past the check and fails or succeeds for another reason. */
const filled = (route: string): string =>
  route.replace(':week', '2026-W10').replace(/:id/g, '01900000-0000-7000-8000-000000000000');

/** Calls that would end the sessions of this very test. */
const ending = new Set(['POST /auth/jwt/logout', 'POST /api/otp_auth/change_tenant']);
const routes = allRoutes.filter(({ method, path: url }) => !ending.has(`${method} ${url}`));

describe('every operation × category × grade', () => {
  for (const { method, path: url, endpoint } of routes.filter((route) => route.endpoint.access !== 'public')) {
    test(`${method} ${url} (${endpoint.access})`, async () => {
      for (const category of CATEGORIES) {
        for (const grade of GRADES) {
          const person = people.get(`${category} ${grade}`);
          const answer = await firm.call(person, method, filled(url), method === 'GET' ? undefined : {});
          const allowed =
            endpoint.access === 'signed_in' ||
            (endpoint.access !== 'administrator' && tableAllows(endpoint.access, category, grade));
          const label = `${category} ${grade}: ${answer.status}`;
          if (allowed) expect(answer.status, label).not.toBe(403);
          else
            expect({ status: answer.status, body: answer.body }, label).toEqual({ status: 403, body: { detail: 'Not allowed' } });
        }
      }
      expect((await firm.call(undefined, method, filled(url))).status).toBe(401);
    });
  }
});

test.each(unbuiltOf(allRoutes))(
  '$method $path, not built yet, is refused to whom the table closes it, and else not there',
  async (operation) => {
    const { method, path: url, access } = operation;
    for (const category of CATEGORIES) {
      for (const grade of GRADES) {
        const answer = await firm.call(
          people.get(`${category} ${grade}`),
          method,
          filled(url),
          method === 'GET' ? undefined : {},
        );
        const expected = tableAllows(access, category, grade) ? [404, 'Not Found'] : [403, 'Not allowed'];
        expect([answer.status, answer.body.detail], `${category} ${grade}`).toEqual(expected);
      }
    }
    expect((await firm.call(undefined, method, filled(url))).status).toBe(401);
  },
);

test('what is not built yet is absent from the document of the API', async () => {
  const { paths } = (await firm.call(undefined, 'GET', '/api/openapi.json')).body as { paths: Record<string, object> };
  for (const { method, path: url } of unbuiltOf(allRoutes))
    expect(Object.keys(paths[url.replace(/:(\w+)/g, '{$1}')] ?? {})).not.toContain(method.toLowerCase());
});

test('administrators are bound by the table, and alone may change roles', async () => {
  const admin = await firm.user({ category: 'operational', grade: 'Partner', isSuperuser: true });
  expect((await firm.call(admin, 'POST', '/api/users')).status).toBe(403);
  expect((await firm.call(admin, 'GET', '/api/users/available_countries')).status).toBe(403);
  const role = { role: 'reviewer', accesses: { timesheet: { view_page: false } } };
  expect((await firm.call(admin, 'POST', '/api/settings/add_role_access', role)).status).toBe(200);
});

test('a page that the role closes closes its operations', async () => {
  const admin = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const role = {
    role: 'no time',
    accesses: { timesheet: { view_page: false }, add_time: { view_page: false }, home: { view_page: false } },
  };
  expect((await firm.call(admin, 'POST', '/api/settings/add_role_access', role)).status).toBe(200);
  const closed = await firm.user({ role: 'no time' });
  const open = await firm.user();
  expect((await firm.call(open, 'GET', '/api/timesheets/2026-W10')).status).toBe(200);
  expect((await firm.call(closed, 'GET', '/api/timesheets/2026-W10')).status).toBe(403);
});

type Demanded = { operation: string; method: string; path: string } & Record<(typeof CATEGORIES)[number], string>;

/** The table as it was asked for, written down apart from the program. */
function demandedTable(): Demanded[] {
  const file = path.resolve(import.meta.dirname, 'samples/access-table.csv');
  const [head = '', ...lines] = fs.readFileSync(file, 'utf8').trim().split('\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [names[index], value])) as Demanded);
}

test('the table in the program equals the table that was asked for: 94 operations in 1,974 cells', () => {
  const demanded = demandedTable();
  expect(demanded.length * CATEGORIES.length * GRADES.length).toBe(1974);
  const mounted = new Map(
    allRoutes.map((route) => [`${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`, route.endpoint.access]),
  );
  const placed = tableOperations.map(({ access, method, path: url }) => `${access} ${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
  expect(placed.sort()).toEqual(demanded.map((row) => `${row.operation} ${row.method} ${row.path}`).sort());
  for (const row of demanded) {
    const access = mounted.get(`${row.method} ${row.path}`);
    if (access !== undefined) expect(access, row.path).toBe(row.operation);
    expect(isKnownAccess(row.operation), row.operation).toBe(true);
    for (const category of CATEGORIES) {
      for (const grade of GRADES) {
        const wanted = row[category] === 'all' || (row[category] === 'manager_and_above' && GRADES.indexOf(grade) >= 3);
        expect(tableAllows(row.operation, category, grade), `${row.operation} ${category} ${grade}`).toBe(wanted);
      }
    }
  }
});
