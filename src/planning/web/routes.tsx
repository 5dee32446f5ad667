import { IconCalendarTime, IconChartHistogram } from '@tabler/icons-react';
import { internalActs } from '../../leave/web/public.ts';
import { fillLeaveMeets } from '../../leave/web/public.tsx';
import { userParts } from '../../people/web/public.ts';
import type { PaletteAction, Screen } from '../../web/screens.ts';

export const screens: Screen[] = [
  {
    path: '/planning/planning_page',
    page: 'planning',
    title: 'planning.planning',
    menu: { group: 'planning', order: 1, icon: IconCalendarTime },
    load: () => import('./Planning.tsx'),
  },
  {
    path: '/planning/workload_page',
    page: 'workload',
    title: 'planning.workload',
    menu: { group: 'planning', order: 2, icon: IconChartHistogram },
    load: () => import('./Workload.tsx'),
  },
];

export const actions: PaletteAction[] = [
  {
    id: 'planning.over',
    title: 'planning.find_over',
    page: 'workload',
    to: { path: '/planning/workload_page', search: { only: 'over' } },
  },
  {
    id: 'planning.free',
    title: 'planning.find_free',
    page: 'workload',
    to: { path: '/planning/workload_page', search: { only: 'free', sort: 'free' } },
  },
];

/** Whoever asks for leave, or decides on it, sees the bookings on its days; those of a person stand on their page. */
export const register = (): void => {
  fillLeaveMeets(() => import('./LeaveMeets.tsx'));
  internalActs.fill({ id: 'book', title: 'planning.book_internal', load: () => import('./BookInternal.tsx') });
  internalActs.fill({ id: 'copy', title: 'planning.copy_internal', load: () => import('./CopyInternal.tsx') });
  userParts.fill({ id: 'bookings', title: 'planning.person_bookings', load: () => import('./PersonBookings.tsx') });
};
