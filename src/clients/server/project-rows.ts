import { notFound } from '../../kit/problem.ts';
import { teamsBelow, today } from '../../people/server/public.ts';
import { type Custom, customFilter } from '../../settings/server/public.ts';
import { type Sql, and, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { ProjectDetails, ProjectListRow } from '../contract.ts';
import { spanOf } from './parts.ts';

/** A project as it is stored. */
export interface ProjectRow extends Record<string, unknown> {
  id: string;
  code: string;
  name: string;
  client_id: string | null;
  team_id: string | null;
  status: ProjectListRow['status'];
  billing_status: ProjectListRow['billing_status'];
  chargeable: boolean;
  fee_kind: ProjectListRow['fee_kind'];
  logging: 'everybody' | 'members';
  is_template: boolean;
  notes: string;
  starts_on: string | null;
  ends_on: string | null;
  budget_minutes: number | null;
  budget_fee: number | null;
  currency: string;
  custom: Custom;
  version: number;
}

export interface ProjectFilters {
  search?: string;
  teams?: string[];
  users?: string[];
  clients?: string[];
  projects?: string[];
  years?: number[];
  statuses?: string[];
  billing_status?: string[];
  chargeable?: boolean;
  custom?: Custom;
}

const some = <T>(list: T[] | undefined): list is T[] => list !== undefined && list.length > 0;

/** Condition on a row that says when it holds: it does today. */
const now = (alias: string, day: string): Sql => sql`${raw(alias)}.valid_from <= ${day} and ${raw(alias)}.valid_to > ${day}`;

/**
 * Condition on `p` (clients.projects) for the project filters; an empty array does not narrow. A team stands for its subtree,
 * a year is met by the dates, people are those who manage it at any time.
 */
export const projectCondition = (tx: Tx, filters: ProjectFilters): Sql =>
  and(
    filters.search
      ? sql`(position(${filters.search.toLowerCase()} in p.name_lc) > 0 or position(${filters.search.toLowerCase()} in p.code_lc) > 0)`
      : undefined,
    some(filters.teams) ? sql`p.team_id in (${teamsBelow(tx, filters.teams)})` : undefined,
    some(filters.clients) ? sql`p.client_id = any(${filters.clients})` : undefined,
    some(filters.projects) ? sql`p.id = any(${filters.projects})` : undefined,
    some(filters.statuses) ? sql`p.status = any(${filters.statuses})` : undefined,
    some(filters.billing_status) ? sql`p.billing_status = any(${filters.billing_status})` : undefined,
    filters.chargeable === undefined ? undefined : sql`p.chargeable = ${filters.chargeable}`,
    customFilter(sql`p.custom`, filters.custom),
    some(filters.users)
      ? sql`p.id in (select pm.project_id from clients.project_managers pm where pm.tenant_id = ${tx.tenant} and pm.user_id = any(${filters.users}))`
      : undefined,
    some(filters.years)
      ? sql`exists (select 1 from unnest(${filters.years}::int[]) y
          where coalesce(p.starts_on, p.created_at::date) <= make_date(y, 12, 31) and coalesce(p.ends_on, 'infinity') >= make_date(y, 1, 1))`
      : undefined,
  );

/** Projects as lists show them, of those that a condition on `p` leaves; the managers are those of a day. */
export const selectProjects = (tx: Tx, condition: Sql, day: string): Sql => sql`
  select p.id, p.code, p.code_lc, p.name, p.name_lc, p.client_id, c.name as client, p.team_id, t.name as team, p.status, p.billing_status,
    p.chargeable, p.fee_kind, p.is_template, p.starts_on, p.ends_on, p.budget_minutes, p.budget_fee, p.currency, p.custom, p.version,
    coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name_lc collate app.names)
      from clients.project_managers m join people.users u on u.tenant_id = m.tenant_id and u.id = m.user_id
      where m.tenant_id = p.tenant_id and m.project_id = p.id and ${now('m', day)}), '[]') as managers
  from clients.projects p
  left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
  left join people.teams t on t.tenant_id = p.tenant_id and t.id = p.team_id
  where p.tenant_id = ${tx.tenant} and ${condition}`;

interface HeldRow {
  id: string;
  user_id: string;
  name: string;
  valid_from: string;
  valid_to: string;
}

const heldBy = (tx: Tx, table: 'project_managers' | 'project_members', id: string): Promise<HeldRow[]> =>
  tx.all<HeldRow>(sql`
    select m.id, m.user_id, u.name, m.valid_from, m.valid_to from ${raw(`clients.${table}`)} m
    join people.users u on u.tenant_id = m.tenant_id and u.id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.project_id = ${id} order by u.name_lc collate app.names, m.valid_from, m.id`);

type RateRow = Omit<ProjectDetails['rates'][number], 'first_day' | 'last_day'> & { valid_from: string; valid_to: string };
type Own = Pick<ProjectDetails, 'logging' | 'notes' | 'copied_from'>;

const spanned = <Row extends { valid_from: string; valid_to: string }>({ valid_from, valid_to, ...row }: Row) => ({
  ...row,
  ...spanOf({ valid_from, valid_to }),
});

/** One project whole, its parts in nine statements that travel together. @throws Problem 404 */
export async function readProject(tx: Tx, actor: Pick<Actor, 'userId'>, id: string): Promise<ProjectDetails> {
  const day = await today(tx);
  const part = sql`x.tenant_id = ${tx.tenant} and x.project_id = ${id}`;
  const [row, own, managed, members, phases, grades, tasks, rates, files, watched] = await Promise.all([
    tx.one<ProjectListRow>(selectProjects(tx, sql`p.id = ${id}`, day)),
    tx.one<Own>(sql`select logging, notes, copied_from from clients.projects where tenant_id = ${tx.tenant} and id = ${id}`),
    heldBy(tx, 'project_managers', id),
    heldBy(tx, 'project_members', id),
    tx.all<ProjectDetails['phases'][number]>(sql`
      select x.id, x.name, x.starts_on, x.ends_on, x.budget_minutes, x.budget_fee from clients.phases x where ${part} order by x.position, x.id`),
    tx.all<ProjectDetails['grade_budgets'][number]>(sql`
      select x.id, x.grade, x.budget_minutes, x.budget_fee from clients.grade_budgets x where ${part} order by x.grade`),
    tx.all<{ task_type_id: string }>(
      sql`select x.task_type_id from clients.project_tasks x where ${part} order by x.task_type_id`,
    ),
    tx.all<RateRow>(sql`
      select x.id, x.grade, x.user_id, u.name, x.rate, x.valid_from, x.valid_to from clients.project_rates x
      left join people.users u on u.tenant_id = x.tenant_id and u.id = x.user_id where ${part} order by x.grade, u.name, x.valid_from, x.id`),
    tx.all<Omit<ProjectDetails['files'][number], 'created_at'> & { created_at: Date }>(sql`
      select x.id, x.name, f.media_type, f.size, u.name as added_by, x.created_at from clients.project_files x
      join app.files f on f.tenant_id = x.tenant_id and f.id = x.file_id
      left join people.users u on u.tenant_id = x.tenant_id and u.id = x.added_by where ${part} order by x.id desc`),
    tx.one(sql`select 1 from clients.project_watchers x where ${part} and x.user_id = ${actor.userId}`),
  ]);
  if (!row || !own) throw notFound('There is no such project.');
  return {
    ...row,
    ...own,
    managed: managed.map(spanned),
    members: members.map(spanned),
    phases,
    grade_budgets: grades,
    task_type_ids: tasks.map(({ task_type_id }) => task_type_id),
    rates: rates.map(spanned),
    files: files.map((file) => ({ ...file, created_at: new Date(file.created_at).toISOString() })),
    watched: watched !== undefined,
  };
}
