import type { Page } from '../../kit/endpoint.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { type Custom, customFilter, customOf, firmOf, withCustomColumns } from '../../settings/server/public.ts';
import { tableFile } from '../../server/export.ts';
import { orderBy, pageOf } from '../../server/paging.ts';
import type { FileReply } from '../../server/route.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { refuseFlag, teamsBelow, usersAmong } from '../../people/server/public.ts';

export interface ProjectRow extends Record<string, unknown> {
  id: string;
  code: string;
  name: string;
  client_id: string | null;
  team_id: string | null;
  status: 'planned' | 'active' | 'on_hold' | 'completed' | 'archived';
  billing_status: 'not_started' | 'in_progress' | 'ready_to_bill' | 'part_billed' | 'billed' | 'written_off' | 'internal';
  chargeable: boolean;
  starts_on: string | null;
  ends_on: string | null;
  budget_minutes: number | null;
  budget_fee: number | null;
  currency: string;
  custom: Custom;
  version: number;
}

type ProjectListRow = ProjectRow & { client: string | null; team: string | null; managers: { id: string; name: string }[] };

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

interface ProjectInput {
  name?: string;
  code?: string;
  client_id?: string | null;
  team_id?: string | null;
  manager_ids?: string[];
  status?: ProjectRow['status'];
  billing_status?: ProjectRow['billing_status'];
  chargeable?: boolean;
  starts_on?: string | null;
  ends_on?: string | null;
  budget_minutes?: number | null;
  budget_fee?: number | null;
  currency?: string;
  custom?: Custom;
}

const PAGES = ['clients_projects'];

const sortable = {
  name: 'name_lc collate app.names',
  code: 'code_lc',
  client: 'client collate app.names',
  status: 'status',
  billing_status: 'billing_status',
  starts_on: 'starts_on',
  ends_on: 'ends_on',
};

const some = <T>(list: T[] | undefined): list is T[] => list !== undefined && list.length > 0;

/**
 * Condition on `p` (clients.projects) for the project filters; an empty array does not narrow. A team stands for its subtree,
 * a year is met by the dates.
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
      ? sql`exists (select 1 from clients.project_managers pm where pm.tenant_id = p.tenant_id and pm.project_id = p.id and pm.user_id = any(${filters.users}))`
      : undefined,
    some(filters.years)
      ? sql`exists (select 1 from unnest(${filters.years}::int[]) y
          where coalesce(p.starts_on, p.created_at::date) <= make_date(y, 12, 31) and coalesce(p.ends_on, 'infinity') >= make_date(y, 1, 1))`
      : undefined,
  );

const selectProjects = (tx: Tx, condition: Sql): Sql => sql`
  select p.id, p.code, p.code_lc, p.name, p.name_lc, p.client_id, c.name as client, p.team_id, t.name as team, p.status, p.billing_status,
    p.chargeable, p.starts_on, p.ends_on, p.budget_minutes, p.budget_fee, p.currency, p.custom, p.version,
    coalesce((select json_agg(json_build_object('id', u.id, 'name', u.name) order by u.name_lc collate app.names)
      from clients.project_managers m join people.users u on u.tenant_id = m.tenant_id and u.id = m.user_id
      where m.tenant_id = p.tenant_id and m.project_id = p.id), '[]') as managers
  from clients.projects p
  left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
  left join people.teams t on t.tenant_id = p.tenant_id and t.id = p.team_id
  where p.tenant_id = ${tx.tenant} and ${condition}`;

export async function listProjects(
  tx: Tx,
  _actor: Actor,
  { body }: { body?: ProjectFilters & { page?: number; per_page?: number; sort?: string } },
): Promise<Page<ProjectListRow>> {
  const filters = body ?? {};
  return pageOf<ProjectListRow>(
    tx,
    selectProjects(tx, projectCondition(tx, filters)),
    sql`${orderBy(filters.sort, sortable, 'name')}, id`,
    filters,
  );
}

/** Digits after the decimal sign that a currency has: EUR 2, JPY 0. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

export async function exportProjects(
  tx: Tx,
  actor: Actor,
  { body = {}, query }: { body?: ProjectFilters & { sort?: string }; query: { format?: string } },
): Promise<FileReply> {
  refuseFlag(actor, 'can_export', PAGES);
  const rows = await tx.all<ProjectListRow>(
    sql`select * from (${selectProjects(tx, projectCondition(tx, body))}) whole order by ${orderBy(body.sort, sortable, 'name')}, id`,
  );
  const plain = rows.map((row) => ({
    ...row,
    managers: row.managers.map((manager) => manager.name).join(', '),
    budget: row.budget_minutes === null ? null : row.budget_minutes * 60,
    fee: row.budget_fee === null ? null : row.budget_fee / 10 ** minorDigits(row.currency),
  }));
  const custom = await withCustomColumns(tx, { collection: 'projects', rows: plain, usersAmong });
  return tableFile(
    'projects',
    query.format,
    [
      { key: 'code', title: 'Code', kind: 'text' },
      { key: 'name', title: 'Project', kind: 'text' },
      { key: 'client', title: 'Client', kind: 'text' },
      { key: 'team', title: 'Team', kind: 'text' },
      { key: 'managers', title: 'Managers', kind: 'text' },
      { key: 'status', title: 'Status', kind: 'text' },
      { key: 'billing_status', title: 'Billing status', kind: 'text' },
      { key: 'chargeable', title: 'Chargeable', kind: 'text' },
      { key: 'starts_on', title: 'From', kind: 'date' },
      { key: 'ends_on', title: 'To', kind: 'date' },
      { key: 'budget', title: 'Budget (h)', kind: 'hours' },
      { key: 'fee', title: 'Budget (fee)', kind: 'number' },
      { key: 'currency', title: 'Currency', kind: 'text' },
      ...custom.columns,
    ],
    custom.rows,
  );
}

export const listProjectManagers = (tx: Tx) =>
  tx.all<{ id: string; name: string }>(sql`
    select u.id, u.name from people.users u where u.tenant_id = ${tx.tenant}
      and exists (select 1 from clients.project_managers m where m.tenant_id = u.tenant_id and m.user_id = u.id)
    order by u.name_lc collate app.names, u.id`);

export async function readProject(tx: Tx, id: string): Promise<ProjectListRow> {
  const row = await tx.one<ProjectListRow>(selectProjects(tx, sql`p.id = ${id}`));
  if (!row) throw notFound('There is no such project.');
  return row;
}

async function refuseTakenCode(tx: Tx, code: string, except: string | null): Promise<void> {
  const taken = await tx.one<{ name: string }>(sql`
    select name from clients.projects where tenant_id = ${tx.tenant} and code_lc = ${code.toLowerCase()} and id is distinct from ${except}::uuid`);
  if (taken) throw invalid([{ path: 'code', message: said`The project "${taken.name}" has this code already.` }]);
}

/** The next free code of the firm: P-0001, P-0002, … */
async function nextCode(tx: Tx): Promise<string> {
  const row = await tx.one<{ n: number }>(sql`
    select coalesce(max(substring(code from '^P-([0-9]{1,8})$')::int), 0) + 1 as n from clients.projects where tenant_id = ${tx.tenant}`);
  return `P-${String(row?.n ?? 1).padStart(4, '0')}`;
}

/** What a project names must be of this firm. @throws Problem 422 at the field that names something unknown */
async function checkReferences(tx: Tx, { client_id, team_id, manager_ids }: ProjectInput): Promise<void> {
  const managers = [...new Set(manager_ids ?? [])];
  const [found] = await tx.all<{ client: boolean; team: boolean; managers: number }>(sql`
    select ${client_id ?? null}::uuid is null or exists (select 1 from clients.clients c where c.tenant_id = ${tx.tenant} and c.id = ${client_id ?? null}::uuid) as client,
      ${team_id ?? null}::uuid is null or exists (select 1 from people.teams t where t.tenant_id = ${tx.tenant} and t.id = ${team_id ?? null}::uuid) as team,
      (select count(*)::int from people.users u where u.tenant_id = ${tx.tenant} and u.id = any(${managers})) as managers`);
  if (!found?.client) throw invalid([{ path: 'client_id', message: 'There is no such client.' }]);
  if (!found.team) throw invalid([{ path: 'team_id', message: 'There is no such team.' }]);
  if (found.managers !== managers.length) throw invalid([{ path: 'manager_ids', message: 'There is no such person.' }]);
}

/** The name as it is stored. @throws Problem 422 when it is empty */
function tidyName(given: string): string {
  const name = given.trim();
  if (name === '') throw invalid([{ path: 'name', message: 'A project needs a name.' }]);
  return name;
}

function checkDates(from: string | null | undefined, to: string | null | undefined): void {
  if (from && to && to < from) throw invalid([{ path: 'ends_on', message: 'Must not lie before the first day.' }]);
}

export async function createProject(tx: Tx, actor: Actor, { body }: { body: ProjectInput & { id?: string; name: string } }) {
  refuseFlag(actor, 'can_edit', PAGES);
  const { manager_ids, ...fields } = body;
  const name = tidyName(fields.name);
  checkDates(fields.starts_on, fields.ends_on);
  await checkReferences(tx, body);
  const id = fields.id ?? newId();
  const code = fields.code?.trim() || (await nextCode(tx));
  await refuseTakenCode(tx, code, null);
  const currency = fields.currency ?? (await firmOf(tx)).currency;
  const chargeable = fields.chargeable ?? Boolean(fields.client_id);
  const custom = await customOf(tx, { collection: 'projects', given: fields.custom, usersAmong });
  await tx.write.insert('clients.projects', [{ ...fields, id, code, name, currency, chargeable, custom }]);
  if (manager_ids) await setManagers(tx, id, manager_ids);
  tx.say({ topic: 'projects' });
  return readProject(tx, id);
}

async function setManagers(tx: Tx, projectId: string, userIds: string[]): Promise<void> {
  const rows = await tx.all<{ id: string; user_id: string; version: number }>(sql`
    select * from clients.project_managers where tenant_id = ${tx.tenant} and project_id = ${projectId} for update`);
  const wanted = new Set(userIds);
  const present = new Set(rows.map((row) => row.user_id));
  await tx.write.remove(
    'clients.project_managers',
    rows.filter((row) => !wanted.has(row.user_id)),
  );
  const added = [...wanted].filter((id) => !present.has(id));
  await tx.write.insert(
    'clients.project_managers',
    added.map((user_id) => ({ project_id: projectId, user_id })),
  );
}

export async function updateProject(tx: Tx, actor: Actor, { body }: { body: ProjectInput & { id: string; version?: number } }) {
  refuseFlag(actor, 'can_edit', PAGES);
  const { id, version, manager_ids, ...set } = body;
  const before = await tx.one<ProjectRow>(
    sql`select * from clients.projects where tenant_id = ${tx.tenant} and id = ${id} for update`,
  );
  if (!before) throw notFound('There is no such project.');
  if (version !== undefined && version !== before.version)
    throw conflict('Somebody else changed this project in the meantime.', await readProject(tx, id));
  checkDates(
    set.starts_on === undefined ? before.starts_on : set.starts_on,
    set.ends_on === undefined ? before.ends_on : set.ends_on,
  );
  if (set.name !== undefined) set.name = tidyName(set.name);
  if (set.code !== undefined) {
    set.code = set.code.trim();
    if (set.code === '') throw invalid([{ path: 'code', message: 'A project needs a code.' }]);
    await refuseTakenCode(tx, set.code, id);
  }
  await checkReferences(tx, body);
  set.custom = await customOf(tx, { collection: 'projects', given: set.custom, before: before.custom, usersAmong });
  await tx.write.update('clients.projects', [{ before, set: { ...set } }]);
  if (manager_ids) await setManagers(tx, id, manager_ids);
  tx.say({ topic: 'projects' });
  return readProject(tx, id);
}

export async function setBillingStatus(
  tx: Tx,
  actor: Actor,
  { body }: { body: { ids: string[]; billing_status: ProjectRow['billing_status'] } },
): Promise<ProjectListRow[]> {
  refuseFlag(actor, 'can_edit', PAGES);
  const rows = await tx.all<ProjectRow>(sql`
    select * from clients.projects where tenant_id = ${tx.tenant} and id = any(${body.ids}) for update`);
  if (rows.length !== new Set(body.ids).size) throw notFound('There is no such project.');
  await tx.write.update(
    'clients.projects',
    rows.map((before) => ({ before, set: { billing_status: body.billing_status } })),
  );
  tx.say({ topic: 'projects' });
  return tx.all<ProjectListRow>(
    sql`${selectProjects(tx, sql`p.id = any(${body.ids})`)} order by p.name_lc collate app.names, p.id`,
  );
}
