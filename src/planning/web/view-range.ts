import { type Day, addDays, addMonths, daysBetween, monthOf } from '../../kit/day.ts';
import { unitStart } from '../rules.ts';
import { UNIT_PX, type Zoom } from './scale.ts';

/** What a zoom can show, the usual one first: weeks, by months so many months. */
export const SPANS: Readonly<Record<Zoom, readonly string[]>> = {
  day: ['4', '2', '6'],
  week: ['26', '13', '52'],
  month: ['12', '18', '24'],
};

const ORDER: readonly Zoom[] = ['day', 'week', 'month'];
const DAYS = { day: 1, week: 7, month: 30.44 } as const;

/** How much a zoom shows, of what the address says. */
export const spanOf = (zoom: Zoom, span: string): number => Number(SPANS[zoom].includes(span) ? span : SPANS[zoom][0]);

const alignedTo = (zoom: Zoom, day: Day, weekStart: number): Day =>
  zoom === 'month' ? monthOf(day) : unitStart(day, 'week', weekStart);

/** The first and the last day that are shown. */
export function shownDays(zoom: Zoom, day: Day, span: number, weekStart: number): { from: Day; to: Day } {
  const from = alignedTo(zoom, day, weekStart);
  return { from, to: addDays(zoom === 'month' ? addMonths(from, span) : addDays(from, span * 7), -1) };
}

/** Where half of a view earlier or later begins. */
export const stepped = (zoom: Zoom, from: Day, span: number, steps: number): Day =>
  zoom === 'month'
    ? addMonths(from, steps * Math.max(1, Math.floor(span / 2)))
    : addDays(from, steps * Math.max(7, Math.floor(span / 2) * 7));

const monthsBetween = (from: Day, to: Day): number =>
  12 * (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) + Number(to.slice(5, 7)) - Number(from.slice(5, 7));

/** Another zoom in which a day stays in view: where it begins, and the unit of the day. */
export function zoomedTo(to: Zoom, was: Zoom, at: Day, from: Day, weekStart: number): { from: Day; unit: number } {
  const closer = ORDER.indexOf(to) < ORDER.indexOf(was);
  const start = alignedTo(to, closer ? at : from, weekStart);
  const days = daysBetween(start, at);
  return { from: start, unit: to === 'day' ? days : to === 'week' ? Math.floor(days / 7) : monthsBetween(start, at) };
}

/** The next closer (1) or wider (-1) zoom, begun so that a day stands so many px from the left; undefined at either end. */
export function zoomedAround(
  zoom: Zoom,
  direction: 1 | -1,
  at: Day,
  x: number,
  weekStart: number,
): { zoom: Zoom; from: Day } | undefined {
  const next = ORDER[ORDER.indexOf(zoom) - direction];
  if (!next) return undefined;
  const before = Math.floor((x * DAYS[next]) / UNIT_PX[next]);
  return { zoom: next, from: alignedTo(next, addDays(at, -before), weekStart) };
}
