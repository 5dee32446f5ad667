import type { Day } from '../../kit/day.ts';
import { conflict, notFound } from '../../kit/problem.ts';
import { and, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { InvoiceDetails } from '../contract.ts';
import { type Group, type Kind, type LineBase, type Status, type TaxCategory, type Unit, totalsOf } from '../rules.ts';
import { readInvoice } from './details.ts';
import { visible } from './policy.ts';

/** An invoice as it is stored. */
export interface StoredInvoice extends Record<string, unknown> {
  id: string;
  kind: Kind;
  status: Status;
  client_id: string;
  project_id: string | null;
  seller_id: string;
  credits_id: string | null;
  owner_id: string;
  currency: string;
  language: InvoiceDetails['language'];
  period_from: Day | null;
  period_to: Day | null;
  payment_days: number;
  reference: string;
  note: string;
  group_by: Group;
  number: string | null;
  issued_on: Day | null;
  due_on: Day | null;
  net: number;
  tax: number;
  gross: number;
  value: number;
  standard: number;
  paid: number;
  credited: number;
  version: number;
}

/** What a line says, whether it is of a draft or was issued. */
interface SaidLine extends LineBase {
  id: string;
  description: string;
  unit: Unit;
  value: number;
  standard: number;
  amount: number;
  tax_category: TaxCategory;
  tax_rate: number;
  tax_reason: string;
  instalment_id: string | null;
  reason: string;
  asked_by: string | null;
  decided_by: string | null;
  decided_at: Date | null;
}

/** A line of a draft before it has a place. */
export interface Draft extends SaidLine {
  decision: 'approved' | 'rejected' | null;
  decision_note: string;
}

/** A line of a draft as it is stored. */
export interface StoredLine extends Draft, Record<string, unknown> {
  invoice_id: string;
  position: number;
  version: number;
}

/** A line that was issued. */
export interface IssuedLine extends SaidLine {
  invoice_id: string;
  position: number;
  /** Of a credit note: the line that it takes back. */
  credits_line_id: string | null;
}

/** An invoice that the actor sees, locked: nobody else changes it meanwhile. @throws Problem 404 */
export async function locked(tx: Tx, actor: Actor, id: string): Promise<StoredInvoice> {
  const row = await tx.one<StoredInvoice>(sql`
    select i.* from invoicing.invoices i where i.tenant_id = ${tx.tenant} and i.id = ${id} and ${and(visible(tx, actor))} for update`);
  if (!row) throw notFound('There is no such invoice.');
  return row;
}

/** The same of which a version is known. @throws Problem 404, 409 with what holds now when it is stale */
export async function lockedAt(tx: Tx, actor: Actor, id: string, version: number): Promise<StoredInvoice> {
  const row = await locked(tx, actor, id);
  if (row.version !== version)
    throw conflict('Somebody else changed this invoice in the meantime.', await readInvoice(tx, actor, id));
  return row;
}

/** The same for a draft. @throws Problem 404, 409 also when it is a draft no more */
export async function lockedDraft(tx: Tx, actor: Actor, id: string, version: number): Promise<StoredInvoice> {
  const row = await locked(tx, actor, id);
  if (row.status !== 'draft')
    throw conflict('This is issued and changes no more: it is corrected by a credit note.', await readInvoice(tx, actor, id));
  if (row.version !== version)
    throw conflict('Somebody else changed this invoice in the meantime.', await readInvoice(tx, actor, id));
  return row;
}

const SAID =
  raw(`id, invoice_id, position, kind, description, seconds, quantity, unit, price, value, standard, adjustment, amount,
  tax_category, tax_rate, tax_reason, instalment_id, reason, asked_by, decided_by, decided_at`);

export const draftLines = (tx: Tx, invoiceId: string): Promise<StoredLine[]> =>
  tx.all<StoredLine>(sql`
    select ${SAID}, decision, decision_note, version from invoicing.lines where tenant_id = ${tx.tenant} and invoice_id = ${invoiceId} order by position, id`);

export const issuedLines = (tx: Tx, invoiceId: string): Promise<IssuedLine[]> =>
  tx.all<IssuedLine>(sql`
    select ${SAID}, credits_line_id from invoicing.issued_lines where tenant_id = ${tx.tenant} and invoice_id = ${invoiceId} order by position, id`);

/** Time that stands on an invoice, entry by entry. */
export interface BilledTime extends Record<string, unknown> {
  id: string;
  invoice_id: string;
  line_id: string;
  project_id: string;
  user_id: string;
  day: Day;
  seconds: number;
  value: number;
  standard: number;
}

export const billedTime = (tx: Tx, invoiceId: string): Promise<BilledTime[]> =>
  tx.all<BilledTime>(sql`
    select id, invoice_id, line_id, project_id, user_id, day, seconds, value, standard from invoicing.billed_time where tenant_id = ${tx.tenant} and invoice_id = ${invoiceId} order by day, id`);

/** What the row of an invoice says of its lines. */
export function figuresOf(
  lines: readonly Pick<StoredLine, 'amount' | 'tax_category' | 'tax_rate' | 'tax_reason' | 'value' | 'standard'>[],
) {
  const { net, tax, gross } = totalsOf(lines);
  return {
    net,
    tax,
    gross,
    value: lines.reduce((all, { value }) => all + value, 0),
    standard: lines.reduce((all, { standard }) => all + standard, 0),
  };
}

export type Action =
  | 'created'
  | 'discarded'
  | 'approved'
  | 'rejected'
  | 'issued'
  | 'rendered'
  | 'push_asked'
  | 'pushed'
  | 'push_failed'
  | 'paid'
  | 'refunded'
  | 'credited';

/** Notes a step in the history of an invoice, and tells open screens. */
export async function note(tx: Tx, userId: string | null, id: string, action: Action, detail = ''): Promise<void> {
  await tx.write.insert('invoicing.history', [{ invoice_id: id, at: tx.now, user_id: userId, action, detail }]);
  tellScreens(tx, id);
}

/** Tells open screens that an invoice changed. */
export const tellScreens = (tx: Tx, id: string): void => tx.say({ topic: 'invoices', keys: { id } });
