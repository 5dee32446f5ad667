import { addDays } from '../../kit/day.ts';
import { day, dayRange, hoursOfMinutes } from '../../web/format.ts';
import { currentLanguage } from '../../web/i18n/index.ts';
import { text } from '../../web/i18n/text.ts';
import { type OverDay, percentOf } from '../rules.ts';
import { type Booking, type Names, type Row, fullName } from './board-data.ts';
import { type Scale, endOf, startOf } from './scale.ts';

/** Sum of what exceeds capacity. */
export const overMinutes = (over: readonly OverDay[]): number => over.reduce((sum, each) => sum + each.minutes, 0);

export const levelName = (level: Booking['level']): string => text(`planning.level_${level}`);

const said = new Map<string, string>();

/** Minutes as short hours (`7.5 h`), kept: a board says the same few figures on hundreds of bars while one scrolls. */
export function hoursShort(minutes: number): string {
  const key = `${currentLanguage()} ${minutes}`;
  const known = said.get(key) ?? text('planning.hours_short', { hours: hoursOfMinutes(minutes) });
  said.set(key, known);
  return known;
}

/** The name of a unit as it is read out: a whole day, or the week from to. */
export const unitName = (scale: Scale, unit: number): string =>
  scale.zoom === 'day'
    ? day(startOf(scale, unit), 'long')
    : scale.zoom === 'month'
      ? day(startOf(scale, unit), 'month')
      : text('planning.week_of', { day: day(startOf(scale, unit), 'brief') });

/** One booking in words: what, hours, dates, level. */
export const bookingName = (booking: Booking, names: Names): string =>
  text('planning.booking_name', {
    what: fullName(booking, names) || text('planning.unnamed'),
    hours: hoursOfMinutes(booking.minutes_per_day),
    dates: dayRange(booking.first_day, booking.last_day),
    level: levelName(booking.level),
  });

/** "over by 4.8 hours on 3 days", or nothing. */
export function overText(over: readonly OverDay[]): string {
  if (over.length === 0) return '';
  return text('planning.over_by', { hours: hoursOfMinutes(overMinutes(over)), count: over.length });
}

/** Bars that touch a unit, in the order in which they are drawn. */
export const barsIn = (row: Row, scale: Scale, unit: number): Row['bars'] => {
  const [start, end] = [scale.bounds[unit] ?? 0, scale.bounds[unit + 1] ?? 0];
  return row.bars.filter((bar) => bar.start < end && bar.end > start);
};

/** What a screen reader hears on a cell. */
export function cellName(row: Row, scale: Scale, unit: number, names: Names, withSoft: boolean): string {
  const capacity = row.load.capacity[unit] ?? 0;
  const hard = row.load.hard[unit] ?? 0;
  const soft = row.load.soft[unit] ?? 0;
  const over = row.load.over[unit] ?? 0;
  const percent = percentOf(hard + (withSoft ? soft : 0), capacity);
  const parts = [unitName(scale, unit)];
  parts.push(percent === null ? text('planning.no_capacity') : text('planning.booked_percent', { percent }));
  if (over > 0) parts.push(text('planning.over_hours', { hours: hoursOfMinutes(over) }));
  if (soft > 0) parts.push(text('planning.soft_hours', { hours: hoursOfMinutes(soft) }));
  const here = barsIn(row, scale, unit).map(({ booking }) => fullName(booking, names));
  if (here.length > 0) parts.push(here.join('; '));
  return parts.join(', ');
}

/** What is said of a row that is not the active one. */
export function rowSummary(row: Row): string {
  const sum = (list: readonly number[]): number => list.reduce((total, minutes) => total + minutes, 0);
  const percent = percentOf(sum(row.load.hard), sum(row.load.capacity)) ?? 0;
  return text('planning.row_summary', { count: row.bars.length, percent });
}

/** Day on which a cut at a unit falls: the unit's first day, where that lies inside, else the nearest one inside. */
export function cutDay(scale: Scale, booking: Booking, unit: number): string | undefined {
  for (const candidate of [startOf(scale, unit), addDays(endOf(scale, unit), 1)]) {
    if (candidate > booking.first_day && candidate <= booking.last_day) return candidate;
  }
  const second = addDays(booking.first_day, 1);
  return second <= booking.last_day ? second : undefined;
}
