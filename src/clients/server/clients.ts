import type { Page } from '../../kit/endpoint.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { newId } from '../../kit/ids.ts';
import { said } from '../../kit/said.ts';
import { type Custom, customFilter, customOf, withCustomColumns } from '../../settings/server/public.ts';
import { tableFile } from '../../server/export.ts';
import { orderBy, pageOf } from '../../server/paging.ts';
import type { FileReply } from '../../server/route.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { refuseIfUsed } from '../../server/usage.ts';
import { refuseFlag, today, usersAmong } from '../../people/server/public.ts';
import { vatNumber } from '../rules.ts';
import { type ClientListRow, type ClientRow, readClient, selectClients } from './client-rows.ts';
import { checkParent } from './groups.ts';
import { checkSpans, keepParts, stored } from './parts.ts';

interface ClientFilters {
  page?: number;
  per_page?: number;
  search?: string;
  sort?: string;
  is_active?: boolean;
  statuses?: ClientRow['status'][];
  custom?: Custom;
}

const PAGES = ['clients_projects'];

const sortable = {
  name: 'name_lc collate app.names',
  sector: 'sector collate app.names',
  parent: 'parent collate app.names',
  responsible: 'responsible collate app.names',
  status: 'status',
  projects: 'projects',
};

const filtered = async (tx: Tx, filters: ClientFilters): Promise<Sql> =>
  selectClients(
    tx,
    and(
      filters.search ? sql`position(${filters.search.toLowerCase()} in c.name_lc) > 0` : undefined,
      filters.is_active === undefined ? undefined : sql`c.is_active = ${filters.is_active}`,
      filters.statuses && filters.statuses.length > 0 ? sql`c.status = any(${filters.statuses})` : undefined,
      customFilter(sql`c.custom`, filters.custom),
    ),
    await today(tx),
  );

const clientOrder = (sort: string | undefined): Sql => sql`${orderBy(sort, sortable, 'name')}, id`;

export const listClients = async (tx: Tx, _actor: Actor, { body = {} }: { body?: ClientFilters }): Promise<Page<ClientListRow>> =>
  pageOf<ClientListRow>(tx, await filtered(tx, body), clientOrder(body.sort), body);

/** The clients whom the filters show, in their order. */
export async function exportClients(
  tx: Tx,
  actor: Actor,
  { body = {}, query }: { body?: ClientFilters; query: { format?: string } },
): Promise<FileReply> {
  refuseFlag(actor, 'can_export', PAGES);
  const rows = await tx.all<ClientListRow>(sql`
    select whole.*, d.legal_name, d.street, d.postal_code, d.city, d.country, d.vat_id, d.billing_email, d.language, d.currency, d.payment_days
    from (${await filtered(tx, body)}) whole join clients.clients d on d.tenant_id = ${tx.tenant} and d.id = whole.id
    order by whole.${orderBy(body.sort, sortable, 'name')}, whole.id`);
  const custom = await withCustomColumns(tx, { collection: 'clients', rows, usersAmong });
  return tableFile(
    'clients',
    query.format,
    [
      { key: 'name', title: 'Client', kind: 'text' },
      { key: 'sector', title: 'Sector', kind: 'text' },
      { key: 'projects', title: 'Projects', kind: 'number' },
      { key: 'is_active', title: 'Active', kind: 'text' },
      { key: 'status', title: 'Status', kind: 'text' },
      { key: 'parent', title: 'Group', kind: 'text' },
      { key: 'responsible', title: 'Responsible', kind: 'text' },
      { key: 'legal_name', title: 'Legal name', kind: 'text' },
      { key: 'street', title: 'Street', kind: 'text' },
      { key: 'postal_code', title: 'Postal code', kind: 'text' },
      { key: 'city', title: 'City', kind: 'text' },
      { key: 'country', title: 'Country', kind: 'text' },
      { key: 'vat_id', title: 'VAT number', kind: 'text' },
      { key: 'billing_email', title: 'E-mail for invoices', kind: 'text' },
      { key: 'language', title: 'Language', kind: 'text' },
      { key: 'currency', title: 'Currency', kind: 'text' },
      { key: 'payment_days', title: 'Payment days', kind: 'number' },
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

/** The name as it is stored. @throws Problem 422 when it is empty or taken */
async function freeName(tx: Tx, given: string, except: string | null): Promise<string> {
  const name = given.trim();
  if (name === '') throw invalid([{ path: 'name', message: 'A client needs a name.' }]);
  const taken = await tx.one<{ name: string }>(sql`
    select name from clients.clients where tenant_id = ${tx.tenant} and name_lc = ${name.toLowerCase()} and id is distinct from ${except}::uuid`);
  if (taken) throw invalid([{ path: 'name', message: said`There is a client "${taken.name}" already.` }]);
  return name;
}

interface Contact {
  id?: string;
  name: string;
  position?: string;
  email?: string | null;
  phone?: string;
  is_billing?: boolean;
}

interface Restriction {
  id?: string;
  user_id?: string | null;
  team_id?: string | null;
  reason?: string;
  first_day: string;
  last_day?: string | null;
}

interface ClientInput {
  name?: string;
  sector?: string | null;
  status?: ClientRow['status'];
  parent_id?: string | null;
  responsible_id?: string | null;
  legal_name?: string;
  street?: string;
  postal_code?: string;
  city?: string;
  country?: string | null;
  vat_id?: string | null;
  billing_email?: string | null;
  language?: 'en' | 'fr' | 'de' | 'es' | null;
  currency?: string | null;
  payment_days?: number | null;
  contacts?: Contact[];
  restrictions?: Restriction[];
  custom?: Custom;
}

const TRIMMED = ['legal_name', 'street', 'postal_code', 'city'] as const;

/** Text without blanks around it; nothing is null where a column may be empty. */
function tidied(fields: Omit<ClientInput, 'contacts' | 'restrictions'>): Omit<ClientInput, 'contacts' | 'restrictions'> {
  const tidy = { ...fields };
  for (const key of TRIMMED) if (tidy[key] !== undefined) tidy[key] = tidy[key].trim();
  if (tidy.sector !== undefined) tidy.sector = tidy.sector?.trim() || null;
  if (tidy.billing_email !== undefined) tidy.billing_email = tidy.billing_email?.trim() || null;
  return tidy;
}

/** The VAT number in the form of its country. @throws Problem 422 */
export function checkedVat(vatId: string | null | undefined, country: string | null): string | null {
  if (!vatId?.trim()) return null;
  const number = vatNumber(vatId, country);
  if (number === undefined)
    throw invalid([{ path: 'vat_id', message: said`"${vatId}" has not the form of a VAT number of this country.` }]);
  return number;
}

/** @throws Problem 422 at what names nobody, or both of person and team, or neither */
async function checkNamed(tx: Tx, { responsible_id, restrictions = [] }: ClientInput): Promise<void> {
  restrictions.forEach(({ user_id, team_id }, index) => {
    if (Boolean(user_id) === Boolean(team_id))
      throw invalid([{ path: `restrictions.${index}.user_id`, message: 'Name a person or a team.' }]);
  });
  checkSpans('restrictions', restrictions, ({ user_id, team_id }) => `${user_id ?? ''} ${team_id ?? ''}`);
  const people = [
    ...new Set([responsible_id, ...restrictions.map(({ user_id }) => user_id)].filter((id) => typeof id === 'string')),
  ];
  const teams = [...new Set(restrictions.flatMap(({ team_id }) => team_id ?? []))];
  if (people.length + teams.length === 0) return;
  const [found, known] = await Promise.all([
    usersAmong(tx, people),
    tx.all<{ id: string }>(sql`select id from people.teams where tenant_id = ${tx.tenant} and id = any(${teams}::uuid[])`),
  ]);
  const there = new Set([...found, ...known].map(({ id }) => id));
  if (responsible_id && !there.has(responsible_id))
    throw invalid([{ path: 'responsible_id', message: 'There is no such person.' }]);
  restrictions.forEach(({ user_id, team_id }, index) => {
    if (user_id && !there.has(user_id))
      throw invalid([{ path: `restrictions.${index}.user_id`, message: 'There is no such person.' }]);
    if (team_id && !there.has(team_id))
      throw invalid([{ path: `restrictions.${index}.team_id`, message: 'There is no such team.' }]);
  });
}

/** Contacts and restrictions, where they came along. @returns which of the lists differed */
async function keepLists(tx: Tx, id: string, { contacts, restrictions }: ClientInput): Promise<string[]> {
  const owner = { column: 'client_id', id } as const;
  const changed: string[] = [];
  const rows = contacts?.map((contact) => ({
    position: '',
    phone: '',
    is_billing: false,
    ...contact,
    name: contact.name.trim(),
    email: contact.email ?? null,
  }));
  rows?.forEach(({ name }, index) => {
    if (name === '') throw invalid([{ path: `contacts.${index}.name`, message: 'A contact needs a name.' }]);
  });
  if (rows && (await keepParts(tx, 'clients.contacts', owner, rows))) changed.push('contacts');
  const held = restrictions?.map(({ first_day, last_day, user_id, team_id, reason, ...rest }) => ({
    ...rest,
    user_id: user_id ?? null,
    team_id: team_id ?? null,
    reason: reason?.trim() ?? '',
    ...stored({ first_day, last_day }),
  }));
  if (held && (await keepParts(tx, 'clients.restrictions', owner, held))) changed.push('restrictions');
  // The feed of the client says so; what exactly, the audit has row by row.
  for (const list of changed) tx.write.event({ action: `${list}_changed`, entity: 'clients.clients', entityId: id });
  return changed;
}

/** Adds a client with everything that is said of it. @throws Problem 422 */
export async function createClient(tx: Tx, actor: Actor, { body }: { body: ClientInput & { id?: string; name: string } }) {
  refuseFlag(actor, 'can_edit', PAGES);
  const { contacts, restrictions, ...given } = body;
  const fields = tidied(given);
  const id = body.id ?? newId();
  fields.name = await freeName(tx, body.name, null);
  fields.vat_id = checkedVat(fields.vat_id, fields.country ?? null);
  await checkNamed(tx, body);
  await checkParent(tx, id, fields.parent_id);
  const custom = await customOf(tx, { collection: 'clients', given: fields.custom, usersAmong });
  await tx.write.insert('clients.clients', [{ ...fields, id, custom }]);
  await keepLists(tx, id, { ...(contacts ? { contacts } : {}), ...(restrictions ? { restrictions } : {}) });
  tx.say({ topic: 'clients' });
  return readClient(tx, id);
}

/** Locks the client against other changes, and not against what only refers to it: two who change groups wait for each other's never. */
async function load(tx: Tx, id: string): Promise<ClientRow> {
  const row = await tx.one<ClientRow>(
    sql`select * from clients.clients where tenant_id = ${tx.tenant} and id = ${id} for no key update`,
  );
  if (!row) throw notFound('There is no such client.');
  return row;
}

/** Changes a client; what is not named stays. @throws Problem 404, 409 when stale, 422 */
export async function updateClient(
  tx: Tx,
  actor: Actor,
  { body }: { body: ClientInput & { id: string; version?: number; is_active?: boolean } },
) {
  refuseFlag(actor, 'can_edit', PAGES);
  const { id, version, is_active, contacts, restrictions, ...given } = body;
  const set = tidied(given);
  const before = await load(tx, id);
  if (version !== undefined && version !== before.version)
    throw conflict('Somebody else changed this client in the meantime.', await readClient(tx, id));
  if (is_active !== undefined && (before.status !== 'archived') !== is_active) set.status ??= is_active ? 'active' : 'archived';
  if (set.name !== undefined) set.name = await freeName(tx, set.name, id);
  if (set.vat_id !== undefined || set.country !== undefined) {
    const country = set.country === undefined ? before.country : set.country;
    set.vat_id = checkedVat(set.vat_id === undefined ? before.vat_id : set.vat_id, country);
  }
  await checkNamed(tx, body);
  await checkParent(tx, id, set.parent_id);
  set.custom = await customOf(tx, { collection: 'clients', given: set.custom, before: before.custom, usersAmong });
  const [after] = await tx.write.update<ClientRow>('clients.clients', [{ before, set: { ...set } }]);
  const lists = await keepLists(tx, id, { ...(contacts ? { contacts } : {}), ...(restrictions ? { restrictions } : {}) });
  // Who read the client before its lists changed is stale.
  if (lists.length > 0 && after?.version === before.version) await tx.write.touch('clients.clients', [before]);
  // Projects carry the client's name.
  for (const topic of ['clients', 'projects']) tx.say({ topic });
  return readClient(tx, id);
}

const PARTS = ['clients.contacts', 'clients.restrictions'] as const;

/**
 * Puts away a client that nothing uses; one that is put away already is deleted for good, with its contacts and restrictions.
 * @throws Problem 409 that names what uses the client: set it inactive instead
 */
export async function removeClient(
  tx: Tx,
  actor: Actor,
  { body }: { body: { id: string } },
): Promise<{ success: boolean; archived: boolean }> {
  refuseFlag(actor, 'can_edit', PAGES);
  const row = await load(tx, body.id);
  await refuseIfUsed(tx, 'clients.clients', row.id, `"${row.name}"`, PARTS);
  tx.say({ topic: 'clients' });
  if (row.status !== 'archived') {
    await tx.write.update('clients.clients', [{ before: row, set: { status: 'archived' } }]);
    return { success: true, archived: true };
  }
  for (const table of PARTS) await keepParts(tx, table, { column: 'client_id', id: row.id }, []);
  await tx.write.remove('clients.clients', [row]);
  return { success: true, archived: false };
}
