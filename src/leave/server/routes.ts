import { implement } from '../../server/route.ts';
import { leaveContract } from '../contract.ts';
import { readCapacity } from './capacity.ts';
import { decideLeave, listRequests, requestLeave } from './requests.ts';
import { addLeaveType, editLeaveType, listLeaveTypes } from './types.ts';

export const leaveRoutes = implement(leaveContract, {
  'GET /api/capacity': readCapacity,
  'GET /api/leave_types': listLeaveTypes,
  'POST /api/leave_types': addLeaveType,
  'PATCH /api/leave_types/:id': editLeaveType,
  'GET /api/leave_requests': listRequests,
  'POST /api/leave_requests': requestLeave,
  'POST /api/leave_requests/decide': decideLeave,
});
