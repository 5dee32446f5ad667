import Type, { type Static } from 'typebox';
import { CountryCode, Currency, DayText, GradeName, Id, Name, Version, nullable, strict } from '../../kit/shapes.ts';
import {
  KINDS,
  MOST_COLUMNS,
  MOST_LINES,
  MOST_MINUTES,
  MOST_MONEY,
  MOST_TABLES,
  STATUSES,
  TABLE_KINDS,
  TIERS,
  UNITS,
} from '../rules.ts';
import { STRESSES } from '../rules/worst.ts';

export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] });

export const KindWord = oneOf(KINDS);
export const StatusWord = oneOf(STATUSES);
export const Unit = oneOf(UNITS);
const TierWord = oneOf(TIERS);
export const Money = Type.Integer({ minimum: 0, maximum: MOST_MONEY });
export const Columns = Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { minItems: 1, maxItems: MOST_COLUMNS });
export const Instant = Type.Unsafe<Date | string>({ type: 'string', format: 'date-time' });

/** Hundredths of a per cent. */
const Share = nullable(Type.Integer());
const Rate = nullable(Type.Integer());

/** A line as it is sent. What its hours are worth is looked up, or stays what it was. */
const LineIn = strict({
  id: Type.Optional(Id),
  sl_role_id: Id,
  grade: GradeName,
  user_id: Type.Optional(nullable(Id)),
  note: Type.Optional(Type.String({ maxLength: 500 })),
  /** A number for each column. */
  minutes: Type.Array(Type.Integer({ minimum: 0, maximum: MOST_MINUTES }), { minItems: 1, maxItems: MOST_COLUMNS }),
  /** Agreed for this line, minor units of the table's currency: an hour, or in a secondment a day. */
  rate: Type.Optional(nullable(Money)),
  allowance: Type.Optional(Money),
});
export type LineInput = Static<typeof LineIn>;

export const TableIn = strict({
  id: Type.Optional(Id),
  kind: Type.Optional(oneOf(TABLE_KINDS)),
  name: Name,
  service_line_id: Id,
  country: CountryCode,
  currency: Currency,
  minutes_per_day: Type.Optional(Type.Integer({ minimum: 60, maximum: 1440 })),
  on_cost: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  discount: Type.Optional(Type.Integer({ minimum: -10_000, maximum: 10_000 })),
  /** An agreed sum in place of the rates. */
  fee: Type.Optional(nullable(Money)),
  lines: Type.Array(LineIn, { maxItems: MOST_LINES }),
  expenses: Type.Optional(
    Type.Array(strict({ id: Type.Optional(Id), label: Name, paid: Money, charged: Money }), { maxItems: 100 }),
  ),
});
export type TableInput = Static<typeof TableIn>;
export const TablesIn = Type.Array(TableIn, { maxItems: MOST_TABLES });

const figures = {
  minutes: Type.Integer(),
  standard: Type.Integer(),
  agreed: Type.Integer(),
  fee: Type.Integer(),
  charged: Type.Integer(),
  paid: Type.Integer(),
  nfi: Type.Integer(),
  /** Null: not known of all hours, or not for who asks. */
  cost: nullable(Type.Integer()),
  nfi_card: nullable(Type.Integer()),
};
export const FiguresOut = Type.Object({ ...figures, missing: Type.Integer(), tier: TierWord });
const Tiered = Type.Object({ ...figures, tier: TierWord });
export const StressOut = Type.Object({ stress: oneOf(STRESSES), ...figures, tier: TierWord });

const LineOut = Type.Object({
  /** Of a line that is not stored yet: the one it came with, or null. */
  id: nullable(Id),
  sl_role_id: Id,
  role: Type.String(),
  grade: GradeName,
  user_id: nullable(Id),
  user: nullable(Type.String()),
  note: Type.String(),
  minutes: Type.Array(Type.Integer()),
  rate: nullable(Type.Integer()),
  allowance: Type.Integer(),
  standard_rate: Rate,
  charge_rate: Rate,
  /** Null also for who may not see what hours cost. */
  cost_rate: Rate,
  nfi_rate: Rate,
});
export type PricingLine = Static<typeof LineOut>;

export const TableOut = Type.Object({
  id: nullable(Id),
  kind: oneOf(TABLE_KINDS),
  name: Type.String(),
  service_line_id: Id,
  service_line: Type.String(),
  lead_id: nullable(Id),
  lead: nullable(Type.String()),
  country: CountryCode,
  currency: Currency,
  exchange: Type.Integer(),
  minutes_per_day: Type.Integer(),
  on_cost: Type.Integer(),
  discount: Type.Integer(),
  fee: nullable(Type.Integer()),
  target_margin: Share,
  floor_margin: Share,
  target_recovery: Share,
  floor_recovery: Share,
  lines: Type.Array(LineOut),
  expenses: Type.Array(Type.Object({ id: nullable(Id), label: Type.String(), paid: Type.Integer(), charged: Type.Integer() })),
});
export type PricingTable = Static<typeof TableOut>;

/** What was submitted, as its approvers were shown it. */
const Seen = Type.Object({
  whole: Tiered,
  tables: Type.Array(Type.Object({ id: Id, name: Type.String(), currency: Currency, ...figures, tier: TierWord })),
  stresses: Type.Array(StressOut),
});
export type SeenFigures = Static<typeof Seen>;

const Approval = Type.Object({
  id: Id,
  /** Null: of the whole. */
  table_id: nullable(Id),
  tier: TierWord,
  user_id: nullable(Id),
  user: nullable(Type.String()),
  decision: nullable(oneOf(['approved', 'rejected'])),
  decided_by: nullable(Type.String()),
  decided_at: Type.Unsafe<Date | string | null>({ type: ['string', 'null'], format: 'date-time' }),
  reason: Type.String(),
  /** True: it waits, and who asks may decide. */
  mine: Type.Boolean(),
  seen: Seen,
});

const VersionLine = Type.Object({
  id: Id,
  number: Type.Integer(),
  status: StatusWord,
  currency: Currency,
  minutes: Type.Integer(),
  standard: Type.Integer(),
  fee: Type.Integer(),
  nfi: Type.Integer(),
  cost: nullable(Type.Integer()),
  created_at: Instant,
});

const Step = Type.Object({
  id: Id,
  at: Instant,
  user: Type.String(),
  number: Type.Integer(),
  action: oneOf([
    'created',
    'submitted',
    'asked',
    'withdrawn',
    'table_approved',
    'approved',
    'rejected',
    'won',
    'lost',
    'replaced',
    'taken_over',
  ]),
  reason: Type.String(),
});

const head = {
  id: Id,
  name: Type.String(),
  kind: KindWord,
  client_id: Id,
  client: Type.String(),
  project_id: nullable(Id),
  project: nullable(Type.String()),
  owner_id: Id,
  owner: Type.String(),
};

/** One pricing with one of its versions whole. */
export const PricingOut = Type.Object({
  ...head,
  partner_id: nullable(Id),
  partner: nullable(Type.String()),
  sees_cost: Type.Boolean(),
  /** What who asks may do with the version that is shown. */
  may: Type.Object({
    edit: Type.Boolean(),
    submit: Type.Boolean(),
    withdraw: Type.Boolean(),
    decide: Type.Boolean(),
    close: Type.Boolean(),
    renew: Type.Boolean(),
    /** Make it the budget of a project. */
    take_over: Type.Boolean(),
    delete: Type.Boolean(),
  }),
  versions: Type.Array(VersionLine),
  history: Type.Array(Step),
  shown: Type.Object({
    id: Id,
    number: Type.Integer(),
    status: StatusWord,
    currency: Currency,
    unit: Unit,
    columns: Type.Array(Type.String()),
    rate_day: DayText,
    note: Type.String(),
    submission: Type.Integer(),
    submitted_by: nullable(Type.String()),
    submitted_at: Type.Unsafe<Date | string | null>({ type: ['string', 'null'], format: 'date-time' }),
    version: Version,
    tables: Type.Array(TableOut),
    figures: FiguresOut,
    approvals: Type.Array(Approval),
    /** Lines with hours that are worth something else at the rates of a day: these were changed since. Only of the latest. */
    moved: Type.Object({ lines: Type.Integer(), day: DayText }),
    /** When it became the budget of its project, and by whom. */
    taken: nullable(Type.Object({ project: Type.String(), user: Type.String(), at: Instant })),
  }),
});
export type PricingDetails = Static<typeof PricingOut>;

export const PricingRow = Type.Object({
  ...head,
  number: Type.Integer(),
  status: StatusWord,
  currency: Currency,
  minutes: Type.Integer(),
  standard: Type.Integer(),
  fee: Type.Integer(),
  nfi: Type.Integer(),
  cost: nullable(Type.Integer()),
  missing: Type.Integer(),
  tier: TierWord,
  submission: Type.Integer(),
  /** Who asks may decide on it now. */
  waits: Type.Boolean(),
  updated_at: Instant,
});
export type PricingListRow = Static<typeof PricingRow>;
