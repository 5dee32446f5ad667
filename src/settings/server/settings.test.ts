import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';

let test_: TestApp;
beforeAll(async () => void (test_ = await startTestApp()));
afterAll(() => test_.close());

const nobody = '01900000-0000-7000-8000-000000000000';

interface World {
  firm: TestFirm;
  admin: TestUser;
  post: (path: string, body?: unknown) => Promise<Answer>;
}

async function world(): Promise<World> {
  const firm = await makeFirm(test_, ['DE', 'FR']);
  const admin = await firm.user({ category: 'admin', grade: 'Senior' });
  return { firm, admin, post: (path, body) => firm.call(admin, 'POST', path, body) };
}

const pathsOf = (answer: Answer): string[] => (answer.body.errors ?? []).map((error: { path: string }) => error.path);

describe('settings for everybody', () => {
  test('carry the firm, its countries in the reader’s language, and one’s own', async () => {
    const { firm, admin } = await world();
    await firm.call(admin, 'PUT', '/api/users/change_language', '"fr"');
    const { body } = await firm.call(admin, 'GET', '/api/settings?page=nonsense');
    expect(body).toMatchObject({
      product: 'Cadre',
      branding: false,
      currency: 'EUR',
      time_zone: 'Europe/Berlin',
      week_start: 1,
      countries: [
        { code: 'DE', name: 'Allemagne', is_default: true },
        { code: 'FR', name: 'France', is_default: false },
      ],
      user_settings: {},
    });
  });

  test('one’s own merge, lose a key by null, and are nobody else’s', async () => {
    const { firm, admin } = await world();
    const other = await firm.user();
    await firm.call(admin, 'PUT', '/api/user_settings', { settings: { theme: 'dark', columns: { users: { shown: {} } } } });
    expect((await firm.call(admin, 'PUT', '/api/user_settings', { settings: { theme: null, nav: 'closed' } })).body).toEqual({
      columns: { users: { shown: {} } },
      nav: 'closed',
    });
    expect((await firm.call(other, 'GET', '/api/settings')).body.user_settings).toEqual({});
  });

  test('the sign-in page learns only what it needs', async () => {
    const { firm } = await world();
    expect((await firm.call(undefined, 'GET', '/api/settings/sign_in')).body).toEqual({
      product: 'Cadre',
      branding: false,
      password_login: true,
      registration: 'domain',
    });
    expect((await firm.call(undefined, 'GET', '/api/settings')).status).toBe(401);
  });
});

describe('task types', () => {
  test('are listed by name, added and changed', async () => {
    const { firm, admin, post } = await world();
    const before = await firm.call(admin, 'GET', '/api/settings/get_tasks?page=settings');
    expect(before.headers['x-pagination-total']).toBe(String(before.body.length));
    const names = before.body.map((row: { name: string }) => row.name.toLowerCase());
    expect(names).toEqual([...names].sort());
    const added = await post('/api/settings/add_type_task?page=settings', { name: ' Due diligence ', chargeable: true });
    expect(added.body).toMatchObject({ name: 'Due diligence', chargeable: true, is_active: true, version: 1 });
    const { id, version } = added.body;
    const changed = await post('/api/settings/edit_type_tasks', {
      tasks: [{ id, version, name: ' Diligence ', is_active: false }],
    });
    expect(changed.body).toMatchObject([{ id, name: 'Diligence', is_active: false, version: 2 }]);
  });

  test('have one name each; the refusal stands at its field', async () => {
    const { post } = await world();
    const { id } = (await post('/api/settings/add_type_task', { name: 'Audit', chargeable: true })).body;
    expect(pathsOf(await post('/api/settings/add_type_task', { name: ' AUDIT', chargeable: false }))).toEqual(['name']);
    expect(pathsOf(await post('/api/settings/add_type_task', { name: '  ', chargeable: false }))).toEqual(['name']);
    expect(pathsOf(await post('/api/settings/add_type_task', { name: 'x' }))).toEqual(['chargeable']);
    expect(pathsOf(await post('/api/settings/edit_type_tasks', { tasks: [{ id, name: 'review' }] }))).toEqual(['tasks.0.name']);
    expect(pathsOf(await post('/api/settings/edit_type_tasks', { tasks: [{ id, name: ' ' }] }))).toEqual(['tasks.0.name']);
    expect((await post('/api/settings/edit_type_tasks', { tasks: [{ id: nobody, name: 'x' }] })).status).toBe(404);
  });

  test('changed by two people: the second gets 409 with the row as it stands, and nothing of the batch is written', async () => {
    const { post } = await world();
    const first = (await post('/api/settings/add_type_task', { name: 'One', chargeable: true })).body;
    const second = (await post('/api/settings/add_type_task', { name: 'Two', chargeable: true })).body;
    await post('/api/settings/edit_type_tasks', { tasks: [{ id: second.id, version: 1, chargeable: false }] });
    const stale = await post('/api/settings/edit_type_tasks', {
      tasks: [
        { id: first.id, version: 1, name: 'Uno' },
        { id: second.id, version: 1, name: 'Due' },
      ],
    });
    expect(stale.status).toBe(409);
    expect(stale.body.current).toEqual({ ...second, chargeable: false, version: 2 });
    expect((await post('/api/settings/edit_type_tasks', { tasks: [{ id: first.id, version: 1, name: 'Uno' }] })).status).toBe(
      200,
    );
  });

  test('that something uses stay, and the refusal says what', async () => {
    const { firm, admin, post } = await world();
    const used = (await post('/api/settings/add_type_task', { name: 'Used', chargeable: false })).body;
    const free = (await post('/api/settings/add_type_task', { name: 'Free', chargeable: false })).body;
    const entry = await firm.call(admin, 'POST', '/api/time_entries', {
      day: '2026-03-02',
      task_type_id: used.id,
      seconds: 3600,
    });
    expect(entry.status).toBeLessThan(300);
    const refused = await post('/api/settings/delete_type', { ids: [free.id, used.id] });
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toMatch(/^"Used" is used by .*1 time entry/);
    expect((await post('/api/settings/delete_type', { ids: [free.id] })).body).toEqual({ success: true });
    const left = (await firm.call(admin, 'GET', '/api/settings/get_tasks')).body.map((row: { name: string }) => row.name);
    expect(left).toContain('Used');
    expect(left).not.toContain('Free');
  });
});

test('search finds people for everybody, clients and projects for those who may list them', async () => {
  const { firm, admin, post } = await world();
  const junior = await firm.user({ firstName: 'Zora', lastName: 'Zaun' });
  await post('/api/clients/create', { name: 'Zenith' });
  await post('/api/projects/create', { name: 'Zonal plan', code: 'Z-9' });
  const labels = async (as: TestUser, query: string): Promise<string[]> =>
    (await firm.call(as, 'POST', '/api/settings/smart_search', { query })).body.map((row: { label: string }) => row.label);
  expect((await labels(admin, 'z')).sort()).toEqual(expect.arrayContaining(['Zenith', 'Z-9 · Zonal plan', 'Zora Zaun']));
  expect(await labels(junior, 'zo')).toEqual(['Zora Zaun']);
  expect(await labels(junior, '%')).toEqual([]);
});
