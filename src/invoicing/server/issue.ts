import { type Day, addDays } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { proportion, sharesOf } from '../../kit/money.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { today } from '../../people/server/public.ts';
import { crossOf, exchangeOn } from '../../rates/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { InvoiceDetails } from '../contract.ts';
import { isYearly, numberText, statusOf } from '../rules.ts';
import { buyerOf } from './buyers.ts';
import { followBilling } from './billing-status.ts';
import {
  type BilledTime,
  type StoredInvoice,
  type StoredLine,
  billedTime,
  draftLines,
  figuresOf,
  lockedDraft,
  note,
} from './content.ts';
import { readInvoice } from './details.ts';
import { type Content, contentOf, faultsOf } from './document.ts';
import { INVOICE_ISSUED } from './jobs-kinds.ts';
import { formFaults } from './making.ts';
import { type StoredSeller, sellersOf } from './sellers.ts';

const MILLION = 1_000_000;

/** The tax in the currency of the seller's country. @throws Problem 422 where that day has no exchange rate */
export async function taxTold(
  tx: Tx,
  seller: StoredSeller,
  { currency, tax }: { currency: string; tax: number },
  day: Day,
): Promise<Content['tax_told']> {
  if (seller.currency === currency || tax === 0) return null;
  const cross = crossOf(await exchangeOn(tx, day), currency, seller.currency);
  if (cross === undefined)
    throw invalid([
      { path: 'currency', message: said`There is no exchange rate of ${currency} and ${seller.currency} on ${{ day }}.` },
    ]);
  return { currency: seller.currency, tax: proportion(tax, cross, MILLION) };
}

/**
 * The next number of a series. Whoever else issues in it waits until this transaction ends: rolled back, its number is the next
 * one's, so that no series has a gap.
 */
export async function nextNumber(
  tx: Tx,
  seller: StoredSeller,
  kind: 'invoice' | 'credit_note',
  day: Day,
): Promise<{ series_id: string; place: number; number: string }> {
  const pattern = kind === 'invoice' ? seller.invoice_pattern : seller.credit_pattern;
  const year = Number(day.slice(0, 4));
  const row = await tx.one<{ id: string; last: number }>(sql`
    insert into invoicing.series as s (tenant_id, id, seller_id, kind, year, last)
    values (${tx.tenant}, ${newId()}, ${seller.id}, ${kind}, ${isYearly(pattern) ? year : 0}, 1)
    on conflict (tenant_id, seller_id, kind, year) do update set last = s.last + 1, version = s.version + 1 returning id, last`);
  if (!row) throw new Error('The series has no number.');
  return { series_id: row.id, place: row.last, number: numberText(pattern, { year, place: row.last }) };
}

/** Stores what was issued: the document, and the head that says the same. Nothing of it changes afterwards. */
export async function storeDocument(
  tx: Tx,
  actor: Actor,
  invoice: StoredInvoice,
  { content, series_id, place, day }: { content: Content; series_id: string; place: number; day: Day },
): Promise<void> {
  const { number, net, tax, gross, kind, currency } = content;
  const facts = { number, kind, client_id: invoice.client_id, currency, net, tax, gross, issued_on: day };
  await tx.write.insert('invoicing.documents', [
    { id: invoice.id, series_id, place, ...facts, issued_at: tx.now, issued_by: actor.userId, content },
  ]);
  await tx.write.update('invoicing.invoices', [
    {
      before: invoice,
      set: {
        status: statusOf({ gross, paid: 0, credited: 0 }),
        number,
        issued_on: day,
        due_on: content.due_on,
        ...{ net, tax, gross },
        seller_id: invoice.seller_id,
      },
    },
  ]);
  await note(tx, actor.userId, invoice.id, 'issued', number ?? '');
  await tx.send(INVOICE_ISSUED, { invoice: invoice.id });
}

const issuedFields = ({ decision: _decision, decision_note: _note, version: _version, ...line }: StoredLine) => line;

/** What left the work in progress, with its share of what the client is asked for. */
function ledgerOf(lines: readonly StoredLine[], time: readonly BilledTime[], day: Day) {
  const byLine = Map.groupBy(time, ({ line_id }) => line_id);
  return lines.flatMap(({ id, amount }) => {
    const own = byLine.get(id) ?? [];
    const values = own.map(({ value }) => value);
    // Time that is worth nothing still has its share of a fixed sum.
    const shares = sharesOf(amount, values.some((value) => value > 0) ? values : own.map(({ seconds }) => seconds));
    return own.map(({ id: entry_id, ...entry }, index) => ({
      ...entry,
      id: newId(),
      entry_id,
      booked_on: day,
      billed: shares[index] ?? 0,
    }));
  });
}

/**
 * Issues a draft: it gets the next number of its series. Its paper and its e-invoice are made afterwards, by a job that rides on this
 * transaction. @throws Problem 404, 409 when it is stale or issued already, 422 with everything that is missing
 */
export async function issueInvoice(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: { version: number } },
): Promise<InvoiceDetails> {
  const before = await lockedDraft(tx, actor, params.id, body.version);
  const [lines, time, buyer, sellers, day] = await Promise.all([
    draftLines(tx, before.id),
    billedTime(tx, before.id),
    buyerOf(tx, before.client_id),
    sellersOf(tx),
    today(tx),
  ]);
  const seller = sellers.find(({ id }) => id === before.seller_id);
  if (!buyer || !seller) throw notFound('There is no such client.');
  const project = await tx.one<{ name: string }>(
    sql`select name from clients.projects where tenant_id = ${tx.tenant} and id = ${before.project_id}`,
  );
  const head = { ...before, issued_on: day, due_on: addDays(day, before.payment_days), project: project?.name ?? null };
  const figures = figuresOf(lines);
  const draft = contentOf(head, {
    seller,
    buyer,
    lines,
    more: { tax_told: await taxTold(tx, seller, { ...before, ...figures }, day) },
  });
  const faults = faultsOf(draft, lines);
  if (faults.length > 0) throw invalid(faults.map((message) => ({ path: 'lines', message })));
  // Judged before it has a number: what cannot be written as an e-invoice takes none, and holds nobody up.
  const form = await formFaults(draft);
  if (form.length > 0)
    throw invalid(form.map((fault) => ({ path: 'lines', message: said`This is no valid e-invoice: ${fault}` })));
  const { series_id, place, number } = await nextNumber(tx, seller, before.kind, day);
  await tx.write.insert('invoicing.issued_lines', lines.map(issuedFields));
  await tx.write.remove('invoicing.lines', lines);
  await tx.write.insert('invoicing.ledger', ledgerOf(lines, time, day), { covered: true });
  await storeDocument(tx, actor, { ...before, ...figures }, { content: { ...draft, number }, series_id, place, day });
  if (before.project_id) await followBilling(tx, before.project_id);
  return readInvoice(tx, actor, before.id);
}

interface Decision {
  version: number;
  decision: 'approved' | 'rejected';
  note?: string;
}

/** Approves or rejects what a draft writes off or up. @throws Problem 404, 409 when it is stale or nothing waits for the actor, 422 */
export async function decideInvoice(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: Decision },
): Promise<InvoiceDetails> {
  const before = await lockedDraft(tx, actor, params.id, body.version);
  const shown = await readInvoice(tx, actor, before.id);
  const mine = new Set(shown.lines.filter((line) => line.mine).map(({ id }) => id));
  if (mine.size === 0) throw conflict('Nothing here waits for your decision.', shown);
  const said = body.note?.trim() ?? '';
  if (body.decision === 'rejected' && said === '') throw invalid([{ path: 'note', message: 'A rejection needs a reason.' }]);
  const lines = (await draftLines(tx, before.id)).filter(({ id }) => mine.has(id));
  await tx.write.update(
    'invoicing.lines',
    lines.map((line) => ({
      before: line,
      set: { decision: body.decision, decided_by: actor.userId, decided_at: tx.now, decision_note: said },
    })),
  );
  await tx.write.touch('invoicing.invoices', [before]);
  await note(tx, actor.userId, before.id, body.decision, said);
  return readInvoice(tx, actor, before.id);
}
