import { lazy } from 'react';

/** The switches of one's own notifications, for the profile. */
export const NotificationSwitches = lazy(() => import('./NotificationSwitches.tsx'));
