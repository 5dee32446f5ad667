import { implement } from '../../server/route.ts';
import { timeContract } from '../contract.ts';
import { listApprovals } from './approval-rows.ts';
import { decideWeeks, reopenWeek, submitWeek, withdrawWeek } from './approvals.ts';
import { readChoices } from './choices.ts';
import { timesheetCompletion } from './completion.ts';
import { completionDays, exportCompletion, remindSelected } from './completion-acts.ts';
import { changeEntry, createEntries, listEntries, removeEntry } from './entries.ts';
import { exportEntries } from './entry-export.ts';
import { entryHistory } from './entry-history.ts';
import { checkUndo, listImports, undoImport } from './import-undo.ts';
import { applyImport, checkImport, importColumns } from './imports.ts';
import { moveEntries } from './several-entries.ts';
import { changeTimeRules, readTimeRules } from './time-rules.ts';
import { changeTimer, discardTimer, readTimer, startTimer, stopTimer } from './timer.ts';
import { readTimesheet, setCells } from './timesheets.ts';
import { changeWorkingTime, listWorkingTimes } from './working-time.ts';

export const timeRoutes = implement(timeContract, {
  'GET /api/time_entries': listEntries,
  'GET /api/time_entries/export': exportEntries,
  'GET /api/time_entries/choices': readChoices,
  'POST /api/time_entries': createEntries,
  'PATCH /api/time_entries': moveEntries,
  'PATCH /api/time_entries/:id': changeEntry,
  'DELETE /api/time_entries/:id': removeEntry,
  'GET /api/time_entries/:id/history': entryHistory,
  'GET /api/timesheets/:week': readTimesheet,
  'PUT /api/timesheets/cells': setCells,
  'POST /api/timesheets/submit': submitWeek,
  'POST /api/timesheets/withdraw': withdrawWeek,
  'POST /api/timesheets/decide': decideWeeks,
  'POST /api/timesheets/reopen': reopenWeek,
  'GET /api/timesheet_approvals': listApprovals,
  'GET /api/time_rules': readTimeRules,
  'PUT /api/time_rules': changeTimeRules,
  'GET /api/working_times': listWorkingTimes,
  'PUT /api/working_times': changeWorkingTime,
  'GET /api/timer': readTimer,
  'POST /api/timer': startTimer,
  'PATCH /api/timer': changeTimer,
  'POST /api/timer/stop': stopTimer,
  'DELETE /api/timer': discardTimer,
  'POST /api/time_imports/check': checkImport,
  'POST /api/time_imports': applyImport,
  'POST /api/time_imports/columns': importColumns,
  'GET /api/time_imports': listImports,
  'POST /api/time_imports/:id/check_undo': checkUndo,
  'POST /api/time_imports/:id/undo': undoImport,
  'POST /api/utilization/timesheet_completion': timesheetCompletion,
  'POST /api/utilization/completion_days': completionDays,
  'POST /api/utilization/remind': remindSelected,
  'POST /api/utilization/export_completion': exportCompletion,
});
