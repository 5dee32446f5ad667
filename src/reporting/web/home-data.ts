import { type UseQueryResult, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Day } from '../../kit/day.ts';
import type { ReplyOf } from '../../kit/endpoint.ts';
import type { planningContract } from '../../planning/contract.ts';
import type { timeContract } from '../../time/contract.ts';
import { caller } from '../../web/api.ts';
import { useSession } from '../../web/session.ts';
import { concerns, useLive } from '../../web/ui/index.ts';
import type { reportingContract } from '../contract.ts';
import type { Booking, Timesheet } from './home-week.ts';

const callReporting = caller<typeof reportingContract>();
const callTime = caller<typeof timeContract>();
const callPlanning = caller<typeof planningContract>();

const HOME = 'home';
/** Time is logged on other screens: coming back to Home shows it at once, then asks anew. */
const fresh = { refetchOnMount: 'always' } as const;

export type HomeFacts = ReplyOf<(typeof reportingContract)['GET /api/home']>;

/** Days without time, utilization of the last weeks, leave to decide: of the signed-in person. */
export const useHomeFacts = (): UseQueryResult<HomeFacts> =>
  useQuery({ queryKey: [HOME, 'facts'], queryFn: ({ signal }) => callReporting('GET /api/home', {}, { signal }), ...fresh });

/** One's own week; the week before stays while the next one comes. */
export const useMyWeek = (week: string): UseQueryResult<Timesheet> =>
  useQuery({
    queryKey: [HOME, 'week', week],
    queryFn: ({ signal }) => callTime('GET /api/timesheets/:week', { params: { week }, query: {} }, { signal }),
    placeholderData: keepPreviousData,
    ...fresh,
  });

/** One's own bookings that touch the days. */
export const useMyBookings = (from: Day, to: Day): UseQueryResult<Booking[]> =>
  useQuery({
    queryKey: [HOME, 'bookings', from, to],
    queryFn: async ({ signal }) =>
      (await callPlanning('GET /api/bookings', { query: { from, to, per_page: 200 } }, { signal })).rows,
    ...fresh,
  });

/** Home follows what is logged, planned and decided elsewhere. */
export function useLiveHome(): void {
  const client = useQueryClient();
  const me = useSession((state) => state.me?.id);
  const again = (): void => void client.invalidateQueries({ queryKey: [HOME] });
  const ofMine: Parameters<typeof useLive>[1] = (change) => {
    if (concerns(change, me)) again();
  };
  useLive('time', ofMine);
  useLive('bookings', ofMine);
  // Others' leave may wait for one's decision.
  useLive('leave', again);
}
