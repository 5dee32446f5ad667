import { IconBeach } from '@tabler/icons-react';
import type { PaletteAction, Screen } from '../../web/screens.ts';

const BOOKINGS = '/planning/internal_bookings';

export const screens: Screen[] = [
  {
    path: BOOKINGS,
    page: 'internal_bookings',
    title: 'leave.internal_bookings',
    menu: { group: 'planning', order: 4, icon: IconBeach },
    load: () => import('./InternalBookings.tsx'),
  },
];

export const actions: PaletteAction[] = [
  {
    id: 'leave.ask',
    title: 'leave.ask',
    page: 'internal_bookings',
    to: { path: BOOKINGS, search: { ask: '1' } },
  },
];
