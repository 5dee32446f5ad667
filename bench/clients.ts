import { parseArgs } from 'node:util';
import pg from 'pg';
import { addDays, dayIn } from '../src/kit/day.ts';
import { readConfig } from '../src/server/config.ts';
import { open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff } from '../src/server/world/firm.ts';
import { layScale } from '../src/server/world/scale.ts';
import { type Ask, EMAIL, PASSWORD, asker, filtersPainted, often as oftenTimes, timeOf, withServer } from './large.ts';
import { type Line, aboutRun, program, report } from './measure.ts';
import { type Server, signIn } from './server.ts';

/** Measures the clients and projects of a large firm: lists, filters, search, panel, export and import. Kept in bench/results. */
const { values } = parseArgs({
  options: {
    projects: { type: 'string', default: '20000' },
    clients: { type: 'string', default: '3000' },
    entries: { type: 'string', default: '200000' },
    rows: { type: 'string', default: '10000' },
  },
});
const ROUNDS = 21;
const PEOPLE = 300;
const [PROJECTS, CLIENTS, ENTRIES, ROWS] = [values.projects, values.clients, values.entries, values.rows].map(Number) as [
  number,
  number,
  number,
  number,
];
const NIL = '00000000-0000-0000-0000-000000000000';

/** Clients, projects with managers and states, and one project on which everybody has worked for three years. */
const lay = [
  `insert into clients.clients (tenant_id, id, name, sector, city) select $1::int, gen_random_uuid(), 'House ' || lpad(n::text, 5, '0'),
     (array['Energy', 'Rail', 'Food', 'Media'])[1 + n % 4], 'Town ' || n % 50 from generate_series(1, $2::int) n where $3::int > 0 and $4::int > 0`,
  `with c as (select array_agg(id order by name) as ids from clients.clients where tenant_id = $1 and name like 'House %'),
     t as (select array_agg(id order by name) as ids from people.teams where tenant_id = $1)
   insert into clients.projects (tenant_id, id, code, name, client_id, team_id, status, billing_status, chargeable, currency, starts_on, ends_on, budget_minutes)
   select $1::int, gen_random_uuid(), 'B-' || lpad(n::text, 6, '0'), (array['Audit', 'Tax', 'Review', 'Advice'])[1 + n % 4] || ' ' || n, c.ids[1 + n % $2::int],
     t.ids[1 + n % array_length(t.ids, 1)], (array['active', 'active', 'planned', 'completed', 'archived'])[1 + n % 5],
     (array['not_started', 'in_progress', 'billed'])[1 + n % 3], n % 9 <> 0, 'EUR', make_date(2020 + n % 7, 1, 1), make_date(2021 + n % 7, 6, 30), 60000
   from generate_series(1, $3::int) n cross join c cross join t where $4::int > 0`,
  `insert into clients.project_managers (tenant_id, id, project_id, user_id)
   select $1::int, gen_random_uuid(), p.id, u.ids[1 + (row_number() over (order by p.code))::int % array_length(u.ids, 1)]
   from clients.projects p cross join (select array_agg(id) as ids from people.users where tenant_id = $1) u
   where p.tenant_id = $1 and p.code like 'B-%' and $2::int + $3::int + $4::int > 0`,
  `with p as (select id from clients.projects where tenant_id = $1 and code = 'B-000001'),
     u as (select id, row_number() over (order by id)::int as n from people.users where tenant_id = $1 and last_name <> 'Partner')
   insert into time.entries (tenant_id, id, user_id, day, project_id, seconds, chargeable)
   select $1::int, gen_random_uuid(), u.id, current_date - 1 - d, p.id, 1800, true from u cross join p
   cross join generate_series(0, $4::int / ${PEOPLE} - 1) d where $2::int + $3::int > 0`,
  `insert into time.person_days (tenant_id, user_id, day, seconds, chargeable_seconds, entry_count)
   select tenant_id, user_id, day, sum(seconds), sum(seconds), count(*) from time.entries
   where tenant_id = $1 and project_id = (select id from clients.projects where tenant_id = $1 and code = 'B-000001') and $2::int + $3::int + $4::int > 0
   group by 1, 2, 3 on conflict do nothing`,
  `insert into time.months (tenant_id, month, user_id, project_id, task_type_id, chargeable, grade, team_id, country, seconds, entry_count)
   select e.tenant_id, date_trunc('month', e.day::timestamp)::date, e.user_id, e.project_id, '${NIL}', true, g.grade, t.team_id, u.country, sum(e.seconds), count(*)
   from time.entries e join people.users u on u.tenant_id = $1 and u.id = e.user_id
   join people.grades g on g.tenant_id = $1 and g.user_id = e.user_id join people.team_members t on t.tenant_id = $1 and t.user_id = e.user_id
   where e.tenant_id = $1 and e.project_id = (select id from clients.projects where tenant_id = $1 and code = 'B-000001') and $2::int + $3::int + $4::int > 0
   group by 1, 2, 3, 4, 7, 8, 9`,
  `insert into planning.bookings (tenant_id, id, user_id, project_id, first_day, last_day, minutes_per_day, level, created_by)
   select $1::int, gen_random_uuid(), u.id, (select id from clients.projects where tenant_id = $1 and code = 'B-000001'),
     current_date + 30 * k, current_date + 30 * k + 20, 240, 'hard', u.id
   from people.users u cross join generate_series(-3, 2) k where u.tenant_id = $1 and $2::int + $3::int + $4::int > 0`,
];

async function prepare(dataDir: string): Promise<void> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  const today = dayIn('Europe/Berlin', new Date());
  const made = await layScale(running.host, running.adminUrl, {
    slug: 'bench',
    users: PEOPLE,
    entries: 50_000,
    from: addDays(today, -365),
    to: addDays(today, -1),
  });
  const client = new pg.Client({ connectionString: running.adminUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select app.set_tenant($1)', [made.tenant]);
  for (const statement of lay) await client.query(statement, [made.tenant, CLIENTS, PROJECTS, ENTRIES]);
  await client.query('commit');
  await client.query('vacuum analyze');
  await client.end();
  const boss = { firstName: 'Bench', lastName: 'Partner', email: EMAIL, password: PASSWORD, employedFrom: addDays(today, -60) };
  await withTenant(running.host, { tenant: made.tenant }, (tx) =>
    addStaff(tx, [{ ...boss, category: 'admin', grade: 'Partner', country: 'DE' }]),
  );
  await running.close();
}

const often = (work: () => Promise<unknown>): Promise<number> => oftenTimes(ROUNDS, work);

interface Row {
  id: string;
  client_id: string;
  team_id: string;
  managers: { id: string }[];
}

async function lists(lines: Line[], ask: Ask): Promise<Row> {
  const [big] = (await ask('POST', '/api/projects/all', { search: 'b-000001' })) as Row[];
  if (!big) throw new Error('The large project is not there.');
  const all = PROJECTS.toLocaleString('en');
  const ways: [what: string, target: number, body: object][] = [
    [`first page of ${all} projects`, 60, {}],
    ['the same of a client', 60, { clients: [big.client_id] }],
    ['the same of a team', 60, { teams: [big.team_id] }],
    ['the same of a manager', 60, { users: big.managers.map(({ id }) => id) }],
    ['the same of two years', 60, { years: [2024, 2025] }],
    ['the same by status', 60, { statuses: ['active', 'planned'] }],
    ['the same by billing status', 60, { billing_status: ['billed'] }],
    ['the same, chargeable', 60, { chargeable: true }],
    ['page 200, by client', 250, { page: 200, sort: 'client' }],
    ['search as you type: "aud"', 80, { search: 'aud' }],
    ['search as you type: "audit 1234"', 80, { search: 'audit 1234' }],
  ];
  for (const [what, target, body] of ways)
    lines.push({ what, ours: await often(() => ask('POST', '/api/projects/all', body)), target, unit: 'ms', kind: 'most' });
  const clients = CLIENTS.toLocaleString('en');
  const ofClients: [what: string, target: number, body: object][] = [
    [`first page of ${clients} clients`, 60, {}],
    ['the same, searched', 80, { search: '0123' }],
  ];
  for (const [what, target, body] of ofClients)
    lines.push({ what, ours: await often(() => ask('POST', '/api/clients/all', body)), target, unit: 'ms', kind: 'most' });
  lines.push({
    what: 'a name that is typed: is it there already',
    ours: await often(() => ask('POST', '/api/settings/smart_search', { query: 'audit 12', collections: ['projects'], top: 4 })),
    target: 80,
    unit: 'ms',
    kind: 'most',
  });
  return big;
}

async function panel(lines: Line[], ask: Ask, { id }: Row): Promise<void> {
  const size = ENTRIES.toLocaleString('en');
  // What the panel asks for when it opens, all at once.
  const whole = (): Promise<unknown> =>
    Promise.all([ask('GET', `/api/projects/${id}`), ask('GET', `/api/projects/${id}/figures`)]);
  lines.push(
    { what: `panel of a project with ${size} entries`, ours: await often(whole), target: 150, unit: 'ms', kind: 'most' },
    {
      what: 'its people',
      ours: await often(() => ask('GET', `/api/projects/${id}/people`)),
      target: 150,
      unit: 'ms',
      kind: 'most',
    },
    {
      what: 'its feed of changes',
      ours: await often(() => ask('GET', `/api/projects/${id}/history`)),
      target: 150,
      unit: 'ms',
      kind: 'most',
    },
  );
}

async function screens(lines: Line[], server: Server, big: Row): Promise<void> {
  const ways: [what: string, searches: string[]][] = [
    ['filter painted: status', ['active', 'planned', 'completed'].map((each) => `?statuses=${each}`)],
    ['filter painted: billing status', ['billed', 'in_progress', 'not_started'].map((each) => `?billing_status=${each}`)],
    ['filter painted: chargeable', ['?chargeable=true', '?chargeable=false']],
    ['filter painted: year', [2023, 2024, 2025].map((year) => `?years=${year}`)],
    ['filter painted: client', [`?clients=${big.client_id}`]],
    ['filter painted: team', [`?teams=${big.team_id}`]],
    ['filter painted: manager', [`?users=${big.managers[0]?.id ?? ''}`]],
    ['filter painted: project', [`?projects=${big.id}`]],
    ['search painted', ['audit 12', 'tax 99', 'review 77'].map((each) => `?search=${encodeURIComponent(each)}`)],
  ];
  await filtersPainted(server, '/management/clients_&_projects?sort=-code', ways, (what, ours) =>
    lines.push({ what, ours, target: 250, unit: 'ms', kind: 'most' }),
  );
}

async function exported(lines: Line[], server: Server, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  for (const format of ['xlsx', 'csv']) {
    const before = server.memory();
    let peak = before;
    let bytes = 0;
    const took = await timeOf(async () => {
      const answer = await fetch(`${server.url}/api/projects/export?format=${format}`, { method: 'POST', headers, body: '{}' });
      if (!answer.body) throw new Error('Nothing came.');
      for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) {
        bytes += chunk.byteLength;
        peak = Math.max(peak, server.memory());
      }
    });
    lines.push({
      what: `export of ${PROJECTS.toLocaleString('en')} projects as ${format}`,
      ours: took / 1000,
      target: 3,
      unit: 's',
      kind: 'most',
      beside: `${(bytes / 1e6).toFixed(1)} MB; memory ${before.toFixed(0)} → ${peak.toFixed(0)} MB`,
    });
  }
}

async function imported(lines: Line[], ask: Ask): Promise<void> {
  const data = Array.from({ length: ROWS }, (_, index) => ({
    name: `Import ${index}`,
    client: `House ${String(1 + (index % CLIENTS)).padStart(5, '0')}`,
    managers: 'Bench Partner',
    starts_on: '2026-01-01',
    budget_hours: '120,5',
  }));
  let judged = { success: false };
  const checked = await timeOf(
    async () => void (judged = (await ask('POST', '/api/projects/validate_table', { data })) as typeof judged),
  );
  if (!judged.success) throw new Error('The table was refused.');
  let done = { created: 0 };
  const written = await timeOf(
    async () => void (done = (await ask('POST', '/api/projects/bulk_insert', { data })) as typeof done),
  );
  if (done.created !== ROWS) throw new Error(`${done.created} of ${ROWS} were added.`);
  const size = ROWS.toLocaleString('en');
  lines.push(
    { what: `judge a table of ${size} projects`, ours: checked / 1000, target: 15, unit: 's', kind: 'most' },
    { what: `add ${size} projects`, ours: written / 1000, target: 15, unit: 's', kind: 'most' },
  );
}

async function main(): Promise<void> {
  const lines: Line[] = [];
  await withServer('clients', prepare, async (server) => {
    const token = await signIn(server.url, EMAIL, PASSWORD);
    const ask = asker(server, token);
    const big = await lists(lines, ask);
    await panel(lines, ask, big);
    await screens(lines, server, big);
    await exported(lines, server, token);
    await imported(lines, ask);
  });
  report('clients', 'Clients and projects', aboutRun(`${values.projects} projects of ${values.clients} clients`), lines);
}

program(main);
