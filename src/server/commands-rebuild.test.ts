import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../test/app.ts';
import { newDatabase } from '../../test/own-database.ts';
import { addDays } from '../kit/day.ts';
import { newId } from '../kit/ids.ts';
import { keepWorth } from '../reporting/server/worth-keep.ts';
import { worthDifferences } from '../reporting/server/worth-proof.ts';
import { differencesOf } from '../time/server/public.ts';
import { rebuildCommand } from './commands-rebuild.ts';
import { sql } from './sql.ts';

let app: TestApp;
let firm: TestFirm;
let person: TestUser;
let owner: pg.Client;
let dataDir: string;
const project = newId();
const env = { ...process.env };
beforeAll(async () => {
  const adminUrl = await newDatabase('rebuild');
  app = await startTestApp(adminUrl);
  firm = await makeFirm(app);
  person = await firm.user({ grade: 'Senior' });
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-rebuild-'));
  Object.assign(process.env, { DATABASE_URL: adminUrl, CADRE_DATA: dataDir });
  owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
  await owner.query('select app.set_tenant($1)', [firm.tenant]);
  await firm.within(async (tx) => {
    await tx.write.insert('clients.projects', [{ id: project, code: 'A', name: 'Audit', chargeable: true, currency: 'EUR' }]);
    await tx.write.insert(
      'time.entries',
      Array.from({ length: 90 }, (_, index) => entry(index)),
    );
  });
  await firm.within(keepWorth);
});
afterAll(async () => {
  for (const name of ['DATABASE_URL', 'CADRE_DATA']) {
    if (env[name] === undefined) delete process.env[name];
    else process.env[name] = env[name];
  }
  await owner.end();
  await app.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const entry = (index: number) => ({
  user_id: person.id,
  day: addDays('2026-01-05', index),
  project_id: project,
  seconds: 600,
  chargeable: index % 3 > 0,
});

test('sums and worth are brought to what the entries say, while people write', async () => {
  for (const fault of [
    `update time.person_days set seconds = seconds + 60 where day = '2026-01-20'`,
    `delete from time.person_days where day = '2026-02-03'`,
    `update time.months set seconds = seconds - 300, entry_count = entry_count + 1 where month = '2026-02-01' and chargeable`,
    `delete from time.months where month = '2026-03-01'`,
    `update time.person_months set chargeable_seconds = chargeable_seconds + 60 where month = '2026-01-01'`,
    `update reporting.worth set seconds = seconds + 1 where month = '2026-01-01'`,
    `update reporting.project_worth set standard = standard + 7 where month = '2026-02-01'`,
  ])
    expect(
      (await owner.query(`${fault} ${fault.includes(' where ') ? 'and' : 'where'} tenant_id = ${firm.tenant}`)).rowCount,
    ).toBeGreaterThan(0);
  expect((await firm.within(differencesOf)).length).toBeGreaterThan(3);
  expect((await firm.within(worthDifferences)).length).toBeGreaterThan(0);
  // Somebody writes all the while, in the months that are mended.
  let working = true;
  let written = 0;
  const writer = (async () => {
    for (let index = 0; working; index++) {
      await firm.within((tx) => tx.write.insert('time.entries', [{ ...entry(index % 90), seconds: 1 }]));
      written++;
    }
  })();
  const { json, text } = await rebuildCommand.run({ values: { tenant: firm.slug }, positionals: [] });
  working = false;
  await writer;
  expect(json).toEqual([{ tenant: firm.slug, sums: expect.any(Number), worth: expect.any(Number) }]);
  expect(text).toContain('sums mended');
  expect(written).toBeGreaterThan(0);
  expect(await firm.within(differencesOf)).toEqual([]);
  while (await firm.within(keepWorth));
  expect(await firm.within(worthDifferences)).toEqual([]);
  const [sum] = await firm.within((tx) =>
    tx.all<{ seconds: number }>(sql`select sum(seconds)::int as seconds from time.months where tenant_id = ${tx.tenant}`),
  );
  expect(sum?.seconds).toBe(90 * 600 + written);
  const again = await rebuildCommand.run({ values: { all: true }, positionals: [] });
  expect(again.json).toEqual([{ tenant: firm.slug, sums: 0, worth: 0 }]);
});

test('a firm that there is not is named', async () => {
  await expect(rebuildCommand.run({ values: { tenant: 'nobody' }, positionals: [] })).rejects.toThrow(
    'There is no firm "nobody".',
  );
});
