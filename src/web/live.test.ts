import { expect, test } from 'vitest';
import { concerns } from './live.ts';

test('a change of other people does not concern one; one that names nobody, or is unknown, does', () => {
  expect(concerns({ topic: 'time', keys: { user_ids: ['a', 'b'] } }, 'a')).toBe(true);
  expect(concerns({ topic: 'time', keys: { user_ids: ['b'] } }, 'a')).toBe(false);
  expect(concerns({ topic: 'time', keys: { from: '2026-03-02' } }, 'a')).toBe(true);
  expect(concerns({ topic: 'time' }, 'a')).toBe(true);
  expect(concerns(undefined, 'a')).toBe(true);
  expect(concerns({ topic: 'time', keys: { user_ids: ['b'] } }, undefined)).toBe(true);
});
