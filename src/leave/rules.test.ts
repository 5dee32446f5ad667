import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../kit/day.ts';
import { type Holiday, type Leave, PARTS, type PersonFacts, expectedDays, expectedOn, holidayBook, takenByDay } from './rules.ts';

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
const full = { pattern: 480, holiday: 0, leave: 0, worked: 0 };
const free = { pattern: 0, holiday: 0, leave: 0, worked: 0 };
const whole = (first: string, last = first): Leave => ({ first, last, part: 'day' });
const half = (day: string): Leave => ({ first: day, last: day, part: 'first_half' });
const otherHalf = (day: string): Leave => ({ first: day, last: day, part: 'second_half' });
const hours = (day: string, minutes: number): Leave => ({ first: day, last: day, part: 'hours', minutes });
const on = (day: string, isHalf = false): Holiday => ({ country: 'DE', region: null, day, half: isHalf });
const leaveOf = (facts: PersonFacts, holidays: Holiday[] = []): number[] => days(facts, holidays).map((day) => day.leave);

describe('what a person is expected to work', () => {
  test('follows the pattern of the weekday', () => {
    expect(days(person())).toEqual([full, full, full, full, full, free, free]);
  });

  // kimai #5643, erpnext #31270: hours by contract change over time, a report uses those of each day.
  test('changes with the pattern on the very day', () => {
    const patterns = [
      { from: '2020-01-01', to: '2026-12-16', minutes: week },
      { from: '2026-12-16', to: 'infinity', minutes: [240, 240, 240, 240, 0, 0, 0] },
    ];
    expect(days(person({ patterns })).map((day) => day.pattern)).toEqual([480, 480, 240, 240, 0, 0, 0]);
  });

  test('is nothing outside of the employment, and begins again with the next', () => {
    const employments = [
      { from: '2026-12-15', to: '2026-12-16' },
      { from: '2026-12-18', to: 'infinity' },
    ];
    expect(days(person({ employments })).map((day) => day.pattern)).toEqual([0, 480, 0, 0, 480, 0, 0]);
  });

  // hrms #13, horilla-hr #1039: half-day public holidays.
  test('loses a public holiday whole, a half one by half, and a holiday on a day off not at all', () => {
    const found = days(person(), [on('2026-12-14'), on('2026-12-15', true), on('2026-12-19')]);
    expect(found.map((day) => day.holiday)).toEqual([480, 240, 0, 0, 0, 0, 0]);
  });

  test('loses leave, but no more than a holiday left', () => {
    expect(leaveOf(person({ leaves: [whole('2026-12-14', '2026-12-20')] }), [on('2026-12-15', true)])).toEqual([
      480, 240, 480, 480, 480, 0, 0,
    ]);
  });

  test('two half days of leave make a whole one', () => {
    const day = '2026-12-14';
    expect(leaveOf(person({ leaves: [half(day)] }))[0]).toBe(240);
    expect(leaveOf(person({ leaves: [half(day), otherHalf(day)] }))[0]).toBe(480);
    expect(leaveOf(person({ leaves: [half(day), otherHalf(day), half(day)] }))[0]).toBe(480);
  });

  test('two halves of an odd day make the whole, too', () => {
    const patterns = [{ from: '2020-01-01', to: 'infinity', minutes: [455, 0, 0, 0, 0, 0, 0] }];
    expect(leaveOf(person({ patterns, leaves: [half(MONDAY)] }))[0]).toBe(227);
    expect(leaveOf(person({ patterns, leaves: [otherHalf(MONDAY)] }))[0]).toBe(228);
  });

  // hrms #64, erpnext #10707, horilla-hr #1059, jorani #21: leave by the hour.
  test('loses leave by the hour, never more than the day has', () => {
    expect(leaveOf(person({ leaves: [hours('2026-12-14', 90), hours('2026-12-15', 600), hours('2026-12-19', 60)] }))).toEqual([
      90, 480, 0, 0, 0, 0, 0,
    ]);
  });

  test('on a half holiday half a day of leave takes what is left, hours their hours', () => {
    const holidays = [on('2026-12-14', true), on('2026-12-15', true)];
    expect(leaveOf(person({ leaves: [otherHalf('2026-12-14'), hours('2026-12-15', 60)] }), holidays)).toEqual([
      240, 60, 0, 0, 0, 0, 0,
    ]);
  });

  // kimai #5054, Paid-plugins #322 and #325: does leave reduce the target or count as worked? By its type.
  test('says apart what of the leave counts as worked', () => {
    const leaves = [{ ...whole('2026-12-14'), worked: true }, whole('2026-12-15')];
    expect(days(person({ leaves })).map(({ leave, worked }) => [leave, worked])).toEqual([
      [480, 480],
      [480, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
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

  test('a region may lack a holiday of its country', () => {
    const book = holidayBook([{ country: 'GB', region: null, day: '2026-04-06', half: false, not_in: ['SCT'] }]);
    expect([book('GB', null).length, book('GB', 'ENG').length, book('GB', 'SCT').length]).toEqual([1, 1, 0]);
  });
});

const day = fc.integer({ min: 0, max: 30 }).map((offset) => addDays(MONDAY, offset - 10));
const leave = fc
  .tuple(day, fc.integer({ min: 0, max: 9 }), fc.constantFrom(...PARTS), fc.integer({ min: 1, max: 600 }), fc.boolean())
  .map(([first, length, part, minutes, worked]): Leave => {
    const last = addDays(first, part === 'day' ? length : 0);
    return { first, last, part, worked, minutes: part === 'hours' ? minutes : null };
  });
const holiday = fc.tuple(day, fc.boolean()).map(([date, isHalf]) => on(date, isHalf));
const minutes = fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 7, maxLength: 7 });
const changed = fc.tuple(day, minutes, minutes).map(([turn, before, after]) => [
  { from: '2020-01-01', to: turn, minutes: before },
  { from: turn, to: 'infinity', minutes: after },
]);
const employed = fc.tuple(day, fc.integer({ min: 1, max: 20 })).map(([from, length]) => [{ from, to: addDays(from, length) }]);
const facts = fc
  .record({
    patterns: changed,
    employments: fc.oneof(employed, fc.constant(person().employments)),
    leaves: fc.array(leave, { maxLength: 5 }),
  })
  .map((more) => person(more));
const holidays = fc.array(holiday, { maxLength: 4 });
const total = (values: ArrayLike<number>): number => Array.from(values).reduce((sum, value) => sum + value, 0);
const netOf = (one: ReturnType<typeof expectedOn>): number => one.pattern - one.holiday - one.leave;

describe('always', () => {
  test('capacity is never negative, and what counts as worked is part of the leave', () => {
    fc.assert(
      fc.property(facts, holidays, (one, off) => {
        const columns = expectedDays(one, off, MONDAY, 21);
        for (let index = 0; index < 21; index++) {
          const found = expectedOn(columns, index);
          expect(netOf(found)).toBeGreaterThanOrEqual(0);
          expect(found.worked).toBeLessThanOrEqual(found.leave);
        }
      }),
    );
  });

  test('a range says the same as its days one by one, and the sum over weeks is the sum over days', () => {
    fc.assert(
      fc.property(facts, holidays, (one, off) => {
        const columns = expectedDays(one, off, MONDAY, 21);
        const single = (index: number) => expectedOn(expectedDays(one, off, addDays(MONDAY, index), 1), 0);
        for (let index = 0; index < 21; index++) expect(single(index)).toEqual(expectedOn(columns, index));
        const weeks = [0, 7, 14].map((start) => expectedDays(one, off, addDays(MONDAY, start), 7));
        for (const key of ['pattern', 'holiday', 'leave', 'worked'] as const)
          expect(weeks.reduce((sum, each) => sum + total(each[key]), 0)).toBe(total(columns[key]));
      }),
    );
  });

  test('what leave takes of a day does not depend on the order in which it was entered', () => {
    fc.assert(
      fc.property(facts, holidays, (one, off) => {
        const there = expectedDays(one, off, MONDAY, 21);
        const back = expectedDays({ ...one, leaves: one.leaves.toReversed() }, off, MONDAY, 21);
        expect([...back.leave]).toEqual([...there.leave]);
      }),
    );
  });

  test('what each leave takes adds up to the leave of the days', () => {
    fc.assert(
      fc.property(facts, holidays, (one, off) => {
        const columns = expectedDays(one, off, MONDAY, 21);
        const byLeave = [...takenByDay(one, off, MONDAY, 21).values()].flat();
        for (let index = 0; index < 21; index++) {
          const of = byLeave.filter((taken) => taken.day === addDays(MONDAY, index));
          expect(of.reduce((sum, taken) => sum + taken.minutes, 0)).toBe(columns.leave[index]);
        }
      }),
    );
  });
});
