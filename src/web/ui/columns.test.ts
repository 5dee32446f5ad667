import { expect, test } from 'vitest';
import { isShown, movedColumn, nextSort, ordered, rangeOf, sortDirection } from './columns.ts';

const columns = [{ id: 'name', fixed: true }, { id: 'code' }, { id: 'margin', optional: true }];

test('optional columns wait until they are chosen, fixed ones cannot go', () => {
  const shown = (choice: object) => columns.filter((column) => isShown(column, choice)).map(({ id }) => id);
  expect(shown({})).toEqual(['name', 'code']);
  expect(shown({ shown: { name: false, code: false, margin: true } })).toEqual(['name', 'margin']);
});

test('moving keeps the rest in order and stops at the ends', () => {
  const choice = movedColumn(columns, {}, 'margin', -1);
  expect(ordered(columns, choice).map(({ id }) => id)).toEqual(['name', 'margin', 'code']);
  expect(movedColumn(columns, choice, 'name', -1)).toBe(choice);
});

test('a heading sorts up, then down', () => {
  expect(nextSort(undefined, 'code')).toBe('code');
  expect(nextSort('code', 'code')).toBe('-code');
  expect(sortDirection('-code', 'code')).toBe('descending');
});

test('a range runs either way', () => {
  expect(rangeOf(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(rangeOf(['a', 'b'], 'gone', 'b')).toEqual(['b']);
});
