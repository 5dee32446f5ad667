import Type, { type Static, type TSchema } from 'typebox';
import { CountryCode, Currency, DayText, Id, LanguageCode, Name, Version, nullable, strict } from '../../kit/shapes.ts';
import {
  GROUPS,
  INSTALMENT_KINDS,
  KINDS,
  LINE_KINDS,
  MOST_LINES,
  MOST_MONEY,
  MOST_QUANTITY,
  STATUSES,
  TAX_CATEGORIES,
  TIERS,
  UNITS,
} from '../rules.ts';

export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] });

export const StatusWord = oneOf(STATUSES);
export const KindWord = oneOf(KINDS);
export const GroupWord = oneOf(GROUPS);
const PUSH_STATES = ['none', 'waiting', 'pushed', 'failed'] as const;
export const PushWord = oneOf(PUSH_STATES);
export const Money = Type.Integer({ minimum: 0, maximum: MOST_MONEY });
export const SignedMoney = Type.Integer({ minimum: -MOST_MONEY, maximum: MOST_MONEY });
export const Instant = Type.Unsafe<Date | string>({ type: 'string', format: 'date-time' });
/** Hundredths of a per cent. */
const TaxRate = Type.Integer({ minimum: 0, maximum: 10_000 });
const Sum = Type.Integer();
const Text = Type.String();
const short = (most: number) => Type.String({ maxLength: most });
export const Reason = Type.String({ minLength: 1, maxLength: 500 });

/** A value or null of a shape that is an object. */
const orNull = <S extends TSchema>(schema: S) => Type.Unsafe<Static<S> | null>(Type.Union([schema, Type.Null()]));

/** A line as it is sent. Time lines keep their time and rate: what is changed of them is what the client pays for it. */
export const LineIn = strict({
  id: Type.Optional(Id),
  kind: oneOf(LINE_KINDS),
  description: Type.String({ minLength: 1, maxLength: 500 }),
  /** Thousandths. */
  quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_QUANTITY })),
  unit: Type.Optional(oneOf(UNITS)),
  price: Type.Optional(Money),
  /** Of a time line: below 0 written off, above it written up. */
  adjustment: Type.Optional(SignedMoney),
  reason: Type.Optional(short(500)),
  tax_category: Type.Optional(oneOf(TAX_CATEGORIES)),
  tax_rate: Type.Optional(TaxRate),
  tax_reason: Type.Optional(short(200)),
});
export type LineInput = Static<typeof LineIn>;
export const LinesIn = Type.Array(LineIn, { maxItems: MOST_LINES });

export const LineOut = Type.Object({
  id: Id,
  kind: oneOf(LINE_KINDS),
  description: Text,
  seconds: nullable(Sum),
  quantity: Sum,
  unit: oneOf(UNITS),
  price: Sum,
  value: Sum,
  standard: Sum,
  adjustment: Sum,
  amount: Sum,
  tax_category: oneOf(TAX_CATEGORIES),
  tax_rate: Sum,
  tax_reason: Text,
  instalment_id: nullable(Id),
  entries: Sum,
  reason: Text,
  asked_by: nullable(Text),
  decision: nullable(oneOf(['approved', 'rejected'])),
  decided_by: nullable(Text),
  decision_note: Text,
  tier: oneOf(TIERS),
  /** Whether the caller may decide on it. */
  mine: Type.Boolean(),
});
export type InvoiceLine = Static<typeof LineOut>;

const TaxOut = Type.Object({
  tax_category: oneOf(TAX_CATEGORIES),
  tax_rate: Sum,
  tax_reason: Text,
  base: Sum,
  tax: Sum,
});

/** An invoice as lists show it. */
export const InvoiceRow = Type.Object({
  id: Id,
  kind: KindWord,
  status: StatusWord,
  number: nullable(Text),
  client_id: Id,
  client: Text,
  project_id: nullable(Id),
  project: nullable(Text),
  seller: Text,
  owner: Text,
  period_from: nullable(DayText),
  period_to: nullable(DayText),
  issued_on: nullable(DayText),
  due_on: nullable(DayText),
  overdue: Type.Boolean(),
  currency: Currency,
  net: Sum,
  tax: Sum,
  gross: Sum,
  paid: Sum,
  credited: Sum,
  value: Sum,
  standard: Sum,
  push: PushWord,
  pushed_at: nullable(Type.Unsafe<Date | string>({ type: 'string', format: 'date-time' })),
  pushed_by: nullable(Text),
  push_error: Text,
  /** Lines whose write-off or write-up waits for somebody. */
  waiting: Sum,
  updated_at: Instant,
  version: Version,
});
export type InvoiceListRow = Static<typeof InvoiceRow>;

const Party = Type.Object({
  name: Text,
  street: Text,
  postal_code: Text,
  city: Text,
  country: nullable(Text),
  vat_id: nullable(Text),
  email: nullable(Text),
});

export const InvoiceOut = Type.Object({
  ...InvoiceRow.properties,
  seller_id: Id,
  language: LanguageCode,
  payment_days: Sum,
  reference: Text,
  note: Text,
  group_by: GroupWord,
  buyer: Party,
  lines: Type.Array(LineOut),
  taxes: Type.Array(TaxOut),
  /** The invoice that a credit note takes back, and the credit notes of an invoice. */
  credits: orNull(Type.Object({ id: Id, number: Text })),
  credit_notes: Type.Array(Type.Object({ id: Id, number: Text, issued_on: DayText, gross: Sum })),
  payments: Type.Array(Type.Object({ id: Id, day: DayText, amount: Sum, note: Text, user: Text })),
  history: Type.Array(Type.Object({ id: Id, at: Instant, user: nullable(Text), action: Text, detail: Text })),
  /** What keeps it from being issued, in the caller's language. */
  faults: Type.Array(Text),
  has_files: Type.Boolean(),
  has_connector: Type.Boolean(),
  may: Type.Object({
    edit: Type.Boolean(),
    issue: Type.Boolean(),
    push: Type.Boolean(),
    pay: Type.Boolean(),
    credit: Type.Boolean(),
    decide: Type.Boolean(),
  }),
});
export type InvoiceDetails = Static<typeof InvoiceOut>;

/** A line that unbilled time would make. */
export const UnbilledLine = Type.Object({
  key: Text,
  description: Text,
  entries: Sum,
  seconds: Sum,
  rate: nullable(Sum),
  value: Sum,
  standard: Sum,
});

/** What of a project is not billed yet. */
export const UnbilledRow = Type.Object({
  project_id: Id,
  code: Text,
  project: Text,
  client_id: Id,
  client: Text,
  fee_kind: Text,
  billing_status: Text,
  currency: Currency,
  seconds: Sum,
  /** Of time that nobody has approved yet. */
  unapproved_seconds: Sum,
  value: Sum,
  standard: Sum,
  /** Seconds without any rate. */
  unrated_seconds: Sum,
  /** Value by age of the work: up to 30, 60, 90 days, and older. */
  ages: Type.Array(Sum, { minItems: 4, maxItems: 4 }),
  oldest: nullable(DayText),
  instalments_due: Sum,
  drafts: Sum,
  /** Value of time that waits to be written off; it is no part of the ages. */
  waiting_off: Sum,
});
export type UnbilledProject = Static<typeof UnbilledRow>;

export const InstalmentIn = strict({
  id: Type.Optional(Id),
  kind: oneOf(INSTALMENT_KINDS),
  label: Name,
  due_on: Type.Optional(nullable(DayText)),
  reached_on: Type.Optional(nullable(DayText)),
  amount: Type.Integer({ minimum: 1, maximum: MOST_MONEY }),
});
export type InstalmentInput = Static<typeof InstalmentIn>;

export const SellerFields = {
  name: Name,
  street: short(200),
  postal_code: short(40),
  city: short(200),
  country: CountryCode,
  currency: Currency,
  vat_id: nullable(Type.String({ maxLength: 20 })),
  tax_number: short(60),
  register: short(200),
  email: short(200),
  phone: short(60),
  bank: short(200),
  iban: short(42),
  bic: short(11),
  payment_days: Type.Integer({ minimum: 0, maximum: 365 }),
  tax_rate: TaxRate,
  invoice_pattern: Type.String({ minLength: 3, maxLength: 40 }),
  credit_pattern: Type.String({ minLength: 3, maxLength: 40 }),
  is_default: Type.Boolean(),
};
export const SellerOut = Type.Object({ id: Id, ...SellerFields, version: Version });
export type Seller = Static<typeof SellerOut>;

export const BillingOut = Type.Object({
  project_id: Id,
  currency: Currency,
  fee_kind: Text,
  terms: Type.Object({
    service_line_id: nullable(Id),
    seller_id: nullable(Id),
    reference: Text,
    group_by: GroupWord,
    payment_days: nullable(Sum),
    version: Sum,
  }),
  service_lines: Type.Array(Type.Object({ id: Id, name: Text })),
  /** Which line's rates count where none is chosen; null: it is not clear, and hours without an agreed rate have none. */
  usual_line_id: nullable(Id),
  sellers: Type.Array(Type.Object({ id: Id, name: Text })),
  instalments: Type.Array(
    Type.Object({
      id: Id,
      kind: oneOf(INSTALMENT_KINDS),
      label: Text,
      due_on: nullable(DayText),
      reached_on: nullable(DayText),
      amount: Sum,
      invoice_id: nullable(Id),
      invoice: nullable(Text),
      invoice_status: nullable(StatusWord),
      version: Version,
    }),
  ),
});
export type ProjectBilling = Static<typeof BillingOut>;
