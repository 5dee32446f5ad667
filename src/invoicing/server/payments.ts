import type { Day } from '../../kit/day.ts';
import { conflict, invalid } from '../../kit/problem.ts';
import { today } from '../../people/server/public.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { InvoiceDetails } from '../contract.ts';
import { openOf, statusOf } from '../rules.ts';
import { lockedAt, note } from './content.ts';
import { readInvoice } from './details.ts';

interface Payment {
  version: number;
  day: Day;
  amount: number;
  note?: string;
}

/**
 * Notes what came in for an invoice, or below 0 what was paid back. @throws Problem 404, 409 when it is stale or no issued invoice,
 * 422 for more than is open, or more back than came in
 */
export async function payInvoice(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: Payment },
): Promise<InvoiceDetails> {
  const before = await lockedAt(tx, actor, params.id, body.version);
  if (before.kind !== 'invoice' || before.status === 'draft')
    throw conflict('Only an issued invoice is paid.', await readInvoice(tx, actor, before.id));
  const refuse = (path: string, message: string) => invalid([{ path, message }]);
  if (body.amount === 0) throw refuse('amount', 'A payment is more or less than nothing.');
  if (body.amount > 0 && body.amount > openOf(before)) throw refuse('amount', 'This is more than is open.');
  if (body.amount < 0 && -body.amount > before.paid) throw refuse('amount', 'No more can be paid back than came in.');
  if (body.day > (await today(tx))) throw refuse('day', 'This day has not come yet.');
  if (before.issued_on !== null && body.day < before.issued_on && body.amount < 0)
    throw refuse('day', 'The invoice was issued later.');
  const paid = before.paid + body.amount;
  await tx.write.insert('invoicing.payments', [
    {
      invoice_id: before.id,
      day: body.day,
      amount: body.amount,
      note: body.note?.trim() ?? '',
      created_by: actor.userId,
      created_at: tx.now,
    },
  ]);
  await tx.write.update('invoicing.invoices', [{ before, set: { paid, status: statusOf({ ...before, paid }) } }]);
  await note(tx, actor.userId, before.id, body.amount > 0 ? 'paid' : 'refunded', body.note?.trim() ?? '');
  return readInvoice(tx, actor, before.id);
}
