import Type from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { Currency, DayText, Id, Ids, Version, nullable, paging, strict } from '../../kit/shapes.ts';
import { BillingOut, GroupWord, InstalmentIn, SellerFields, SellerOut, UnbilledLine, UnbilledRow, oneOf } from './shapes.ts';

const page = { pages: ['invoices'] } as const;
const ofProjects = { pages: ['invoices', 'clients_projects'] } as const;
const Sum = Type.Integer();

/** What is not billed yet, how projects are billed, in whose name, and where invoices go. */
export const billingContract = contract({
  'POST /api/invoices/unbilled': {
    summary: 'What of projects is not billed yet, by its age, one page.',
    access: 'invoices.list',
    ...page,
    read: true,
    body: Type.Optional(
      strict({
        ...paging,
        search: Type.Optional(Type.String({ maxLength: 200 })),
        clients: Type.Optional(Ids),
        projects: Type.Optional(Ids),
        teams: Type.Optional(Ids),
        until: Type.Optional(DayText),
        sort: Type.Optional(Type.String({ maxLength: 60 })),
      }),
    ),
    list: true,
    reply: UnbilledRow,
  },
  'GET /api/invoices/unbilled_time': {
    summary: 'The lines that the approved unbilled time of a project up to a day would make. Nothing is written.',
    access: 'invoices.list',
    ...ofProjects,
    query: strict({ project_id: Id, until: Type.Optional(DayText), group_by: Type.Optional(GroupWord) }),
    reply: Type.Object({
      currency: Currency,
      until: DayText,
      group_by: GroupWord,
      first_day: nullable(DayText),
      lines: Type.Array(UnbilledLine),
      seconds: Sum,
      value: Sum,
      standard: Sum,
      unapproved_seconds: Sum,
      instalments: Type.Array(
        Type.Object({ id: Id, label: Type.String(), amount: Sum, due_on: nullable(DayText), due: Type.Boolean() }),
      ),
    }),
  },
  'GET /api/invoices/wip': {
    summary: 'The work in progress of a project over a period: what stood, came, was billed, written off and up, and stands.',
    access: 'invoices.list',
    ...ofProjects,
    query: strict({ project_id: Id, from: DayText, to: DayText }),
    reply: Type.Object({
      currency: Currency,
      open: Sum,
      time: Sum,
      billed: Sum,
      written_off: Sum,
      written_up: Sum,
      close: Sum,
    }),
  },
  'GET /api/invoices/by_month': {
    summary: 'What was worked on a project and what was invoiced for it, month by month of a year.',
    access: 'invoices.list',
    ...ofProjects,
    query: strict({ project_id: Id, year: Type.Integer({ minimum: 1990, maximum: 2200 }) }),
    reply: Type.Object({
      currency: Currency,
      months: Type.Array(Type.Object({ month: DayText, seconds: Sum, value: Sum, net: Sum })),
    }),
  },
  'GET /api/projects/:id/billing': {
    summary: 'How a project is billed: its terms and what it pays beside its hours.',
    access: 'invoices.list',
    ...ofProjects,
    params: strict({ id: Id }),
    reply: BillingOut,
  },
  'PUT /api/projects/:id/billing': {
    summary: 'Change how a project is billed; instalments that are named are the whole list, and what is billed stays.',
    access: 'invoices.push',
    ...page,
    flag: 'can_edit',
    params: strict({ id: Id }),
    body: strict({
      version: Type.Optional(Type.Integer({ minimum: 0 })),
      service_line_id: Type.Optional(nullable(Id)),
      seller_id: Type.Optional(nullable(Id)),
      reference: Type.Optional(Type.String({ maxLength: 100 })),
      group_by: Type.Optional(GroupWord),
      payment_days: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 365 }))),
      instalments: Type.Optional(Type.Array(InstalmentIn, { maxItems: 200 })),
    }),
    reply: BillingOut,
  },
  'GET /api/invoice_sellers': {
    summary: 'In whose name the firm invoices.',
    access: 'invoices.list',
    ...page,
    reply: Type.Object({ sellers: Type.Array(SellerOut) }),
  },
  'PUT /api/invoice_sellers/:id': {
    summary: 'Add or change who invoices: where its money goes is the matter of administrators.',
    access: 'administrator',
    ...page,
    params: strict({ id: Id }),
    body: strict({ ...SellerFields, version: Type.Optional(Version) }),
    reply: SellerOut,
  },
  'GET /api/invoice_connector': {
    summary: 'Where issued invoices go.',
    access: 'administrator',
    ...page,
    reply: Type.Object({
      kind: oneOf(['none', 'webhook', 'folder']),
      address: Type.String(),
      is_signed: Type.Boolean(),
      is_active: Type.Boolean(),
      version: Sum,
    }),
  },
  'PUT /api/invoice_connector': {
    summary: 'Set where issued invoices go. A new key for signatures is told once, in the answer.',
    access: 'administrator',
    ...page,
    body: strict({
      kind: oneOf(['webhook', 'folder']),
      address: Type.Optional(Type.String({ maxLength: 500 })),
      is_active: Type.Optional(Type.Boolean()),
      /** Makes a new key for signatures; the first is made without being asked for. */
      new_signing_key: Type.Optional(Type.Boolean()),
      version: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    reply: Type.Object({
      kind: oneOf(['webhook', 'folder']),
      address: Type.String(),
      is_active: Type.Boolean(),
      signing_key: nullable(Type.String()),
      version: Version,
    }),
  },
});
