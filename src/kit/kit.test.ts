import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, dayIn, daysBetween, eachDay, isDay, isoWeek, mondayOf, mondayOfIsoWeek, weekday } from './day.ts';
import { formatHours, parseDuration } from './duration.ts';
import { newId } from './ids.ts';

const anyDay = fc.integer({ min: -20_000, max: 40_000 }).map((offset) => addDays('2000-01-01', offset));

describe('days', () => {
  test.each([
    ['2026-11-21', '2026-W47'],
    ['2027-01-01', '2026-W53'],
    ['2024-12-30', '2025-W01'],
    ['2021-01-03', '2020-W53'],
  ])('%s lies in %s', (day, week) => expect(isoWeek(day)).toBe(week));

  test('a week’s name leads back to its Monday', () => {
    fc.assert(fc.property(anyDay, (day) => mondayOfIsoWeek(isoWeek(day)) === mondayOf(day) && weekday(mondayOf(day)) === 1));
  });

  test('adding and counting are inverse', () => {
    fc.assert(fc.property(anyDay, fc.integer({ min: -5000, max: 5000 }), (day, n) => daysBetween(day, addDays(day, n)) === n));
  });

  test.each(['2026-02-30', '2026-13-01', '26-01-01', '2026-1-1', '', 'today', '0000-01-01', '9999-12-31'])(
    '%s is no day',
    (text) => expect(isDay(text)).toBe(false),
  );

  test('months, ranges and zones', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-01');
    expect(eachDay('2026-02-27', '2026-03-01')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
    expect(eachDay('2026-03-02', '2026-03-01')).toEqual([]);
    expect(dayIn('Asia/Tokyo', new Date('2026-03-01T20:00:00Z'))).toBe('2026-03-02');
    for (const week of ['2026-W54', '9999-W52', '0000-W01']) expect(mondayOfIsoWeek(week)).toBeUndefined();
  });
});

describe('durations', () => {
  test.each([
    ['7.5', 27_000],
    ['7,5', 27_000],
    ['7:30', 27_000],
    ['7h30', 27_000],
    ['7h 30m', 27_000],
    ['450m', 27_000],
    ['90 min', 5400],
    ['9-12', 10_800],
    ['9:15-12:00', 9900],
    ['4+3.5', 27_000],
    ['8 - 0.5', 27_000],
    ['.25', 900],
    ['0', 0],
  ])('%s is understood', (text, seconds) => expect(parseDuration(text)).toBe(seconds));

  test.each(['', 'x', '9:75', '12-9', '1:2:3', '-1', '7..5', '1e3', '9-25'])('%s is refused', (text) =>
    expect(parseDuration(text)).toBeUndefined(),
  );

  test('what is shown is read back to the minute', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1440 }),
        (minutes) => Math.abs((parseDuration(formatHours(minutes * 60)) ?? -1) - minutes * 60) <= 60,
      ),
    );
    expect(formatHours(-5400, ',')).toBe('-1,5');
  });
});

test('ids are of version 7, in order, and never the same', () => {
  const ids = Array.from({ length: 2000 }, () => newId());
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  expect(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toBe(true);
});
