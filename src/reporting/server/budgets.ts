import { type Day, addDays } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { type ProjectFilters, projectCondition } from '../../clients/server/public.ts';
import { today } from '../../people/server/public.ts';
import type { FileTable } from '../../server/export.ts';
import { orderBy, pageOf } from '../../server/paging.ts';
import { type Sql, planned, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { minutesIn } from './client-bookings.ts';

/** A project's budget beside what was logged and what is booked from tomorrow on. */
export interface ProjectBudget {
  project_id: string;
  code: string;
  project: string;
  client: string | null;
  status: string;
  budget_minutes: number | null;
  logged_seconds: number;
  booked_minutes: number;
  tentative_minutes: number;
}

type Row = Omit<ProjectBudget, 'booked_minutes' | 'tentative_minutes'>;

/** How far ahead bookings count: what lies further is a wish. */
const AHEAD_DAYS = 730;
/** Whose budgets still matter, unless told otherwise. */
const OPEN = ['planned', 'active'];

const selectBudgets = (tx: Tx, filters: ProjectFilters): Sql => {
  const statuses = filters.statuses?.length ? filters.statuses : OPEN;
  return sql`
    select * from (
      select p.id as project_id, p.code, p.name as project, c.name as client, p.status, p.budget_minutes,
        (select coalesce(sum(m.seconds), 0)::bigint from time.months m where m.tenant_id = p.tenant_id and m.project_id = p.id) as logged_seconds
      from clients.projects p left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
      where p.tenant_id = ${tx.tenant} and not p.is_template and p.client_id is not null and ${projectCondition(tx, { ...filters, statuses })}) b
    where b.budget_minutes is not null or b.logged_seconds > 0`;
};

const COLUMNS = {
  project: 'project collate app.names',
  client: 'client collate app.names',
  budget: 'budget_minutes',
  logged: 'logged_seconds',
  used: 'logged_seconds::float8 / nullif(budget_minutes::float8 * 60, 0)',
};
const orderOf = (sort: string | undefined): Sql => sql`${orderBy(sort ?? '-used', COLUMNS, 'used')}, project_id`;

/** What the projects' people are booked from tomorrow on, on days on which they have capacity. */
async function withBooked(tx: Tx, rows: readonly Row[]): Promise<ProjectBudget[]> {
  const from = addDays(await today(tx), 1);
  const to = addDays(from, AHEAD_DAYS);
  const bookings = await tx.all<{
    project_id: string;
    user_id: string;
    first_day: Day;
    last_day: Day;
    minutes_per_day: number;
    level: string;
  }>(sql`
    select b.project_id, b.user_id, greatest(b.first_day, ${from}::date) as first_day, least(b.last_day, ${to}::date) as last_day,
      b.minutes_per_day, b.level
    from planning.bookings b
    where b.tenant_id = ${tx.tenant} and b.project_id = any(${rows.map((row) => row.project_id)}::uuid[]) and b.user_id is not null
      and b.last_day >= ${from} and b.first_day <= ${to}`);
  const last = bookings.reduce((day, { last_day }) => (last_day > day ? last_day : day), from);
  const minutes = await minutesIn(tx, bookings, { from, to: last });
  const ofProject = Map.groupBy(bookings, ({ project_id }) => project_id);
  return rows.map((row) => {
    const own = ofProject.get(row.project_id) ?? [];
    const sum = (hard: boolean): number =>
      own.reduce((total, booking) => total + ((booking.level === 'hard') === hard ? minutes(booking) : 0), 0);
    return { ...row, logged_seconds: Number(row.logged_seconds), booked_minutes: sum(true), tentative_minutes: sum(false) };
  });
}

interface Asked extends ProjectFilters {
  sort?: string;
  page?: number;
  per_page?: number;
}

/** Budgets of open client projects, the most used up first: logged so far, booked ahead. */
export async function projectBudgets(tx: Tx, _actor: Actor, { body }: { body: Asked }): Promise<Page<ProjectBudget>> {
  const page = await pageOf<Row & { total_rows?: number }>(tx, planned(selectBudgets(tx, body)), orderOf(body.sort), body);
  const rows = page.rows.map(({ total_rows: _total, ...row }) => row);
  return { ...page, rows: await withBooked(tx, rows) };
}

/** The same as a table, of all pages. */
export async function budgetsTable(tx: Tx, filters: Asked): Promise<FileTable> {
  const rows = await withBooked(
    tx,
    await tx.all<Row>(planned(sql`select * from (${selectBudgets(tx, filters)}) whole order by ${orderOf(filters.sort)}`)),
  );
  const flat = rows.map(({ budget_minutes: budget, ...row }) => ({
    ...row,
    budget: budget === null ? null : budget * 60,
    booked: row.booked_minutes * 60,
    tentative: row.tentative_minutes * 60,
    left: budget === null ? null : budget * 60 - row.logged_seconds - row.booked_minutes * 60,
  }));
  return {
    name: 'budgets',
    columns: [
      { key: 'client', title: 'Client', kind: 'text' },
      { key: 'code', title: 'Code', kind: 'text' },
      { key: 'project', title: 'Project', kind: 'text' },
      { key: 'budget', title: 'Budget hours', kind: 'hours' },
      { key: 'logged_seconds', title: 'Logged hours', kind: 'hours' },
      { key: 'booked', title: 'Booked hours', kind: 'hours' },
      { key: 'tentative', title: 'Tentative hours', kind: 'hours' },
      { key: 'left', title: 'Left hours', kind: 'hours' },
    ],
    rows: flat,
  };
}
