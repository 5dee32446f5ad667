import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';

let app: TestApp;
let firm: TestFirm;
let hr: TestUser;
let manager: TestUser;
let junior: TestUser;
let acme: string;
let audit: string;

beforeAll(async () => {
  app = await startTestApp();
  firm = await makeFirm(app);
  hr = await firm.user({ category: 'hr', grade: 'Partner', firstName: 'Hanna', lastName: 'Ruth' });
  manager = await firm.user({ grade: 'Manager', firstName: 'Mia', lastName: 'Berg' });
  junior = await firm.user({ firstName: 'Jo', lastName: 'Lind' });
  const post = async (path: string, body: unknown): Promise<string> => (await firm.call(manager, 'POST', path, body)).body.id;
  acme = await post('/api/clients/create', { name: 'Acme 100%', sector: 'Energy' });
  await post('/api/clients/create', { name: 'Borea_1' });
  audit = await post('/api/projects/create', {
    name: 'Audit',
    code: 'A-1',
    client_id: acme,
    budget_fee: 5000,
    starts_on: '2026-01-05',
  });
  await post('/api/projects/create', { name: 'Tax', code: 'T-1', budget_fee: 90_000 });
});
afterAll(() => app.close());

const search = (user: TestUser, body: unknown): Promise<Answer> =>
  firm.call(user, 'POST', '/api/settings/search?page=home', body);
const names = (answer: Answer): string[] => answer.body.map((row: { name: string }) => row.name);

describe('search by fields', () => {
  test('answers the wanted fields of the rows that the conditions leave', async () => {
    const body = {
      collection: 'projects',
      fields: ['code', 'client'],
      filters: [{ field: 'budget_fee', op: 'lt', value: 6000 }],
    };
    expect((await search(manager, body)).body).toEqual([{ code: 'A-1', client: 'Acme 100%' }]);
    expect(names(await search(manager, { collection: 'projects', top: 1 }))).toEqual(['Audit']);
  });

  test.each([
    [[{ field: 'name', op: 'contains', value: 'AU' }], 'and', ['Audit']],
    [[{ field: 'name', op: 'starts_with', value: 'ta' }], 'and', ['Tax']],
    [[{ field: 'code', op: 'in', value: ['A-1', 'T-1'] }], 'and', ['Audit', 'Tax']],
    [[{ field: 'client_id', op: 'is_null', value: true }], 'and', ['Tax']],
    [[{ field: 'starts_on', op: 'gte', value: '2026-01-05' }], 'and', ['Audit']],
    [[{ field: 'chargeable', op: 'eq', value: false }], 'and', ['Tax']],
    [[{ field: 'client', op: 'ne', value: 'Acme 100%' }], 'and', ['Tax']],
    [
      [
        { field: 'code', op: 'eq', value: 'A-1' },
        { field: 'code', op: 'eq', value: 'T-1' },
      ],
      'or',
      ['Audit', 'Tax'],
    ],
    [
      [
        { field: 'code', op: 'eq', value: 'A-1' },
        { field: 'code', op: 'eq', value: 'T-1' },
      ],
      'and',
      [],
    ],
  ])('%j %s', async (filters, operator, expected) => {
    expect(names(await search(manager, { collection: 'projects', filters, operator }))).toEqual(expected);
  });

  test('signs that mean something to a database are letters like others', async () => {
    const found = async (value: string, op = 'contains') =>
      names(await search(manager, { collection: 'clients', filters: [{ field: 'name', op, value }] }));
    expect(await found('%')).toEqual(['Acme 100%']);
    expect(await found('_')).toEqual(['Borea_1']);
    expect(await found('\\')).toEqual([]);
    expect(await found('acme%', 'starts_with')).toEqual([]);
    expect(await found("' or 1=1 --")).toEqual([]);
  });
});

describe('what one may not read', () => {
  test.each([
    'email',
    'category',
    'role',
    'is_active',
    'hashed_password',
    'users.hashed_password',
    '*',
    'tenant_id',
    'in_order',
    '__proto__',
    'constructor',
    '1; select 1',
    'name, email',
    '',
  ])('%s can be neither named nor filtered by', async (field) => {
    const named = await search(manager, { collection: 'users', fields: [field] });
    expect(named.status).toBe(422);
    const filtered = await search(manager, { collection: 'users', fields: ['id'], filters: [{ field, op: 'eq', value: 'x' }] });
    expect(filtered.status).toBe(422);
  });

  test('hr reads more of people than others', async () => {
    const body = { collection: 'users', fields: ['name', 'email'], filters: [{ field: 'email', op: 'eq', value: junior.email }] };
    expect((await search(hr, body)).body).toEqual([{ name: 'Jo Lind', email: junior.email }]);
    expect(Object.keys((await search(manager, { collection: 'users' })).body[0])).not.toContain('email');
  });

  test('a collection that is closed to somebody is refused', async () => {
    expect((await search(junior, { collection: 'projects' })).status).toBe(403);
    expect((await search(junior, { collection: 'users', fields: ['name'] })).status).toBe(200);
    for (const collection of ['accounts', 'access.accounts', '__proto__', 'constructor', ''])
      expect((await search(hr, { collection })).status, collection).toBe(422);
  });
});

describe('the form of a search', () => {
  const one = (condition: object): object => ({ collection: 'projects', filters: [condition] });
  test.each([
    [{ collection: 'projects', operator: 'xor' }],
    [{ collection: 'projects', operator: 'and 1=1' }],
    [{ collection: 'projects', top: 0 }],
    [{ collection: 'projects', top: 201 }],
    [{ collection: 'projects', top: 1.5 }],
    [{ collection: 'projects', fields: [] }],
    [{ collection: 'projects', sort: 'name' }],
    [{ collection: 'projects', filters: Array.from({ length: 51 }, () => ({ field: 'name', op: 'eq', value: 'x' })) }],
    [one({ field: 'name', op: 'like', value: '%' })],
    [one({ field: 'name', op: 'constructor', value: 'x' })],
    [one({ field: 'name', op: 'eq', value: 5 })],
    [one({ field: 'name', op: 'eq', value: { $ne: null } })],
    [one({ field: 'id', op: 'eq', value: 'x' })],
    [one({ field: 'chargeable', op: 'eq', value: 'true' })],
    [one({ field: 'chargeable', op: 'gt', value: true })],
    [one({ field: 'starts_on', op: 'lt', value: '2026-02-30' })],
    [one({ field: 'code', op: 'in', value: 'A-1' })],
    [one({ field: 'code', op: 'in', value: Array.from({ length: 1001 }, String) })],
    [one({ field: 'name', op: 'eq', value: 'x'.repeat(2001) })],
    [one({ field: 'name', op: 'eq', value: '\u0000' })],
    [one({ field: 'budget_fee', op: 'eq', value: '1' })],
  ])('%j is refused', async (body) => {
    expect((await search(manager, body)).status).toBe(422);
  });

  test('its largest is taken', async () => {
    const filters = Array.from({ length: 50 }, () => ({ field: 'code', op: 'in', value: ['A-1'] }));
    expect((await search(manager, { collection: 'projects', top: 200, filters })).status).toBe(200);
    expect((await search(manager, one({ field: 'code', op: 'in', value: Array.from({ length: 1000 }, String) }))).status).toBe(
      200,
    );
  });
});

describe('choices of filters', () => {
  const choices = async (user: TestUser, body: unknown) =>
    (await firm.call(user, 'POST', '/api/settings/smart_filters', body)).body;

  test('are narrowed by the other choices', async () => {
    const all = await choices(manager, { screen: 'clients_projects' });
    expect(all.clients.map((each: { name: string }) => each.name)).toEqual(['Acme 100%', 'Borea_1']);
    expect(all.projects.map((each: { name: string }) => each.name)).toEqual(['A-1 · Audit', 'T-1 · Tax']);
    const some = await choices(manager, { screen: 'clients_projects', selected: { clients: [acme] } });
    expect(some.projects).toEqual([{ id: audit, name: 'A-1 · Audit' }]);
    const others = await choices(manager, { screen: 'clients_projects', selected: { projects: [audit] } });
    expect(others.clients).toEqual([{ id: acme, name: 'Acme 100%' }]);
    const people = await choices(manager, { screen: 'planning', selected: { grades: ['Manager'] } });
    expect(people.users).toEqual([{ id: manager.id, name: 'Mia Berg' }]);
    expect(people.grades.map((each: { id: string }) => each.id)).toEqual(['Junior', 'Manager', 'Partner']);
  });

  test('hold nothing that is closed', async () => {
    expect(await choices(junior, { screen: 'clients_projects' })).toEqual({});
    expect(await choices(junior, { screen: 'nonsense' })).toEqual({});
  });
});
