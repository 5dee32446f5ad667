import { expect, test } from 'vitest';
import { stepOf, withRow } from './grid-view.ts';

const step = (key: string, ctrlKey = false) => stepOf({ key, ctrlKey }, 40, 25);

test('arrows go one on, pages twenty people, Home and End along the row, with Ctrl to the corners', () => {
  expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => step(key))).toEqual([
    { rows: 0, units: -1 },
    { rows: 0, units: 1 },
    { rows: -1, units: 0 },
    { rows: 1, units: 0 },
  ]);
  expect(step('PageDown')).toEqual({ rows: 20, units: 0 });
  expect(step('Home')).toEqual({ rows: 0, units: -25 });
  expect(step('End', true)).toEqual({ rows: 40, units: 25 });
  expect(step('x')).toBeUndefined();
});

test('the row with the keyboard is drawn wherever it is', () => {
  const range = { startIndex: 10, endIndex: 12, overscan: 1, count: 41 };
  expect(withRow(3, 41)(range)).toEqual([3, 9, 10, 11, 12, 13]);
  expect(withRow(11, 41)(range)).toEqual([9, 10, 11, 12, 13]);
  expect(withRow(70, 41)(range)).toEqual([9, 10, 11, 12, 13, 40]);
});
