import { describe, expect, test } from 'vitest';
import { type Absence, daysOfMonth, lettersOf, marksOf, monthNamed, movedBy, rangeOf } from './calendar.ts';
import type { CalendarRow } from './leave-data.ts';

const days = daysOfMonth('2026-08-17');
const absence: Absence = {
  id: 'a',
  first_day: '2026-07-30',
  last_day: '2026-08-04',
  part: 'day',
  starts_at: null,
  part_minutes: null,
  type_id: 't',
  type: 'Vacation',
  status: 'approved',
};
const row = (more: Partial<CalendarRow> = {}): CalendarRow => ({
  user_id: 'u',
  user: 'Ana Diaz',
  grade: 'Senior',
  team: null,
  country: 'ES',
  region: null,
  pattern: days.map((_, index) => ([5, 6].includes((index + 5) % 7) ? 0 : 480)),
  holiday: days.map(() => 0),
  absences: [],
  ...more,
});

describe('the days of a person', () => {
  test('leave over the edge of the month covers its working days, not the weekend', () => {
    const kinds = marksOf(row({ absences: [absence] }), days).map(({ kind }) => kind);
    expect(kinds.slice(0, 5)).toEqual(['free', 'free', 'off', 'off', 'work']);
  });

  test('a whole holiday stays a holiday in leave, half of one is still leave', () => {
    const holiday = days.map((_, index) => (index === 2 ? 480 : index === 3 ? 240 : 0));
    const kinds = marksOf(row({ holiday, absences: [absence] }), days).map(({ kind }) => kind);
    expect(kinds.slice(2, 4)).toEqual(['holiday', 'off']);
    expect(marksOf(row({ holiday }), days)[3]?.kind).toBe('half_holiday');
  });
});

test('types that begin alike get letters that differ', () => {
  const types = ['Vacation', 'Sick leave', 'Special leave', '42'].map((name, index) => ({ id: String(index), name }));
  expect([...lettersOf(types).values()]).toEqual(['V', 'S', 'Sp', '?']);
});

test('months of the address', () => {
  expect([monthNamed('2026-02'), monthNamed('2026-13'), monthNamed('x')]).toEqual(['2026-02-01', undefined, undefined]);
  expect(daysOfMonth('2028-02-11')).toHaveLength(29);
});

describe('keys on the grid', () => {
  const spot = { row: 1, day: 3, anchor: 3 };
  const press = (key: string, more: Partial<{ shiftKey: boolean; ctrlKey: boolean }> = {}) =>
    movedBy({ key, shiftKey: false, ctrlKey: false, ...more }, spot, 3, 30);
  test('stay within, and Shift draws a range along the row only', () => {
    expect(press('ArrowLeft')).toEqual({ row: 1, day: 2, anchor: 2 });
    expect(press('ArrowRight', { shiftKey: true })).toEqual({ row: 1, day: 4, anchor: 3 });
    expect(press('ArrowUp', { shiftKey: true })).toEqual({ row: 0, day: 3, anchor: 3 });
    expect(press('PageDown')).toEqual({ row: 2, day: 3, anchor: 3 });
    expect(press('End', { ctrlKey: true })).toEqual({ row: 2, day: 29, anchor: 29 });
    expect(press('x')).toBeUndefined();
    expect(rangeOf({ row: 0, day: 2, anchor: 6 })).toEqual([2, 6]);
  });
});
