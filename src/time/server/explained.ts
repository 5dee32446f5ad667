import { aboutPerson } from '../../people/server/public.ts';

/** Whose time one reads and writes is decided by the person whom it belongs to. */
export const timeRule = aboutPerson([
  'GET /api/time_entries',
  'POST /api/time_entries',
  'PATCH /api/time_entries',
  'PATCH /api/time_entries/:id',
  'DELETE /api/time_entries/:id',
  'GET /api/timesheets/:week',
  'PUT /api/timesheets/cells',
]);
