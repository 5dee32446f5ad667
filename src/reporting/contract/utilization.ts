import Type from 'typebox';
import { DayText, nullable } from '../../kit/shapes.ts';

/** Sums of time and of what it is measured by. */
export const figures = {
  chargeable_seconds: Type.Integer(),
  seconds: Type.Integer(),
  /** Pattern − holidays − leave. */
  capacity_minutes: Type.Integer(),
  /** Pattern − holidays: leave is not taken off. */
  standard_minutes: Type.Integer(),
  /** Target × capacity, summed over people. */
  target_minutes: Type.Integer(),
};

/** The same figures over the days of `compare`; missing where nothing is compared or the row had no people then. */
const before = Type.Optional(Type.Object(figures));
/** What is to come of the period: confirmed and tentative chargeable bookings, and who has none; missing where nothing is. */
const ahead = Type.Optional(
  Type.Object({
    capacity_minutes: Type.Integer(),
    booked_minutes: Type.Integer(),
    tentative_minutes: Type.Integer(),
    bench_capacity_minutes: Type.Integer(),
    bench_minutes: Type.Integer(),
  }),
);
/** The same figures by month, where that is asked for. */
const month = { month: DayText, ...figures };
const months = Type.Optional(Type.Array(Type.Object(month)));
/** Of everybody also what is booked of the days to come; the tentative part apart. */
const monthsOfAll = Type.Optional(
  Type.Array(
    Type.Object({
      ...month,
      ahead: Type.Optional(Type.Object({ booked_minutes: Type.Integer(), tentative_minutes: Type.Integer() })),
    }),
  ),
);

export const Utilization = Type.Object({
  from: DayText,
  to: DayText,
  /** Sums over all rows, whatever the page: what is divided. */
  total: Type.Object(figures),
  before,
  ahead,
  months: monthsOfAll,
  people: Type.Integer(),
  /** The filters leave so few people that nothing is told. */
  withheld: Type.Boolean(),
  /** The largest utilization of any row, against either denominator; null where no row has capacity. */
  largest: Type.Object({ capacity: nullable(Type.Number()), standard: nullable(Type.Number()) }),
  /** Rows of all pages. */
  count: Type.Integer(),
  rows: Type.Array(
    Type.Object({
      /** As in reports of money; `~` for all that are too small. */
      key: Type.String(),
      name: Type.String(),
      grade: nullable(Type.String()),
      team: nullable(Type.String()),
      /** The code of a project. */
      detail: Type.Optional(nullable(Type.String())),
      people: Type.Integer(),
      ...figures,
      before,
      ahead,
      months,
    }),
  ),
});
