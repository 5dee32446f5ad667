import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../kit/day.ts';
import { type Holiday, type PersonFacts, expectedDays, expectedOn, holidayBook } from './rules.ts';

const week = [480, 480, 480, 480, 480, 0, 0];
const person = (more: Partial<PersonFacts> = {}): PersonFacts => ({
  user_id: 'u',
  country: 'DE',
  region: 'BE',
  patterns: [{ from: '2020-01-01', to: 'infinity', minutes: week }],
  employments: [{ from: '2020-01-01', to: 'infinity' }],
  leaves: [],
  ...more,
});

/** Monday 14 December 2026 and the six days after. */
const MONDAY = '2026-12-14';
const days = (facts: PersonFacts, holidays: Holiday[] = []) => {
  const columns = expectedDays(facts, holidays, MONDAY, 7);
  return Array.from({ length: 7 }, (_, index) => expectedOn(columns, index));
};
const full = { pattern: 480, holiday: 0, leave: 0 };
const free = { pattern: 0, holiday: 0, leave: 0 };

describe('what a person is expected to work', () => {
  test('follows the pattern of the weekday', () => {
    expect(days(person())).toEqual([full, full, full, full, full, free, free]);
  });

  test('changes with the pattern on the very day', () => {
    const patterns = [
      { from: '2020-01-01', to: '2026-12-16', minutes: week },
      { from: '2026-12-16', to: 'infinity', minutes: [240, 240, 240, 240, 0, 0, 0] },
    ];
    expect(days(person({ patterns })).map((day) => day.pattern)).toEqual([480, 480, 240, 240, 0, 0, 0]);
  });

  test('is nothing outside of the employment', () => {
    const employments = [{ from: '2026-12-15', to: '2026-12-17' }];
    expect(days(person({ employments })).map((day) => day.pattern)).toEqual([0, 480, 480, 0, 0, 0, 0]);
  });

  test('loses a public holiday whole, a half one by half, and a holiday on a day off not at all', () => {
    const on = (day: string, half = false): Holiday => ({ country: 'DE', region: null, day, half });
    const found = days(person(), [on('2026-12-14'), on('2026-12-15', true), on('2026-12-19')]);
    expect(found.map((day) => day.holiday)).toEqual([480, 240, 0, 0, 0, 0, 0]);
  });

  test('loses leave, but no more than a holiday left', () => {
    const holidays: Holiday[] = [{ country: 'DE', region: null, day: '2026-12-15', half: true }];
    const leaves = [{ first: '2026-12-14', last: '2026-12-20', half: false }];
    expect(days(person({ leaves }), holidays).map((day) => day.leave)).toEqual([480, 240, 480, 480, 480, 0, 0]);
  });

  test('two half days of leave make a whole one', () => {
    const half = { first: '2026-12-14', last: '2026-12-14', half: true };
    expect(days(person({ leaves: [half] }))[0]?.leave).toBe(240);
    expect(days(person({ leaves: [half, half] }))[0]?.leave).toBe(480);
    expect(days(person({ leaves: [half, half, half] }))[0]?.leave).toBe(480);
  });

  test('a region has its own holidays beside those of its country', () => {
    const book = holidayBook([
      { country: 'DE', region: null, day: '2026-10-03', half: false },
      { country: 'DE', region: 'BE', day: '2026-03-08', half: false },
      { country: 'FR', region: null, day: '2026-07-14', half: false },
    ]);
    expect(book('DE', 'BE').map((holiday) => holiday.day)).toEqual(['2026-10-03', '2026-03-08']);
    expect(book('DE', 'BY').map((holiday) => holiday.day)).toEqual(['2026-10-03']);
    expect(book('GB', null)).toEqual([]);
  });

  test('holiday and leave together never pass the pattern, and a range says the same as its days one by one', () => {
    const day = fc.integer({ min: 0, max: 30 }).map((offset) => addDays(MONDAY, offset - 10));
    const leave = fc
      .tuple(day, fc.integer({ min: 0, max: 9 }), fc.boolean())
      .map(([first, length, half]) => ({ first, last: addDays(first, half ? 0 : length), half }));
    const holiday = fc
      .tuple(day, fc.boolean())
      .map(([date, half]): Holiday => ({ country: 'DE', region: null, day: date, half }));
    fc.assert(
      fc.property(fc.array(leave, { maxLength: 4 }), fc.array(holiday, { maxLength: 4 }), (leaves, holidays) => {
        const facts = person({ leaves });
        const columns = expectedDays(facts, holidays, MONDAY, 21);
        for (let index = 0; index < 21; index++) {
          const { pattern, holiday: off, leave: away } = expectedOn(columns, index);
          expect(off + away).toBeLessThanOrEqual(pattern);
          expect(expectedOn(expectedDays(facts, holidays, addDays(MONDAY, index), 1), 0)).toEqual({
            pattern,
            holiday: off,
            leave: away,
          });
        }
      }),
    );
  });
});
