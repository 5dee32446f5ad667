import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { codeOf, codeParts, nameLater, vatNumber, yearsLater } from './rules.ts';

describe('VAT numbers', () => {
  test('are taken in the forms of their countries, with or without letters and signs', () => {
    expect(vatNumber('DE 123 456 789', 'DE')).toBe('DE123456789');
    expect(vatNumber('123.456.789', 'DE')).toBe('DE123456789');
    expect(vatNumber('atu12345678', 'AT')).toBe('ATU12345678');
    expect(vatNumber('EL123456789', 'GR')).toBe('EL123456789');
    expect(vatNumber('123456789', 'GR')).toBe('EL123456789');
    expect(vatNumber('XI123456789', 'GB')).toBe('XI123456789');
    expect(vatNumber('NL123456789B01', null)).toBe('NL123456789B01');
    expect(vatNumber('CHE-123.456.789 MWST', 'CH')).toBe('CHE123456789MWST');
    expect(vatNumber('A123', 'US')).toBe('USA123');
  });

  test('of another form, or of another country, are not', () => {
    for (const [number, country] of [
      ['DE12345678', 'DE'],
      ['FR123456789', 'DE'],
      ['ATU1234567', 'AT'],
      ['', 'DE'],
      ['123456789', null],
      ['SE123456789012', 'SE'],
    ] as const)
      expect(vatNumber(number, country), number).toBeUndefined();
  });

  test('stay what they are when they are read again', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('DE', 'FR', 'GR', 'US', null), (text, country) => {
        const number = vatNumber(text, country);
        if (number !== undefined) expect(vatNumber(number, country)).toBe(number);
      }),
    );
  });
});

describe('codes', () => {
  test('are made of year, client and number', () => {
    const parts = codeParts('{CLIENT}-{YYYY}-{000}', { year: 2026, client: 'Ökonom & Co' });
    expect(codeOf(parts, 7)).toBe('OKO-2026-007');
    expect(codeOf(parts, 1234)).toBe('OKO-2026-1234');
    expect(codeOf(codeParts('P{00}x', { year: 2026, client: null }), 1)).toBe('P01x');
  });
});

describe('years later', () => {
  test('days and names move along', () => {
    expect(yearsLater('2024-02-29', 1)).toBe('2025-02-28');
    expect(yearsLater('2024-02-29', 4)).toBe('2028-02-29');
    expect(nameLater('Audit 2025/2026', 1)).toBe('Audit 2026/2027');
    expect(nameLater('Audit', 1)).toBe('Audit');
  });

  test('a day stays in its month', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1950-01-01'), max: new Date('2150-01-01'), noInvalidDate: true }),
        fc.nat(10),
        (date, years) => {
          const day = date.toISOString().slice(0, 10);
          const moved = yearsLater(day, years);
          expect(Number(moved.slice(0, 4)) - Number(day.slice(0, 4))).toBe(years);
          expect(moved.slice(5, 7)).toBe(day.slice(5, 7));
        },
      ),
    );
  });
});
