import { type Day, addDays, eachDay, isoWeek, weekday } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import type { EntryInput } from '../contract.ts';
import { spread } from '../rules.ts';
import type { TypedEntry } from './hours.ts';
import { type DayKind, type SheetDay, type Work, dayKind, dueMinutes } from './week.ts';

/** Why a day of a range gets no entry. */
export type Skipped = Exclude<DayKind, 'work'> | 'locked';

export interface RangeDay {
  day: Day;
  skipped: Skipped | undefined;
  /** Name of the holiday, where it is one. */
  holiday: string | null;
  /** Minutes of work that are due. */
  due: number;
}

/** Longest range that is logged at once, in days: five hundred entries are one call. */
export const LONGEST_RANGE = 92;

/** The ISO weeks that a range touches. */
export const weeksOf = (from: Day, to: Day): string[] => [...new Set(eachDay(from, to).map(isoWeek))];

/** The days of a range, each with what keeps it from getting an entry. */
export function rangeDays(from: Day, to: Day, days: readonly SheetDay[]): RangeDay[] {
  return days
    .filter(({ day }) => day >= from && day <= to)
    .map((each) => ({ day: each.day, skipped: skippedBy(each), holiday: each.holiday, due: dueMinutes(each) }));
}

function skippedBy(day: SheetDay): Skipped | undefined {
  if (day.locked) return 'locked';
  if (dueMinutes(day) > 0) return undefined;
  const kind = dayKind(day);
  return kind === 'work' ? 'off' : kind;
}

/** The next day on which work is due; without one among those known, the day after. */
export function nextWorkingDay(day: Day, days: readonly SheetDay[]): Day {
  return days.find((each) => each.day > day && skippedBy(each) === undefined)?.day ?? addDays(day, 1);
}

/** The last of so many working days from a day on; a day of which nothing is known is one from Monday to Friday. */
export function lastWorkingDay(from: Day, count: number, days: readonly SheetDay[]): Day {
  const byDay = new Map(days.map((each) => [each.day, each]));
  const isWork = (day: Day): boolean => {
    const known = byDay.get(day);
    return known ? skippedBy(known) === undefined : weekday(day) <= 5;
  };
  const all = eachDay(from, addDays(from, LONGEST_RANGE - 1)).filter(isWork);
  return all[count - 1] ?? from;
}

/** Hours for all days together, shared out by what is due on each: one entry a day that gets some, the clock left aside. */
export function entriesSplit(work: Work, days: readonly RangeDay[], parts: readonly TypedEntry[], comment: string): EntryInput[] {
  const seconds = parts.reduce((sum, part) => sum + part.seconds, 0);
  return spread(
    seconds,
    days.map(({ day, due }) => ({ day, minutes: due })),
  ).flatMap((share) =>
    share.seconds === 0 ? [] : entriesFor(work, [share.day], [{ seconds: share.seconds, started_at: null }], comment),
  );
}

/** One entry for each day and each part of the typed hours. A start of the clock holds on every day. */
export function entriesFor(work: Work, days: readonly Day[], parts: readonly TypedEntry[], comment: string): EntryInput[] {
  return days.flatMap((day) =>
    parts.map(({ seconds, started_at }) => ({
      id: newId(),
      day,
      project_id: work.project_id,
      task_type_id: work.task_type_id,
      seconds,
      comment: comment.trim(),
      ...(started_at === null ? {} : { started_at }),
    })),
  );
}

/** Entries with the values of the firm's own fields, where some were given. */
export function withCustom(entries: readonly EntryInput[], custom: Readonly<Record<string, unknown>>): EntryInput[] {
  const given = Object.entries(custom).filter(([, value]) => value !== null && value !== undefined);
  return entries.map((entry) => (given.length > 0 ? { ...entry, custom: Object.fromEntries(given) } : entry));
}

/** The same entries sent again after an answer was lost keep their ids, so that the server takes them once. */
export function withIdsOf(entries: readonly EntryInput[], before: readonly EntryInput[]): EntryInput[] {
  const plain = (entry: EntryInput): string => JSON.stringify({ ...entry, id: undefined });
  const isSame =
    entries.length === before.length && entries.every((entry, index) => plain(entry) === plain(before[index] ?? entry));
  return isSame && before.length > 0 ? [...before] : [...entries];
}
