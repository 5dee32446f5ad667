import Type, { type Static } from 'typebox';
import { DayText, nullable, paging } from '../../kit/shapes.ts';
import { filters, sort } from './money.ts';

const wipGroups = ['client', 'sector', 'project', 'service_line', 'person', 'grade', 'team', 'country', 'task_type'] as const;
export type WipGroup = (typeof wipGroups)[number];

/** Sums in minor units of the firm's currency. */
const wip = {
  /** Of the time that stands on no draft, no invoice and no write-off. */
  seconds: Type.Integer(),
  /** Of it: time for which nothing says what it is worth, and time of projects in a currency without an exchange rate. */
  unrated_seconds: Type.Integer(),
  unconverted_seconds: Type.Integer(),
  /** What the client would pay for it, by the age of the work: up to 30, 60, 90 days, and older; together `unbilled`. */
  ages: Type.Array(Type.Integer(), { minItems: 4, maxItems: 4 }),
  unbilled: Type.Integer(),
  /** Of time that stood on the day on a draft or a write-off that waits, or on an invoice that came later. */
  held: Type.Integer(),
  /** Work in progress: `unbilled` and `held`. */
  value: Type.Integer(),
  /** The month of the earliest work that is to be billed. */
  since: nullable(DayText),
};

export const WipShape = Type.Object({
  /** At whose end the work in progress stands: today at the latest. */
  day: DayText,
  /** The firm's own. */
  currency: Type.String(),
  /** The filters leave so few people that nothing is told. */
  withheld: Type.Boolean(),
  total: Type.Object(wip),
  /** Rows of all pages. */
  count: Type.Integer(),
  rows: Type.Array(
    Type.Object({
      /** As in reports of money. */
      key: Type.String(),
      name: Type.String(),
      detail: nullable(Type.String()),
      ...wip,
    }),
  ),
});
export type WipReport = Static<typeof WipShape>;

export const wipBody = Type.Object({
  /** Left out, or to come: today. */
  day: Type.Optional(DayText),
  ...filters,
  group: Type.Optional(Type.Unsafe<WipGroup>({ type: 'string', enum: [...wipGroups] })),
  sort,
  ...paging,
});
