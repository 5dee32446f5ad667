import { expect, test } from 'vitest';
import { countriesIn, currenciesIn, likelyCountry, timeZones } from './places.ts';

test('countries have names in the language asked for, and no unions or former states', () => {
  const countries = countriesIn('de');
  const byCode = new Map(countries.map(({ code, name }) => [code, name]));
  expect(byCode.get('AT')).toBe('Österreich');
  for (const code of ['EU', 'DD', 'ZZ', 'SU', 'XA']) expect(byCode.has(code), code).toBe(false);
  expect(countries.length).toBeGreaterThan(190);
  expect(countries.map(({ name }) => name)).toEqual([...byCode.values()].sort((a, b) => a.localeCompare(b, 'de')));
});

test('currencies and time zones name those that a firm may have', () => {
  expect(currenciesIn('en').find(({ code }) => code === 'CHF')?.name).toBe('CHF – Swiss Franc');
  expect(timeZones('Europe/Berlin')).toContain('Europe/Berlin');
});

test('the country is that of the first language that names one', () => {
  expect(likelyCountry(['de', 'de-AT', 'en-US'])).toBe('AT');
  expect(likelyCountry(['fr'])).toBe('FR');
});
