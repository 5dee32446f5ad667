import type { Day } from '../kit/day.ts';

/** Seconds of one day of a spread period. */
export interface DayShare {
  day: Day;
  seconds: number;
}

const DAY_MINUTES = 1440;
const DAY_SECONDS = 86_400;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Whole minutes in proportion to weights, none over its room: what a full day cannot take goes to the others, and the
 * minutes lost in rounding down go where most was lost, earlier days first.
 * @returns minutes by index; their sum is less than `minutes` only when there is no room left
 */
function shareOut(minutes: number, weights: readonly number[], room: readonly number[]): number[] {
  const shares = weights.map(() => 0);
  let open = weights.flatMap((weight, index) => (weight > 0 && (room[index] ?? 0) > 0 ? index : []));
  let left = minutes;
  let total = 0;
  for (;;) {
    total = sum(open.map((index) => weights[index] ?? 0));
    const full = open.filter((index) => left * (weights[index] ?? 0) >= (room[index] ?? 0) * total);
    if (full.length === 0) break;
    for (const index of full) {
      shares[index] = room[index] ?? 0;
      left -= room[index] ?? 0;
    }
    open = open.filter((index) => !full.includes(index));
  }
  for (const index of open) shares[index] = Math.floor((left * (weights[index] ?? 0)) / total);
  const lost = (index: number): number => (left * (weights[index] ?? 0)) % total;
  const rest = left - sum(open.map((index) => shares[index] ?? 0));
  const first = [...open].sort((a, b) => lost(b) - lost(a) || a - b).slice(0, open.length === 0 ? 0 : rest);
  for (const index of first) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/**
 * Spreads the time of a period over its days: whole minutes in proportion to what is expected on each day, equal shares
 * when nothing is expected on any, the odd seconds on the first working day with room. No day gets more than 24 h while
 * another has room; days on which nothing is expected are used only then.
 * @param seconds whole seconds, not negative
 * @param days expected minutes by day; negative ones count as none
 * @returns one share a day in the given order, some of them 0; their sum is `seconds` exactly (nothing for no days)
 */
export function spread(seconds: number, days: readonly { day: Day; minutes: number }[]): DayShare[] {
  if (days.length === 0) return [];
  const expected = days.map(({ minutes }) => Math.max(0, minutes));
  const equal = days.map(() => 1);
  const weights = expected.some((minutes) => minutes > 0) ? expected : equal;
  const shares = days.map(() => 0);
  const whole = Math.floor(seconds / 60);
  const add = (by: readonly number[], room: readonly number[]): void => {
    const more = shareOut(whole - sum(shares), by, room);
    for (const [index, minutes] of more.entries()) shares[index] = (shares[index] ?? 0) + minutes;
  };
  const roomLeft = (): number[] => shares.map((minutes) => DAY_MINUTES - minutes);
  add(weights, roomLeft());
  if (sum(shares) < whole) add(equal, roomLeft());
  if (sum(shares) < whole)
    add(
      weights,
      days.map(() => Number.POSITIVE_INFINITY),
    );

  const odd = seconds - whole * 60;
  const fits = (index: number): boolean => (shares[index] ?? 0) * 60 + odd <= DAY_SECONDS;
  const order = [...days.keys()].sort((a, b) => Number((weights[b] ?? 0) > 0) - Number((weights[a] ?? 0) > 0) || a - b);
  const taker = order.find(fits) ?? order[0];
  return days.map(({ day }, index) => ({ day, seconds: (shares[index] ?? 0) * 60 + (index === taker ? odd : 0) }));
}
