import { implement } from '../../server/route.ts';
import { timeContract } from '../contract.ts';
import { readChoices } from './choices.ts';
import { changeEntry, createEntries, listEntries, removeEntry } from './entries.ts';
import { applyImport, checkImport } from './imports.ts';
import { readTimesheet, setCells } from './timesheets.ts';

export const timeRoutes = implement(timeContract, {
  'GET /api/time_entries': listEntries,
  'GET /api/time_entries/choices': readChoices,
  'POST /api/time_entries': createEntries,
  'PATCH /api/time_entries/:id': changeEntry,
  'DELETE /api/time_entries/:id': removeEntry,
  'GET /api/timesheets/:week': readTimesheet,
  'PUT /api/timesheets/cells': setCells,
  'POST /api/time_imports/check': checkImport,
  'POST /api/time_imports': applyImport,
});
