import type { Page } from '../../kit/endpoint.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { type Custom, customFilter, customOf, withCustomColumns } from '../../settings/server/public.ts';
import { tableFile } from '../../server/export.ts';
import { orderBy, pageOf } from '../../server/paging.ts';
import type { FileReply } from '../../server/route.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { refuseIfUsed } from '../../server/usage.ts';
import { refuseFlag, usersAmong } from '../../people/server/public.ts';

interface ClientRow extends Record<string, unknown> {
  id: string;
  name: string;
  sector: string | null;
  is_active: boolean;
  custom: Custom;
  version: number;
}

type ClientListRow = ClientRow & { projects: number };

interface ClientFilters {
  page?: number;
  per_page?: number;
  search?: string;
  sort?: string;
  is_active?: boolean;
  custom?: Custom;
}

const PAGES = ['clients_projects'];

const sortable = { name: 'name_lc collate app.names', sector: 'sector collate app.names', projects: 'projects' };

const selectClients = (tx: Tx) => sql`
  select c.id, c.name, c.name_lc, c.sector, c.is_active, c.custom, c.version,
    (select count(*)::int from clients.projects p where p.tenant_id = c.tenant_id and p.client_id = c.id) as projects
  from clients.clients c where c.tenant_id = ${tx.tenant}`;

const filtered = (tx: Tx, filters: ClientFilters): Sql =>
  sql`${selectClients(tx)} and ${and(
    filters.search ? sql`position(${filters.search.toLowerCase()} in c.name_lc) > 0` : undefined,
    filters.is_active === undefined ? undefined : sql`c.is_active = ${filters.is_active}`,
    customFilter(sql`c.custom`, filters.custom),
  )}`;

const clientOrder = (sort: string | undefined): Sql => sql`${orderBy(sort, sortable, 'name')}, id`;

export const listClients = (tx: Tx, _actor: Actor, { body = {} }: { body?: ClientFilters }): Promise<Page<ClientListRow>> =>
  pageOf<ClientListRow>(tx, filtered(tx, body), clientOrder(body.sort), body);

/** The clients whom the filters show, in their order. */
export async function exportClients(
  tx: Tx,
  actor: Actor,
  { body = {}, query }: { body?: ClientFilters; query: { format?: string } },
): Promise<FileReply> {
  refuseFlag(actor, 'can_export', PAGES);
  const rows = await tx.all<ClientListRow>(sql`select * from (${filtered(tx, body)}) whole order by ${clientOrder(body.sort)}`);
  const custom = await withCustomColumns(tx, { collection: 'clients', rows, usersAmong });
  return tableFile(
    'clients',
    query.format,
    [
      { key: 'name', title: 'Client', kind: 'text' },
      { key: 'sector', title: 'Sector', kind: 'text' },
      { key: 'projects', title: 'Projects', kind: 'number' },
      { key: 'is_active', title: 'Active', kind: 'text' },
      ...custom.columns,
    ],
    custom.rows,
  );
}

export const listClientNames = (tx: Tx) =>
  tx.all<{ id: string; name: string }>(sql`
    select id, name from clients.clients where tenant_id = ${tx.tenant} and is_active order by name_lc collate app.names, id`);

export async function listSectors(tx: Tx): Promise<string[]> {
  const rows = await tx.all<{ sector: string }>(sql`
    select sector from clients.clients where tenant_id = ${tx.tenant} and sector is not null
    group by sector order by sector collate app.names`);
  return rows.map((row) => row.sector);
}

async function readClient(tx: Tx, id: string): Promise<ClientListRow> {
  const row = await tx.one<ClientListRow>(sql`${selectClients(tx)} and c.id = ${id}`);
  if (!row) throw notFound('There is no such client.');
  return row;
}

/** The name as it is stored. @throws Problem 422 when it is empty or taken */
async function freeName(tx: Tx, given: string, except: string | null): Promise<string> {
  const name = given.trim();
  if (name === '') throw invalid([{ path: 'name', message: 'A client needs a name.' }]);
  const taken = await tx.one<{ name: string }>(sql`
    select name from clients.clients where tenant_id = ${tx.tenant} and name_lc = ${name.toLowerCase()} and id is distinct from ${except}::uuid`);
  if (taken) throw invalid([{ path: 'name', message: said`There is a client "${taken.name}" already.` }]);
  return name;
}

const sectorOf = (sector: string | null | undefined): string | null => sector?.trim() || null;

export async function createClient(
  tx: Tx,
  actor: Actor,
  { body }: { body: { id?: string; name: string; sector?: string | null; custom?: Custom } },
) {
  refuseFlag(actor, 'can_edit', PAGES);
  const name = await freeName(tx, body.name, null);
  const custom = await customOf(tx, { collection: 'clients', given: body.custom, usersAmong });
  const [row] = await tx.write.insert<ClientRow>('clients.clients', [{ ...body, name, sector: sectorOf(body.sector), custom }]);
  return readClient(tx, (row as ClientRow).id);
}

export async function updateClient(
  tx: Tx,
  actor: Actor,
  {
    body,
  }: { body: { id: string; version?: number; name?: string; sector?: string | null; is_active?: boolean; custom?: Custom } },
) {
  refuseFlag(actor, 'can_edit', PAGES);
  const { id, version, ...set } = body;
  const before = await tx.one<ClientRow>(
    sql`select * from clients.clients where tenant_id = ${tx.tenant} and id = ${id} for update`,
  );
  if (!before) throw notFound('There is no such client.');
  if (version !== undefined && version !== before.version)
    throw conflict('Somebody else changed this client in the meantime.', await readClient(tx, id));
  if (set.name !== undefined) set.name = await freeName(tx, set.name, id);
  if (set.sector !== undefined) set.sector = sectorOf(set.sector);
  set.custom = await customOf(tx, { collection: 'clients', given: set.custom, before: before.custom, usersAmong });
  await tx.write.update('clients.clients', [{ before, set: { ...set } }]);
  return readClient(tx, id);
}

/** @throws Problem 409 that names what uses the client: set it inactive instead */
export async function removeClient(tx: Tx, actor: Actor, { body }: { body: { id: string } }): Promise<{ success: boolean }> {
  refuseFlag(actor, 'can_edit', PAGES);
  const row = await tx.one<ClientRow>(
    sql`select * from clients.clients where tenant_id = ${tx.tenant} and id = ${body.id} for update`,
  );
  if (!row) throw notFound('There is no such client.');
  await refuseIfUsed(tx, 'clients.clients', row.id, `"${row.name}"`);
  await tx.write.remove('clients.clients', [row]);
  return { success: true };
}
