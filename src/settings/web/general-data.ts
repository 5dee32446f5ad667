import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyTo } from '../../web/api.ts';
import { session } from '../../web/session.ts';
import type { settingsContract } from '../contract.ts';
import { call } from './tasks-data.ts';

export type General = ReplyTo<(typeof settingsContract)['GET /api/settings/general']>;
export type GeneralChange = Partial<Omit<General, 'currency' | 'version'>>;

const GENERAL = ['settings', 'general'];

/** What the firm sets for itself, and how to change it; the open page follows. */
export function useGeneral() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: GENERAL,
    queryFn: ({ signal }) => call('GET /api/settings/general', { query: {} }, { signal }),
  });
  const save = (changes: GeneralChange, version: number | undefined): Promise<General> =>
    call('PUT /api/settings/general', { query: {}, body: { ...changes, ...(version ? { version } : {}) } });
  const saved = (row: General): void => {
    client.setQueryData(GENERAL, row);
    const { firm } = session.get();
    if (firm) {
      const { time_zone, week_start, day_limit_minutes, load_thresholds } = row;
      session.set({ firm: { ...firm, time_zone, week_start, day_limit_minutes, thresholds: { load: load_thresholds } } });
    }
  };
  return { query, save, saved };
}
