import type { Day } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { today, usersAmong } from '../../people/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { PricingDetails, TableInput } from '../contract.ts';
import type { Kind } from '../rules.ts';
import { asSent } from '../rules/sent.ts';
import { type Content, type StoredPricing, type StoredVersion, contentOf, tablesOf } from './content.ts';
import { hasMessages, readPricing } from './details.ts';
import { type Ground, practiceOf, stamped } from './stamps.ts';
import { type Locked, figuresOf, keepTables, keepVersion, locked, lockedDraft, note, tellScreens } from './writes.ts';

interface HeadInput {
  name?: string;
  client_id?: string;
  project_id?: string | null;
  partner_id?: string | null;
  note?: string;
  currency?: string;
  unit?: 'phase' | 'month';
  columns?: string[];
  rate_day?: Day;
}

/** What a pricing names must be of this firm, and the project the client's. @throws Problem 422 */
async function checkHead(tx: Tx, { name, client_id, project_id, partner_id }: HeadInput & { client_id: string }): Promise<void> {
  if (name !== undefined && name.trim() === '') throw invalid([{ path: 'name', message: 'This field is required.' }]);
  const [client, project, partner] = await Promise.all([
    tx.one(sql`select 1 from clients.clients where tenant_id = ${tx.tenant} and id = ${client_id}`),
    project_id
      ? tx.one<{ client_id: string | null }>(sql`
          select client_id from clients.projects where tenant_id = ${tx.tenant} and id = ${project_id}`)
      : undefined,
    partner_id ? usersAmong(tx, [partner_id]) : undefined,
  ]);
  if (!client) throw invalid([{ path: 'client_id', message: 'There is no such client.' }]);
  if (project_id && !project) throw invalid([{ path: 'project_id', message: 'There is no such project.' }]);
  if (project && project.client_id !== client_id)
    throw invalid([{ path: 'project_id', message: 'This project belongs to another client.' }]);
  if (partner?.length === 0) throw invalid([{ path: 'partner_id', message: 'There is no such person.' }]);
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])-01$/;

/** Columns are phases by their names, or months by their first days, each once. @throws Problem 422 */
function checkColumns(unit: 'phase' | 'month', columns: readonly string[]): void {
  const refuse = (message: string) => invalid([{ path: 'columns', message }]);
  if (new Set(columns).size < columns.length) throw refuse('The same column stands twice.');
  if (columns.some((column) => column.trim() === '')) throw refuse('This field is required.');
  if (unit === 'month' && columns.some((column) => !MONTH.test(column))) throw refuse('A month is written by its first day.');
}

export const groundOf = (
  pricing: Pick<StoredPricing, 'kind' | 'project_id'>,
  version: Pick<StoredVersion, 'currency' | 'columns' | 'rate_day'>,
): Ground => ({
  currency: version.currency,
  columns: version.columns.length,
  rate_day: version.rate_day,
  project_id: pricing.project_id,
  kind: pricing.kind,
});

/** Adds a pricing with its first version. The same create sent twice is one create. @throws Problem 409, 422 */
export async function newPricing(
  tx: Tx,
  actor: Actor,
  { body }: { body: HeadInput & { id?: string; name: string; client_id: string; kind: Kind; tables?: TableInput[] } },
): Promise<PricingDetails> {
  await checkHead(tx, body);
  const id = body.id ?? newId();
  if (body.id && (await tx.one(sql`select 1 from pricing.pricings where tenant_id = ${tx.tenant} and id = ${id}`)))
    throw conflict('There is a pricing with this id already.');
  const unit = body.unit ?? (body.columns ? 'phase' : 'month');
  const day = body.rate_day ?? (await today(tx));
  const columns = body.columns ?? [`${day.slice(0, 7)}-01`];
  checkColumns(unit, columns);
  const currency = body.currency ?? (await firmOf(tx)).currency;
  const pricing = { kind: body.kind, project_id: body.project_id ?? null };
  const ground = groundOf(pricing, { currency, columns, rate_day: day });
  const tables = await stamped(tx, body.tables ?? [], { ground, practice: await practiceOf(tx), before: [] });
  const figures = figuresOf(tables);
  await tx.write.insert('pricing.pricings', [
    {
      id,
      client_id: body.client_id,
      ...pricing,
      name: body.name.trim(),
      owner_id: actor.userId,
      partner_id: body.partner_id ?? null,
    },
  ]);
  const version = newId();
  await tx.write.insert('pricing.versions', [
    {
      id: version,
      pricing_id: id,
      number: 1,
      is_latest: true,
      status: 'draft',
      currency,
      unit,
      columns,
      rate_day: day,
      note: body.note?.trim() ?? '',
      submission: 0,
      ...figures,
      created_by: actor.userId,
    },
  ]);
  await keepTables(tx, version, tables);
  tellScreens(tx, id);
  return readPricing(tx, actor, id);
}

interface Edit extends HeadInput {
  id: string;
  version?: number;
  tables?: TableInput[];
  reprice?: boolean;
}

/** Cells of lines for other columns: those of the same place stay, new ones are empty. */
const fitted = (tables: readonly TableInput[], columns: number): TableInput[] =>
  tables.map((table) => ({
    ...table,
    lines: table.lines.map((line) => ({ ...line, minutes: Array.from({ length: columns }, (_, at) => line.minutes[at] ?? 0) })),
  }));

/** Changes a draft; what is not named stays. @throws Problem 404, 409 when stale or no draft, 422 */
export async function editPricing(tx: Tx, actor: Actor, { body }: { body: Edit }): Promise<PricingDetails> {
  const found = await lockedDraft(tx, actor, body.id, body.version);
  return saved(tx, actor, found, body, await contentOf(tx, found.version.id));
}

async function saved(tx: Tx, actor: Actor, { pricing, version }: Locked, body: Edit, stored: Content): Promise<PricingDetails> {
  const head = {
    name: body.name?.trim() ?? pricing.name,
    client_id: body.client_id ?? pricing.client_id,
    project_id: body.project_id === undefined ? pricing.project_id : body.project_id,
    partner_id: body.partner_id === undefined ? pricing.partner_id : body.partner_id,
  };
  await checkHead(tx, head);
  const set = {
    currency: body.currency ?? version.currency,
    unit: body.unit ?? version.unit,
    columns: body.columns ?? version.columns,
    rate_day: body.rate_day ?? version.rate_day,
    note: body.note?.trim() ?? version.note,
  };
  checkColumns(set.unit, set.columns);
  const before = tablesOf(stored);
  const given = fitted(body.tables ?? asSent(before), set.columns.length);
  // Another day, another currency, another project: what hours are worth is another question.
  const anew =
    body.reprice === true ||
    set.currency !== version.currency ||
    set.rate_day !== version.rate_day ||
    head.project_id !== pricing.project_id;
  const tables = await stamped(tx, given, {
    ground: groundOf({ ...pricing, ...head }, set),
    practice: await practiceOf(tx),
    before: anew ? [] : before,
    known: before,
  });
  const figures = figuresOf(tables);
  await tx.write.update('pricing.pricings', [{ before: pricing, set: head }]);
  const changed = await keepTables(tx, version.id, tables, stored);
  await keepVersion(tx, version, { ...set, ...figures }, changed);
  tellScreens(tx, pricing.id);
  return readPricing(tx, actor, pricing.id);
}

/** Changes one table of a draft. @throws Problem 404 for a table that is not its, 409, 422 */
export async function updateTable(
  tx: Tx,
  actor: Actor,
  { body }: { body: { id: string; version?: number; table: TableInput } },
): Promise<PricingDetails> {
  const found = await lockedDraft(tx, actor, body.id, body.version);
  const stored = await contentOf(tx, found.version.id);
  const all = tablesOf(stored);
  if (!all.some(({ id }) => id === body.table.id)) throw notFound('There is no such table.');
  const tables = asSent(all).map((table) => (table.id === body.table.id ? body.table : table));
  return saved(tx, actor, found, { id: body.id, tables }, stored);
}

/** Adds tables to a draft. */
export async function addTables(
  tx: Tx,
  actor: Actor,
  { id, version, make }: { id: string; version?: number | undefined; make: (found: Locked) => Promise<TableInput[]> },
): Promise<PricingDetails> {
  const found = await lockedDraft(tx, actor, id, version);
  const stored = await contentOf(tx, found.version.id);
  const before = asSent(tablesOf(stored));
  return saved(tx, actor, found, { id, tables: [...before, ...(await make(found))] }, stored);
}

/** Copies the latest version into a new draft, at its rates or at those of today. @throws Problem 404, 409 while it is open */
export async function newVersion(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: { reprice?: boolean } },
): Promise<PricingDetails> {
  const { pricing, version } = await locked(tx, actor, params.id);
  if (version.status === 'draft' || version.status === 'submitted')
    throw conflict(said`Version ${version.number} is not decided yet.`, await readPricing(tx, actor, pricing.id));
  const before = tablesOf(await contentOf(tx, version.id));
  const rate_day = body.reprice ? await today(tx) : version.rate_day;
  const tables = body.reprice
    ? await stamped(tx, asSent(before, { fresh: true }), {
        ground: groundOf(pricing, { ...version, rate_day }),
        practice: await practiceOf(tx),
        before: [],
      })
    : before;
  const [id, number] = [newId(), version.number + 1];
  await keepVersion(tx, version, { is_latest: false }, false);
  const { currency, unit, columns, note: remark } = version;
  await tx.write.insert('pricing.versions', [
    {
      id,
      pricing_id: pricing.id,
      number,
      is_latest: true,
      status: 'draft',
      currency,
      unit,
      columns,
      rate_day,
      note: remark,
      submission: 0,
      ...figuresOf(tables),
      created_by: actor.userId,
    },
  ]);
  await keepTables(tx, id, tables);
  await note(tx, actor, { id: pricing.id, number, action: 'created' });
  return readPricing(tx, actor, pricing.id);
}

/** Deletes a pricing that nobody was asked to approve. @throws Problem 404, 409 */
export async function deletePricing(tx: Tx, actor: Actor, { body }: { body: { id: string } }): Promise<{ success: boolean }> {
  const { pricing, version } = await locked(tx, actor, body.id);
  if (version.submission > 0 || version.number > 1)
    throw conflict('What was submitted stays. Say that it is lost instead.', await readPricing(tx, actor, pricing.id));
  if (await hasMessages(tx, pricing.id)) throw conflict('People have written about this pricing, so it stays.');
  await keepTables(tx, version.id, [], await contentOf(tx, version.id));
  await tx.write.remove('pricing.versions', [version]);
  await tx.write.remove('pricing.pricings', [pricing]);
  tellScreens(tx, pricing.id);
  return { success: true };
}
