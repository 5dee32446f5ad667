import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../kit/day.ts';
import type { Board } from '../contract.ts';
import { packBookings } from '../../../test/window.ts';
import { type Level, loadOf, overOf, unitLoad, unitOfDays } from '../rules.ts';
import {
  type Booking,
  type Names,
  type Row,
  freePerDay,
  fullName,
  mergesWith,
  partsAround,
  previewOf,
  shortName,
  trimmed,
  unpackBoard,
  withBookings,
} from './board-data.ts';
import { scaleOf, unitAt, unitOf } from './scale.ts';

const scale = scaleOf('2026-11-16', '2026-12-13', 'week', 1);
const { from } = scale.range;
const WEEK = [480, 480, 480, 480, 480, 0, 0];
const names = (): Names => ({ projects: new Map(), phases: new Map(), tasks: new Map() });

const person = (id: string): Board['people'][number] => ({
  id,
  name: id,
  grade: 'Senior',
  team: null,
  country: 'DE',
  region: null,
  may: ['soft', 'requested', 'hard'],
  days: [0, 0, 1, 0],
});

const rowOf = (bookings: readonly Booking[]): Row => {
  const capacity = Uint16Array.from([...WEEK, ...WEEK, ...WEEK.map(() => 0), ...WEEK]);
  return withBookings({ person: person('a'), capacity }, bookings, scale, false);
};

const booking = (id: string, first: number, days: number, minutes: number, level: Level = 'hard'): Booking => ({
  id,
  user_id: 'a',
  project_id: null,
  phase_id: null,
  task_type_id: null,
  first_day: addDays(from, first),
  last_day: addDays(from, first + days - 1),
  minutes_per_day: minutes,
  level,
  note: '',
  version: 1,
});

const bookings = fc.array(
  fc.record({
    id: fc.uuid(),
    first: fc.integer({ min: -10, max: 30 }),
    days: fc.integer({ min: 1, max: 20 }),
    minutes: fc.integer({ min: 30, max: 600 }),
    level: fc.constantFrom<Level>('soft', 'requested', 'hard'),
  }),
  { maxLength: 8 },
);
const made = (list: { id: string; first: number; days: number; minutes: number; level: Level }[]): Booking[] =>
  list.map(({ id, first, days, minutes, level }) => booking(id, first, days, minutes, level));

test('a window is unpacked into people with their capacity by day and their bookings by name', () => {
  const [known, id] = [names(), '018f0000-0000-7000-8000-000000000000'];
  const board: Board = {
    total: 1,
    offset: 0,
    from,
    to: scale.range.to,
    units: scale.range.starts,
    people: [person('a')],
    weeks: [WEEK, WEEK.map(() => 0)],
    projects: [{ id: 'p', code: 'A-1', name: 'Audit', client: 'Acme', starts_on: null, ends_on: null }],
    phases: [{ id: 'h', name: 'Fieldwork', starts_on: null, ends_on: null }],
    tasks: [],
    bookings: packBookings(from, [
      [
        {
          ...{
            id,
            project: 0,
            phase: 0,
            task: -1,
            first_day: addDays(from, 7),
            last_day: addDays(from, 11),
            minutes_per_day: 240,
          },
          ...{ level: 'hard', version: 3, note: 'note', demand_id: null },
        },
      ],
    ]),
    holidays: [],
  };
  const [row] = unpackBoard(board, scale, known, false);
  expect([...(row?.capacity ?? [])]).toEqual([...WEEK, ...WEEK, ...WEEK.map(() => 0), ...WEEK]);
  expect(row?.bars).toMatchObject([
    { start: 7, end: 12, lane: 0, booking: { id, note: 'note', project_id: 'p', phase_id: 'h', level: 'hard', version: 3 } },
  ]);
  expect(known.projects.get('p')?.client).toBe('Acme');
  const [bar] = row?.bars ?? [];
  expect(bar && [shortName(bar.booking, known), fullName(bar.booking, known)]).toEqual([
    'A-1 · Acme · Fieldwork',
    'Acme, Audit, Fieldwork',
  ]);
});

describe('a changed row', () => {
  test('has the load that the server would send for the same bookings', () => {
    fc.assert(
      fc.property(bookings, (list) => {
        const all = made(list);
        const row = rowOf(all);
        const load = loadOf(row.capacity, from, all);
        expect(row.load).toEqual(unitLoad(row.capacity, load, unitOfDays(scale.range), 4));
        expect(row.bars).toHaveLength(all.filter((each) => each.first_day <= scale.range.to && each.last_day >= from).length);
      }),
    );
  });

  test('previews a booking as the server judges it, without what it replaces', () => {
    fc.assert(
      fc.property(bookings, fc.integer({ min: 0, max: 20 }), (list, first) => {
        const all = made(list);
        const row = rowOf([...all, booking('mine', 3, 5, 300)]);
        const next = booking('mine', first, 5, 300);
        const preview = previewOf(row, next, 'mine', scale);
        expect(preview.over).toEqual(overOf(row.capacity, from, loadOf(row.capacity, from, all), next));
        expect(preview.over.every(({ day }) => day >= next.first_day && day <= next.last_day)).toBe(true);
      }),
    );
  });
});

test('free time is what fits on every day of the span, a whole day where nothing does', () => {
  const row = rowOf([booking('x', 0, 1, 180), booking('soft', 0, 5, 400, 'soft')]);
  expect(freePerDay(row, from, addDays(from, 4), scale)).toBe(300);
  expect(freePerDay(row, addDays(from, 1), addDays(from, 4), scale)).toBe(480);
  expect(freePerDay(rowOf([booking('x', 0, 5, 480)]), from, addDays(from, 4), scale)).toBe(480);
  expect(freePerDay(row, addDays(from, 14), addDays(from, 20), scale)).toBe(480);
});

test('a week that is drawn is booked from its first to its last working day', () => {
  const row = rowOf([]);
  expect(trimmed(row, from, addDays(from, 6), scale)).toEqual({ first_day: from, last_day: addDays(from, 4) });
  expect(trimmed(row, addDays(from, 5), addDays(from, 13), scale)).toEqual({
    first_day: addDays(from, 7),
    last_day: addDays(from, 11),
  });
  expect(trimmed(row, addDays(from, 14), addDays(from, 20), scale)).toEqual({
    first_day: addDays(from, 14),
    last_day: addDays(from, 20),
  });
});

test('days, units and px agree on the scale', () => {
  fc.assert(
    fc.property(fc.constantFrom<'day' | 'week'>('day', 'week'), fc.integer({ min: 0, max: 27 }), (zoom, day) => {
      const own = scaleOf('2026-11-18', '2026-12-13', zoom, 1);
      expect(own.range.from).toBe(zoom === 'week' ? '2026-11-16' : '2026-11-18');
      expect(unitAt(own, day * own.dayPx + 1)).toBe(unitOf(own, day));
    }),
  );
});

test('a booking is split around what it meets: working days that are left, together what fits', () => {
  const row = rowOf([booking('x', 2, 1, 480)]);
  const parts = partsAround(row, booking('n', 0, 12, 480), scale);
  expect(parts).toEqual([
    { first_day: from, last_day: addDays(from, 1) },
    { first_day: addDays(from, 3), last_day: addDays(from, 11) },
  ]);
  expect(partsAround(row, booking('n', 2, 1, 60), scale)).toEqual([]);
  expect(partsAround(row, booking('x', 0, 5, 480), scale, 'x')).toHaveLength(1);
  expect(partsAround(row, booking('n', 26, 10, 60), scale)).toEqual([
    { first_day: addDays(from, 28), last_day: addDays(from, 35) },
  ]);
  fc.assert(
    fc.property(bookings, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 8 }), (list, first, days) => {
      const others = rowOf(made(list));
      const wanted = booking('n', first, days, 240);
      for (const part of partsAround(others, wanted, scale))
        expect(previewOf(others, { ...wanted, ...part }, undefined, scale).over).toEqual([]);
    }),
  );
});

test('the same work right before or after, or meanwhile, could be one booking; other work, and as firm otherwise, not', () => {
  const work = (id: string, first: number, days: number, level: Level = 'hard'): Booking => ({
    ...booking(id, first, days, 240, level),
    project_id: 'p',
  });
  const row = rowOf([work('x', 0, 5)]);
  expect(mergesWith(row, work('n', 7, 5), undefined)?.id).toBe('x');
  expect(mergesWith(row, work('n', 3, 5), undefined)?.id).toBe('x');
  expect(mergesWith(row, work('n', 14, 5), undefined)).toBeUndefined();
  expect(mergesWith(row, work('n', 7, 5, 'soft'), undefined)).toBeUndefined();
  expect(mergesWith(row, booking('n', 7, 5, 240), undefined)).toBeUndefined();
  expect(mergesWith(row, work('x', 3, 5), 'x')).toBeUndefined();
});
