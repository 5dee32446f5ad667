import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReplyTo } from '../../web/api.ts';
import { useLive } from '../../web/ui/index.ts';
import type { timeContract } from '../contract.ts';
import { afterEntries, callTime } from './sheet-query.ts';

type Answer = ReplyTo<(typeof timeContract)['GET /api/timer']>;
export type Timer = NonNullable<Answer['timer']>;

const TIMER = ['timer'];

/** One's running timer; started and stopped in other tabs and on other devices, too. */
export function useTimer(): UseQueryResult<Answer> {
  const client = useQueryClient();
  useLive('timer', () => void client.invalidateQueries({ queryKey: TIMER }));
  return useQuery({ queryKey: TIMER, queryFn: ({ signal }) => callTime('GET /api/timer', {}, { signal }) });
}

/** What can be done with one's timer; each fetches it anew. */
export function useTimerActs() {
  const client = useQueryClient();
  const after = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      await client.invalidateQueries({ queryKey: TIMER });
    }
  };
  return {
    start: () => after(callTime('POST /api/timer', { body: {} })),
    change: (body: Partial<Pick<Timer, 'project_id' | 'task_type_id' | 'comment' | 'started_at'>>) =>
      after(callTime('PATCH /api/timer', { body })),
    stop: async (body: Partial<Pick<Timer, 'project_id' | 'task_type_id' | 'comment'>> & { ended_at?: string }) => {
      const entries = await after(callTime('POST /api/timer/stop', { body }));
      await afterEntries(client);
      return entries;
    },
    discard: () => after(callTime('DELETE /api/timer', {})),
  };
}

const TICK_MS = 1000;

/** Whole seconds since an instant, counted while it is shown. @param ahead by how many ms the server's clock is ahead of this one */
export function useElapsed(since: string, ahead: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.floor((now + ahead - Date.parse(since)) / 1000));
}
