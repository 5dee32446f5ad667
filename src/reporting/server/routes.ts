import { implement } from '../../server/route.ts';
import { reportingContract } from '../contract.ts';
import { readHome } from './home.ts';
import { exportHours, hoursByPerson, hoursByProject, hoursTotals } from './hours.ts';
import { actualUtilization, exportUtilization } from './utilization.ts';

export const reportingRoutes = implement(reportingContract, {
  'POST /api/utilization/timespent_by_projects': hoursByProject,
  'POST /api/utilization/timespent_by_people': hoursByPerson,
  'POST /api/utilization/timespent_totals': hoursTotals,
  'POST /api/utilization/actual_utilization': actualUtilization,
  'POST /api/utilization/export_projects': exportHours,
  'POST /api/utilization/export_kpis': exportUtilization,
  'GET /api/home': readHome,
});
