import type { Day } from '../../kit/day.ts';
import type { ReplyOf } from '../../kit/endpoint.ts';
import type { reportingContract } from '../contract.ts';

type Contract = typeof reportingContract;
export type ProjectTime = ReplyOf<Contract['POST /api/utilization/timespent_by_projects']>[number];
export type PersonTime = ReplyOf<Contract['POST /api/utilization/timespent_by_people']>[number];

/** What rows by project and rows by person have in common: seconds, of which chargeable, and both by month. */
export interface TimeRow {
  seconds: number;
  chargeable_seconds: number;
  months: readonly MonthTime[];
}

export interface MonthTime {
  /** First day of the month. */
  month: Day;
  seconds: number;
  chargeable_seconds: number;
}

/** Seconds of a row in a month. */
export const secondsIn = (row: TimeRow, month: Day): number => row.months.find((each) => each.month === month)?.seconds ?? 0;

/** Sums of every month of a period: those without time stand as none. */
export function everyMonth(sums: readonly MonthTime[], months: readonly Day[]): MonthTime[] {
  const known = new Map(sums.map((sum) => [sum.month, sum]));
  return months.map((month) => known.get(month) ?? { month, seconds: 0, chargeable_seconds: 0 });
}

export interface Span {
  /** First day of the first month. */
  first: Day;
  /** How many months. */
  months: number;
  seconds: number;
  chargeable_seconds: number;
}

/** Bars beyond these are hard to compare: then three months are one bar. */
const MOST_BARS = 13;

/** Sums by month, or by quarters of the calendar where there are many months; a quarter may be cut by the period. */
export function spansOf(totals: readonly MonthTime[]): Span[] {
  if (totals.length <= MOST_BARS) return totals.map(({ month, ...sums }) => ({ first: month, months: 1, ...sums }));
  const quarters = new Map<string, Span>();
  for (const { month, seconds, chargeable_seconds } of totals) {
    const quarter = `${month.slice(0, 4)} ${Math.ceil(Number(month.slice(5, 7)) / 3)}`;
    const span = quarters.get(quarter) ?? { first: month, months: 0, seconds: 0, chargeable_seconds: 0 };
    span.months += 1;
    span.seconds += seconds;
    span.chargeable_seconds += chargeable_seconds;
    quarters.set(quarter, span);
  }
  return [...quarters.values()];
}

/** Chargeable share of logged time, 0 to 1; null where nothing was logged. */
export const chargeableShare = ({
  seconds,
  chargeable_seconds,
}: Pick<TimeRow, 'seconds' | 'chargeable_seconds'>): number | null => (seconds > 0 ? chargeable_seconds / seconds : null);
