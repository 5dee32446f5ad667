import { newId } from '../../kit/ids.ts';
import { sharesOf } from '../../kit/money.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { today } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { InvoiceDetails } from '../contract.ts';
import { statusOf, totalsOf } from '../rules.ts';
import { followBilling } from './billing-status.ts';
import { type IssuedLine, type StoredInvoice, billedTime, issuedLines, lockedAt, note } from './content.ts';
import { readInvoice } from './details.ts';
import { type Content, contentOf } from './document.ts';
import { nextNumber, storeDocument, taxTold } from './issue.ts';
import { sellersOf } from './sellers.ts';

interface Wanted {
  version: number;
  reason: string;
  lines?: { line_id: string; amount: number }[];
  release?: boolean;
}

/** What was credited of each line before. */
async function creditedOf(tx: Tx, lines: readonly IssuedLine[]): Promise<ReadonlyMap<string, number>> {
  const rows = await tx.all<{ id: string; amount: number }>(sql`
    select credits_line_id as id, sum(amount)::bigint as amount from invoicing.issued_lines
    where tenant_id = ${tx.tenant} and credits_line_id = any(${lines.map(({ id }) => id)}::uuid[]) group by credits_line_id`);
  return new Map(rows.map(({ id, amount }) => [id, amount]));
}

interface Part {
  line: IssuedLine;
  amount: number;
}

/** What is taken back of which line. @throws Problem 422 where it is more than is left of it */
function partsOf(lines: readonly IssuedLine[], before: ReadonlyMap<string, number>, given: Wanted['lines']): Part[] {
  const leftOf = (line: IssuedLine): number => line.amount - (before.get(line.id) ?? 0);
  if (!given) return lines.map((line) => ({ line, amount: leftOf(line) })).filter(({ amount }) => amount > 0);
  return given.map(({ line_id, amount }, index) => {
    const line = lines.find(({ id }) => id === line_id);
    const path = `lines.${index}.amount`;
    if (!line) throw notFound('There is no such line.');
    if (given.findIndex((each) => each.line_id === line_id) !== index) throw invalid([{ path, message: 'A line stands twice.' }]);
    if (amount > leftOf(line))
      throw invalid([{ path, message: said`No more than is left of "${line.description}" can be credited.` }]);
    return { line, amount };
  });
}

/** A line of the credit note: one piece at what is taken back; a whole line says what it said. */
const creditLine = ({ line, amount }: Part, invoiceId: string, position: number): IssuedLine => {
  const whole = amount === line.amount && line.adjustment === 0;
  return {
    ...line,
    id: newId(),
    invoice_id: invoiceId,
    position,
    ...(whole ? {} : { kind: 'fixed' as const, seconds: null, quantity: 1000, unit: 'piece' as const, price: amount }),
    value: whole ? line.value : 0,
    standard: 0,
    adjustment: 0,
    amount,
    reason: '',
    asked_by: null,
    decided_by: null,
    decided_at: null,
    instalment_id: null,
    credits_line_id: line.id,
  };
};

/** Time of an invoice that is taken back as a whole may be billed again; its instalments too. */
async function releaseAll(tx: Tx, invoice: StoredInvoice, day: string): Promise<void> {
  const time = await billedTime(tx, invoice.id);
  const booked = await tx.all<{ entry_id: string; line_id: string; billed: number }>(sql`
    select entry_id, line_id, sum(billed)::bigint as billed from invoicing.ledger
    where tenant_id = ${tx.tenant} and invoice_id = ${invoice.id} group by entry_id, line_id`);
  const billed = new Map(booked.map((row) => [row.entry_id, row.billed]));
  await tx.write.insert(
    'invoicing.ledger',
    time.map(({ id: entry_id, ...entry }) => ({
      ...entry,
      id: newId(),
      entry_id,
      booked_on: day,
      seconds: -entry.seconds,
      value: -entry.value,
      standard: -entry.standard,
      billed: -(billed.get(entry_id) ?? 0),
    })),
    { covered: true },
  );
  await tx.write.remove('invoicing.billed_time', time);
  const instalments = await tx.all<Record<string, unknown>>(sql`
    select * from invoicing.instalments where tenant_id = ${tx.tenant} and invoice_id = ${invoice.id} order by id for update`);
  await tx.write.update(
    'invoicing.instalments',
    instalments.map((before) => ({ before, set: { invoice_id: null } })),
  );
}

/** Time that stays billed while less is asked for it: what is taken back is written off. */
async function bookLess(tx: Tx, invoice: StoredInvoice, parts: readonly Part[], day: string): Promise<void> {
  const byLine = Map.groupBy(await billedTime(tx, invoice.id), ({ line_id }) => line_id);
  const rows = parts.flatMap(({ line, amount }) => {
    const own = byLine.get(line.id) ?? [];
    const shares = sharesOf(
      amount,
      own.map(({ seconds }) => seconds),
    );
    return own.map(({ id: entry_id, ...entry }, index) => ({
      ...entry,
      id: newId(),
      entry_id,
      booked_on: day,
      seconds: 0,
      value: 0,
      standard: 0,
      billed: -(shares[index] ?? 0),
    }));
  });
  await tx.write.insert('invoicing.ledger', rows, { covered: true });
}

const documentOf = (tx: Tx, id: string): Promise<{ content: Content } | undefined> =>
  tx.one<{ content: Content }>(sql`select content from invoicing.documents where tenant_id = ${tx.tenant} and id = ${id}`);

/**
 * Issues a credit note for an invoice. It has a number of its own series; the invoice stays as it is and says what was credited.
 * @throws Problem 404, 409 when it is stale or credited as a whole, 422 for more than is left
 */
export async function creditInvoice(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: Wanted },
): Promise<InvoiceDetails> {
  const invoice = await lockedAt(tx, actor, params.id, body.version);
  if (invoice.kind !== 'invoice' || invoice.status === 'draft')
    throw conflict('Only an issued invoice can be credited.', await readInvoice(tx, actor, invoice.id));
  const reason = body.reason.trim();
  if (reason === '') throw invalid([{ path: 'reason', message: 'A credit note needs a reason.' }]);
  const lines = await issuedLines(tx, invoice.id);
  const before = await creditedOf(tx, lines);
  const parts = partsOf(lines, before, body.lines);
  if (parts.length === 0) throw conflict('All of this invoice is credited already.', await readInvoice(tx, actor, invoice.id));
  const credited = parts.reduce((all, { amount }) => all + amount, 0);
  const isWhole = credited + [...before.values()].reduce((all, amount) => all + amount, 0) === invoice.net;
  if (body.release && (!isWhole || before.size > 0))
    throw invalid([{ path: 'release', message: 'Time can be billed again only when the whole invoice is taken back at once.' }]);
  const [day, sellers, found] = await Promise.all([today(tx), sellersOf(tx), documentOf(tx, invoice.id)]);
  const seller = sellers.find(({ id }) => id === invoice.seller_id);
  if (!seller || !found) throw notFound('There is no such invoice.');
  const note_ = await storeNote(tx, actor, { invoice, parts, reason, day, seller, content: found.content });
  const gross = isWhole ? invoice.gross : Math.min(invoice.gross, invoice.credited + note_.gross);
  const [after] = await tx.write.update<StoredInvoice>('invoicing.invoices', [
    { before: invoice, set: { credited: gross, status: statusOf({ ...invoice, credited: gross }) } },
  ]);
  if (body.release) await releaseAll(tx, invoice, day);
  else await bookLess(tx, invoice, parts, day);
  await note(tx, actor.userId, after?.id ?? invoice.id, 'credited', `${note_.number}: ${reason}`.slice(0, 1000));
  if (invoice.project_id) await followBilling(tx, invoice.project_id);
  return readInvoice(tx, actor, invoice.id);
}

interface Ground {
  invoice: StoredInvoice;
  parts: readonly Part[];
  reason: string;
  day: string;
  seller: Awaited<ReturnType<typeof sellersOf>>[number];
  content: Content;
}

/** Stores the credit note itself: for whom and in whose name the invoice was. */
async function storeNote(tx: Tx, actor: Actor, { invoice, parts, reason, day, seller, content }: Ground) {
  const id = newId();
  const lines = parts.map((part, position) => creditLine(part, id, position));
  const { net, tax, gross } = totalsOf(lines);
  const [head] = await tx.write.insert<StoredInvoice>('invoicing.invoices', [
    {
      id,
      kind: 'credit_note',
      credits_id: invoice.id,
      client_id: invoice.client_id,
      project_id: invoice.project_id,
      seller_id: invoice.seller_id,
      owner_id: actor.userId,
      currency: invoice.currency,
      language: invoice.language,
      period_from: invoice.period_from,
      period_to: invoice.period_to,
      payment_days: 0,
      reference: invoice.reference,
      ...{ net, tax, gross },
    },
  ]);
  if (!head) throw new Error('The credit note was not stored.');
  await tx.write.insert(
    'invoicing.issued_lines',
    lines.map((line) => ({ ...line })),
  );
  const numbered = await nextNumber(tx, seller, 'credit_note', day);
  const made = contentOf(
    { ...head, number: numbered.number, issued_on: day, due_on: null, project: content.project },
    {
      seller,
      buyer: content.buyer,
      lines,
      more: {
        seller: content.seller,
        credits: { number: invoice.number ?? '', issued_on: invoice.issued_on },
        reason,
        tax_told: await taxTold(tx, seller, { currency: invoice.currency, tax }, day),
      },
    },
  );
  await storeDocument(tx, actor, head, { content: made, ...numbered, day });
  return { number: numbered.number, gross };
}
