import { IconChartBar, IconGauge, IconHierarchy2, IconHome } from '@tabler/icons-react';
import { profileParts } from '../../access/web/public.ts';
import { projectColumns, projectParts } from '../../clients/web/public.ts';
import type { Screen } from '../../web/screens.ts';

export const screens: Screen[] = [
  {
    path: '/home',
    page: 'home',
    title: 'reporting.home',
    menu: { group: 'home', order: 1, icon: IconHome },
    load: () => import('./Home.tsx'),
  },
  {
    path: '/planning/clients_bookings',
    page: 'clients_bookings',
    title: 'reporting.client_bookings',
    menu: { group: 'planning', order: 3, icon: IconHierarchy2 },
    load: () => import('./ClientBookings.tsx'),
    operation: 'projects.all',
  },
  {
    path: '/reporting/management_reporting',
    page: 'management_reporting',
    title: 'reporting.management',
    menu: { group: 'reporting', order: 1, icon: IconChartBar },
    load: () => import('./ManagementReport.tsx'),
    operation: 'utilization.timespent_by_projects',
  },
  {
    path: '/reporting/kpi/reporting',
    page: 'kpi_reporting',
    title: 'reporting.financial',
    menu: { group: 'reporting', order: 2, icon: IconGauge },
    load: () => import('./FinancialReport.tsx'),
    operation: 'utilization.actual_utilization',
  },
];

/** What is logged and booked stands on the project itself, and beside its budget in the list. */
export const register = (): void => {
  const { overview, team, time, budget } = projectParts;
  overview.fill({ id: 'figures', title: 'reporting.project_figures', load: () => import('./ProjectFigures.tsx') });
  team.fill({ id: 'people', title: 'reporting.project_people', load: () => import('./ProjectPeople.tsx') });
  team.fill({ id: 'bookings', title: 'reporting.project_bookings', load: () => import('./ProjectBookings.tsx') });
  time.fill({ id: 'months', title: 'reporting.project_time', load: () => import('./ProjectTime.tsx') });
  time.fill({ id: 'people', title: 'reporting.project_people', load: () => import('./ProjectPeople.tsx') });
  budget.fill({ id: 'figures', title: 'reporting.project_figures', load: () => import('./ProjectFigures.tsx') });
  budget.fill({ id: 'grades', title: 'reporting.project_grades', load: () => import('./ProjectGrades.tsx') });
  profileParts.fill({ id: 'report_mails', title: 'reporting.mails', load: () => import('./ReportMails.tsx') });
  projectColumns.fill({ id: 'logged', title: 'reporting.project_used', load: () => import('./LoggedCell.tsx') });
};
