import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';

let test_: TestApp;
beforeAll(async () => void (test_ = await startTestApp()));
afterAll(() => test_.close());

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(new Date());
const nobody = '01900000-0000-7000-8000-000000000000';

interface World {
  firm: TestFirm;
  hr: TestUser;
}

async function world(): Promise<World> {
  const firm = await makeFirm(test_);
  return {
    firm,
    hr: await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true, firstName: 'Hanna', lastName: 'Reich' }),
  };
}

const ana = { first_name: 'Ana', last_name: 'Silva', grade: 'Senior', category: 'operational' };
const add = ({ firm, hr }: World, more: Record<string, unknown> = {}): Promise<Answer> =>
  firm.call(hr, 'POST', '/api/user_management/add_user', { ...ana, ...more });
const edit = ({ firm, hr }: World, userData: Record<string, unknown>): Promise<Answer> =>
  firm.call(hr, 'POST', '/api/users/edit', { userData });
const signInWith = (username: string, password = 'correct horse battery staple') =>
  test_.app.inject({
    method: 'POST',
    url: '/auth/jwt/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username, password }).toString(),
  });
const pathsOf = (answer: Answer): string[] => (answer.body.errors ?? []).map((error: { path: string }) => error.path);

describe('the list', () => {
  test('filters, sorts and pages, with the six headers', async () => {
    const w = await world();
    const { firm, hr } = w;
    await add(w, { email: 'ana.silva@example.org' });
    await add(w, { first_name: 'Bo', last_name: 'Lund', grade: 'Junior', is_active: false });
    await add(w, { first_name: 'Cleo', last_name: 'Marx', grade: 'Director', category: 'admin', role: 'reader' });
    const names = async (query: string): Promise<string[]> =>
      (await firm.call(hr, 'POST', `/api/users?${query}`)).body.map((row: { name: string }) => row.name);
    expect(await names('')).toEqual(['Ana Silva', 'Bo Lund', 'Cleo Marx', 'Hanna Reich']);
    expect(await names('sort=-grade')).toEqual(['Hanna Reich', 'Cleo Marx', 'Ana Silva', 'Bo Lund']);
    expect(await names('search=SILVA@')).toEqual(['Ana Silva']);
    expect(await names('is_active=false')).toEqual(['Bo Lund']);
    expect(await names('category=admin')).toEqual(['Cleo Marx']);
    expect(await names('role=reader')).toEqual(['Cleo Marx']);
    expect(await names('grade=Junior')).toEqual(['Bo Lund']);
    expect(await names('country=FR')).toEqual([]);
    const second = await firm.call(hr, 'POST', '/api/users?page=2&per_page=3', '');
    expect(second.body.map((row: { name: string }) => row.name)).toEqual(['Hanna Reich']);
    expect(second.headers).toMatchObject({
      'x-pagination-has_next': 'False',
      'x-pagination-has_prev': 'True',
      'x-pagination-page': '2',
      'x-pagination-pages': '2',
      'x-pagination-per-page': '3',
      'x-pagination-total': '4',
    });
    expect((await firm.call(hr, 'POST', '/api/users?per_page=201')).status).toBe(422);
  });

  test('is exported as xlsx and as csv', async () => {
    const w = await world();
    await add(w, { last_name: '=cmd()' });
    const csv = await w.firm.call(w.hr, 'POST', '/api/users/export_users?format=csv');
    expect(csv.headers['content-disposition']).toContain('users.csv');
    expect(csv.bytes.toString('utf8')).toContain("Ana,'=cmd(),,Senior,,operational,user");
    expect((await w.firm.call(w.hr, 'POST', '/api/users/export_users')).bytes.subarray(0, 2).toString()).toBe('PK');
  });

  test('and the file holds what the filters show, in their order', async () => {
    const w = await world();
    await add(w, { first_name: 'Bo', last_name: 'Lund', grade: 'Junior', is_active: false });
    await add(w, { first_name: 'Cleo', last_name: 'Marx', grade: 'Director', role: 'reader' });
    await add(w, { first_name: 'Dan', last_name: 'Noon', grade: 'Director' });
    const first = async (query: string): Promise<string[]> =>
      (await w.firm.call(w.hr, 'POST', `/api/users/export_users?format=csv&${query}`)).bytes
        .toString('utf8')
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0] ?? '');
    expect(await first('')).toEqual(['Bo', 'Cleo', 'Dan', 'Hanna']);
    expect(await first('sort=-name')).toEqual(['Hanna', 'Dan', 'Cleo', 'Bo']);
    expect(await first('grade=Director')).toEqual(['Cleo', 'Dan']);
    expect(await first('is_active=false')).toEqual(['Bo']);
    expect(await first('role=reader')).toEqual(['Cleo']);
    expect(await first('search=noon')).toEqual(['Dan']);
  });
});

test('a team stands for everybody below it, in the list and in its export', async () => {
  const w = await world();
  const team = async (name: string, parent_id: string | null = null): Promise<string> =>
    (await w.firm.call(w.hr, 'POST', '/api/teams/add', { name, parent_id })).body.id;
  const assurance = await team('Assurance');
  const audit = await team('Audit', assurance);
  const banks = await team('Banks', audit);
  const tax = await team('Tax');
  for (const [first_name, team_id] of [
    ['Ada', assurance],
    ['Ben', banks],
    ['Cem', tax],
  ] as const)
    await add(w, { first_name, last_name: 'X', team_id });
  const names = async (query: string): Promise<string[]> =>
    (await w.firm.call(w.hr, 'POST', `/api/users?${query}`)).body.map((row: { name: string }) => row.name);
  expect(await names(`team=${assurance}`)).toEqual(['Ada X', 'Ben X']);
  expect(await names(`team=${audit}`)).toEqual(['Ben X']);
  expect(await names(`team=${tax}`)).toEqual(['Cem X']);
  const csv = await w.firm.call(w.hr, 'POST', `/api/users/export_users?format=csv&team=${assurance}&sort=-name`);
  expect(
    csv.bytes
      .toString('utf8')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[0]),
  ).toEqual(['Ben', 'Ada']);
});

describe('adding a user', () => {
  test('gives everything that reports need from the first day', async () => {
    const w = await world();
    const answer = await add(w, { email: 'Ana@Example.org', employed_from: '2026-02-01', created_at: 'x', oauth_accounts: [1] });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      name: 'Ana Silva',
      email: 'Ana@Example.org',
      country: 'DE',
      role: 'user',
      is_superuser: false,
      is_active: true,
      employed_from: '2026-02-01',
      employed_to: null,
      pattern: [480, 480, 480, 480, 480, 0, 0],
      grades: [{ grade: 'Senior', valid_from: '2026-02-01' }],
      version: 1,
    });
    const capacity = await w.firm.call(w.hr, 'GET', `/api/capacity?from=2026-01-29&to=2026-02-02&user_ids=${answer.body.id}`);
    expect(capacity.body.people[0].pattern).toEqual([0, 0, 0, 0, 480]);
  });

  test('is refused at the field that is wrong, and nothing is written', async () => {
    const w = await world();
    await add(w, { email: 'ana@example.org' });
    expect(pathsOf(await add(w, { email: 'ANA@example.org' }))).toEqual(['email']);
    expect(pathsOf(await add(w, { email: 'no address' }))).toEqual(['email']);
    expect(pathsOf(await add(w, { first_name: ' ', last_name: ' ' }))).toEqual(['last_name']);
    expect(pathsOf(await add(w, { grade: 'Boss' }))).toEqual(['grade']);
    expect(pathsOf(await add(w, { team_id: nobody }))).toEqual(['team_id']);
    expect(pathsOf(await add(w, { manager_id: nobody }))).toEqual(['manager_id']);
    expect(pathsOf(await add(w, { employed_from: '2026-02-01', employed_to: '2026-01-31' }))).toEqual(['employed_to']);
    expect(pathsOf(await add(w, { pattern: [480, 480] }))).toEqual(['pattern']);
    expect(pathsOf(await add(w, { is_superuser: true }))).toEqual(['is_superuser']);
    expect((await w.firm.call(w.hr, 'POST', '/api/users?')).body).toHaveLength(2);
  });

  test('that begins later is shown as on the first day', async () => {
    const w = await world();
    const team = (await w.firm.call(w.hr, 'POST', '/api/teams/add', { name: 'Audit' })).body;
    const first = addDays(today, 40);
    const { body } = await add(w, { employed_from: first, team_id: team.id, pattern: [300, 300, 300, 0, 0, 0, 0] });
    expect(body).toMatchObject({ team: 'Audit', grade: 'Senior', pattern: [300, 300, 300, 0, 0, 0, 0] });
    const promoted = await edit(w, { id: body.id, grade: 'Manager' });
    expect(promoted.body).toMatchObject({ grade: 'Manager', grades: [{ grade: 'Manager', valid_from: first }] });
  });
});

describe('changing a user', () => {
  test('keeps what it does not name, and a whole record sent back changes nothing', async () => {
    const w = await world();
    const { body } = await add(w, { email: 'ana@example.org', employed_to: '2099-12-31' });
    expect(body.employed_to).toBe('2099-12-31');
    const back = await edit(w, body);
    expect(back).toMatchObject({ status: 200, body });
    const renamed = await edit(w, { id: body.id, last_name: '  Souza ' });
    expect(renamed.body).toMatchObject({ ...body, last_name: 'Souza', name: 'Ana Souza', version: 2 });
  });

  test('that somebody else changed answers 409 with the row as it stands', async () => {
    const w = await world();
    const { body } = await add(w);
    expect((await edit(w, { id: body.id, version: body.version, category: 'admin' })).status).toBe(200);
    const stale = await edit(w, { id: body.id, version: body.version, first_name: 'Anna' });
    expect(stale).toMatchObject({ status: 409, body: { current: { category: 'admin', first_name: 'Ana' } } });
    expect((await edit(w, { id: body.id, version: stale.body.current.version, first_name: 'Anna' })).status).toBe(200);
  });

  test('refuses what cannot be, at its field', async () => {
    const w = await world();
    const a = (await add(w, { email: 'a@example.org' })).body;
    const b = (await add(w, { first_name: 'Bo', manager_id: a.id })).body;
    expect(pathsOf(await edit(w, { id: b.id, email: 'a@example.org' }))).toEqual(['email']);
    expect(pathsOf(await edit(w, { id: a.id, manager_id: a.id }))).toEqual(['manager_id']);
    expect(pathsOf(await edit(w, { id: a.id, manager_id: b.id }))).toEqual(['manager_id']);
    expect(pathsOf(await edit(w, { id: a.id, first_name: '', last_name: '' }))).toEqual(['last_name']);
    expect((await edit(w, { id: nobody, first_name: 'X' })).status).toBe(404);
    expect((await edit(w, { id: a.id, is_superuser: true, tenant_id: 1 })).body.is_superuser).toBe(false);
  });

  test('gives an account to who gets a first address', async () => {
    const w = await world();
    const { body } = await add(w);
    await edit(w, { id: body.id, email: 'later@example.org' });
    const linked = await w.firm.within((tx) =>
      tx.one<{ linked: boolean }>(
        sql`select account_id is not null as linked from access.memberships where tenant_id = ${tx.tenant} and id = ${body.id}`,
      ),
    );
    expect(linked).toEqual({ linked: true });
  });

  test('moves the sign-in to the new address, and the password stays', async () => {
    const w = await world();
    const [old, next] = [`old-${w.firm.slug}@example.org`, `New-${w.firm.slug}@example.org`];
    const person = await w.firm.user({ email: old });
    const signIn = async (username: string): Promise<number> => (await signInWith(username)).statusCode;
    expect(await signIn(old)).toBe(200);
    expect((await edit(w, { id: person.id, email: next })).status).toBe(200);
    expect(await signIn(old)).toBe(400);
    expect(await signIn(next.toLowerCase())).toBe(200);
    expect((await w.firm.call(person, 'GET', '/api/users/me')).body.email).toBe(next);
  });

  test('leaves an account that other firms share as it is: the new address signs in here, the old one there', async () => {
    const [w, other] = [await world(), await world()];
    const [shared, fresh] = [`shared-${w.firm.slug}@example.org`, `fresh-${w.firm.slug}@example.org`];
    const here = await w.firm.user({ email: shared });
    const there = await other.firm.user({ email: shared });
    expect((await edit(w, { id: here.id, email: fresh })).status).toBe(200);
    // Who signed in to this firm by the old address is out; the other firm notices nothing.
    expect((await w.firm.call(here, 'GET', '/api/users/me')).status).toBe(401);
    const still = await signInWith(shared);
    expect(still.statusCode).toBe(200);
    const token = (still.json() as { access_token: string }).access_token;
    const me = await other.firm.call({ ...there, token }, 'GET', '/api/users/me');
    expect(me.body).toMatchObject({ id: there.id, email: shared });
    expect(me.body.tenants).toHaveLength(1);
  });

  test('to the address of an account that exists lets that account in, and answers nothing about it', async () => {
    const [w, other] = [await world(), await world()];
    const taken = `taken-${w.firm.slug}@example.org`;
    await other.firm.user({ email: taken, password: 'another long password' });
    const person = await w.firm.user({ email: `own-${w.firm.slug}@example.org` });
    const known = await edit(w, { id: person.id, email: taken });
    const unknown = await edit(w, { id: person.id, email: `unknown-${w.firm.slug}@example.org` });
    expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
    expect([known.status, unknown.status]).toEqual([200, 200]);
    await edit(w, { id: person.id, email: taken });
    const answer = await signInWith(taken, 'another long password');
    const { access_token: token } = answer.json() as { access_token: string };
    const me = await w.firm.call({ ...person, token }, 'GET', '/api/users/me');
    expect(me.body.tenants).toHaveLength(2);
  });

  test('does not take the address of somebody who signs in', async () => {
    const w = await world();
    const person = await w.firm.user();
    const refused = await edit(w, { id: person.id, email: null });
    expect([refused.status, pathsOf(refused)]).toEqual([422, ['email']]);
    await edit(w, { id: person.id, is_active: false });
    expect((await edit(w, { id: person.id, email: null })).status).toBe(200);
  });

  test('with dated facts makes it a newer record: who read it before is stale', async () => {
    const w = await world();
    const team = (await w.firm.call(w.hr, 'POST', '/api/teams/add', { name: 'Audit' })).body;
    const { body } = await add(w, { employed_from: '2024-01-01' });
    let version: number = body.version;
    const later = addDays(today, 30);
    for (const change of [
      { pattern: [300, 300, 300, 300, 300, 0, 0] },
      { team_id: team.id },
      { team_id: null },
      { grade: 'Director', valid_from: later },
      { employed_to: '2099-12-31' },
      { grade: 'Manager', first_name: 'Anna', category: 'admin' },
    ]) {
      const changed = await edit(w, { id: body.id, version, ...change });
      expect([changed.status, changed.body.version > version], JSON.stringify(change)).toEqual([200, true]);
      const stale = await edit(w, { id: body.id, version, last_name: 'Late' });
      expect([stale.status, stale.body.current.version], JSON.stringify(change)).toEqual([409, changed.body.version]);
      version = changed.body.version;
    }
    await w.firm.call(w.hr, 'POST', '/api/teams/edit', { id: team.id, member_ids: [body.id] });
    expect((await edit(w, { id: body.id, version, last_name: 'Late' })).status).toBe(409);
  });

  test('moves the first day back with what held from it', async () => {
    const w = await world();
    const { body } = await add(w, { employed_from: '2026-03-02' });
    const earlier = await edit(w, { id: body.id, employed_from: '2026-02-02' });
    expect(earlier.body).toMatchObject({ employed_from: '2026-02-02', grades: [{ grade: 'Senior', valid_from: '2026-02-02' }] });
    const capacity = await w.firm.call(w.hr, 'GET', `/api/capacity?from=2026-02-02&to=2026-02-02&user_ids=${body.id}`);
    expect(capacity.body.people[0].pattern).toEqual([480]);
  });

  test('ends an employment with its last day included', async () => {
    const w = await world();
    const { body } = await add(w, { employed_from: '2026-03-02' });
    expect((await edit(w, { id: body.id, employed_to: '2026-03-03' })).body.employed_to).toBe('2026-03-03');
    const capacity = await w.firm.call(w.hr, 'GET', `/api/capacity?from=2026-03-02&to=2026-03-04&user_ids=${body.id}`);
    expect(capacity.body.people[0].pattern).toEqual([480, 480, 0]);
    expect((await edit(w, { id: body.id, employed_to: null })).body.employed_to).toBeNull();
  });
});

describe('dated facts', () => {
  test('a grade holds from its day on, and the past stays', async () => {
    const w = await world();
    const { body } = await add(w, { employed_from: '2024-01-01' });
    const now = await edit(w, { id: body.id, grade: 'Manager', valid_from: '2025-07-01' });
    expect(now.body).toMatchObject({
      grade: 'Manager',
      grades: [
        { grade: 'Senior', valid_from: '2024-01-01' },
        { grade: 'Manager', valid_from: '2025-07-01' },
      ],
    });
    const later = addDays(today, 30);
    const planned = await edit(w, { id: body.id, grade: 'Director', valid_from: later });
    expect(planned.body.grade).toBe('Manager');
    expect(planned.body.grades.at(-1)).toEqual({ grade: 'Director', step: null, valid_from: later });
    const between = await edit(w, { id: body.id, grade: 'Senior Manager', valid_from: today });
    expect(between.body.grades.map((row: { grade: string }) => row.grade)).toEqual([
      'Senior',
      'Manager',
      'Senior Manager',
      'Director',
    ]);
  });

  test('a grade for a past that a later one ended leaves the grade of today', async () => {
    const w = await world();
    const { body } = await add(w, { employed_from: '2023-01-01' });
    await edit(w, { id: body.id, grade: 'Manager', valid_from: '2025-01-01' });
    const past = await edit(w, { id: body.id, grade: 'Junior', valid_from: '2023-01-01' });
    expect(past.body).toMatchObject({ grade: 'Manager' });
    expect(past.body.grades[0]).toEqual({ grade: 'Junior', step: null, valid_from: '2023-01-01' });
  });

  test('a team changes from a day on; leaving it is dated too', async () => {
    const w = await world();
    const [audit, tax] = (await w.firm.call(w.hr, 'POST', '/api/teams/create_empty_teams', { teams: ['Audit', 'Tax'] })).body;
    const { body } = await add(w, { employed_from: '2025-01-01', team_id: audit.id });
    const later = addDays(today, 10);
    expect((await edit(w, { id: body.id, team_id: tax.id, valid_from: later })).body.team).toBe('Audit');
    expect((await edit(w, { id: body.id, team_id: tax.id })).body.team).toBe('Tax');
    expect((await edit(w, { id: body.id, team_id: null })).body.team).toBeNull();
    const teams = (await w.firm.call(w.hr, 'GET', '/api/teams/get_details')).body;
    expect(teams.flatMap((team: { people: unknown[] }) => team.people)).toEqual([]);
  });

  test('a pattern changes capacity from its day on', async () => {
    const w = await world();
    const { body } = await add(w, { employed_from: '2026-01-01' });
    const half = [240, 240, 240, 240, 240, 0, 0];
    await edit(w, { id: body.id, pattern: half, valid_from: '2026-03-04' });
    const capacity = await w.firm.call(w.hr, 'GET', `/api/capacity?from=2026-03-02&to=2026-03-05&user_ids=${body.id}`);
    expect(capacity.body.people[0].pattern).toEqual([480, 480, 240, 240]);
    expect(pathsOf(await edit(w, { id: body.id, pattern: [1441, 0, 0, 0, 0, 0, 0] }))).toEqual(['userData.pattern.0']);
  });
});

describe('deleting users', () => {
  test('who left no trace vanish, the others are deactivated with what refers to them', async () => {
    const w = await world();
    const free = (await add(w, { email: 'free@example.org' })).body;
    const boss = (await add(w, { first_name: 'Bo' })).body;
    await add(w, { first_name: 'Cleo', manager_id: boss.id });
    const { body } = await w.firm.call(w.hr, 'POST', '/api/users/delete', { ids: [free.id, boss.id] });
    expect(body).toEqual({
      success: true,
      deleted: [free.id],
      deactivated: [{ id: boss.id, name: 'Bo Silva', used_by: '1 person' }],
    });
    expect((await w.firm.call(w.hr, 'GET', `/api/users/${free.id}`)).status).toBe(404);
    expect((await w.firm.call(w.hr, 'GET', `/api/users/${boss.id}`)).body.is_active).toBe(false);
    expect((await w.firm.call(w.hr, 'POST', '/api/users/delete', { id: free.id })).status).toBe(404);
    expect((await add(w, { email: 'free@example.org' })).status).toBe(200);
  });

  test('ends the sessions of who is deactivated', async () => {
    const w = await world();
    const user = await w.firm.user();
    expect((await w.firm.call(user, 'GET', '/api/users/me')).status).toBe(200);
    expect((await edit(w, { id: user.id, is_active: false })).body.is_active).toBe(false);
    expect((await w.firm.call(user, 'GET', '/api/users/me')).status).toBe(401);
    expect((await w.firm.call(w.hr, 'GET', '/api/users/users_all')).body.map((row: { id: string }) => row.id)).not.toContain(
      user.id,
    );
  });

  test('leaves the last active hr user and the last administrator', async () => {
    const w = await world();
    const { firm, hr } = w;
    const refusals = [
      await firm.call(hr, 'POST', '/api/users/delete', { id: hr.id }),
      await edit(w, { id: hr.id, is_active: false }),
      await edit(w, { id: hr.id, category: 'admin' }),
    ];
    for (const answer of refusals)
      expect(answer).toMatchObject({ status: 409, body: { detail: 'The last active hr user of the firm stays.' } });
    const second = await firm.user({ category: 'hr' });
    expect((await edit(w, { id: hr.id, is_active: false })).body.detail).toBe('The last active administrator of the firm stays.');
    expect((await edit(w, { id: hr.id, category: 'admin' })).status).toBe(403);
    const down = { userData: { id: hr.id, category: 'admin' } };
    expect((await firm.call(second, 'POST', '/api/users/edit', down)).status).toBe(200);
    const last = await firm.call(second, 'POST', '/api/users/edit', { userData: { id: second.id, category: 'admin' } });
    expect(last.status).toBe(409);
  });

  test('decides nothing about what they themselves may do', async () => {
    const w = await world();
    const { firm } = w;
    const junior = await firm.user({ category: 'hr', grade: 'Junior' });
    const own = (await firm.call(junior, 'GET', `/api/users/${junior.id}`)).body as Record<string, unknown>;
    const change = (fields: object): Promise<Answer> =>
      firm.call(junior, 'POST', '/api/users/edit', { userData: { ...own, version: undefined, ...fields } });
    for (const fields of [{ grade: 'Partner' }, { category: 'admin' }, { role: 'boss' }])
      expect(await change(fields)).toMatchObject({ status: 403, body: { detail: 'Not allowed' } });
    expect((await change({ first_name: 'Renamed' })).body).toMatchObject({
      first_name: 'Renamed',
      grade: 'Junior',
      role: 'user',
    });
    expect((await edit(w, { id: junior.id, grade: 'Senior' })).body.grade).toBe('Senior');
  });

  test('when two hr users step down at once, one stays', async () => {
    const w = await world();
    const { firm, hr } = w;
    const other = await firm.user({ category: 'hr', isSuperuser: true });
    const down = (as: TestUser, id: string): Promise<Answer> =>
      firm.call(as, 'POST', '/api/users/edit', { userData: { id, category: 'admin' } });
    const answers = await Promise.all([down(hr, other.id), down(other, hr.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const left = await firm.within((tx) =>
      tx.all(sql`select 1 from access.memberships where tenant_id = ${tx.tenant} and category = 'hr' and is_active`),
    );
    expect(left).toHaveLength(1);
  });
});

describe('teams', () => {
  test('stand in a tree with lead, country and members', async () => {
    const w = await world();
    const { firm, hr } = w;
    const person = (await add(w, { employed_from: '2025-01-01' })).body;
    const audit = await firm.call(hr, 'POST', '/api/teams/add', {
      name: ' Audit ',
      lead_id: hr.id,
      country: 'DE',
      member_ids: [person.id],
    });
    expect(audit.body).toMatchObject({ name: 'Audit', parent_id: null, lead: 'Hanna Reich', country: 'DE', members: 1 });
    const north = await firm.call(hr, 'POST', '/api/teams/add', { name: 'Audit North', parent_id: audit.body.id });
    expect(north.body.parent_id).toBe(audit.body.id);
    const details = await firm.call(hr, 'GET', '/api/teams/get_details');
    expect(details.body[0].people).toEqual([{ id: person.id, name: 'Ana Silva', grade: 'Senior', is_primary: true }]);
    expect(details.headers['x-pagination-total']).toBe('2');
    const levels = await firm.call(hr, 'GET', '/api/teams/booking_levels');
    expect(levels.body[1].levels.map((level: { counts: string }) => level.counts)).toEqual(['soft', 'requested', 'hard']);
    expect(levels.body[1]).not.toHaveProperty('people');
  });

  test('several are created at once, or none', async () => {
    const w = await world();
    const create = (teams: unknown[]): Promise<Answer> => w.firm.call(w.hr, 'POST', '/api/teams/create_empty_teams', { teams });
    const made = await create(['Audit', ' Tax ']);
    expect(made.body.map((team: { name: string }) => team.name)).toEqual(['Audit', 'Tax']);
    expect((await create([{ name: 'Tax South', parent_id: made.body[1].id }])).body[0].parent_id).toBe(made.body[1].id);
    const refused = await create(['Legal', 'tax', '  ', 'LEGAL']);
    expect(refused).toMatchObject({ status: 422 });
    expect(pathsOf(refused)).toEqual(['teams.1', 'teams.2', 'teams.3']);
    expect(refused.body.errors[0].message).toBe('There is a team "Tax" already.');
    expect(pathsOf(await create([{ name: 'Legal', parent_id: nobody }]))).toEqual(['parent_id']);
    expect((await w.firm.call(w.hr, 'GET', '/api/teams/get_details')).body).toHaveLength(3);
  });

  test('cannot stand below themselves, however far', async () => {
    const w = await world();
    const { firm, hr } = w;
    const [a, b, c] = (await firm.call(hr, 'POST', '/api/teams/create_empty_teams', { teams: ['A', 'B', 'C'] })).body;
    const under = (id: string, parent_id: string | null): Promise<Answer> =>
      firm.call(hr, 'POST', '/api/teams/edit', { id, parent_id });
    expect((await under(b.id, a.id)).status).toBe(200);
    expect((await under(c.id, b.id)).status).toBe(200);
    expect(pathsOf(await under(a.id, c.id))).toEqual(['parent_id']);
    expect(pathsOf(await under(a.id, a.id))).toEqual(['parent_id']);
    expect(pathsOf(await under(a.id, nobody))).toEqual(['parent_id']);
    expect((await under(c.id, null)).body.parent_id).toBeNull();
  });

  test('take members in from a day, and are changed by one at a time', async () => {
    const w = await world();
    const { firm, hr } = w;
    const [a, b] = (await firm.call(hr, 'POST', '/api/teams/create_empty_teams', { teams: ['A', 'B'] })).body;
    const person = (await add(w, { employed_from: '2025-01-01', team_id: a.id })).body;
    const later = await firm.call(hr, 'POST', '/api/teams/edit', {
      id: b.id,
      member_ids: [person.id],
      valid_from: addDays(today, 5),
    });
    expect(later.body.members).toBe(0);
    const now = await firm.call(hr, 'POST', '/api/teams/edit', {
      id: b.id,
      version: b.version,
      member_ids: [person.id],
      name: 'Bee',
    });
    expect(now.body).toMatchObject({ name: 'Bee', members: 1 });
    const stale = await firm.call(hr, 'POST', '/api/teams/edit', { id: b.id, version: b.version, name: 'Sea' });
    expect(stale).toMatchObject({ status: 409, body: { current: { name: 'Bee' } } });
    expect(pathsOf(await firm.call(hr, 'POST', '/api/teams/edit', { id: b.id, name: 'a' }))).toEqual(['name']);
    expect(pathsOf(await firm.call(hr, 'POST', '/api/teams/edit', { id: b.id, lead_id: nobody }))).toEqual(['lead_id']);
    expect(pathsOf(await firm.call(hr, 'POST', '/api/teams/edit', { id: b.id, member_ids: [nobody] }))).toEqual(['member_ids']);
  });

  test('that something uses stay, and the refusal says what', async () => {
    const w = await world();
    const { firm, hr } = w;
    const parent = (await firm.call(hr, 'POST', '/api/teams/add', { name: 'Audit' })).body;
    const child = (await firm.call(hr, 'POST', '/api/teams/add', { name: 'Audit North', parent_id: parent.id })).body;
    await add(w, { team_id: parent.id });
    const refused = await firm.call(hr, 'POST', '/api/teams/delete', { id: parent.id });
    expect(refused).toMatchObject({ status: 409, body: { detail: '"Audit" is used by 1 team membership, 1 team.' } });
    expect((await firm.call(hr, 'POST', '/api/teams/delete', { id: child.id })).body).toMatchObject({
      success: true,
      deleted: true,
    });
    expect((await firm.call(hr, 'POST', '/api/teams/delete', { id: child.id })).status).toBe(404);
  });
});

test('a role that may look but not change or export is refused, here and in clients and settings', async () => {
  const { firm } = await world();
  const closed = { view_page: true, can_edit: false, can_export: false };
  const pages = Object.fromEntries(
    ['users', 'user_details', 'business_units', 'clients_projects', 'settings'].map((page) => [page, closed]),
  );
  await firm.within((tx) => tx.write.insert('access.roles', [{ role: 'looker', accesses: pages }]));
  const looker = await firm.user({ category: 'hr', grade: 'Partner', role: 'looker' });
  const id = looker.id;
  const statusOf = async (path: string, body: unknown): Promise<number> => (await firm.call(looker, 'POST', path, body)).status;
  for (const [path, body] of [
    ['/api/user_management/add_user', ana],
    ['/api/users/edit', { userData: { id, first_name: 'X' } }],
    ['/api/users/delete', { id }],
    ['/api/users/export_users', {}],
    ['/api/teams/add', { name: 'X' }],
    ['/api/teams/edit', { id }],
    ['/api/teams/create_empty_teams', { teams: ['X'] }],
    ['/api/teams/delete', { id }],
    ['/api/clients/create', { name: 'X' }],
    ['/api/clients/update', { id }],
    ['/api/clients/remove', { id }],
    ['/api/projects/create', { name: 'X' }],
    ['/api/projects/update', { id }],
    ['/api/projects/status_billing', { ids: [id], billing_status: 'billed' }],
    ['/api/projects/export', {}],
    ['/api/settings/add_type_task', { name: 'X', chargeable: true }],
    ['/api/settings/edit_type_tasks', { tasks: [{ id }] }],
    ['/api/settings/delete_type', { ids: [id] }],
  ] as const)
    expect(await statusOf(path, body), path).toBe(403);
  expect(await statusOf('/api/users', undefined)).toBe(200);
  expect(await statusOf('/api/projects/all', {})).toBe(200);
});
