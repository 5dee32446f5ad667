import type { Day } from '../../kit/day.ts';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { countryOn } from '../../people/server/public.ts';
import { type HourRates, ratesOnDays } from '../../rates/server/public.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { approvedTime } from '../../time/server/public.ts';
import { MOST_ENTRIES } from '../rules.ts';

/** A role that does not exist: what a project has agreed on counts also where no role is known. */
const NO_ROLE = '00000000-0000-0000-0000-000000000000';

/** A project as its time is billed. */
export interface BilledProject extends Record<string, unknown> {
  id: string;
  code: string;
  name: string;
  client_id: string | null;
  chargeable: boolean;
  fee_kind: string;
  billing_status: string;
  budget_fee: number | null;
  currency: string;
}

/** An entry with what decides on its rate. */
interface StoredEntry {
  id: string;
  project_id: string;
  user_id: string;
  user: string;
  day: Day;
  task: string | null;
  seconds: number;
  grade: Grade | null;
  country: string;
  approved: boolean;
  stamped: boolean;
  standard_rate: number | null;
  charge_rate: number | null;
}

/** An entry with what its hour is worth, in the currency of its project; null: nothing says so. */
export interface RatedEntry extends Omit<StoredEntry, 'charge_rate' | 'stamped'> {
  /** What the client pays for an hour: what was agreed, else the list price. */
  rate: number | null;
}

/** Condition on `e` (time.entries): time, up to a day or all, that may be asked of a client and stands on no draft and no invoice. */
export const isUnbilled = (until?: Day): Sql => sql`(e.chargeable and e.seconds > 0 and ${
  until === undefined ? sql`true` : sql`e.day <= ${until}`
} and not exists (
  select 1 from invoicing.billed_time b where b.tenant_id = e.tenant_id and b.id = e.id))`;

interface Role {
  id: string;
  service_line_id: string;
  lowest_grade: Grade;
  highest_grade: Grade;
}

interface Priced {
  project_id: string;
  service_line_id: string;
  sl_role_id: string;
  grade: Grade;
  user_id: string | null;
}

const isFor = (grade: Grade, { lowest_grade, highest_grade }: Role): boolean =>
  GRADES.indexOf(grade) >= GRADES.indexOf(lowest_grade) && GRADES.indexOf(grade) <= GRADES.indexOf(highest_grade);

/** Whose rates the hours of projects have: a role by person and grade, and the service line where one is clear. */
export interface Roles {
  roleOf(projectId: string, userId: string, grade: Grade | null): string | null;
  usualLine(projectId: string): string | null;
}

/**
 * The roles that people take on projects: as it was priced and agreed, for the person and then for the grade; else the first role
 * for the grade in the service line that the terms name, that it was priced in, or that is the only one.
 */
export async function rolesOf(tx: Tx, projectIds: readonly string[]): Promise<Roles> {
  const [priced, terms, roles] = await Promise.all([
    tx.all<Priced>(sql`
      select p.project_id, t.service_line_id, l.sl_role_id, l.grade, l.user_id
      from pricing.pricings p
      join pricing.versions v on v.tenant_id = p.tenant_id and v.pricing_id = p.id and v.status in ('approved', 'won')
      join pricing.tables t on t.tenant_id = v.tenant_id and t.version_id = v.id
      join pricing.lines l on l.tenant_id = t.tenant_id and l.table_id = t.id and 0 < any(l.minutes)
      where p.tenant_id = ${tx.tenant} and p.project_id = any(${projectIds}::uuid[]) order by v.number desc, t.position, l.position`),
    tx.all<{ id: string; service_line_id: string | null }>(sql`
      select id, service_line_id from invoicing.terms where tenant_id = ${tx.tenant} and id = any(${projectIds}::uuid[])`),
    tx.all<Role>(sql`
      select r.id, r.service_line_id, r.lowest_grade, r.highest_grade from rates.sl_roles r
      join rates.service_lines s on s.tenant_id = r.tenant_id and s.id = r.service_line_id and s.is_active
      where r.tenant_id = ${tx.tenant} and r.is_active order by r.name_lc collate app.names, r.id`),
  ]);
  const pricedOf = Map.groupBy(priced, ({ project_id }) => project_id);
  const termsOf = new Map(terms.map(({ id, service_line_id }) => [id, service_line_id]));
  const lines = [...new Set(roles.map(({ service_line_id }) => service_line_id))];
  const only = lines.length === 1 ? (lines[0] ?? null) : null;
  const usualLine = (projectId: string): string | null => pricedOf.get(projectId)?.[0]?.service_line_id ?? only;
  return {
    usualLine,
    roleOf: (projectId, userId, grade) => {
      if (grade === null) return null;
      const chosen = termsOf.get(projectId) ?? null;
      const own = (pricedOf.get(projectId) ?? []).filter(({ service_line_id }) => chosen === null || service_line_id === chosen);
      const found =
        own.find(({ user_id }) => user_id === userId) ?? own.find((line) => line.user_id === null && line.grade === grade);
      if (found) return found.sl_role_id;
      const line = chosen ?? usualLine(projectId);
      return roles.find((role) => role.service_line_id === line && isFor(grade, role))?.id ?? null;
    },
  };
}

/** Hours of people on projects: whose, when, and in which currency they are wanted. */
export interface Hour {
  project_id: string;
  currency: string;
  user_id: string;
  day: Day;
  grade: Grade | null;
  country: string;
}

/** What hours are worth, each on its day and on its project. */
export const ratesOfHours = (tx: Tx, roles: Roles, hours: readonly Hour[]): Promise<HourRates[]> =>
  ratesOnDays(
    tx,
    hours.map(({ project_id, currency, user_id, day, grade, country }) => ({
      sl_role_id: roles.roleOf(project_id, user_id, grade) ?? NO_ROLE,
      // Who has no grade on the day may still have a rate of their own.
      grade: grade ?? 'Intern',
      ...{ project_id, country, currency, user_id, day },
    })),
  );

/**
 * Entries of projects that a condition on `e` leaves, with what each is worth: as it was stamped when it was approved, else at the
 * rates of its day. Nobody changes them before the end of a transaction that `holds` them, which gets one more at most than an
 * invoice can bill.
 */
export async function ratedEntries(
  tx: Tx,
  projects: readonly BilledProject[],
  condition: Sql,
  { holds = false }: { holds?: boolean } = {},
): Promise<RatedEntry[]> {
  const ids = projects.map(({ id }) => id);
  const approved = await approvedTime(tx);
  const stored = await tx.all<StoredEntry>(sql`
    select e.id, e.project_id, e.user_id, u.name as user, e.day, k.name as task, e.seconds,
      (select g.grade from people.grades g where g.tenant_id = e.tenant_id and g.user_id = e.user_id
        and g.valid_from <= e.day and g.valid_to > e.day) as grade,
      ${countryOn(tx, sql`e.user_id`, sql`e.day`, sql`u.country`)} as country,
      ${approved} as approved, s.id is not null as stamped, s.standard_rate, s.charge_rate
    from time.entries e
    join people.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
    left join settings.task_types k on k.tenant_id = e.tenant_id and k.id = e.task_type_id
    left join invoicing.stamps s on s.tenant_id = e.tenant_id and s.id = e.id and s.project_id = e.project_id
      and s.user_id = e.user_id and s.day = e.day
    where e.tenant_id = ${tx.tenant} and e.project_id = any(${ids}::uuid[]) and ${condition}
    order by e.day, e.id ${holds ? sql`limit ${MOST_ENTRIES + 1} for share of e` : sql``}`);
  return withRates(tx, projects, await rolesOf(tx, ids), stored);
}

/** Time of one person on one project over days on which everything that decides on its worth held, put together. */
export type RatedSum = Omit<RatedEntry, 'id' | 'user' | 'task'>;

/** The days on which any rate of the firm, of an exchange or of one of the projects changes, in order: between two of them hours are worth the same. */
export async function daysOfChange(tx: Tx, projectIds: readonly string[]): Promise<Day[]> {
  const rows = await tx.all<{ day: Day }>(sql`
    select valid_from as day from rates.rates where tenant_id = ${tx.tenant}
    union select valid_to from rates.rates where tenant_id = ${tx.tenant} and valid_to < 'infinity'
    union select valid_from from rates.exchange where tenant_id = ${tx.tenant}
    union select valid_to from rates.exchange where tenant_id = ${tx.tenant} and valid_to < 'infinity'
    union select valid_from from clients.project_rates where tenant_id = ${tx.tenant} and project_id = any(${projectIds}::uuid[])
    union select valid_to from clients.project_rates
      where tenant_id = ${tx.tenant} and project_id = any(${projectIds}::uuid[]) and valid_to < 'infinity'
    order by 1`);
  return rows.map(({ day }) => day);
}

/**
 * The unbilled time of projects up to a day, summed as far as it is worth the same: between two changes of any rate, and of one age.
 * The same worth as entry by entry, in a fraction of the rows.
 * @param ages days at which a new age begins, the earliest first
 */
export async function ratedSums(
  tx: Tx,
  projects: readonly BilledProject[],
  until: Day,
  ages: readonly Day[],
): Promise<RatedSum[]> {
  if (projects.length === 0) return [];
  const ids = projects.map(({ id }) => id);
  const [approved, roles, changes] = await Promise.all([approvedTime(tx), rolesOf(tx, ids), daysOfChange(tx, ids)]);
  const days = [...new Set([...changes, ...ages])].sort();
  const stored = await tx.all<Omit<StoredEntry, 'id' | 'user' | 'task'>>(sql`
    with found as materialized (
      select e.project_id, e.user_id, e.day, e.seconds, g.grade,
        ${countryOn(tx, sql`e.user_id`, sql`e.day`, sql`u.country`)} as country, ${approved} as approved, s.id is not null as stamped,
        s.standard_rate, s.charge_rate, width_bucket(e.day, ${days}::date[]) as span
      from time.entries e
      join people.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      left join people.grades g on g.tenant_id = e.tenant_id and g.user_id = e.user_id and g.valid_from <= e.day and g.valid_to > e.day
      left join invoicing.stamps s on s.tenant_id = e.tenant_id and s.id = e.id and s.project_id = e.project_id
        and s.user_id = e.user_id and s.day = e.day
      where e.tenant_id = ${tx.tenant} and e.project_id = any(${ids}::uuid[]) and ${isUnbilled(until)}
    )
    select project_id, user_id, min(day) as day, sum(seconds)::bigint as seconds, grade, country, approved, stamped, standard_rate, charge_rate
    from found group by project_id, user_id, span, grade, country, approved, stamped, standard_rate, charge_rate`);
  return withRates(tx, projects, roles, stored);
}

/** Time with what its hour is worth: as it was stamped, else at the rates of its day. */
async function withRates<
  Time extends Pick<
    StoredEntry,
    'project_id' | 'user_id' | 'day' | 'grade' | 'country' | 'stamped' | 'standard_rate' | 'charge_rate'
  >,
>(
  tx: Tx,
  projects: readonly BilledProject[],
  roles: Roles,
  stored: readonly Time[],
): Promise<(Omit<Time, 'charge_rate' | 'stamped'> & { rate: number | null })[]> {
  const currencies = new Map(projects.map(({ id, currency }) => [id, currency]));
  const open = stored.filter(({ stamped }) => !stamped);
  const hours = open.map((entry) => ({ ...entry, currency: currencies.get(entry.project_id) ?? '' }));
  const rates = await ratesOfHours(tx, roles, hours);
  const rated = new Map(open.map((entry, index) => [entry, rates[index]]));
  return stored.map((entry) => {
    const { charge_rate, stamped: _stamped, ...rest } = entry;
    const found = rated.get(entry) ?? { standard_rate: entry.standard_rate, charge_rate };
    return { ...rest, standard_rate: found.standard_rate, rate: found.charge_rate ?? found.standard_rate };
  });
}

/** A project that is billed. */
export const projectFor = (tx: Tx, id: string, condition: Sql = sql`true`): Promise<BilledProject | undefined> =>
  tx.one<BilledProject>(sql`
    select p.id, p.code, p.name, p.client_id, p.chargeable, p.fee_kind, p.billing_status, p.budget_fee, p.currency
    from clients.projects p where p.tenant_id = ${tx.tenant} and p.id = ${id} and not p.is_template and ${condition}`);
