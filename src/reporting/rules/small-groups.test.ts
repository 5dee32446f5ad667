import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isTooFew, tooSmall } from './small-groups.ts';

const names = ['ana', 'bo', 'cem', 'dua', 'eli', 'fay', 'gus', 'hal'];
const groups = fc.uniqueArray(
  fc.record({
    key: fc.string({ minLength: 1, maxLength: 4 }),
    people: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 6 }).map((list) => new Set(list)),
  }),
  { selector: ({ key }) => key, maxLength: 8 },
);
const union = (sets: readonly { people: ReadonlySet<string> }[]): Set<string> =>
  new Set(sets.flatMap(({ people }) => [...people]));

test('what is told is of enough people, and so is what is left of the sum of all', () => {
  fc.assert(
    fc.property(groups, fc.integer({ min: 2, max: 6 }), fc.constantFrom(...names), (all, least, reader) => {
      const hidden = tooSmall(all, least, reader);
      for (const { key, people } of all) {
        if (hidden.has(key) || people.size === 0) continue;
        expect(people.size >= least || (people.size === 1 && people.has(reader))).toBe(true);
      }
      const left = all.filter(({ key }) => hidden.has(key));
      const told = all.filter(({ key, people }) => !hidden.has(key) && people.size > 0);
      expect(left.length === 0 || union(left).size >= least || told.length === 0).toBe(true);
    }),
  );
});

test('without a least number everything is told', () => {
  fc.assert(fc.property(groups, (all) => tooSmall(all, 0, 'ana').size === 0));
});

test('one Director beside ten Seniors takes a further row along; a firm of two tells nothing', () => {
  const set = (...list: string[]): Set<string> => new Set(list);
  const rows = [
    { key: 'Director', people: set('ana') },
    { key: 'Manager', people: set('bo', 'cem', 'dua') },
    { key: 'Senior', people: set('eli', 'fay', 'gus', 'hal') },
  ];
  expect([...tooSmall(rows, 3, 'zoe')]).toEqual(['Director', 'Manager']);
  expect([...tooSmall(rows, 3, 'ana')]).toEqual([]);
  expect(isTooFew(set('ana', 'bo'), 3, 'ana')).toBe(true);
  expect(isTooFew(set('ana'), 3, 'ana')).toBe(false);
});
