import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { text } from '../../web/i18n/text.ts';
import { confirm, notify, useReason } from '../../web/ui/index.ts';
import type { ReportView, Schedule } from '../contract.ts';
import { callReporting } from './report-data.ts';

const VIEWS = 'report_views';
export type ViewScreen = ReportView['screen'];
type Given = Parameters<typeof callReporting<'POST /api/report_views'>>[1] extends { body: infer B } | undefined ? B : never;
/** What the file of a view is asked by. */
export type ViewFile = Given['file'];

/** The views of a screen that one sees. */
export const useViews = (screen: ViewScreen, enabled: boolean): UseQueryResult<ReportView[]> =>
  useQuery({
    queryKey: [VIEWS, screen],
    queryFn: ({ signal }) => callReporting('GET /api/report_views', { query: { screen } }, { signal }),
    enabled,
  });

export const useMails = () =>
  useQuery({
    queryKey: [VIEWS, 'mails'],
    queryFn: ({ signal }) => callReporting('GET /api/report_schedules', {}, { signal }),
  });

export interface NewView {
  name: string;
  search: string;
  file: ViewFile;
  audience: ReportView['audience'];
  team_id: string | null;
}

/** What may be done with views; each answers whether it was done, and says why not. */
export function useViewActs(screen: ViewScreen) {
  const client = useQueryClient();
  const reason = useReason();
  const done = async (failed: string, said: string, act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act();
      notify.success(said);
      return true;
    } catch (error) {
      notify.error(`${failed} ${reason(error)}`);
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: [VIEWS] });
    }
  };
  return {
    /** A view of the same name is saved over. */
    save: (view: NewView, known: ReportView | undefined): Promise<boolean> =>
      done(text('reporting.view_failed'), text('reporting.view_saved', { name: view.name }), () =>
        known
          ? callReporting('PUT /api/report_views/:id', { params: { id: known.id }, body: { ...view, version: known.version } })
          : callReporting('POST /api/report_views', { body: { screen, ...view } }),
      ),
    remove: async (view: ReportView): Promise<void> => {
      const sure = await confirm({
        title: text('reporting.view_remove_title', { name: view.name }),
        text: view.audience === 'self' && !view.schedule ? '' : text('reporting.view_remove_text'),
        action: text('reporting.view_remove'),
        danger: true,
      });
      if (sure)
        await done(text('reporting.view_failed'), text('reporting.view_removed', { name: view.name }), () =>
          callReporting('DELETE /api/report_views/:id', { params: { id: view.id } }),
        );
    },
    send: (view: Pick<ReportView, 'id' | 'name'>, body: Schedule): Promise<boolean> =>
      done(text('reporting.mail_failed'), text('reporting.mail_started', { name: view.name }), () =>
        callReporting('PUT /api/report_views/:id/schedule', { params: { id: view.id }, body }),
      ),
    stop: (view: Pick<ReportView, 'id' | 'name'>): Promise<boolean> =>
      done(text('reporting.mail_failed'), text('reporting.mail_stopped', { name: view.name }), () =>
        callReporting('DELETE /api/report_views/:id/schedule', { params: { id: view.id } }),
      ),
  };
}
