import type { Day } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { checkRange } from '../../leave/server/public.ts';
import { type FileTable, fileOf } from '../../server/export.ts';
import { orderBy, pageOf } from '../../server/paging.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { type Sql, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { exportBehind } from './behind.ts';
import { budgetsTable } from './budgets.ts';
import { NIL, type ReportFilters, facts } from './facts.ts';
import { filtersFrom } from './lines.ts';

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

type Key = 'project_id' | 'user_id';

/** Hours by one key and month, as rows of `key, month, seconds, chargeable_seconds`. */
const monthly = (tx: Tx, actor: Actor, filters: ReportFilters, key: Key, only?: readonly string[]): Sql => sql`
  select ${raw(key)} as key, month, sum(seconds)::bigint as seconds, coalesce(sum(seconds) filter (where chargeable), 0)::bigint as chargeable_seconds
  from (${facts(tx, actor, filters)}) f where ${only ? sql`${raw(key)} = any(${only}::uuid[])` : raw('true')} group by 1, 2
  having sum(seconds) <> 0`;

/** Hours by one key, largest groups first of all: names are joined to the few rows that are left. */
const summed = (tx: Tx, actor: Actor, filters: ReportFilters, key: Key, month: Day | undefined): Sql => sql`
  select ${raw(key)}, sum(seconds)::bigint as seconds, coalesce(sum(seconds) filter (where chargeable), 0)::bigint as chargeable_seconds,
    ${month ? sql`coalesce(sum(seconds) filter (where month = ${month}), 0)` : raw('0')}::bigint as of_month
  from (${facts(tx, actor, filters)}) f group by 1 having sum(seconds) <> 0`;

const byProject = (tx: Tx, actor: Actor, filters: ReportFilters, month: Day | undefined): Sql => sql`
  select p.id as project_id, p.code, p.name as project, c.name as client, p.budget_minutes, s.seconds, s.chargeable_seconds, s.of_month,
    s.project_id as key
  from (${summed(tx, actor, filters, 'project_id', month)}) s
  left join clients.projects p on p.tenant_id = ${tx.tenant} and p.id = s.project_id
  left join clients.clients c on c.tenant_id = ${tx.tenant} and c.id = p.client_id`;

const byPerson = (tx: Tx, actor: Actor, filters: ReportFilters, month: Day | undefined): Sql => sql`
  select u.id as user_id, u.name, m.grade, t.name as team, s.seconds, s.chargeable_seconds, s.of_month, u.id as key
  from (${summed(tx, actor, filters, 'user_id', month)}) s
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

/** The month whose column the table is sorted by, if it is one: `month:2026-03-01`. */
const monthOfSort = (sort: string | undefined): Day | undefined => /^-?month:(\d{4}-\d{2}-\d{2})$/.exec(sort ?? '')?.[1];

/** The order of a table of hours, largest first unless asked otherwise. */
function hoursOrder(sort: string | undefined, columns: Readonly<Record<string, string>>): Sql {
  if (monthOfSort(sort) !== undefined) return sql`of_month ${raw(sort?.startsWith('-') ? 'desc' : 'asc')}, key`;
  return sql`${orderBy(sort ?? '-seconds', columns, 'seconds')}, key`;
}

interface Keyed extends Sums {
  key: string;
  of_month?: number;
  total_rows?: number;
}

/** Gives rows their months; only those of the page are looked up. */
async function withMonths<Row extends Sums>(tx: Tx, actor: Actor, filters: ReportFilters, key: Key, rows: Keyed[], all = false) {
  const found =
    rows.length === 0
      ? []
      : await tx.all<MonthSum & { key: string }>(
          sql`${monthly(tx, actor, filters, key, all ? undefined : rows.map((row) => row.key))} order by 1, 2`,
        );
  const months = Map.groupBy(found, (row) => row.key);
  return rows.map(({ key: id, of_month: _sorted, total_rows: _total, ...row }) => ({
    ...row,
    months: (months.get(id) ?? []).map(({ key: _key, ...sum }) => sum),
  })) as unknown as Row[];
}

export async function hoursByProject(tx: Tx, actor: Actor, { body: asked }: { body: Request }): Promise<Page<ProjectTime>> {
  checkRange(asked.from, asked.to);
  const body = await filtersFrom(tx, actor, asked);
  const select = byProject(tx, actor, body, monthOfSort(body.sort));
  const page = await pageOf<Keyed>(tx, select, hoursOrder(body.sort, ofProject), body);
  return { ...page, rows: await withMonths<ProjectTime>(tx, actor, body, 'project_id', page.rows) };
}

export async function hoursByPerson(tx: Tx, actor: Actor, { body: asked }: { body: Request }): Promise<Page<PersonTime>> {
  checkRange(asked.from, asked.to);
  const body = await filtersFrom(tx, actor, asked);
  const select = byPerson(tx, actor, body, monthOfSort(body.sort));
  const page = await pageOf<Keyed>(tx, select, hoursOrder(body.sort, ofPerson), body);
  return { ...page, rows: await withMonths<PersonTime>(tx, actor, body, 'user_id', page.rows) };
}

export interface HoursTotals extends Sums {
  projects: number;
  people: number;
}

/** The sums under the tables of hours, over all of their pages: one pass over the facts for months, projects and people. */
export async function hoursTotals(tx: Tx, actor: Actor, { body: asked }: { body: ReportFilters }): Promise<HoursTotals> {
  checkRange(asked.from, asked.to);
  const body = await filtersFrom(tx, actor, asked);
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

type FileOf = ReportFilters & { by?: string; sort?: string };

/** Hours, budgets or the entries behind them as a file. */
export async function exportHours(
  tx: Tx,
  actor: Actor,
  { body, query }: { body: FileOf; query: { format?: string } },
  visit: Pick<Visit, 'within' | 'looked'>,
): Promise<FileReply> {
  checkRange(body.from, body.to);
  return body.by === 'entry'
    ? exportBehind(tx, actor, await filtersFrom(tx, actor, body), query.format, visit)
    : fileOf(await hoursTable(tx, actor, body), query.format);
}

/** What is summed as a table: a row a project (or person) and month, as a spreadsheet can pivot it, or a row a budget. */
export async function hoursTable(tx: Tx, actor: Actor, asked: FileOf): Promise<FileTable> {
  const body = await filtersFrom(tx, actor, asked);
  if (body.by === 'budget') return budgetsTable(tx, body);
  const name = `hours_${body.from}_${body.to}`;
  const columns = [
    { key: 'month', title: 'Month', kind: 'date' as const },
    { key: 'hours', title: 'Hours', kind: 'hours' as const },
    { key: 'chargeable', title: 'Chargeable hours', kind: 'hours' as const },
  ];
  const perMonth = (row: Sums) =>
    row.months.map((sum) => ({ month: sum.month, hours: sum.seconds, chargeable: sum.chargeable_seconds }));
  if (body.by === 'person') {
    const people = await tx.all<Keyed>(
      sql`select * from (${byPerson(tx, actor, body, monthOfSort(body.sort))}) whole order by ${hoursOrder(body.sort, ofPerson)}`,
    );
    const rows = await withMonths<PersonTime>(tx, actor, body, 'user_id', people, true);
    const flat = rows.flatMap((row) =>
      perMonth(row).map((sums) => ({ name: row.name, grade: row.grade, team: row.team, ...sums })),
    );
    const titles = [
      { key: 'name', title: 'Person', kind: 'text' as const },
      { key: 'grade', title: 'Grade', kind: 'text' as const },
      { key: 'team', title: 'Team', kind: 'text' as const },
    ];
    return { name, columns: [...titles, ...columns], rows: flat };
  }
  const projects = await tx.all<Keyed>(
    sql`select * from (${byProject(tx, actor, body, monthOfSort(body.sort))}) whole order by ${hoursOrder(body.sort, ofProject)}`,
  );
  const rows = await withMonths<ProjectTime>(tx, actor, body, 'project_id', projects, true);
  const flat = rows.flatMap((row) =>
    perMonth(row).map((sums) => ({ code: row.code, project: row.project, client: row.client, ...sums })),
  );
  const titles = [
    { key: 'code', title: 'Code', kind: 'text' as const },
    { key: 'project', title: 'Project', kind: 'text' as const },
    { key: 'client', title: 'Client', kind: 'text' as const },
  ];
  return { name, columns: [...titles, ...columns], rows: flat };
}
