import type { Grade } from '../../kit/grades.ts';
import { type Day, addMonths } from '../../kit/day.ts';

export type Layer = 'statutory' | 'contractual';
export const LAYERS: readonly Layer[] = ['statutory', 'contractual'];

/** Days in hundredths; holds from `from` up to and without `to`. */
export interface Policy {
  id: string;
  country: string;
  type_id: string;
  layer: Layer;
  grade: Grade | null;
  seniority_years: number;
  days: number;
  manner: 'granted' | 'accrued';
  pro_rata: 'days' | 'months' | 'none';
  rounding: 'none' | 'half_day' | 'day';
  carry_days: number | null;
  carry_months: number | null;
  negative_days: number;
  from: Day;
  to: Day;
}

export interface Span {
  from: Day;
  to: Day;
}

export interface AccountFacts {
  /** Whose policies hold; the last day is open. */
  country: string;
  /** Month in which the leave year begins, 1 to 12. */
  yearMonth: number;
  /** Full-time weeks of the country, Monday first. */
  weeks: readonly (Span & { minutes: readonly number[] })[];
  patterns: readonly (Span & { minutes: readonly number[] })[];
  employments: readonly Span[];
  grades: readonly (Span & { grade: Grade })[];
  /** Of this type and country. */
  policies: readonly Policy[];
  /** What approved requests take, by day. */
  takings: readonly { day: Day; minutes: number; request_id: string }[];
  /** Corrections by hand, as they stand in the ledger. */
  adjustments: readonly { day: Day; minutes: number; layer: Layer | null }[];
}

export type Kind = 'grant' | 'accrual' | 'carry_over' | 'expiry' | 'taken' | 'adjustment';

/** Why a line has its minutes: what the words of a derivation are made of. */
export interface Why {
  /** Days a year in hundredths, and the policy that gives them. */
  days?: number;
  policy_id?: string;
  /** Part of full time, 1 for a full-timer. */
  share?: number;
  /** Days of the span that the line is for, and of the whole leave year. */
  served?: number;
  of?: number;
  /** What part of a carry-over was lost, and what could pass. */
  unused?: number;
  cap?: number;
}

/** One movement: minutes on a day, in the leave year that begins on `year`. */
export interface Line {
  day: Day;
  kind: Kind;
  minutes: number;
  layer: Layer | null;
  year: Day;
  request_id: string | null;
  why: Why;
}

/** First day of the leave year that holds the day. */
export function yearOf(day: Day, yearMonth: number): Day {
  const month = String(yearMonth).padStart(2, '0');
  const begins = `${day.slice(0, 4)}-${month}-01`;
  return begins <= day ? begins : addMonths(begins, -12);
}

export const yearAfter = (year: Day): Day => addMonths(year, 12);
