import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spread } from './rules.ts';

const week = (...minutes: number[]) => minutes.map((each, index) => ({ day: `2026-03-0${index + 1}`, minutes: each }));
const secondsOf = (seconds: number, ...minutes: number[]): number[] =>
  spread(seconds, week(...minutes)).map((share) => share.seconds);
const HOUR = 3600;

describe('spread', () => {
  test('gives whole minutes in proportion to what is expected', () => {
    expect(secondsOf(40 * HOUR, 480, 480, 480, 480, 480, 0, 0)).toEqual([8, 8, 8, 8, 8, 0, 0].map((hours) => hours * HOUR));
    expect(secondsOf(10 * HOUR, 480, 240, 0)).toEqual([24_000, 12_000, 0]);
    expect(secondsOf(100 * 60, 480, 480, 480)).toEqual([34 * 60, 33 * 60, 33 * 60]);
  });

  test('puts odd seconds on the first working day with room', () => {
    expect(secondsOf(61, 0, 480, 480)).toEqual([0, 61, 0]);
    expect(secondsOf(24 * HOUR + 5, 480, 0)).toEqual([24 * HOUR, 5]);
  });

  test('shares equally when nothing is expected, and on nobody when there are no days', () => {
    expect(secondsOf(3 * HOUR, 0, 0, 0)).toEqual([HOUR, HOUR, HOUR]);
    expect(secondsOf(2 * HOUR, -480, 0)).toEqual([HOUR, HOUR]);
    expect(spread(60, [])).toEqual([]);
  });

  test('uses days off only where working days are full, and passes 24 h only where all are', () => {
    expect(secondsOf(30 * HOUR, 480, 0, 0)).toEqual([24 * HOUR, 3 * HOUR, 3 * HOUR]);
    expect(secondsOf(30 * HOUR, 60, 600)).toEqual([6 * HOUR, 24 * HOUR]);
    expect(secondsOf(50 * HOUR, 480, 480)).toEqual([25 * HOUR, 25 * HOUR]);
  });

  const day = fc.record({ day: fc.constant('2026-03-01'), minutes: fc.integer({ min: -60, max: 1440 }) });
  const days = fc.array(day, { minLength: 1, maxLength: 31 });

  test('always sums exactly, in whole minutes but for one day, and never passes 24 h where it can be avoided', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 31 * 90_000 }), days, (seconds, given) => {
        const shares = spread(seconds, given).map((share) => share.seconds);
        expect(shares).toHaveLength(given.length);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(seconds);
        expect(Math.min(...shares)).toBeGreaterThanOrEqual(0);
        expect(shares.filter((share) => share % 60 !== 0).length).toBeLessThanOrEqual(1);
        const avoidable = seconds <= given.length * 86_400;
        expect(Math.max(...shares)).toBeLessThanOrEqual(avoidable ? 86_400 : seconds);
      }),
    );
  });

  test('gives each day its share to the minute while all have room', () => {
    const weights = fc.array(fc.integer({ min: 1, max: 1440 }), { minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1440 }), weights, (minutes, given) => {
        const total = given.reduce((sum, weight) => sum + weight, 0);
        const shares = spread(
          minutes * 60,
          given.map((each) => ({ day: '2026-03-01', minutes: each })),
        );
        for (const [index, { seconds }] of shares.entries()) {
          expect(Math.abs(seconds / 60 - (minutes * (given[index] ?? 0)) / total)).toBeLessThan(1);
        }
      }),
    );
  });
});
