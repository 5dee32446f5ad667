import type { Page } from '../../kit/endpoint.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { type Custom, customOf, firmOf } from '../../settings/server/public.ts';
import { orderBy, pageOf } from '../../server/paging.ts';
import { type Sql, and, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { refuseFlag, today, usersAmong } from '../../people/server/public.ts';
import type { ProjectDetails, ProjectListRow } from '../contract.ts';
import { nextCodes } from './codes.ts';
import { type ProjectLists, checkLists, keepLists, listsOf, manageFromToday, refuseRestricted } from './project-lists.ts';
import { type ProjectFilters, type ProjectRow, projectCondition, readProject, selectProjects } from './project-rows.ts';

export type ProjectListFilters = ProjectFilters & { templates?: boolean };

interface OwnInput {
  client_id?: string | null;
  team_id?: string | null;
  manager_ids?: string[];
  status?: ProjectRow['status'];
  billing_status?: ProjectRow['billing_status'];
  chargeable?: boolean;
  fee_kind?: ProjectRow['fee_kind'];
}

interface ProjectInput extends OwnInput, ProjectLists {
  name?: string;
  code?: string;
  logging?: ProjectRow['logging'];
  is_template?: boolean;
  notes?: string;
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
  team: 'team collate app.names',
  status: 'status',
  billing_status: 'billing_status',
  starts_on: 'starts_on',
  ends_on: 'ends_on',
  budget_minutes: 'budget_minutes',
};

/** By a column, and within it by id: the same page holds the same rows. */
export const projectOrder = (sort: string | undefined): Sql => sql`${orderBy(sort, sortable, 'name')}, id`;

/** What the list shows: projects, or the templates in their place. */
export const selectListed = (tx: Tx, filters: ProjectListFilters, day: string): Sql =>
  selectProjects(tx, and(projectCondition(tx, filters), sql`p.is_template = ${filters.templates ?? false}`), day);

/**
 * One page of a select of projects, in two statements: which they are, by the key that sorts them and nothing else, and what is
 * shown of these. To look up clients, teams and managers of all before the first is known took most of the time.
 */
async function pageOfProjects(
  tx: Tx,
  select: Sql,
  { sort, ...request }: { page?: number | undefined; per_page?: number | undefined; sort?: string | undefined },
  day: string,
): Promise<Page<ProjectListRow>> {
  const [key = 'name_lc'] = (sortable[(sort ?? 'name').replace(/^-/, '') as keyof typeof sortable] ?? sortable.name).split(' ');
  const { rows, pagination } = await pageOf<{ id: string }>(
    tx,
    sql`select id, ${raw(key)} from (${select}) listed`,
    projectOrder(sort),
    request,
    { apart: true },
  );
  const ids = rows.map(({ id }) => id);
  const found = await tx.all<ProjectListRow>(selectProjects(tx, sql`p.id = any(${ids}::uuid[])`, day));
  const byId = new Map(found.map((row) => [row.id, row]));
  return { pagination, rows: ids.flatMap((id) => byId.get(id) ?? []) };
}

export async function listProjects(
  tx: Tx,
  _actor: Actor,
  { body = {} }: { body?: ProjectListFilters & { page?: number; per_page?: number; sort?: string } },
): Promise<Page<ProjectListRow>> {
  const day = await today(tx);
  return pageOfProjects(tx, selectListed(tx, body, day), body, day);
}

/** The projects that somebody manages today; nobody named means oneself. */
export async function listManaged(
  tx: Tx,
  actor: Actor,
  { query }: { query: { page?: number; per_page?: number; user_id?: string } },
): Promise<Page<ProjectListRow>> {
  const day = await today(tx);
  const condition = sql`not p.is_template and p.id in (
    select pm.project_id from clients.project_managers pm where pm.tenant_id = ${tx.tenant} and pm.user_id = ${query.user_id ?? actor.userId}
      and pm.valid_from <= ${day} and pm.valid_to > ${day})`;
  return pageOfProjects(tx, selectProjects(tx, condition, day), query, day);
}

export const listProjectManagers = (tx: Tx) =>
  tx.all<{ id: string; name: string }>(sql`
    select u.id, u.name from people.users u where u.tenant_id = ${tx.tenant}
      and exists (select 1 from clients.project_managers m where m.tenant_id = u.tenant_id and m.user_id = u.id)
    order by u.name_lc collate app.names, u.id`);

/** @throws Problem 422 that names the project which has the code */
export async function refuseTakenCode(tx: Tx, code: string, except: string | null): Promise<void> {
  const taken = await tx.one<{ name: string }>(sql`
    select name from clients.projects where tenant_id = ${tx.tenant} and code_lc = ${code.toLowerCase()} and id is distinct from ${except}::uuid`);
  if (taken) throw invalid([{ path: 'code', message: said`The project "${taken.name}" has this code already.` }]);
}

/** What projects name must be of this firm. @throws Problem 422 at the field that names something unknown */
async function checkReferences(tx: Tx, inputs: readonly OwnInput[], pathOf: (index: number) => string = () => ''): Promise<void> {
  const ids = (pick: (input: OwnInput) => readonly (string | null | undefined)[]): string[] => [
    ...new Set(inputs.flatMap(pick).filter((id) => typeof id === 'string')),
  ];
  const [clients, teams, managers] = [
    ids(({ client_id }) => [client_id]),
    ids(({ team_id }) => [team_id]),
    ids(({ manager_ids = [] }) => manager_ids),
  ];
  if (clients.length + teams.length + managers.length === 0) return;
  const rows = await tx.all<{ id: string }>(sql`
    select c.id from clients.clients c where c.tenant_id = ${tx.tenant} and c.id = any(${clients}::uuid[])
    union all select t.id from people.teams t where t.tenant_id = ${tx.tenant} and t.id = any(${teams}::uuid[])
    union all select u.id from people.users u where u.tenant_id = ${tx.tenant} and u.id = any(${managers}::uuid[])`);
  const known = new Set(rows.map(({ id }) => id));
  inputs.forEach(({ client_id, team_id, manager_ids = [] }, index) => {
    const refuse = (field: string, message: string) => invalid([{ path: `${pathOf(index)}${field}`, message }]);
    if (client_id && !known.has(client_id)) throw refuse('client_id', 'There is no such client.');
    if (team_id && !known.has(team_id)) throw refuse('team_id', 'There is no such team.');
    if (manager_ids.some((id) => !known.has(id))) throw refuse('manager_ids', 'There is no such person.');
  });
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

type Charging = Pick<ProjectRow, 'chargeable' | 'fee_kind'>;

/**
 * Whether work is charged and how, where one of the two is said or both: internal work is never charged, and what is not charged
 * has no fee. @throws Problem 422 where they contradict each other
 */
export function charging({ chargeable, fee_kind }: Partial<Charging>, before: Charging): Charging {
  if (fee_kind === 'internal' && chargeable) throw invalid([{ path: 'fee_kind', message: 'Internal work is not charged.' }]);
  if (fee_kind !== undefined) return { fee_kind, chargeable: chargeable ?? fee_kind !== 'internal' };
  if (chargeable === undefined || chargeable === before.chargeable)
    return { chargeable: before.chargeable, fee_kind: before.fee_kind };
  if (!chargeable) return { chargeable, fee_kind: 'internal' };
  return { chargeable, fee_kind: before.fee_kind === 'internal' ? 'time_and_materials' : before.fee_kind };
}

/** Adds a project with everything that is said of it. @throws Problem 422 */
export async function createProject(
  tx: Tx,
  actor: Actor,
  { body }: { body: ProjectInput & { id?: string; name: string } },
): Promise<ProjectDetails> {
  refuseFlag(actor, 'can_edit', PAGES);
  const { lists, fields: given } = listsOf(body);
  const { manager_ids, ...fields } = given;
  const name = tidyName(fields.name);
  checkDates(fields.starts_on, fields.ends_on);
  await checkReferences(tx, [body]);
  await checkLists(tx, lists);
  const id = fields.id ?? newId();
  const wanted = { client_id: fields.client_id ?? null, starts_on: fields.starts_on };
  const code = fields.code?.trim() || ((await nextCodes(tx, [wanted]))[0] as string);
  await refuseTakenCode(tx, code, null);
  const currency = fields.currency ?? (await firmOf(tx)).currency;
  const usual = fields.client_id ? 'time_and_materials' : 'internal';
  const charged = charging(fields, { chargeable: Boolean(fields.client_id), fee_kind: usual });
  const custom = await customOf(tx, { collection: 'projects', given: fields.custom, usersAmong });
  await tx.write.insert('clients.projects', [{ ...fields, ...charged, id, code, name, currency, custom }]);
  await keepLists(tx, id, lists);
  if (manager_ids) await manageFromToday(tx, new Map([[id, manager_ids]]), { fresh: true });
  await refuseRestricted(tx, [id]);
  tx.say({ topic: 'projects' });
  return readProject(tx, actor, id);
}

/** Changes a project; what is not named stays. @throws Problem 404, 409 when stale, 422 */
export async function updateProject(
  tx: Tx,
  actor: Actor,
  { body }: { body: ProjectInput & { id: string; version?: number } },
): Promise<ProjectDetails> {
  refuseFlag(actor, 'can_edit', PAGES);
  const { lists, fields } = listsOf(body);
  const { id, version, manager_ids, ...set } = fields;
  const before = await tx.one<ProjectRow>(
    sql`select * from clients.projects where tenant_id = ${tx.tenant} and id = ${id} for update`,
  );
  if (!before) throw notFound('There is no such project.');
  if (version !== undefined && version !== before.version)
    throw conflict('Somebody else changed this project in the meantime.', await readProject(tx, actor, id));
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
  await checkReferences(tx, [body]);
  await checkLists(tx, lists);
  set.custom = await customOf(tx, { collection: 'projects', given: set.custom, before: before.custom, usersAmong });
  const [after] = await tx.write.update<ProjectRow>('clients.projects', [{ before, set: { ...set, ...charging(set, before) } }]);
  const changed = await keepLists(tx, id, lists);
  if (manager_ids && (await manageFromToday(tx, new Map([[id, manager_ids]]))).size > 0) changed.push('managers');
  // Who read the project before its lists changed is stale.
  if (changed.length > 0 && after?.version === before.version) await tx.write.touch('clients.projects', [before]);
  if (set.client_id || changed.includes('managers') || changed.includes('members')) await refuseRestricted(tx, [id]);
  tx.say({ topic: 'projects' });
  return readProject(tx, actor, id);
}

/** Loads projects that are to change, locked. @throws Problem 404 when one of them is not there */
async function loadAll(tx: Tx, ids: readonly string[]): Promise<Map<string, ProjectRow>> {
  const rows = await tx.all<ProjectRow>(sql`
    select * from clients.projects where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) order by id for update`);
  if (rows.length !== new Set(ids).size) throw notFound('There is no such project.');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Changes several projects, all or none, in as many statements as for one. @throws Problem 404, 409 when one is stale, 422 */
export async function updateProjects(
  tx: Tx,
  actor: Actor,
  { body }: { body: { projects: (OwnInput & { id: string; version?: number })[] } },
): Promise<{ changed: number }> {
  refuseFlag(actor, 'can_edit', PAGES);
  const ids = body.projects.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw invalid([{ path: 'projects', message: 'The same project stands twice.' }]);
  const rows = await loadAll(tx, ids);
  const stale = body.projects.find(({ id, version }) => version !== undefined && version !== rows.get(id)?.version);
  if (stale) throw conflict(said`Somebody else changed "${rows.get(stale.id)?.name ?? ''}" in the meantime.`, rows.get(stale.id));
  await checkReferences(tx, body.projects, (index) => `projects.${index}.`);
  const changes = body.projects.map(({ id, version: _version, manager_ids: _managers, ...set }) => {
    const before = rows.get(id) as ProjectRow;
    return { before, set: { ...set, ...charging(set, before) } };
  });
  const after = await tx.write.update<ProjectRow>('clients.projects', changes);
  const managed = body.projects.filter(({ manager_ids }) => manager_ids !== undefined);
  const moved =
    managed.length === 0
      ? new Set<string>()
      : await manageFromToday(tx, new Map(managed.map(({ id, manager_ids = [] }) => [id, manager_ids])));
  const same = new Set(after.filter((row) => row.version === rows.get(row.id)?.version).map(({ id }) => id));
  await tx.write.touch(
    'clients.projects',
    [...moved].filter((id) => same.has(id)).map((id) => rows.get(id) as ProjectRow),
  );
  const placed = body.projects.filter(({ id, client_id }) => client_id || moved.has(id)).map(({ id }) => id);
  if (placed.length > 0) await refuseRestricted(tx, placed);
  tx.say({ topic: 'projects' });
  return { changed: ids.filter((id) => !same.has(id) || moved.has(id)).length };
}

export async function setBillingStatus(
  tx: Tx,
  actor: Actor,
  { body }: { body: { ids: string[]; billing_status: ProjectRow['billing_status'] } },
): Promise<ProjectListRow[]> {
  refuseFlag(actor, 'can_edit', PAGES);
  const rows = await loadAll(tx, body.ids);
  await tx.write.update(
    'clients.projects',
    [...rows.values()].map((before) => ({ before, set: { billing_status: body.billing_status } })),
  );
  tx.say({ topic: 'projects' });
  return tx.all<ProjectListRow>(
    sql`${selectProjects(tx, sql`p.id = any(${body.ids})`, await today(tx))} order by p.name_lc collate app.names, p.id`,
  );
}
