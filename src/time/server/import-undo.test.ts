import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { sql } from '../../server/sql.ts';
import { differencesOf } from './proof.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

async function uploaded(firm: TestFirm, user: TestUser, text: string): Promise<string> {
  const { body } = await firm.upload(user, '/api/files', 'time.csv', Buffer.from(text));
  return body.filename;
}

const sample = `Date,Client,Project,Person,Email,Hours
2026-03-02,Tarn Foods,Stock count,Ida Beck,ida@tarn.example,2.5
2026-03-03,Tarn Foods,Stock count,Ida Beck,ida@tarn.example,8
2026-04-01,Tarn Foods,Year end,Bo Carr,bo@tarn.example,4
`;

async function world() {
  const firm = await makeFirm(app);
  const hr = await firm.user({ category: 'hr', grade: 'Partner' });
  const filename = await uploaded(firm, hr, sample);
  const bring = () => firm.call(hr, 'POST', '/api/time_imports', { filename, create_missing: true });
  await bring();
  const listed = await firm.call(hr, 'GET', '/api/time_imports');
  return { firm, hr, filename, bring, id: String(listed.body[0].id), listed };
}

const entriesOf = (firm: TestFirm) =>
  firm.within((tx) =>
    tx.all<{ id: string; version: number }>(sql`select * from time.entries where tenant_id = ${tx.tenant} order by day`),
  );

test('an import is taken back whole, once, and the same file comes anew', async () => {
  const { firm, hr, bring, id, listed } = await world();
  expect(listed.body).toEqual([
    expect.objectContaining({ file_name: 'time.csv', created_count: 3, undone_at: null, created_by: expect.any(String) }),
  ]);
  const judged = await firm.call(hr, 'POST', `/api/time_imports/${id}/check_undo`);
  expect(judged.body).toEqual({ entries: 3, seconds: 52_200, hindered: 0, hindrances: [] });
  expect((await firm.call(hr, 'POST', `/api/time_imports/${id}/undo`)).body).toEqual({ entries: 3, seconds: 52_200 });
  expect(await entriesOf(firm)).toEqual([]);
  expect(await firm.within(differencesOf)).toEqual([]);
  const [row] = (await firm.call(hr, 'GET', '/api/time_imports')).body;
  expect(row).toMatchObject({ id, undone_by: expect.any(String), undone_at: expect.any(String) });
  const again = await firm.call(hr, 'POST', `/api/time_imports/${id}/undo`);
  expect([again.status, again.body.detail]).toEqual([409, 'This import was taken back before.']);
  expect((await bring()).body).toMatchObject({ created: 3, unchanged: 0 });
  const audited = await firm.within((tx) =>
    tx.all<{ action: string; n: number }>(sql`
      select action, count(*)::int as n from app.audit_changes where tenant_id = ${tx.tenant} and entity in ('time.imports', 'time.entries')
      group by action order by action`),
  );
  expect(audited).toEqual([
    { action: 'delete', n: 3 },
    { action: 'insert', n: 2 },
    { action: 'update', n: 1 },
  ]);
});

test('what was changed or locked since is named, and nothing goes', async () => {
  const { firm, hr, id } = await world();
  const [first] = await entriesOf(firm);
  await firm.call(hr, 'PATCH', `/api/time_entries/${first?.id}`, { seconds: 60 });
  await firm.within((tx) =>
    tx.all(sql`update time.person_days set locked_at = now() where tenant_id = ${tx.tenant} and day = '2026-04-01' returning 1`),
  );
  const { body } = await firm.call(hr, 'POST', `/api/time_imports/${id}/check_undo`);
  expect(body).toMatchObject({
    entries: 3,
    hindered: 2,
    hindrances: [
      { day: '2026-03-02', user: 'Ida Beck', project: 'Stock count', why: 'changed' },
      { day: '2026-04-01', user: 'Bo Carr', project: 'Year end', why: 'locked' },
    ],
  });
  expect((await firm.call(hr, 'POST', `/api/time_imports/${id}/undo`)).status).toBe(409);
  expect(await entriesOf(firm)).toHaveLength(3);
});

test('one sees and takes back only one’s own imports', async () => {
  const { firm, id } = await world();
  const other = await firm.user({ category: 'operational', grade: 'Partner' });
  expect((await firm.call(other, 'GET', '/api/time_imports')).body).toEqual([]);
  expect((await firm.call(other, 'POST', `/api/time_imports/${id}/check_undo`)).status).toBe(404);
  expect((await firm.call(other, 'POST', `/api/time_imports/${id}/undo`)).status).toBe(404);
});

test('two who take an import back at once: one does, the other is told', async () => {
  const { firm, hr, id } = await world();
  const answers = await Promise.all([1, 2].map(() => firm.call(hr, 'POST', `/api/time_imports/${id}/undo`)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await firm.within(differencesOf)).toEqual([]);
});

test('a table whose header says nothing is read by the columns that a person chooses, with its sums beforehand', async () => {
  const firm = await makeFirm(app);
  const hr = await firm.user({ category: 'hr', grade: 'Partner' });
  const filename = await uploaded(
    firm,
    hr,
    'Wann,Wer,Worauf,Wieviel\n02.03.2026,ida@tarn.example,Stock count,"2,5"\n05.04.2026,bo@tarn.example,Stock count,"4"\n',
  );
  const refused = await firm.call(hr, 'POST', '/api/time_imports/check', { filename });
  expect(refused.status).toBe(422);
  const table = await firm.call(hr, 'POST', '/api/time_imports/columns', { filename });
  expect(table.body).toMatchObject({
    format: null,
    header: ['Wann', 'Wer', 'Worauf', 'Wieviel'],
    sample: [['02.03.2026', 'ida@tarn.example', 'Stock count', '2,5'], expect.anything()],
  });
  const lacking = await firm.call(hr, 'POST', '/api/time_imports/check', { filename, columns: { date: 0, email: 1 } });
  expect(lacking.body.detail).toBe('The columns that were chosen lack a duration (or a start and an end).');
  const columns = { date: 0, email: 1, project: 2, duration: 3 };
  const checked = await firm.call(hr, 'POST', '/api/time_imports/check', { filename, columns, create_missing: true });
  expect(checked.body).toMatchObject({
    format: 'generic',
    created: 2,
    totals: {
      people: [
        { name: 'bo@tarn.example', seconds: 14_400 },
        { name: 'ida@tarn.example', seconds: 9000 },
      ],
      projects: [{ name: 'Stock count', seconds: 23_400 }],
      months: [
        { name: '2026-03-01', seconds: 9000 },
        { name: '2026-04-01', seconds: 14_400 },
      ],
    },
  });
  expect((await firm.call(hr, 'POST', '/api/time_imports', { filename, columns, create_missing: true })).body.created).toBe(2);
});
