import { afterEach, expect, test } from 'vitest';
import { defaultAccesses, mayCall } from '../access/rules.ts';
import { isFlagOn, setAccessRule } from './session.ts';

afterEach(() => setAccessRule(() => true));

test('a flag that a role does not name is as the server reads it: open, but for costs', () => {
  setAccessRule(mayCall, defaultAccesses()['home']);
  const accesses = { users: { view_page: true, can_edit: false } };
  expect(isFlagOn('can_edit', 'users', accesses)).toBe(false);
  expect(isFlagOn('can_export', 'users', accesses)).toBe(true);
  expect(isFlagOn('can_export', 'settings', accesses)).toBe(true);
  expect(isFlagOn('can_export', 'settings', undefined)).toBe(true);
  expect(isFlagOn('can_see_cost', 'users', accesses)).toBe(false);
  expect(isFlagOn('can_see_cost', 'users', { users: { can_see_cost: true } })).toBe(true);
});
