import { type Route, implement } from '../../server/route.ts';
import { leaveContract } from '../contract.ts';
import { exportBalances, listBalances } from './balances.ts';
import { readCalendar } from './calendar.ts';
import { readCapacity } from './capacity.ts';
import { changeDefault, changeLeaveYear, changeWeek, listCountries } from './countries.ts';
import { type FeedPart, addFeed, feedReader, listFeeds, removeFeed } from './feeds.ts';
import { addHoliday, copyHolidays, editHoliday, layLibrary, listHolidays, removeHoliday } from './holidays.ts';
import { adjustBalance, readLedger } from './ledger.ts';
import { addPolicies, addPolicy, changePolicy, listPolicies, removePolicy } from './policies.ts';
import { exportPolicies, importPolicies, policyTemplate, validatePolicies } from './policy-import.ts';
import { previewPolicy } from './policy-effect.ts';
import { previewLeave } from './preview.ts';
import { decideLeave, listRequests, requestLeave } from './requests.ts';
import { addLeaveType, editLeaveType, listLeaveTypes } from './types.ts';

/** @param feeds what later rooms add to a person's own calendar */
export const leaveRoutes = (feeds: readonly FeedPart[]): Route[] =>
  implement(leaveContract, {
    'GET /api/capacity': readCapacity,
    'GET /api/leave_types': listLeaveTypes,
    'POST /api/leave_types': addLeaveType,
    'PATCH /api/leave_types/:id': editLeaveType,
    'GET /api/leave_requests': listRequests,
    'POST /api/leave_requests': requestLeave,
    'POST /api/leave_requests/preview': previewLeave,
    'POST /api/leave_requests/decide': decideLeave,
    'POST /api/users/leave_balance': listBalances,
    'GET /api/leave_ledger': readLedger,
    'POST /api/leave_adjustments': adjustBalance,
    'GET /api/export_import/export_leave_balance': exportBalances,
    'GET /api/leave_calendar': readCalendar,
    'GET /api/pto/countries': listCountries,
    'GET /api/leave_policies': listPolicies,
    'POST /api/pto/create': addPolicy,
    'POST /api/pto/preview': previewPolicy,
    'POST /api/pto/create_many': addPolicies,
    'POST /api/pto/update': changePolicy,
    'DELETE /api/leave_policies/:id': removePolicy,
    'POST /api/pto/change_default': changeDefault,
    'POST /api/pto/validate_table': validatePolicies,
    'POST /api/pto/import': importPolicies,
    'GET /api/pto/export': exportPolicies,
    'GET /api/pto/template': policyTemplate,
    'PUT /api/working_weeks': changeWeek,
    'PUT /api/leave_years': changeLeaveYear,
    'GET /api/public_holidays': listHolidays,
    'POST /api/public_holidays': addHoliday,
    'PATCH /api/public_holidays/:id': editHoliday,
    'DELETE /api/public_holidays/:id': removeHoliday,
    'POST /api/public_holidays/library': layLibrary,
    'POST /api/public_holidays/copy': copyHolidays,
    'GET /api/calendar_feeds': listFeeds,
    'POST /api/calendar_feeds': addFeed,
    'DELETE /api/calendar_feeds/:id': removeFeed,
    'GET /api/calendar_feeds/leave': feedReader(feeds),
  });
