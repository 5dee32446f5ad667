import type { Day } from '../../kit/day.ts';
import type { Pagination, ReplyOf } from '../../kit/endpoint.ts';
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

/** Sums over all rows by month: the figures behind the picture and under the columns. */
export function monthTotals(rows: readonly TimeRow[], months: readonly Day[]): MonthTime[] {
  const totals = new Map(months.map((month) => [month, { month, seconds: 0, chargeable_seconds: 0 }]));
  for (const row of rows) {
    for (const each of row.months) {
      const total = totals.get(each.month);
      if (!total) continue;
      total.seconds += each.seconds;
      total.chargeable_seconds += each.chargeable_seconds;
    }
  }
  return [...totals.values()];
}

/** Sum over all rows. */
export function timeTotal(rows: readonly TimeRow[]): { seconds: number; chargeable_seconds: number } {
  const total = { seconds: 0, chargeable_seconds: 0 };
  for (const row of rows) {
    total.seconds += row.seconds;
    total.chargeable_seconds += row.chargeable_seconds;
  }
  return total;
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

/** What a column sorts by: a text, a number, or nothing, which stands last either way. */
export type SortValue = string | number | null;

/** Rows by one column, `-` in front turns the order round; equal rows keep their order. */
export function sorted<Row>(rows: readonly Row[], sort: string, valueOf: (row: Row, column: string) => SortValue): Row[] {
  const down = sort.startsWith('-');
  const column = down ? sort.slice(1) : sort;
  const compare = (a: SortValue, b: SortValue): number => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    const order = typeof a === 'string' || typeof b === 'string' ? String(a).localeCompare(String(b)) : a - b;
    return down ? -order : order;
  };
  return rows.toSorted((a, b) => compare(valueOf(a, column), valueOf(b, column)));
}

/** One page of rows that are all here, with where it stands. A page past the end is the last one. */
export function paged<Row>(rows: readonly Row[], page: number, perPage: number): { rows: Row[]; pagination: Pagination } {
  const pages = Math.max(1, Math.ceil(rows.length / perPage));
  const at = Math.min(page, pages);
  return {
    rows: rows.slice((at - 1) * perPage, at * perPage),
    pagination: { page: at, pages, per_page: perPage, total: rows.length, has_next: at < pages, has_prev: at > 1 },
  };
}
