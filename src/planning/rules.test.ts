import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween, eachDay } from '../kit/day.ts';
import { GRADES } from '../kit/grades.ts';
import {
  LOAD_THRESHOLDS,
  type Level,
  type Span,
  USUAL_LEVELS,
  addLoad,
  bandOf,
  loadOf,
  maySet,
  minutesOfPercent,
  minutesOfTotal,
  overOf,
  percentOf,
  repeatsOf,
  splitAt,
  sumUnits,
  unitLoad,
  unitOfDays,
  unitStart,
  unitsBetween,
  worsens,
} from './rules.ts';
import { packBookings } from '../../test/window.ts';
import { unpackBookings } from './rules/columns.ts';

const FROM = '2026-11-02';
const LENGTH = 56;

const level = fc.constantFrom<Level>('soft', 'requested', 'hard');
const span: fc.Arbitrary<Span> = fc
  .record({
    start: fc.integer({ min: -20, max: LENGTH + 10 }),
    days: fc.integer({ min: 1, max: 40 }),
    minutes_per_day: fc.integer({ min: 1, max: 1440 }),
    level,
  })
  .map(({ start, days, ...rest }) => ({ first_day: addDays(FROM, start), last_day: addDays(FROM, start + days - 1), ...rest }));
const spans = fc.array(span, { maxLength: 12 });
const capacity = fc.array(fc.constantFrom(0, 0, 240, 480, 510), { minLength: LENGTH, maxLength: LENGTH });
const sum = (list: ArrayLike<number>): number => Array.from(list).reduce((total, value) => total + value, 0);

/** The definition, day by day and booking by booking. */
function plainLoad(days: readonly number[], list: readonly Span[], hard: boolean): number[] {
  return days.map((room, index) => {
    const day = addDays(FROM, index);
    const booked = list.filter((each) => (each.level === 'hard') === hard && each.first_day <= day && each.last_day >= day);
    return room > 0 ? sum(booked.map((each) => each.minutes_per_day)) : 0;
  });
}

describe('load', () => {
  test('counts the minutes of each booking on each day with capacity, and nothing on days without', () => {
    fc.assert(
      fc.property(capacity, spans, (days, list) => {
        const load = loadOf(days, FROM, list);
        expect([...load.hard]).toEqual(plainLoad(days, list, true));
        expect([...load.soft]).toEqual(plainLoad(days, list, false));
      }),
    );
  });

  test('taking a booking off again leaves what was there', () => {
    fc.assert(
      fc.property(capacity, spans, span, (days, list, extra) => {
        const load = loadOf(days, FROM, list);
        addLoad(load, days, FROM, extra);
        addLoad(load, days, FROM, extra, -1);
        expect(load).toEqual(loadOf(days, FROM, list));
      }),
    );
  });

  test('the order of bookings does not matter', () => {
    fc.assert(
      fc.property(capacity, spans, (days, list) => {
        expect(loadOf(days, FROM, [...list].reverse())).toEqual(loadOf(days, FROM, list));
      }),
    );
  });
});

describe('over capacity', () => {
  test('names exactly the working days of the booking on which confirmed minutes pass capacity', () => {
    fc.assert(
      fc.property(capacity, spans, span, (days, list, booking) => {
        const over = new Map(overOf(days, FROM, loadOf(days, FROM, list), booking).map((each) => [each.day, each.minutes]));
        const hard = plainLoad(days, list, true);
        for (const [index, room] of days.entries()) {
          const day = addDays(FROM, index);
          const inside = booking.first_day <= day && booking.last_day >= day && room > 0;
          const excess = inside ? (hard[index] ?? 0) + booking.minutes_per_day - room : 0;
          expect(over.get(day) ?? 0).toBe(Math.max(0, excess));
        }
      }),
    );
  });

  test('a booking of no more than what is free brings nobody over', () => {
    fc.assert(
      fc.property(capacity, spans, span, (days, list, booking) => {
        const load = loadOf(days, FROM, list);
        const free = days.flatMap((room, index) => (room > 0 ? [room - (load.hard[index] ?? 0)] : []));
        const least = Math.min(...free, 1440);
        fc.pre(least > 0);
        expect(overOf(days, FROM, load, { ...booking, minutes_per_day: least })).toEqual([]);
      }),
    );
  });

  test('is worse only when some day is more over than before', () => {
    const monday = { day: '2026-11-02', minutes: 60 };
    expect(worsens([monday], [monday])).toBe(false);
    expect(worsens([monday], [{ ...monday, minutes: 30 }])).toBe(false);
    expect(worsens([monday], [{ ...monday, minutes: 61 }])).toBe(true);
    expect(worsens([], [monday])).toBe(true);
    expect(worsens([monday], [])).toBe(false);
  });
});

describe('units', () => {
  const unit = fc.constantFrom<'day' | 'week' | 'month'>('day', 'week', 'month');
  const weekStart = fc.integer({ min: 1, max: 7 });
  const range = fc.record({ first: fc.integer({ min: 0, max: 800 }), days: fc.integer({ min: 0, max: 400 }), unit, weekStart });

  test('cover the range without gap or overlap, and each begins where a unit begins', () => {
    fc.assert(
      fc.property(range, ({ first, days, unit: kind, weekStart: start }) => {
        const from = addDays('2026-01-01', first);
        const to = addDays(from, days);
        const units = unitsBetween(from, to, kind, start);
        expect(units.from <= from && units.to >= to).toBe(true);
        expect(units.starts[0]).toBe(units.from);
        for (const each of units.starts) expect(unitStart(each, kind, start)).toBe(each);
        const owner = unitOfDays(units);
        for (const [index, day] of eachDay(units.from, units.to).entries())
          expect(units.starts[owner[index] ?? -1]).toBe(unitStart(day, kind, start));
      }),
    );
  });

  test('sums of units are the sums of their days', () => {
    fc.assert(
      fc.property(capacity, spans, unit, fc.boolean(), (days, list, kind, withSoft) => {
        const units = unitsBetween(FROM, addDays(FROM, LENGTH - 1), kind);
        const offset = daysBetween(units.from, FROM);
        const length = daysBetween(units.from, units.to) + 1;
        const whole = new Uint16Array(length);
        whole.set(days, offset);
        const load = loadOf(whole, units.from, list);
        const owner = unitOfDays(units);
        const result = unitLoad(whole, load, owner, units.starts.length, withSoft);
        expect(sum(result.capacity)).toBe(sum(whole));
        expect(sum(result.hard)).toBe(sum(load.hard));
        expect(sum(result.soft)).toBe(sum(load.soft));
        expect(result.over.every((minutes) => minutes >= 0)).toBe(true);
        const weekly = sumUnits(load.hard, owner, units.starts.length).map(
          (minutes, index) => minutes - (result.capacity[index] ?? 0),
        );
        for (const [index, excess] of weekly.entries()) expect(result.over[index]).toBeGreaterThanOrEqual(excess);
      }),
    );
  });
});

describe('bands', () => {
  test('grow with the load and tell over from full', () => {
    fc.assert(
      fc.property(fc.nat(100_000), fc.nat(100_000), fc.integer({ min: 1, max: 60_000 }), (a, b, room) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        expect(bandOf(percentOf(less, room))).toBeLessThanOrEqual(bandOf(percentOf(more, room)));
        expect(bandOf(percentOf(a, room)) >= 5).toBe(a > room);
      }),
    );
  });

  test('have the bounds of the firm', () => {
    expect([0, 1, 24, 25, 49, 50, 74, 75, 100, 101, 109, 110, 124, 125, 300].map((each) => bandOf(each))).toEqual([
      0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7,
    ]);
    expect(bandOf(null)).toBe(0);
    expect(LOAD_THRESHOLDS).toHaveLength(6);
    expect(percentOf(10, 0)).toBeNull();
    expect(percentOf(2401, 2400)).toBe(101);
    expect(percentOf(2399, 2400)).toBe(100);
  });
});

describe('a split', () => {
  test('loads each day as the whole did', () => {
    fc.assert(
      fc.property(capacity, span, fc.integer({ min: -2, max: 42 }), (days, booking, at) => {
        const day = addDays(booking.first_day, at);
        const parts = splitAt(booking, day);
        expect(parts !== undefined).toBe(day > booking.first_day && day <= booking.last_day);
        if (!parts) return;
        expect(addDays(parts[0].last_day, 1)).toBe(parts[1].first_day);
        expect(loadOf(days, FROM, parts)).toEqual(loadOf(days, FROM, [booking]));
      }),
    );
  });
});

describe('levels', () => {
  test('open from their lowest grade on; anybody may request for oneself', () => {
    for (const grade of GRADES) {
      expect(maySet(USUAL_LEVELS, 'requested', grade, true)).toBe(true);
      expect(maySet([{ counts: 'hard', lowest_grade: 'Partner', over_capacity: 'mark' }], 'requested', grade, true)).toBe(true);
      expect(maySet([{ counts: 'hard', lowest_grade: 'Partner', over_capacity: 'mark' }], 'requested', grade, false)).toBe(false);
      expect(maySet(USUAL_LEVELS, 'hard', grade, false)).toBe(GRADES.indexOf(grade) >= GRADES.indexOf('Manager'));
      expect(maySet([], 'soft', grade, true)).toBe(GRADES.indexOf(grade) >= GRADES.indexOf('Senior'));
    }
  });
});

test('a booking comes again on its weekdays until a day, as long as it is, and never more often than a write takes', () => {
  const booking = { first_day: '2026-11-04', last_day: '2026-11-06' };
  expect(repeatsOf(booking, { weeks: 2, until: '2026-12-02' })).toEqual([
    { first_day: '2026-11-18', last_day: '2026-11-20' },
    { first_day: '2026-12-02', last_day: '2026-12-04' },
  ]);
  expect(repeatsOf(booking, { weeks: 1, until: '2026-11-10' })).toEqual([]);
  expect(repeatsOf(booking, { weeks: 1, until: '2099-01-01' })).toHaveLength(208);
  fc.assert(
    fc.property(span, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 700 }), (given, weeks, days) => {
      const until = addDays(given.first_day, days);
      const times = repeatsOf(given, { weeks, until });
      expect(times).toHaveLength(Math.floor(days / (7 * weeks)));
      for (const [index, time] of times.entries()) {
        expect(daysBetween(given.first_day, time.first_day)).toBe(7 * weeks * (index + 1));
        expect(daysBetween(time.first_day, time.last_day)).toBe(daysBetween(given.first_day, given.last_day));
      }
    }),
  );
});

test('a share and hours in all become minutes a day, within half a minute a day, never less than one nor more than a day has', () => {
  expect(minutesOfPercent(50, 5 * 480, 5)).toBe(240);
  expect(minutesOfPercent(20, 4 * 480 + 240, 5)).toBe(86);
  expect(minutesOfTotal(40 * 60, 8)).toBe(300);
  expect(minutesOfTotal(60, 0)).toBe(60);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1440 }), fc.integer({ min: 1, max: 300 }), (minutes, days) => {
      expect(minutesOfTotal(minutes * days, days)).toBe(minutes);
      expect(minutesOfPercent((minutes * 100) / 480, 480 * days, days)).toBe(minutes);
    }),
  );
  expect([minutesOfTotal(0, 5), minutesOfTotal(1e9, 5)]).toEqual([1, 1440]);
});

test('bookings of a window come out of their columns as they went in', () => {
  const booking = fc.record({
    id: fc.uuid(),
    project: fc.integer({ min: -1, max: 300 }),
    phase: fc.integer({ min: -1, max: 40 }),
    task: fc.integer({ min: -1, max: 20 }),
    days: fc.tuple(fc.integer({ min: -400, max: 400 }), fc.integer({ min: 0, max: 400 })),
    minutes_per_day: fc.integer({ min: 1, max: 1440 }),
    level: fc.constantFrom<Level>('soft', 'requested', 'hard'),
    version: fc.integer({ min: 1 }),
    note: fc.string(),
    demand_id: fc.option(fc.uuid()),
  });
  fc.assert(
    fc.property(fc.array(fc.array(booking, { maxLength: 6 }), { maxLength: 8 }), (drawn) => {
      const people = drawn.map((own) =>
        own.map(({ days: [first, length], ...rest }) => {
          const first_day = addDays(FROM, first);
          return { ...rest, first_day, last_day: addDays(first_day, length) };
        }),
      );
      expect(unpackBookings(FROM, packBookings(FROM, people))).toEqual(people);
    }),
  );
});
