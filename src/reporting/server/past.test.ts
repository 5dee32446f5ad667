import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { type Day, addDays, startOfDay } from '../../kit/day.ts';
import { inFull } from '../../../test/fault.ts';
import { newId } from '../../kit/ids.ts';
import { raw, sql } from '../../server/sql.ts';
import { type Tx, withTenant } from '../../server/tx.ts';
import { keepWorth } from './worth-keep.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
const clock = () => new Date();
afterEach(() => void (app.host.clock = clock));
afterAll(() => app.close());

const ZONE = 'Europe/Berlin';
const FIRST: Day = '2026-10-05';
/** Days of history, and happenings on each. */
const [DAYS, TURNS] = [7, 6];

/** Numbers that look random and are the same at each run. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}
type Roll = ReturnType<typeof dice>;
type Stored = Record<string, unknown> & { id: string };

interface World {
  firm: TestFirm;
  partner: TestUser;
  manager: TestUser;
  people: TestUser[];
  projects: string[];
  teams: string[];
  role: string;
}

/** Runs work in the firm at a moment of a day. */
const during = <T>({ firm }: Pick<World, 'firm'>, day: Day, work: (tx: Tx) => Promise<T>): Promise<T> => {
  const now = new Date(startOfDay(ZONE, day).getTime() + 11 * 3_600_000);
  return withTenant({ ...app.host, clock: () => now }, { tenant: firm.tenant }, work);
};

async function world(seed: number): Promise<World> {
  const roll = dice(seed);
  // The firm has been here for a while.
  app.host.clock = () => startOfDay(ZONE, addDays(FIRST, -150));
  const firm = await makeFirm(app, ['DE', 'FR']);
  const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const page = { view_page: true, can_see_cost: true };
  const teams = [newId(), newId()];
  await firm.within((tx) => tx.write.insert('people.teams', teams.map((id, index) => ({ id, name: `Team ${index}` })) as never));
  await firm.call(boss, 'POST', '/api/settings/add_role_access', {
    role: 'cost',
    accesses: { management_reporting: page, kpi_reporting: page },
  });
  await firm.call(boss, 'POST', '/api/settings/add_role_access', {
    role: 'own',
    accesses: Object.fromEntries(
      ['management_reporting', 'kpi_reporting'].map((key) => [key, { view_page: true, see_all_teams: false }]),
    ),
  });
  const partner = await firm.user({ grade: 'Partner', role: 'cost' });
  const manager = await firm.user({ grade: 'Manager', role: 'own', ...(teams[0] ? { teamId: teams[0] } : {}) });
  const people = [
    await firm.user({ grade: 'Senior', teamId: teams[0] ?? null }),
    await firm.user({ grade: 'Junior', country: 'FR', teamId: teams[1] ?? null }),
    await firm.user({ grade: 'Junior', teamId: teams[0] ?? null }),
  ];
  const projects = Array.from({ length: 4 }, () => newId());
  const [client, line, role] = [newId(), newId(), newId()];
  app.host.clock = clock;
  const w: World = { firm, partner, manager, people, projects, teams, role };
  await during(w, addDays(FIRST, -140), async (tx) => {
    await tx.write.insert('clients.clients', [{ id: client, name: 'Acme', sector: 'Steel' }]);
    await tx.write.insert(
      'clients.projects',
      projects.map((id, index) => ({
        id,
        code: `P${index}`,
        name: `Project ${index}`,
        client_id: client,
        chargeable: true,
        currency: index === 1 ? 'GBP' : 'EUR',
        fee_kind: index === 2 ? 'fixed' : 'time_and_materials',
        budget_fee: index === 2 ? 500_000 : null,
        status: 'active',
      })),
    );
    await tx.write.insert('rates.service_lines', [{ id: line, name: 'Audit', lead_id: null }]);
    await tx.write.insert('rates.sl_roles', [
      { id: role, service_line_id: line, name: 'Staff', lowest_grade: 'Intern', highest_grade: 'Partner' },
    ]);
    await tx.write.insert(
      'rates.rates',
      ['Junior', 'Senior', 'Manager'].flatMap((grade) =>
        ['DE', 'FR'].map((country) => ({
          grade,
          country,
          sl_role_id: role,
          currency: 'EUR',
          standard_rate: 6000 + roll(9000),
          charge_rate: 5000 + roll(5000),
          cost_rate: 3000 + roll(2000),
          valid_from: '2025-01-01',
          valid_to: 'infinity',
        })),
      ),
    );
    await tx.write.insert('rates.exchange', [
      { currency: 'GBP', base: 'EUR', millionths: 1_150_000, valid_from: '2025-01-01', valid_to: 'infinity' },
    ]);
    await tx.write.insert('people.targets', [{ grade: 'Junior', basis_points: 7000, valid_from: '2020-01-01' }]);
    // Months that nobody touches later, and some that are.
    await tx.write.insert(
      'time.entries',
      Array.from({ length: 60 }, () => ({ ...entry(w, roll), day: addDays('2026-06-10', roll(130)) })),
    );
  });
  return w;
}

const entry = ({ people, projects }: Pick<World, 'people' | 'projects'>, roll: Roll) => ({
  user_id: people[roll(people.length)]?.id,
  day: addDays('2026-09-28', roll(25)),
  project_id: projects[roll(projects.length)],
  seconds: 60 * (1 + roll(120)),
  chargeable: roll(5) > 0,
});

const pick = async (tx: Tx, table: string, roll: Roll): Promise<Stored | undefined> => {
  const rows = await tx.all<Stored>(sql`select t.* from ${raw(table)} t where t.tenant_id = ${tx.tenant} order by t.id`);
  return rows[roll(Math.max(1, rows.length))];
};
const change = async (tx: Tx, table: string, roll: Roll, set: (row: Stored) => object): Promise<void> => {
  const before = await pick(tx, table, roll);
  if (before) await tx.write.update(table, [{ before, set: set(before) as Record<string, unknown> }]);
};

let gone: Stored | undefined;
/** What may happen on a day; each is what some screen writes. */
const HAPPENINGS: Record<string, (tx: Tx, w: World, roll: Roll, day: Day) => Promise<unknown>> = {
  log: (tx, w, roll) => tx.write.insert('time.entries', [entry(w, roll), entry(w, roll)]),
  correct: (tx, w, roll) => change(tx, 'time.entries', roll, ({ day }) => ({ ...entry(w, roll), day })),
  retouch: (tx, _w, roll) => change(tx, 'time.entries', roll, (row) => ({ seconds: Number(row['seconds']) + 60 })),
  drop: async (tx, _w, roll) => {
    gone = await pick(tx, 'time.entries', roll);
    if (gone) await tx.write.remove('time.entries', [gone]);
  },
  bring_back: async (tx) => {
    const known = gone && (await tx.one(sql`select 1 from time.entries where tenant_id = ${tx.tenant} and id = ${gone.id}`));
    if (!gone || known) return;
    const { tenant_id: _tenant, version: _version, created_at: _at, updated_at: _updated, import_id: _import, ...row } = gone;
    await tx.write.insert('time.entries', [row]);
  },
  import: async (tx, w, roll) => {
    const id = newId();
    await tx.write.insert('time.imports', [{ id, file_name: 'x.csv', format: 'csv', row_count: 3, created_count: 3 }]);
    await tx.write.insert(
      'time.entries',
      Array.from({ length: 3 }, () => ({ ...entry(w, roll), import_id: id })),
      { covered: true },
    );
  },
  take_import_back: async (tx) => {
    const rows = await tx.all<Stored>(
      sql`select * from time.entries where tenant_id = ${tx.tenant} and import_id is not null order by id limit 3`,
    );
    await tx.write.remove('time.entries', rows);
  },
  rate: (tx, _w, roll) =>
    change(tx, 'rates.rates', roll, () => ({ standard_rate: 6000 + roll(9000), cost_rate: 2000 + roll(3000) })),
  exchange: (tx, _w, roll) => change(tx, 'rates.exchange', roll, () => ({ millionths: 1_100_000 + roll(200_000) })),
  agree: async (tx, w, roll) => {
    const [project, user] = [w.projects[roll(2)], w.people[roll(3)]?.id];
    const rows = await tx.all<Stored>(sql`
      select * from clients.project_rates where tenant_id = ${tx.tenant} and project_id = ${project} and user_id = ${user}`);
    const rate = 4000 + roll(4000);
    if (rows.length > 0)
      await tx.write.update(
        'clients.project_rates',
        rows.map((before) => ({ before, set: { rate } })),
      );
    else
      await tx.write.insert('clients.project_rates', [
        { project_id: project, user_id: user, rate, valid_from: addDays('2026-09-01', roll(60)), valid_to: 'infinity' },
      ]);
  },
  promote: (tx, _w, roll) => change(tx, 'people.grades', roll, () => ({ grade: ['Junior', 'Senior', 'Manager'][roll(3)] })),
  move: (tx, w, roll) => change(tx, 'people.team_members', roll, () => ({ team_id: w.teams[roll(2)] })),
  emigrate: (tx, w, roll) =>
    change(tx, 'people.users', roll, (row) =>
      w.people.some(({ id }) => id === row.id) ? { country: ['DE', 'FR'][roll(2)] } : { last_name: `Name${roll(99)}` },
    ),
  aim: (tx, _w, roll) => change(tx, 'people.targets', roll, () => ({ basis_points: 1000 * roll(10) })),
  leave: async (tx, w, roll) => {
    const type = await tx.one<{ id: string }>(sql`select id from leave.types where tenant_id = ${tx.tenant} order by id limit 1`);
    const day = addDays('2026-09-21', roll(40));
    const user = w.people[roll(3)]?.id;
    const taken = await tx.one(
      sql`select 1 from leave.requests where tenant_id = ${tx.tenant} and user_id = ${user} and first_day = ${day}`,
    );
    if (!taken)
      await tx.write.insert('leave.requests', [
        { user_id: user, type_id: type?.id, first_day: day, last_day: day, status: 'approved' },
      ]);
  },
  stay: async (tx, _w, roll) => change(tx, 'leave.requests', roll, () => ({ status: 'cancelled' })),
  book: (tx, w, roll, day) =>
    tx.write.insert('planning.bookings', [
      {
        user_id: w.people[roll(3)]?.id,
        project_id: w.projects[roll(4)],
        first_day: addDays(day, roll(5) - 6),
        last_day: addDays(day, roll(20)),
        minutes_per_day: 60 * (1 + roll(4)),
        level: roll(3) > 0 ? 'hard' : 'soft',
        created_by: w.partner.id,
      },
    ]),
  unbook: async (tx, _w, roll) => {
    const row = await pick(tx, 'planning.bookings', roll);
    if (row) await tx.write.remove('planning.bookings', [row]);
  },
  renegotiate: (tx, _w, roll) =>
    change(tx, 'clients.projects', roll, () => ({ budget_fee: 100_000 + roll(900_000), name: `Named ${roll(1000)}` })),
  close: (tx, _w, roll) =>
    change(tx, 'clients.projects', roll, (row) => ({ status: row['status'] === 'active' ? 'completed' : 'active' })),
  stamp: async (tx, _w, roll) => {
    const row = await pick(tx, 'time.entries', roll);
    const known = row && (await tx.one(sql`select 1 from invoicing.stamps where tenant_id = ${tx.tenant} and id = ${row.id}`));
    if (!row?.['project_id'] || known) return;
    await tx.write.insert('invoicing.stamps', [
      {
        id: row.id,
        project_id: row['project_id'],
        user_id: row['user_id'],
        day: row['day'],
        currency: 'EUR',
        standard_rate: 5000 + roll(5000),
        charge_rate: 4000 + roll(5000),
        cost_rate: 2000,
        stamped_at: tx.now,
      },
    ]);
  },
  spend: (tx, w, roll) =>
    tx.write.insert('invoicing.costs', [
      {
        project_id: w.projects[roll(4)],
        day: addDays('2026-09-20', roll(40)),
        kind: 'subcontractor',
        amount: 1 + roll(90_000),
        currency: roll(2) > 0 ? 'EUR' : 'GBP',
      },
    ]),
  respend: (tx, _w, roll) =>
    change(tx, 'invoicing.costs', roll, (row) => ({ amount: 1 + roll(90_000), is_rebillable: !row['is_rebillable'] })),
  unspend: async (tx, _w, roll) => {
    const row = await pick(tx, 'invoicing.costs', roll);
    if (row) await tx.write.remove('invoicing.costs', [row]);
  },
  keep: (tx) => keepWorth(tx),
};
const NAMES = Object.keys(HAPPENINGS);
/** Without what makes all worth be rated anew: what is kept is used then. */
const CALM = NAMES.filter((name) => !['rate', 'exchange', 'agree'].includes(name));

const PERIOD = { from: '2026-09-22', to: '2026-10-31' };
const WHOLE = { from: '2026-06-01', to: '2026-10-31' };
const REPORTS: [path: string, body: object][] = [
  ['actual_utilization', { ...PERIOD, group: 'person', months: true }],
  ['actual_utilization', { ...WHOLE, group: 'team' }],
  ['actual_utilization', { ...PERIOD, group: 'country' }],
  ['actual_utilization', { ...WHOLE, group: 'client', against: 'plan' }],
  ['actual_utilization', { ...PERIOD, group: 'week' }],
  ['rate', { ...WHOLE, group: 'project' }],
  ['rate', { ...PERIOD, group: 'person' }],
  ['rate', { ...WHOLE, group: 'grade', against: 'plan' }],
  ['rate', { ...WHOLE, group: 'month' }],
  ['underrecovery_ratio', { ...WHOLE, group: 'country' }],
  ['timespent_by_projects', WHOLE],
  ['timespent_by_people', PERIOD],
  ['timespent_totals', PERIOD],
  ['table_data', { ...PERIOD, per_page: 200 }],
];

/** Every report at this moment, or as of a day. */
async function reports({ firm, partner }: World, asOf?: Day): Promise<unknown[]> {
  const bodies: unknown[] = [];
  for (const [path, body] of REPORTS) {
    const answer = await firm.call(partner, 'POST', `/api/utilization/${path}`, { ...body, ...(asOf ? { as_of: asOf } : {}) });
    expect(answer.status, `${path} ${JSON.stringify(answer.body).slice(0, 200)}`).toBe(200);
    bodies.push(answer.body);
  }
  return bodies;
}

for (const [seed, names] of [
  [7, NAMES],
  [23, NAMES],
  [101, CALM],
  [102, CALM],
  [103, CALM],
] as const) {
  test.skipIf(names === CALM && seed > 101 && !inFull)(
    `a report as of a day's end is the report that stood there, whatever was written since (history ${seed})`,
    async () => {
      const w = await world(seed);
      const roll = dice(seed * 31);
      const kept: { day: Day; stood: unknown[] }[] = [];
      gone = undefined;
      for (let day = FIRST; day < addDays(FIRST, DAYS); day = addDays(day, 1)) {
        for (let turn = 0; turn < TURNS; turn++) {
          const name = names[roll(names.length)] ?? '';
          await during(w, day, (tx) => HAPPENINGS[name]?.(tx, w, roll, day) ?? Promise.resolve());
        }
        app.host.clock = () => new Date(startOfDay(ZONE, addDays(day, 1)).getTime() - 1);
        kept.push({ day, stood: await reports(w) });
        app.host.clock = clock;
      }
      // What is kept of worth stands for today: none of it may be taken for what was.
      for (let more = true; more; ) more = await during(w, addDays(FIRST, 20), keepWorth);
      for (const { day, stood } of kept) {
        const then = await reports(w, day);
        REPORTS.forEach(([path, body], index) => {
          expect({ day, path, body, reply: then[index] }).toEqual({ day, path, body, reply: stood[index] });
        });
      }
    },
    120_000,
  );
}

test('what changed since is told entry by entry, and how many other facts did; a day that is not over is refused', async () => {
  const w = await world(5);
  const [project] = w.projects;
  const [ana] = w.people as [TestUser];
  const row = { user_id: ana.id, day: '2026-10-01', project_id: project, chargeable: true };
  const [kept, changed, dropped] = [newId(), newId(), newId()];
  await during(w, '2026-10-02', (tx) =>
    tx.write.insert('time.entries', [
      { ...row, id: kept, seconds: 600 },
      { ...row, id: changed, seconds: 1200 },
      { ...row, id: dropped, seconds: 1800 },
    ]),
  );
  await during(w, '2026-10-06', async (tx) => {
    const rows = await tx.all<Stored>(
      sql`select * from time.entries where tenant_id = ${tx.tenant} and id = any(${[changed, dropped]}::uuid[])`,
    );
    const by = (id: string) => rows.filter((each) => each.id === id);
    await tx.write.update(
      'time.entries',
      by(changed).map((before) => ({ before, set: { seconds: 3600 } })),
    );
    await tx.write.remove('time.entries', by(dropped));
    await change(tx, 'rates.rates', dice(3), () => ({ cost_rate: 1 }));
  });
  const ask = async (asOf: Day, user = w.partner) =>
    w.firm.call(user, 'POST', '/api/utilization/changed_since', {
      from: '2026-10-01',
      to: '2026-10-01',
      users: [ana.id],
      as_of: asOf,
    });
  const { body } = await ask('2026-10-05');
  expect(body).toMatchObject({ count: 2, seconds_then: 3000, seconds_now: 3600, facts: [{ kind: 'rates', count: 1 }] });
  expect(body.rows.map((each: Stored) => [each.id, each['then'], each['now']])).toEqual(
    expect.arrayContaining([
      [changed, expect.objectContaining({ seconds: 1200, project: 'Project 0' }), expect.objectContaining({ seconds: 3600 })],
      [dropped, expect.objectContaining({ seconds: 1800 }), null],
    ]),
  );
  expect((await ask('2026-10-06')).body).toMatchObject({ count: 0, rows: [], facts: [] });
  for (const path of ['changed_since', 'rate', 'timespent_totals']) {
    const answer = await w.firm.call(w.partner, 'POST', `/api/utilization/${path}`, { ...PERIOD, as_of: '2999-01-01' });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining('as_of')]);
  }
  expect((await ask('2026-10-05', ana)).status).toBe(403);
  const early = await ask('2026-01-01');
  expect([early.status, JSON.stringify(early.body)]).toEqual([422, expect.stringContaining('The firm was not here yet')]);
});

test('whom a reader may see is a matter of today, and a file of then holds the entries of then', async () => {
  const w = await world(9);
  const [ana, bo] = w.people as [TestUser, TestUser];
  const names = async (asOf?: Day) =>
    (
      await w.firm.call(w.manager, 'POST', '/api/utilization/actual_utilization', {
        ...PERIOD,
        group: 'person',
        ...(asOf ? { as_of: asOf } : {}),
      })
    ).body.rows?.map(({ key }: { key: string }) => key);
  expect(await names()).toContain(ana.id);
  expect(await names()).not.toContain(bo.id);
  const before = await w.firm.call(w.partner, 'POST', '/api/utilization/export_projects?format=csv', { ...WHOLE, by: 'entry' });
  await during(w, '2026-10-07', async (tx) => {
    const members = await tx.all<Stored>(
      sql`select * from people.team_members where tenant_id = ${tx.tenant} and user_id = ${ana.id}`,
    );
    await tx.write.update(
      'people.team_members',
      members.map((each) => ({ before: each, set: { team_id: w.teams[1] } })),
    );
    const entries = await tx.all<Stored>(sql`select * from time.entries where tenant_id = ${tx.tenant}`);
    await tx.write.remove('time.entries', entries);
  });
  // She led her team then and does not now.
  expect(await names('2026-10-06')).not.toContain(ana.id);
  const ask = (body: object) =>
    w.firm.call(w.partner, 'POST', '/api/utilization/export_projects?format=csv', { ...WHOLE, by: 'entry', ...body });
  expect((await ask({})).bytes.toString().trim().split('\r\n')).toHaveLength(1);
  expect((await ask({ as_of: '2026-10-06' })).bytes.toString()).toBe(before.bytes.toString());
});
