import fs from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Day, addDays, addMonths, dayIn, monthOf } from '../src/kit/day.ts';
import { newId } from '../src/kit/ids.ts';
import { keepWorth } from '../src/reporting/server/worth-keep.ts';
import { worthDifferences } from '../src/reporting/server/worth-proof.ts';
import { readConfig } from '../src/server/config.ts';
import { sql } from '../src/server/sql.ts';
import { type Running, open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff } from '../src/server/world/firm.ts';
import { layScaled } from '../src/server/world/scale.ts';
import { layVariables } from '../src/server/world/variables.ts';
import { type Ask, EMAIL, PASSWORD, asker, timeOf, withServer } from './large.ts';
import { type Line, aboutRun, median, program, report } from './measure.ts';
import { type Server, signIn } from './server.ts';

/**
 * Measures reports of money in a large firm among small ones: rating everything, what an entry pays for its sums, every report's first
 * page while all stands, while people write, and right after rates changed. Kept in bench/results.
 */
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '2000000' },
    users: { type: 'string', default: '1000' },
    others: { type: 'string', default: '20' },
    each: { type: 'string', default: '50000' },
    data: { type: 'string' },
    'lay-only': { type: 'boolean', default: false },
  },
});
const [ENTRIES, USERS, OTHERS, EACH] = [values.entries, values.users, values.others, values.each].map(Number) as [
  number,
  number,
  number,
  number,
];
const ROUNDS = 41;
const WRITES = 300;
const today = dayIn('Europe/Berlin', new Date());
const first = addMonths(today, -36);
const last = addDays(monthOf(today), -1);
const year: { from: Day; to: Day } = { from: addMonths(today, -12), to: last };

const ms = (lines: Line[], what: string, ours: number, target: number, beside?: string): void =>
  void lines.push({ what, ours, target, unit: 'ms', kind: 'most', ...(beside ? { beside } : {}) });

/** Terms for all projects, and a fixed fee for every fifth. */
const agreements = [
  `insert into invoicing.terms (tenant_id, id, service_line_id)
   select p.tenant_id, p.id, (select array_agg(l.id order by l.name) from rates.service_lines l where l.tenant_id = $1)[1 + abs(hashtext(p.code)) % 3]
   from clients.projects p where p.tenant_id = $1`,
  `update clients.projects set fee_kind = 'fixed', budget_fee = 50000000 where tenant_id = $1 and chargeable and right(code, 1) in ('0', '5')`,
];

/** Whole days of work that are still to be billed. */
const UNBILLED_DAYS = 75;

/** All chargeable time but that of the last weeks has left the work in progress, as a firm that bills every month has it. */
const clearing = [
  `insert into invoicing.write_offs (tenant_id, id, project_id, state, currency, period_from, period_to, seconds, value, standard, standing,
     reason, asked_by, asked_at, decided_by, decided_at)
   select $1::int, p.id, p.id, 'approved', p.currency, min(e.day), max(e.day), sum(e.seconds), 0, 0, 0, 'Measured', w.ids[1], now(), w.ids[2], now()
   from clients.projects p join time.entries e on e.tenant_id = $1 and e.project_id = p.id and e.day < $2::date
   cross join (select array_agg(id) as ids from (select id from people.users where tenant_id = $1 order by id limit 2) u) w
   where p.tenant_id = $1 and p.chargeable group by p.id, p.currency, w.ids`,
  `insert into invoicing.billed_time (tenant_id, id, write_off_id, project_id, user_id, day, seconds, value, standard)
   select e.tenant_id, e.id, e.project_id, e.project_id, e.user_id, e.day, e.seconds, 0, 0 from time.entries e
   where e.tenant_id = $1 and e.chargeable and e.day < $2::date`,
  `insert into invoicing.ledger (tenant_id, id, write_off_id, project_id, entry_id, user_id, day, booked_on, seconds, value, standard, billed)
   select e.tenant_id, gen_random_uuid(), e.project_id, e.project_id, e.id, e.user_id, e.day, e.day + 20, e.seconds, 0, 0, 0 from time.entries e
   where e.tenant_id = $1 and e.chargeable and e.day < $2::date`,
];

/** How long turns take: the 95th of a hundred, and the one in the middle. */
async function turns(rounds: number, work: () => Promise<unknown>): Promise<{ p95: number; p50: number }> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timeOf(work));
  times.sort((a, b) => a - b);
  return { p95: times[Math.floor(times.length * 0.95)] ?? 0, p50: median(times) };
}

async function prepare(dataDir: string, lines: Line[]): Promise<void> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  const small = Array.from({ length: OTHERS }, (_, index) => ({
    slug: `small-${index}`,
    users: Math.max(10, Math.round(EACH * 0.0016)),
    entries: EACH,
    from: first,
    to: last,
  }));
  const [made] = await layScaled(running.host, running.adminUrl, [
    { slug: 'bench', users: USERS, entries: ENTRIES, from: first, to: last },
    ...small,
  ]);
  const tenant = made?.tenant ?? 0;
  await layVariables(running.host, tenant, today);
  const client = new pg.Client({ connectionString: running.adminUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select app.set_tenant($1)', [tenant]);
  for (const statement of agreements) await client.query(statement, [tenant]);
  // The rows are right by construction: checking each reference takes most of the time.
  await client.query('set local session_replication_role = replica');
  for (const statement of clearing) await client.query(statement, [tenant, addDays(last, -UNBILLED_DAYS)]);
  await client.query('commit');
  await rating(lines, running, tenant);
  await writing(lines, running, tenant);
  await client.query('vacuum analyze');
  await client.end();
  const boss = { firstName: 'Bench', lastName: 'Partner', email: EMAIL, password: PASSWORD, employedFrom: addDays(today, -60) };
  await withTenant(running.host, { tenant }, (tx) =>
    addStaff(tx, [{ ...boss, category: 'admin', grade: 'Partner', country: 'DE' }]),
  );
  await running.close();
}

/** Everything is rated once, portion after portion, and proved. */
async function rating(lines: Line[], { host }: Running, tenant: number): Promise<void> {
  let [portions, longest] = [0, 0];
  const all = await timeOf(async () => {
    for (let more = true; more; portions++) {
      const one = await timeOf(async () => {
        more = await withTenant(host, { tenant }, keepWorth);
      });
      longest = Math.max(longest, one);
    }
  });
  const beside = `${portions} portions, the longest ${(longest / 1000).toFixed(1)} s`;
  lines.push({
    what: `rating ${(ENTRIES / 1e6).toFixed(0)}M entries anew, online`,
    ours: all / 1000,
    target: 120,
    unit: 's',
    kind: 'most',
    beside,
  });
  const proof = await timeOf(async () => {
    const found = await withTenant(host, { tenant, readOnly: true }, worthDifferences);
    if (found.length > 0) throw new Error(`${found.length} months are not what their entries are worth.`);
  });
  lines.push({ what: 'proving it, as every night', ours: proof / 1000, target: 120, unit: 's', kind: 'most' });
}

/** What an entry pays for days, months and the mark on the person's month: the same insert with and without them. */
async function writing(lines: Line[], { host }: Running, tenant: number): Promise<void> {
  const options = { tenant };
  const [users, projects] = await withTenant(host, options, (tx) =>
    Promise.all([
      tx.all<{ id: string }>(sql`select id from people.users where tenant_id = ${tenant} order by id limit 200`),
      tx.all<{ id: string }>(sql`select id from clients.projects where tenant_id = ${tenant} order by id limit 200`),
    ]),
  );
  const row = (turn: number) => ({
    id: newId(),
    user_id: users[turn % users.length]?.id,
    day: addDays(today, turn % 5),
    project_id: projects[(turn * 7) % projects.length]?.id,
    seconds: 60,
    chargeable: true,
  });
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] };
  for (let turn = 0; turn < 2 * WRITES; turn++) {
    const entry = row(turn);
    if (turn % 2 === 0) {
      times.with.push(
        await timeOf(() => withTenant(host, options, (tx) => tx.write.insert('time.entries', [entry], { covered: true }))),
      );
      continue;
    }
    const plain = () =>
      withTenant({ ...host, derivations: new Map() }, options, (tx) =>
        tx.write.insert('time.entries', [entry], { covered: true }),
      );
    times.without.push(await timeOf(plain));
    // What stands in no sum is taken away again.
    await withTenant(host, options, (tx) =>
      tx.all(sql`delete from time.entries where tenant_id = ${tenant} and id = ${entry.id} returning 1`),
    );
  }
  const [dear, cheap] = [median(times.with), median(times.without)];
  ms(
    lines,
    'what an entry pays for all of its sums',
    dear - cheap,
    0.4,
    `${dear.toFixed(2)} with, ${cheap.toFixed(2)} without; medians of ${WRITES}`,
  );
}

const PAGE = { per_page: 50 };

/** One call as it is repeated, at the 95th of a hundred. */
async function one(lines: Line[], what: string, target: number, work: () => Promise<unknown>, rounds = ROUNDS): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await work();
  const { p95, p50 } = await turns(rounds, work);
  ms(lines, `${what}, p95`, p95, target, `p50 ${p50.toFixed(0)} ms`);
}

async function reading(lines: Line[], ask: Ask): Promise<void> {
  const money = (body: object) => () => ask('POST', '/api/utilization/rate', { ...body, ...PAGE });
  for (const group of ['project', 'person', 'team', 'month', 'client', 'service_line'])
    await one(lines, `rates of a year by ${group}`, 100, money({ ...year, group }));
  await one(lines, 'a quarter by person', 100, money({ from: addMonths(today, -3), to: last, group: 'person' }));
  const compare = { from: addMonths(today, -24), to: addDays(addMonths(today, -12), -1) };
  await one(lines, 'a year by team beside the year before', 200, money({ ...year, group: 'team', compare }), 21);
  await one(
    lines,
    'margins of projects over a year',
    100,
    () => ask('GET', `/api/projects/margin?from=${year.from}&to=${year.to}`),
    21,
  );
  const week = { from: addDays(last, -9), to: addDays(last, -3), group: 'project' };
  await one(lines, 'a week by project, rated on the spot', 100, money(week), 21);
  const hours = () => ask('POST', '/api/utilization/timespent_by_projects', { ...year, ...PAGE });
  await one(lines, 'hours by project over a year', 100, hours, 21);
  const utilization = () => ask('POST', '/api/utilization/actual_utilization', { ...year, group: 'person', ...PAGE });
  await one(lines, 'utilization of a year by person', 100, utilization, 21);
  for (const group of ['client', 'week'])
    await one(
      lines,
      `utilization of a year by ${group}`,
      100,
      () => ask('POST', '/api/utilization/actual_utilization', { ...year, group, ...PAGE }),
      21,
    );
  const quarter = { from: addMonths(monthOf(today), -3), to: last };
  await one(lines, 'a quarter by team beside its plan', 200, money({ ...quarter, group: 'team', against: 'plan' }), 21);
}

/** A file of about a million entries: its first byte, and what the server holds while it is sent. */
async function downloading(lines: Line[], server: Server, token: string): Promise<void> {
  const period = { from: addDays(last, -540), to: last };
  const before = server.memory();
  const start = performance.now();
  const answer = await fetch(`${server.url}/api/utilization/export_projects?format=csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...period, by: 'entry' }),
  });
  let [first, rows, most] = [0, 0, before];
  let seen = performance.now();
  for await (const chunk of answer.body ?? []) {
    first ||= performance.now() - start;
    for (const byte of chunk) if (byte === 10) rows++;
    if (performance.now() - seen > 200) {
      most = Math.max(most, server.memory());
      seen = performance.now();
    }
  }
  const whole = (performance.now() - start) / 1000;
  if (!answer.ok) throw new Error(`The file was refused: ${answer.status}.`);
  const about = `${rows - 1} entries in ${whole.toFixed(0)} s`;
  ms(lines, 'a file of a million entries, first byte', first, 1000, about);
  lines.push({ what: 'memory that sending it takes', ours: most - before, target: 60, unit: 'MB', kind: 'most' });
}

/** Work in progress by each of its rows; the entries behind one. */
async function standing(lines: Line[], ask: Ask): Promise<void> {
  const wip = (body: object) => () => ask('POST', '/api/utilization/wip', { ...body, ...PAGE });
  for (const group of ['client', 'project', 'team', 'person'])
    await one(lines, `work in progress by ${group}`, 100, wip({ group }));
  const then = { group: 'client', day: addDays(monthOf(addMonths(today, -1)), -1) };
  await one(lines, 'work in progress of two months ago by client', 100, wip(then), 21);
  const { rows } = (await wip({ group: 'client' })()) as { rows: { key: string; since: Day }[] };
  const behind = { from: rows[0]?.since, to: today, clients: [rows[0]?.key], unbilled: true, ...PAGE };
  await one(lines, 'the entries behind a client of it', 100, () => ask('POST', '/api/utilization/table_data', behind), 21);
}

/** Data of an earlier run may have waited for what a later version keeps. */
async function catchUp(dataDir: string): Promise<void> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  const client = new pg.Client({ connectionString: running.adminUrl });
  await client.connect();
  const { rows } = await client.query<{ id: number }>('select id from settings.tenants order by id');
  for (const { id } of rows)
    while (await withTenant(running.host, { tenant: id }, keepWorth)) {
      // Until nothing waits.
    }
  await client.query('vacuum analyze');
  await client.end();
  await running.close();
}

async function main(): Promise<void> {
  const lines: Line[] = [];
  if (values.data && values['lay-only']) return void (await prepare(values.data, lines));
  if (values.data && fs.existsSync(values.data)) await catchUp(values.data);
  await withServer(
    'reports',
    (dataDir) => prepare(dataDir, lines),
    async (server) => {
      const token = await signIn(server.url, EMAIL, PASSWORD);
      await reading(lines, asker(server, token));
      await standing(lines, asker(server, token));
      await downloading(lines, server, token);
      lines.push({ what: 'memory of the server after all that', ours: server.memory(), target: 300, unit: 'MB', kind: 'most' });
    },
    values.data,
  );
  const about = `${(ENTRIES / 1e6).toFixed(1)}M entries of ${USERS} people in one firm, ${OTHERS} firms of 50,000 beside it; three years`;
  // What is kept was not rated in this run: its figures are for looking at.
  report(values.data ? undefined : 'reports', 'Reports of a large firm', aboutRun(about), lines);
}

program(main);
