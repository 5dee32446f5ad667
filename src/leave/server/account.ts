import type { Grade } from '../../kit/grades.ts';
import { type Day, addDays, addMonths, daysBetween as reckoned, monthOf } from '../../kit/day.ts';
import {
  type AccountFacts,
  type Kind,
  LAYERS,
  type Layer,
  type Line,
  type Policy,
  type Span,
  type Why,
  yearAfter,
  yearOf,
} from './account-facts.ts';
import { type Closing, Pots, endsOfCarried } from './pots.ts';

/**
 * The arithmetic of one person's account of one leave type: which movements are due by the rules, from facts alone. Nothing here
 * reads or writes. A movement of a day follows from facts that hold up to that day: what is entered for later days never changes
 * what was due before (tested as such).
 */

/** Answers of a function of a day, kept: a firm's accounts ask for the same few thousand days again and again. */
function kept<T>(answer: (day: Day) => T): (day: Day) => T {
  const known = new Map<Day, T>();
  return (day) => {
    let found = known.get(day);
    if (found === undefined) known.set(day, (found = answer(day)));
    return found;
  };
}
const nextMonth = kept((day) => addMonths(day, 1));
const dayBefore = kept((day) => addDays(day, -1));
const numberOf = kept((day) => reckoned('2000-01-01', day));
const daysBetween = (from: Day, to: Day): number => numberOf(to) - numberOf(from);

const holds = (span: Span, day: Day): boolean => span.from <= day && day < span.to;
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const later = (a: Day, b: Day): Day => (a > b ? a : b);
const sooner = (a: Day, b: Day): Day => (a < b ? a : b);

const USUAL = [480, 480, 480, 480, 480, 0, 0];

/** What holds for a person on a day. */
interface State {
  employed: boolean;
  /** Minutes a week by contract. */
  weekly: number;
  /** A person's own average working day, in minutes. */
  ownDay: number;
  /** What one day of a full-timer's entitlement is worth to this person, in minutes. */
  dayValue: number;
  /** Part of full time. */
  share: number;
  grade: Grade | undefined;
  /** Full years of service. */
  service: number;
}

/** Full years from a first day to a day; a 29th of February has its years on the 1st of March. */
function yearsBetween(first: Day, day: Day): number {
  const years = Number(day.slice(0, 4)) - Number(first.slice(0, 4));
  return day.slice(5) < first.slice(5) ? years - 1 : years;
}

function stateOn(facts: AccountFacts, day: Day): State {
  const employed = facts.employments.some((span) => holds(span, day));
  const pattern = facts.patterns.find((span) => holds(span, day))?.minutes ?? [];
  const week = facts.weeks.find((span) => holds(span, day))?.minutes ?? USUAL;
  const weekly = sum(pattern);
  const fullDays = week.filter((minutes) => minutes > 0).length;
  const ownDays = pattern.filter((minutes) => minutes > 0).length;
  const first = facts.employments.map(({ from }) => from).sort()[0];
  return {
    employed,
    weekly,
    ownDay: ownDays === 0 ? sum(week) / fullDays : weekly / ownDays,
    dayValue: weekly / fullDays,
    share: weekly / sum(week),
    grade: facts.grades.find((span) => holds(span, day))?.grade,
    service: first === undefined || first > day ? 0 : yearsBetween(first, day),
  };
}

/** A person's own average working day on a day, in whole minutes: what one day of leave is shown as. */
export const ownDayOn = (facts: Omit<AccountFacts, 'policies' | 'takings' | 'adjustments'>, day: Day): number =>
  Math.max(1, Math.round(stateOn({ ...facts, policies: [], takings: [], adjustments: [] }, day).ownDay));

/** How far below zero a balance may be brought on a day, in minutes: zero or less. */
export function floorOn(facts: AccountFacts, day: Day): number {
  const state = stateOn(facts, day);
  const days = LAYERS.map((layer) => policyFor(facts, layer, state, day)?.negative_days ?? 0);
  return Math.min(0, -Math.round((Math.max(...days) / 100) * state.dayValue));
}

/** The rule of a layer that holds: a grade's own goes before the one for all, and of these the longest service reached. */
function policyFor(facts: AccountFacts, layer: Layer, state: State, day: Day): Policy | undefined {
  return facts.policies
    .filter((policy) => policy.layer === layer && holds(policy, day) && policy.seniority_years <= state.service)
    .filter((policy) => policy.grade === null || policy.grade === state.grade)
    .sort((a, b) => Number(b.grade !== null) - Number(a.grade !== null) || b.seniority_years - a.seniority_years)[0];
}

/** Days of a range on which anything that decides an entitlement changes, the first day included. */
function turnsOf(facts: AccountFacts, from: Day, to: Day): Day[] {
  const all = [...facts.patterns, ...facts.employments, ...facts.grades, ...facts.policies, ...facts.weeks];
  const turns = new Set<Day>([from]);
  const add = (day: Day): void => {
    if (day > from && day < to) turns.add(day);
  };
  for (const span of all) {
    add(span.from);
    add(span.to);
  }
  const first = facts.employments.map((span) => span.from).sort()[0];
  const byService = facts.policies.some((policy) => policy.seniority_years > 0);
  for (let year = Number(from.slice(0, 4)); byService && first && year <= Number(to.slice(0, 4)); year++) {
    add(first.endsWith('-02-29') ? addDays(`${year}-02-28`, 1) : `${year}${first.slice(4)}`);
  }
  return [...turns].sort();
}

/** A stretch of days on which nothing changes: minutes a year that it gives, and by what. */
interface Stretch extends Span {
  employed: boolean;
  /** Minutes a year. */
  rate: number;
  policy: Policy | undefined;
  state: State;
}

/** Minutes a year that a layer gives, by stretches of one leave year. */
function stretchesOf(facts: AccountFacts, layer: Layer, year: Day, end: Day): Stretch[] {
  const turns = turnsOf(facts, year, end);
  return turns.map((from, index) => {
    const state = stateOn(facts, from);
    const policy = state.employed ? policyFor(facts, layer, state, from) : undefined;
    const rate = policy ? (policy.days / 100) * state.dayValue : 0;
    return { from, to: turns[index + 1] ?? end, employed: state.employed, rate, policy, state };
  });
}

/**
 * Minutes of a leave year that stretches give in full, not rounded. `days`: each day its part of the year. `months`: each full
 * month of employment a twelfth (German BUrlG § 5), at its average rate. `none`: the whole year's, at the average rate of the
 * days on which there was any.
 */
function entitled(stretches: readonly Stretch[], proRata: Policy['pro_rata'], year: Day, end: Day): number {
  const length = (span: Span): number => Math.max(0, daysBetween(span.from, span.to));
  if (proRata === 'days') return sum(stretches.map((each) => each.rate * length(each))) / daysBetween(year, end);
  if (proRata === 'none') {
    const giving = stretches.filter((each) => each.rate > 0);
    const days = sum(giving.map(length));
    return days === 0 ? 0 : sum(giving.map((each) => each.rate * length(each))) / days;
  }
  let total = 0;
  for (let month = year; month < end; month = nextMonth(month)) {
    const next = nextMonth(month);
    const inside = stretches
      .map((each) => ({ ...each, from: later(each.from, month), to: sooner(each.to, next) }))
      .filter((each) => each.from < each.to);
    const days = daysBetween(month, next);
    if (sum(inside.filter((each) => each.employed).map(length)) < days) continue;
    total += sum(inside.map((each) => each.rate * length(each))) / days / 12;
  }
  return total;
}

/** Whole minutes, or up to a whole half or whole own day where the policy says so. */
function rounded(minutes: number, { rounding }: Policy, ownDay: number): number {
  const exact = Math.round(minutes * 1e6) / 1e6;
  if (rounding === 'none') return Math.round(exact);
  const unit = rounding === 'day' ? ownDay : ownDay / 2;
  return Math.round(Math.ceil(exact / unit - 1e-9) * unit);
}

const whyOf = ({ policy, state, from }: Stretch, to: Day, year: Day, end: Day): Why => ({
  ...(policy ? { days: policy.days, policy_id: policy.id } : {}),
  share: state.share,
  served: daysBetween(from, to),
  of: daysBetween(year, end),
});

/**
 * Grants and accruals of a layer in one leave year. What is granted is given on the first day for the whole year as if nothing
 * changed; each later change of contract has a line of its own on its day. What is accrued is given at the end of each month, in
 * the month of leaving on the last day. Each line brings the sum to what is due by then, so that rounding never adds up.
 */
function entitlementLines(facts: AccountFacts, layer: Layer, year: Day): Line[] {
  const end = yearAfter(year);
  const stretches = stretchesOf(facts, layer, year, end);
  const lines: Line[] = [];
  let given = 0;
  const give = (day: Day, kind: Kind, due: number, why: Why): void => {
    const minutes = kind === 'accrual' ? Math.max(0, due - given) : due - given;
    given += minutes;
    if (minutes !== 0) lines.push({ day, kind, minutes, layer, year, request_id: null, why });
  };
  stretches.forEach((stretch, index) => {
    const past = stretches.slice(0, index);
    const last = past.at(-1);
    // Who leaves keeps the manner of what they had.
    const policy = stretch.policy ?? last?.policy;
    if (policy?.manner === 'granted') {
      const due = entitled([...past, { ...stretch, to: end }], policy.pro_rata, year, end);
      give(
        stretch.from,
        'grant',
        rounded(due, policy, (stretch.employed ? stretch : (last ?? stretch)).state.ownDay),
        whyOf(stretch, end, year, end),
      );
    }
    if (stretch.policy?.manner !== 'accrued') return;
    for (let month = monthOf(stretch.from); month < stretch.to; month = nextMonth(month)) {
      const next = nextMonth(month);
      // A change within the month leaves it to who accrues at its end; where nobody does, what was served is given at once.
      const follower = stretches[index + 1];
      const stops = stretch.to < next && follower !== undefined && follower.policy?.manner !== 'accrued';
      if (next > stretch.to && !stops) break;
      const until = stops ? stretch.to : next;
      const due = entitled([...past, { ...stretch, to: until }], stretch.policy.pro_rata, year, end);
      give(
        dayBefore(until),
        'accrual',
        rounded(due, stretch.policy, stretch.state.ownDay),
        whyOf({ ...stretch, from: later(month, stretch.from) }, until, year, end),
      );
    }
  });
  return lines;
}

/** What may pass at the end of a leave year, by the rule that held on its last day, or last in it. */
function closingOf(facts: AccountFacts, layer: Layer, year: Day, next: Day): Closing {
  const stretches = stretchesOf(facts, layer, year, next);
  const policy = stretches.findLast((stretch) => stretch.policy)?.policy;
  const value = stateOn(facts, dayBefore(next)).dayValue;
  const cap = policy?.carry_days === null || !policy ? undefined : Math.round((policy.carry_days / 100) * value);
  return { policy, cap };
}

/** The day from which an account is kept: that of its first rule or correction. What was taken before is no business of it. */
const beginOf = (facts: AccountFacts): Day | undefined =>
  [...facts.policies.map(({ from }) => from), ...facts.adjustments.map(({ day }) => day)].sort()[0];

/** The leave years from the first rule and the first employment to a day. */
function yearsThrough(facts: AccountFacts, through: Day): Day[] {
  const begins = beginOf(facts);
  const joined = facts.employments.map(({ from }) => from).sort()[0];
  if (begins === undefined || joined === undefined) return [];
  const years: Day[] = [];
  for (let year = yearOf(later(begins, joined), facts.yearMonth); year <= through; year = yearAfter(year)) years.push(year);
  return years;
}

/**
 * Every movement that is due through a day, in the order in which it happens. On one day a closed year comes first, then what
 * ends, then what comes in, then what is taken. Who has left keeps what was unused: it is paid out and does not expire.
 */
export function accountLines(facts: AccountFacts, through: Day): Line[] {
  const years = yearsThrough(facts, through);
  const coming = years.flatMap((year) => LAYERS.flatMap((layer) => entitlementLines(facts, layer, year)));
  for (const { day, minutes, layer } of facts.adjustments)
    coming.push({
      day,
      kind: 'adjustment',
      minutes,
      layer: layer ?? 'contractual',
      year: yearOf(day, facts.yearMonth),
      request_id: null,
      why: {},
    });
  const begins = beginOf(facts) ?? through;
  const counted = facts.takings.filter(({ day }) => day >= begins);
  const taken = counted.map(
    ({ day, minutes, request_id }): Line => ({
      day,
      kind: 'taken',
      minutes: -minutes,
      layer: null,
      year: yearOf(day, facts.yearMonth),
      request_id,
      why: {},
    }),
  );
  const moves = [...coming, ...taken].filter(({ day }) => day <= through);
  const byDay = Map.groupBy(moves, ({ day }) => day);
  const days = new Set([...byDay.keys(), ...years, ...endsOfCarried(facts, years)]);
  const pots = new Pots();
  const lines: Line[] = [];
  for (const day of [...days].filter((each) => each <= through).sort()) {
    const year = yearOf(day, facts.yearMonth);
    const employed = stateOn(facts, dayBefore(day)).employed;
    if (employed) lines.push(...pots.expire(day));
    if (employed && day === year && day !== years[0]) {
      const before = yearOf(dayBefore(day), facts.yearMonth);
      lines.push(...pots.close(before, day, new Map(LAYERS.map((layer) => [layer, closingOf(facts, layer, before, day)]))));
    }
    for (const move of byDay.get(day) ?? []) {
      if (move.kind === 'taken') pots.take(-move.minutes);
      else pots.give(move.layer ?? 'contractual', move.year, move.minutes);
      lines.push(move);
    }
  }
  return lines;
}
