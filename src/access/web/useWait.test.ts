import { expect, test } from 'vitest';
import { spokenWait } from './useWait.ts';

test.each([
  [1, '1 second'],
  [40, '40 seconds'],
  [120, '120 seconds'],
  [121, '3 minutes'],
  [3600, '60 minutes'],
])('a wait of %i seconds is said as %s', (seconds, words) => {
  expect(spokenWait(seconds)).toBe(words);
});
