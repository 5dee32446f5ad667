import { day, hoursOfMinutes } from '../../web/format.ts';
import { text } from '../../web/i18n/text.ts';
import type { BoardGroup, BookingRow, WorkloadRow } from '../contract.ts';
import { type Level, type UnitRange, bandOf, daysWithin, percentOf } from '../rules.ts';
import type { Heat } from './heat.ts';

export type Measure = 'percent' | 'hours' | 'free';

/** A line of the matrix: a person, or a group of people. */
export type MatrixLine = Omit<WorkloadRow, 'grade'> & { grade: string };

/** A group as a line: its people are counted where a person has the grade. */
export const lineOf = ({ id, name, count, load }: BoardGroup): MatrixLine => ({
  ...{ user_id: id, name: name || text('planning.no_group'), team: null, ...load },
  grade: text('planning.people_count', { count }),
});

/** A place in the matrix, and the other corner of the range that is marked. */
export interface Spot {
  row: number;
  unit: number;
  anchorRow: number;
  anchorUnit: number;
}

export const spotAt = (row: number, unit: number): Spot => ({ row, unit, anchorRow: row, anchorUnit: unit });

/** The corners of the marked range in order. */
export const cornersOf = ({ row, unit, anchorRow, anchorUnit }: Spot) => ({
  top: Math.min(row, anchorRow),
  bottom: Math.max(row, anchorRow),
  first: Math.min(unit, anchorUnit),
  last: Math.max(unit, anchorUnit),
});

const bookedOf = (row: MatrixLine, unit: number, withSoft: boolean): number =>
  (row.hard[unit] ?? 0) + (withSoft ? (row.soft[unit] ?? 0) : 0);

const freeOf = (row: MatrixLine, unit: number, withSoft: boolean): number =>
  Math.max(0, (row.capacity[unit] ?? 0) - bookedOf(row, unit, withSoft));

/** Whole hours, or halves where they fit: a matrix is read at a glance. */
const roundHours = (minutes: number): string => hoursOfMinutes(Math.round(minutes / 30) * 30);

/** Bands and figures of one row in a measure; the band always says how full it is. */
export function heatOf(row: MatrixLine, measure: Measure, withSoft: boolean, thresholds: readonly number[]): Heat[] {
  return row.capacity.map((capacity, unit) => {
    const booked = bookedOf(row, unit, withSoft);
    const percent = percentOf(booked, capacity);
    if (percent === null) return { band: 0, text: '·' };
    const over = (row.over[unit] ?? 0) > 0 ? '▲' : '';
    const figure =
      measure === 'percent'
        ? String(Math.min(percent, 999))
        : roundHours(measure === 'hours' ? booked : freeOf(row, unit, withSoft));
    return { band: bandOf(percent, thresholds), text: `${figure}${over}` };
  });
}

/** Minutes of one person over the whole range. */
export const freeInAll = (row: MatrixLine, withSoft: boolean): number =>
  row.capacity.reduce((sum, _, unit) => sum + freeOf(row, unit, withSoft), 0);

export interface Sums {
  capacity: number;
  booked: number;
  soft: number;
  free: number;
  over: number;
  cells: number;
}

/** Sums over a marked range of the rows that are there. */
export function sumsOf(rows: readonly (MatrixLine | undefined)[], first: number, last: number, withSoft: boolean): Sums {
  const sums: Sums = { capacity: 0, booked: 0, soft: 0, free: 0, over: 0, cells: 0 };
  for (const row of rows) {
    if (!row) continue;
    for (let unit = first; unit <= last; unit++) {
      sums.capacity += row.capacity[unit] ?? 0;
      sums.booked += bookedOf(row, unit, withSoft);
      sums.soft += row.soft[unit] ?? 0;
      sums.free += freeOf(row, unit, withSoft);
      sums.over += row.over[unit] ?? 0;
      sums.cells += 1;
    }
  }
  return sums;
}

/** Sums in words: what the status line says. */
export function sumsText(sums: Sums): string {
  const percent = percentOf(sums.booked, sums.capacity);
  return [
    text('planning.cells', { count: sums.cells }),
    text('planning.sum_booked', {
      hours: hoursOfMinutes(sums.booked),
      capacity: hoursOfMinutes(sums.capacity),
      percent: percent ?? 0,
    }),
    text('planning.sum_free', { hours: hoursOfMinutes(sums.free) }),
    sums.soft > 0 ? text('planning.soft_hours', { hours: hoursOfMinutes(sums.soft) }) : '',
    sums.over > 0 ? `▲ ${text('planning.over_hours', { hours: hoursOfMinutes(sums.over) })}` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** A unit of the matrix as it is read out. */
export const unitText = (range: UnitRange, unit: number): string => {
  const start = range.starts[unit] ?? range.from;
  return range.unit === 'month' ? day(start, 'month') : text('planning.week_of', { day: day(start, 'brief') });
};

/** What a screen reader hears on a cell. */
export function spotName(row: MatrixLine, range: UnitRange, unit: number, withSoft: boolean): string {
  const sums = sumsOf([row], unit, unit, withSoft);
  if (sums.capacity === 0) return `${unitText(range, unit)}, ${text('planning.no_capacity')}`;
  return `${unitText(range, unit)}, ${sumsText(sums).split(' · ').slice(1).join(', ').replace('▲ ', '')}`;
}

/** Time on one project (or a phase of it) or task at one level. */
export interface Share {
  key: string;
  name: string;
  hint: string;
  level: Level;
  minutes: number;
}

/** Minutes by project with its phase, or task, and level, on days with capacity only; the largest first. */
export function sharesOf(bookings: readonly BookingRow[], capacity: readonly number[], from: string): Share[] {
  const shares = new Map<string, Share>();
  for (const booking of bookings) {
    const key = [booking.project_id, booking.phase_id, booking.task_type_id, booking.level].join(' ');
    const name = booking.project ?? booking.task_type ?? '';
    const hint = [booking.client, booking.phase, booking.project ? booking.task_type : null].filter(Boolean).join(' · ');
    const share = shares.get(key) ?? { key, name, hint, level: booking.level, minutes: 0 };
    const [start, end] = daysWithin(from, capacity.length, booking);
    for (let day = start; day < end; day++) if ((capacity[day] ?? 0) > 0) share.minutes += booking.minutes_per_day;
    shares.set(key, share);
  }
  return [...shares.values()].filter((share) => share.minutes > 0).sort((a, b) => b.minutes - a.minutes);
}
