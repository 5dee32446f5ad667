import { expect, test } from 'vitest';
import { chargeableShare, everyMonth, secondsIn, spansOf } from './hours-rows.ts';

test('months without time stand as none', () => {
  const october = { month: '2026-10-01', seconds: 7200, chargeable_seconds: 3600 };
  const none = (month: string) => ({ month, seconds: 0, chargeable_seconds: 0 });
  expect(everyMonth([october], ['2026-09-01', '2026-10-01', '2026-11-01'])).toEqual([
    none('2026-09-01'),
    october,
    none('2026-11-01'),
  ]);
  const row = { seconds: 7200, chargeable_seconds: 3600, months: [october] };
  expect([secondsIn(row, '2026-10-01'), secondsIn(row, '2026-11-01')]).toEqual([7200, 0]);
});

test('a share needs logged time', () => {
  expect(chargeableShare({ seconds: 7200, chargeable_seconds: 1800 })).toBe(0.25);
  expect(chargeableShare({ seconds: 0, chargeable_seconds: 0 })).toBeNull();
});

test('many months are drawn as quarters, cut by the period', () => {
  const month = (index: number) => ({
    month: `${2025 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`,
    seconds: 100,
    chargeable_seconds: 60,
  });
  const months = (from: number, count: number) => Array.from({ length: count }, (_, index) => month(from + index));
  expect(spansOf(months(0, 13))).toHaveLength(13);
  const quarters = spansOf(months(1, 14));
  expect(quarters.map(({ first, months: count }) => [first, count])).toEqual([
    ['2025-02-01', 2],
    ['2025-04-01', 3],
    ['2025-07-01', 3],
    ['2025-10-01', 3],
    ['2026-01-01', 3],
  ]);
  expect(quarters[0]).toMatchObject({ seconds: 200, chargeable_seconds: 120 });
});
