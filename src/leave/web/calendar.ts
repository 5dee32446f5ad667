import { type Day, addDays, addMonths, daysBetween, eachDay, isDay, monthOf } from '../../kit/day.ts';
import type { CalendarRow, LeaveType } from './leave-data.ts';

export type Absence = CalendarRow['absences'][number];

/** What a day of a person is: work, no working day, holiday (whole or half), or absence. */
export interface DayMark {
  kind: 'work' | 'free' | 'holiday' | 'half_holiday' | 'off';
  absence?: Absence;
}

/** The days of the month that a day lies in. */
export const daysOfMonth = (month: Day): Day[] => eachDay(monthOf(month), addDays(addMonths(monthOf(month), 1), -1));

/** `2026-11` of the address as the first day of the month, or undefined. */
export const monthNamed = (text: string): Day | undefined => (isDay(`${text}-01`) ? `${text}-01` : undefined);

/** Every day of a row. Absence covers what would have been work; on free days and whole holidays nothing is taken. */
export function marksOf(row: CalendarRow, days: readonly Day[]): DayMark[] {
  const first = days[0] ?? '';
  const marks = days.map((_, index): DayMark => {
    const pattern = row.pattern[index] ?? 0;
    const holiday = row.holiday[index] ?? 0;
    if (pattern === 0) return { kind: 'free' };
    if (holiday === 0) return { kind: 'work' };
    return { kind: holiday >= pattern ? 'holiday' : 'half_holiday' };
  });
  for (const absence of row.absences) {
    const from = Math.max(0, daysBetween(first, absence.first_day));
    const to = Math.min(days.length - 1, daysBetween(first, absence.last_day));
    for (let index = from; index <= to; index += 1) {
      const mark = marks[index];
      if (mark && mark.kind !== 'free' && mark.kind !== 'holiday') marks[index] = { kind: 'off', absence };
    }
  }
  return marks;
}

/** One or two letters for each type, different ones as far as its name goes. */
export function lettersOf(types: readonly Pick<LeaveType, 'id' | 'name'>[]): Map<string, string> {
  const taken = new Set<string>();
  return new Map(
    types.map(({ id, name }) => {
      const letters = [...name].filter((each) => /\p{L}/u.test(each));
      const one = (letters[0] ?? '?').toUpperCase();
      const wishes = [one, ...letters.slice(1).map((each) => one + each.toLowerCase())];
      const found = wishes.find((wish) => !taken.has(wish)) ?? one;
      taken.add(found);
      return [id, found] as const;
    }),
  );
}

/** Where the keyboard stands, and from where a range was begun. */
export interface Spot {
  row: number;
  day: number;
  anchor: number;
}

export interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
}

const PAGE = 10;

/** Where a key leads to on a grid of people and days; Shift draws a range out along the row. */
export function movedBy({ key, shiftKey, ctrlKey }: Pressed, spot: Spot, rows: number, days: number): Spot | undefined {
  const to = (row: number, day: number): Spot => {
    const next = { row: Math.min(Math.max(row, 0), rows - 1), day: Math.min(Math.max(day, 0), days - 1) };
    return { ...next, anchor: shiftKey && next.row === spot.row ? spot.anchor : next.day };
  };
  switch (key) {
    case 'ArrowLeft':
      return to(spot.row, spot.day - 1);
    case 'ArrowRight':
      return to(spot.row, spot.day + 1);
    case 'ArrowUp':
      return to(spot.row - 1, spot.day);
    case 'ArrowDown':
      return to(spot.row + 1, spot.day);
    case 'PageUp':
      return to(spot.row - PAGE, spot.day);
    case 'PageDown':
      return to(spot.row + PAGE, spot.day);
    case 'Home':
      return to(ctrlKey ? 0 : spot.row, 0);
    case 'End':
      return to(ctrlKey ? rows - 1 : spot.row, days - 1);
    default:
      return undefined;
  }
}

/** The days of a range, the earlier one first. */
export const rangeOf = ({ day, anchor }: Spot): [first: number, last: number] => [Math.min(day, anchor), Math.max(day, anchor)];
