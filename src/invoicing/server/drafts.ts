import { type Day, isDay } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { firmOf } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { InvoiceDetails, LineInput } from '../contract.ts';
import { type Group, amountOf } from '../rules.ts';
import { allocated } from '../rules/agreement.ts';
import { type TaxCase, taxCaseOf } from '../rules/tax.ts';
import { type Buyer, buyerOf } from './buyers.ts';
import { followBilling } from './billing-status.ts';
import { type Draft, type StoredLine, billedTime, draftLines, figuresOf, lockedDraft, note, tellScreens } from './content.ts';
import { chosenTime, lockProject } from './chosen-time.ts';
import { readInvoice } from './details.ts';
import { type TimeGroup, summed, valuesOf } from './grouping.ts';
import { newLine, withInput } from './lines.ts';
import type { BilledProject } from './rated-time.ts';
import { type StoredSeller, sellerFor } from './sellers.ts';
import { billedProject, usualGroup } from './unbilled.ts';

interface Head {
  seller_id?: string;
  language?: InvoiceDetails['language'];
  period_from?: Day | null;
  period_to?: Day | null;
  payment_days?: number;
  reference?: string;
  note?: string;
}

interface Wanted extends Head {
  id?: string;
  client_id?: string;
  project_id?: string;
  currency?: string;
  group_by?: Group;
  until?: Day;
  keys?: string[];
  instalment_ids?: string[];
  lines?: LineInput[];
}

interface Terms {
  seller_id: string | null;
  reference: string;
  payment_days: number | null;
}

interface Instalment extends Record<string, unknown> {
  id: string;
  label: string;
  amount: number;
  invoice_id: string | null;
}

/** Lines with the time that each bills. */
type Filled = { line: Draft; group: Pick<TimeGroup, 'entries' | 'value' | 'standard'> | undefined };

/** Kinds of fee that are paid as sums: time is covered by them and not priced line by line. */
const BY_SUMS = new Set(['fixed', 'retainer']);

/** The approved unbilled time of a project that a draft takes. @throws Problem 409, 422 where some of it has no rate */
async function groupsOf(tx: Tx, project: BilledProject, by: Group, { until, keys }: Wanted, needsRate: boolean) {
  if (until === undefined) return [];
  const { chosen } = await chosenTime(tx, project, { by, until, keys });
  const unrated = chosen.filter(({ rate }) => rate === null);
  if (needsRate && unrated.length > 0)
    throw invalid(
      unrated.map(({ description }) => ({
        path: 'until',
        message: said`There is no rate for ${description}. Choose the service line of the project, or agree on a rate.`,
      })),
    );
  return chosen;
}

async function instalmentsOf(tx: Tx, project: BilledProject | undefined, ids: readonly string[]): Promise<Instalment[]> {
  if (ids.length === 0) return [];
  const rows = await tx.all<Instalment>(sql`
    select * from invoicing.instalments where tenant_id = ${tx.tenant} and project_id = ${project?.id ?? null}
      and id = any(${ids}::uuid[]) order by position, id for update`);
  if (rows.length < new Set(ids).size) throw notFound('There is no such instalment.');
  if (rows.some(({ invoice_id }) => invoice_id !== null)) throw conflict('This instalment stands on an invoice already.');
  return rows;
}

/** What of a capped fee is left: the budget less what was invoiced. */
async function leftOfCap(tx: Tx, project: BilledProject): Promise<number | undefined> {
  if (project.fee_kind !== 'capped' || project.budget_fee === null) return undefined;
  const row = await tx.one<{ billed: number }>(sql`
    select coalesce(sum(case when kind = 'invoice' then net else -net end), 0)::bigint as billed
    from invoicing.invoices where tenant_id = ${tx.tenant} and project_id = ${project.id}`);
  return Math.max(0, project.budget_fee - (row?.billed ?? 0));
}

/** What lies beyond the cap is written off, cut over the lines by what they are worth: somebody has to agree. */
async function capped(tx: Tx, actor: Actor, project: BilledProject, filled: readonly Filled[]): Promise<void> {
  const left = await leftOfCap(tx, project);
  const time = filled.filter(({ line }) => line.kind === 'time');
  const whole = time.reduce((all, { line }) => all + line.value, 0);
  if (left === undefined || whole <= left) return;
  const cuts = allocated(
    time.map(({ line }) => line.value),
    left,
  );
  for (const [index, { line }] of time.entries()) {
    const adjustment = cuts[index] ?? 0;
    Object.assign(line, {
      adjustment,
      reason: adjustment === 0 ? '' : 'Agreed cap of the fee',
      asked_by: adjustment === 0 ? null : actor.userId,
    });
    line.amount = amountOf(line);
  }
}

/** Time of a project that is paid by sums belongs to the first of them. */
function covered(filled: Filled[], groups: readonly TimeGroup[]): void {
  if (groups.length === 0) return;
  const first = filled.find(({ line }) => line.kind === 'fixed');
  if (!first)
    throw invalid([{ path: 'instalment_ids', message: 'This project pays fixed sums: choose an instalment, or add a line.' }]);
  const entries = groups.flatMap((group) => group.entries);
  const { standard } = summed('', entries);
  first.group = { entries, value: groups.reduce((all, { value }) => all + value, 0), standard };
  Object.assign(first.line, { value: first.group.value, standard });
}

interface Ground {
  project: BilledProject | undefined;
  tax: TaxCase;
  groups: readonly TimeGroup[];
  instalments: readonly Instalment[];
}

async function filledLines(
  tx: Tx,
  actor: Actor,
  wanted: Wanted,
  { project, tax, groups, instalments }: Ground,
): Promise<Filled[]> {
  const bySums = project !== undefined && BY_SUMS.has(project.fee_kind);
  const filled: Filled[] = [
    ...instalments.map(({ id, label, amount }) => ({
      line: newLine({ kind: 'fixed', description: label, price: amount, instalment_id: id, ...tax }),
      group: undefined,
    })),
    ...(bySums ? [] : groups).map((group) => ({
      line: newLine({
        kind: 'time',
        description: group.description,
        seconds: group.seconds,
        quantity: Math.max(1, Math.round((group.seconds * 1000) / 3600)),
        unit: 'hour',
        price: group.rate ?? 0,
        value: group.value,
        standard: group.standard,
        ...tax,
      }),
      group,
    })),
    ...(wanted.lines ?? []).map((input, index) => ({
      line: withInput(actor, newLine({ kind: input.kind, ...tax }), input, index),
      group: undefined,
    })),
  ];
  if (bySums) covered(filled, groups);
  if (project) await capped(tx, actor, project, filled);
  return filled;
}

function refuseDays({ period_from: from, period_to: to }: Head): void {
  for (const [path, day] of [
    ['period_from', from],
    ['period_to', to],
  ] as const)
    if (day !== undefined && day !== null && !isDay(day)) throw invalid([{ path, message: 'There is no such day.' }]);
  if (from && to && from > to) throw invalid([{ path: 'period_to', message: 'The period ends before it begins.' }]);
}

/** Stores the lines of a new draft and the time on them. */
async function storeLines(
  tx: Tx,
  invoiceId: string,
  project: BilledProject | undefined,
  filled: readonly Filled[],
): Promise<void> {
  await tx.write.insert(
    'invoicing.lines',
    filled.map(({ line }, position) => ({ ...line, invoice_id: invoiceId, position })),
  );
  const time = filled.flatMap(({ line, group }) => {
    if (!group || !project) return [];
    const [values, standards] = [valuesOf(group), valuesOf({ ...group, value: group.standard })];
    return group.entries.map(({ id, user_id, day, seconds }, index) => ({
      id,
      invoice_id: invoiceId,
      line_id: line.id,
      project_id: project.id,
      user_id,
      day,
      seconds,
      value: values[index] ?? 0,
      standard: standards[index] ?? 0,
    }));
  });
  // The invoice's own record says which time it bills; one row of the audit for each entry would say it again.
  await tx.write.insert('invoicing.billed_time', time, { covered: true });
}

interface Usual {
  client: Buyer;
  seller: StoredSeller;
  terms: Terms | undefined;
}

/** For whom and in whose name. @throws Problem 404, 422 */
async function partiesOf(tx: Tx, wanted: Wanted, project: BilledProject | undefined): Promise<Usual> {
  const clientId = project?.client_id ?? wanted.client_id;
  if (!clientId) throw invalid([{ path: 'client_id', message: 'Choose a client.' }]);
  if (wanted.client_id && wanted.client_id !== clientId)
    throw invalid([{ path: 'client_id', message: 'This project belongs to another client.' }]);
  const [client, terms] = await Promise.all([
    buyerOf(tx, clientId),
    project
      ? tx.one<Terms>(
          sql`select seller_id, reference, payment_days from invoicing.terms where tenant_id = ${tx.tenant} and id = ${project.id}`,
        )
      : undefined,
  ]);
  if (!client) throw notFound('There is no such client.');
  return { client, terms, seller: await sellerFor(tx, [wanted.seller_id, terms?.seller_id]) };
}

/** The days of work that lines bill. */
function periodOf(filled: readonly Filled[]): { from: Day | null; to: Day | null } {
  const days = filled.flatMap(({ group }) => group?.entries.map(({ day }) => day) ?? []).sort();
  return { from: days[0] ?? null, to: days.at(-1) ?? null };
}

/** Makes a draft. @throws Problem 404, 409 where somebody else billed it meanwhile, 422 with all that is missing */
export async function newInvoice(tx: Tx, actor: Actor, { body }: { body: Wanted }): Promise<InvoiceDetails> {
  refuseDays(body);
  const project = body.project_id ? await billedProject(tx, actor, body.project_id) : undefined;
  if (project && (!project.chargeable || project.client_id === null))
    throw invalid([{ path: 'project_id', message: said`"${project.name}" is the firm’s own work and is not billed.` }]);
  if (project) await lockProject(tx, project.id);
  const { client, seller, terms } = await partiesOf(tx, body, project);
  const by = body.group_by ?? (project ? await usualGroup(tx, project.id) : 'person');
  const instalments = await instalmentsOf(tx, project, body.instalment_ids ?? []);
  const groups = project ? await groupsOf(tx, project, by, body, !BY_SUMS.has(project.fee_kind)) : [];
  const filled = await filledLines(tx, actor, body, { project, tax: taxCaseOf(seller, client), groups, instalments });
  if (filled.length === 0 && body.until !== undefined)
    throw conflict('There is nothing to bill: what is approved stands on an invoice already.');
  const period = periodOf(filled);
  const id = body.id ?? newId();
  await tx.write.insert('invoicing.invoices', [
    {
      id,
      client_id: client.id,
      project_id: project?.id ?? null,
      seller_id: seller.id,
      owner_id: actor.userId,
      currency: project?.currency ?? body.currency ?? client.currency ?? (await firmOf(tx)).currency,
      language: body.language ?? client.language ?? 'en',
      period_from: body.period_from ?? period.from,
      period_to: body.period_to ?? period.to ?? body.period_from ?? null,
      payment_days: body.payment_days ?? terms?.payment_days ?? client.payment_days ?? seller.payment_days,
      reference: body.reference?.trim() ?? terms?.reference ?? '',
      note: body.note?.trim() ?? '',
      group_by: by,
      ...figuresOf(filled.map(({ line }) => line)),
    },
  ]);
  await storeLines(tx, id, project, filled);
  await tx.write.update(
    'invoicing.instalments',
    instalments.map((before) => ({ before, set: { invoice_id: id } })),
  );
  await note(tx, actor.userId, id, 'created');
  if (project) await followBilling(tx, project.id);
  return readInvoice(tx, actor, id);
}

/** Time and instalments of lines that are gone are unbilled again. */
async function release(tx: Tx, invoiceId: string, lines: readonly StoredLine[]): Promise<void> {
  const ids = new Set(lines.map(({ id }) => id));
  const time = (await billedTime(tx, invoiceId)).filter(({ line_id }) => ids.has(line_id));
  await tx.write.remove('invoicing.billed_time', time);
  const wanted = lines.flatMap(({ instalment_id }) => instalment_id ?? []);
  if (wanted.length === 0) return;
  const instalments = await tx.all<Instalment>(sql`
    select * from invoicing.instalments where tenant_id = ${tx.tenant} and id = any(${wanted}::uuid[]) order by id for update`);
  await tx.write.update(
    'invoicing.instalments',
    instalments.map((before) => ({ before, set: { invoice_id: null } })),
  );
}

/** A line without its place. */
const draftOf = ({ invoice_id: _invoice, position: _position, version: _version, ...line }: StoredLine): Draft => line as Draft;

type Edit = Head & { version: number; lines?: LineInput[] };

/** Changes a draft. @throws Problem 404, 409 when it is stale or issued, 422 */
export async function editInvoice(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: Edit },
): Promise<InvoiceDetails> {
  const before = await lockedDraft(tx, actor, params.id, body.version);
  const { version: _version, lines: given, ...head } = body;
  refuseDays({ period_from: head.period_from ?? before.period_from, period_to: head.period_to ?? before.period_to });
  if (head.seller_id) await sellerFor(tx, [head.seller_id]);
  const set: Record<string, unknown> = { ...head };
  for (const key of ['reference', 'note'] as const) if (head[key] !== undefined) set[key] = head[key].trim();
  const changed = given ? await editLines(tx, actor, before, given) : undefined;
  if (changed) Object.assign(set, figuresOf(changed.lines));
  const [after] = await tx.write.update('invoicing.invoices', [{ before, set }]);
  if (changed?.moved && after?.['version'] === before.version) await tx.write.touch('invoicing.invoices', [before]);
  tellScreens(tx, before.id);
  return readInvoice(tx, actor, before.id);
}

/** Makes the lines of a draft what is sent: known ones are changed, the rest goes and what is new comes. @throws Problem 422 */
async function editLines(
  tx: Tx,
  actor: Actor,
  invoice: { id: string; client_id: string; seller_id: string },
  given: readonly LineInput[],
) {
  const stored = await draftLines(tx, invoice.id);
  const known = new Map(stored.map((line) => [line.id, line]));
  const [client, seller] = await Promise.all([buyerOf(tx, invoice.client_id), sellerFor(tx, [invoice.seller_id])]);
  const tax = taxCaseOf(seller, client ?? { country: null, vat_id: null });
  const lines = given.map((input, index) => {
    const line = input.id ? known.get(input.id) : undefined;
    return withInput(actor, line ? draftOf(line) : newLine({ kind: input.kind, ...tax }), input, index);
  });
  const ids = new Set(lines.map(({ id }) => id));
  const gone = stored.filter(({ id }) => !ids.has(id));
  if (ids.size < lines.length) throw invalid([{ path: 'lines', message: 'A line stands twice.' }]);
  const placed = lines.map((line, position) => ({ ...line, position }));
  const updates = placed.flatMap(({ id, ...set }) => {
    const before = known.get(id);
    return before ? [{ before, set }] : [];
  });
  const inserts = placed.filter(({ id }) => !known.has(id)).map((line) => ({ ...line, invoice_id: invoice.id }));
  await release(tx, invoice.id, gone);
  await tx.write.remove('invoicing.lines', gone);
  const after = await tx.write.update<StoredLine>('invoicing.lines', updates);
  await tx.write.insert('invoicing.lines', inserts);
  const moved =
    gone.length > 0 || inserts.length > 0 || after.some((line, index) => line.version !== updates[index]?.before.version);
  return { lines, moved };
}

/** Discards a draft. @throws Problem 404, 409 */
export async function discardInvoice(
  tx: Tx,
  actor: Actor,
  { params, query }: { params: { id: string }; query: { version: number } },
): Promise<{ success: boolean }> {
  const before = await lockedDraft(tx, actor, params.id, query.version);
  const lines = await draftLines(tx, before.id);
  await release(tx, before.id, lines);
  await tx.write.remove('invoicing.lines', lines);
  await tx.write.remove('invoicing.invoices', [before]);
  await note(tx, actor.userId, before.id, 'discarded');
  if (before.project_id) await followBilling(tx, before.project_id);
  return { success: true };
}
