import type { Day } from '../../kit/day.ts';

/** Time as it stands in the work in progress: what it is worth, and on which day it was worked. */
export interface Worked {
  day: Day;
  value: number;
}

/** What left the work in progress (or, below 0, came back to it), with what was asked of the client for it. */
export interface Cleared {
  /** The day of the work. */
  day: Day;
  /** When it was billed or given back. */
  booked_on: Day;
  value: number;
  billed: number;
}

export interface RollForward {
  open: number;
  time: number;
  billed: number;
  written_off: number;
  written_up: number;
  close: number;
}

/** What is billed ahead of its day leaves on its day: before it, it was no work in progress. */
const leftOn = ({ day, booked_on }: Cleared): Day => (booked_on > day ? booked_on : day);

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/**
 * The work in progress over a period, both days included: `open + time - billed - written off + written up = close` (PAA: value
 * recorded and not yet billed or written off).
 * @param worked all time up to the last day, billed or not
 */
export function rollForward(worked: readonly Worked[], cleared: readonly Cleared[], from: Day, to: Day): RollForward {
  const within = cleared.filter((each) => leftOn(each) >= from && leftOn(each) <= to);
  const standing = (before: (day: Day) => boolean): number =>
    sum(worked.filter(({ day }) => before(day)).map(({ value }) => value)) -
    sum(cleared.filter((each) => before(leftOn(each))).map(({ value }) => value));
  const differences = within.map(({ value, billed }) => billed - value);
  return {
    open: standing((day) => day < from),
    time: sum(worked.filter(({ day }) => day >= from && day <= to).map(({ value }) => value)),
    billed: sum(within.map(({ billed }) => billed)),
    written_off: sum(differences.filter((each) => each < 0).map((each) => -each)),
    written_up: sum(differences.filter((each) => each > 0)),
    close: standing((day) => day <= to),
  };
}

/** Days since the work up to which time is still of an age; what is older is of the last one. */
export const AGES = [30, 60, 90] as const;
