import { expect, test } from 'vitest';
import { Problem } from '../kit/problem.ts';
import { refuseLonger } from './export.ts';

test('a table that is too long is refused and not cut', () => {
  expect(() => refuseLonger([1, 2], 2)).not.toThrow();
  expect(() => refuseLonger([1, 2, 3], 2)).toThrow(Problem);
});
