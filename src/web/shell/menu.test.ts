import { expect, test } from 'vitest';
import type { Screen } from '../screens.ts';
import { closest, menuOf } from './menu.ts';

const screen = (path: string, page: string, group: 'home' | 'time' | 'administration', order = 1): Screen => ({
  path,
  page,
  title: page,
  menu: { group, order, icon: () => null },
  load: () => Promise.reject(new Error('not needed')),
});

const screens = [
  screen('/admin/users', 'users', 'administration'),
  screen('/time_tracking/timesheet', 'timesheet', 'time', 2),
  screen('/time_tracking/addtime', 'add_time', 'time', 1),
  screen('/home', 'home', 'home'),
];

test('groups keep their order, closed pages and empty groups vanish', () => {
  const accesses = { users: { view_page: false }, timesheet: { view_page: true }, home: { view_page: false } };
  const menu = menuOf(screens, accesses, undefined).map(({ group, screens: entries }) => [
    group,
    entries.map(({ page }) => page),
  ]);
  expect(menu).toEqual([
    ['home', ['home']],
    ['time', ['add_time', 'timesheet']],
  ]);
});

test('a wrong address finds its neighbours', () => {
  const named = ({ title }: Screen): string => title;
  expect(closest('/time_tracking/timeshet', screens, named)[0]?.page).toBe('timesheet');
  expect(closest('/user', screens, named, 1)[0]?.page).toBe('users');
  expect(closest('/100%', screens, named)).toHaveLength(3);
});
