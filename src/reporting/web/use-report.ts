import { useCallback } from 'react';
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
  body: ReportBody;
  /** More days than the server answers for at a time: nothing is asked. */
  tooLong: boolean;
  setPeriod: (period: Period) => void;
}

type SetPeriod = (change: { from: Day | ''; to: Day | ''; page: number }) => void;

/** The days and filters of a report out of its address. */
export function useReport(values: Standing, set: SetPeriod): ReportState {
  const today = format.today();
  const period = periodOf(values.from, values.to, today);
  const setPeriod = useCallback((next: Period) => set({ ...addressOf(next, today), page: 1 }), [set, today]);
  return { today, period, name: periodName(period), body: bodyOf(period, values), tooLong: tooLong(period), setPeriod };
}
