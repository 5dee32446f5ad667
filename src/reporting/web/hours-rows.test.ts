import { expect, test } from 'vitest';
import { chargeableShare, monthTotals, paged, secondsIn, sorted, spansOf, timeTotal } from './hours-rows.ts';

const row = (name: string, ...months: [string, number, number][]) => ({
  name,
  months: months.map(([month, seconds, chargeable_seconds]) => ({ month, seconds, chargeable_seconds })),
  seconds: months.reduce((sum, [, seconds]) => sum + seconds, 0),
  chargeable_seconds: months.reduce((sum, [, , chargeable]) => sum + chargeable, 0),
});
const rows = [row('b', ['2026-10-01', 7200, 3600], ['2026-11-01', 3600, 0]), row('a', ['2026-11-01', 1800, 1800]), row('c')];

test('sums run over all rows, by month and as a whole', () => {
  expect(monthTotals(rows, ['2026-09-01', '2026-10-01', '2026-11-01'])).toEqual([
    { month: '2026-09-01', seconds: 0, chargeable_seconds: 0 },
    { month: '2026-10-01', seconds: 7200, chargeable_seconds: 3600 },
    { month: '2026-11-01', seconds: 5400, chargeable_seconds: 1800 },
  ]);
  expect(timeTotal(rows)).toEqual({ seconds: 12_600, chargeable_seconds: 5400 });
  expect(rows.map((each) => secondsIn(each, '2026-11-01'))).toEqual([3600, 1800, 0]);
});

test('a share needs logged time', () => {
  expect(chargeableShare({ seconds: 7200, chargeable_seconds: 1800 })).toBe(0.25);
  expect(chargeableShare({ seconds: 0, chargeable_seconds: 0 })).toBeNull();
});

test('sorting keeps what has no value at the end, whichever way', () => {
  const value = (each: (typeof rows)[number], column: string) => (column === 'name' ? each.name : chargeableShare(each));
  const names = (sort: string) => sorted(rows, sort, value).map(({ name }) => name);
  expect(names('name')).toEqual(['a', 'b', 'c']);
  expect(names('-name')).toEqual(['c', 'b', 'a']);
  expect(names('share')).toEqual(['b', 'a', 'c']);
  expect(names('-share')).toEqual(['a', 'b', 'c']);
});

test('a page past the end is the last one', () => {
  expect(paged([1, 2, 3, 4, 5], 2, 2)).toEqual({
    rows: [3, 4],
    pagination: { page: 2, pages: 3, per_page: 2, total: 5, has_next: true, has_prev: true },
  });
  expect(paged([1, 2, 3], 9, 2).rows).toEqual([3]);
  expect(paged([], 1, 25).pagination).toEqual({ page: 1, pages: 1, per_page: 25, total: 0, has_next: false, has_prev: false });
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
