import type { ReplyOf } from '../../kit/endpoint.ts';
import type { reportingContract } from '../contract.ts';
import { attainment, utilization } from '../rules.ts';

export type Report = ReplyOf<(typeof reportingContract)['POST /api/utilization/actual_utilization']>;
export type Figures = Report['total'];
export type ReportRow = Report['rows'][number];

/** What chargeable time is divided by: capacity (leave taken off), or standard hours (leave left in). */
export const MEASURES = ['capacity', 'standard'] as const;
export type Measure = (typeof MEASURES)[number];

/** Minutes of the chosen denominator. */
export const baseMinutes = (figures: Figures, measure: Measure): number =>
  measure === 'capacity' ? figures.capacity_minutes : figures.standard_minutes;

/** Chargeable utilization against the chosen denominator; null without capacity. */
export const utilizationOf = (figures: Figures, measure: Measure): number | null =>
  utilization(figures.chargeable_seconds, baseMinutes(figures, measure));

/** All logged time, internal work too, against the chosen denominator; null without capacity. */
export const loggedShareOf = (figures: Figures, measure: Measure): number | null =>
  utilization(figures.seconds, baseMinutes(figures, measure));

/** Share of the target that was met; null where nobody has a target. */
export const attainmentOf = (figures: Figures): number | null => attainment(figures.chargeable_seconds, figures.target_minutes);

/** The target as a utilization: hours aimed at ÷ capacity, so people weigh by their capacity; null without capacity or target. */
export const targetOf = (figures: Figures): number | null =>
  figures.target_minutes > 0 && figures.capacity_minutes > 0 ? figures.target_minutes / figures.capacity_minutes : null;

/** Figures of several rows or weeks as one: what is divided is the sum. */
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

/** How much a ratio moved, in percentage points; null when either side has none. */
export const pointsBetween = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : (now - before) * 100;

/** Where the bars of a table end: 100 %, or the largest ratio where somebody is above it. */
export const scaleOf = (ratios: readonly (number | null)[]): number => Math.max(1, ...ratios.map((ratio) => ratio ?? 0));
