import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../src/kit/ids.ts';
import { sql } from '../src/server/sql.ts';
import { addStaff } from '../src/server/world/firm.ts';
import { type TestApp, type TestFirm, makeFirm, startTestApp } from './app.ts';
import { newDatabase } from './own-database.ts';

/** What the planner knows of a firm that came after the database last counted: a firm that it takes for empty is read row by row. */
let app: TestApp;
let owner: pg.Client;

beforeAll(async () => {
  const adminUrl = await newDatabase('statistics');
  app = await startTestApp(adminUrl);
  owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  for (let other = 0; other < 3; other++) await makeFirm(app);
  await owner.query('analyze');
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const staffOf = (firm: TestFirm, size: number) =>
  Array.from({ length: size }, (_, index) => ({
    firstName: 'Person',
    lastName: `Row ${index}`,
    email: `${firm.slug}-${index}@example.org`,
    category: 'operational' as const,
    grade: 'Manager' as const,
    country: 'DE',
    employedFrom: '2024-01-01',
  }));

/** When a table was last counted. */
const countedAt = async (table: string): Promise<string> =>
  JSON.stringify((await owner.query('select reltuples from pg_class where oid = $1::regclass', [table])).rows);

describe('many new rows', () => {
  test('are counted with the transaction that brings them, so that a new firm’s screens are planned for its size', async () => {
    const firm = await makeFirm(app);
    const head = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
    await firm.within((tx) => addStaff(tx, staffOf(firm, 300)));
    const { rows } = await owner.query<{ share: number }>(
      `select reltuples::int as share from pg_class where oid = 'people.users'::regclass`,
    );
    expect(rows[0]?.share).toBeGreaterThanOrEqual(300);
    const plan = async (): Promise<number> => {
      const { rows: found } = await owner.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
        `explain (format json) select 1 from people.users where tenant_id = ${firm.tenant}`,
      );
      return found[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
    };
    expect(await plan()).toBeGreaterThan(200);
    // Nothing of a screen is read again for each of its rows.
    const start = performance.now();
    const answer = await firm.call(head, 'POST', '/api/workload?per_page=200', {
      ...{ from: '2026-03-02', to: '2026-03-08', unit: 'week', sort: 'free' },
    });
    expect(answer.status).toBe(200);
    expect(performance.now() - start).toBeLessThan(2000);
  });

  test('few are not: counting costs more than it brings', async () => {
    const firm = await makeFirm(app);
    const before = await countedAt('people.users');
    await firm.within((tx) => addStaff(tx, staffOf(firm, 10)));
    expect(await countedAt('people.users')).toBe(before);
  });

  test('that came in small steps are counted within the hour', async () => {
    const firm = await makeFirm(app);
    await firm.within(async (tx) => {
      for (let step = 0; step < 10; step++)
        await tx.all(sql`
          insert into clients.clients (tenant_id, id, name) select ${tx.tenant}::int, id, id::text
          from unnest(${Array.from({ length: 40 }, () => newId())}::uuid[]) as x(id) returning 1`);
    });
    await expect
      .poll(async () => (await firm.within((tx) => tx.one<{ n: number }>(sql`select app.count_grown() as n`)))?.n, {
        timeout: 10_000,
      })
      .toBeGreaterThan(0);
    const { rows } = await owner.query<{ n: number }>(
      `select reltuples::int as n from pg_class where oid = 'clients.clients'::regclass`,
    );
    expect(rows[0]?.n).toBeGreaterThanOrEqual(400);
  });

  test('only tables of the product can be named, and by nobody who is no part of it', async () => {
    const firm = await makeFirm(app);
    const counted = await firm.within((tx) =>
      tx.one<{ n: number }>(sql`
        select app.count_again(${['pg_catalog.pg_class', 'app.nothing', 'x; drop table app.files']}::text[], ${[900, 900, 900]}::int[]) as n`),
    );
    expect(counted?.n).toBe(0);
    const { rows } = await owner.query(
      `select 1 from information_schema.routine_privileges where routine_name in ('count_again', 'count_grown') and grantee = 'PUBLIC'`,
    );
    expect(rows).toEqual([]);
  });
});
