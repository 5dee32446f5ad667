import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

interface World {
  firm: TestFirm;
  admin: TestUser;
  manager: TestUser;
  add: (field: object) => Promise<Answer>;
  update: (field: object) => Promise<Answer>;
  all: () => Promise<{ key: string; position: number }[]>;
}

const FIELD = { collection: 'projects', key: 'cost_centre', label: 'Cost centre', type: 'text', required: false };

async function world(): Promise<World> {
  const firm = await makeFirm(app);
  const admin = await firm.user({ category: 'admin', grade: 'Partner', isSuperuser: true });
  const manager = await firm.user({ grade: 'Manager' });
  return {
    firm,
    admin,
    manager,
    add: (field) => firm.call(admin, 'POST', '/api/settings/add_data_field?page=settings', { ...FIELD, ...field }),
    update: (field) => firm.call(admin, 'PUT', '/api/settings/update_data_field?page=settings', { ...FIELD, ...field }),
    all: async () => (await firm.call(manager, 'GET', '/api/settings/get_all_data_fields?page=settings')).body,
  };
}

const pathsOf = (answer: Answer): string[] => (answer.body.errors ?? []).map((error: { path: string }) => error.path);

describe('data fields', () => {
  test('are added in order, changed, put aside, and read by everybody', async () => {
    const { add, update, all } = await world();
    const first = await add({});
    expect(first.body).toMatchObject({ ...FIELD, options: [], position: 1, is_active: true, version: 1 });
    await add({ key: 'phase', label: ' Phase ', type: 'choice', options: [' One', 'Two ', ''].filter(Boolean) });
    expect(await all()).toMatchObject([
      { key: 'cost_centre' },
      { key: 'phase', label: 'Phase', options: ['One', 'Two'], position: 2 },
    ]);
    const changed = await update({
      id: first.body.id,
      label: 'Centre',
      position: 3,
      required: true,
      is_active: false,
      version: 1,
    });
    expect(changed.body).toMatchObject({ label: 'Centre', required: true, is_active: false, version: 2 });
    expect((await all()).map(({ key }) => key)).toEqual(['phase', 'cost_centre']);
    expect((await update({ id: first.body.id, version: 1 })).status).toBe(409);
  });

  test.each([
    [{ key: 'Cost' }, 'key'],
    [{ key: '1st' }, 'key'],
    [{ key: '__proto__' }, 'key'],
    [{ key: 'constructor' }, 'key'],
    [{ key: `k${'x'.repeat(41)}` }, 'key'],
    [{ key: "k'; drop table" }, 'key'],
    [{ type: 'formula' }, 'type'],
    [{ collection: 'invoices' }, 'collection'],
    [{ label: ' ' }, 'label'],
    [{ type: 'choice' }, 'options'],
    [{ type: 'choice', options: ['a', ' a'] }, 'options'],
    [{ options: ['a'] }, 'options'],
    [{ required: 'true' }, 'required'],
  ])('%j is refused at %s', async (field, path) => {
    const { add } = await world();
    const answer = await add(field);
    expect([answer.status, ...pathsOf(answer)]).toEqual([422, path]);
  });

  test('have a key of their own in a collection, and there are a hundred at most', async () => {
    const { add, firm } = await world();
    await add({});
    expect(pathsOf(await add({}))).toEqual(['key']);
    expect((await add({ collection: 'clients' })).status).toBe(200);
    await firm.within((tx) =>
      tx.write.insert(
        'settings.data_fields',
        Array.from({ length: 99 }, (_, index) => ({ ...FIELD, key: `k${index}`, label: 'x' })),
      ),
    );
    expect(pathsOf(await add({ key: 'last' }))).toEqual(['collection']);
  });

  test('stay what they are', async () => {
    const { add, update } = await world();
    const { id } = (await add({})).body;
    expect(pathsOf(await update({ id, type: 'number' }))).toEqual(['type']);
    expect(pathsOf(await update({ id, key: 'other' }))).toEqual(['key']);
    expect(pathsOf(await update({ id, collection: 'clients' }))).toEqual(['collection']);
  });

  test('are the administrators’', async () => {
    const { firm, manager } = await world();
    expect((await firm.call(manager, 'POST', '/api/settings/add_data_field', FIELD)).status).toBe(403);
    expect((await firm.call(manager, 'PUT', '/api/settings/update_data_field', FIELD)).status).toBe(403);
  });
});

describe('what the firm sets for itself', () => {
  test('is read and changed by administrators, and everybody sees it', async () => {
    const { firm, admin, manager } = await world();
    const put = (body: object) => firm.call(admin, 'PUT', '/api/settings/general', body);
    const before = (await firm.call(admin, 'GET', '/api/settings/general')).body;
    expect(before).toMatchObject({
      name: `Firm ${firm.slug}`,
      time_zone: 'Europe/Berlin',
      language: 'en',
      remind_weekday: 1,
      remind_hour: 9,
    });
    const after = await put({
      name: ' Kestrel ',
      time_zone: 'America/New_York',
      week_start: 7,
      day_limit_minutes: 480,
      version: before.version,
    });
    expect(after.body).toMatchObject({ name: 'Kestrel', time_zone: 'America/New_York', week_start: 7, day_limit_minutes: 480 });
    expect((await firm.call(manager, 'GET', '/api/settings')).body).toMatchObject({
      time_zone: 'America/New_York',
      week_start: 7,
    });
    expect((await firm.call(manager, 'GET', '/api/users/me')).body.tenant.name).toBe('Kestrel');
    expect((await put({ name: 'Other', version: before.version })).status).toBe(409);
    expect((await put({ remind_weekday: null, version: after.body.version })).body.remind_weekday).toBeNull();
    expect((await firm.call(manager, 'GET', '/api/settings/general')).status).toBe(403);
    expect((await firm.call(manager, 'PUT', '/api/settings/general', {})).status).toBe(403);
  });

  test.each([
    [{ name: ' ' }, 'name'],
    [{ time_zone: 'Europe/Atlantis' }, 'time_zone'],
    [{ week_start: 8 }, 'week_start'],
    [{ day_limit_minutes: 0 }, 'day_limit_minutes'],
    [{ load_thresholds: [1, 2, 3, 3, 5, 6] }, 'load_thresholds'],
    [{ load_thresholds: [1, 2] }, 'load_thresholds'],
    [{ language: 'it' }, 'language'],
    [{ remind_hour: 24 }, 'remind_hour'],
    [{ currency: 'USD' }, 'currency'],
  ])('%j is refused', async (body, path) => {
    const { firm, admin } = await world();
    const answer = await firm.call(admin, 'PUT', '/api/settings/general', body);
    expect([answer.status, ...pathsOf(answer)]).toEqual([422, path]);
  });
});
