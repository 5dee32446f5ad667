import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays, eachDay, mondayOf, monthOf } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';
import { addStaff } from '../../server/world/firm.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Entry {
  user_id: string;
  day: string;
  project_id: string | null;
  task_type_id: string | null;
  seconds: number;
  chargeable: boolean;
}

interface World {
  firm: TestFirm;
  partner: TestUser;
  people: TestUser[];
  projects: string[];
  clients: string[];
  lines: string[];
  entries: Entry[];
  /** The line and the client of each project. */
  of: Map<string, { client: string; line: string; sector: string }>;
}

/** Two clients of two sectors, three chargeable projects on two service lines, own work, three people. */
async function world(): Promise<World> {
  const firm = await makeFirm(app, ['DE', 'FR']);
  const partner = await firm.user({ grade: 'Partner' });
  const people = [
    await firm.user({ grade: 'Senior' }),
    await firm.user({ grade: 'Junior', country: 'FR' }),
    await firm.user({ grade: 'Junior' }),
  ];
  const [clients, projects, lines, roles] = [2, 3, 2, 2].map((count) => Array.from({ length: count }, () => newId())) as [
    string[],
    string[],
    string[],
    string[],
  ];
  const sectors = ['Steel', 'Paper'];
  const of = new Map(
    projects.map((id, index) => [
      id,
      { client: clients[index % 2] ?? '', line: lines[index % 2] ?? '', sector: sectors[index % 2] ?? '' },
    ]),
  );
  const task = newId();
  const entries: Entry[] = eachDay('2026-01-13', '2026-04-20').flatMap((day, index) =>
    people.map((person, number) => {
      const project = projects[(index + number) % 4] ?? null;
      return {
        user_id: person.id,
        day,
        project_id: project,
        task_type_id: project ? null : task,
        seconds: 900 * (1 + ((index * 5 + number * 3) % 17)),
        chargeable: project !== null,
      };
    }),
  );
  await firm.within(async (tx) => {
    await tx.write.insert('settings.task_types', [{ id: task, name: 'Reading', chargeable: false }]);
    await tx.write.insert(
      'clients.clients',
      clients.map((id, index) => ({ id, name: `Client ${index}`, sector: sectors[index] })),
    );
    await tx.write.insert(
      'clients.projects',
      projects.map((id, index) => ({
        id,
        code: `P${index}`,
        name: `Project ${index}`,
        client_id: clients[index % 2],
        chargeable: true,
        currency: 'EUR',
        starts_on: '2026-01-01',
        ends_on: '2026-12-31',
        budget_minutes: 60 * 365 * (index + 1),
        budget_fee: 365_00 * (index + 1),
      })),
    );
    await tx.write.insert(
      'rates.service_lines',
      lines.map((id, index) => ({ id, name: `Line ${index}`, lead_id: null })),
    );
    await tx.write.insert(
      'rates.sl_roles',
      roles.map((id, index) => ({
        id,
        service_line_id: lines[index],
        name: 'Staff',
        lowest_grade: 'Intern',
        highest_grade: 'Partner',
      })),
    );
    await tx.write.insert(
      'invoicing.terms',
      projects.map((id, index) => ({ id, service_line_id: lines[index % 2] })),
    );
    await tx.write.insert('time.entries', entries as never);
    await tx.write.insert('planning.bookings', [
      // Over a weekend and the end of a month: ten working days, of which seven in January.
      {
        user_id: people[0]?.id,
        project_id: projects[0],
        first_day: '2026-01-22',
        last_day: '2026-02-04',
        minutes_per_day: 300,
        level: 'hard',
        created_by: partner.id,
      },
      {
        user_id: people[0]?.id,
        project_id: projects[1],
        first_day: '2026-02-09',
        last_day: '2026-02-10',
        minutes_per_day: 200,
        level: 'soft',
        created_by: partner.id,
      },
    ]);
  });
  return { firm, partner, people, projects, clients, lines, entries, of };
}

const PERIOD = { from: '2026-01-20', to: '2026-04-10' };

/** What each entry stands under, by the group: a second account of the report, entry by entry. */
const keyOf = (w: World, group: string, entry: Entry): string => {
  const project = entry.project_id ? w.of.get(entry.project_id) : undefined;
  const none = '00000000-0000-0000-0000-000000000000';
  const keys: Record<string, string> = {
    client: project?.client ?? '',
    sector: project?.sector ?? '',
    service_line: project?.line ?? '',
    project: entry.project_id ?? none,
    task_type: entry.task_type_id ?? none,
    month: monthOf(entry.day),
    week: mondayOf(entry.day),
  };
  return keys[group] ?? '';
};

const FILTERS: Record<string, string> = {
  client: 'clients',
  sector: 'sectors',
  service_line: 'service_lines',
  project: 'projects',
  task_type: 'task_types',
  grade: 'grades',
  country: 'countries',
  person: 'users',
};

test('utilization by what was worked on, and when, is what the entries say; each row leads to its entries', async () => {
  const w = await world();
  const ask = async (body: object) =>
    (await w.firm.call(w.partner, 'POST', '/api/utilization/actual_utilization', { ...PERIOD, ...body })).body;
  const inside = w.entries.filter(({ day }) => day >= PERIOD.from && day <= PERIOD.to);
  for (const group of ['client', 'sector', 'service_line', 'project', 'task_type', 'month', 'week']) {
    const report = await ask({ group, months: true });
    const own = Map.groupBy(inside, (entry) => keyOf(w, group, entry));
    expect(new Set(report.rows.map(({ key }: { key: string }) => key)), group).toEqual(new Set(own.keys()));
    for (const row of report.rows) {
      const entries = own.get(row.key) ?? [];
      expect(row.seconds, `${group} ${row.key}`).toBe(entries.reduce((sum, { seconds }) => sum + seconds, 0));
      expect(row.chargeable_seconds).toBe(entries.reduce((sum, { seconds, chargeable }) => sum + (chargeable ? seconds : 0), 0));
      expect(row.people).toBe(
        group === 'month' || group === 'week' ? report.people : new Set(entries.map((e) => e.user_id)).size,
      );
    }
    // Rows of work add up to the utilization of all; months and weeks to time and capacity.
    const dated = group === 'month' || group === 'week';
    const sum = (figure: string): number =>
      report.rows.reduce((all: number, row: Record<string, number>) => all + (row[figure] ?? 0), 0);
    expect(sum('seconds')).toBe(report.total.seconds);
    if (dated) expect(sum('capacity_minutes')).toBe(report.total.capacity_minutes);
    else for (const row of report.rows) expect(row.capacity_minutes).toBe(report.total.capacity_minutes);
    expect(report.people).toBe(4);
  }
  for (const group of [...Object.keys(FILTERS)]) {
    for (const row of (await ask({ group })).rows) {
      if (row.key === '' || /^0{8}-/.test(row.key)) continue;
      const filter = { ...PERIOD, [FILTERS[group] ?? '']: [row.key], per_page: 200 };
      const behind = (await w.firm.call(w.partner, 'POST', '/api/utilization/table_data', filter)).body;
      const totals = (await w.firm.call(w.partner, 'POST', '/api/utilization/timespent_totals', filter)).body;
      const seconds = behind.reduce((all: number, entry: Entry) => all + entry.seconds, 0);
      expect({ group, key: row.key, seconds }).toEqual({ group, key: row.key, seconds: row.seconds });
      expect(totals.seconds).toBe(row.seconds);
    }
  }
});

test('a team that a person left, and a filter by where people are, narrow what a report holds', async () => {
  const w = await world();
  const ask = async (path: string, body: object) =>
    (await w.firm.call(w.partner, 'POST', `/api/utilization/${path}`, { ...PERIOD, ...body })).body;
  const french = (await ask('actual_utilization', { countries: ['FR'], group: 'person' })).rows;
  expect(french.map(({ key }: { key: string }) => key)).toEqual([w.people[1]?.id]);
  const none = await ask('timespent_totals', { service_lines: [newId()] });
  expect(none.seconds).toBe(0);
  const both = await ask('timespent_totals', { service_lines: [w.lines[0]], projects: [w.projects[1]] });
  expect(both.seconds).toBe(0);
  expect((await w.firm.call(w.partner, 'POST', '/api/utilization/rate', { ...PERIOD, countries: ['France'] })).status).toBe(422);
});

test('months and weeks stand beside those of the period compared with, by their places', async () => {
  const w = await world();
  for (const [path, group] of [
    ['actual_utilization', 'month'],
    ['rate', 'month'],
    ['rate', 'week'],
  ] as const) {
    const { rows } = (
      await w.firm.call(w.partner, 'POST', `/api/utilization/${path}`, {
        from: group === 'week' ? '2026-02-23' : '2026-03-01',
        to: group === 'week' ? '2026-03-08' : '2026-03-31',
        group,
        compare: group === 'week' ? { from: '2026-02-09', to: '2026-02-22' } : { from: '2026-02-01', to: '2026-02-28' },
      })
    ).body;
    const alone = (
      await w.firm.call(w.partner, 'POST', `/api/utilization/${path}`, {
        from: group === 'week' ? '2026-02-09' : '2026-02-01',
        to: group === 'week' ? '2026-02-22' : '2026-02-28',
        group,
      })
    ).body;
    expect(rows.length, path).toBe(alone.rows.length);
    rows.forEach((row: { before?: { seconds: number } }, index: number) =>
      expect(row.before?.seconds).toBe(alone.rows[index].seconds),
    );
  }
});

test('beside a report stands the confirmed plan of the same days, on days with capacity', async () => {
  const w = await world();
  const ask = async (path: string, body: object) =>
    (await w.firm.call(w.partner, 'POST', `/api/utilization/${path}`, { ...PERIOD, against: 'plan', ...body })).body;
  const people = await ask('actual_utilization', { group: 'person' });
  const ana = people.rows.find(({ key }: { key: string }) => key === w.people[0]?.id);
  // The tentative booking is no plan.
  expect(ana.before.chargeable_seconds).toBe(10 * 300 * 60);
  expect(people.before.chargeable_seconds).toBe(10 * 300 * 60);
  const months = await ask('actual_utilization', { group: 'month' });
  const planned = (rows: { before?: { chargeable_seconds: number } }[]): number[] =>
    rows.map(({ before }) => (before?.chargeable_seconds ?? 0) / 18_000);
  expect(planned(months.rows)).toEqual([7, 3, 0, 0]);
  const weeks = await ask('actual_utilization', { group: 'week' });
  expect(planned(weeks.rows).slice(0, 3)).toEqual([2, 5, 3]);
  const projects = await ask('rate', { group: 'project' });
  const first = projects.rows.find(({ key }: { key: string }) => key === w.projects[0]);
  expect(first.before.chargeable_seconds).toBe(10 * 300 * 60);
  expect(projects.before.chargeable_seconds).toBe(10 * 300 * 60);
  // Work that was planned and not done has a row of its own.
  const later = { from: '2026-01-23', to: '2026-01-23', projects: [w.projects[0]], users: [w.people[0]?.id] };
  const idle = await ask('rate', { group: 'person', ...later });
  expect(idle.rows.map((row: { seconds: number; before: { seconds: number } }) => [row.before.seconds])).toEqual([[18_000]]);
});

test('budgets allow for a period what falls on its days, evenly; who asks by person gets none', async () => {
  const w = await world();
  const ask = async (group: string, body: object = {}) =>
    (
      await w.firm.call(w.partner, 'POST', '/api/utilization/rate', {
        from: '2026-02-01',
        to: '2026-03-02',
        group,
        against: 'budget',
        ...body,
      })
    ).body;
  const days = 30;
  const projects = await ask('project');
  for (const [index, id] of w.projects.entries()) {
    const { before } = projects.rows.find(({ key }: { key: string }) => key === id);
    expect(before).toMatchObject({ seconds: 3600 * days * (index + 1), fee: 100 * days * (index + 1) });
  }
  expect(projects.before.fee).toBe(100 * days * 6);
  expect((await ask('month')).rows.map(({ before }: { before: { fee: number } }) => before.fee)).toEqual([16_800, 1200]);
  expect((await ask('sector', { sectors: ['Paper'] })).before.fee).toBe(100 * days * 2);
  expect((await ask('person')).before).toBeUndefined();
  expect(addDays('2026-02-01', days - 1)).toBe('2026-03-02');
});

const NONE = '00000000-0000-0000-0000-000000000000';

test('what has no client, sector, project, line, task, team or grade is asked for like any other, in rows, sums and entries', async () => {
  const w = await world();
  await w.firm.within(async (tx) => {
    const grades = await tx.all<Record<string, unknown>>(
      sql`select g.* from people.grades g where g.tenant_id = ${tx.tenant} and g.user_id = ${w.people[0]?.id}`,
    );
    await tx.write.remove('people.grades', grades);
  });
  const post = async (path: string, body: object) => {
    const { status, body: reply } = await w.firm.call(w.partner, 'POST', `/api/utilization/${path}`, { ...PERIOD, ...body });
    expect(status, JSON.stringify(reply)).toBe(200);
    return reply;
  };
  type Row = { key: string; seconds: number; people: number };
  const filters: Record<string, object> = {
    client: { clients: [NONE] },
    sector: { sectors: [''] },
    project: { projects: [NONE] },
    service_line: { service_lines: [NONE] },
    task_type: { task_types: [NONE] },
    team: { teams: [NONE] },
  };
  const added = (rows: readonly { seconds: number }[]): number => rows.reduce((all, { seconds }) => all + seconds, 0);
  for (const [group, filter] of Object.entries(filters)) {
    const { rows } = (await post('actual_utilization', { group })) as { rows: Row[] };
    const none = rows.find(({ key }) => key === '' || key === NONE);
    expect(none?.seconds, group).toBeGreaterThan(0);
    // Odd days at both ends, and whole months between them.
    const pages = [
      await post('table_data', { ...filter, per_page: 200 }),
      await post('table_data', { ...filter, per_page: 200, page: 2 }),
    ];
    expect(added(pages.flat()), group).toBe(none?.seconds);
    expect((await post('timespent_totals', filter)).seconds, group).toBe(none?.seconds);
    const alone = (await post('actual_utilization', { group, ...filter })) as { rows: Row[]; total: Row };
    expect(alone.total.seconds, group).toBe(none?.seconds);
    expect(
      alone.rows.filter(({ seconds }) => seconds > 0).map(({ key, seconds }) => [key, seconds]),
      group,
    ).toEqual([[none?.key, none?.seconds]]);
  }
  const { rows } = (await post('rate', { group: 'grade' })) as { rows: Row[] };
  const ungraded = rows.find(({ key }) => key === '');
  expect(added(await post('table_data', { grades: [''], chargeable: true, per_page: 200 }))).toBe(ungraded?.seconds);
  // Beside others it is one more of them.
  const some = await post('timespent_totals', { clients: [NONE, w.clients[0]] });
  const [first, none] = [{ clients: [w.clients[0]] }, { clients: [NONE] }];
  expect(some.seconds).toBe((await post('timespent_totals', first)).seconds + (await post('timespent_totals', none)).seconds);
  const lines = { service_lines: [NONE, w.lines[1]] };
  expect((await post('timespent_totals', lines)).seconds).toBe(
    (await post('timespent_totals', { service_lines: [NONE] })).seconds +
      (await post('timespent_totals', { service_lines: [w.lines[1]] })).seconds,
  );
});

// Its world takes a while to make.
test.skipIf(!process.env['CADRE_FULL'])(
  'more weeks of people on projects than a call takes arguments are rated on the spot',
  async () => {
    const w = await world();
    const [staff, weeks] = [120, 53];
    const projects = Array.from({ length: 20 }, () => newId());
    await w.firm.within(async (tx) => {
      const people = await addStaff(
        tx,
        Array.from({ length: staff }, (_, index) => ({
          ...{ firstName: 'Person', lastName: String(index), email: `many-${index}-${w.firm.slug}@example.org` },
          ...{ category: 'operational' as const, grade: 'Junior' as const, country: 'DE', employedFrom: '2024-12-01' },
        })),
      );
      await tx.write.insert(
        'clients.projects',
        projects.map((id, index) => ({
          ...{ id, code: `MANY-${index}`, name: `Many ${index}` },
          ...{ client_id: w.clients[0], chargeable: true, currency: 'EUR' },
        })),
      );
      for (let week = 0; week < weeks; week++)
        await tx.write.insert(
          'time.entries',
          people.flatMap((user_id) =>
            projects.map((id) => ({
              user_id,
              day: addDays('2024-12-30', week * 7),
              project_id: id,
              seconds: 60,
              chargeable: true,
            })),
          ),
          { covered: true },
        );
    });
    const { status, body } = await w.firm.call(w.partner, 'POST', '/api/utilization/rate', {
      from: '2024-12-30',
      to: addDays('2024-12-30', weeks * 7),
      group: 'week',
      // Narrowed by people, what they worked is not put together by project.
      grades: ['Junior'],
    });
    expect([status, body.count], JSON.stringify(body)).toEqual([200, weeks]);
    expect(body.total.seconds).toBe(60 * staff * projects.length * weeks);
  },
  120_000,
);
