import { expect, test } from 'vitest';
import type { Screen } from '../screens.ts';
import { entriesOf, withRecent } from './palette-entries.ts';

const screens = [{ path: '/planning/workload_page', page: 'workload', title: 'Workload' } as Screen];
const sources = {
  screens,
  actions: [{ id: 'copy', title: 'Copy last week', page: 'timesheet', to: { path: '/time_tracking/timesheet' } }],
  places: [
    { collection: 'projects', title: 'Project', page: 'clients_projects', to: (id: string) => ({ path: '/p', search: { id } }) },
  ],
  found: [
    { collection: 'projects', id: '7', label: 'Audit Acme' },
    { collection: 'unknown', id: '8', label: 'Nowhere' },
  ],
  recent: [{ id: 'go /home', name: 'Home', to: { path: '/home' } }],
  t: (key: string) => key,
};

test('with nothing typed recent things come first', () => {
  expect(entriesOf('', sources).map(({ section }) => section)).toEqual(['recent', 'go', 'do']);
});

test('typing finds screens, actions and what the search found; things without a screen are left out', () => {
  expect(entriesOf('wor', sources).map(({ name }) => name)).toEqual(['Workload', 'Audit Acme']);
  expect(entriesOf('last copy', sources)[0]?.name).toBe('Copy last week');
});

test('the last used is the first of six', () => {
  const entry = (name: string) => ({ id: name, name, to: { path: '/' } });
  const recent = 'abcdefgc'.split('').reduce((all, name) => withRecent(all, entry(name)), [] as ReturnType<typeof withRecent>);
  expect(recent.map(({ id }) => id)).toEqual(['c', 'g', 'f', 'e', 'd', 'b']);
});
