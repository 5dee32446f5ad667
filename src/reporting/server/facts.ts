import { type Day, addDays, addMonths, monthOf } from '../../kit/day.ts';
import { type ProjectFilters, projectCondition } from '../../clients/server/public.ts';
import { teamsBelow, visibleOn } from '../../people/server/public.ts';
import { type Sql, and, join, planned, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

export interface ReportFilters extends ProjectFilters {
  from: Day;
  to: Day;
  grades?: string[];
  task_types?: string[];
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

/** Conditions on a row of facts `f`; filters of projects (but people and teams) look at the project. */
export function conditions(tx: Tx, actor: Actor, filters: ReportFilters): Sql {
  const { clients, projects, years, statuses, billing_status } = filters;
  const ofProject = { clients, projects, years, statuses, billing_status };
  const narrowsProjects = Object.values(ofProject).some((value) => some(value as unknown[] | undefined));
  return and(
    visibleOn(tx, actor, REPORT_PAGES, sql`f.user_id`),
    some(filters.users) ? sql`f.user_id = any(${filters.users})` : undefined,
    some(filters.teams) ? sql`f.team_id in (${teamsBelow(tx, filters.teams)})` : undefined,
    some(filters.grades) ? sql`f.grade = any(${filters.grades})` : undefined,
    some(filters.task_types) ? sql`f.task_type_id = any(${filters.task_types})` : undefined,
    filters.chargeable === undefined ? undefined : sql`f.chargeable = ${filters.chargeable}`,
    narrowsProjects
      ? sql`f.project_id in (select p.id from clients.projects p where p.tenant_id = ${tx.tenant} and ${projectCondition(tx, ofProject)})`
      : undefined,
  );
}

/**
 * A select of `month, user_id, project_id, chargeable, seconds, entries` for the period and filters. Filters of grade and team take
 * what held on the day. Work on no project reads as the nil id.
 */
export function facts(tx: Tx, actor: Actor, filters: ReportFilters): Sql {
  const { months, edges } = splitPeriod(filters.from, filters.to);
  const condition = conditions(tx, actor, filters);
  const parts: Sql[] = [];
  if (months) {
    parts.push(sql`
      select f.month, f.user_id, f.project_id, f.chargeable, f.seconds, f.entry_count as entries
      from time.months f where f.tenant_id = ${tx.tenant} and f.month between ${months[0]} and ${months[1]} and ${condition}`);
  }
  for (const edge of edges) {
    parts.push(sql`
      select f.month, f.user_id, f.project_id, f.chargeable, f.seconds, 1 as entries from (${ofDays(tx, filters, edge)}) f
      where ${condition}`);
  }
  return planned(join(parts, ' union all '));
}

/** What filters ask of entries `e` that held on their day, as columns and joins: looked up only where somebody asks. */
export function heldOn(filters: Pick<ReportFilters, 'grades' | 'teams'>): { columns: Sql; joins: Sql } {
  const [grade, team] = [some(filters.grades), some(filters.teams)];
  return {
    columns: raw(`${grade ? ', g.grade' : ''}${team ? ', t.team_id' : ''}`),
    joins: raw(
      `${
        grade
          ? 'join people.grades g on g.tenant_id = e.tenant_id and g.user_id = e.user_id and g.valid_from <= e.day and g.valid_to > e.day'
          : ''
      } ${
        team
          ? 'join people.team_members t on t.tenant_id = e.tenant_id and t.user_id = e.user_id and t.is_primary and t.valid_from <= e.day and t.valid_to > e.day'
          : ''
      }`,
    ),
  };
}

/** The entries of odd days, with what filters ask of them. */
function ofDays(tx: Tx, filters: ReportFilters, [first, last]: [Day, Day]): Sql {
  const { columns, joins } = heldOn(filters);
  return sql`
    select date_trunc('month', e.day::timestamp)::date as month, e.user_id, coalesce(e.project_id, ${NIL}::uuid) as project_id,
      coalesce(e.task_type_id, ${NIL}::uuid) as task_type_id, e.chargeable, e.seconds::bigint as seconds
      ${columns}
    from time.entries e ${joins}
    where e.tenant_id = ${tx.tenant} and e.day between ${first} and ${last}`;
}
