import pg from 'pg';
import { type Day, addDays } from '../../kit/day.ts';
import type { TxHost } from '../tx.ts';
import { createFirm } from './firm.ts';

export interface ScaleSpec {
  slug: string;
  users: number;
  /** Time entries in all, spread over the period. */
  entries: number;
  from: Day;
  to: Day;
}

export interface ScaledFirm {
  slug: string;
  tenant: number;
  users: number;
  entries: number;
}

const NIL = '00000000-0000-0000-0000-000000000000';

/** People with their facts; teams of fifty, clients and projects in proportion. `$1` tenant, `$2` people, `$3` first day. */
const staffing = [
  `create temp table staff on commit drop as select gen_random_uuid() as id, n from generate_series(1, $2::int) n where $1::int > 0 and $3::date is not null`,
  `insert into access.memberships (tenant_id, id, category, grade)
     select $1::int, id, case when n % 40 = 0 then 'hr' when n % 40 = 1 then 'admin' else 'operational' end,
       (array['Intern', 'Junior', 'Junior', 'Junior', 'Senior', 'Senior', 'Senior', 'Manager', 'Manager', 'Senior Manager', 'Director', 'Partner'])[1 + n % 12]
     from staff where $2::int > 0 and $3::date is not null`,
  `insert into people.users (tenant_id, id, first_name, last_name, country)
     select $1::int, id, 'Person', lpad(n::text, 5, '0'), (array['DE', 'GB', 'FR', 'ES'])[1 + n % 4] from staff where $2::int > 0 and $3::date is not null`,
  `insert into people.employments (tenant_id, id, user_id, valid_from) select $1::int, gen_random_uuid(), id, $3::date - 400 from staff where $2::int > 0`,
  `insert into people.patterns (tenant_id, id, user_id, valid_from, minutes)
     select $1::int, gen_random_uuid(), id, $3::date - 400, case when n % 8 = 0 then '{480,480,480,480,0,0,0}' else '{480,480,480,480,480,0,0}' end::int[]
     from staff where $2::int > 0`,
  `insert into people.grades (tenant_id, id, user_id, grade, valid_from)
     select $1::int, gen_random_uuid(), s.id, m.grade, $3::date - 400 from staff s join access.memberships m on m.tenant_id = $1 and m.id = s.id where $2::int > 0`,
  `insert into people.teams (tenant_id, id, name) select $1::int, gen_random_uuid(), 'Team ' || lpad(n::text, 4, '0')
     from generate_series(1, greatest(1, $2::int / 50)) n where $3::date is not null`,
  `insert into people.team_members (tenant_id, id, team_id, user_id, valid_from)
     select $1::int, gen_random_uuid(), (select array_agg(id order by name) from people.teams where tenant_id = $1)[1 + s.n % greatest(1, $2::int / 50)], s.id, $3::date - 400
     from staff s`,
  `insert into clients.clients (tenant_id, id, name) select $1::int, gen_random_uuid(), 'Client ' || lpad(n::text, 5, '0')
     from generate_series(1, greatest(5, $2::int / 10)) n where $3::date is not null`,
  `insert into clients.projects (tenant_id, id, code, name, client_id, chargeable, currency)
     select $1::int, gen_random_uuid(), 'S-' || lpad(n::text, 5, '0'), 'Engagement ' || n,
       (select array_agg(id) from clients.clients where tenant_id = $1)[1 + n % greatest(5, $2::int / 10)], n % 9 <> 0, 'EUR'
     from generate_series(1, greatest(10, $2::int / 5)) n where $3::date is not null`,
  `insert into people.targets (tenant_id, id, grade, basis_points, valid_from)
     select $1::int, gen_random_uuid(), g, 7000, '2000-01-01' from unnest(array['Intern', 'Junior', 'Senior', 'Manager', 'Senior Manager', 'Director', 'Partner']) g
     where $2::int > 0 and $3::date is not null`,
];

/** Lines of the days from `$2` to `$5`: up to four a day, each with the chance `$4`; eight projects a person, the first ones far more often. */
const timeOfSpan = `
  with p as (select array_agg(id order by code) as ids, array_agg(chargeable order by code) as chargeable from clients.projects where tenant_id = $1),
  lines as (
    select u.id as user_id, d.day, (u.n * 7 + floor(power(random(), 3) * 8)::int) % $3::int + 1 as pick
    from (select id, row_number() over (order by id)::int as n from people.users where tenant_id = $1) u
    cross join (select day::date from generate_series($2::date, $5::date, interval '1 day') day where extract(isodow from day) < 6) d
    cross join generate_series(1, 4) line
    where random() < $4::float8)
  insert into time.entries (tenant_id, id, user_id, day, project_id, seconds, chargeable, comment)
  select $1::int, gen_random_uuid(), l.user_id, l.day, p.ids[l.pick], 900 * (1 + floor(random() * 11))::int, p.chargeable[l.pick],
    'Work on point ' || (random() * 500)::int
  from lines l cross join p`;

const sums = [
  `insert into time.person_days (tenant_id, user_id, day, seconds, chargeable_seconds, entry_count)
     select $1::int, user_id, day, sum(seconds), coalesce(sum(seconds) filter (where chargeable), 0), count(*) from time.entries where tenant_id = $1 group by 2, 3`,
  `insert into time.months (tenant_id, month, user_id, project_id, task_type_id, chargeable, grade, team_id, country, seconds, entry_count)
     select $1::int, date_trunc('month', e.day::timestamp)::date, e.user_id, e.project_id, '${NIL}', e.chargeable, g.grade, t.team_id, u.country, sum(e.seconds), count(*)
     from time.entries e join people.users u on u.tenant_id = $1 and u.id = e.user_id
     join people.grades g on g.tenant_id = $1 and g.user_id = e.user_id join people.team_members t on t.tenant_id = $1 and t.user_id = e.user_id
     where e.tenant_id = $1 group by 2, 3, 4, 6, 7, 8, 9`,
  `insert into time.person_months (tenant_id, month, user_id, seconds, chargeable_seconds)
     select tenant_id, month, user_id, sum(seconds), coalesce(sum(seconds) filter (where chargeable), 0) from time.months where tenant_id = $1 group by 1, 2, 3`,
];

/** Ten bookings a person over the year from `$2`, mostly hard. */
const plan = `
  with p as (select array_agg(id order by code) as ids from clients.projects where tenant_id = $1)
  insert into planning.bookings (tenant_id, id, user_id, project_id, first_day, last_day, minutes_per_day, level, created_by)
  select $1::int, gen_random_uuid(), u.id, p.ids[(u.n * 7 + k) % $3::int + 1], s.day, s.day + 7 * (1 + floor(random() * 5))::int - 3,
    (array[480, 480, 420, 240, 240, 120])[1 + floor(random() * 6)::int],
    case when random() < 0.75 then 'hard' when random() < 0.8 then 'soft' else 'requested' end, u.id
  from (select id, row_number() over (order by id)::int as n from people.users where tenant_id = $1) u
  cross join generate_series(0, 9) k
  cross join lateral (select date_trunc('week', $2::timestamp)::date + 7 * (k * 5 + (u.n + k) % 4) as day) s
  cross join p`;

/** Figures of what was just laid in: without them the planner joins new rows one by one. */
const figures = `analyze access.memberships, people.users, people.grades, people.team_members, people.employments, people.patterns, clients.clients, clients.projects`;

/**
 * Makes large firms inside the database: as many people and time entries as asked for, the sums beside them, and a year of
 * bookings from the last day on. For measuring; nothing of it went through the gateway, so it has no audit.
 * @param told hears of each firm when it is there
 */
export async function layScaled(
  host: TxHost,
  adminUrl: string,
  specs: readonly ScaleSpec[],
  told: (firm: ScaledFirm) => void = () => undefined,
): Promise<ScaledFirm[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const made: ScaledFirm[] = [];
    for (const spec of specs) {
      const firm = await layFirm(host, adminUrl, client, spec);
      made.push(firm);
      told(firm);
    }
    await client.query('vacuum analyze');
    return made;
  } finally {
    await client.end();
  }
}

/** One large firm. */
export async function layScale(host: TxHost, adminUrl: string, spec: ScaleSpec): Promise<ScaledFirm> {
  const [firm] = await layScaled(host, adminUrl, [spec]);
  return firm as ScaledFirm;
}

async function layFirm(host: TxHost, adminUrl: string, client: pg.Client, spec: ScaleSpec): Promise<ScaledFirm> {
  const year = Number(spec.to.slice(0, 4));
  const first = Number(spec.from.slice(0, 4));
  const tenant = await createFirm(host, adminUrl, {
    slug: spec.slug,
    name: `Scale ${spec.slug}`,
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    countries: ['DE', 'GB', 'FR', 'ES'],
    years: Array.from({ length: year - first + 3 }, (_, index) => first - 1 + index),
  });
  await inTenant(
    client,
    tenant,
    ...staffing.map((statement): [string, unknown[]] => [statement, [tenant, spec.users, spec.from]]),
  );
  await client.query(figures);
  const projects = Math.max(10, Math.floor(spec.users / 5));
  const days = Math.round(((Date.parse(spec.to) - Date.parse(spec.from)) / 86_400_000 + 1) * (5 / 7));
  const chance = Math.min(1, spec.entries / (spec.users * days * 4));
  // The rows are right by construction, and checking each reference takes most of the time; only a superuser may skip it.
  const { rows: me } = await client.query<{ rolsuper: boolean }>('select rolsuper from pg_roles where rolname = current_user');
  if (me[0]?.rolsuper) await client.query('set session_replication_role = replica');
  for (let day = spec.from; day <= spec.to; day = addDays(day, 28)) {
    const last = addDays(day, 27) < spec.to ? addDays(day, 27) : spec.to;
    await inTenant(client, tenant, [timeOfSpan, [tenant, day, projects, chance, last]]);
  }
  await client.query('analyze time.entries');
  await inTenant(client, tenant, ...sums.map((statement): [string, unknown[]] => [statement, [tenant]]), [
    plan,
    [tenant, spec.to, projects],
  ]);
  await client.query('reset session_replication_role');
  const { rows } = await client.query<{ n: number }>('select count(*)::int as n from time.entries where tenant_id = $1', [
    tenant,
  ]);
  return { slug: spec.slug, tenant, users: spec.users, entries: rows[0]?.n ?? 0 };
}

async function inTenant(client: pg.Client, tenant: number, ...statements: [string, unknown[]][]): Promise<void> {
  await client.query('begin');
  await client.query('select app.set_tenant($1)', [tenant]);
  for (const [text, values] of statements) await client.query(text, values);
  await client.query('commit');
}
