import { describe, expect, test } from 'vitest';
import type { WorkloadRow } from '../contract.ts';
import { LOAD_THRESHOLDS } from '../rules.ts';
import { bandsOf, gradientOf, linesOf } from './heat.ts';
import { cornersOf, heatOf, sharesOf, sumsOf } from './workload-data.ts';

const row: WorkloadRow = {
  ...{ user_id: 'u', name: 'U', grade: 'Senior', team: null },
  capacity: [2400, 2400, 0, 2400],
  hard: [1200, 3000, 0, 2400],
  soft: [600, 0, 0, 300],
  over: [0, 600, 0, 60],
};

describe('figures', () => {
  const read = (measure: 'percent' | 'hours' | 'free', withSoft: boolean): string[] =>
    heatOf(row, measure, withSoft, LOAD_THRESHOLDS).map(({ band, text }) => `${band}:${text}`);

  test('say how full, how many hours, or how many are free, by the same bands', () => {
    expect(read('percent', false)).toEqual(['3:50', '7:125▲', '0:·', '4:100▲']);
    expect(read('hours', true)).toEqual(['4:30', '7:50▲', '0:·', '6:45▲']);
    expect(read('free', false)).toEqual(['3:20', '7:0▲', '0:·', '4:0▲']);
  });

  test('of a range are sums of minutes, never means of shares', () => {
    expect(sumsOf([row, undefined, row], 0, 1, false)).toEqual({
      capacity: 9600,
      booked: 8400,
      soft: 1200,
      free: 2400,
      over: 1200,
      cells: 4,
    });
    expect(cornersOf({ row: 1, unit: 4, anchorRow: 3, anchorUnit: 2 })).toEqual({ top: 1, bottom: 3, first: 2, last: 4 });
  });
});

test('a strip is one gradient, and lines of figures by the colour of their digits', () => {
  const bands = bandsOf(row, false, LOAD_THRESHOLDS);
  expect(gradientOf(bands, 56)).toBe(
    'linear-gradient(90deg, var(--cadre-heat-3) 0px 56px, var(--cadre-heat-7) 56px 112px, var(--cadre-heat-0) 112px 168px, var(--cadre-heat-4) 168px 224px)',
  );
  const shape = (first?: number, last?: number) =>
    linesOf(bands, first, last).map(({ colour, from, text }) => [colour, from, text.split('\t').length]);
  // From the first figure of the colour to its last.
  expect(shape()).toEqual([
    [0, 0, 3],
    [4, 1, 3],
  ]);
  expect(shape(1, 2)).toEqual([
    [0, 2, 1],
    [4, 1, 1],
  ]);
  expect(shape(3, 2)).toEqual([]);
});

test('shares by project count days with capacity only, the largest first', () => {
  const booking = {
    id: 'b',
    user_id: 'u',
    user: 'U',
    project_code: 'A',
    client: null,
    phase_id: null,
    phase: null,
    task_type_id: null,
    task_type: null,
    note: '',
    version: 1,
  };
  const shares = sharesOf(
    [
      {
        ...booking,
        project_id: 'p',
        project: 'P',
        first_day: '2026-11-16',
        last_day: '2026-11-22',
        minutes_per_day: 60,
        level: 'hard',
      },
      {
        ...booking,
        project_id: 'q',
        project: 'Q',
        first_day: '2026-11-14',
        last_day: '2026-11-17',
        minutes_per_day: 240,
        level: 'soft',
      },
    ],
    [480, 480, 480, 0, 0],
    '2026-11-16',
  );
  expect(shares.map(({ name, minutes, level }) => [name, minutes, level])).toEqual([
    ['Q', 480, 'soft'],
    ['P', 180, 'hard'],
  ]);
});
