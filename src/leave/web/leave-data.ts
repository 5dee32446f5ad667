import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ReplyTo, caller } from '../../web/api.ts';
import { onLive } from '../../web/live.ts';
import type { leaveContract } from '../contract.ts';

export const call = caller<typeof leaveContract>();

type Leave = typeof leaveContract;
type RowOf<
  K extends 'GET /api/leave_types' | 'GET /api/leave_requests' | 'GET /api/leave_calendar' | 'POST /api/users/leave_balance',
> = ReplyTo<Leave[K]>['rows'][number];
export type LeaveType = RowOf<'GET /api/leave_types'>;
export type LeaveRequest = RowOf<'GET /api/leave_requests'>;
export type CalendarRow = RowOf<'GET /api/leave_calendar'>;
export type Balance = RowOf<'POST /api/users/leave_balance'>;
export type Preview = ReplyTo<Leave['POST /api/leave_requests/preview']>;
export type Part = LeaveRequest['part'];
export type Status = LeaveRequest['status'];

/** Under these keys lists are kept; a write makes them stale. `RULES` are types, policies and holidays. */
export const LEAVE = ['leave'];
export const RULES = ['leave_rules'];

/** What a request that was decided changes; the other screens hear of it by the live stream. */
const TOUCHED = [LEAVE, ['bookings']];
const GATHER_MS = 250;
const RULES_STALE_MS = 300_000;
/** Most rows of one page. */
const MOST = 200;

/** Makes everything stale that shows leave. */
export function useLeaveChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(TOUCHED.map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}

/** Fetches anew what is shown when somebody asked, decided or changed the rules; several changes at once are one. */
export function useLiveLeave(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let rules = false;
    const changed = (ofRules: boolean) => (): void => {
      rules ||= ofRules;
      timer ??= setTimeout(() => {
        for (const queryKey of rules ? [LEAVE, RULES] : [LEAVE]) void client.invalidateQueries({ queryKey });
        timer = undefined;
        rules = false;
      }, GATHER_MS);
    };
    const stops = [onLive('leave', changed(false)), onLive('leave_rules', changed(true))];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [client]);
}

/** The firm's leave types in use. */
export const useTypesInUse = () =>
  useQuery({
    queryKey: [...RULES, 'types', 'active'],
    queryFn: ({ signal }) => call('GET /api/leave_types', { query: {} }, { signal }),
    staleTime: RULES_STALE_MS,
  });

/** The same to choose from; none while they are not known. */
export const useLeaveTypes = (): LeaveType[] => useTypesInUse().data?.rows ?? [];

/** Balances of these people (default: oneself) on a day or in a year, a row for each type of leave. */
export const useBalances = (users: readonly string[], asOf?: string, year?: number) =>
  useQuery({
    queryKey: [...LEAVE, 'balances', users, asOf, year],
    queryFn: ({ signal }) =>
      call(
        'POST /api/users/leave_balance',
        {
          query: {},
          body: { user_ids: [...users], per_page: MOST, ...(asOf ? { as_of: asOf } : {}), ...(year ? { year } : {}) },
        },
        { signal },
      ),
    enabled: users.length > 0,
    placeholderData: keepPreviousData,
  });
