import { expect, test } from 'vitest';
import { asksForTurn, isVertical } from './orientation.ts';

test('angle 0 and 180 are vertical', () => {
  expect([0, 90, 180, 270].map(isVertical)).toEqual([true, false, true, false]);
});

test('only a small touch screen held upright is asked to turn', () => {
  expect(asksForTurn(true, true, 390, 844)).toBe(true);
  expect(asksForTurn(true, false, 1440, 900)).toBe(false);
  expect(asksForTurn(false, true, 844, 390)).toBe(false);
  expect(asksForTurn(true, true, 820, 1180)).toBe(false);
});
