import { expect, test } from 'vitest';
import {
  addressOf,
  comparedPeriod,
  daysAhead,
  monthToDate,
  monthsOf,
  periodOf,
  presetPeriod,
  stepped,
  tooLong,
} from './period.ts';

const today = '2026-11-21';
const to = (from: string, end: string) => ({ from, to: end });

test('the usual period is the month up to yesterday, and the month before on its first day', () => {
  expect(monthToDate(today)).toEqual(to('2026-11-01', '2026-11-20'));
  expect(monthToDate('2026-12-01')).toEqual(to('2026-11-01', '2026-11-30'));
  expect(monthToDate('2027-01-01')).toEqual(to('2026-12-01', '2026-12-31'));
});

test('presets end yesterday while they run', () => {
  expect(presetPeriod('last_month', today)).toEqual(to('2026-10-01', '2026-10-31'));
  expect(presetPeriod('quarter_to_date', today)).toEqual(to('2026-10-01', '2026-11-20'));
  expect(presetPeriod('last_quarter', today)).toEqual(to('2026-07-01', '2026-09-30'));
  expect(presetPeriod('year_to_date', today)).toEqual(to('2026-01-01', '2026-11-20'));
  expect(presetPeriod('last_12_months', today)).toEqual(to('2025-11-01', '2026-10-31'));
  expect(presetPeriod('last_year', today)).toEqual(to('2025-01-01', '2025-12-31'));
  expect(presetPeriod('year_to_date', '2027-01-01')).toEqual(to('2026-01-01', '2026-12-31'));
});

test('an address without a sensible period means the usual one, which is left out when written', () => {
  expect(periodOf('', '', today)).toEqual(monthToDate(today));
  expect(periodOf('2026-11-10', '2026-11-01', today)).toEqual(monthToDate(today));
  expect(periodOf('2026-11-10', '', today)).toEqual(monthToDate(today));
  expect(periodOf('2026-01-01', '2026-03-31', today)).toEqual(to('2026-01-01', '2026-03-31'));
  expect(addressOf(monthToDate(today), today)).toEqual(to('', ''));
  expect(addressOf(to('2026-01-01', '2026-03-31'), today)).toEqual(to('2026-01-01', '2026-03-31'));
});

test('stepping goes by months where the period starts with one, and comes back to the month to date', () => {
  const back = stepped(monthToDate(today), -1, today);
  expect(back).toEqual(to('2026-10-01', '2026-10-31'));
  expect(stepped(back, 1, today)).toEqual(monthToDate(today));
  expect(stepped(to('2026-07-01', '2026-09-30'), -1, today)).toEqual(to('2026-04-01', '2026-06-30'));
  expect(stepped(to('2026-11-16', '2026-11-22'), -1, today)).toEqual(to('2026-11-09', '2026-11-15'));
  expect(stepped(to('2026-11-01', '2026-11-20'), 1, today)).toEqual(to('2026-12-01', '2026-12-31'));
});

test('a period is compared with the same days before', () => {
  expect(comparedPeriod(monthToDate(today), 'none')).toBeUndefined();
  expect(comparedPeriod(monthToDate(today), 'previous')).toEqual(to('2026-10-01', '2026-10-20'));
  expect(comparedPeriod(to('2026-02-01', '2026-02-28'), 'previous')).toEqual(to('2026-01-01', '2026-01-31'));
  expect(comparedPeriod(to('2026-03-01', '2026-03-30'), 'previous')).toEqual(to('2026-02-01', '2026-02-28'));
  expect(comparedPeriod(to('2026-11-16', '2026-11-20'), 'previous')).toEqual(to('2026-11-11', '2026-11-15'));
  expect(comparedPeriod(to('2024-02-01', '2024-02-29'), 'year')).toEqual(to('2023-02-01', '2023-02-28'));
  expect(comparedPeriod(to('2026-11-16', '2026-11-20'), 'year')).toEqual(to('2025-11-16', '2025-11-20'));
});

test('months, days ahead and the longest period', () => {
  expect(monthsOf(to('2026-11-10', '2027-02-03'))).toEqual(['2026-11-01', '2026-12-01', '2027-01-01', '2027-02-01']);
  expect(daysAhead(monthToDate(today), today)).toBe(0);
  expect(daysAhead(to('2026-11-01', '2026-11-21'), today)).toBe(1);
  expect(daysAhead(to('2026-11-01', '2026-11-30'), today)).toBe(10);
  expect(daysAhead(to('2026-12-01', '2026-12-31'), today)).toBe(31);
  expect(tooLong(to('2024-11-01', '2026-11-20'))).toBe(false);
  expect(tooLong(to('2024-01-01', '2026-11-20'))).toBe(true);
});
