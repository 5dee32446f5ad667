import { type Day, mondayOf } from '../../kit/day.ts';

/** What a country asks of working time, in minutes; null: nothing. */
export interface WorkingTime {
  /** Most on one day. */
  day_minutes: number | null;
  /** Most in one week, Monday to Sunday. */
  week_minutes: number | null;
  /** Least between the work of one day and that of the next, where both say when it began. */
  rest_minutes: number | null;
}

/** Work whose beginning is known: seconds from midnight of its day; it may reach into the next one. */
export interface Span {
  start: number;
  seconds: number;
}

export interface WorkedDay {
  day: Day;
  seconds: number;
  spans: readonly Span[];
}

/** A day, a week (named by its Monday) or the rest before a day that is not as it should be. */
export interface Breach {
  kind: 'day' | 'week' | 'rest';
  day: Day;
  /** What it is, whole minutes, and what it should be at most (of rest: at least). */
  minutes: number;
  limit: number;
}

const DAY_SECONDS = 86_400;

/** Spans in order, those that touch or overlap as one. */
function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const { start, seconds } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last && start <= last.start + last.seconds) last.seconds = Math.max(last.seconds, start + seconds - last.start);
    else all.push({ start, seconds });
  }
  return all;
}

/**
 * The rest before the work of a day: the longest pause since the work of the day before that ends on this day. Work that goes on
 * over midnight belongs to the day on which it began, and the pause after it counts (directive 2003/88/EC, article 3: eleven
 * consecutive hours in each period of 24).
 * @returns whole minutes; undefined where one of the days says nothing of when it was worked on
 */
export function restBefore(previous: readonly Span[], own: readonly Span[]): number | undefined {
  if (previous.length === 0 || own.length === 0) return undefined;
  const all = merged([...previous, ...own.map(({ start, seconds }) => ({ start: start + DAY_SECONDS, seconds }))]);
  const pauses = all.flatMap(({ start }, index) => {
    const before = all[index - 1];
    return before && start >= DAY_SECONDS ? [start - before.start - before.seconds] : [];
  });
  // Nothing begins on this day but what went on over midnight: there was no rest at all.
  return Math.floor(Math.max(0, ...pauses) / 60);
}

/**
 * What of some days in a row is not as the country asks. The first day is there for the rest after it: it is not judged itself.
 * @param ruleOn what holds on a day; of a week what holds on its first day among these
 */
export function breachesOf(ruleOn: (day: Day) => WorkingTime | undefined, days: readonly WorkedDay[]): Breach[] {
  const breaches: Breach[] = [];
  const weeks = new Map<Day, { limit: number | null; seconds: number }>();
  for (const [index, { day, seconds, spans }] of days.entries()) {
    if (index === 0) continue;
    const rule = ruleOn(day);
    const monday = mondayOf(day);
    const week = weeks.get(monday) ?? { limit: rule?.week_minutes ?? null, seconds: 0 };
    weeks.set(monday, week);
    week.seconds += seconds;
    const most = rule?.day_minutes ?? null;
    if (most !== null && seconds > most * 60) breaches.push({ kind: 'day', day, minutes: Math.ceil(seconds / 60), limit: most });
    const least = rule?.rest_minutes ?? null;
    const rest = least === null ? undefined : restBefore(days[index - 1]?.spans ?? [], spans);
    if (least !== null && rest !== undefined && rest < least) breaches.push({ kind: 'rest', day, minutes: rest, limit: least });
  }
  for (const [day, { limit, seconds }] of weeks)
    if (limit !== null && seconds > limit * 60) breaches.push({ kind: 'week', day, minutes: Math.ceil(seconds / 60), limit });
  return breaches;
}

/** The first breach that was not there before, or that is worse than it was; undefined when what was done made nothing worse. */
export function worseThan(before: readonly Breach[], after: readonly Breach[]): Breach | undefined {
  const was = new Map(before.map(({ kind, day, minutes }) => [`${kind} ${day}`, minutes]));
  return after.find(({ kind, day, minutes }) => {
    const earlier = was.get(`${kind} ${day}`);
    if (earlier === undefined) return true;
    return kind === 'rest' ? minutes < earlier : minutes > earlier;
  });
}
