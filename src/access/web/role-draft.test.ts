import { expect, test } from 'vitest';
import { PAGES } from '../rules.ts';
import { FLAGS, PAGE_GROUPS, changesBetween, flagsBetween, nextCell, turned, whole } from './role-draft.ts';

test('every page stands in one group', () => {
  expect(PAGE_GROUPS.flatMap(({ pages }) => pages).sort()).toEqual([...PAGES].sort());
  expect(FLAGS[0]).toBe('view_page');
});

test('what a role leaves out is as for a new firm, and home stays open', () => {
  const accesses = whole({ timesheet: { view_page: false }, home: { view_page: false } });
  expect(accesses['timesheet']).toMatchObject({ view_page: false, can_edit: true, can_see_cost: false });
  expect(accesses['home']?.['view_page']).toBe(true);
});

test('counts what differs, not what is left out', () => {
  expect(changesBetween({}, whole({}))).toBe(0);
  const once = turned(whole({}), 'planning', 'view_page');
  expect(changesBetween({}, once)).toBe(1);
  expect(flagsBetween({}, once)).toEqual([{ page: 'planning', flag: 'view_page', on: false }]);
  expect(changesBetween({}, turned(once, 'planning', 'view_page'))).toBe(0);
});

test('arrows move between cells and stop at the edges', () => {
  const columns = FLAGS.length;
  expect(nextCell('ArrowUp', { page: 'home', column: 0 }, columns)).toEqual({ page: 'home', column: 0 });
  expect(nextCell('ArrowDown', { page: 'home', column: 0 }, columns)).toEqual({ page: 'profile', column: 0 });
  expect(nextCell('End', { page: 'timesheet', column: 0 }, columns)?.column).toBe(columns - 1);
  expect(nextCell('ArrowRight', { page: 'timesheet', column: 1 }, 2)?.column).toBe(1);
  expect(nextCell('PageDown', { page: 'home', column: 2 }, columns)).toEqual({ page: 'settings', column: 2 });
  expect(nextCell('a', { page: 'home', column: 0 }, columns)).toBeUndefined();
});
