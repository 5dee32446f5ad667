import { expect, test } from 'vitest';
import { billingBefore } from './billing.ts';
import { projectCodecs, projectFilters } from './project-list.ts';
import { readAddress } from '../../web/address.ts';

test('what is written to take a billing status back: the others by what they had, none that had it already', () => {
  const rows = [
    { id: 'a', billing_status: 'billed' as const },
    { id: 'b', billing_status: 'in_progress' as const },
    { id: 'c', billing_status: 'not_started' as const },
    { id: 'd', billing_status: 'in_progress' as const },
  ];
  expect(billingBefore(rows, 'billed')).toEqual([
    ['in_progress', ['b', 'd']],
    ['not_started', ['c']],
  ]);
});

test('filters of the address that mean nothing are not sent', () => {
  const read = (search: Record<string, string>) => projectFilters(readAddress(projectCodecs, search));
  expect(read({})).toEqual({});
  expect(read({ teams: 'nonsense', years: '2026,x,12', statuses: 'active,gone', chargeable: 'false', search: ' a ' })).toEqual({
    search: 'a',
    years: [2026],
    statuses: ['active'],
    chargeable: false,
  });
});
