import { implement } from '../../server/route.ts';
import { supportContract } from '../contract.ts';
import { eventChoices, exportAccess, exportEvents, listAccess, listEvents } from './audit.ts';

export const supportRoutes = implement(supportContract, {
  'GET /api/audit_events': listEvents,
  'GET /api/audit_events/choices': eventChoices,
  'GET /api/audit_events/export': exportEvents,
  'GET /api/access_log': listAccess,
  'GET /api/access_log/export': exportAccess,
});
