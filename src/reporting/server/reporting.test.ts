import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays, eachDay, monthOf } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';
import { attainment, utilization } from '../rules.ts';
import { splitPeriod } from './facts.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface World {
  firm: TestFirm;
  partner: TestUser;
  people: TestUser[];
  projects: string[];
}

/** Three people, two projects and the firm's own work, over five months with odd ends. */
async function world(): Promise<World> {
  const firm = await makeFirm(app);
  const partner = await firm.user({ grade: 'Partner' });
  const people = [
    await firm.user({ grade: 'Senior' }),
    await firm.user({ grade: 'Junior' }),
    await firm.user({ grade: 'Junior' }),
  ];
  const projects = [newId(), newId()];
  await firm.within(async (tx) => {
    const task = await tx.one<{ id: string }>(
      sql`select id from settings.task_types where tenant_id = ${tx.tenant} and name = 'Training'`,
    );
    await tx.write.insert('clients.projects', [
      { id: projects[0], code: 'A', name: 'Audit', chargeable: true, currency: 'EUR' },
      { id: projects[1], code: 'B', name: 'Bid', chargeable: false, currency: 'EUR' },
    ]);
    const rows = eachDay('2026-01-15', '2026-05-20').flatMap((day, index) =>
      people.map((person, number) => {
        const project = projects[(index + number) % 3] ?? null;
        return {
          user_id: person.id,
          day,
          project_id: project,
          task_type_id: project ? null : task?.id,
          seconds: 900 * (1 + ((index * 7 + number) % 20)),
          chargeable: project === projects[0],
        };
      }),
    );
    await tx.write.insert('time.entries', rows);
  });
  return { firm, partner, people, projects };
}

describe('hours', () => {
  test('of any period equal what the entries say, by project and by person', async () => {
    const w = await world();
    for (const [from, to] of [
      ['2026-02-01', '2026-03-31'],
      ['2026-01-20', '2026-05-10'],
      ['2026-02-10', '2026-02-20'],
      ['2026-03-31', '2026-04-01'],
    ] as const) {
      for (const by of ['project', 'people'] as const) {
        const { body } = await w.firm.call(
          w.partner,
          'POST',
          `/api/utilization/timespent_by_${by === 'project' ? 'projects' : 'people'}`,
          { from, to, per_page: 200 },
        );
        const truth = await w.firm.within((tx) =>
          tx.one<{ seconds: number; chargeable: number }>(sql`
            select sum(seconds)::int as seconds, coalesce(sum(seconds) filter (where chargeable), 0)::int as chargeable
            from time.entries where tenant_id = ${tx.tenant} and day between ${from} and ${to}`),
        );
        const sum = (key: 'seconds' | 'chargeable_seconds') =>
          body.reduce((total: number, row: Record<string, number>) => total + (row[key] ?? 0), 0);
        expect({ seconds: sum('seconds'), chargeable: sum('chargeable_seconds') }, `${by} ${from} ${to}`).toEqual(truth);
        for (const row of body)
          expect(row.months.reduce((total: number, month: { seconds: number }) => total + month.seconds, 0)).toBe(row.seconds);
      }
    }
  });

  test('narrow by person, grade and project', async () => {
    const w = await world();
    const hours = async (filters: object) =>
      (
        await w.firm.call(w.partner, 'POST', '/api/utilization/timespent_by_people', {
          from: '2026-01-01',
          to: '2026-05-31',
          ...filters,
        })
      ).body.map((row: { user_id: string }) => row.user_id);
    expect(await hours({ users: [w.people[0]?.id] })).toEqual([w.people[0]?.id]);
    expect((await hours({ grades: ['Junior'] })).length).toBe(2);
    expect((await hours({ projects: [w.projects[0]] })).length).toBe(3);
    expect(await hours({ projects: [newId()] })).toEqual([]);
  });

  test('export as CSV with what the filter shows, and refuse a Senior', async () => {
    const w = await world();
    const file = await w.firm.call(w.partner, 'POST', '/api/utilization/export_projects?format=csv', {
      from: '2026-02-01',
      to: '2026-02-28',
    });
    expect(file.headers['content-disposition']).toContain('attachment');
    expect(file.bytes.toString().split('\r\n').length).toBeGreaterThan(3);
    expect(
      (await w.firm.call(w.people[0], 'POST', '/api/utilization/export_projects', { from: '2026-02-01', to: '2026-02-28' }))
        .status,
    ).toBe(403);
  });
});

describe('utilization', () => {
  test('is chargeable time over capacity, with leave and holidays taken off', async () => {
    const firm = await makeFirm(app);
    const partner = await firm.user({ grade: 'Partner' });
    const person = await firm.user({ grade: 'Senior' });
    const project = newId();
    await firm.within(async (tx) => {
      const vacation = await tx.one<{ id: string }>(
        sql`select id from leave.types where tenant_id = ${tx.tenant} and name = 'Vacation'`,
      );
      await tx.write.insert('clients.projects', [{ id: project, code: 'A', name: 'Audit', chargeable: true, currency: 'EUR' }]);
      await tx.write.insert('people.targets', [{ grade: 'Senior', basis_points: 8000, valid_from: '2020-01-01' }]);
      await tx.write.insert('leave.requests', [
        { user_id: person.id, type_id: vacation?.id, first_day: '2026-03-30', last_day: '2026-03-31', status: 'approved' },
      ]);
      await tx.write.insert('time.entries', [
        { user_id: person.id, day: '2026-04-01', project_id: project, seconds: 12 * 3600, chargeable: true },
      ]);
    });
    // 30 March to 3 April 2026: five working days, Good Friday and two days of leave off: two days of eight hours are left.
    const { body } = await firm.call(partner, 'POST', '/api/utilization/actual_utilization', {
      from: '2026-03-30',
      to: '2026-04-03',
      users: [person.id],
    });
    expect(body.total).toEqual({
      chargeable_seconds: 43_200,
      seconds: 43_200,
      capacity_minutes: 960,
      standard_minutes: 1920,
      target_minutes: 768,
    });
    expect(utilization(body.total.chargeable_seconds, body.total.capacity_minutes)).toBe(0.75);
    expect(attainment(body.total.chargeable_seconds, body.total.target_minutes)).toBe(0.9375);
    expect(utilization(3600, 0)).toBeNull();
  });

  test('of a group is the sum of its people', async () => {
    const w = await world();
    const ask = async (group: string) =>
      (
        await w.firm.call(w.partner, 'POST', '/api/utilization/actual_utilization', {
          from: '2026-02-01',
          to: '2026-04-30',
          group,
        })
      ).body;
    const [people, grades] = [await ask('person'), await ask('grade')];
    expect(grades.total).toEqual(people.total);
    expect(grades.rows.reduce((sum: number, row: { capacity_minutes: number }) => sum + row.capacity_minutes, 0)).toBe(
      people.total.capacity_minutes,
    );
    expect(grades.rows.map((row: { key: string }) => row.key)).toEqual(['Junior', 'Senior', 'Partner']);
  });
});

test('a period splits into whole months and odd days without gap or overlap', () => {
  const day = fc.integer({ min: 0, max: 900 }).map((offset) => addDays('2025-01-01', offset));
  fc.assert(
    fc.property(day, day, (a, b) => {
      const [from, to] = a <= b ? [a, b] : [b, a];
      const { months, edges } = splitPeriod(from, to);
      const covered = edges.flatMap(([first, last]) => eachDay(first, last));
      for (const each of eachDay(from, to))
        if (months && monthOf(each) >= months[0] && monthOf(each) <= months[1]) covered.push(each);
      return JSON.stringify(covered.sort()) === JSON.stringify(eachDay(from, to));
    }),
  );
});

test('home says what is missing and counts leave for managers', async () => {
  const firm = await makeFirm(app);
  const user = await firm.user();
  const { body, status } = await firm.call(user, 'GET', '/api/home');
  expect(status).toBe(200);
  expect(body.weeks.length).toBe(12);
  expect(body.missing.length).toBeGreaterThan(5);
  expect(body.leave_to_decide).toBe(0);
});
