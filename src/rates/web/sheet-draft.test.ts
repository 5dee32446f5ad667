import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Line, Rate } from './rates-data.ts';
import { type Draft, faultyCells, readAmount, rowsOf, wantedOf, withTyped, writeAmount } from './sheet-draft.ts';

const role = {
  id: 'r',
  service_line_id: 'l',
  name: 'Reviewer',
  lowest_grade: 'Senior',
  highest_grade: 'Manager',
  is_active: true,
  rates: 1,
  version: 1,
} as const;
const line = { id: 'l', roles: [role, { ...role, id: 'old', is_active: false }] } as unknown as Line;
const rate = {
  id: 'x',
  sl_role_id: 'r',
  grade: 'Senior',
  standard_rate: 14_500,
  charge_rate: null,
  cost_rate: null,
  nfi_rate: 9000,
  version: 3,
} as Rate;
const rows = rowsOf(line, [rate]);
const sheet = { service_line_id: 'l', country: 'DE', currency: 'EUR' };
const typed = (draft: Draft, row: number, amount: 'standard_rate' | 'charge_rate', text: string): Draft =>
  withTyped(draft, [{ row: rows[row] as (typeof rows)[number], amount, text }], 2, '.');

describe('a cell', () => {
  test.each([
    ['145', 2, null, 14_500],
    ['145,5', 2, null, 14_550],
    ['1 450.05', 2, null, 145_005],
    ['', 2, 5, null],
    ['+3%', 2, 14_500, 14_935],
    ['-2,5 %', 2, 10_000, 9750],
    ['21000', 0, null, 21_000],
    ['145.555', 2, null, undefined],
    ['1.5', 0, null, undefined],
    ['+3%', 2, null, undefined],
    ['-5', 2, null, undefined],
    ['99999999999', 2, null, undefined],
    ['abc', 2, null, undefined],
  ])('%j with %i decimals over %j is %j', (text, digits, now, wanted) => expect(readAmount(text, digits, now)).toBe(wanted));

  test('shows what is read again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_000_000 }),
        fc.constantFrom(0, 2, 3),
        fc.constantFrom('.', ','),
        (minor, digits, sign) => readAmount(writeAmount(minor, digits, sign), digits, null) === minor,
      ),
    );
  });
});

test('roles in use have a line for each grade that may take them', () => {
  expect(rows.map(({ grade, rate: held }) => [grade, held?.id])).toEqual([
    ['Senior', 'x'],
    ['Manager', undefined],
  ]);
});

test('what is typed back is no change, and what was touched is asked for with the rate that was looked at', () => {
  const draft = typed(typed(new Map(), 0, 'standard_rate', '+10%'), 1, 'standard_rate', '180');
  expect(wantedOf(rows, draft, sheet)).toEqual([
    { sl_role_id: 'r', grade: 'Senior', country: 'DE', currency: 'EUR', standard_rate: 15_950, was: { id: 'x', version: 3 } },
    { sl_role_id: 'r', grade: 'Manager', country: 'DE', currency: 'EUR', standard_rate: 18_000 },
  ]);
  expect(typed(draft, 0, 'standard_rate', '145.00').size).toBe(1);
});

test('a row without a standard rate, and what is no amount, cannot be applied', () => {
  const draft = typed(typed(new Map(), 1, 'charge_rate', '100'), 0, 'charge_rate', 'x');
  expect([...faultyCells(rows, draft)].sort()).toEqual(['r Manager standard_rate', 'r Senior charge_rate']);
  expect(faultyCells(rows, typed(new Map(), 0, 'standard_rate', '')).size).toBe(1);
});
