import { type Day, addMonths, monthOf } from '../../kit/day.ts';
import type { ProjectFigures } from '../contract.ts';

/** A month of a project: what was planned, logged and budgeted up to its end, in minutes. */
export interface BurnMonth {
  month: Day;
  planned: number;
  /** Undefined after today: what is to come was not logged. */
  logged: number | undefined;
  budget: number | null;
}

const MOST_MONTHS = 120;

/** The months of a project from its first to its last, none left out, each with what has come together by its end. */
export function burnOf({
  months,
  as_of,
  budget_minutes,
}: Pick<ProjectFigures, 'months' | 'as_of' | 'budget_minutes'>): BurnMonth[] {
  const byMonth = new Map(months.map((row) => [row.month, row]));
  const first = months[0]?.month;
  const last = months.at(-1)?.month;
  if (first === undefined || last === undefined) return [];
  const rows: BurnMonth[] = [];
  let [planned, logged] = [0, 0];
  for (let month = first; month <= last && rows.length < MOST_MONTHS; month = addMonths(month, 1)) {
    const row = byMonth.get(month);
    planned += row?.planned_minutes ?? 0;
    logged += (row?.logged_seconds ?? 0) / 60;
    rows.push({ month, planned, logged: month <= monthOf(as_of) ? logged : undefined, budget: budget_minutes });
  }
  return rows;
}
