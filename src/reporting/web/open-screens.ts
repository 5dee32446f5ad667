import { brought, isOpenFor } from '../../web/shell/menu.ts';
import type { Screen } from '../../web/screens.ts';
import { useSession } from '../../web/session.ts';

/** Finds the screen at an address, if there is one and the signed-in person may use it. */
export function useOpenScreen(): (path: string) => Screen | undefined {
  const accesses = useSession((session) => session.userAccesses);
  const me = useSession((session) => session.me);
  return (path) => brought.screens.find((screen) => screen.path === path && isOpenFor(screen, accesses, me));
}

export const ADD_TIME = '/time_tracking/addtime';
export const TIMESHEET = '/time_tracking/timesheet';
export const PLANNING = '/planning/planning_page';
export const WORKLOAD = '/planning/workload_page';
export const INTERNAL_BOOKINGS = '/planning/internal_bookings';
export const PROJECTS = '/management/clients_&_projects';
export const HOURS_REPORT = '/reporting/management_reporting';
export const UTILIZATION_REPORT = '/reporting/kpi/reporting';
export const COMPLETION = '/reporting/timesheet_completion';
export const PROFILE = '/profile';
export const GUIDE = '/admin/support';
