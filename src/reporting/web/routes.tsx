import { IconChartBar, IconGauge, IconHome } from '@tabler/icons-react';
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
