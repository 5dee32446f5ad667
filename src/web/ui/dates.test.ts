import { expect, test } from 'vitest';
import { parseDay, parsePeriod, weeksOfMonth } from './dates.ts';

const en = { today: '2026-11-18', locale: 'en-GB' };
const us = { ...en, locale: 'en-US' };
const de = { ...en, locale: 'de-DE' };
const fr = { ...en, locale: 'fr-FR' };
const es = { ...en, locale: 'es-ES' };

test.each([
  ['2026-02-28', en, '2026-02-28'],
  ['2026-02-30', en, undefined],
  ['16/11', en, '2026-11-16'],
  ['11/16', us, '2026-11-16'],
  ['16.11.26', de, '2026-11-16'],
  ['16 nov', en, '2026-11-16'],
  ['1 décembre 2027', fr, '2027-12-01'],
  ['today', en, '2026-11-18'],
  ['Gestern', de, '2026-11-17'],
  ['mañana', es, '2026-11-19'],
  ['-1', en, '2026-11-17'],
  ['+3', en, '2026-11-21'],
  ['mon', en, '2026-11-16'],
  ['Fr', de, '2026-11-20'],
  ['m', en, undefined],
  ['tomato', en, undefined],
  ['', en, undefined],
])('day %s', (typed, reading, expected) => {
  expect(parseDay(typed, reading)).toBe(expected);
});

test.each([
  ['this week', en, '2026-11-16', '2026-11-22'],
  ['nächste Woche', de, '2026-11-23', '2026-11-29'],
  ['le mois dernier', fr, '2026-10-01', '2026-10-31'],
  ['Q1', en, '2026-01-01', '2026-03-31'],
  ['T4 2027', fr, '2027-10-01', '2027-12-31'],
  ['w47', en, '2026-11-16', '2026-11-22'],
  ['2026-W53', en, '2026-12-28', '2027-01-03'],
  ['2026-02', en, '2026-02-01', '2026-02-28'],
  ['2027', en, '2027-01-01', '2027-12-31'],
  ['febr', de, '2026-02-01', '2026-02-28'],
  ['16/11', en, '2026-11-16', '2026-11-16'],
  ['20/11 - 16/11', en, '2026-11-16', '2026-11-20'],
])('period %s', (typed, reading, from, to) => {
  expect(parsePeriod(typed, reading)).toEqual({ from, to });
});

test('a week that the year does not have is no period', () => {
  expect(parsePeriod('2027-W53', en)).toBeUndefined();
});

test('a month is drawn in whole weeks from the first day of the week', () => {
  const weeks = weeksOfMonth('2026-11-18');
  expect([weeks[0]?.[0], weeks.at(-1)?.[6]]).toEqual(['2026-10-26', '2026-12-06']);
  expect(weeksOfMonth('2026-11-18', 7)[0]?.[0]).toBe('2026-11-01');
});
