import Type, { type Static } from 'typebox';
import { contract } from '../kit/endpoint.ts';
import {
  CountryCode,
  Currency,
  DayText,
  GradeName,
  Id,
  Name,
  Version,
  nullable,
  paging,
  strict,
  tableShapes,
} from '../kit/shapes.ts';
import { MOST_RATE, RATE_COLUMNS, type RateColumn } from './rules.ts';

const page = { pages: ['financial_variables'] } as const;
const edits = { ...page, flag: 'can_edit' } as const;
const exports_ = { ...page, flag: 'can_export', audited: 'exported', read: true } as const;
const format = Type.Optional(Type.String({ pattern: '^(xlsx|csv)$' }));
const Note = Type.String({ maxLength: 500 });

/** Hundredths of a per cent. */
const Share = nullable(Type.Integer({ minimum: 0, maximum: 10_000 }));
const Recovery = nullable(Type.Integer({ minimum: 0, maximum: 20_000 }));
/** Minor units of the rate's currency, for an hour. */
const Money = Type.Integer({ minimum: 0, maximum: MOST_RATE });
const Millionths = Type.Integer({ minimum: 1, maximum: 1_000_000_000_000 });

const Role = Type.Object({
  id: Id,
  service_line_id: Id,
  name: Type.String(),
  lowest_grade: GradeName,
  highest_grade: GradeName,
  /** False: archived. Its rates stay what they are, and no new ones are set. */
  is_active: Type.Boolean(),
  /** How many dated rates it has. */
  rates: Type.Integer(),
  version: Version,
});
export type SlRole = Static<typeof Role>;

const ServiceLine = Type.Object({
  id: Id,
  name: Type.String(),
  lead_id: nullable(Id),
  lead: nullable(Type.String()),
  /** In hundredths of a per cent. Below the floor a partner decides. */
  target_margin: Share,
  floor_margin: Share,
  target_recovery: Recovery,
  floor_recovery: Recovery,
  is_active: Type.Boolean(),
  version: Version,
  roles: Type.Array(Role),
});
export type ServiceLine = Static<typeof ServiceLine>;

const Exchange = Type.Object({
  id: Id,
  currency: Currency,
  base: Currency,
  /** What one unit of the currency is worth in the base, in millionths. */
  millionths: Type.Integer(),
  valid_from: DayText,
  /** The last day, included; null: no end. */
  valid_to: nullable(DayText),
});

const key = { sl_role_id: Id, grade: GradeName, country: CountryCode, currency: Currency };
const amounts = {
  standard_rate: Money,
  charge_rate: nullable(Money),
  /** Null also for who may not see what hours cost. */
  cost_rate: nullable(Money),
  nfi_rate: nullable(Money),
};
const Rate = Type.Object({
  id: Id,
  ...key,
  ...amounts,
  valid_from: DayText,
  /** The last day, included; null: no end. */
  valid_to: nullable(DayText),
  version: Version,
});
export type Rate = Static<typeof Rate>;

/** What a rate is to be; amounts that are left out stay what they are. */
const WantedRate = strict({
  ...key,
  standard_rate: Money,
  charge_rate: Type.Optional(nullable(Money)),
  cost_rate: Type.Optional(nullable(Money)),
  nfi_rate: Type.Optional(nullable(Money)),
  /** The rate that was looked at: where another one holds by now, the answer is 409. */
  was: Type.Optional(strict({ id: Id, version: Version })),
});
const Rates = Type.Array(WantedRate, { maxItems: 5000 });

const Change = Type.Object({
  id: Id,
  at: Type.Unsafe<Date | string>({ type: 'string', format: 'date-time' }),
  user_id: Id,
  user: Type.String(),
  origin: Type.Unsafe<'screen' | 'table'>({ type: 'string', enum: ['screen', 'table'] }),
  note: Type.String(),
  valid_from: DayText,
  added: Type.Integer(),
  changed: Type.Integer(),
});

const Difference = Type.Object({
  ...key,
  service_line: Type.String(),
  role: Type.String(),
  /** What holds on the day now; null: nothing. */
  before: nullable(Type.Object(amounts)),
  after: Type.Object(amounts),
  valid_from: DayText,
  /** The last day on which the new rate will hold; null: no end. */
  valid_to: nullable(DayText),
});

const BasisPoints = Type.Integer({ minimum: 0, maximum: 10_000 });
const Target = Type.Object({
  id: Id,
  /** Whose: one of the three. */
  grade: nullable(GradeName),
  team_id: nullable(Id),
  team: nullable(Type.String()),
  user_id: nullable(Id),
  user: nullable(Type.String()),
  /** Hundredths of a per cent. */
  basis_points: Type.Integer(),
  valid_from: DayText,
  /** The last day, included; null: no end. */
  valid_to: nullable(DayText),
});

const table = tableShapes<RateColumn>(RATE_COLUMNS, 5000);
const Counts = { added: Type.Integer(), changed: Type.Integer(), unchanged: Type.Integer() };
const Removed = Type.Object({
  success: Type.Boolean(),
  /** False: it was used, and is archived instead. */
  deleted: Type.Boolean(),
  /** What uses it, in words; empty when it was deleted. */
  uses: Type.String(),
});

/** Service lines, their roles, and what an hour is worth. */
export const ratesContract = contract({
  'GET /api/pricing_admin/details': {
    summary: 'The service lines with their roles, targets and floors, and the exchange rates of today and later.',
    access: 'pricing_admin.details',
    ...page,
    reply: Type.Object({
      /** The firm's own. */
      currency: Currency,
      sees_cost: Type.Boolean(),
      service_lines: Type.Array(ServiceLine),
      exchange: Type.Array(Exchange),
    }),
  },
  'GET /api/rates': {
    summary: 'The rates of a service line that hold on a day, one page.',
    access: 'pricing_admin.details',
    ...page,
    query: strict({
      ...paging,
      service_line_id: Id,
      day: DayText,
      country: Type.Optional(CountryCode),
      currency: Type.Optional(Currency),
    }),
    list: true,
    reply: Rate,
  },
  'GET /api/rate_changes': {
    summary: 'Who changed the rates, when, and from which day on; the newest first.',
    access: 'pricing_admin.details',
    ...page,
    query: strict({ ...paging, service_line_id: Type.Optional(Id) }),
    list: true,
    reply: Change,
  },
  'GET /api/targets': {
    summary: 'Target utilizations that hold or will hold, one page: of grades, then of teams, then of people.',
    access: 'pricing_admin.details',
    ...page,
    query: strict(paging),
    list: true,
    reply: Target,
  },
  'POST /api/pricing_admin/preview': {
    summary: 'What rates would change if they were set from a day on. Nothing is written.',
    access: 'pricing_admin.update_variables',
    ...edits,
    read: true,
    body: strict({ rates: Rates, valid_from: Type.Optional(DayText) }),
    reply: Type.Object({ valid_from: DayText, ...Counts, differences: Type.Array(Difference) }),
  },
  'POST /api/pricing_admin/update_variables': {
    summary:
      'Add and change service lines, roles, rates, targets and exchange rates, all or nothing. What is dated begins on a day; what held before stays.',
    access: 'pricing_admin.update_variables',
    ...edits,
    body: strict({
      service_lines: Type.Optional(
        Type.Array(
          strict({
            /** Left out: a new one, which needs a name. */
            id: Type.Optional(Id),
            name: Type.Optional(Name),
            lead_id: Type.Optional(nullable(Id)),
            target_margin: Type.Optional(Share),
            floor_margin: Type.Optional(Share),
            target_recovery: Type.Optional(Recovery),
            floor_recovery: Type.Optional(Recovery),
            is_active: Type.Optional(Type.Boolean()),
            version: Type.Optional(Version),
          }),
          { maxItems: 200 },
        ),
      ),
      sl_roles: Type.Optional(
        Type.Array(
          strict({
            id: Type.Optional(Id),
            service_line_id: Type.Optional(Id),
            name: Type.Optional(Name),
            lowest_grade: Type.Optional(GradeName),
            highest_grade: Type.Optional(GradeName),
            is_active: Type.Optional(Type.Boolean()),
            version: Type.Optional(Version),
          }),
          { maxItems: 500 },
        ),
      ),
      rates: Type.Optional(Rates),
      exchange: Type.Optional(Type.Array(strict({ currency: Currency, millionths: Millionths }), { maxItems: 200 })),
      targets: Type.Optional(
        Type.Array(
          strict({
            grade: Type.Optional(GradeName),
            team_id: Type.Optional(Id),
            user_id: Type.Optional(Id),
            /** Null: none of their own any more. */
            basis_points: nullable(BasisPoints),
          }),
          { maxItems: 500 },
        ),
      ),
      /** Of rates, targets and exchange rates; today when left out. */
      valid_from: Type.Optional(DayText),
      note: Type.Optional(Note),
    }),
    reply: Type.Object({
      success: Type.Boolean(),
      service_lines: Type.Array(ServiceLine),
      sl_roles: Type.Array(Role),
      ...Counts,
    }),
  },
  'GET /api/pricing_admin/nfi_export': {
    summary: 'The rates that hold on a day, as a table that can be imported again.',
    access: 'pricing_admin.nfi_export',
    ...exports_,
    query: strict({ format, day: Type.Optional(DayText), service_line_id: Type.Optional(Id) }),
    raw: 'file',
  },
  'GET /api/pricing_admin/nfi_template': {
    summary: 'An empty table of rates with the firm’s own lists to choose from.',
    access: 'pricing_admin.nfi_template',
    ...edits,
    read: true,
    raw: 'file',
  },
  'POST /api/pricing_admin/nfi_import': {
    summary:
      'Judge an uploaded table of rates, or its rows as they were changed: every fault at its cell, and what differs from today. Nothing is written.',
    access: 'pricing_admin.nfi_import',
    ...edits,
    read: true,
    bodyLimit: table.bodyLimit,
    body: table.judge,
    reply: Type.Object({ ...table.judged.properties, differences: Type.Array(Difference) }),
  },
  'POST /api/pricing_admin/nfi_submit': {
    summary: 'Apply a judged table of rates as a new dated version, all or nothing; the same table again changes nothing.',
    access: 'pricing_admin.nfi_submit',
    ...edits,
    bodyLimit: table.bodyLimit,
    body: strict({ ...table.apply.properties, note: Type.Optional(Note) }),
    reply: Type.Object({ ...table.applied.properties, changed: Type.Integer() }),
  },
  'POST /api/pricing_admin/delete_sl': {
    summary: 'Delete a service line with its roles, or archive it when it was used.',
    access: 'pricing_admin.delete_sl',
    ...edits,
    body: strict({ id: Id }),
    reply: Removed,
  },
  'POST /api/pricing_admin/delete_sl_role': {
    summary: 'Delete a role of a service line, or archive it when it was used.',
    access: 'pricing_admin.delete_sl_role',
    ...edits,
    body: strict({ id: Id }),
    reply: Removed,
  },
});
