import { expect, test } from 'vitest';
import { fitting } from './overflow.ts';

test('all parts stand in the line while they fit, without a button', () => {
  expect(fitting([150, 150], [200, 100], 120, 624)).toBe(2);
  expect(fitting([150, 150], [200, 100], 120, 623)).toBe(1);
});

test('the button takes its place from the parts', () => {
  expect(fitting([150, 150, 150], [200], 120, 500)).toBe(1);
  expect(fitting([150, 150, 150], [200], 20, 560)).toBe(2);
});

test('where the others alone are too wide, the last of them stands in a line of its own', () => {
  expect(fitting([150, 150, 150], [200, 300], 120, 600)).toBe(1);
  expect(fitting([150, 150], [200, 600, 300], 120, 1000)).toBe(0);
  expect(fitting([150, 150], [200, 600, 300], 120, 1102)).toBe(1);
});

test('nothing fits: all of them are behind the button; what takes no place counts for nothing', () => {
  expect(fitting([150], [200, 0], 120, 300)).toBe(0);
  expect(fitting([150], [200, 0], 120, 358)).toBe(1);
  expect(fitting([], [200], 120, 100)).toBe(0);
});
