import { type Day, addDays } from '../../kit/day.ts';
import type { Level } from '../rules.ts';

/** A booking of a window of the board: its work as indexes of the lists that travel with it, -1 for none. */
export interface WindowBooking {
  id: string;
  project: number;
  phase: number;
  task: number;
  first_day: Day;
  last_day: Day;
  minutes_per_day: number;
  level: Level;
  version: number;
  note: string;
  demand_id: string | null;
}

/**
 * Bookings of a window as columns, those of a person together: a name for each figure and the hyphens of each id weigh as much
 * on the wire as all that they say.
 */
export interface BookingColumns {
  /** 32 hexadecimal digits for each, one after the other. */
  ids: string;
  /** How many each person of the window has. */
  counts: number[];
  project: number[];
  /** Empty where nobody is booked on a phase. */
  phase: number[];
  task: number[];
  /** First day, counted from the first of the window; negative before it. */
  first: number[];
  /** How many days it is long. */
  days: number[];
  /** Minutes a day. */
  minutes: number[];
  /** 0 soft, 1 requested, 2 hard. */
  level: number[];
  version: number[];
  /** Only where there is one, with the index of the booking. */
  notes: [booking: number, note: string][];
  /** Bookings that fill a demand, with its id. */
  fills: [booking: number, demand: string][];
}

/** Levels by the number that stands for each of them. */
export const LEVEL_NUMBERS: readonly Level[] = ['soft', 'requested', 'hard'];
const DIGITS = 32;

function idAt(ids: string, index: number): string {
  const digits = ids.slice(index * DIGITS, (index + 1) * DIGITS);
  return [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-');
}

/** The bookings of each person, in the order of the people. */
export function unpackBookings(from: Day, columns: BookingColumns): WindowBooking[][] {
  const [notes, fills] = [new Map(columns.notes), new Map(columns.fills)];
  let next = 0;
  const read = (): WindowBooking => {
    const index = next++;
    const first_day = addDays(from, columns.first[index] ?? 0);
    return {
      id: idAt(columns.ids, index),
      project: columns.project[index] ?? -1,
      phase: columns.phase[index] ?? -1,
      task: columns.task[index] ?? -1,
      first_day,
      last_day: addDays(first_day, (columns.days[index] ?? 1) - 1),
      minutes_per_day: columns.minutes[index] ?? 0,
      level: LEVEL_NUMBERS[columns.level[index] ?? 0] ?? 'soft',
      version: columns.version[index] ?? 0,
      note: notes.get(index) ?? '',
      demand_id: fills.get(index) ?? null,
    };
  };
  return columns.counts.map((count) => Array.from({ length: count }, read));
}
