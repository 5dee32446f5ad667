import { IconBeach, IconWorld } from '@tabler/icons-react';
import { profileParts } from '../../access/web/public.ts';
import { userColumns, userParts } from '../../people/web/public.ts';
import type { PaletteAction, Screen } from '../../web/screens.ts';

const BOOKINGS = '/planning/internal_bookings';
const COUNTRIES = '/admin/countries_settings';

export const screens: Screen[] = [
  {
    path: BOOKINGS,
    page: 'internal_bookings',
    title: 'leave.internal_bookings',
    menu: { group: 'planning', order: 4, icon: IconBeach },
    load: () => import('./InternalBookings.tsx'),
  },
  {
    path: COUNTRIES,
    page: 'countries_settings',
    title: 'leave.countries_settings',
    menu: { group: 'administration', order: 3, icon: IconWorld },
    load: () => import('./CountriesSettings.tsx'),
    operation: 'pto.countries',
  },
];

export const actions: PaletteAction[] = [
  {
    id: 'leave.ask',
    title: 'leave.ask',
    page: 'internal_bookings',
    to: { path: BOOKINGS, search: { ask: '1' } },
  },
  {
    id: 'leave.who_is_off',
    title: 'leave.who_is_off',
    page: 'internal_bookings',
    to: { path: BOOKINGS, search: { tab: 'team' } },
  },
];

/** The leave of a person stands on their page, what is left of it in the list of users, one's own in the profile. */
export const register = (): void => {
  userParts.fill({ id: 'leave', title: 'leave.leave', load: () => import('./PersonLeave.tsx') });
  userColumns.fill({ id: 'leave_left', title: 'leave.left_today', load: () => import('./LeaveLeft.tsx') });
  profileParts.fill({ id: 'leave', title: 'leave.leave', load: () => import('./OwnLeave.tsx') });
};
