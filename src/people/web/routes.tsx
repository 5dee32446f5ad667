import { IconHierarchy2, IconUsers } from '@tabler/icons-react';
import { addSettingsSection } from '../../settings/web/public.ts';
import type { PaletteAction, Screen } from '../../web/screens.ts';

const USERS = '/admin/users';
const TEAMS = '/admin/business_units';

export const screens: Screen[] = [
  {
    path: USERS,
    page: 'users',
    title: 'people.users',
    menu: { group: 'administration', order: 1, icon: IconUsers },
    load: () => import('./Users.tsx'),
    operation: 'users.list',
  },
  {
    path: `${USERS}/$id`,
    page: 'user_details',
    title: 'people.user_details',
    load: () => import('./UserDetails.tsx'),
    operation: 'users.by_id',
  },
  {
    path: TEAMS,
    page: 'business_units',
    title: 'people.business_units',
    menu: { group: 'administration', order: 2, icon: IconHierarchy2 },
    load: () => import('./BusinessUnits.tsx'),
    operation: ['teams.get_details', 'teams.booking_levels'],
  },
];

export const actions: PaletteAction[] = [
  {
    id: 'people.add_user',
    title: 'people.add_user',
    page: 'users',
    operation: 'users.add_user',
    to: { path: USERS, search: { add: '1' } },
  },
  {
    id: 'people.invite',
    title: 'people.invite_title',
    page: 'users',
    operation: 'users.invite',
    to: { path: USERS, search: { invite: '1' } },
  },
  {
    id: 'people.add_team',
    title: 'people.add_team',
    page: 'business_units',
    operation: 'teams.add',
    to: { path: TEAMS, search: { id: 'new' } },
  },
];

/** A part of the settings page for administrators. */
export function register(): void {
  addSettingsSection({
    id: 'steps',
    title: 'people.steps',
    text: 'people.steps_text',
    access: 'administrator',
    load: () => import('./GradeSteps.tsx'),
  });
}
