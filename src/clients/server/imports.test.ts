import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { sql } from '../../server/sql.ts';
import { readTable } from '../../server/tables.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface World {
  firm: TestFirm;
  boss: TestUser;
}

async function world(): Promise<World> {
  const firm = await makeFirm(app);
  const boss = await firm.user({ category: 'operational', grade: 'Manager', firstName: 'Ada', lastName: 'Lind' });
  await firm.call(boss, 'POST', '/api/clients/create', { name: 'Acme', sector: 'Energy' });
  return { firm, boss };
}

const CLIENTS = { judge: '/api/clients/validate', apply: '/api/clients/bulk_insert' };
const PROJECTS = { judge: '/api/projects/validate_table', apply: '/api/projects/bulk_insert' };

async function check({ firm, boss }: World, { judge }: typeof CLIENTS, lines: readonly string[]): Promise<Answer> {
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  const { body } = await firm.upload(boss, '/api/files', 'table.csv', bytes);
  return firm.call(boss, 'POST', judge, { filename: body.filename });
}
const apply = ({ firm, boss }: World, { apply: path }: typeof CLIENTS, data: unknown): Promise<Answer> =>
  firm.call(boss, 'POST', path, { data });
const faultsOf = ({ body }: Answer): string[] =>
  (body.errors as { row: number; field: string; message: string }[]).map(
    ({ row, field, message }) => `${row} ${field}: ${message}`,
  );
const projectsOf = async ({ firm, boss }: World): Promise<Record<string, unknown>[]> =>
  (await firm.call(boss, 'POST', '/api/projects/all', { per_page: 200, sort: 'code' })).body;

describe('clients', () => {
  test('are added from a table once; who is there stays as they are', async () => {
    const w = await world();
    const judged = await check(w, CLIENTS, ['Client,Sector', 'acme,Water', 'Birch,Water', 'Cedar,']);
    expect(judged.body).toMatchObject({ success: true, errors: [], known: [2] });
    expect((await apply(w, CLIENTS, judged.body.data)).body).toEqual({ success: true, created: 2, unchanged: 1 });
    expect((await apply(w, CLIENTS, judged.body.data)).body).toEqual({ success: true, created: 0, unchanged: 3 });
    const { body } = await w.firm.call(w.boss, 'POST', '/api/clients/all', { sort: 'name' });
    expect(body.map((row: { name: string; sector: string | null }) => [row.name, row.sector])).toEqual([
      ['Acme', 'Energy'],
      ['Birch', 'Water'],
      ['Cedar', null],
    ]);
  });

  test('with faults are refused whole, each fault at its row', async () => {
    const w = await world();
    const lines = ['Client,Sector,Colour', 'Birch,,red', 'birch,,', ',Water,', `${'x'.repeat(201)},,`];
    const judged = await check(w, CLIENTS, lines);
    expect(judged.body.success).toBe(false);
    expect(faultsOf(judged)).toEqual([
      expect.stringContaining('1 : This heading is not known. Known are: Client, Sector, Status, Group, '),
      '3 name: This name stands in row 2 too.',
      '4 name: A client needs a name.',
      '5 name: At most 200 characters.',
    ]);
    const refused = await apply(w, CLIENTS, judged.body.data);
    expect(refused.status).toBe(422);
    expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual(['data.1.name', 'data.2.name', 'data.3.name']);
    expect((await w.firm.call(w.boss, 'POST', '/api/clients/all', {})).body).toHaveLength(1);
  });
});

describe('projects', () => {
  const HEAD = 'Code,Project,Client,Managers,Team,Status,Billing status,Chargeable,From,To,Budget (h),Budget (fee),Currency';

  test('are added with all that a row says, in the words of any of our languages', async () => {
    const w = await world();
    const judged = await check(w, PROJECTS, [
      HEAD,
      `AU-1,Audit 2026,ACME,${w.boss.email},,aktiv,en cours,ja,01.03.2026,31.12.2026,"400,5",60000.25,eur`,
      ',Training,,Ada Lind,,,,,,,,,',
    ]);
    expect(judged.body).toMatchObject({ success: true, errors: [], known: [] });
    expect((await apply(w, PROJECTS, judged.body.data)).body).toEqual({ success: true, created: 2, unchanged: 0 });
    expect(await projectsOf(w)).toMatchObject([
      {
        code: 'AU-1',
        name: 'Audit 2026',
        client: 'Acme',
        team: null,
        status: 'active',
        billing_status: 'in_progress',
        chargeable: true,
        starts_on: '2026-03-01',
        ends_on: '2026-12-31',
        budget_minutes: 24_030,
        budget_fee: 6_000_025,
        currency: 'EUR',
        managers: [{ id: w.boss.id, name: 'Ada Lind' }],
      },
      { code: 'P-0001', name: 'Training', client: null, status: 'active', chargeable: false, currency: 'EUR' },
    ]);
    expect((await apply(w, PROJECTS, judged.body.data)).body).toEqual({ success: true, created: 0, unchanged: 2 });
  });

  test('say every fault of every row at once', async () => {
    const w = await world();
    await w.firm.user({ firstName: 'Twin', lastName: 'One' });
    await w.firm.user({ firstName: 'Twin', lastName: 'One' });
    const judged = await check(w, PROJECTS, [
      HEAD,
      'A,,Nobody Ltd,Twin One;Ghost,No team,gone,lost,maybe,30.02.2026,x,-1,1.234,XQZ',
      'B,One,Acme,,,,,,2026-05-01,2026-04-30,,,',
      'b,Two,Acme,,,,,,,,,,',
      ',Same,Acme,,,,,,,,,,',
      ',same,Acme,,,,,,,,,,',
    ]);
    expect(faultsOf(judged)).toEqual([
      '2 name: A project needs a name.',
      '2 client: "Nobody Ltd" is not known. Allowed are: Acme.',
      '2 starts_on: There is no day "30.02.2026".',
      '2 ends_on: "x" is no day. Write it as 2026-01-15.',
      '2 currency: "XQZ" is no currency. Write its three letters, such as EUR.',
      '2 budget_hours: Write a number from 0 to 1,000,000.',
      '2 budget_fee: Write a number from 0 to 10,000,000,000.',
      '2 chargeable: "maybe" is not known. Allowed are: yes, no.',
      '2 team: "No team" is not known.',
      '2 status: "gone" is not known. Allowed are: planned, active, on hold, completed, archived.',
      '2 billing_status: "lost" is not known. Allowed are: not started, in progress, ready to bill, partly billed, billed, written off, internal.',
      '2 managers: Several people are named "twin one". Write the e-mail address.',
      '2 managers: There is nobody named "ghost".',
      '3 ends_on: Must not lie before the first day.',
      '4 code: This project stands in row 3 too.',
      '6 name: This project stands in row 5 too.',
    ]);
    expect((await apply(w, PROJECTS, judged.body.data)).status).toBe(422);
    expect(await projectsOf(w)).toEqual([]);
  });

  test('the template offers the firm’s lists, and comes back as it went', async () => {
    const w = await world();
    const file = await w.firm.call(w.boss, 'GET', '/api/projects/import_template');
    expect(file.headers['content-disposition']).toContain('projects.xlsx');
    const table = await readTable(file.bytes, 'projects.xlsx');
    expect(table.header).toEqual(HEAD.replace('Chargeable', 'Chargeable,Fee').split(','));
    const csv = await w.firm.call(w.boss, 'GET', '/api/clients/import_template?format=csv');
    expect(csv.bytes.toString()).toContain('Client,Sector');
  });

  test('a thousand come in a few statements', async () => {
    const w = await world();
    const data = Array.from({ length: 1000 }, (_, index) => ({
      name: `Project ${index}`,
      client: 'Acme',
      managers: w.boss.email,
    }));
    expect((await apply(w, PROJECTS, data)).body).toMatchObject({ created: 1000 });
    const counted = await w.firm.within((tx) =>
      tx.one<{ n: number }>(sql`select count(*)::int as n from clients.project_managers where tenant_id = ${tx.tenant}`),
    );
    expect(counted?.n).toBe(1000);
  });

  test('are no business of who may not change them', async () => {
    const { firm } = await world();
    const junior = await firm.user();
    for (const path of [CLIENTS.judge, CLIENTS.apply, PROJECTS.judge, PROJECTS.apply])
      expect((await firm.call(junior, 'POST', path, { data: [] })).status).toBe(403);
  });
});
