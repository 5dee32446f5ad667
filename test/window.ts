import { type Day, daysBetween } from '../src/kit/day.ts';
import { type BookingColumns, LEVEL_NUMBERS, type WindowBooking } from '../src/planning/rules/columns.ts';

/** What a window of the board brings of bookings: columns as the server sends them, those of each person together. */
export function packBookings(from: Day, people: readonly (readonly WindowBooking[])[]): BookingColumns {
  const all = people.flat();
  const some = <T>(of: (booking: WindowBooking) => T | null | ''): [number, T][] =>
    all.flatMap((booking, index): [number, T][] => {
      const value = of(booking);
      return value === null || value === '' ? [] : [[index, value]];
    });
  return {
    ids: all.map(({ id }) => id.replaceAll('-', '')).join(''),
    counts: people.map((own) => own.length),
    project: all.map(({ project }) => project),
    phase: all.map(({ phase }) => phase),
    task: all.map(({ task }) => task),
    first: all.map(({ first_day }) => daysBetween(from, first_day)),
    days: all.map(({ first_day, last_day }) => daysBetween(first_day, last_day) + 1),
    minutes: all.map(({ minutes_per_day }) => minutes_per_day),
    level: all.map(({ level }) => LEVEL_NUMBERS.indexOf(level)),
    version: all.map(({ version }) => version),
    notes: some(({ note }) => note),
    fills: some(({ demand_id }) => demand_id),
  };
}
