import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('a file of entries has each of them once, in the order of days, page after page; what would run is text', async () => {
  const firm = await makeFirm(app);
  const partner = await firm.user({ grade: 'Partner' });
  const people = [await firm.user(), await firm.user()];
  const project = newId();
  await firm.within(async (tx) => {
    await tx.write.insert('clients.projects', [
      { id: project, code: 'A', name: '=HYPERLINK("x")', chargeable: true, currency: 'EUR' },
    ]);
    // More than two pages, three of which on one day would not be told apart by the day alone.
    const rows = Array.from({ length: 10_400 }, (_, index) => ({
      user_id: people[index % 2]?.id,
      day: addDays('2020-01-01', index < 40 ? 5 : Math.floor(index / 24)),
      project_id: project,
      seconds: 60 + (index % 900),
      chargeable: true,
      comment: index === 7 ? '=1+1' : `${index}`,
    }));
    await tx.write.insert('time.entries', rows);
  });
  const ask = async (body: object, period = { from: '2020-01-01', to: '2021-12-31' }) =>
    firm.call(partner, 'POST', '/api/utilization/export_projects?format=csv', { ...period, by: 'entry', ...body });
  const real = await firm.within((tx) =>
    tx.all<{ day: string; seconds: number }>(
      sql`select day, seconds from time.entries where tenant_id = ${tx.tenant} order by day desc, id desc`,
    ),
  );
  for (const sort of ['-day', 'day', undefined]) {
    const lines = (await ask(sort ? { sort } : {})).bytes.toString().trim().split('\r\n').slice(1);
    const rows = lines.map((line) => line.split(','));
    const wanted = sort === 'day' ? real.toReversed() : real;
    expect(rows.length).toBe(10_400);
    expect(rows.map(([day]) => day)).toEqual(wanted.map(({ day }) => day));
    expect(new Set(rows.map((row) => row.at(-1))).size).toBe(10_400);
    expect(lines.some((line) => line.includes(",'=1+1"))).toBe(true);
    expect(lines.every((line) => !line.includes(',=HYPERLINK'))).toBe(true);
  }
  const one = (await ask({ users: [people[0]?.id] })).bytes.toString().trim().split('\r\n');
  expect(one.length - 1).toBe(5200);
  const notes = () =>
    firm.within((tx) =>
      tx.all<{ kind: string; subject_id: string }>(
        sql`select kind, subject_id from app.access_log where tenant_id = ${tx.tenant}`,
      ),
    );
  await expect
    .poll(async () => new Set((await notes()).map(({ subject_id }) => subject_id)))
    .toEqual(new Set(people.map(({ id }) => id)));
  const events = await firm.within((tx) =>
    tx.all(sql`select 1 from app.audit_changes where tenant_id = ${tx.tenant} and action = 'exported'`),
  );
  expect(events).toHaveLength(4);
  const senior = await firm.user({ grade: 'Senior' });
  expect(
    (
      await firm.call(senior, 'POST', '/api/utilization/export_projects?format=csv', {
        from: '2020-01-01',
        to: '2020-02-01',
        by: 'entry',
      })
    ).status,
  ).toBe(403);
});
