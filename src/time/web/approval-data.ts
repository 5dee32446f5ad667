import { type UseQueryResult, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Pagination, ReplyOf } from '../../kit/endpoint.ts';
import { notify, useLive, useReason } from '../../web/ui/index.ts';
import type { timeContract } from '../contract.ts';
import { callTime } from './sheet-query.ts';
import type { Timesheet } from './week.ts';

export type Approval = Timesheet['approval'];
type Approvals = ReplyOf<(typeof timeContract)['GET /api/timesheet_approvals']>;
export type ApprovalRow = Approvals[number];
export type PartState = ApprovalRow['state'];

const APPROVALS = ['timesheet-approvals'];

/** Parts of weeks on which one decides or decided. */
export const useApprovals = (
  state: PartState,
  page: number,
  perPage: number,
): UseQueryResult<{ rows: ApprovalRow[]; pagination: Pagination }> =>
  useQuery({
    queryKey: [...APPROVALS, state, page, perPage],
    queryFn: ({ signal }) => callTime('GET /api/timesheet_approvals', { query: { state, page, per_page: perPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** What waits is fetched anew when a week was handed in or decided on elsewhere. */
export function useLiveApprovals(): void {
  const client = useQueryClient();
  useLive('time', () => void client.invalidateQueries({ queryKey: APPROVALS }));
}

/** How many wait; asked for now and then. */
export const useWaiting = (): number =>
  useQuery({
    queryKey: [...APPROVALS, 'count'],
    queryFn: ({ signal }) => callTime('GET /api/timesheet_approvals', { query: { state: 'waiting', per_page: 1 } }, { signal }),
    staleTime: 60_000,
  }).data?.pagination.total ?? 0;

/** Does something to weeks, says how it went, and fetches what it changed. */
export function useActs(): { busy: boolean; act: (work: () => Promise<unknown>, done: string) => Promise<boolean> } {
  const client = useQueryClient();
  const reason = useReason();
  const [busy, setBusy] = useState(false);
  const act = async (work: () => Promise<unknown>, done: string): Promise<boolean> => {
    setBusy(true);
    try {
      await work();
      notify.success(done);
      return true;
    } catch (error) {
      notify.error(reason(error));
      return false;
    } finally {
      setBusy(false);
      await Promise.all([
        client.invalidateQueries({ queryKey: APPROVALS }),
        client.invalidateQueries({ queryKey: ['timesheet'] }),
        client.invalidateQueries({ queryKey: ['home'] }),
      ]);
    }
  };
  return { busy, act };
}
