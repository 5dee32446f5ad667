import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { expectedFiles, fixture, fixturesNote, haveFixtures } from '../../../test/fixtures.ts';
import { sql } from '../../server/sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function importFile(firm: TestFirm, user: TestUser, name: string, bytes: Uint8Array, more: object = {}, check = false) {
  const upload = await firm.upload(user, '/api/files', name, bytes);
  expect(upload.status, JSON.stringify(upload.body)).toBe(200);
  const body = { filename: upload.body.filename, ...more };
  return firm.call(user, 'POST', check ? '/api/time_imports/check' : '/api/time_imports', body);
}

const logged = (firm: TestFirm) =>
  firm.within((tx) =>
    tx.one<{ seconds: number; days: number }>(sql`
      select coalesce(sum(seconds), 0)::bigint as seconds, (select coalesce(sum(seconds), 0) from time.person_days where tenant_id = ${tx.tenant})::bigint as days
      from time.entries where tenant_id = ${tx.tenant}`),
  );

const sample = `Date,Client,Project,Person,Email,Hours,Notes
2026-03-02,Tarn Foods,Stock count,Ida Beck,ida@tarn.example,"2,5",Count
2026-03-02,Tarn Foods,Stock count,Ida Beck,ida@tarn.example,"2,5",Count
2026-03-03,,Training day,Ida Beck,ida@tarn.example,8,
`;

describe('an export of another system', () => {
  test('is checked without writing, imported exactly, and the same again changes nothing', async () => {
    const firm = await makeFirm(app);
    const hr = await firm.user({ category: 'hr', grade: 'Partner' });
    const bytes = Buffer.from(sample);
    const options = { create_missing: true };
    const checked = await importFile(firm, hr, 'time.csv', bytes, options, true);
    expect(checked.body).toMatchObject({
      rows: 3,
      created: 3,
      unchanged: 0,
      rejected: [],
      seconds: 46_800,
      users: 1,
      projects: 2,
      clients: 1,
    });
    expect(checked.body.missing).toMatchObject({ users: ['Ida Beck'], clients: ['Tarn Foods'] });
    expect((await logged(firm))?.seconds).toBe(0);
    const done = await importFile(firm, hr, 'time.csv', bytes, options);
    expect(done.body).toMatchObject({ created: 3, first_date: '2026-03-02', last_date: '2026-03-03' });
    expect(await logged(firm)).toEqual({ seconds: 46_800, days: 46_800 });
    const again = await importFile(firm, hr, 'time.csv', bytes, options);
    expect(again.body).toMatchObject({ created: 0, unchanged: 3 });
    expect(await logged(firm)).toEqual({ seconds: 46_800, days: 46_800 });
  });

  test('rows without a person or project are refused by name, and nothing is written unless they may be skipped', async () => {
    const firm = await makeFirm(app);
    const hr = await firm.user({ category: 'hr', grade: 'Partner' });
    const bytes = Buffer.from(
      'Date,Project,Email,Hours\n2026-03-02,Known,,2\n2026-13-02,Known,a@b.example,2\n2026-03-03,Known,a@b.example,3\n',
    );
    const refused = await importFile(firm, hr, 'time.csv', bytes, { create_missing: true });
    expect(refused.body.created).toBe(0);
    expect(refused.body.rejected.map((row: { row: number }) => row.row)).toEqual([2, 3]);
    expect((await logged(firm))?.seconds).toBe(0);
    const skipped = await importFile(firm, hr, 'time.csv', bytes, { create_missing: true, skip_rejected: true });
    expect(skipped.body.created).toBe(1);
    expect((await logged(firm))?.seconds).toBe(10_800);
  });

  test('a row that brings a day over 24 hours is refused', async () => {
    const firm = await makeFirm(app);
    const hr = await firm.user({ category: 'hr', grade: 'Partner' });
    const bytes = Buffer.from('Date,Project,Email,Hours\n2026-03-02,Known,a@b.example,20\n2026-03-02,Known,a@b.example,5\n');
    const { body } = await importFile(firm, hr, 'time.csv', bytes, { create_missing: true });
    expect(body.rejected).toEqual([{ row: 3, column: 'hours', message: 'This brings 2026-03-02 over 24 hours.' }]);
  });

  test('a Junior imports own time only, and makes nobody and nothing', async () => {
    const firm = await makeFirm(app);
    const junior = await firm.user();
    const other = await firm.user();
    await firm.within((tx) =>
      tx.write.insert('clients.projects', [{ code: 'K', name: 'Known', chargeable: true, currency: 'EUR' }]),
    );
    const file = (email: string, project: string) => Buffer.from(`Date,Project,Email,Hours\n2026-03-02,${project},${email},2\n`);
    expect((await importFile(firm, junior, 'a.csv', file(junior.email, 'Known'))).body).toMatchObject({
      created: 1,
      rejected: [],
    });
    expect((await importFile(firm, junior, 'b.csv', file(other.email, 'Known'))).body.rejected).toMatchObject([
      { row: 2, column: 'user' },
    ]);
    expect(
      (await importFile(firm, junior, 'c.csv', file(junior.email, 'New'), { create_missing: true })).body.rejected,
    ).toMatchObject([{ column: 'project' }]);
    expect(
      (await importFile(firm, junior, 'd.csv', file('new@x.example', 'Known'), { create_missing: true })).body.rejected,
    ).toMatchObject([{ column: 'user' }]);
  });
});

describe.skipIf(!haveFixtures)(`the real files${fixturesNote}`, () => {
  const exports = expectedFiles.filter(([, expected]) => expected.kind === 'time entries');

  test.each(exports)(
    '%s comes out exactly',
    async (name, expected) => {
      const firm = await makeFirm(app);
      const hr = await firm.user({ category: 'hr', grade: 'Partner' });
      await firm.within((tx) =>
        tx.write.insert('clients.projects', [{ code: 'REST', name: 'Everything else', chargeable: false, currency: 'EUR' }]),
      );
      const bytes = fixture(name);
      const options = { create_missing: true, skip_rejected: true, user: hr.email, project: 'REST' };
      const { body, status } = await importFile(firm, hr, path.basename(name), bytes, options);
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body.created + body.rejected.length).toBe(expected.rows + expected.rejected.length);
      expect(Number((body.seconds / 3600).toFixed(2))).toBe(expected.hours);
      for (const key of ['users', 'projects', 'clients', 'first_date', 'last_date'] as const) {
        if (expected[key] !== undefined) expect(body[key], key).toBe(expected[key]);
      }
      expect(await logged(firm)).toEqual({ seconds: body.seconds, days: body.seconds });
      const again = await importFile(firm, hr, path.basename(name), bytes, options);
      expect(again.body.created).toBe(0);
      expect(again.body.unchanged).toBe(body.created);
    },
    60_000,
  );
});
