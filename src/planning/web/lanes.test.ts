import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lanesOf } from './lanes.ts';

const stretch = fc
  .record({ start: fc.integer({ min: 0, max: 60 }), days: fc.integer({ min: 1, max: 20 }) })
  .map(({ start, days }) => ({ start, end: start + days }));

test('no two bars of one lane overlap, and there are no more lanes than bars stand side by side', () => {
  fc.assert(
    fc.property(fc.array(stretch, { maxLength: 25 }), (list) => {
      const lanes = lanesOf(list);
      for (const [a, first] of list.entries()) {
        for (const [b, second] of list.entries()) {
          if (a < b && lanes[a] === lanes[b]) expect(first.end <= second.start || second.end <= first.start).toBe(true);
        }
      }
      const most = Math.max(
        0,
        ...Array.from({ length: 90 }, (_, day) => list.filter((each) => each.start <= day && each.end > day).length),
      );
      expect(new Set(lanes).size).toBe(most);
    }),
  );
});
