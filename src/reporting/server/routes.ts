import { implement } from '../../server/route.ts';
import { reportingContract } from '../contract.ts';
import { entriesBehind } from './behind.ts';
import { projectBudgets } from './budgets.ts';
import { clientBookings, exportClientBookings } from './client-bookings.ts';
import { readHome } from './home.ts';
import { exportHours, hoursByPerson, hoursByProject, hoursTotals } from './hours.ts';
import { projectChoices, projectMargins, rates, underRecoveries } from './money-report.ts';
import { loggedOn, projectBookings, projectFigures, projectPeople } from './project-figures.ts';
import { actualUtilization, exportUtilization } from './utilization.ts';

export const reportingRoutes = implement(reportingContract, {
  'POST /api/utilization/timespent_by_projects': hoursByProject,
  'POST /api/utilization/timespent_by_people': hoursByPerson,
  'POST /api/utilization/timespent_totals': hoursTotals,
  'POST /api/utilization/table_data': entriesBehind,
  'POST /api/utilization/budget': projectBudgets,
  'POST /api/utilization/actual_utilization': actualUtilization,
  'POST /api/utilization/rate': rates,
  'POST /api/utilization/underrecovery_ratio': underRecoveries,
  'GET /api/utilization/project_filter': projectChoices,
  'GET /api/projects/margin': projectMargins,
  'POST /api/utilization/export_projects': exportHours,
  'POST /api/utilization/export_kpis': exportUtilization,
  'GET /api/projects/:id/figures': projectFigures,
  'GET /api/projects/:id/people': projectPeople,
  'GET /api/projects/:id/bookings': projectBookings,
  'POST /api/projects/logged': loggedOn,
  'POST /api/bookings/by_client': clientBookings,
  'POST /api/bookings/export_by_client': exportClientBookings,
  'GET /api/home': readHome,
});
