import { type Day, addDays, addMonths, monthOf } from '../../kit/day.ts';
import { type ProjectFilters, projectCondition } from '../../clients/server/public.ts';
import { isUnbilled } from '../../invoicing/server/public.ts';
import { countryOn, teamsBelow, visibleOn } from '../../people/server/public.ts';
import { type Sql, and, join, planned, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

export interface ReportFilters extends ProjectFilters {
  from: Day;
  to: Day;
  /** In each list of ids the nil id is what has none, here ''. */
  grades?: string[];
  task_types?: string[];
  /** Where people were on the day; '' for who was nowhere. */
  countries?: string[];
  /** Of the clients; '' for those without one, and for work without a client. */
  sectors?: string[];
  /** Of the projects; they are looked up by `filtersFrom`, at the door of each report. */
  service_lines?: string[];
  /** Projects that are left out, since their service line is none of those asked for; looked up there too. */
  outside?: string[];
  /** People who are left out, as the use of their data is restricted; looked up there too. */
  without?: string[];
  /** Only time that is to be billed: what stands in the work in progress, and on no draft. */
  unbilled?: boolean;
}

export const NIL = '00000000-0000-0000-0000-000000000000';
export const REPORT_PAGES = ['management_reporting', 'kpi_reporting'];

/** A period as whole months, which the sums answer, and the odd days at its ends, which the entries answer. */
export function splitPeriod(from: Day, to: Day): { months: [Day, Day] | undefined; edges: [Day, Day][] } {
  const first = from === monthOf(from) ? from : addMonths(from, 1);
  const end = addDays(to, 1) === addMonths(to, 1) ? addMonths(to, 1) : monthOf(to);
  if (first >= end) return { months: undefined, edges: [[from, to]] };
  const edges: [Day, Day][] = [];
  if (from < first) edges.push([from, addDays(first, -1)]);
  if (end <= to) edges.push([end, to]);
  return { months: [first, addMonths(end, -1)], edges };
}

const some = <T>(list: T[] | undefined): list is T[] => list !== undefined && list.length > 0;

/** Rows of some ids, and with the nil id among them those that have none. */
function ofAny(list: string[] | undefined, of: (ids: string[]) => Sql, none: Sql): Sql | undefined {
  if (!some(list)) return undefined;
  if (!list.includes(NIL)) return of(list);
  const ids = list.filter((id) => id !== NIL);
  return ids.length > 0 ? sql`(${of(ids)} or ${none})` : none;
}

/** A key as entries have it, which may be missing, and as sums do. */
const missing = (column: Sql): Sql => sql`(${column} is null or ${column} = ${NIL})`;

/** Work for clients of sectors; without a sector is also what is done for no client. */
function inSectors(tx: Tx, sectors: readonly string[]): Sql {
  const of = (condition: Sql): Sql => sql`(
    select p.id from clients.projects p join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
    where p.tenant_id = ${tx.tenant} and ${condition})`;
  const named = sql`f.project_id in ${of(sql`c.sector = any(${sectors})`)}`;
  return sectors.includes('') ? sql`(${named} or f.project_id is null or f.project_id not in ${of(sql`c.sector <> ''`)})` : named;
}

/** Conditions on a row of facts `f`; filters of projects (but people and teams) look at the project. */
export function conditions(tx: Tx, actor: Actor, filters: ReportFilters): Sql {
  const { clients, projects, years, statuses, billing_status, outside } = filters;
  const noClient = clients?.includes(NIL);
  const noProject = projects?.includes(NIL);
  const ofProject = {
    ...(noClient ? {} : { clients }),
    ...(noProject ? {} : { projects }),
    ...{ years, statuses, billing_status },
  };
  const inProjects = (condition: Sql): Sql =>
    sql`f.project_id in (select p.id from clients.projects p where p.tenant_id = ${tx.tenant} and ${condition})`;
  const narrowsProjects = Object.values(ofProject).some((value) => some(value as unknown[] | undefined));
  const { sectors, countries } = filters;
  return and(
    visibleOn(tx, actor, REPORT_PAGES, sql`f.user_id`),
    some(filters.without) ? sql`f.user_id <> all(${filters.without}::uuid[])` : undefined,
    some(filters.users) ? sql`f.user_id = any(${filters.users})` : undefined,
    ofAny(filters.teams, (ids) => sql`f.team_id in (${teamsBelow(tx, ids)})`, missing(sql`f.team_id`)),
    some(filters.grades)
      ? sql`${filters.grades.includes('') ? sql`coalesce(f.grade, '')` : sql`f.grade`} = any(${filters.grades})`
      : undefined,
    ofAny(filters.task_types, (ids) => sql`f.task_type_id = any(${ids})`, missing(sql`f.task_type_id`)),
    some(countries) ? sql`f.country = any(${countries})` : undefined,
    some(sectors) ? inSectors(tx, sectors) : undefined,
    filters.chargeable === undefined ? undefined : sql`f.chargeable = ${filters.chargeable}`,
    narrowsProjects ? inProjects(projectCondition(tx, ofProject)) : undefined,
    noClient
      ? ofAny(
          clients,
          (ids) => inProjects(sql`p.client_id = any(${ids})`),
          sql`(${missing(sql`f.project_id`)} or ${inProjects(sql`p.client_id is null`)})`,
        )
      : undefined,
    noProject ? ofAny(projects, (ids) => sql`f.project_id = any(${ids})`, missing(sql`f.project_id`)) : undefined,
    outside ? sql`(f.project_id is null or f.project_id <> all(${outside}::uuid[]))` : undefined,
  );
}

/** Whether nothing but people and days narrows: then the sums of their days and months answer as the entries do. */
const isOfDays = (filters: ReportFilters): boolean => {
  const { from: _from, to: _to, users: _users, ...rest } = filters as unknown as Record<string, unknown>;
  return NARROWING.every((key) => rest[key] === undefined || (Array.isArray(rest[key]) && rest[key].length === 0));
};
const NARROWING = [
  ...['unbilled', 'outside', 'clients', 'projects', 'years', 'statuses', 'billing_status', 'chargeable'],
  ...['teams', 'grades', 'task_types', 'countries', 'sectors'],
];

const MONTH = raw(`date_trunc('month', f.day::timestamp)::date as month`);

/** Weeks are no parts of months: the time of work on something is read by day, from the entries. */
export function weeklyFacts(tx: Tx, actor: Actor, filters: ReportFilters): Sql {
  return planned(sql`
    select f.day, f.user_id, f.project_id, f.task_type_id, f.chargeable, f.seconds
    from (${ofDays(tx, filters, [filters.from, filters.to])}) f where ${conditions(tx, actor, filters)}`);
}

/**
 * Time of people whatever they worked on, as a select of `month` (or, for weeks, `day`), `user_id`, `seconds` and `chargeable_seconds`: from the sums
 * of their months and days, an eighth of the rows that tell projects apart. Undefined where filters look at more than people.
 */
export function sumsOfPeople(tx: Tx, actor: Actor, filters: ReportFilters, span: 'month' | 'week'): Sql | undefined {
  if (!isOfDays(filters)) return undefined;
  const condition = conditions(tx, actor, filters);
  const of = ([first, last]: [Day, Day]): Sql => sql`
    select ${span === 'week' ? raw('f.day') : MONTH}, f.user_id, f.seconds, f.chargeable_seconds from time.person_days f
    where f.tenant_id = ${tx.tenant} and f.day between ${first} and ${last} and ${condition}`;
  if (span === 'week') return planned(of([filters.from, filters.to]));
  const { months, edges } = splitPeriod(filters.from, filters.to);
  const whole =
    months &&
    sql`
    select f.month, f.user_id, f.seconds, f.chargeable_seconds from time.person_months f
    where f.tenant_id = ${tx.tenant} and f.month between ${months[0]} and ${months[1]} and ${condition}`;
  return planned(join([...(whole ? [whole] : []), ...edges.map(of)], ' union all '));
}

/**
 * A select of `month, user_id, project_id, task_type_id, chargeable, seconds, entries` for the period and filters. Filters of grade,
 * team and country take what held on the day. Work on no project reads as the nil id.
 */
export function facts(tx: Tx, actor: Actor, filters: ReportFilters): Sql {
  // No sum of hours says which of them are billed.
  const days: [Day, Day] = [filters.from, filters.to];
  const { months, edges } = filters.unbilled ? { months: undefined, edges: [days] } : splitPeriod(...days);
  const condition = conditions(tx, actor, filters);
  const parts: Sql[] = [];
  if (months) {
    parts.push(sql`
      select f.month, f.user_id, f.project_id, f.task_type_id, f.chargeable, f.seconds, f.entry_count as entries
      from time.months f where f.tenant_id = ${tx.tenant} and f.month between ${months[0]} and ${months[1]} and ${condition}`);
  }
  for (const edge of edges) {
    parts.push(sql`
      select f.month, f.user_id, f.project_id, f.task_type_id, f.chargeable, f.seconds, 1 as entries from (${ofDays(tx, filters, edge)}) f
      where ${condition}`);
  }
  return planned(join(parts, ' union all '));
}

const GRADE =
  'join people.grades g on g.tenant_id = e.tenant_id and g.user_id = e.user_id and g.valid_from <= e.day and g.valid_to > e.day';
const TEAM = `join people.team_members t on t.tenant_id = e.tenant_id and t.user_id = e.user_id and t.is_primary
  and t.valid_from <= e.day and t.valid_to > e.day`;
const PERSON = 'join people.users u on u.tenant_id = e.tenant_id and u.id = e.user_id';

/** What filters ask of entries `e` that held on their day, as columns and joins: looked up only where somebody asks. */
export function heldOn(tx: Tx, filters: Pick<ReportFilters, 'grades' | 'teams' | 'countries'>): { columns: Sql; joins: Sql } {
  const [grade, team, country] = [some(filters.grades), some(filters.teams), some(filters.countries)];
  // Who has no grade or team on the day is asked for too.
  const held = (joins: string, none: boolean | undefined): string => (none ? `left ${joins}` : joins);
  const where = sql`, ${countryOn(tx, sql`e.user_id`, sql`e.day`, sql`u.country`)} as country`;
  return {
    columns: sql`${raw(`${grade ? ', g.grade' : ''}${team ? ', t.team_id' : ''}`)}${country ? where : raw('')}`,
    joins: raw(
      [
        grade ? held(GRADE, filters.grades?.includes('')) : '',
        team ? held(TEAM, filters.teams?.includes(NIL)) : '',
        country ? PERSON : '',
      ].join(' '),
    ),
  };
}

/** Condition on entries `e` where only time that is to be billed is asked for. */
export const toBill = (tx: Tx, { unbilled }: Pick<ReportFilters, 'unbilled'>): Sql =>
  unbilled
    ? sql`(${isUnbilled()} and e.project_id in (select p.id from clients.projects p
        where p.tenant_id = ${tx.tenant} and p.client_id is not null and p.chargeable and not p.is_template))`
    : sql`true`;

/** The entries of odd days, with what filters ask of them. */
function ofDays(tx: Tx, filters: ReportFilters, [first, last]: [Day, Day]): Sql {
  const { columns, joins } = heldOn(tx, filters);
  // What is to be billed has a project, and as it is stored an index finds it.
  const project = filters.unbilled ? sql`e.project_id` : sql`coalesce(e.project_id, ${NIL}::uuid)`;
  return sql`
    select date_trunc('month', e.day::timestamp)::date as month, e.user_id, ${project} as project_id,
      coalesce(e.task_type_id, ${NIL}::uuid) as task_type_id, e.chargeable, e.seconds::bigint as seconds, e.day
      ${columns}
    from time.entries e ${joins}
    where e.tenant_id = ${tx.tenant} and e.day between ${first} and ${last} and ${toBill(tx, filters)}`;
}
