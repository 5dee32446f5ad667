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

  test('gives new people its language', async () => {
    const { firm, admin } = await world();
    const hr = await firm.user({ category: 'hr', grade: 'Partner' });
    await firm.call(admin, 'PUT', '/api/settings/general', { language: 'es' });
    const body = { first_name: 'Ana', last_name: 'Sol', grade: 'Junior', category: 'operational' };
    expect((await firm.call(hr, 'POST', '/api/user_management/add_user', body)).body.language).toBe('es');
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

/** Records of each collection that carry values, and how one is made, changed and read as its people do. */
describe('values of data fields', () => {
  const kinds = [
    { key: 'note', label: 'Note', type: 'text' },
    { key: 'score', label: 'Score', type: 'number' },
    { key: 'since', label: 'Since', type: 'date' },
    { key: 'vip', label: 'VIP', type: 'boolean' },
    { key: 'level', label: 'Level', type: 'choice', options: ['low', 'high'] },
    { key: 'tags', label: 'Tags', type: 'multi_choice', options: ['a', 'b', 'c'] },
    { key: 'owner', label: 'Owner', type: 'user' },
  ];

  async function fielded(collection: string): Promise<World> {
    const made = await world();
    for (const kind of kinds) expect((await made.add({ ...kind, collection })).status).toBe(200);
    return made;
  }

  test('are kept by their kind, changed one by one, and removed by a null', async () => {
    const { firm, manager } = await fielded('projects');
    const post = (path: string, body: unknown) => firm.call(manager, 'POST', path, body);
    const custom = {
      note: ' x ',
      score: 2.5,
      since: '2026-03-01',
      vip: false,
      level: 'low',
      tags: ['c', 'a', 'a'],
      owner: manager.id,
    };
    const made = await post('/api/projects/create', { name: 'Audit', custom });
    expect(made.body.custom).toEqual({ ...custom, note: 'x', tags: ['a', 'c'] });
    const changed = await post('/api/projects/update', { id: made.body.id, custom: { note: null, tags: [], level: 'high' } });
    expect(changed.body.custom).toEqual({ score: 2.5, since: '2026-03-01', vip: false, level: 'high', owner: manager.id });
    expect((await post('/api/projects/update', { id: made.body.id, name: 'Tax' })).body.custom).toEqual(changed.body.custom);
    expect((await post('/api/projects/all', {})).body[0].custom).toEqual(changed.body.custom);
  });

  test.each([
    [{ note: 5 }],
    [{ note: 'x'.repeat(2001) }],
    [{ score: '5' }],
    [{ since: '2026-02-30' }],
    [{ vip: 'true' }],
    [{ level: 'middle' }],
    [{ tags: ['a', 'x'] }],
    [{ tags: 'a' }],
    [{ owner: '01900000-0000-7000-8000-000000000000' }],
    [{ owner: 'me' }],
    [{ unknown: 1 }],
    [{ constructor: 'x' }],
  ])('%j is refused', async (custom) => {
    const { firm, manager } = await fielded('clients');
    const answer = await firm.call(manager, 'POST', '/api/clients/create', { name: 'Acme', custom });
    expect([answer.status, ...pathsOf(answer)]).toEqual([422, `custom.${Object.keys(custom)[0]}`]);
    expect((await firm.call(manager, 'POST', '/api/clients/all', {})).body).toEqual([]);
  });

  test('narrow the list and stand in the export, people by name', async () => {
    const { firm, manager } = await fielded('clients');
    const post = (path: string, body: unknown) => firm.call(manager, 'POST', path, body);
    await post('/api/clients/create', {
      name: 'Acme',
      custom: { note: 'Big one', score: -1.5, since: '2026-03-01', level: 'high', tags: ['a'], vip: true },
    });
    await post('/api/clients/create', {
      name: 'Borea',
      custom: { score: 12, level: 'low', tags: ['b', 'c'], owner: manager.id },
    });
    const found = async (custom: object) =>
      (await post('/api/clients/all', { custom })).body.map((row: { name: string }) => row.name);
    expect(await found({ note: 'BIG' })).toEqual(['Acme']);
    expect(await found({ level: ['low', 'high'] })).toEqual(['Acme', 'Borea']);
    expect(await found({ tags: ['c'] })).toEqual(['Borea']);
    expect(await found({ vip: true })).toEqual(['Acme']);
    expect(await found({ level: ['low'], tags: ['a'] })).toEqual([]);
    expect(await found({ score: { from: 2 } })).toEqual(['Borea']);
    expect(await found({ score: { from: -1.5, to: 2 } })).toEqual(['Acme']);
    expect(await found({ since: { from: '2026-02-01', to: '2026-03-01' } })).toEqual(['Acme']);
    expect(await found({ since: { to: '2026-01-31' } })).toEqual([]);
    expect(await found({ note: { from: 1 } })).toEqual([]);
    for (const ends of [{ from: {} }, { from: 'x' }, { from: 1, to: '2026-01-01' }, { to: [1] }])
      expect((await post('/api/clients/all', { custom: { since: ends } })).status).toBe(422);
    expect(await found({ "x' or 1=1 --": 'y' })).toEqual([]);
    const [head, first, second] = (await post('/api/clients/export?format=csv', {})).bytes.toString('utf8').trim().split('\r\n');
    expect(head).toContain('Note,Score,Since,VIP,Level,Tags,Owner');
    expect(first).toMatch(/Big one,-1.5,2026-03-01,true,high,a,$/);
    expect(second).toMatch(/,low,"b, c",Test Person \w+$/);
  });

  test('a new record needs what is required; a change does not, unless it empties it', async () => {
    const { firm, manager, add } = await world();
    const post = (path: string, body: unknown) => firm.call(manager, 'POST', path, body);
    const old = (await post('/api/projects/create', { name: 'Old' })).body;
    await add({ required: true });
    expect(pathsOf(await post('/api/projects/create', { name: 'New' }))).toEqual(['custom.cost_centre']);
    expect((await post('/api/projects/create', { name: 'New', custom: { cost_centre: '12' } })).status).toBe(200);
    expect((await post('/api/projects/update', { id: old.id, name: 'Older' })).status).toBe(200);
    const emptied = await post('/api/projects/update', { id: old.id, custom: { cost_centre: '' } });
    expect(emptied).toMatchObject({ status: 422, body: { detail: 'Cost centre: This field is required.' } });
  });

  test('of a field that was put aside stay, and cannot be written', async () => {
    const { firm, manager, add, update } = await world();
    const { id: field } = (await add({})).body;
    const post = (path: string, body: unknown) => firm.call(manager, 'POST', path, body);
    const made = (await post('/api/projects/create', { name: 'Audit', custom: { cost_centre: '12' } })).body;
    await update({ id: field, is_active: false });
    expect((await post('/api/projects/update', { id: made.id, name: 'B', custom: made.custom })).body.custom).toEqual({
      cost_centre: '12',
    });
    expect(pathsOf(await post('/api/projects/update', { id: made.id, custom: { cost_centre: '13' } }))).toEqual([
      'custom.cost_centre',
    ]);
  });

  test('stand on users: written by hr, shown with the record, filtered by and exported', async () => {
    const { firm, add } = await fielded('users');
    const hr = await firm.user({ category: 'hr', grade: 'Partner', firstName: 'Ada', lastName: 'Berg' });
    const person = { first_name: 'Jo', last_name: 'Lind', grade: 'Junior', category: 'operational' };
    const post = (path: string, body: unknown) => firm.call(hr, 'POST', path, body);
    const made = (await post('/api/user_management/add_user', { ...person, custom: { level: 'high', owner: hr.id } })).body;
    expect(made.custom).toEqual({ level: 'high', owner: hr.id });
    const edited = (await post('/api/users/edit', { userData: { ...made, custom: { ...made.custom, vip: true } } })).body;
    expect(edited.custom).toEqual({ level: 'high', owner: hr.id, vip: true });
    const list = (custom: string) => post(`/api/users?custom=${encodeURIComponent(custom)}`, undefined);
    expect((await list('{"level":["high"]}')).body).toMatchObject([{ name: 'Jo Lind', custom: { vip: true } }]);
    expect((await list('{"level":["low"]}')).body).toEqual([]);
    expect((await list('[1]')).status).toBe(422);
    expect((await list('{')).status).toBe(422);
    const csv = (await post('/api/users/export_users?format=csv&search=lind', undefined)).bytes.toString('utf8');
    expect(csv.split('\r\n')[1]).toMatch(/,true,high,,Ada Berg$/);
    await add({ collection: 'users', required: true });
    expect(pathsOf(await post('/api/user_management/add_user', { ...person, first_name: 'Bo' }))).toEqual(['custom.cost_centre']);
    expect((await post('/api/users/edit', { userData: { id: made.id, first_name: 'Joe' } })).status).toBe(200);
  });

  test('of users come with a list of people to invite, each cell judged by its kind', async () => {
    const { firm, add } = await fielded('users');
    await add({ collection: 'users', key: 'region', label: 'Region', required: true });
    const hr = await firm.user({ category: 'hr', grade: 'Partner', firstName: 'Ada', lastName: 'Berg' });
    const judge = (body: object) => firm.call(hr, 'POST', '/api/users/validate_table', body);
    const template = await firm.call(hr, 'GET', '/api/users/invitation_template?format=csv');
    expect(template.bytes.toString('utf8').trim()).toMatch(/,Note,Score,Since,VIP,Level,Tags,Owner,Region \(custom_region\)$/);
    const mail = (name: string): string => `${name}-${firm.slug}@example.org`;
    const head = 'First name,Last name,E-mail,Grade,Note,Score,Since,VIP,Level,Tags,Owner,custom_region';
    const lines = [
      `Jo,Lind,${mail('jo')},Junior,New,"-2,5",31.12.2025,yes,HIGH,"c, a",ada berg,12`,
      `Bo,Ek,${mail('bo')},Junior,,,,,,,,`,
      `Cy,Ost,${mail('cy')},Junior,x,many,soon,perhaps,middle,"a; x",Nobody,1`,
    ];
    const file = (await firm.upload(hr, '/api/files', 'people.csv', Buffer.from([head, ...lines].join('\n')))).body.filename;
    const { data, errors } = (await judge({ filename: file })).body;
    expect(data[0]).toMatchObject({ custom_since: '2025-12-31', custom_vip: 'true', custom_level: 'high', custom_tags: 'a; c' });
    const refused = (errors as { row: number; field: string }[]).map(({ row, field }) => `${row} ${field.slice(7)}`);
    expect(refused).toEqual(['3 region', ...['score', 'since', 'vip', 'level', 'tags', 'owner'].map((key) => `4 ${key}`)]);
    expect((await firm.call(hr, 'POST', '/api/users/invite', { data })).status).toBe(422);
    expect((await firm.call(hr, 'POST', '/api/users/invite', { data: [data[0]] })).body).toMatchObject({ created: 1 });
    const [made] = (await firm.call(hr, 'POST', '/api/users?search=lind')).body;
    const custom = { note: 'New', score: -2.5, since: '2025-12-31', vip: true, level: 'high', tags: ['a', 'c'], region: '12' };
    expect(made.custom).toEqual({ ...custom, owner: hr.id });
    expect((await judge({ data: [{ ...data[0], custom_region: '' }] })).body).toMatchObject({ success: true, known: [2] });
  });

  test('stand on time entries, however many are logged at once', async () => {
    const { firm, manager } = await fielded('time_entries');
    const project = (await firm.call(manager, 'POST', '/api/projects/create', { name: 'Audit' })).body.id;
    const log = (body: object) => firm.call(manager, 'POST', '/api/time_entries', body);
    const entry = { day: '2026-03-02', project_id: project, seconds: 3600 };
    const [made] = (await log({ ...entry, custom: { level: 'low' } })).body;
    expect(made.custom).toEqual({ level: 'low' });
    const patched = await firm.call(manager, 'PATCH', `/api/time_entries/${made.id}`, { custom: { level: null, vip: true } });
    expect(patched.body.custom).toEqual({ vip: true });
    const wrong = await log({ entries: [entry, { ...entry, custom: { level: 'x' } }] });
    expect(pathsOf(wrong)).toEqual(['entries.1.custom.level']);
    const listed = await firm.call(manager, 'GET', '/api/time_entries?from=2026-03-01&to=2026-03-31');
    expect(listed.body).toMatchObject([{ custom: { vip: true } }]);
  });
});
