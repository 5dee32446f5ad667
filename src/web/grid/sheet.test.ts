import { expect, test } from 'vitest';
import { newSheet } from './sheet.ts';

test('a write tells its row and its column, once each, and nobody else', () => {
  const sheet = newSheet<number>();
  const told: string[] = [];
  for (const id of ['a', 'b']) sheet.onRow(id, () => told.push(`row ${id}`));
  for (const id of ['mon', 'tue']) sheet.onCol(id, () => told.push(`col ${id}`));
  sheet.set([
    { row: 'a', col: 'mon', value: 4 },
    { row: 'a', col: 'mon', value: 5 },
  ]);
  expect(told).toEqual(['row a', 'col mon']);
  expect([sheet.get('a', 'mon'), [...sheet.col('mon')], sheet.row('b').size]).toEqual([5, [['a', 5]], 0]);
});

test('what stood before takes a write back', () => {
  const sheet = newSheet<number>();
  sheet.set([{ row: 'a', col: 'mon', value: 1 }]);
  const before = sheet.set([
    { row: 'a', col: 'mon', value: 2 },
    { row: 'a', col: 'mon', value: 3 },
    { row: 'a', col: 'tue', value: 8 },
  ]);
  sheet.set(before);
  expect([sheet.get('a', 'mon'), sheet.get('a', 'tue')]).toEqual([1, undefined]);
});

test('writing what is there is no change', () => {
  const sheet = newSheet<number>();
  sheet.set([{ row: 'a', col: 'mon', value: 1 }]);
  let told = 0;
  const stop = sheet.onRow('a', () => {
    told += 1;
  });
  expect(sheet.set([{ row: 'a', col: 'mon', value: 1 }])).toEqual([]);
  stop();
  sheet.set([{ row: 'a', col: 'mon', value: 2 }]);
  expect(told).toBe(0);
});
