import type { Day } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import { type Period, periodName } from '../../web/ui/index.ts';
import { addressOf, periodOf, tooLong } from './period.ts';
import { type ReportBody, type ReportFilters, bodyOf } from './report-filters.ts';

interface Standing extends ReportFilters {
  from: Day | '';
  to: Day | '';
}

export interface ReportState {
  today: Day;
  period: Period;
  /** The period as it is called, for the title. */
  name: string;
  /** The day at whose end the report is opened; undefined is now. */
  asOf: Day | undefined;
  setAsOf: (day: Day | undefined) => void;
  body: ReportBody;
  /** More days than the server answers for at a time: nothing is asked. */
  tooLong: boolean;
  setPeriod: (period: Period) => void;
  /** Some filter narrows the report. */
  filtered: boolean;
  clearFilters: () => void;
}

type SetStanding = (change: Partial<Standing> & { page: number }) => void;

const noFilters = {
  teams: [],
  users: [],
  grades: [],
  clients: [],
  projects: [],
  sectors: [],
  lines: [],
  tasks: [],
  countries: [],
  chargeable: '',
  unbilled: '',
} satisfies ReportFilters;

/** The days and filters of a report out of its address. */
export function useReport(values: Standing, set: SetStanding): ReportState {
  const today = format.today();
  const period = periodOf(values.from, values.to, today);
  const setPeriod = (next: Period): void => set({ ...addressOf(next, today), page: 1 });
  const clearFilters = (): void => set({ ...noFilters, page: 1 });
  const body = bodyOf(period, values);
  // The days always stand in the body; whatever else does is a filter.
  const filtered = Object.keys(body).filter((key) => key !== 'as_of').length > 2;
  const setAsOf = (day: Day | undefined): void => set({ asof: day ?? '', page: 1 });
  const asOf = values.asof || undefined;
  return {
    today,
    period,
    asOf,
    setAsOf,
    name: periodName(period),
    body,
    tooLong: tooLong(period),
    setPeriod,
    filtered,
    clearFilters,
  };
}
