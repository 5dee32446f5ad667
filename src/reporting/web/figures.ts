import type { ReplyOf } from '../../kit/endpoint.ts';
import type { reportingContract } from '../contract.ts';
import { type Figures, type Measure, baseMinutes, utilization } from '../rules.ts';

export type Report = ReplyOf<(typeof reportingContract)['POST /api/utilization/actual_utilization']>;
export type ReportRow = Report['rows'][number];

/** All logged time, internal work too, against the chosen denominator; null without capacity. */
export const loggedShareOf = (figures: Figures, measure: Measure): number | null =>
  utilization(figures.seconds, baseMinutes(figures, measure));

/** Figures of several weeks as one: what is divided is the sum. */
export function sumOf(list: readonly Figures[]): Figures {
  const sum: Figures = { chargeable_seconds: 0, seconds: 0, capacity_minutes: 0, standard_minutes: 0, target_minutes: 0 };
  for (const each of list) {
    sum.chargeable_seconds += each.chargeable_seconds;
    sum.seconds += each.seconds;
    sum.capacity_minutes += each.capacity_minutes;
    sum.standard_minutes += each.standard_minutes;
    sum.target_minutes += each.target_minutes;
  }
  return sum;
}

/** Where the bars of a table end: 100 %, or the largest ratio where somebody is above it. */
export const scaleOf = (ratios: readonly (number | null)[]): number => Math.max(1, ...ratios.map((ratio) => ratio ?? 0));
