import { expect, test } from 'vitest';
import {
  type Booking,
  type Timesheet,
  type WeekDay,
  bookingWindow,
  dayState,
  filledShare,
  placeIn,
  upcoming,
  weekDays,
  weekTotal,
} from './home-week.ts';

const plan = (day: string, minutes: number, level: string, project: string | null, task: string | null = null) => ({
  day,
  minutes,
  level,
  project,
  task_type: task,
  project_id: project,
  task_type_id: task,
  project_code: null,
  client: project && 'Acme',
});
const sheet = {
  week: '2026-W47',
  days: [
    { day: '2026-11-16', expected: { pattern: 480, holiday: 0, leave: 0 }, holiday: null, locked: false, seconds: 28_800 },
    { day: '2026-11-17', expected: { pattern: 480, holiday: 0, leave: 240 }, holiday: null, locked: false, seconds: 3600 },
    { day: '2026-11-18', expected: { pattern: 480, holiday: 480, leave: 0 }, holiday: 'Repentance', locked: false, seconds: 0 },
    { day: '2026-11-21', expected: { pattern: 0, holiday: 0, leave: 0 }, holiday: null, locked: false, seconds: 0 },
  ],
  planned: [
    plan('2026-11-16', 120, 'soft', 'Tax', 'Review'),
    plan('2026-11-16', 360, 'hard', 'Audit'),
    plan('2026-11-17', 60, 'hard', null, 'Training'),
  ],
} as unknown as Timesheet;

test('a day says what is due, why nothing is, and what is planned, largest first', () => {
  const [monday, tuesday, wednesday, saturday] = weekDays(sheet);
  expect(monday?.planned.map(({ name, full, minutes }) => [name, full, minutes])).toEqual([
    ['Audit', 'Acme · Audit', 360],
    ['Tax', 'Acme · Tax · Review', 120],
  ]);
  expect(tuesday).toMatchObject({ due: 240, leave: 240, off: false });
  expect(tuesday?.planned[0]?.name).toBe('Training');
  expect(wednesday).toMatchObject({ due: 0, holiday: 'Repentance' });
  expect(saturday).toMatchObject({ due: 0, off: true, holiday: null });
});

test('soft bookings do not count as planned and are told apart', () => {
  expect(weekTotal(weekDays(sheet))).toEqual({ seconds: 32_400, due: 720 * 60, planned: 420, tentative: 120 });
});

test('a day ahead misses nothing', () => {
  const day = (day: string, due: number, hours: number) => ({ day, due, seconds: hours * 3600 }) as WeekDay;
  const state = (each: WeekDay) => dayState(each, '2026-11-18');
  expect(state(day('2026-11-17', 480, 0))).toBe('missing');
  expect(state(day('2026-11-17', 480, 4))).toBe('part');
  expect(state(day('2026-11-18', 480, 4))).toBe('none');
  expect(state(day('2026-11-19', 480, 8))).toBe('done');
  expect(state(day('2026-11-19', 480, 9))).toBe('over');
  expect(state(day('2026-11-21', 0, 0))).toBe('none');
  expect(filledShare(day('2026-11-17', 480, 4))).toBe(0.5);
  expect(filledShare(day('2026-11-21', 0, 1))).toBe(1);
  expect(filledShare(day('2026-11-21', 0, 0))).toBe(0);
});

test('bookings ahead are placed in four whole weeks', () => {
  const window = bookingWindow('2026-11-21');
  expect(window).toMatchObject({ from: '2026-11-16', to: '2026-12-13' });
  const booking = (id: string, first_day: string, last_day: string) => ({ id, first_day, last_day }) as Booking;
  const rows = [
    booking('late', '2026-12-01', '2026-12-31'),
    booking('over', '2026-11-16', '2026-11-20'),
    booking('short', '2026-11-10', '2026-11-23'),
    booking('long', '2026-11-10', '2026-11-29'),
  ];
  expect(upcoming(rows, '2026-11-21').map(({ id }) => id)).toEqual(['long', 'short', 'late']);
  expect(placeIn(booking('', '2026-11-10', '2026-11-29'), window.from, window.to)).toEqual({ left: 0, width: 50 });
  expect(placeIn(booking('', '2026-12-07', '2027-01-31'), window.from, window.to)).toEqual({ left: 75, width: 25 });
});
