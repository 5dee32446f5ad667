import { notFound } from '../../kit/problem.ts';
import { and, sql } from '../../server/sql.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { InvoiceDetails, InvoiceLine, InvoiceListRow } from '../contract.ts';
import { openOf, tierOf, totalsOf } from '../rules.ts';
import { type Buyer, buyerOf } from './buyers.ts';
import { type Content, contentOf, faultsOf } from './document.ts';
import { selectInvoices } from './lists.ts';
import { decides, hasFlag, visible } from './policy.ts';
import { sellersOf } from './sellers.ts';

type Shown = Omit<InvoiceLine, 'tier' | 'mine'> & { asker: string | null };
const MOST_STEPS = 200;

const linesOf = (tx: Tx, id: string): Promise<Shown[]> =>
  tx.all<Shown>(sql`
    select l.id, l.kind, l.description, l.seconds, l.quantity, l.unit, l.price, l.value, l.standard, l.adjustment, l.amount,
      l.tax_category, l.tax_rate, l.tax_reason, l.instalment_id, coalesce(t.entries, 0)::int as entries, l.reason, a.name as asked_by,
      l.asked_by as asker, l.decision, d.name as decided_by, l.decision_note
    from (
      select id, invoice_id, position, kind, description, seconds, quantity, unit, price, value, standard, adjustment, amount,
        tax_category, tax_rate, tax_reason, instalment_id, reason, asked_by, decision, decided_by, decision_note
      from invoicing.lines where tenant_id = ${tx.tenant} and invoice_id = ${id}
      union all
      select id, invoice_id, position, kind, description, seconds, quantity, unit, price, value, standard, adjustment, amount,
        tax_category, tax_rate, tax_reason, instalment_id, reason, asked_by, case when decided_by is null then null else 'approved' end,
        decided_by, ''
      from invoicing.issued_lines where tenant_id = ${tx.tenant} and invoice_id = ${id}
    ) l
    left join (
      select line_id, count(*) as entries from invoicing.billed_time where tenant_id = ${tx.tenant} and invoice_id = ${id} group by line_id
    ) t on t.line_id = l.id
    left join people.users a on a.tenant_id = ${tx.tenant} and a.id = l.asked_by
    left join people.users d on d.tenant_id = ${tx.tenant} and d.id = l.decided_by
    order by l.position, l.id`);

type Head = InvoiceListRow &
  Pick<
    InvoiceDetails,
    'seller_id' | 'language' | 'payment_days' | 'reference' | 'note' | 'group_by' | 'has_files' | 'has_connector'
  > & {
    credits_id: string | null;
    credits_number: string | null;
    content: Content | null;
  };

async function headOf(tx: Tx, actor: Actor, id: string): Promise<Head> {
  const row = await tx.one<Head>(sql`
    select r.*, i.seller_id, i.language, i.payment_days, i.reference, i.note, i.group_by, i.credits_id, x.number as credits_number,
      d.content, exists (select 1 from invoicing.files f where f.tenant_id = i.tenant_id and f.id = i.id) as has_files,
      exists (select 1 from invoicing.connectors c where c.tenant_id = i.tenant_id and c.is_active) as has_connector
    from (${await selectInvoices(tx, actor, and(visible(tx, actor), sql`i.id = ${id}`))}) r
    join invoicing.invoices i on i.tenant_id = ${tx.tenant} and i.id = r.id
    left join invoicing.invoices x on x.tenant_id = ${tx.tenant} and x.id = i.credits_id
    left join invoicing.documents d on d.tenant_id = ${tx.tenant} and d.id = r.id`);
  if (!row) throw notFound('There is no such invoice.');
  return row;
}

const creditNotesOf = (tx: Tx, id: string): Promise<InvoiceDetails['credit_notes']> =>
  tx.all(sql`
    select id, number, issued_on, gross from invoicing.invoices where tenant_id = ${tx.tenant} and credits_id = ${id} order by issued_on, id`);

const paymentsOf = (tx: Tx, id: string): Promise<InvoiceDetails['payments']> =>
  tx.all(sql`
    select p.id, p.day, p.amount, p.note, u.name as user from invoicing.payments p
    join people.users u on u.tenant_id = p.tenant_id and u.id = p.created_by
    where p.tenant_id = ${tx.tenant} and p.invoice_id = ${id} order by p.id`);

const stepsOf = (tx: Tx, id: string): Promise<InvoiceDetails['history']> =>
  tx.all(sql`
    select h.id, h.at, u.name as user, h.action, h.detail from invoicing.history h
    left join people.users u on u.tenant_id = h.tenant_id and u.id = h.user_id
    where h.tenant_id = ${tx.tenant} and h.invoice_id = ${id} order by h.id desc limit ${MOST_STEPS}`);

/** The client as it is named: on what was issued as it was then. */
const buyerIn = ({ content }: Head, now: Buyer | undefined): InvoiceDetails['buyer'] => {
  const {
    name = '',
    street = '',
    postal_code = '',
    city = '',
    country = null,
    vat_id = null,
    email = null,
  } = content?.buyer ?? now ?? {};
  return { name, street, postal_code, city, country, vat_id, email };
};

/** One invoice with everything that belongs to it. @throws Problem 404 */
export async function readInvoice(tx: Tx, actor: Actor, id: string): Promise<InvoiceDetails> {
  const head = await headOf(tx, actor, id);
  const [shown, credit_notes, payments, history, buyer, sellers] = await Promise.all([
    linesOf(tx, id),
    creditNotesOf(tx, id),
    paymentsOf(tx, id),
    stepsOf(tx, id),
    buyerOf(tx, head.client_id),
    sellersOf(tx),
  ]);
  const isDraft = head.status === 'draft';
  const lines = shown.map(({ asker, ...line }) => {
    const tier = tierOf(line.value, line.adjustment);
    return {
      ...line,
      tier,
      mine: isDraft && line.adjustment !== 0 && line.decision === null && decides(actor, { asked_by: asker, tier }),
    };
  });
  const seller = sellers.find((each) => each.id === head.seller_id);
  const faults = isDraft && seller && buyer ? faultsOf(contentOf(head, { seller, buyer, lines }), lines) : [];
  const edits = hasFlag(actor, 'can_edit');
  const { content: _content, credits_id, credits_number, ...row } = head;
  return {
    ...row,
    buyer: buyerIn(head, buyer),
    lines,
    taxes: totalsOf(lines).taxes,
    credits: credits_id === null ? null : { id: credits_id, number: credits_number ?? '' },
    credit_notes,
    payments,
    history,
    faults: faults.map((fault) => inLanguage(fault, actor.language)),
    may: {
      edit: edits && isDraft,
      issue: edits && isDraft && faults.length === 0,
      push: edits && !isDraft && head.has_connector && head.push !== 'pushed' && head.push !== 'waiting',
      pay: edits && !isDraft && head.kind === 'invoice' && openOf(head) !== 0,
      credit: edits && !isDraft && head.kind === 'invoice' && head.credited < head.gross,
      decide: lines.some(({ mine }) => mine),
    },
  };
}

export const oneInvoice = (tx: Tx, actor: Actor, { params }: { params: { id: string } }): Promise<InvoiceDetails> =>
  readInvoice(tx, actor, params.id);
