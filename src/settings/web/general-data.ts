import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReplyTo } from '../../web/api.ts';
import { type Form, type FormOptions, useForm } from '../../web/form/index.ts';
import { session } from '../../web/session.ts';
import { notify } from '../../web/ui/index.ts';
import type { settingsContract } from '../contract.ts';
import { call } from './tasks-data.ts';

export type General = ReplyTo<(typeof settingsContract)['GET /api/settings/general']>;
export type GeneralChange = Partial<Omit<General, 'currency' | 'version'>>;

const GENERAL = ['settings', 'general'];

/** What the firm sets for itself. */
export const useGeneral = () =>
  useQuery({
    queryKey: GENERAL,
    queryFn: ({ signal }) => call('GET /api/settings/general', { query: {} }, { signal }),
  });

/** A form on some of what the firm sets for itself; the open page follows what is saved. */
export function useGeneralForm<Draft extends GeneralChange>(
  options: Pick<FormOptions<General, Draft>, 'row' | 'draftOf' | 'check'>,
): Form<Draft> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const save = (changes: GeneralChange, version: number | undefined): Promise<General> =>
    call('PUT /api/settings/general', { query: {}, body: { ...changes, ...(version ? { version } : {}) } });
  const onSaved = (row: General): void => {
    client.setQueryData(GENERAL, row);
    const { firm } = session.get();
    if (firm) {
      const { time_zone, week_start, day_limit_minutes, load_thresholds } = row;
      session.set({ firm: { ...firm, time_zone, week_start, day_limit_minutes, thresholds: { load: load_thresholds } } });
    }
    notify.success(t('settings.saved'));
  };
  return useForm<General, Draft>({ ...options, save, onSaved });
}
