import { expect, test } from 'vitest';
import { grouped, matching, tagsOf } from './options.ts';

const options = [
  { id: '1', name: 'Audit Müller', hint: 'MUE', group: 'Clients' },
  { id: '2', name: 'Tax Acme' },
  { id: '3', name: 'Acme audit', group: 'Clients' },
];

test('every typed word must be somewhere, accents and case do not matter', () => {
  expect(matching(options, 'muller aud').map(({ id }) => id)).toEqual(['1']);
  expect(matching(options, 'ACME').map(({ id }) => id)).toEqual(['3', '2']);
  expect(matching(options, '')).toHaveLength(3);
});

test('headings keep the order of their first option', () => {
  expect(grouped(options).map(({ group, options: members }) => [group, members.length])).toEqual([
    ['Clients', 2],
    ['', 1],
  ]);
});

test('the limit is the number of tags drawn, the rest stands behind +N', () => {
  expect(tagsOf(['a', 'b', 'c'], 1)).toEqual({ tags: ['a'], more: ['b', 'c'] });
});
