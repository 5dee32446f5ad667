import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, daysBetween } from '../../kit/day.ts';
import { dayOfIndex, indexOfDay, scaleOf, startOf, unitAt, unitOf } from './scale.ts';
import { SPANS, shownDays, spanOf, stepped, zoomedAround, zoomedTo } from './view-range.ts';

const zooms = fc.constantFrom<'day' | 'week' | 'month'>('day', 'week', 'month');

test('a day stays in view over a change of zoom, at its own unit', () => {
  fc.assert(
    fc.property(zooms, zooms, fc.integer({ min: 0, max: 700 }), (was, to, days) => {
      const { from } = shownDays(was, '2026-11-18', spanOf(was, ''), 1);
      const at = addDays(from, days);
      const next = zoomedTo(to, was, at, from, 1);
      const { to: last } = shownDays(to, next.from, 60, 1);
      const scale = scaleOf(next.from, last < at ? at : last, to, 1);
      expect(unitOf(scale, indexOfDay(scale, at))).toBe(next.unit);
      expect(startOf(scale, 0)).toBe(next.from);
    }),
  );
});

test('around the pointer a day stands where it stood, within a unit', () => {
  const scale = scaleOf('2026-11-16', '2027-05-16', 'week', 1);
  const at = dayOfIndex(scale, 60);
  const x = 60 * scale.dayPx;
  const closer = zoomedAround('week', 1, at, x, 1);
  expect(closer?.zoom).toBe('day');
  expect(Math.abs(daysBetween(closer?.from ?? '', at) * 36 - x)).toBeLessThan(7 * 36);
  expect(zoomedAround('week', -1, at, x, 1)).toEqual({ zoom: 'month', from: '2026-06-01' });
  expect(zoomedAround('day', 1, at, x, 1)).toBeUndefined();
  expect(zoomedAround('month', -1, at, x, 1)).toBeUndefined();
});

test('months are months: whole ones, their units by the calendar, stepped by halves', () => {
  expect(shownDays('month', '2027-02-14', 12, 1)).toEqual({ from: '2027-02-01', to: '2028-01-31' });
  expect(stepped('month', '2027-02-01', 12, -1)).toBe('2026-08-01');
  expect(stepped('week', '2026-11-16', 26, 1)).toBe(addDays('2026-11-16', 91));
  expect(spanOf('month', '26')).toBe(Number(SPANS.month[0]));
  const scale = scaleOf('2027-01-01', '2027-12-31', 'month', 1);
  expect(scale.range.starts).toHaveLength(12);
  expect(unitOf(scale, indexOfDay(scale, '2027-02-28'))).toBe(1);
  expect(unitOf(scale, indexOfDay(scale, '2027-03-01'))).toBe(2);
  expect(unitAt(scale, scale.width - 1)).toBe(11);
  expect(Math.round(scale.dayPx * scale.days)).toBe(scale.width);
});
