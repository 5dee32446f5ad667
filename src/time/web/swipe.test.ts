import { expect, test } from 'vitest';
import { swiped } from './swipe.ts';

test.each([
  ['to the left: the next', { x: 200, y: 100 }, { x: 120, y: 110 }, 1],
  ['to the right: the one before', { x: 100, y: 100 }, { x: 180, y: 90 }, -1],
  ['too short', { x: 100, y: 100 }, { x: 150, y: 100 }, 0],
  ['along the page: it is scrolled', { x: 100, y: 100 }, { x: 180, y: 400 }, 0],
  ['a finger that was never put down', undefined, { x: 180, y: 90 }, 0],
] as const)('%s', (_, from, to, way) => expect(swiped(from, to)).toBe(way));
