import { expect, test } from 'vitest';
import { readScale, sharesOf } from './commands-seed.ts';

test('a scale is read; years and firms may be left out', () => {
  expect(readScale('users=5000,years=3,tenants=50')).toEqual({ users: 5000, years: 3, tenants: 50 });
  expect(readScale(' tenants = 2 , users=10')).toEqual({ users: 10, years: 1, tenants: 2 });
});

test.each([
  ['', '--scale takes users=N,years=N,tenants=N, not "".'],
  ['people=3', '--scale takes users=N,years=N,tenants=N, not "people=3".'],
  ['users=many', '--scale takes users=N,years=N,tenants=N, not "users=many".'],
  ['users=-3', '--scale takes users=N,years=N,tenants=N, not "users=-3".'],
  ['users=3,users=4', '--scale names users twice.'],
  ['users=3,years=0', '--scale: years must be from 1 to 20, not 0.'],
  ['years=3', '--scale must say how many users, as in users=5000,years=3,tenants=50.'],
  ['users=3,tenants=4', '--scale: 4 firms need at least 4 users.'],
])('a scale that cannot be laid is refused in one line: %s', (value, reason) => {
  expect(() => readScale(value)).toThrow(reason);
});

test.each([
  [5000, 50],
  [5000, 1],
  [7, 3],
  [3, 3],
  [1, 1],
])('%i people over %i firms: nobody is lost, no firm is empty, the first is the largest', (users, tenants) => {
  const shares = sharesOf(users, tenants);
  expect(shares).toHaveLength(tenants);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(users);
  expect(Math.min(...shares)).toBeGreaterThan(0);
  expect(Math.max(...shares)).toBe(shares[0]);
});
