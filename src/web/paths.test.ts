import { expect, test } from 'vitest';
import { PLACES, pageOf, placeOf, plainPath } from './paths.ts';

test.each([
  ['/home', 'home'],
  ['/admin/users', 'users'],
  ['/admin/users/01a1fe36', 'user_details'],
  ['/management/clients_&_projects', 'clients_projects'],
  ['/management/clients_%26_projects', 'clients_projects'],
  ['/management/pricing/7', 'pricing'],
  ['/account/reset/abc.def', 'reset'],
  ['/home/', 'home'],
  ['/nowhere', 'not_found'],
  ['/admin/users/1/2', 'not_found'],
])('%s stands under %s', (path, page) => {
  expect(pageOf(path)).toBe(page);
});

test('the escaped ampersand is the plain one', () => {
  expect(plainPath('/management/clients_%26_projects')).toBe('/management/clients_&_projects');
});

test('login pages are open, pages of the firm are not', () => {
  expect(placeOf('/account/login')).toMatchObject({ open: true, login: true });
  expect(PLACES.filter((place) => place.open && !/^\/(account|oauth|pages)/.test(place.path))).toEqual([]);
});
