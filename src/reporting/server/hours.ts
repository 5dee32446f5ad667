import type { Page } from '../../kit/endpoint.ts';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { checkRange } from '../../leave/server/public.ts';
import { tableFile } from '../../server/export.ts';
import { orderBy, pageOf } from '../../server/paging.ts';
import type { FileReply } from '../../server/route.ts';
import { type Sql, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { NIL, type ReportFilters, facts } from './facts.ts';

interface MonthSum {
  month: string;
  seconds: number;
  chargeable_seconds: number;
}

interface Sums {
  seconds: number;
  chargeable_seconds: number;
  months: MonthSum[];
}

export interface ProjectTime extends Sums {
  project_id: string | null;
  code: string | null;
  project: string | null;
  client: string | null;
  budget_minutes: number | null;
}

export interface PersonTime extends Sums {
  user_id: string;
  name: string;
  grade: Grade;
  team: string | null;
}

type Request = ReportFilters & { sort?: string; page?: number; per_page?: number };

/** Hours by one key and month: summed by keys first, names joined to the few rows that are left. */
const summed = (tx: Tx, actor: Actor, filters: ReportFilters, key: 'project_id' | 'user_id'): Sql => sql`
  select ${raw(key)}, sum(seconds)::bigint as seconds, sum(chargeable_seconds)::bigint as chargeable_seconds,
    json_agg(json_build_object('month', month, 'seconds', seconds, 'chargeable_seconds', chargeable_seconds) order by month) as months
  from (
    select ${raw(key)}, month, sum(seconds)::bigint as seconds, coalesce(sum(seconds) filter (where chargeable), 0)::bigint as chargeable_seconds
    from (${facts(tx, actor, filters)}) f group by 1, 2
  ) m group by 1 having sum(seconds) <> 0`;

const byProject = (tx: Tx, actor: Actor, filters: ReportFilters): Sql => sql`
  select p.id as project_id, p.code, p.name as project, c.name as client, p.budget_minutes, s.seconds, s.chargeable_seconds, s.months,
    s.project_id as key
  from (${summed(tx, actor, filters, 'project_id')}) s
  left join clients.projects p on p.tenant_id = ${tx.tenant} and p.id = s.project_id
  left join clients.clients c on c.tenant_id = ${tx.tenant} and c.id = p.client_id`;

const byPerson = (tx: Tx, actor: Actor, filters: ReportFilters): Sql => sql`
  select u.id as user_id, u.name, m.grade, t.name as team, s.seconds, s.chargeable_seconds, s.months, u.id as key
  from (${summed(tx, actor, filters, 'user_id')}) s
  join people.users u on u.tenant_id = ${tx.tenant} and u.id = s.user_id
  join access.memberships m on m.tenant_id = ${tx.tenant} and m.id = u.id
  left join people.team_members tm on tm.tenant_id = ${tx.tenant} and tm.user_id = u.id and tm.is_primary
    and tm.valid_from <= ${filters.to} and tm.valid_to > ${filters.to}
  left join people.teams t on t.tenant_id = ${tx.tenant} and t.id = tm.team_id`;

const ofTime = { seconds: 'seconds', share: 'chargeable_seconds::float8 / nullif(seconds, 0)' };
const ofProject = {
  project: 'project collate app.names',
  client: 'client collate app.names',
  budget: 'budget_minutes',
  ...ofTime,
};
const ofPerson = {
  name: 'name collate app.names',
  grade: `array_position('{${GRADES.join(',')}}'::text[], grade)`,
  team: 'team collate app.names',
  ...ofTime,
};

/** The order of a table of hours, largest first unless asked otherwise; `month:2026-03-01` is the column of a month. */
function hoursOrder(sort: string | undefined, columns: Readonly<Record<string, string>>): Sql {
  const month = /^-?month:(\d{4}-\d{2}-\d{2})$/.exec(sort ?? '')?.[1];
  if (month === undefined) return sql`${orderBy(sort ?? '-seconds', columns, 'seconds')}, key`;
  return sql`coalesce((select (m ->> 'seconds')::bigint from json_array_elements(months) m where m ->> 'month' = ${month}), 0)
    ${raw(sort?.startsWith('-') ? 'desc' : 'asc')}, key`;
}

export async function hoursByProject(tx: Tx, actor: Actor, { body }: { body: Request }): Promise<Page<ProjectTime>> {
  checkRange(body.from, body.to);
  return pageOf<ProjectTime>(tx, byProject(tx, actor, body), hoursOrder(body.sort, ofProject), body);
}

export async function hoursByPerson(tx: Tx, actor: Actor, { body }: { body: Request }): Promise<Page<PersonTime>> {
  checkRange(body.from, body.to);
  return pageOf<PersonTime>(tx, byPerson(tx, actor, body), hoursOrder(body.sort, ofPerson), body);
}

export interface HoursTotals extends Sums {
  projects: number;
  people: number;
}

/** The sums under the tables of hours, over all of their pages: one pass over the facts for months, projects and people. */
export async function hoursTotals(tx: Tx, actor: Actor, { body }: { body: ReportFilters }): Promise<HoursTotals> {
  checkRange(body.from, body.to);
  const [totals] = await tx.all<HoursTotals>(sql`
    select count(*) filter (where of_project and project_id <> ${NIL} and seconds <> 0)::int as projects,
      count(*) filter (where of_person and seconds <> 0)::int as people,
      coalesce(sum(seconds) filter (where of_month), 0)::bigint as seconds,
      coalesce(sum(chargeable_seconds) filter (where of_month), 0)::bigint as chargeable_seconds,
      coalesce(json_agg(json_build_object('month', month, 'seconds', seconds, 'chargeable_seconds', chargeable_seconds) order by month)
        filter (where of_month and seconds <> 0), '[]') as months
    from (
      select month, project_id, grouping(month) = 0 as of_month, grouping(project_id) = 0 as of_project, grouping(user_id) = 0 as of_person,
        sum(seconds)::bigint as seconds, coalesce(sum(seconds) filter (where chargeable), 0)::bigint as chargeable_seconds
      from (${facts(tx, actor, body)}) f group by grouping sets ((month), (project_id), (user_id))) g`);
  return totals as HoursTotals;
}

/** One row a project (or person) and month, as a spreadsheet can pivot it. */
export async function exportHours(
  tx: Tx,
  actor: Actor,
  { body, query }: { body: ReportFilters & { by?: string; sort?: string }; query: { format?: string } },
): Promise<FileReply> {
  checkRange(body.from, body.to);
  const name = `hours_${body.from}_${body.to}`;
  const columns = [
    { key: 'month', title: 'Month', kind: 'date' as const },
    { key: 'hours', title: 'Hours', kind: 'hours' as const },
    { key: 'chargeable', title: 'Chargeable hours', kind: 'hours' as const },
  ];
  const monthly = (row: Sums) =>
    row.months.map((sum) => ({ month: sum.month, hours: sum.seconds, chargeable: sum.chargeable_seconds }));
  if (body.by === 'person') {
    const rows = await tx.all<PersonTime>(
      sql`select * from (${byPerson(tx, actor, body)}) whole order by ${hoursOrder(body.sort, ofPerson)}`,
    );
    const flat = rows.flatMap((row) =>
      monthly(row).map((sums) => ({ name: row.name, grade: row.grade, team: row.team, ...sums })),
    );
    const titles = [
      { key: 'name', title: 'Person', kind: 'text' as const },
      { key: 'grade', title: 'Grade', kind: 'text' as const },
      { key: 'team', title: 'Team', kind: 'text' as const },
    ];
    return tableFile(name, query.format, [...titles, ...columns], flat);
  }
  const rows = await tx.all<ProjectTime>(
    sql`select * from (${byProject(tx, actor, body)}) whole order by ${hoursOrder(body.sort, ofProject)}`,
  );
  const flat = rows.flatMap((row) =>
    monthly(row).map((sums) => ({ code: row.code, project: row.project, client: row.client, ...sums })),
  );
  const titles = [
    { key: 'code', title: 'Code', kind: 'text' as const },
    { key: 'project', title: 'Project', kind: 'text' as const },
    { key: 'client', title: 'Client', kind: 'text' as const },
  ];
  return tableFile(name, query.format, [...titles, ...columns], flat);
}
