import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays } from '../../kit/day.ts';
import { firmDay } from '../../../test/today.ts';

let test_: TestApp;
beforeAll(async () => void (test_ = await startTestApp()));
afterAll(() => test_.close());

interface World {
  firm: TestFirm;
  boss: TestUser;
  staff: TestUser;
  client: string;
  post: (path: string, body?: unknown) => Promise<Answer>;
  project: (more?: object) => Promise<Answer>;
  log: (user: TestUser, project_id: string, more?: object) => Promise<Answer>;
}

const today = firmDay();

async function world(): Promise<World> {
  const firm = await makeFirm(test_);
  const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true, firstName: 'Ada', lastName: 'Lind' });
  const staff = await firm.user({ grade: 'Senior', firstName: 'Sam', lastName: 'Roe' });
  const post = (path: string, body?: unknown): Promise<Answer> => firm.call(boss, 'POST', path, body);
  const client = (await post('/api/clients/create', { name: 'Acme' })).body.id;
  return {
    firm,
    boss,
    staff,
    client,
    post,
    project: (more = {}) => post('/api/projects/create', { name: 'Audit 2026', client_id: client, ...more }),
    log: (user, project_id, more = {}) =>
      firm.call(user, 'POST', '/api/time_entries', { day: addDays(today, -1), project_id, seconds: 3600, ...more }),
  };
}

const pathsOf = (answer: Answer): string[] => (answer.body.errors ?? []).map((error: { path: string }) => error.path);

describe('a project', () => {
  test('has phases, budgets by grade, agreed rates, members and managers with their days', async () => {
    const { boss, staff, project, post, firm } = await world();
    const made = await project({
      fee_kind: 'fixed',
      budget_minutes: 6000,
      manager_ids: [boss.id],
      phases: [
        { name: 'Planning', starts_on: '2026-01-01', ends_on: '2026-01-31', budget_minutes: 1200, budget_fee: 100_000 },
        { name: 'Fieldwork', budget_minutes: 4800 },
      ],
      grade_budgets: [{ grade: 'Senior', budget_minutes: 3000 }],
      rates: [
        { grade: 'Senior', rate: 15_000 },
        { user_id: staff.id, rate: 17_500, first_day: '2026-01-01', last_day: '2026-06-30' },
      ],
      members: [{ user_id: staff.id, first_day: '2026-01-01', last_day: null }],
    });
    expect(made.body).toMatchObject({
      fee_kind: 'fixed',
      chargeable: true,
      managers: [{ name: 'Ada Lind' }],
      managed: [{ user_id: boss.id, first_day: null, last_day: null }],
      phases: [
        { name: 'Planning', budget_fee: 100_000 },
        { name: 'Fieldwork', starts_on: null },
      ],
      grade_budgets: [{ grade: 'Senior', budget_minutes: 3000, budget_fee: null }],
      rates: [
        { grade: 'Senior', rate: 15_000, first_day: null, last_day: null },
        { name: 'Sam Roe', first_day: '2026-01-01', last_day: '2026-06-30' },
      ],
      members: [{ name: 'Sam Roe', first_day: '2026-01-01', last_day: null }],
      version: 1,
    });
    const { id, phases } = made.body;
    const changed = await post('/api/projects/update', { id, version: 1, phases: [{ ...phases[1], name: 'Field' }] });
    expect(changed.body).toMatchObject({ version: 2, phases: [{ id: phases[1].id, name: 'Field' }] });
    expect((await post('/api/projects/update', { id, version: 1, phases: [] })).status).toBe(409);
    await post('/api/projects/update', { id, manager_ids: [staff.id] });
    const after = (await firm.call(boss, 'GET', `/api/projects/${id}`)).body;
    expect(after.managers).toEqual([{ id: staff.id, name: 'Sam Roe' }]);
    expect(after.managed).toMatchObject([
      { name: 'Ada Lind', first_day: null, last_day: addDays(today, -1) },
      { name: 'Sam Roe', first_day: today, last_day: null },
    ]);
    expect((await firm.call(boss, 'GET', '/api/projects/manager')).body).toEqual([]);
    expect((await firm.call(boss, 'GET', `/api/projects/manager?user_id=${staff.id}`)).body).toMatchObject([{ id }]);
  });

  test('refuses at its row what is wrong in a list, and writes nothing of it', async () => {
    const { boss, staff, client, project, post } = await world();
    const twice = [
      { user_id: staff.id, first_day: '2026-01-01', last_day: '2026-06-30' },
      { user_id: staff.id, first_day: '2026-06-30' },
    ];
    const bad: [object, string][] = [
      [{ members: twice }, 'members.1.first_day'],
      [{ managed: [{ user_id: client }] }, 'managed.0.user_id'],
      [{ phases: [{ name: 'X', starts_on: '2026-05-01', ends_on: '2026-04-01' }] }, 'phases.0.ends_on'],
      [{ phases: [{ name: ' ' }] }, 'phases.0.name'],
      [{ rates: [{ rate: 1, grade: 'Senior', user_id: boss.id }] }, 'rates.0.grade'],
      [{ rates: [{ rate: -1, grade: 'Senior' }] }, 'rates.0.rate'],
      [{ grade_budgets: [{ grade: 'Senior' }, { grade: 'Senior' }] }, 'grade_budgets.1'],
      [{ task_type_ids: [client] }, 'task_type_ids.0'],
      [{ fee_kind: 'internal', chargeable: true }, 'fee_kind'],
      [{ budget_minutes: '12.5h' }, 'budget_minutes'],
      [{ starts_on: '2026-05-01', ends_on: '2026-04-01' }, 'ends_on'],
    ];
    for (const [body, path] of bad) expect(pathsOf(await project(body)), JSON.stringify(body)).toEqual([path]);
    expect((await post('/api/projects/all')).body).toEqual([]);
  });

  test('takes time from its members alone where it says so, and of its task types', async () => {
    const { firm, boss, staff, project, post, log } = await world();
    const tasks = (await firm.call(boss, 'GET', '/api/settings/get_tasks')).body;
    const [first, second] = tasks;
    const { id } = (await project({ logging: 'members', task_type_ids: [first.id], manager_ids: [boss.id] })).body;
    expect(pathsOf(await log(staff, id, { task_type_id: first.id }))).toEqual(['project_id']);
    expect((await log(boss, id, { task_type_id: first.id })).status).toBe(200);
    const offered = async (user: TestUser): Promise<string[]> =>
      (await firm.call(user, 'GET', '/api/time_entries/choices')).body.projects.map((row: { id: string }) => row.id);
    expect([await offered(boss), await offered(staff)]).toEqual([[id], []]);
    await post('/api/projects/update', { id, members: [{ user_id: staff.id, first_day: addDays(today, -2), last_day: today }] });
    expect((await log(staff, id, { task_type_id: first.id })).status).toBe(200);
    expect(pathsOf(await log(staff, id, { task_type_id: second.id }))).toEqual(['task_type_id']);
    expect(pathsOf(await log(staff, id))).toEqual(['task_type_id']);
    expect(pathsOf(await log(staff, id, { task_type_id: first.id, day: addDays(today, 1) }))).toEqual(['project_id']);
    const booking = { user_id: staff.id, project_id: id, first_day: today, last_day: today, minutes_per_day: 60, level: 'hard' };
    expect(pathsOf(await post('/api/bookings', { ...booking, task_type_id: second.id }))).toEqual(['task_type_id']);
    expect((await post('/api/bookings', booking)).status).toBe(200);
  });

  test('has a card for whoever meets it: no money, no notes; one of members alone is theirs', async () => {
    const { firm, staff, project, post } = await world();
    const open = (await project({ budget_minutes: 600, budget_fee: 100_000, notes: 'For the partner' })).body;
    const card = (user: TestUser, id: string): Promise<Answer> => firm.call(user, 'GET', `/api/project_cards/${id}`);
    expect((await firm.call(staff, 'GET', `/api/projects/${open.id}`)).status).toBe(403);
    const read = await card(staff, open.id);
    expect(read).toMatchObject({
      status: 200,
      body: { name: 'Audit 2026', client: 'Acme', status: 'active', managers: [], tasks: [] },
    });
    expect(JSON.stringify(read.body)).not.toMatch(/budget|notes|partner|fee|rate/i);
    const closed = (await project({ logging: 'members' })).body;
    expect((await card(staff, closed.id)).status).toBe(404);
    await post('/api/projects/update', { id: closed.id, members: [{ user_id: staff.id }] });
    expect((await card(staff, closed.id)).body.logging).toBe('members');
    const manager = await firm.user({ grade: 'Manager' });
    expect((await card(manager, closed.id)).status).toBe(200);
  });

  test('with time keeps its client: numbers of the past do not move', async () => {
    const { firm, boss, staff, client, project, post, log } = await world();
    const other = (await post('/api/clients/create', { name: 'Borea' })).body.id;
    const { id } = (await project()).body;
    expect((await post('/api/projects/update', { id, client_id: other })).body.client).toBe('Borea');
    await post('/api/projects/update', { id, client_id: client });
    expect((await log(staff, id)).status).toBe(200);
    const hours = { from: addDays(today, -40), to: today, clients: [client] };
    const before = (await post('/api/utilization/timespent_by_projects', hours)).body;
    const moves = [
      await post('/api/projects/update', { id, client_id: other, name: 'Moved' }),
      await post('/api/projects/update_many', { projects: [{ id, client_id: other }] }),
      await post('/api/projects/update', { id, is_template: true }),
    ];
    expect(moves.map(({ status }) => status)).toEqual([422, 422, 422]);
    expect(moves[0]?.body.detail).toBe('"Audit 2026" has time and keeps its client. Copy it for the other client.');
    expect((await firm.call(boss, 'GET', `/api/projects/${id}`)).body).toMatchObject({ name: 'Audit 2026', client: 'Acme' });
    expect((await post('/api/utilization/timespent_by_projects', hours)).body).toEqual(before);
    const copy = await post('/api/projects/duplicate', { id, client_id: other, years: 0, name: 'Audit for Borea' });
    expect(copy.body).toMatchObject({ client: 'Borea', name: 'Audit for Borea', copied_from: id });
  });

  test('is copied to next year and from a template, with its parts, without its past', async () => {
    const { firm, boss, staff, project, post, log } = await world();
    const made = await project({
      starts_on: '2024-02-29',
      ends_on: '2024-12-31',
      billing_status: 'billed',
      status: 'completed',
      budget_minutes: 600,
      manager_ids: [boss.id],
      members: [{ user_id: staff.id, first_day: '2020-01-01', last_day: '2020-12-31' }, { user_id: boss.id }],
      phases: [{ name: 'Planning', starts_on: '2024-02-29' }],
    });
    const copy = await post('/api/projects/duplicate', { id: made.body.id });
    expect(copy.body).toMatchObject({
      name: 'Audit 2027',
      code: 'P-0002',
      starts_on: '2025-02-28',
      ends_on: '2025-12-31',
      status: 'active',
      billing_status: 'not_started',
      budget_minutes: 600,
      copied_from: made.body.id,
      managers: [{ name: 'Ada Lind' }],
      members: [{ name: 'Ada Lind' }],
      phases: [{ name: 'Planning', starts_on: '2025-02-28' }],
      version: 1,
    });
    const template = (await post('/api/projects/duplicate', { id: made.body.id, years: 0, name: 'Our audit', as_template: true }))
      .body;
    expect(template).toMatchObject({ is_template: true, status: 'planned' });
    const names = async (body: object): Promise<string[]> =>
      (await post('/api/projects/all', body)).body.map((row: { name: string }) => row.name);
    expect(await names({})).toEqual(['Audit 2026', 'Audit 2027']);
    expect(await names({ templates: true })).toEqual(['Our audit']);
    expect(pathsOf(await log(staff, template.id))).toEqual(['project_id']);
    const choices = (await firm.call(staff, 'GET', '/api/time_entries/choices')).body;
    expect(choices.projects.map((row: { name: string }) => row.name)).toEqual(['Audit 2027']);
    const fresh = await post('/api/projects/duplicate', { id: template.id, years: 0, name: 'For somebody', code: 'X-1' });
    expect(fresh.body).toMatchObject({ is_template: false, code: 'X-1' });
    expect(pathsOf(await post('/api/projects/duplicate', { id: template.id, code: 'x-1' }))).toEqual(['code']);
  });

  test('gets its code by the firm’s pattern: a run of numbers for each year and client', async () => {
    const { firm, boss, client, project, post } = await world();
    const set = await firm.call(boss, 'PUT', '/api/settings/general?page=settings', { project_code: '{CLIENT}-{YY}/{000}' });
    expect(set.body).toMatchObject({ project_code: '{CLIENT}-{YY}/{000}' });
    const codeOf = async (more: object): Promise<string> => (await project(more)).body.code;
    expect(await codeOf({ starts_on: '2026-03-01' })).toBe('ACM-26/001');
    expect(await codeOf({ starts_on: '2026-04-01' })).toBe('ACM-26/002');
    expect(await codeOf({ starts_on: '2027-04-01' })).toBe('ACM-27/001');
    expect(await codeOf({ starts_on: '2026-04-01', client_id: null })).toBe('INT-26/001');
    expect(await codeOf({ starts_on: '2026-04-01', code: 'acm-26/007' })).toBe('acm-26/007');
    expect(await codeOf({ starts_on: '2026-04-01' })).toBe('ACM-26/008');
    const data = Array.from({ length: 3 }, (_, n) => ({ name: `N ${n}`, client: 'Acme', starts_on: '2026-01-01' }));
    await post('/api/projects/bulk_insert', { data });
    const rows = (await post('/api/projects/all', { search: 'n ', clients: [client] })).body;
    expect(rows.map((row: { code: string }) => row.code)).toEqual(['ACM-26/009', 'ACM-26/010', 'ACM-26/011']);
    for (const project_code of ['no number', '{000}{000}', '{000} {WHAT}'])
      expect(pathsOf(await firm.call(boss, 'PUT', '/api/settings/general?page=settings', { project_code }))).toEqual([
        'project_code',
      ]);
  });

  test('gets a code of its own however many are added at once', async () => {
    const { project } = await world();
    const made = await Promise.all(Array.from({ length: 8 }, () => project()));
    expect(made.map(({ status }) => status)).toEqual(made.map(() => 200));
    expect(new Set(made.map(({ body }) => body.code)).size).toBe(8);
  });

  test('is changed with others, all or none', async () => {
    const { boss, staff, project, post } = await world();
    const [a, b] = [(await project()).body, (await project({ name: 'Tax' })).body];
    const done = await post('/api/projects/update_many', {
      projects: [
        { id: a.id, version: 1, status: 'on_hold', manager_ids: [staff.id] },
        { id: b.id, status: 'archived' },
      ],
    });
    expect(done.body).toEqual({ changed: 2 });
    const rows = (await post('/api/projects/all')).body;
    expect(rows).toMatchObject([
      { status: 'on_hold', version: 2, managers: [{ id: staff.id }] },
      { status: 'archived', version: 2 },
    ]);
    const stale = await post('/api/projects/update_many', {
      projects: [
        { id: b.id, status: 'active' },
        { id: a.id, version: 1, status: 'active' },
      ],
    });
    expect(stale).toMatchObject({ status: 409, body: { current: { id: a.id } } });
    expect((await post('/api/projects/all')).body).toEqual(rows);
    const unknown = await post('/api/projects/update_many', { projects: [{ id: a.id, manager_ids: [a.id] }] });
    expect(pathsOf(unknown)).toEqual(['projects.0.manager_ids']);
    expect((await post('/api/projects/update_many', { projects: [{ id: boss.id, status: 'active' }] })).status).toBe(404);
  });

  test('keeps files by their content, and has a feed of its own', async () => {
    const { firm, boss, staff, project } = await world();
    const { id } = (await project()).body;
    const call = (method: string, path: string, body?: unknown): Promise<Answer> => firm.call(boss, method, path, body);
    const { filename } = (await firm.upload(boss, '/api/files', 'plan.csv', Buffer.from('a,b\r\n1,2\r\n'))).body;
    expect((await firm.upload(boss, '/api/files', 'plan.csv', Buffer.from('MZ\u0000\u0001'))).status).toBe(415);
    // A letter is a PDF: kept with a record, and nowhere else.
    const letter = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
    expect((await firm.upload(boss, '/api/files', 'letter.pdf', letter)).status).toBe(415);
    expect((await firm.upload(boss, '/api/files?documents=true', 'letter.pdf', letter.subarray(0, 20))).status).toBe(422);
    const kept = (await firm.upload(boss, '/api/files?documents=true', 'letter.pdf', letter)).body;
    const withLetter = await call('POST', `/api/projects/${id}/files`, { filename: kept.filename });
    expect(withLetter.body.files).toMatchObject([{ name: 'letter.pdf', media_type: 'application/pdf' }]);
    const saved = await call('GET', `/api/projects/${id}/files/${withLetter.body.files[0].id}`);
    expect(saved.headers['content-disposition']).toContain('attachment');
    expect(saved.headers['content-security-policy']).toContain('sandbox');
    await call('DELETE', `/api/projects/${id}/files/${withLetter.body.files[0].id}`);
    const added = await call('POST', `/api/projects/${id}/files`, { filename });
    expect(added.body.files).toMatchObject([{ name: 'plan.csv', media_type: 'text/csv', added_by: 'Ada Lind' }]);
    const [file] = added.body.files;
    const bytes = await call('GET', `/api/projects/${id}/files/${file.id}`);
    expect([bytes.bytes.toString(), bytes.headers['content-disposition']]).toEqual([
      'a,b\r\n1,2\r\n',
      expect.stringContaining('attachment'),
    ]);
    expect((await firm.call(staff, 'GET', `/api/projects/${id}/files/${file.id}`)).status).toBe(403);
    expect((await firm.call(staff, 'POST', `/api/projects/${id}/files`, { filename })).status).toBe(403);
    expect((await call('DELETE', `/api/projects/${id}/files/${file.id}`)).body.files).toEqual([]);
    expect((await call('GET', `/api/projects/${id}/files/${file.id}`)).status).toBe(404);
    await call('POST', '/api/projects/update', { id, status: 'completed' });
    const feed = (await call('GET', `/api/projects/${id}/history?per_page=10`)).body;
    expect(feed.map((row: { action: string }) => row.action)).toEqual([
      'update',
      'file_removed',
      'file_added',
      'file_removed',
      'file_added',
      'insert',
    ]);
    expect(feed[0]).toMatchObject({ actor: 'Ada Lind', changes: [{ field: 'status', before: 'active', after: 'completed' }] });
    expect(feed[2].changes).toEqual([{ field: 'name', before: null, after: 'plan.csv' }]);
  });

  test('is followed and let go of', async () => {
    const { firm, boss, project } = await world();
    const { id } = (await project()).body;
    for (const watching of [true, true, false, false, true])
      expect((await firm.call(boss, 'PUT', `/api/projects/${id}/watch`, { watching })).body).toEqual({ watching });
    expect((await firm.call(boss, 'GET', `/api/projects/${id}`)).body.watched).toBe(true);
  });
});

describe('a table of projects', () => {
  test('of more rows than are read at once goes out whole and in its order', async () => {
    const { post } = await world();
    const data = Array.from({ length: 2100 }, (_, index) => ({ name: `Job ${String(index).padStart(4, '0')}`, client: 'Acme' }));
    expect((await post('/api/projects/bulk_insert', { data })).body).toMatchObject({ created: 2100 });
    const csv = await post('/api/projects/export?format=csv', { sort: '-name' });
    const names = csv.bytes
      .toString('utf8')
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1]);
    expect(names).toEqual(data.map(({ name }) => name).reverse());
  });

  test('says which client is not known in which row, and takes the firm’s own fields', async () => {
    const { firm, post } = await world();
    await firm.within((tx) =>
      tx.write.insert('settings.data_fields', [
        { collection: 'projects', key: 'risk', label: 'Risk', type: 'choice', options: ['low', 'high'], required: true },
      ]),
    );
    const data = Array.from({ length: 400 }, (_, index) => ({
      row: index + 2,
      name: `Job ${index}`,
      client: index === 310 ? 'Acne' : 'Acme',
      custom_risk: index === 5 ? 'medium' : 'High',
    }));
    const judged = await post('/api/projects/validate_table', { data });
    expect(judged.body.errors).toMatchObject([
      { row: 7, field: 'custom_risk', column: 'Risk' },
      { row: 312, field: 'client', message: '"Acne" is not known. Allowed are: Acme.' },
    ]);
    expect((await post('/api/projects/bulk_insert', { data })).status).toBe(422);
    expect((await post('/api/projects/all')).body).toEqual([]);
    const good = data.map((row) => ({ ...row, client: 'Acme', custom_risk: 'high' }));
    expect((await post('/api/projects/bulk_insert', { data: good })).body).toMatchObject({ created: 400 });
    expect((await post('/api/projects/all', { per_page: 1 })).body).toMatchObject([{ custom: { risk: 'high' } }]);
  });
});
