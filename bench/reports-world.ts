import pg from 'pg';
import { type Day, addDays, addMonths, dayIn, monthOf } from '../src/kit/day.ts';
import { keepWorth } from '../src/reporting/server/worth-keep.ts';
import { readConfig } from '../src/server/config.ts';
import { type Running, open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff } from '../src/server/world/firm.ts';
import { layScaled } from '../src/server/world/scale.ts';
import { layVariables } from '../src/server/world/variables.ts';
import { type Ask, EMAIL, PASSWORD } from './large.ts';

/** What the benchmarks of reports share: a firm that rates, plans and bills its time among others, and what is asked of it. */
export const today = dayIn('Europe/Berlin', new Date());
const first = addMonths(today, -36);
export const last = addDays(monthOf(today), -1);
export const year: { from: Day; to: Day } = { from: addMonths(today, -12), to: last };

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

export interface FirmsSpec {
  /** Of the firm that is measured. */
  entries: number;
  users: number;
  /** How many firms stand beside it, and the entries of each. */
  others: number;
  each: number;
  /** People of each of those. */
  staff: number;
}

/** Lays three years of firms; the first has rates, agreements, a plan, and has billed all but the last weeks. @returns its tenant */
export async function layReports(running: Running, { entries, users, others, each, staff }: FirmsSpec): Promise<number> {
  const beside = Array.from({ length: others }, (_, index) => ({
    slug: `small-${index}`,
    users: staff,
    entries: each,
    from: first,
    to: last,
  }));
  const [made] = await layScaled(running.host, running.adminUrl, [
    { slug: 'bench', users, entries, from: first, to: last },
    ...beside,
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
  await client.end();
  const boss = { firstName: 'Bench', lastName: 'Partner', email: EMAIL, password: PASSWORD, employedFrom: addDays(today, -60) };
  await withTenant(running.host, { tenant }, (tx) =>
    addStaff(tx, [{ ...boss, category: 'admin', grade: 'Partner', country: 'DE' }]),
  );
  return tenant;
}

/** As the database does in its own time. */
export async function vacuum({ adminUrl }: Running): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

/** Rates what waits: all of new firms, and in data of an earlier run what a later version keeps. */
export async function catchUp(dataDir: string): Promise<void> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  const client = new pg.Client({ connectionString: running.adminUrl });
  await client.connect();
  const { rows } = await client.query<{ id: number }>('select id from settings.tenants order by id');
  await client.end();
  for (const { id } of rows)
    while (await withTenant(running.host, { tenant: id }, keepWorth)) {
      // Until nothing waits.
    }
  await vacuum(running);
  await running.close();
}

const PAGE = { per_page: 50 };

/** A report as it is asked for again and again. */
export interface Read {
  what: string;
  /** Milliseconds. */
  target: number;
  rounds: number;
  work: () => Promise<unknown>;
}

/** Every report's first page. */
export function reads(ask: Ask): Read[] {
  const read = (what: string, path: string, body: object, target = 100, rounds = 21): Read => ({
    what,
    target,
    rounds,
    work: () => ask('POST', `/api/utilization/${path}`, { ...body, ...PAGE }),
  });
  const compare = { from: addMonths(today, -24), to: addDays(addMonths(today, -12), -1) };
  const week = { from: addDays(last, -9), to: addDays(last, -3) };
  const quarter = { from: addMonths(monthOf(today), -3), to: last };
  return [
    ...['project', 'person', 'team', 'month', 'client', 'service_line'].map((group) =>
      read(`rates of a year by ${group}`, 'rate', { ...year, group }, 100, 41),
    ),
    read('a quarter by person', 'rate', { from: addMonths(today, -3), to: last, group: 'person' }, 100, 41),
    read('a year by team beside the year before', 'rate', { ...year, group: 'team', compare }, 200),
    {
      what: 'margins of projects over a year',
      target: 100,
      rounds: 21,
      work: () => ask('GET', `/api/projects/margin?from=${year.from}&to=${year.to}`),
    },
    read('a week by project, rated on the spot', 'rate', { ...week, group: 'project' }),
    read('hours by project over a year', 'timespent_by_projects', year),
    ...['person', 'client', 'week'].map((group) =>
      read(`utilization of a year by ${group}`, 'actual_utilization', { ...year, group }),
    ),
    read('a quarter by team beside its plan', 'rate', { ...quarter, group: 'team', against: 'plan' }, 200),
    ...['client', 'project', 'team', 'person'].map((group) => read(`work in progress by ${group}`, 'wip', { group }, 100, 41)),
    read('work in progress of two months ago by client', 'wip', {
      group: 'client',
      day: addDays(addMonths(monthOf(today), -1), -1),
    }),
  ];
}

/** The entries behind the first client of the work in progress. */
export async function readBehind(ask: Ask): Promise<Read> {
  const { rows } = (await ask('POST', '/api/utilization/wip', { group: 'client', per_page: 1 })) as {
    rows: { key: string; since: Day }[];
  };
  const body = { from: rows[0]?.since, to: today, clients: [rows[0]?.key], unbilled: true, ...PAGE };
  return {
    what: 'the entries behind a client of it',
    target: 100,
    rounds: 21,
    work: () => ask('POST', '/api/utilization/table_data', body),
  };
}
