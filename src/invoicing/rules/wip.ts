import type { Day } from '../../kit/day.ts';
import { proportion } from '../../kit/money.ts';

/**
 * Time as it stands in the work in progress: on which day it was worked, and what it is worth in seconds times minor units an hour
 * ("hour-seconds"), which add up exactly.
 */
export interface Worked {
  day: Day;
  worth: number;
}

const SECONDS_AN_HOUR = 3600;

/** Hour-seconds as minor units: divided and rounded once, from a sum. */
export const amountOfWorth = (worth: number): number => proportion(worth, 1, SECONDS_AN_HOUR);

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
  const done = (before: (day: Day) => boolean): number =>
    amountOfWorth(sum(worked.filter(({ day }) => before(day)).map(({ worth }) => worth)));
  const standing = (before: (day: Day) => boolean): number =>
    done(before) - sum(cleared.filter((each) => before(leftOn(each))).map(({ value }) => value));
  const differences = within.map(({ value, billed }) => billed - value);
  return {
    open: standing((day) => day < from),
    time: done((day) => day <= to) - done((day) => day < from),
    billed: sum(within.map(({ billed }) => billed)),
    written_off: sum(differences.filter((each) => each < 0).map((each) => -each)),
    written_up: sum(differences.filter((each) => each > 0)),
    close: standing((day) => day <= to),
  };
}

/** Days since the work up to which time is still of an age; what is older is of the last one. */
export const AGES = [30, 60, 90] as const;

/**
 * What time of each age comes to, in minor units.
 * @param worth hour-seconds of each age, the youngest first
 * @returns as many amounts, which add up to what all of it comes to: each is the difference of two that are rounded from sums
 */
export function agedAmounts(worth: readonly number[]): number[] {
  const upTo = worth.map((_, index) => amountOfWorth(sum(worth.slice(index))));
  return upTo.map((amount, index) => amount - (upTo[index + 1] ?? 0));
}
