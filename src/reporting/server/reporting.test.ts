import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { firmDay } from '../../../test/today.ts';
import { addDays, eachDay, mondayOf, monthOf } from '../../kit/day.ts';
import { GRADES } from '../../kit/grades.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';
import { attainment, benchOf, forecastOf, scheduledOf, utilization } from '../rules.ts';
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

test('utilization month by month is the utilization of the period, in every row, whatever its ends', async () => {
  const w = await world();
  for (const [from, to] of [
    ['2026-01-20', '2026-05-10'],
    ['2026-02-01', '2026-03-31'],
  ] as const) {
    for (const group of ['person', 'grade']) {
      const { body } = await w.firm.call(w.partner, 'POST', '/api/utilization/actual_utilization', {
        from,
        to,
        group,
        months: true,
      });
      for (const row of [...body.rows, { ...body.total, months: body.months }]) {
        for (const figure of ['seconds', 'chargeable_seconds', 'capacity_minutes', 'standard_minutes'] as const) {
          const sum = row.months.reduce((all: number, month: Record<string, number>) => all + (month[figure] ?? 0), 0);
          expect(sum, `${group} ${row.name} ${figure}`).toBe(row[figure]);
        }
      }
      expect(body.months.map(({ month }: { month: string }) => month)[0]).toBe(monthOf(from));
      const alone = (
        await w.firm.call(w.partner, 'POST', '/api/utilization/actual_utilization', {
          from: '2026-02-01',
          to: '2026-02-28',
          group,
        })
      ).body;
      const february = body.months.find(({ month }: { month: string }) => month === '2026-02-01');
      expect({ ...alone.total, target_minutes: 0 }).toEqual({ ...february, month: undefined, target_minutes: 0 });
      expect(alone.months).toBeUndefined();
    }
  }
});

test('what is to come: confirmed and tentative chargeable bookings, the forecast of the period, and the bench', async () => {
  const w = await world();
  const [ana, bo] = w.people as [TestUser, TestUser];
  const monday = addDays(mondayOf(firmDay()), 7);
  const to = addDays(monday, 4);
  const booked = { project_id: w.projects[0], first_day: monday, last_day: to, created_by: w.partner.id };
  await w.firm.within(async (tx) => {
    await tx.write.insert('planning.bookings', [
      { ...booked, user_id: ana.id, minutes_per_day: 240, level: 'hard' },
      { ...booked, user_id: ana.id, minutes_per_day: 60, level: 'soft' },
      // Internal work is no chargeable booking.
      { ...booked, user_id: bo.id, project_id: w.projects[1], minutes_per_day: 480, level: 'hard' },
    ]);
    await tx.write.insert('people.targets', [{ grade: 'Senior', basis_points: 7000, valid_from: '2020-01-01' }]);
  });
  const ask = async (body: object) =>
    (await w.firm.call(w.partner, 'POST', '/api/utilization/actual_utilization', { from: monday, to, group: 'person', ...body }))
      .body;
  const { rows, ahead } = await ask({});
  const row = rows.find(({ key }: { key: string }) => key === ana.id);
  // Of days on which the Senior has capacity.
  const days = row.capacity_minutes / 480;
  expect(row.ahead).toEqual({
    capacity_minutes: days * 480,
    booked_minutes: days * 240,
    tentative_minutes: days * 60,
    bench_capacity_minutes: days * 480,
    bench_minutes: days * 240,
  });
  expect(rows.find(({ key }: { key: string }) => key === bo.id).ahead).toMatchObject({
    booked_minutes: 0,
    bench_capacity_minutes: 0,
  });
  expect(ahead.booked_minutes).toBe(days * 240);
  expect([scheduledOf(row.ahead), forecastOf(row, row.ahead), forecastOf(row, row.ahead, true), benchOf(row.ahead)]).toEqual([
    0.5, 0.5, 0.625, 0.5,
  ]);
  expect((await ask({ projects: [w.projects[1]] })).ahead.booked_minutes).toBe(0);
  // Month by month, and in the file, the tentative part stands apart.
  const { months } = await ask({ months: true });
  const sumOf = (key: 'booked_minutes' | 'tentative_minutes'): number =>
    months.reduce((sum: number, month: { ahead: Record<typeof key, number> }) => sum + month.ahead[key], 0);
  expect([sumOf('booked_minutes'), sumOf('tentative_minutes')]).toEqual([ahead.booked_minutes, ahead.tentative_minutes]);
  const file = async (body: object): Promise<string> => {
    const path = '/api/utilization/export_kpis?format=csv';
    return String((await w.firm.call(w.partner, 'POST', path, { group: 'person', ...body })).body);
  };
  const told = await file({ from: monday, to });
  expect(told).toContain('Tentative bookings to come');
  expect(told).toContain('Forecast utilization with tentative bookings');
  const byTentative = await ask({ sort: '-tentative' });
  expect(byTentative.rows[0].key).toBe(ana.id);
  // A period that is over has nothing to come.
  expect(await file({ from: '2026-02-01', to: '2026-02-28' })).not.toContain('Tentative');
  expect((await ask({ from: '2026-02-01', to: '2026-02-28' })).ahead).toBeUndefined();
});

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

  test('lead to the entries behind them: as many and as long as the figure says, whatever the filters', async () => {
    const w = await world();
    const ask = (body: object) => w.firm.call(w.partner, 'POST', '/api/utilization/table_data', body);
    for (const filters of [
      { from: '2026-01-20', to: '2026-05-10' },
      { from: '2026-03-01', to: '2026-03-31', projects: [w.projects[0]] },
      { from: '2026-02-10', to: '2026-04-15', grades: ['Junior'], chargeable: true },
      { from: '2026-01-01', to: '2026-12-31', users: [w.people[1]?.id], sort: '-seconds' },
    ]) {
      const { sort: _sort, ...figure } = filters as { sort?: string };
      const totals = (await w.firm.call(w.partner, 'POST', '/api/utilization/timespent_totals', figure)).body;
      const rows: { id: string; seconds: number; day: string; chargeable: boolean }[] = [];
      for (let page = 1, next = true; next; page++) {
        const answer = await ask({ ...filters, page, per_page: 200 });
        rows.push(...answer.body);
        next = answer.headers['x-pagination-has_next'] === 'True';
        expect(Number(answer.headers['x-pagination-total'])).toBeGreaterThanOrEqual(rows.length);
        if (!next) expect(Number(answer.headers['x-pagination-total'])).toBe(rows.length);
      }
      expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
      expect(rows.reduce((sum, row) => sum + row.seconds, 0)).toBe(totals.seconds);
      const key = (row: (typeof rows)[number]) => ('sort' in filters ? row.seconds : Date.parse(row.day));
      expect(rows.map(key)).toEqual(rows.map(key).sort((a, b) => b - a));
      const file = await w.firm.call(w.partner, 'POST', '/api/utilization/export_projects?format=csv', {
        ...filters,
        by: 'entry',
      });
      expect(file.bytes.toString('utf8').trim().split('\r\n')).toHaveLength(rows.length + 1);
    }
    const first = (await ask({ from: '2026-03-31', to: '2026-03-31', projects: [w.projects[0]] })).body[0];
    expect(first).toMatchObject({ day: '2026-03-31', project: 'Audit', code: 'A', chargeable: true });
    // Reports are for Managers and above.
    const range = { from: '2026-01-01', to: '2026-01-31' };
    expect((await w.firm.call(w.people[0] as TestUser, 'POST', '/api/utilization/table_data', range)).status).toBe(403);
  });

  test('of a team hold those of the teams below it', async () => {
    const w = await world();
    const [parent, child] = [newId(), newId()];
    await w.firm.within(async (tx) => {
      await tx.write.insert('people.teams', [
        { id: parent, name: 'Assurance', parent_id: null },
        { id: child, name: 'Audit', parent_id: parent },
      ]);
      await tx.write.insert('people.team_members', [
        { team_id: parent, user_id: w.people[0]?.id, valid_from: '2020-01-01' },
        { team_id: child, user_id: w.people[1]?.id, valid_from: '2020-01-01' },
      ]);
      const project = newId();
      await tx.write.insert('clients.projects', [{ id: project, code: 'T', name: 'Team', chargeable: true, currency: 'EUR' }]);
      await tx.write.insert(
        'time.entries',
        w.people.map((person) => ({ user_id: person.id, day: '2026-06-01', project_id: project, seconds: 60, chargeable: true })),
      );
    });
    for (const to of ['2026-06-30', '2026-06-15']) {
      const ask = async (path: string, team: string) =>
        (
          await w.firm.call(w.partner, 'POST', `/api/utilization/${path}`, {
            from: '2026-06-01',
            to,
            teams: [team],
            group: 'person',
          })
        ).body;
      expect((await ask('timespent_by_people', parent)).length, to).toBe(2);
      expect((await ask('timespent_by_people', child)).length, to).toBe(1);
      expect((await ask('actual_utilization', parent)).rows.length, to).toBe(2);
      expect((await ask('actual_utilization', child)).rows.length, to).toBe(1);
    }
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

describe('tables of hours', () => {
  const period = { from: '2026-01-20', to: '2026-05-10' };
  const ask = async (w: World, path: string, more: object = {}) =>
    w.firm.call(w.partner, 'POST', `/api/utilization/${path}`, { ...period, ...more });
  type Row = Record<string, string | number | null> & { months: { month: string; seconds: number }[] };
  /** What a column shows, read from the row itself: the server must sort by the same. */
  const shown: Record<string, (row: Row) => string | number | null> = {
    project: (row) => row['project'] as string | null,
    client: (row) => row['client'] as string | null,
    budget: (row) => row['budget_minutes'] as number | null,
    name: (row) => row['name'] as string,
    grade: (row) => GRADES.indexOf(row['grade'] as 'Junior'),
    team: (row) => row['team'] as string | null,
    seconds: (row) => Number(row['seconds']),
    share: (row) => Number(row['chargeable_seconds']) / Number(row['seconds']),
    'month:2026-02-01': (row) => row.months.find((each) => each.month === '2026-02-01')?.seconds ?? 0,
  };

  test.each([
    ['timespent_by_projects', ['project', 'client', 'budget', 'seconds', 'share', 'month:2026-02-01']],
    ['timespent_by_people', ['name', 'grade', 'team', 'seconds', 'share', 'month:2026-02-01']],
  ])('%s is sorted by every column that it shows, what has no value last', async (path, columns) => {
    const w = await world();
    await w.firm.within(async (tx) => {
      const [client, team] = [newId(), newId()];
      await tx.write.insert('clients.clients', [{ id: client, name: 'Acme' }]);
      await tx.write.insert('people.teams', [{ id: team, name: 'Audit' }]);
      await tx.write.insert('people.team_members', [{ team_id: team, user_id: w.people[2]?.id, valid_from: '2020-01-01' }]);
      // Past the gateway: a project with time keeps its client.
      await tx.all(sql`
        update clients.projects set client_id = ${client}, budget_minutes = 600
        where tenant_id = ${tx.tenant} and id = ${w.projects[1]} returning 1`);
    });
    for (const column of columns) {
      for (const sort of [column, `-${column}`]) {
        const values = (await ask(w, path, { sort })).body.map(shown[column]) as (string | number | null)[];
        expect(values, sort).toHaveLength(3);
        const known = values.filter((value) => value !== null);
        const turned = sort.startsWith('-') ? -1 : 1;
        expect(known, sort).toEqual([...known].sort((a, b) => (a < b ? -turned : a > b ? turned : 0)));
        expect(values.slice(known.length), sort).toEqual(values.slice(known.length).map(() => null));
      }
    }
  });

  test('page, and the totals are those of all pages', async () => {
    const w = await world();
    const largest = (await ask(w, 'timespent_by_people')).body;
    expect(largest.map((row: Row) => row['seconds'])).toEqual(
      largest.map((row: Row) => Number(row['seconds'])).sort((a: number, b: number) => b - a),
    );
    const second = await ask(w, 'timespent_by_people', { page: 2, per_page: 2 });
    expect(second.body).toEqual(largest.slice(2));
    expect(second.headers).toMatchObject({
      'x-pagination-total': '3',
      'x-pagination-pages': '2',
      'x-pagination-has_next': 'False',
    });

    for (const filters of [{}, { grades: ['Junior'] }, { projects: [w.projects[0]] }, { chargeable: false }]) {
      const totals = (await ask(w, 'timespent_totals', filters)).body;
      for (const [path, counted] of [
        ['timespent_by_people', 'people'],
        ['timespent_by_projects', 'projects'],
      ] as const) {
        const rows: Row[] = (await ask(w, path, { ...filters, per_page: 200 })).body;
        const sum = (key: string) => rows.reduce((total, row) => total + Number(row[key]), 0);
        expect(totals, JSON.stringify(filters)).toMatchObject({
          [counted]: rows.filter((row) => row['project_id'] !== null).length,
          seconds: sum('seconds'),
          chargeable_seconds: sum('chargeable_seconds'),
        });
        const months = Map.groupBy(
          rows.flatMap((row) => row.months),
          (each) => each.month,
        );
        expect(totals.months.map((each: { month: string; seconds: number }) => [each.month, each.seconds])).toEqual(
          [...months].sort().map(([month, each]) => [month, each.reduce((total, { seconds }) => total + seconds, 0)]),
        );
      }
    }
    expect((await ask(w, 'timespent_totals', { users: [newId()] })).body).toEqual({
      projects: 0,
      people: 0,
      seconds: 0,
      chargeable_seconds: 0,
      months: [],
    });
  });

  test('are exported whole, in their order', async () => {
    const w = await world();
    const file = await w.firm.call(w.partner, 'POST', '/api/utilization/export_projects?format=csv', {
      ...period,
      by: 'person',
      sort: 'grade',
      per_page: 1,
    });
    const grades = file.bytes
      .toString()
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1]);
    expect([...new Set(grades)]).toEqual(['Junior', 'Senior']);
    expect(grades.length).toBe(15);
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

describe('the table of utilization', () => {
  const period = { from: '2026-02-01', to: '2026-04-30' };
  type Row = Record<string, string | number | null> & { before?: Record<string, number> };
  const ratio = (figures: Record<string, unknown> | undefined, base: string): number | null =>
    figures && Number(figures[base]) > 0 ? Number(figures['chargeable_seconds']) / 60 / Number(figures[base]) : null;
  const points = (row: Row, base: string): number | null => {
    const [now, then] = [ratio(row, base), ratio(row.before, base)];
    return now === null || then === null ? null : now - then;
  };
  const share = (part: unknown, whole: unknown): number | null =>
    Number(part) > 0 && Number(whole) > 0 ? Number(part) / Number(whole) : null;
  const shown: Record<string, (row: Row, base: string) => string | number | null> = {
    name: (row) => row['name'] as string,
    grade: (row) => GRADES.indexOf(row['grade'] as 'Junior'),
    team: (row) => row['team'] as string | null,
    chargeable: (row) => row['chargeable_seconds'] as number,
    logged: (row) => row['seconds'] as number,
    base: (row, base) => row[base] as number,
    utilization: ratio,
    target: (row) => share(row['target_minutes'], row['capacity_minutes']),
    attainment: (row) =>
      Number(row['target_minutes']) > 0 ? Number(row['chargeable_seconds']) / 60 / Number(row['target_minutes']) : null,
    change: points,
  };

  async function targeted(): Promise<World> {
    const w = await world();
    await w.firm.within(async (tx) => {
      const team = newId();
      await tx.write.insert('people.teams', [{ id: team, name: 'Audit' }]);
      await tx.write.insert('people.team_members', [{ team_id: team, user_id: w.people[1]?.id, valid_from: '2020-01-01' }]);
      await tx.write.insert('people.targets', [
        { grade: 'Junior', basis_points: 7000, valid_from: '2020-01-01' },
        { user_id: w.people[0]?.id, basis_points: 5000, valid_from: '2020-01-01' },
      ]);
    });
    return w;
  }

  test('is sorted by every column that it shows, against either denominator', async () => {
    const w = await targeted();
    for (const measure of ['capacity', 'standard']) {
      for (const [column, read] of Object.entries(shown)) {
        for (const sort of [column, `-${column}`]) {
          const { body } = await w.firm.call(w.partner, 'POST', '/api/utilization/actual_utilization', {
            ...period,
            group: 'person',
            compare: { from: '2026-01-15', to: '2026-01-31' },
            measure,
            sort,
          });
          const values = body.rows.map((row: Row) => read(row, `${measure}_minutes`)) as (string | number | null)[];
          expect(values, sort).toHaveLength(4);
          const known = values.filter((value) => value !== null);
          const turned = sort.startsWith('-') ? -1 : 1;
          expect(known, `${measure} ${sort}`).toEqual([...known].sort((a, b) => (a < b ? -turned : a > b ? turned : 0)));
          expect(values.slice(known.length), sort).toEqual(values.slice(known.length).map(() => null));
        }
      }
    }
  });

  test('pages, with the figures of everybody beside every page', async () => {
    const w = await targeted();
    const ask = async (more: object) =>
      (
        await w.firm.call(w.partner, 'POST', '/api/utilization/actual_utilization', {
          ...period,
          group: 'person',
          compare: { from: '2025-11-01', to: '2026-01-31' },
          ...more,
        })
      ).body;
    const whole = await ask({});
    const second = await ask({ page: 2, per_page: 3 });
    expect(second.rows).toEqual(whole.rows.slice(3));
    expect({ ...second, rows: [] }).toEqual({ ...whole, rows: [] });
    expect(whole).toMatchObject({ count: 4, people: 4 });
    expect(whole.largest.capacity).toBe(Math.max(...whole.rows.map((row: Row) => ratio(row, 'capacity_minutes') ?? 0)));
    const alone = await w.firm.call(w.partner, 'POST', '/api/utilization/actual_utilization', {
      from: '2025-11-01',
      to: '2026-01-31',
      group: 'person',
    });
    expect(whole.before).toEqual(alone.body.total);
    for (const row of alone.body.rows) {
      const { chargeable_seconds, seconds, capacity_minutes, standard_minutes, target_minutes } = row;
      expect(whole.rows.find((each: Row) => each['key'] === row.key).before).toEqual({
        chargeable_seconds,
        seconds,
        capacity_minutes,
        standard_minutes,
        target_minutes,
      });
    }
  });

  test('names countries in the order of the reader’s language', async () => {
    const firm = await makeFirm(app, ['DE', 'AT', 'ES']);
    const partner = await firm.user({ grade: 'Partner', country: 'DE' });
    for (const country of ['AT', 'ES']) await firm.user({ country });
    const keys = async () =>
      (await firm.call(partner, 'POST', '/api/utilization/actual_utilization', { ...period, group: 'country' })).body.rows.map(
        (row: Row) => row['key'],
      );
    expect(await keys()).toEqual(['AT', 'DE', 'ES']);
    await firm.call(partner, 'PUT', '/api/users/change_language', { language: 'de' });
    expect(await keys()).toEqual(['DE', 'AT', 'ES']);
    await firm.call(partner, 'PUT', '/api/users/change_language', { language: 'fr' });
    expect(await keys()).toEqual(['DE', 'AT', 'ES']);
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
