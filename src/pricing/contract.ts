import Type from 'typebox';
import { contract } from '../kit/endpoint.ts';
import { CountryCode, Currency, DayText, GradeName, Id, Ids, Name, Version, nullable, paging, strict } from '../kit/shapes.ts';
import { budgetContract } from './contract/budget.ts';
import { teamContract } from './contract/team.ts';
import { chatContract } from './contract/chat.ts';
import {
  Columns,
  FiguresOut,
  KindWord,
  Money,
  PricingOut,
  PricingRow,
  StatusWord,
  StressOut,
  TableIn,
  TableOut,
  TablesIn,
  Unit,
  oneOf,
} from './contract/shapes.ts';
import { WANTS, WAYS } from './rules/solve.ts';

export type { BudgetPreview, TakenBudget } from './contract/budget.ts';
export type { PricingTeam } from './contract/team.ts';
export type { ChatMessage } from './contract/chat.ts';
export type {
  LineInput,
  PricingDetails,
  PricingLine,
  PricingListRow,
  PricingTable,
  SeenFigures,
  TableInput,
} from './contract/shapes.ts';

const page = { pages: ['pricing'] } as const;
const edits = { ...page, flag: 'can_edit' } as const;
const Reason = Type.String({ maxLength: 2000 });

const filters = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  clients: Type.Optional(Ids),
  projects: Type.Optional(Ids),
  /** Whose they are. */
  users: Type.Optional(Ids),
  years: Type.Optional(Type.Array(Type.Integer({ minimum: 1990, maximum: 2200 }), { maxItems: 50 })),
  statuses: Type.Optional(Type.Array(StatusWord)),
  kinds: Type.Optional(Type.Array(KindWord)),
  /** Only what waits for who asks. */
  waiting: Type.Optional(Type.Boolean()),
};

const headIn = {
  client_id: Type.Optional(Id),
  project_id: Type.Optional(nullable(Id)),
  partner_id: Type.Optional(nullable(Id)),
  note: Type.Optional(Type.String({ maxLength: 5000 })),
  currency: Type.Optional(Currency),
  unit: Type.Optional(Unit),
  columns: Type.Optional(Columns),
  rate_day: Type.Optional(DayText),
};

/** A draft of which a version is known: where somebody else changed it since, the answer is 409. */
const ofDraft = { id: Id, version: Type.Optional(Version) };
/** Tables as they stand on a screen; left out: those that are stored. */
const asTyped = {
  id: Id,
  tables: Type.Optional(TablesIn),
  currency: Type.Optional(Currency),
  columns: Type.Optional(Columns),
};
const Computed = Type.Object({ tables: Type.Array(TableOut), figures: FiguresOut });

/** What work for a client is priced at, and who agrees to it. */
export const pricingContract = contract({
  ...chatContract,
  ...budgetContract,
  ...teamContract,
  'POST /api/pricing/pricings': {
    summary: 'Pricings by their latest version, one page.',
    access: 'pricing.pricings',
    ...page,
    read: true,
    body: Type.Optional(strict({ ...paging, ...filters, sort: Type.Optional(Type.String({ maxLength: 60 })) })),
    list: true,
    reply: PricingRow,
  },
  'GET /api/pricing/projects_pricing': {
    summary: 'The pricings of a project, one page, the latest first.',
    access: 'pricing.projects_pricing',
    pages: ['pricing', 'clients_projects'],
    query: strict({ ...paging, project_id: Id }),
    list: true,
    reply: PricingRow,
  },
  'POST /api/pricing/touched_pricings': {
    summary: 'Drafts and submitted pricings with hours of roles and grades in countries whose rates are to change, one page.',
    access: 'pricing.pricings',
    ...page,
    read: true,
    body: strict({
      ...paging,
      rates: Type.Array(strict({ sl_role_id: Id, grade: GradeName, country: CountryCode }), { maxItems: 5000 }),
    }),
    list: true,
    reply: PricingRow,
  },
  'GET /api/projects/count_pricing_projects': {
    summary: 'How many projects have a pricing, and how many pricings stand in each state.',
    access: 'projects.count_pricing_projects',
    pages: ['pricing', 'clients_projects'],
    reply: Type.Object({
      projects: Type.Integer(),
      pricings: Type.Integer(),
      statuses: Type.Array(Type.Object({ status: StatusWord, count: Type.Integer() })),
    }),
  },
  'GET /api/pricing/existing_pricing': {
    summary: 'The pricing that counts for a project, or for a client without one: what is agreed, else the latest that is open.',
    access: 'pricing.existing_pricing',
    ...page,
    query: strict({ project_id: Type.Optional(Id), client_id: Type.Optional(Id) }),
    reply: Type.Object({ pricing: Type.Array(PricingRow, { maxItems: 1 }) }),
  },
  'GET /api/pricings/:id': {
    summary: 'One pricing with its latest version, or with the one that is named.',
    access: 'pricing.pricings',
    ...page,
    params: strict({ id: Id }),
    query: strict({ number: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })) }),
    reply: PricingOut,
  },
  'GET /api/pricing_choices': {
    summary: 'What a pricing is made of: service lines in use with their roles, and how the firm begins.',
    access: 'pricing.init',
    ...page,
    reply: Type.Object({
      currency: Currency,
      country: CountryCode,
      sees_cost: Type.Boolean(),
      service_lines: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          roles: Type.Array(Type.Object({ id: Id, name: Type.String(), lowest_grade: GradeName, highest_grade: GradeName })),
        }),
      ),
    }),
  },
  'POST /api/pricing/init': {
    summary:
      'Tables to begin with: from the roles of service lines and the budget of a project, from another pricing, or from the hours that were worked on a project. Nothing is written.',
    access: 'pricing.init',
    ...edits,
    read: true,
    body: strict({
      kind: KindWord,
      from: oneOf(['defaults', 'pricing', 'actuals']),
      project_id: Type.Optional(nullable(Id)),
      pricing_id: Type.Optional(Id),
      service_line_ids: Type.Optional(Type.Array(Id, { maxItems: 40 })),
      country: Type.Optional(CountryCode),
      currency: Type.Optional(Currency),
      unit: Type.Optional(Unit),
      columns: Type.Optional(Columns),
      rate_day: Type.Optional(DayText),
      /** The year whose hours are taken; left out: the last that is over. */
      year: Type.Optional(Type.Integer({ minimum: 1990, maximum: 2200 })),
    }),
    reply: Type.Object({
      currency: Currency,
      unit: Unit,
      columns: Type.Array(Type.String()),
      rate_day: DayText,
      tables: Type.Array(TableOut),
      figures: FiguresOut,
    }),
  },
  'POST /api/pricing/new': {
    summary: 'Add a pricing with its first version.',
    access: 'pricing.new',
    ...edits,
    body: strict({
      id: Type.Optional(Id),
      ...headIn,
      name: Name,
      client_id: Id,
      kind: KindWord,
      tables: Type.Optional(TablesIn),
    }),
    reply: PricingOut,
  },
  'POST /api/pricings/:id/versions': {
    summary: 'Copy the latest version into a new draft; with `reprice` at the rates of today.',
    access: 'pricing.new',
    ...edits,
    params: strict({ id: Id }),
    body: strict({ reprice: Type.Optional(Type.Boolean()) }),
    reply: PricingOut,
  },
  'POST /api/pricing/edit': {
    summary: 'Change a draft; what is not named stays, tables that are named are the whole list.',
    access: 'pricing.edit',
    ...edits,
    body: strict({
      ...ofDraft,
      ...headIn,
      name: Type.Optional(Name),
      tables: Type.Optional(TablesIn),
      /** Rates, targets and exchange rates are taken anew. */
      reprice: Type.Optional(Type.Boolean()),
    }),
    reply: PricingOut,
  },
  'POST /api/pricing/create_table': {
    summary: 'Add a table to a draft, with a line for each role and grade that has a rate.',
    access: 'pricing.create_table',
    ...edits,
    body: strict({
      ...ofDraft,
      service_line_id: Id,
      name: Type.Optional(Name),
      country: Type.Optional(CountryCode),
      currency: Type.Optional(Currency),
    }),
    reply: PricingOut,
  },
  'POST /api/pricing/create_table_multi': {
    summary: 'Add a table for each of several service lines.',
    access: 'pricing.create_table_multi',
    ...edits,
    body: strict({
      ...ofDraft,
      service_line_ids: Type.Array(Id, { minItems: 1, maxItems: 20 }),
      country: Type.Optional(CountryCode),
      currency: Type.Optional(Currency),
    }),
    reply: PricingOut,
  },
  'POST /api/pricing/create_table_secondment': {
    summary: 'Add a secondment: days a month times months, at a day rate.',
    access: 'pricing.create_table_secondment',
    ...edits,
    body: strict({
      ...ofDraft,
      name: Type.Optional(Name),
      sl_role_id: Id,
      grade: GradeName,
      user_id: Type.Optional(nullable(Id)),
      country: Type.Optional(CountryCode),
      currency: Type.Optional(Currency),
      /** Hundredths of a day in each month. */
      days_a_month: Type.Integer({ minimum: 1, maximum: 3100 }),
      /** Hundredths of a per cent of full time. */
      full_time: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
      /** In how many of the columns, from the first on. */
      months: Type.Integer({ minimum: 1, maximum: 60 }),
      day_rate: Type.Optional(nullable(Money)),
      on_cost: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
      allowance: Type.Optional(Money),
      minutes_per_day: Type.Optional(Type.Integer({ minimum: 60, maximum: 1440 })),
    }),
    reply: PricingOut,
  },
  'POST /api/pricing/update_table': {
    summary: 'Change one table of a draft; its lines and expenses are the whole lists.',
    access: 'pricing.update_table',
    ...edits,
    body: strict({ ...ofDraft, table: TableIn }),
    reply: PricingOut,
  },
  'POST /api/pricing/handle_change': {
    summary: 'What tables as they stand on a screen come to, with the rates of their lines. Nothing is written.',
    access: 'pricing.handle_change',
    ...page,
    read: true,
    body: strict(asTyped),
    reply: Computed,
  },
  'POST /api/pricing/update_profit': {
    summary:
      'The tables with which a pricing has a wanted margin, recovery or fee: by another fee or by other hours. Nothing is written.',
    access: 'pricing.update_profit',
    ...page,
    read: true,
    body: strict({
      ...asTyped,
      want: oneOf(WANTS),
      /** Hundredths of a per cent, or of a fee minor units. */
      value: Money,
      by: oneOf(WAYS),
    }),
    reply: Computed,
  },
  'POST /api/pricing/check_worst': {
    summary: 'The table and line with the worst recovery, who must approve, and what becomes of it when things go worse.',
    access: 'pricing.check_worst',
    ...page,
    read: true,
    body: strict(asTyped),
    reply: Type.Object({
      figures: FiguresOut,
      /** Places of the worst table and of its worst line; null: nothing has a standard value. */
      table: nullable(Type.Integer()),
      line: nullable(Type.Integer()),
      /** The grade that must approve each table at least. */
      tables: Type.Array(FiguresOut),
      stresses: Type.Array(StressOut),
    }),
  },
  'POST /api/pricing/export': {
    summary: 'A version as a table, for the client without standard rates, cost and margin; as PDF always as the client gets it.',
    access: 'pricing.export',
    ...page,
    flag: 'can_export',
    audited: 'exported',
    read: true,
    query: strict({ format: Type.Optional(Type.String({ pattern: '^(xlsx|csv|pdf)$' })) }),
    body: strict({
      id: Id,
      number: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
      for_client: Type.Optional(Type.Boolean()),
    }),
    raw: 'file',
  },
  'POST /api/pricing/delete': {
    summary: 'Delete a pricing that was never submitted.',
    access: 'pricing.delete',
    ...edits,
    body: strict({ id: Id }),
    reply: Type.Object({ success: Type.Boolean() }),
  },
  'POST /api/pricings/:id/status': {
    summary: 'Submit a draft, take it back, or say that an approved one is won or lost.',
    access: 'pricing.edit',
    ...edits,
    params: strict({ id: Id }),
    body: strict({
      to: oneOf(['submitted', 'draft', 'won', 'lost']),
      version: Type.Optional(Version),
      reason: Type.Optional(Reason),
    }),
    reply: PricingOut,
  },
  'POST /api/pricing/approve': {
    summary: 'Approve, reject or ask about a submission: the whole, or one table of it.',
    access: 'pricing.approve',
    ...page,
    flag: 'can_approve',
    body: strict({
      id: Id,
      /** The submission that was looked at: another one by now is 409. */
      submission: Type.Integer({ minimum: 1 }),
      table_id: Type.Optional(nullable(Id)),
      decision: oneOf(['approved', 'rejected', 'asked']),
      reason: Type.Optional(Reason),
    }),
    reply: PricingOut,
  },
  'POST /api/pricing/approve_several': {
    summary: 'Approve several submissions that are at their targets, all or none.',
    access: 'pricing.approve',
    ...page,
    flag: 'can_approve',
    body: strict({
      /** Each with the submission that was looked at. */
      pricings: Type.Array(strict({ id: Id, submission: Type.Integer({ minimum: 1 }) }), { minItems: 1, maxItems: 50 }),
    }),
    reply: Type.Object({ approved: Type.Integer() }),
  },
});
