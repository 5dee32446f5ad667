import i18next from 'i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import * as format from './format.ts';
import { parseNumber } from './ui/NumberField.tsx';

beforeAll(() => {
  vi.stubGlobal('navigator', { languages: ['en', 'de-CH'] });
  return i18next.init({ lng: 'en', resources: {} });
});
afterEach(() => i18next.changeLanguage('en'));

/** Intl uses narrow and no-break blanks; which one does not matter here. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

test('hours, money and shares follow the language', async () => {
  expect([format.hours(27_000), format.hoursOfMinutes(480), format.money(123_450, 'EUR'), format.percent(0.825, 1)]).toEqual([
    '7.5',
    '8',
    '€1,234.50',
    '82.5%',
  ]);
  await i18next.changeLanguage('de');
  // A Swiss reader of German gets Swiss figures.
  expect([format.hours(27_000), format.number(1234.5, 1).replace('’', "'")]).toEqual(['7.5', "1'234.5"]);
  await i18next.changeLanguage('fr');
  expect([format.hours(27_000), plain(format.number(1234.5, 1))]).toEqual(['7,5', '1 234,5']);
});

test('large sums are grouped, and what is missing has a true minus', async () => {
  expect([
    format.hours(4_203_000),
    format.hoursOfMinutes(-322_440),
    format.money(-142_800, 'EUR'),
    format.percent(-0.031, 1),
  ]).toEqual(['1,167.5', '\u22125,374', '\u2212€1,428.00', '\u22123.1%']);
});

test('a currency without cents has none', () => {
  expect([format.minorDigits('JPY'), format.money(1500, 'JPY')]).toEqual([0, 'JP¥1,500']);
});

test('days are calendar days, whatever the zone', async () => {
  expect([format.day('2026-11-16'), format.day('2026-11-16', 'long')]).toEqual(['16 Nov 2026', 'Monday 16 November']);
  await i18next.changeLanguage('de');
  expect(format.day('2026-11-16', 'month')).toBe('November 2026');
  expect(format.weekdayNames('long')[0]).toBe('Montag');
});

test('numbers are read as the language writes them', () => {
  expect([parseNumber('1,234.5', '.'), parseNumber('1.234,5', ','), parseNumber('1 234,5', ','), parseNumber('-3', '.')]).toEqual(
    [1234.5, 1234.5, 1234.5, -3],
  );
  expect([parseNumber('', '.'), parseNumber('abc', '.'), parseNumber('1-2', '.')]).toEqual([undefined, undefined, undefined]);
});
