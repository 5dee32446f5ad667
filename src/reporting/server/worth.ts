import type { Day } from '../../kit/day.ts';
import type { Grade } from '../../kit/grades.ts';
import { daysOfChange, isUnbilled, ratesOfHours, rolesOf } from '../../invoicing/server/public.ts';
import type { PersonMonth } from '../../time/server/public.ts';
import { type Sql, join, planned, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { worthOf } from '../rules/money.ts';
import { NIL } from './facts.ts';

/** Where hours stand, as in time.months; the nil id and '' stand for none. */
export interface WorthKey {
  month: Day;
  user_id: string;
  project_id: string;
  task_type_id: string;
  chargeable: boolean;
  grade: string;
  team_id: string;
  country: string;
}

/** Hours and what they are worth: amounts are seconds times minor units of the project's currency an hour. */
export interface Worth {
  seconds: number;
  standard: number;
  charge: number;
  cost: number;
  unpriced_seconds: number;
  unrated_seconds: number;
  uncosted_seconds: number;
}

/** @property week the Monday, only where weeks are asked for @property day only of unbilled time */
export type WorthRow = WorthKey & Worth & { week?: Day; day?: Day };

/** Time that is worth the same an hour. */
interface Span extends WorthKey {
  week?: Day;
  day: Day;
  seconds: number;
  stamped: boolean;
  standard_rate: number | null;
  charge_rate: number | null;
  cost_rate: number | null;
}

/** Entries to rate: those of months of people, or those of days. */
export type Source = { months: readonly PersonMonth[] } | { from: Day; to: Day };

/** A source as what stands before and behind `time.entries e`. */
function entriesOf(source: Source): { before: Sql; where: Sql } {
  if ('from' in source) return { before: sql``, where: sql`e.day between ${source.from} and ${source.to}` };
  const list = JSON.stringify(source.months.map(({ month, user_id }) => ({ month, user_id })));
  return {
    before: sql`json_to_recordset(${list}::json) as w(month date, user_id uuid) join`,
    where: sql`e.user_id = w.user_id and e.day >= w.month and e.day < w.month + interval '1 month'`,
  };
}

/** Entries of a source with what held on their days, as far as `condition` on `f` leaves them, summed where an hour is worth the same. */
function spansOf(tx: Tx, source: Source, days: readonly Day[], { condition, weeks, coarse, unbilled }: Wanted): Promise<Span[]> {
  const { before, where } = entriesOf(source);
  const from = 'from' in source ? sql`time.entries e` : sql`${before} time.entries e on ${where}`;
  const week = weeks ? sql`date_trunc('week', e.day::timestamp)::date` : sql`null::date`;
  const none = sql`${NIL}::uuid`;
  const teams = sql`left join people.team_members t on t.tenant_id = e.tenant_id and t.user_id = e.user_id and t.is_primary
    and t.valid_from <= e.day and t.valid_to > e.day`;
  return tx.all<Span>(
    planned(sql`
    with found as materialized (
      select date_trunc('month', e.day::timestamp)::date as month, ${week} as week, e.day, e.user_id,
        coalesce(e.project_id, ${NIL}::uuid) as project_id, ${coarse ? none : sql`coalesce(e.task_type_id, ${NIL}::uuid)`} as task_type_id,
        e.chargeable, coalesce(g.grade, '') as grade, ${coarse ? none : sql`coalesce(t.team_id, ${NIL}::uuid)`} as team_id,
        coalesce(pl.country, u.country) as country, e.seconds,
        s.id is not null as stamped, s.standard_rate, s.charge_rate, s.cost_rate, width_bucket(e.day, ${days}::date[]) as span
      from ${from}
      join people.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      left join people.grades g on g.tenant_id = e.tenant_id and g.user_id = e.user_id and g.valid_from <= e.day and g.valid_to > e.day
      left join people.places pl on pl.tenant_id = e.tenant_id and pl.user_id = e.user_id and pl.valid_from <= e.day and pl.valid_to > e.day
      ${coarse ? sql`` : teams}
      left join invoicing.stamps s on s.tenant_id = e.tenant_id and s.id = e.id and s.project_id = e.project_id
        and s.user_id = e.user_id and s.day = e.day
      where e.tenant_id = ${tx.tenant} and ${where} and ${unbilled ? isUnbilled() : sql`true`}
    )
    select f.month, f.week, min(f.day) as day, f.user_id, f.project_id, f.task_type_id, f.chargeable, f.grade, f.team_id, f.country,
      sum(f.seconds)::bigint as seconds, f.stamped, f.standard_rate, f.charge_rate, f.cost_rate
    from found f where ${condition ?? sql`true`}
    group by f.month, f.week, ${unbilled ? sql`f.day` : sql`f.span`}, f.user_id, f.project_id, f.task_type_id, f.chargeable, f.grade, f.team_id, f.country,
      f.stamped, f.standard_rate, f.charge_rate, f.cost_rate`),
  );
}

interface Wanted {
  /** On `f`, with the columns of `WorthKey`. */
  condition?: Sql;
  /** Split by weeks too. */
  weeks?: boolean;
  /** Told apart by project, month and chargeability alone; what else is a key stands as none. */
  coarse?: boolean;
  /** Only chargeable time that stands on no draft, no invoice and no write-off, told apart by days too. */
  unbilled?: boolean;
}

const KEYS = ['month', 'week', 'user_id', 'project_id', 'task_type_id', 'chargeable', 'grade', 'team_id', 'country'] as const;
const DAILY_KEYS = [...KEYS, 'day'] as const;
const COARSE_KEYS = ['month', 'week', 'project_id', 'chargeable'] as const;
const NONE = { user_id: NIL, task_type_id: NIL, grade: '', team_id: NIL, country: '' };
const AMOUNTS = ['seconds', 'standard', 'charge', 'cost', 'unpriced_seconds', 'unrated_seconds', 'uncosted_seconds'] as const;

/**
 * What entries are worth, straight from the entries: as stamped when their week was approved, else at the rates of their day, by role,
 * grade, country and what the project agreed on. The one place where hours of reports are rated: what is kept and what is
 * read at once both come from here.
 */
export async function rate(tx: Tx, source: Source, wanted: Wanted = {}): Promise<WorthRow[]> {
  if ('months' in source && source.months.length === 0) return [];
  const projects = await tx.all<{ id: string; currency: string }>(
    sql`select p.id, p.currency from clients.projects p where p.tenant_id = ${tx.tenant}`,
  );
  const currencies = new Map(projects.map(({ id, currency }) => [id, currency]));
  const days = await daysOfChange(tx, [...currencies.keys()]);
  const spans = await spansOf(tx, source, days, wanted);
  const open = spans.filter(({ stamped, project_id }) => !stamped && project_id !== NIL);
  const roles = await rolesOf(tx, [...new Set(open.map(({ project_id }) => project_id))]);
  const rates = await ratesOfHours(
    tx,
    roles,
    open.map(({ project_id, user_id, day, grade, country }) => ({
      ...{ project_id, user_id, day, country },
      grade: grade === '' ? null : (grade as Grade),
      currency: currencies.get(project_id) ?? '',
    })),
  );
  const rated = new Map(open.map((span, index) => [span, rates[index]]));
  const sums = new Map<string, WorthRow>();
  const keys = wanted.coarse ? COARSE_KEYS : wanted.unbilled ? DAILY_KEYS : KEYS;
  for (const span of spans) {
    const key = keys.map((each) => span[each]).join(' ');
    const worth = span.project_id === NIL ? worthOf(span, undefined) : worthOf(span, rated.get(span) ?? span);
    const sum = sums.get(key);
    if (sum) for (const amount of AMOUNTS) sum[amount] += worth[amount];
    else
      sums.set(key, { ...keyOf(span), ...(wanted.coarse ? NONE : {}), ...(wanted.unbilled ? { day: span.day } : {}), ...worth });
  }
  return [...sums.values()];
}

const keyOf = (span: Span): WorthKey & { week?: Day } =>
  Object.fromEntries(
    KEYS.filter((key) => span[key] !== null && span[key] !== undefined).map((key) => [key, span[key]]),
  ) as unknown as WorthKey;

/** Rows as a select of the columns of `reporting.worth` and `week`. */
export const asSelect = (rows: readonly WorthRow[]): Sql => sql`
  select x.* from json_to_recordset(${JSON.stringify(rows)}::json) as x(month date, week date, user_id uuid, project_id uuid,
    task_type_id uuid, chargeable boolean, grade text, team_id uuid, country text, seconds bigint, standard bigint, charge bigint,
    cost bigint, unpriced_seconds bigint, unrated_seconds bigint, uncosted_seconds bigint)`;

/**
 * Months of people of a range whose worth does not stand: somebody wrote since it was made, or rates changed. To be rated when they
 * are read.
 */
export const unsettled = (tx: Tx, from: Day, to: Day): Promise<PersonMonth[]> =>
  tx.all<PersonMonth>(
    join(
      [
        sql`select r.month, r.user_id from time.person_months r
          where r.tenant_id = ${tx.tenant} and r.settled <> r.revision and r.month between ${from} and ${to}`,
        sql`select r.month, r.user_id from reporting.upsets x
          join time.person_months r on r.tenant_id = x.tenant_id and r.month >= x.from_month
          where x.tenant_id = ${tx.tenant} and x.project_id = ${NIL} and r.month between ${from} and ${to}`,
        sql`select m.month, m.user_id from reporting.upsets x
          join time.months m on m.tenant_id = x.tenant_id and m.project_id = x.project_id and m.month >= x.from_month
          where x.tenant_id = ${tx.tenant} and x.project_id <> ${NIL} and m.month between ${from} and ${to}`,
      ],
      ' union ',
    ),
  );
