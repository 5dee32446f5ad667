import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { newId } from '../../kit/ids.ts';

let test_: TestApp;
beforeAll(async () => void (test_ = await startTestApp()));
afterAll(() => test_.close());

const nobody = '01900000-0000-7000-8000-000000000000';

interface World {
  firm: TestFirm;
  manager: TestUser;
  post: (path: string, body?: unknown) => Promise<Answer>;
}

async function world(): Promise<World> {
  const firm = await makeFirm(test_);
  const manager = await firm.user({ grade: 'Manager', firstName: 'Mia', lastName: 'Berg' });
  return { firm, manager, post: (path, body) => firm.call(manager, 'POST', path, body) };
}

const pathsOf = (answer: Answer): string[] => (answer.body.errors ?? []).map((error: { path: string }) => error.path);
const namesOf = (answer: Answer): string[] => answer.body.map((row: { name: string }) => row.name);

describe('clients', () => {
  test('are listed by page, found, sorted and counted', async () => {
    const { firm, manager, post } = await world();
    const acme = (await post('/api/clients/create', { name: ' Acme ', sector: ' Energy ' })).body;
    expect(acme).toMatchObject({ name: 'Acme', sector: 'Energy', is_active: true, projects: 0, version: 1 });
    await post('/api/clients/create', { name: 'Borea', sector: '' });
    await post('/api/projects/create', { name: 'Audit', client_id: acme.id });
    expect(namesOf(await post('/api/clients/all', {}))).toEqual(['Acme', 'Borea']);
    expect(namesOf(await post('/api/clients/all', { sort: '-projects' }))).toEqual(['Acme', 'Borea']);
    expect(namesOf(await post('/api/clients/all', { sort: '-name', per_page: 1 }))).toEqual(['Borea']);
    const found = await post('/api/clients/all', { search: 'BOR' });
    expect(found.body).toMatchObject([{ name: 'Borea', sector: null }]);
    expect(found.headers).toMatchObject({
      'x-pagination-total': '1',
      'x-pagination-has_next': 'False',
      'x-pagination-pages': '1',
    });
    expect((await firm.call(manager, 'GET', '/api/clients/sectors')).body).toEqual(['Energy']);
  });

  test('are exported as the filters show them', async () => {
    const { firm, post } = await world();
    const acme = (await post('/api/clients/create', { name: 'Acme', sector: 'Energy' })).body;
    await post('/api/clients/create', { name: '=Borea' });
    await post('/api/clients/update', { id: acme.id, is_active: false });
    const lines = async (body?: object): Promise<string[]> =>
      (await post('/api/clients/export?format=csv', body)).bytes
        .toString('utf8')
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(0, 4).join(','));
    expect(await lines()).toEqual(["'=Borea,,0,true", 'Acme,Energy,0,false']);
    expect(await lines({ is_active: true })).toEqual(["'=Borea,,0,true"]);
    expect(await lines({ search: 'acm' })).toEqual(['Acme,Energy,0,false']);
    expect(await lines({ sort: '-name' })).toEqual(['Acme,Energy,0,false', "'=Borea,,0,true"]);
    expect((await firm.call(await firm.user({ grade: 'Senior' }), 'POST', '/api/clients/export')).status).toBe(403);
  });

  test('have one name each, whatever its case', async () => {
    const { post } = await world();
    const acme = (await post('/api/clients/create', { name: 'Acme' })).body;
    const borea = (await post('/api/clients/create', { name: 'Borea' })).body;
    expect(pathsOf(await post('/api/clients/create', { name: 'ACME ' }))).toEqual(['name']);
    expect(pathsOf(await post('/api/clients/create', { name: '  ' }))).toEqual(['name']);
    expect(pathsOf(await post('/api/clients/update', { id: borea.id, name: 'acme' }))).toEqual(['name']);
    expect((await post('/api/clients/update', { id: acme.id, name: 'ACME' })).body.name).toBe('ACME');
    expect(pathsOf(await post('/api/clients/create', { name: 'x', is_active: true }))).toEqual(['is_active']);
  });

  test('changed by two people: the second gets 409 with the row as it stands', async () => {
    const { post } = await world();
    const { id, version } = (await post('/api/clients/create', { name: 'Acme' })).body;
    expect((await post('/api/clients/update', { id, version, sector: 'Energy' })).body.version).toBe(2);
    const stale = await post('/api/clients/update', { id, version, name: 'Acme AG' });
    expect(stale).toMatchObject({ status: 409, body: { current: { name: 'Acme', sector: 'Energy', version: 2 } } });
    expect((await post('/api/clients/update', { id: nobody, name: 'x' })).status).toBe(404);
  });

  test('that something uses stay, and can be set inactive', async () => {
    const { firm, manager, post } = await world();
    const acme = (await post('/api/clients/create', { name: 'Acme' })).body;
    const free = (await post('/api/clients/create', { name: 'Free' })).body;
    await post('/api/projects/create', { name: 'Audit', client_id: acme.id });
    const refused = await post('/api/clients/remove', { id: acme.id });
    expect(refused).toMatchObject({ status: 409, body: { detail: '"Acme" is used by 1 project.' } });
    expect((await post('/api/clients/remove', { id: free.id })).body).toEqual({ success: true, archived: true });
    expect((await firm.call(manager, 'GET', `/api/clients/${free.id}`)).body).toMatchObject({
      status: 'archived',
      is_active: false,
    });
    expect((await post('/api/clients/remove', { id: free.id })).body).toEqual({ success: true, archived: false });
    expect((await post('/api/clients/remove', { id: free.id })).status).toBe(404);
    expect((await post('/api/clients/update', { id: acme.id, is_active: false })).body.is_active).toBe(false);
    expect((await firm.call(manager, 'GET', '/api/clients/all_only')).body).toEqual([]);
    expect(namesOf(await post('/api/clients/all', { is_active: false }))).toEqual(['Acme']);
  });
});

describe('projects', () => {
  test('get a code, the firm’s currency, and are chargeable when they have a client', async () => {
    const { firm, manager, post } = await world();
    const client = (await post('/api/clients/create', { name: 'Acme' })).body;
    const first = await post('/api/projects/create', {
      name: ' Audit 2026 ',
      client_id: client.id,
      manager_ids: [manager.id],
      starts_on: '2026-01-01',
      ends_on: '2026-12-31',
      budget_minutes: 6000,
      budget_fee: 1_250_000,
    });
    expect(first.body).toMatchObject({
      code: 'P-0001',
      name: 'Audit 2026',
      client: 'Acme',
      chargeable: true,
      currency: 'EUR',
      status: 'active',
      billing_status: 'not_started',
      managers: [{ id: manager.id, name: 'Mia Berg' }],
      budget_minutes: 6000,
      budget_fee: 1_250_000,
    });
    expect((await post('/api/projects/create', { name: 'Training' })).body).toMatchObject({
      code: 'P-0002',
      client: null,
      chargeable: false,
    });
    expect((await firm.call(manager, 'GET', `/api/projects/${first.body.id}`)).body).toEqual(first.body);
    expect((await firm.call(manager, 'GET', '/api/projects/all_managers')).body).toEqual([{ id: manager.id, name: 'Mia Berg' }]);
    expect((await firm.call(manager, 'GET', `/api/projects/${nobody}`)).status).toBe(404);
  });

  test('are refused at the field that is wrong', async () => {
    const { post } = await world();
    const { id } = (await post('/api/projects/create', { name: 'Audit', code: 'A-1' })).body;
    const other = (await post('/api/projects/create', { name: 'Tax', code: 'T-1', starts_on: '2026-05-01' })).body;
    expect(pathsOf(await post('/api/projects/create', { name: 'Tax', code: 'a-1' }))).toEqual(['code']);
    expect(pathsOf(await post('/api/projects/create', { name: ' ' }))).toEqual(['name']);
    expect(pathsOf(await post('/api/projects/create', { name: 'X', client_id: nobody }))).toEqual(['client_id']);
    expect(pathsOf(await post('/api/projects/create', { name: 'X', team_id: nobody }))).toEqual(['team_id']);
    expect(pathsOf(await post('/api/projects/create', { name: 'X', manager_ids: [nobody] }))).toEqual(['manager_ids']);
    expect(pathsOf(await post('/api/projects/create', { name: 'X', budget_minutes: -1 }))).toEqual(['budget_minutes']);
    expect(pathsOf(await post('/api/projects/create', { name: 'X', status: 'lost' }))).toEqual(['status']);
    expect(pathsOf(await post('/api/projects/update', { id: other.id, ends_on: '2026-04-30' }))).toEqual(['ends_on']);
    expect(pathsOf(await post('/api/projects/update', { id: other.id, code: 'A-1 ' }))).toEqual(['code']);
    expect(pathsOf(await post('/api/projects/update', { id, code: '  ' }))).toEqual(['code']);
    expect((await post('/api/projects/update', { id, code: 'a-1', name: ' Audit ' })).body).toMatchObject({
      code: 'a-1',
      name: 'Audit',
    });
  });

  test('answer every filter, alone and together', async () => {
    const w = await world();
    const { firm, manager, post } = w;
    const hr = await firm.user({ category: 'hr', grade: 'Manager' });
    const [audit] = (await firm.call(hr, 'POST', '/api/teams/create_empty_teams', { teams: ['Audit'] })).body;
    const client = (await post('/api/clients/create', { name: 'Acme' })).body;
    const make = async (name: string, more: Record<string, unknown>): Promise<string> =>
      (await post('/api/projects/create', { name, starts_on: '2026-01-01', ends_on: '2026-12-31', ...more })).body.id;
    const a = await make('A', { client_id: client.id, manager_ids: [manager.id] });
    await make('B', { team_id: audit.id, status: 'archived', starts_on: '2024-03-01', ends_on: '2025-02-01' });
    await make('C', { chargeable: true, billing_status: 'billed' });
    const names = async (body: Record<string, unknown>): Promise<string> =>
      namesOf(await post('/api/projects/all', body)).join('');
    expect(await names({})).toBe('ABC');
    expect(await names({ clients: [client.id] })).toBe('A');
    expect(await names({ users: [manager.id] })).toBe('A');
    expect(await names({ teams: [audit.id] })).toBe('B');
    expect(await names({ statuses: ['archived', 'planned'] })).toBe('B');
    expect(await names({ billing_status: ['billed'] })).toBe('C');
    expect(await names({ chargeable: true })).toBe('AC');
    expect(await names({ years: [2025] })).toBe('B');
    expect(await names({ years: [2025, 2026] })).toBe('ABC');
    expect(await names({ projects: [a], teams: [], data: 'ignored' })).toBe('A');
    expect(await names({ clients: [client.id], statuses: ['archived'] })).toBe('');
    expect(await names({ sort: '-status', search: 'p-000' })).toBe('BAC');
    expect(await names({ sort: 'name', page: 2, per_page: 2 })).toBe('C');
    expect(pathsOf(await post('/api/projects/all', { statuses: ['nope'] }))).toEqual(['statuses.0']);
  });

  test('change managers and version; a stale write changes nothing', async () => {
    const { firm, manager, post } = await world();
    const second = await firm.user({ firstName: 'Nils', lastName: 'Dahl' });
    const { id, version } = (await post('/api/projects/create', { name: 'Audit', manager_ids: [manager.id] })).body;
    const changed = await post('/api/projects/update', { id, version, status: 'completed', manager_ids: [second.id] });
    expect(changed.body).toMatchObject({ status: 'completed', version: 2, managers: [{ name: 'Nils Dahl' }] });
    const stale = await post('/api/projects/update', { id, version, manager_ids: [] });
    expect(stale).toMatchObject({ status: 409, body: { current: { status: 'completed', managers: [{ name: 'Nils Dahl' }] } } });
  });

  test('of a team are those of the teams below it too', async () => {
    const { firm, post } = await world();
    const [parent, child, other] = [newId(), newId(), newId()];
    await firm.within((tx) =>
      tx.write.insert('people.teams', [
        { id: parent, name: 'Assurance', parent_id: null },
        { id: child, name: 'Audit', parent_id: parent },
        { id: other, name: 'Tax', parent_id: null },
      ]),
    );
    for (const [name, team_id] of [
      ['A', parent],
      ['B', child],
      ['C', other],
    ])
      await post('/api/projects/create', { name, team_id });
    expect(namesOf(await post('/api/projects/all', { teams: [parent] }))).toEqual(['A', 'B']);
    expect(namesOf(await post('/api/projects/all', { teams: [child, other] }))).toEqual(['B', 'C']);
  });

  test('called with an empty body are all of them', async () => {
    const { post } = await world();
    await post('/api/clients/create', { name: 'Acme' });
    await post('/api/projects/create', { name: 'Audit' });
    for (const body of [undefined, '']) {
      expect(namesOf(await post('/api/projects/all', body))).toEqual(['Audit']);
      expect(namesOf(await post('/api/clients/all', body))).toEqual(['Acme']);
      expect((await post('/api/projects/export', body)).status).toBe(200);
    }
    const missing = await post('/api/projects/create');
    expect([missing.status, pathsOf(missing)]).toEqual([422, ['name']]);
  });

  test('get a billing status together, all or none', async () => {
    const { post } = await world();
    const ids: string[] = [];
    for (const name of ['A', 'B']) ids.push((await post('/api/projects/create', { name })).body.id);
    const done = await post('/api/projects/status_billing', { ids, billing_status: 'ready_to_bill' });
    expect(done.body.map((row: { billing_status: string }) => row.billing_status)).toEqual(['ready_to_bill', 'ready_to_bill']);
    expect((await post('/api/projects/status_billing', { ids: [...ids, nobody], billing_status: 'billed' })).status).toBe(404);
    expect((await post('/api/projects/all', { billing_status: ['billed'] })).body).toEqual([]);
  });

  test('export what the filters show', async () => {
    const { post } = await world();
    await post('/api/projects/create', {
      name: '+Audit',
      code: 'A-1',
      budget_minutes: 90,
      budget_fee: 123_456,
      starts_on: '2026-01-01',
    });
    await post('/api/projects/create', { name: 'Tax', code: 'T-1', status: 'archived' });
    const csv = await post('/api/projects/export?format=csv', { statuses: ['active'] });
    const [head, row, ...rest] = csv.bytes.toString('utf8').replace('\ufeff', '').trim().split('\r\n');
    expect(rest).toEqual([]);
    expect(head).toContain('Code,Project,Client');
    expect(row).toContain("A-1,'+Audit");
    expect(row).toContain('2026-01-01,,1.5,1234.56,EUR');
    expect((await post('/api/projects/export', {})).bytes.subarray(0, 2).toString()).toBe('PK');
  });
});
