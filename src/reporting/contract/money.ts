import Type, { type Static } from 'typebox';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { DayText, Id, Ids, nullable, paging } from '../../kit/shapes.ts';
import { projectFilters } from '../../clients/contract.ts';

/** The end of the day at which a report is opened; left out, it is as of now. */
export const asOf = { as_of: Type.Optional(DayText) };

/** The days of a report, and what narrows it. */
export const period = { from: DayText, to: DayText };
const few = { maxItems: 500 };
export const filters = {
  ...projectFilters,
  /** In this and the other lists '' or the nil id is what has none. */
  grades: Type.Optional(Type.Array(Type.Unsafe<Grade | ''>({ type: 'string', enum: [...GRADES, ''] }))),
  task_types: Type.Optional(Ids),
  countries: Type.Optional(Type.Array(Type.String({ pattern: '^([A-Z]{2})?$' }), few)),
  sectors: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), few)),
  service_lines: Type.Optional(Ids),
};
/** The key of a column; a `-` in front turns the order round. What has no value stands last either way. */
export const sort = Type.Optional(Type.String({ maxLength: 60 }));

const moneyGroups = [
  'person',
  'grade',
  'team',
  'country',
  'client',
  'sector',
  'project',
  'service_line',
  'task_type',
  'month',
  'week',
] as const;
export type MoneyGroup = (typeof moneyGroups)[number];
/** What a report may be set beside, where it is no other period. */
export const Against = Type.Unsafe<'plan' | 'budget'>({ type: 'string', enum: ['plan', 'budget'] });

export const MoneyGroupName = Type.Unsafe<MoneyGroup>({ type: 'string', enum: [...moneyGroups] });

/** Sums in minor units of one currency; their meaning stands in rules/money.ts. Costs are missing for who may not see them. */
const money = {
  seconds: Type.Integer(),
  chargeable_seconds: Type.Integer(),
  standard: Type.Integer(),
  charge: Type.Integer(),
  fee: Type.Integer(),
  written_off: Type.Integer(),
  cost: Type.Optional(Type.Integer()),
  third_party: Type.Optional(Type.Integer()),
  unpriced_seconds: Type.Integer(),
  unrated_seconds: Type.Integer(),
  uncosted_seconds: Type.Optional(Type.Integer()),
  /** Of projects in a currency for which there is no exchange rate. */
  unconverted_seconds: Type.Integer(),
};

export const MoneyReportShape = Type.Object({
  from: DayText,
  to: DayText,
  /** From this day on weeks are still open; null where all are over. */
  provisional_from: nullable(DayText),
  /** The firm's own. */
  currency: Type.String(),
  /** Projects with a fixed fee that nobody agreed on, and open ones without a confirmed plan ahead. */
  flagged: Type.Object({ no_fee: Type.Integer(), no_plan: Type.Integer() }),
  /** The filters leave so few people that nothing is told. */
  withheld: Type.Boolean(),
  /** Sums over all rows, whatever the page: what is divided. */
  total: Type.Object(money),
  before: Type.Optional(Type.Object(money)),
  /** Rows of all pages. */
  count: Type.Integer(),
  rows: Type.Array(
    Type.Object({
      /** An id, a grade, a country, a sector or a day; the nil id or '' for none; `~` for all that are too small. */
      key: Type.String(),
      name: Type.String(),
      /** The code of a project, the grade of a person. */
      detail: nullable(Type.String()),
      ...money,
      before: Type.Optional(Type.Object(money)),
    }),
  ),
});
export type MoneyReport = Static<typeof MoneyReportShape>;

export const ProjectMarginShape = Type.Object({
  project_id: Id,
  code: Type.String(),
  project: Type.String(),
  client: nullable(Type.String()),
  status: Type.String(),
  fee_kind: Type.String(),
  currency: Type.String(),
  ...money,
});
export type ProjectMargin = Static<typeof ProjectMarginShape>;

export const moneyBody = Type.Object({
  ...period,
  ...filters,
  ...asOf,
  group: Type.Optional(MoneyGroupName),
  /** Another period to set beside this one. */
  compare: Type.Optional(Type.Object(period)),
  /** In its place: what is booked and confirmed of the same days, or what budgets allow for them (by what was worked on). */
  against: Type.Optional(Against),
  sort,
  ...paging,
});
export const search = Type.Optional(Type.String({ maxLength: 200 }));
