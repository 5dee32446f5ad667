import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '../../kit/endpoint.ts';
import type { ExportFormat } from '../../web/ui/index.ts';
import type { reportingContract } from '../contract.ts';
import type { MoneyGroup } from './money-data.ts';
import { type View, callReporting } from './report-data.ts';
import type { ReportBody } from './report-filters.ts';

export type WipReport = ReplyOf<(typeof reportingContract)['POST /api/utilization/wip']>;
export type WipRow = WipReport['rows'][number];
export type WipSums = WipReport['total'];
export type WipGroup = Exclude<MoneyGroup, 'month' | 'week'>;

/** What the table of a report of money tells: what was earned over the period, or what stands at its end. */
export const MONEY_ROWS = ['earned', 'wip'] as const;
export type MoneyRows = (typeof MONEY_ROWS)[number];

/** The last days of the four ages, as the server tells them; the last age has none. */
export const AGES = [30, 60, 90] as const;

/** Months and weeks tell work in progress apart by its age already. */
export const wipGroup = (group: MoneyGroup): WipGroup => (group === 'month' || group === 'week' ? 'client' : group);

export interface WipView extends View {
  group: WipGroup;
}

/** A report with what it was asked by, which it keeps while the next one is fetched. */
export interface GroupedWip extends WipReport {
  group: WipGroup;
  page: number;
  per: number;
}

/** What a report of money asks for: work in progress stands at the end of its period, as of now. */
function wipBody({ from: _from, to, as_of: _now, unbilled: _all, chargeable: _every, ...filters }: ReportBody) {
  return { ...filters, day: to };
}

const PER_PAGE = 200;

/** Work in progress at the end of a period in groups: the sums, and one page of rows, sorted by the server. */
export const useWip = (body: ReportBody, view: WipView, enabled: boolean): UseQueryResult<GroupedWip> =>
  useQuery({
    queryKey: ['report', 'wip', body, view],
    queryFn: async ({ signal }) => {
      const { group, sort, page } = view;
      const per = Math.min(view.per, PER_PAGE);
      const asked = { ...wipBody(body), group, page, per_page: per, ...(sort ? { sort } : {}) };
      return { ...(await callReporting('POST /api/utilization/wip', { body: asked }, { signal })), group, page, per };
    },
    placeholderData: keepPreviousData,
    enabled,
  });

/** The same as a file, of all pages. */
export const downloadWip = (body: ReportBody, group: WipGroup, sort: string, format: ExportFormat): Promise<void> =>
  callReporting.download('POST /api/utilization/export_wip', `work_in_progress_${body.to}.${format}`, {
    query: { format },
    body: { ...wipBody(body), group, ...(sort ? { sort } : {}) },
  });
