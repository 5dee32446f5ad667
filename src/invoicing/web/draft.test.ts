import { expect, test } from 'vitest';
import { type DraftLine, blankLine, sentLines, spread, totalsFor } from './draft.ts';

const time = (value: number, more: Partial<DraftLine> = {}): DraftLine => ({
  id: `00000000-0000-7000-8000-00000000${value}`,
  kind: 'time',
  description: 'Ana Silva',
  seconds: 36_000,
  quantity: 10_000,
  unit: 'hour',
  price: value / 10,
  value,
  adjustment: 0,
  reason: '',
  tax_category: 'S',
  tax_rate: 1900,
  tax_reason: '',
  ...more,
});

test('one sum for all time is cut over its lines by what they are worth, and leaves the others alone', () => {
  const fixed = {
    ...blankLine('expense', [time(100_000)], { tax_category: 'S', tax_rate: 1900 }),
    description: 'Travel',
    price: 5000,
  };
  const lines = spread([time(100_000), fixed, time(50_000, { reason: 'Own' })], 120_000, 'Overrun');
  expect(lines.map(({ adjustment, reason }) => [adjustment, reason])).toEqual([
    [-20_000, 'Overrun'],
    [0, ''],
    [-10_000, 'Own'],
  ]);
  expect(totalsFor(lines)).toMatchObject({ net: 125_000, tax: 23_750, gross: 148_750 });
});

test('time is sent with what it is asked for and nothing that would change its hours', () => {
  const [sent] = sentLines([time(100_000, { adjustment: -100, reason: 'Small' })]);
  expect(sent).toEqual({
    id: expect.any(String),
    kind: 'time',
    description: 'Ana Silva',
    adjustment: -100,
    reason: 'Small',
    tax_category: 'S',
    tax_rate: 1900,
    tax_reason: '',
  });
  const [expense] = sentLines([{ ...blankLine('expense', [], { tax_category: 'AE', tax_rate: 0 }), description: 'Travel' }]);
  expect(expense).toMatchObject({ quantity: 1000, unit: 'piece', price: 0, tax_category: 'AE' });
  expect(expense).not.toHaveProperty('tax_rate');
});
