import { implement } from '../../server/route.ts';
import { leaveContract } from '../contract.ts';
import { readCapacity } from './capacity.ts';
import { decideLeave, listLeaveTypes, listRequests, requestLeave } from './requests.ts';

export const leaveRoutes = implement(leaveContract, {
  'GET /api/capacity': readCapacity,
  'GET /api/leave_requests': listRequests,
  'GET /api/leave_types': listLeaveTypes,
  'POST /api/leave_requests': requestLeave,
  'POST /api/leave_requests/decide': decideLeave,
});
