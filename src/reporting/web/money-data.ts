import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReplyOf } from '../../kit/endpoint.ts';
import type { reportingContract } from '../contract.ts';
import type { Period } from '../../web/ui/dates.ts';
import { besideName } from './names.ts';
import type { Beside } from './period.ts';
import { type View, callReporting } from './report-data.ts';
import type { ReportBody } from './report-filters.ts';

export type MoneyReport = ReplyOf<(typeof reportingContract)['POST /api/utilization/rate']>;
export type MoneyRow = MoneyReport['rows'][number];

/** By what sums are told apart. */
export const MONEY_GROUPS = [
  'project',
  'client',
  'sector',
  'service_line',
  'person',
  'grade',
  'team',
  'country',
  'task_type',
  'month',
  'week',
] as const;
export type MoneyGroup = (typeof MONEY_GROUPS)[number];

export interface MoneyView extends View {
  group: MoneyGroup;
  beside: Beside;
}

/** A report with what it was asked by, which it keeps while the next one is fetched. */
export interface GroupedMoney extends MoneyReport {
  group: MoneyGroup;
  page: number;
  per: number;
  /** What stands beside it: nothing, another period, or the plan or budget of its own. */
  beside: Beside;
  compared: string | undefined;
}

const PER_PAGE = 200;
/** What is not earned has an operation of its own, which begins with the most money. */
const LOSSES = /^-?(under_recovery|ratio|discount|overrun|written_off)$/;

async function readMoney(body: ReportBody, view: MoneyView, signal: AbortSignal): Promise<GroupedMoney> {
  const { group, beside, sort, page } = view;
  const per = Math.min(view.per, PER_PAGE);
  const asked = { ...body, group, page, per_page: per, ...(sort ? { sort } : {}), ...beside };
  const report = LOSSES.test(sort)
    ? await callReporting('POST /api/utilization/underrecovery_ratio', { body: asked }, { signal })
    : await callReporting('POST /api/utilization/rate', { body: asked }, { signal });
  return { ...report, group, page, per, beside, compared: besideName(beside) };
}

/** Fees, standard value and hours of a period in groups: the sums, and one page of rows, sorted by the server. */
export const useMoney = (body: ReportBody, view: MoneyView, enabled: boolean): UseQueryResult<GroupedMoney> =>
  useQuery({
    queryKey: ['report', 'money', body, view],
    queryFn: ({ signal }) => readMoney(body, view, signal),
    placeholderData: keepPreviousData,
    enabled,
  });

/** The same month by month, for pictures. */
export const useMoneyByMonth = (body: ReportBody, enabled: boolean): UseQueryResult<GroupedMoney> =>
  useMoney(body, { group: 'month', beside: {}, sort: '', page: 1, per: PER_PAGE }, enabled);

/** Where rows and marks lead. */
export interface MoneyDrill {
  /** The report narrowed to a row, told apart by something else; undefined where nothing filters by it. */
  toRow: (group: MoneyGroup, key: string) => { to: string; search: Record<string, string> } | undefined;
  /** The entries behind a row. */
  toEntries: (group: MoneyGroup, key: string) => { to: string; search: Record<string, string> } | undefined;
  /** Those of it that are to be billed, of some days. */
  toUnbilled: (group: MoneyGroup, key: string, days: Period) => { to: string; search: Record<string, string> } | undefined;
  /** Work in progress by its age. */
  toWip: { to: string; search: Record<string, string> };
  toMonth: (month: string) => void;
}
