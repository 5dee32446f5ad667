import { type Day, addDays, daysBetween, mondayOf } from '../../kit/day.ts';
import type { ReplyOf } from '../../kit/endpoint.ts';
import type { BookingRow, planningContract } from '../../planning/contract.ts';
import type { timeContract } from '../../time/contract.ts';

export type Timesheet = ReplyOf<(typeof timeContract)['GET /api/timesheets/:week']>;
export type Booking = ReplyOf<(typeof planningContract)['GET /api/bookings']>[number];
type Level = BookingRow['level'];

export interface PlannedWork {
  key: string;
  name: string;
  /** Client, project, task: all that is known of it. */
  full: string;
  minutes: number;
  level: Level;
}

export interface WeekDay {
  day: Day;
  /** Minutes of work that are due: pattern − holiday − leave. */
  due: number;
  /** Logged seconds. */
  seconds: number;
  /** Name of the public holiday, or null. */
  holiday: string | null;
  /** Minutes of leave. */
  leave: number;
  /** No working day by the pattern. */
  off: boolean;
  planned: PlannedWork[];
}

interface Work {
  project: string | null;
  client: string | null;
  /** Bookings may be on one; time is on none. */
  phase?: string | null;
  task_type: string | null;
}

/** The shortest name of what is worked on: the project, or the kind of internal work. */
export const workName = ({ project, task_type }: Work): string => project ?? task_type ?? '';

/** `Client · Project · Phase · Task`, without what is missing. */
export const fullName = ({ client, project, phase, task_type }: Work): string =>
  [client, project, phase, task_type].filter(Boolean).join(' · ');

/** The seven days of a timesheet with what is due, logged and planned; planned work largest first. */
export function weekDays(sheet: Timesheet): WeekDay[] {
  return sheet.days.map(({ day, expected, holiday, seconds }) => ({
    day,
    due: expected.pattern - expected.holiday - expected.leave,
    seconds,
    holiday: holiday !== null && (expected.holiday > 0 || expected.pattern === 0) ? holiday : null,
    leave: expected.leave,
    off: expected.pattern === 0,
    planned: sheet.planned
      .filter((each) => each.day === day)
      .map((each, index) => ({
        key: `${each.project_id ?? ''}/${each.task_type_id ?? ''}/${index}`,
        name: workName(each),
        full: fullName(each),
        minutes: each.minutes,
        level: each.level as Level,
      }))
      .sort((a, b) => b.minutes - a.minutes),
  }));
}

/** The week as one: seconds logged and due, minutes planned and confirmed, and those that are tentative or requested yet. */
export function weekTotal(days: readonly WeekDay[]): { seconds: number; due: number; planned: number; tentative: number } {
  const total = { seconds: 0, due: 0, planned: 0, tentative: 0 };
  for (const day of days) {
    total.seconds += day.seconds;
    total.due += day.due * 60;
    for (const work of day.planned) total[work.level === 'hard' ? 'planned' : 'tentative'] += work.minutes;
  }
  return total;
}

export type DayState = 'missing' | 'part' | 'done' | 'over' | 'none';

/** How a day stands; a day that is not over yet misses nothing. */
export function dayState({ day, due, seconds }: WeekDay, today: Day): DayState {
  if (seconds > due * 60) return 'over';
  if (due === 0) return 'none';
  if (seconds === due * 60) return 'done';
  if (day >= today) return 'none';
  return seconds === 0 ? 'missing' : 'part';
}

/** Share of the due time that is logged, 0 to 1; a day on which nothing is due is full as soon as it has time. */
export const filledShare = ({ seconds, due }: { seconds: number; due: number }): number =>
  due > 0 ? Math.min(1, seconds / 60 / due) : Number(seconds > 0);

export const BOOKING_WEEKS = 4;

/** The whole weeks that the bookings card shows, from the Monday of this week. */
export const bookingWindow = (today: Day): { from: Day; to: Day; weeks: Day[] } => {
  const from = mondayOf(today);
  const weeks = Array.from({ length: BOOKING_WEEKS }, (_, index) => addDays(from, index * 7));
  return { from, to: addDays(from, BOOKING_WEEKS * 7 - 1), weeks };
};

/** Bookings that are not over, the next first; of those that begin together the longest first. */
export const upcoming = (bookings: readonly Booking[], today: Day): Booking[] =>
  bookings
    .filter((booking) => booking.last_day >= today)
    .toSorted((a, b) => a.first_day.localeCompare(b.first_day) || b.last_day.localeCompare(a.last_day));

/** Where a booking lies in a window of days, in per cent of its width, cut at the edges. */
export function placeIn(booking: Pick<Booking, 'first_day' | 'last_day'>, from: Day, to: Day): { left: number; width: number } {
  const days = daysBetween(from, to) + 1;
  const first = Math.max(0, daysBetween(from, booking.first_day));
  const last = Math.min(days - 1, daysBetween(from, booking.last_day));
  return { left: (first / days) * 100, width: (Math.max(0, last - first + 1) / days) * 100 };
}
