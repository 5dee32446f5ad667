import { type Day, addDays, daysBetween } from '../../kit/day.ts';
import { type UnitRange, addUnits, unitsBetween } from '../rules.ts';

export type Zoom = 'day' | 'week' | 'month';

/** Width of one unit in px: wide enough for the digits of its load. */
export const UNIT_PX: Readonly<Record<Zoom, number>> = { day: 36, week: 56, month: 72 };

/** The horizontal axis of the board: days to px and back. */
export interface Scale {
  zoom: Zoom;
  range: UnitRange;
  /** Days in the range. */
  days: number;
  unitPx: number;
  dayPx: number;
  width: number;
  /** Index of the day on which each unit begins; one more at the end. */
  bounds: readonly number[];
}

export function scaleOf(from: Day, to: Day, zoom: Zoom, weekStart: number): Scale {
  const range = unitsBetween(from, to, zoom, weekStart);
  const unitPx = UNIT_PX[zoom];
  const days = daysBetween(range.from, range.to) + 1;
  // Months are drawn alike: no day stands further from its own place than two of them.
  const dayPx = zoom === 'day' ? unitPx : zoom === 'week' ? unitPx / 7 : (range.starts.length * unitPx) / days;
  const bounds = [...range.starts.map((start) => daysBetween(range.from, start)), days];
  return { zoom, range, days, unitPx, dayPx, width: range.starts.length * unitPx, bounds };
}

export const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** Index of a day in the range; it may lie outside. */
export const indexOfDay = (scale: Scale, day: Day): number => daysBetween(scale.range.from, day);

export const dayOfIndex = (scale: Scale, index: number): Day => addDays(scale.range.from, index);

const monthAt = ({ bounds }: Scale, day: number): number => bounds.findLastIndex((first) => first <= day);

/** Index of the unit in which a day index stands, kept inside the range. */
export function unitOf(scale: Scale, day: number): number {
  const unit = scale.zoom === 'day' ? day : scale.zoom === 'week' ? Math.floor(day / 7) : monthAt(scale, day);
  return clamp(unit, 0, scale.range.starts.length - 1);
}

/** Index of the unit at a px position, kept inside the range. */
export const unitAt = (scale: Scale, x: number): number => clamp(Math.floor(x / scale.unitPx), 0, scale.range.starts.length - 1);

/** First day of a unit; one past the end is the day after the range. */
export const startOf = (scale: Scale, unit: number): Day =>
  scale.range.starts[unit] ?? addUnits(scale.range.from, unit, scale.zoom);

export const endOf = (scale: Scale, unit: number): Day => addDays(startOf(scale, unit + 1), -1);

/** Days that one step of a move has. */
export const stepDays = (scale: Scale): number => ({ day: 1, week: 7, month: 28 })[scale.zoom];
