import { implement } from '../../server/route.ts';
import { planningContract } from '../contract.ts';
import { readBoard } from './board.ts';
import { exportBoard } from './board-export.ts';
import { changeBooking, createBooking, listBookings, oneBooking, removeBooking, splitBooking } from './bookings.ts';
import { changeDemand, createDemands, listDemands, oneDemand, removeDemands } from './demands.ts';
import { findPeople } from './find.ts';
import { readGroups, workloadGroups } from './groups.ts';
import { copyInternal } from './copy-internal.ts';
import { handBack, handOver } from './hand-over.ts';
import { bookSeveral, removeSeveral } from './several.ts';
import { lastTeams } from './last-teams.ts';
import { rollForward } from './roll-forward.ts';
import { declineBooking } from './requests.ts';
import { writeTogether } from './together.ts';
import { readChoices, readPhases } from './choices.ts';
import { exportWorkload, readWorkload } from './workload.ts';
import { readAddresses, readHistogram } from './workload-people.ts';
import { clashesOf } from './clashes.ts';

export const planningRoutes = implement(planningContract, {
  'POST /api/bookings/board': readBoard,
  'POST /api/bookings/board/groups': readGroups,
  'POST /api/bookings/board/export': exportBoard,
  'GET /api/bookings': listBookings,
  'GET /api/bookings/choices': readChoices,
  'GET /api/bookings/phases': readPhases,
  'GET /api/bookings/clashes': clashesOf,
  'GET /api/bookings/:id': oneBooking,
  'POST /api/bookings': createBooking,
  'PATCH /api/bookings/:id': changeBooking,
  'DELETE /api/bookings/:id': removeBooking,
  'POST /api/bookings/split': splitBooking,
  'POST /api/bookings/several': bookSeveral,
  'POST /api/bookings/together': writeTogether,
  'POST /api/bookings/remove_several': removeSeveral,
  'POST /api/bookings/copy_internal': copyInternal,
  'POST /api/bookings/hand_over': handOver,
  'POST /api/bookings/hand_back': handBack,
  'POST /api/bookings/roll_forward': rollForward,
  'POST /api/bookings/last_teams': lastTeams,
  'POST /api/bookings/:id/decline': declineBooking,
  'POST /api/bookings/find': findPeople,
  'POST /api/demands/all': listDemands,
  'GET /api/demands/:id': oneDemand,
  'POST /api/demands': createDemands,
  'PATCH /api/demands/:id': changeDemand,
  'POST /api/demands/remove': removeDemands,
  'POST /api/workload': readWorkload,
  'POST /api/workload/groups': workloadGroups,
  'POST /api/workload/histogram': readHistogram,
  'POST /api/workload/addresses': readAddresses,
  'POST /api/workload/export': exportWorkload,
});
