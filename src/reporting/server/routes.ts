import { implement } from '../../server/route.ts';
import { reportingContract } from '../contract.ts';
import { entriesBehind } from './behind.ts';
import { projectBudgets } from './budgets.ts';
import { clientBookings, exportClientBookings } from './client-bookings.ts';
import { changedSince } from './changed-since.ts';
import { dated } from './past.ts';
import { filterChoices } from './filter-choices.ts';
import { readHome } from './home.ts';
import { exportHours, hoursByPerson, hoursByProject, hoursTotals } from './hours.ts';
import { projectChoices, projectMargins, rates, underRecoveries } from './money-report.ts';
import { loggedOn, projectBookings, projectFigures, projectPeople } from './project-figures.ts';
import { listSchedules, schedule, unschedule } from './schedules.ts';
import { actualUtilization, exportUtilization } from './utilization.ts';
import { exportWip, workInProgress } from './wip.ts';
import { addView, changeView, listViews, removeView } from './views.ts';

export const reportingRoutes = implement(reportingContract, {
  'POST /api/utilization/timespent_by_projects': dated(hoursByProject),
  'POST /api/utilization/timespent_by_people': dated(hoursByPerson),
  'POST /api/utilization/timespent_totals': dated(hoursTotals),
  'POST /api/utilization/table_data': dated(entriesBehind),
  'POST /api/utilization/budget': projectBudgets,
  'POST /api/utilization/actual_utilization': dated(actualUtilization),
  'POST /api/utilization/rate': dated(rates),
  'POST /api/utilization/underrecovery_ratio': dated(underRecoveries),
  'POST /api/utilization/wip': workInProgress,
  'GET /api/utilization/project_filter': projectChoices,
  'GET /api/utilization/choices': filterChoices,
  'GET /api/projects/margin': projectMargins,
  'POST /api/utilization/export_projects': dated(exportHours),
  'POST /api/utilization/export_kpis': dated(exportUtilization),
  'POST /api/utilization/export_wip': exportWip,
  'POST /api/utilization/changed_since': changedSince,
  'GET /api/projects/:id/figures': projectFigures,
  'GET /api/projects/:id/people': projectPeople,
  'GET /api/projects/:id/bookings': projectBookings,
  'POST /api/projects/logged': loggedOn,
  'POST /api/bookings/by_client': clientBookings,
  'POST /api/bookings/export_by_client': exportClientBookings,
  'GET /api/home': readHome,
  'GET /api/report_views': listViews,
  'POST /api/report_views': addView,
  'PUT /api/report_views/:id': changeView,
  'DELETE /api/report_views/:id': removeView,
  'PUT /api/report_views/:id/schedule': schedule,
  'DELETE /api/report_views/:id/schedule': unschedule,
  'GET /api/report_schedules': listSchedules,
});
