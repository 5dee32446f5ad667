import Type from 'typebox';
import { contract } from '../kit/endpoint.ts';
import { Currency, DayText, Id, Ids, LanguageCode, Version, nullable, paging, strict } from '../kit/shapes.ts';
import { billingContract } from './contract/billing.ts';
import { costsContract } from './contract/costs.ts';
import { writeOffContract } from './contract/write-offs.ts';
import {
  GroupWord,
  InvoiceOut,
  InvoiceRow,
  KindWord,
  LinesIn,
  PushWord,
  Reason,
  SignedMoney,
  StatusWord,
} from './contract/shapes.ts';

export type {
  InstalmentInput,
  InvoiceDetails,
  InvoiceLine,
  InvoiceListRow,
  LineInput,
  ProjectBilling,
  Seller,
  UnbilledProject,
} from './contract/shapes.ts';

const page = { pages: ['invoices'] } as const;
const edits = { ...page, flag: 'can_edit' } as const;
const Sum = Type.Integer();
const one = { params: strict({ id: Id }) };
/** The version that was looked at: where somebody changed it since, the answer is 409 with what holds now. */
const known = { version: Version };

const filters = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  clients: Type.Optional(Ids),
  projects: Type.Optional(Ids),
  teams: Type.Optional(Ids),
  /** Whose they are. */
  users: Type.Optional(Ids),
  years: Type.Optional(Type.Array(Type.Integer({ minimum: 1990, maximum: 2200 }), { maxItems: 50 })),
  statuses: Type.Optional(Type.Array(StatusWord)),
  kinds: Type.Optional(Type.Array(KindWord)),
  pushes: Type.Optional(Type.Array(PushWord)),
  billing_status: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 20 })),
  from: Type.Optional(DayText),
  to: Type.Optional(DayText),
  overdue: Type.Optional(Type.Boolean()),
  /** Only those with a write-off or write-up on which who asks may decide. */
  waiting: Type.Optional(Type.Boolean()),
};

const headIn = {
  seller_id: Type.Optional(Id),
  language: Type.Optional(LanguageCode),
  period_from: Type.Optional(nullable(DayText)),
  period_to: Type.Optional(nullable(DayText)),
  payment_days: Type.Optional(Type.Integer({ minimum: 0, maximum: 365 })),
  reference: Type.Optional(Type.String({ maxLength: 100 })),
  note: Type.Optional(Type.String({ maxLength: 2000 })),
};

/** What clients are invoiced, from a draft to the last payment. */
export const invoicingContract = contract({
  ...billingContract,
  ...costsContract,
  ...writeOffContract,
  'POST /api/invoices/list': {
    summary: 'Invoices and credit notes, one page.',
    access: 'invoices.list',
    pages: ['invoices', 'clients_projects'],
    read: true,
    body: Type.Optional(strict({ ...paging, ...filters, sort: Type.Optional(Type.String({ maxLength: 60 })) })),
    list: true,
    reply: InvoiceRow,
  },
  'POST /api/invoices/counts': {
    summary: 'How many invoices stand in each state, and what is open and overdue by currency.',
    access: 'invoices.list',
    ...page,
    read: true,
    body: Type.Optional(strict({ ...filters })),
    reply: Type.Object({
      statuses: Type.Array(Type.Object({ status: StatusWord, count: Sum })),
      sums: Type.Array(Type.Object({ currency: Currency, open: Sum, overdue: Sum, drafts: Sum })),
    }),
  },
  'POST /api/invoices/export': {
    summary: 'Invoices that match as a table.',
    access: 'invoices.list',
    ...page,
    flag: 'can_export',
    audited: 'exported',
    read: true,
    query: strict({ format: Type.Optional(Type.String({ pattern: '^(xlsx|csv)$' })) }),
    body: Type.Optional(strict({ ...filters })),
    raw: 'file',
  },
  'POST /api/invoices/push': {
    summary: 'Send issued invoices to the accounting system, each exactly once; a result for each.',
    access: 'invoices.push',
    ...edits,
    body: strict({ ids: Type.Array(Id, { minItems: 1, maxItems: 200 }) }),
    reply: Type.Object({
      results: Type.Array(
        Type.Object({ id: Id, number: nullable(Type.String()), asked: Type.Boolean(), message: Type.String() }),
      ),
    }),
  },
  'GET /api/invoices/last_used': {
    summary: 'What the last invoice of a project or else of a client said, for the next one; and the last number of its series.',
    access: 'invoices.last_used',
    ...page,
    query: strict({ client_id: Type.Optional(Id), project_id: Type.Optional(Id) }),
    reply: Type.Object({
      number: nullable(Type.String()),
      issued_on: nullable(DayText),
      seller_id: nullable(Id),
      seller: nullable(Type.String()),
      language: nullable(LanguageCode),
      currency: nullable(Currency),
      payment_days: nullable(Sum),
      reference: Type.String(),
      note: Type.String(),
      group_by: nullable(GroupWord),
    }),
  },
  'GET /api/invoices/:id': {
    summary: 'One invoice with its lines, taxes, payments and history.',
    access: 'invoices.list',
    ...page,
    ...one,
    reply: InvoiceOut,
  },
  'POST /api/invoices': {
    summary: 'A draft: of the approved unbilled time of a project up to a day, of instalments, or of lines by hand.',
    access: 'invoices.push',
    ...edits,
    body: strict({
      id: Type.Optional(Id),
      client_id: Type.Optional(Id),
      project_id: Type.Optional(Id),
      ...headIn,
      currency: Type.Optional(Currency),
      group_by: Type.Optional(GroupWord),
      /** Bills time up to this day; left out: no time. */
      until: Type.Optional(DayText),
      /** Only lines of these keys of the preview. */
      keys: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1000 })),
      instalment_ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
      lines: Type.Optional(LinesIn),
    }),
    reply: InvoiceOut,
  },
  'PUT /api/invoices/:id': {
    summary: 'Change a draft. Lines that are named are the whole list; the time of those that are gone is unbilled again.',
    access: 'invoices.push',
    ...edits,
    ...one,
    body: strict({ ...known, ...headIn, lines: Type.Optional(LinesIn) }),
    reply: InvoiceOut,
  },
  'DELETE /api/invoices/:id': {
    summary: 'Discard a draft: its time and instalments are unbilled again.',
    access: 'invoices.push',
    ...edits,
    ...one,
    query: strict({ version: Version }),
    reply: Type.Object({ success: Type.Boolean() }),
  },
  'POST /api/invoices/:id/decide': {
    summary: 'Approve or reject what a draft writes off or up: the lines on which who asks may decide.',
    access: 'invoices.push',
    ...page,
    flag: 'can_approve',
    ...one,
    body: strict({
      ...known,
      decision: Type.Unsafe<'approved' | 'rejected'>({ type: 'string', enum: ['approved', 'rejected'] }),
      note: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    reply: InvoiceOut,
  },
  'POST /api/invoices/:id/issue': {
    summary: 'Issue a draft: it gets the next number of its series and never changes again.',
    access: 'invoices.push',
    ...edits,
    ...one,
    body: strict(known),
    reply: InvoiceOut,
  },
  'POST /api/invoices/:id/credit': {
    summary: 'Issue a credit note, of the whole invoice or of amounts of its lines; the time of a whole one may be billed again.',
    access: 'invoices.push',
    ...edits,
    ...one,
    body: strict({
      ...known,
      reason: Reason,
      /** Left out: all that is not credited yet. */
      lines: Type.Optional(
        Type.Array(strict({ line_id: Id, amount: Type.Integer({ minimum: 1 }) }), { minItems: 1, maxItems: 400 }),
      ),
      /** Time and instalments become unbilled again; only with the whole. */
      release: Type.Optional(Type.Boolean()),
    }),
    reply: InvoiceOut,
  },
  'POST /api/invoices/:id/payments': {
    summary: 'Note what came in for an invoice; below 0 what was paid back.',
    access: 'invoices.push',
    ...edits,
    ...one,
    body: strict({ ...known, day: DayText, amount: SignedMoney, note: Type.Optional(Type.String({ maxLength: 500 })) }),
    reply: InvoiceOut,
  },
  'GET /api/invoices/:id/pdf': {
    summary: 'The invoice on paper, with the e-invoice inside (Factur-X); of a draft a preview.',
    access: 'invoices.list',
    ...page,
    ...one,
    raw: 'file',
  },
  'GET /api/invoices/:id/xml': {
    summary: 'The e-invoice by itself (UBL).',
    access: 'invoices.list',
    ...page,
    ...one,
    raw: 'file',
  },
});
