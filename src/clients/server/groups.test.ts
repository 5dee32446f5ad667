import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';

let test_: TestApp;
beforeAll(async () => void (test_ = await startTestApp()));
afterAll(() => test_.close());

interface World {
  firm: TestFirm;
  boss: TestUser;
  post: (path: string, body?: unknown) => Promise<Answer>;
  client: (name: string, more?: object) => Promise<string>;
}

async function world(): Promise<World> {
  const firm = await makeFirm(test_);
  const boss = await firm.user({ category: 'admin', grade: 'Partner', firstName: 'Ada', lastName: 'Lind' });
  const post = (path: string, body?: unknown): Promise<Answer> => firm.call(boss, 'POST', path, body);
  const client = async (name: string, more: object = {}): Promise<string> =>
    (await post('/api/clients/create', { name, ...more })).body.id;
  return { firm, boss, post, client };
}

const pathsOf = (answer: Answer): string[] => (answer.body.errors ?? []).map((error: { path: string }) => error.path);

describe('a client', () => {
  test('has billing details, contacts, somebody who answers for it and a feed of changes', async () => {
    const { firm, boss, post } = await world();
    const made = await post('/api/clients/create', {
      name: 'Acme',
      status: 'prospect',
      responsible_id: boss.id,
      legal_name: ' Acme GmbH ',
      street: 'Hauptstr. 1',
      postal_code: '10115',
      city: 'Berlin',
      country: 'DE',
      vat_id: 'de 123.456-789',
      billing_email: 'pay@acme.example',
      language: 'de',
      currency: 'EUR',
      payment_days: 30,
      contacts: [{ name: 'Eva Kurz', email: 'eva@acme.example', is_billing: true }, { name: 'Uwe Lang' }],
    });
    expect(made.body).toMatchObject({
      status: 'prospect',
      is_active: true,
      responsible: 'Ada Lind',
      legal_name: 'Acme GmbH',
      vat_id: 'DE123456789',
      payment_days: 30,
      contacts: [
        { name: 'Eva Kurz', is_billing: true },
        { name: 'Uwe Lang', email: null, phone: '' },
      ],
      restrictions: [],
      version: 1,
    });
    const [eva] = made.body.contacts;
    const changed = await post('/api/clients/update', {
      id: made.body.id,
      version: 1,
      contacts: [{ ...eva, phone: '+49 30 1' }],
    });
    expect(changed.body).toMatchObject({ version: 2, contacts: [{ id: eva.id, name: 'Eva Kurz', phone: '+49 30 1' }] });
    expect((await firm.call(boss, 'GET', `/api/clients/${made.body.id}`)).body).toEqual(changed.body);
    expect((await post('/api/clients/update', { id: made.body.id, version: 1, city: 'Bonn' })).status).toBe(409);
    const feed = await firm.call(boss, 'GET', `/api/clients/${made.body.id}/history`);
    expect(feed.body.map((row: { action: string }) => row.action)).toEqual(['contacts_changed', 'contacts_changed', 'insert']);
    expect(feed.body[2].changes).toContainEqual({ field: 'responsible_id', before: null, after: 'Ada Lind' });
  });

  test('has a VAT number in the form of its country', async () => {
    const { post, client } = await world();
    const id = await client('Acme', { country: 'DE', vat_id: '123456789' });
    const refused = async (body: object): Promise<string[]> => pathsOf(await post('/api/clients/update', { id, ...body }));
    expect(await refused({ vat_id: 'DE12345678' })).toEqual(['vat_id']);
    expect(await refused({ country: 'FR' })).toEqual(['vat_id']);
    expect(await refused({ country: 'FR', vat_id: 'FR40303265045' })).toEqual([]);
    expect(await refused({ country: 'GR', vat_id: 'EL123456789' })).toEqual([]);
    expect(await refused({ country: null, vat_id: 'nonsense' })).toEqual(['vat_id']);
    expect(await refused({ vat_id: ' ' })).toEqual([]);
    expect(await refused({ billing_email: 'nobody' })).toEqual(['billing_email']);
    expect(await refused({ payment_days: 366 })).toEqual(['payment_days']);
  });

  test('stands in a group that never closes a circle, not even for two who write at once', async () => {
    const { firm, boss, post, client } = await world();
    const [a, b, c] = [await client('A'), await client('B'), await client('C')];
    const put = (id: string, parent_id: string | null): Promise<Answer> => post('/api/clients/update', { id, parent_id });
    expect((await put(b, a)).body).toMatchObject({ parent: 'A' });
    expect((await put(c, b)).status).toBe(200);
    expect(pathsOf(await put(a, c))).toEqual(['parent_id']);
    expect(pathsOf(await put(a, a))).toEqual(['parent_id']);
    expect(pathsOf(await put(a, boss.id))).toEqual(['parent_id']);
    expect((await firm.call(boss, 'GET', `/api/clients/${a}`)).body.members).toEqual([{ id: b, name: 'B' }]);
    await put(b, null);
    await put(c, null);
    for (let round = 0; round < 5; round++) {
      const statuses = (await Promise.all([put(a, b), put(b, a)])).map(({ status }) => status).sort();
      expect(statuses[0]).toBe(200);
      expect(statuses[1]).toBeGreaterThan(400);
      await put(a, null);
      await put(b, null);
    }
  });

  test('that its group uses stays; one that nothing uses is put away, then deleted', async () => {
    const { post, client } = await world();
    const group = await client('Group');
    const one = await client('One', { parent_id: group, contacts: [{ name: 'Eva' }] });
    expect(await post('/api/clients/remove', { id: group })).toMatchObject({
      status: 409,
      body: { detail: '"Group" is used by 1 client.' },
    });
    expect((await post('/api/clients/remove', { id: one })).body).toEqual({ success: true, archived: true });
    expect((await post('/api/clients/remove', { id: one })).body).toEqual({ success: true, archived: false });
    expect((await post('/api/clients/remove', { id: group })).body.archived).toBe(true);
  });

  test('has restrictions with dates, each of a person or a team, never twice on one day', async () => {
    const { firm, boss, post, client } = await world();
    const id = await client('Acme');
    const of = (user_id: string, first_day: string, last_day: string | null = null) => ({ user_id, first_day, last_day });
    const put = (restrictions: object[]): Promise<Answer> => post('/api/clients/update', { id, restrictions });
    expect(pathsOf(await put([of(boss.id, '2026-01-01'), of(boss.id, '2026-06-01')]))).toEqual(['restrictions.1.first_day']);
    expect(pathsOf(await put([of(boss.id, '2026-02-01', '2026-01-01')]))).toEqual(['restrictions.0.last_day']);
    expect(pathsOf(await put([{ first_day: '2026-01-01' }]))).toEqual(['restrictions.0.user_id']);
    expect(pathsOf(await put([of(id, '2026-01-01')]))).toEqual(['restrictions.0.user_id']);
    const kept = await put([of(boss.id, '2026-01-01', '2026-03-31'), of(boss.id, '2026-06-01')]);
    expect(kept.body.restrictions).toMatchObject([
      { name: 'Ada Lind', first_day: '2026-01-01', last_day: '2026-03-31' },
      { name: 'Ada Lind', first_day: '2026-06-01', last_day: null },
    ]);
    expect((await firm.call(boss, 'POST', '/api/clients/all')).body).toMatchObject([{ name: 'Acme', restricted: 1 }]);
    const project = await post('/api/projects/create', { name: 'Audit', client_id: id, manager_ids: [boss.id] });
    expect(project).toMatchObject({ status: 422 });
    expect(project.body.detail).toContain('Ada Lind may not work for Acme');
    expect((await post('/api/projects/all')).body).toEqual([]);
  });
});

describe('a table of clients', () => {
  test('brings groups, people and the firm’s own fields, and refuses circles', async () => {
    const { firm, boss, post, client } = await world();
    await client('Known');
    await firm.within((tx) =>
      tx.write.insert('settings.data_fields', [{ collection: 'clients', key: 'region', label: 'Region', type: 'text' }]),
    );
    const bring = async (lines: string[]) => {
      const { filename } = (await firm.upload(boss, '/api/files', 'clients.csv', Buffer.from(lines.join('\r\n')))).body;
      return post('/api/clients/validate', { filename });
    };
    const head = 'Client,Group,Responsible,Country,VAT number,Payment days,Region';
    const good = await bring([head, 'One,Two,ada lind,Germany,DE123456789,30,North', 'Two,Known,,,,,']);
    expect(good.body).toMatchObject({ success: true, errors: [] });
    expect((await post('/api/clients/bulk_insert', { data: good.body.data })).body).toMatchObject({ created: 2 });
    const rows = (await post('/api/clients/all')).body;
    expect(rows).toMatchObject([
      { name: 'Known' },
      { name: 'One', parent: 'Two', responsible: 'Ada Lind', custom: { region: 'North' } },
      { name: 'Two', parent: 'Known' },
    ]);
    const bad = await bring([head, 'X,Y,,,,,', 'Y,X,,Atlantis,DE1,x,', 'Z,Nobody,Ghost,,,,']);
    const faults = bad.body.errors.map((fault: { row: number; field: string }) => `${fault.row} ${fault.field}`);
    expect(faults.sort()).toEqual(['2 group', '3 country', '3 group', '3 payment_days', '3 vat_id', '4 group', '4 responsible']);
    expect((await post('/api/clients/bulk_insert', { data: bad.body.data })).status).toBe(422);
    expect((await post('/api/clients/all')).body).toHaveLength(3);
  });
});
