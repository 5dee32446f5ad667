import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Pagination, ReplyOf } from '../../kit/endpoint.ts';
import { GRADES } from '../../kit/grades.ts';
import type { peopleContract } from '../../people/contract.ts';
import type { timeContract } from '../../time/contract.ts';
import { caller } from '../../web/api.ts';
import { type Option, plain } from '../../web/ui/options.ts';
import type { reportingContract } from '../contract.ts';
import type { Measure } from '../rules.ts';
import type { Report } from './figures.ts';
import type { PersonTime, ProjectTime } from './hours-rows.ts';
import { besideName, countryName } from './names.ts';
import { type Beside, tooLong } from './period.ts';
import { NONE, type ReportBody, type ReportFilters } from './report-filters.ts';

export const callReporting = caller<typeof reportingContract>();
const callPeople = caller<typeof peopleContract>();
const callTime = caller<typeof timeContract>();

const REPORT = 'report';
const LISTS_STALE_MS = 300_000;
const PER_PAGE = 200;

export type HoursBy = 'project' | 'person';

/** Which part of a table is in view. */
export interface View {
  sort: string;
  page: number;
  per: number;
}

/** One page of hours by project or by person. */
export type Hours = { pagination: Pagination } & ({ by: 'project'; rows: ProjectTime[] } | { by: 'person'; rows: PersonTime[] });

async function readHours(body: ReportBody, by: HoursBy, { sort, page, per }: View, signal: AbortSignal): Promise<Hours> {
  const input = { body: { ...body, sort, page, per_page: Math.min(per, PER_PAGE) } };
  return by === 'person'
    ? { by, ...(await callReporting('POST /api/utilization/timespent_by_people', input, { signal })) }
    : { by, ...(await callReporting('POST /api/utilization/timespent_by_projects', input, { signal })) };
}

/** One page of hours of a period, sorted by the server. */
export const useHours = (body: ReportBody, by: HoursBy, view: View, enabled: boolean): UseQueryResult<Hours> =>
  useQuery({
    queryKey: [REPORT, 'hours', by, body, view],
    queryFn: ({ signal }) => readHours(body, by, view, signal),
    placeholderData: keepPreviousData,
    enabled,
  });

export type EntryBehind = ReplyOf<(typeof reportingContract)['POST /api/utilization/table_data']>[number];

/** One page of the entries behind the figures. */
export const useEntriesBehind = (
  body: ReportBody,
  view: View,
  enabled: boolean,
): UseQueryResult<{ rows: EntryBehind[]; pagination: Pagination }> =>
  useQuery({
    queryKey: [REPORT, 'entries', body, view],
    queryFn: ({ signal }) => {
      const { sort, page, per } = view;
      const shown = { sort, page, per_page: Math.min(per, PER_PAGE) };
      return callReporting('POST /api/utilization/table_data', { body: { ...body, ...shown } }, { signal });
    },
    placeholderData: keepPreviousData,
    enabled,
  });

export type ProjectBudget = ReplyOf<(typeof reportingContract)['POST /api/utilization/budget']>[number];

/** One page of budgets. Of the filters those count that speak of projects; a budget has no period. */
export const useBudgets = (
  { clients, projects }: ReportBody,
  { sort, page, per }: View,
): UseQueryResult<{ rows: ProjectBudget[]; pagination: Pagination }> =>
  useQuery({
    queryKey: [REPORT, 'budgets', clients, projects, sort, page, per],
    queryFn: ({ signal }) => {
      const filters = { ...(clients ? { clients } : {}), ...(projects ? { projects } : {}) };
      return callReporting(
        'POST /api/utilization/budget',
        { body: { ...filters, sort, page, per_page: Math.min(per, PER_PAGE) } },
        { signal },
      );
    },
    placeholderData: keepPreviousData,
  });

export type HoursTotals = ReplyOf<(typeof reportingContract)['POST /api/utilization/timespent_totals']>;

/** Sums of everything that the filters leave, whatever page is in view. */
export const useHoursTotals = (body: ReportBody, enabled: boolean): UseQueryResult<HoursTotals> =>
  useQuery({
    queryKey: [REPORT, 'totals', body],
    queryFn: ({ signal }) => callReporting('POST /api/utilization/timespent_totals', { body }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });

export const GROUPS = [
  'team',
  'grade',
  'person',
  'country',
  'client',
  'sector',
  'project',
  'service_line',
  'task_type',
  'month',
  'week',
] as const;
/** Rows that are no people: each has its own time, and everybody's capacity. */
export const WORK_GROUPS = ['client', 'sector', 'project', 'service_line', 'task_type'] as const;
export type Group = (typeof GROUPS)[number];

/** A report with the grouping of its rows, which it keeps while the next one is fetched. */
export interface GroupedReport extends Report {
  group: Group;
  page: number;
  per: number;
  /** What stands beside it, in words. */
  compared: string | undefined;
}

export interface UtilizationView extends View {
  group: Group;
  measure: Measure;
  beside: Beside;
}

async function readReport(body: ReportBody, view: UtilizationView, signal: AbortSignal): Promise<GroupedReport> {
  const { group, measure, beside, sort, page, per } = view;
  const against = beside.against === 'plan' ? ({ against: 'plan' } as const) : {};
  const shown = { page, per_page: Math.min(per, PER_PAGE) };
  const order = sort ? { sort, measure } : {};
  const report = await callReporting(
    'POST /api/utilization/actual_utilization',
    {
      body: {
        ...body,
        ...shown,
        ...order,
        group,
        months: true,
        ...against,
        ...(beside.compare ? { compare: beside.compare } : {}),
      },
    },
    { signal },
  );
  return { ...report, group, page, per: shown.per_page, compared: besideName(beside) };
}

/** Utilization of a period in groups: the sums, and one page of rows, sorted by the server. */
export const useUtilization = (body: ReportBody, view: UtilizationView, enabled: boolean): UseQueryResult<GroupedReport> =>
  useQuery({
    queryKey: [REPORT, 'utilization', body, view],
    queryFn: ({ signal }) => readReport(body, view, signal),
    placeholderData: keepPreviousData,
    enabled,
  });

export interface ReportOptions extends WorkOptions {
  teams: Option[];
  users: Option[];
  grades: Option[];
  clients: Option[];
  projects: Option[];
}

const byName = (a: Option, b: Option): number => plain(a.name).localeCompare(plain(b.name));

/** People, and the teams in which they are. */
function usePeople(): Pick<ReportOptions, 'teams' | 'users'> {
  const { data } = useQuery({
    queryKey: [REPORT, 'people'],
    queryFn: ({ signal }) => callPeople('GET /api/users/users_all', {}, { signal }),
    staleTime: LISTS_STALE_MS,
  });
  return useMemo(() => {
    const rows = data?.rows ?? [];
    const teams = new Map(rows.flatMap((person) => person.teams).map(({ id, name }) => [id, { id, name }]));
    return {
      teams: [...teams.values()].sort(byName),
      users: rows.map(({ id, first_name, last_name, grade }) => ({ id, name: `${first_name} ${last_name}`.trim(), hint: grade })),
    };
  }, [data]);
}

/** Projects and clients on which one may log: not everybody who reads reports may list projects. */
function useWork(): Pick<ReportOptions, 'clients' | 'projects'> {
  const { data } = useQuery({
    queryKey: [REPORT, 'choices'],
    queryFn: ({ signal }) => callTime('GET /api/time_entries/choices', { query: {} }, { signal }),
    staleTime: LISTS_STALE_MS,
  });
  return useMemo(
    () => ({
      clients: (data?.clients ?? []).map(({ id, name }) => ({ id, name })).sort(byName),
      projects: (data?.projects ?? []).map(({ id, name, code, client }) => ({
        id,
        name,
        hint: [client, code].filter(Boolean).join(' · '),
      })),
    }),
    [data],
  );
}

/** Names of chosen projects that take no more time and so stand in no list: the report itself knows them. */
function useClosedProjects(chosen: readonly string[], known: readonly Option[], { from, to }: ReportBody): Option[] {
  const unknown =
    known.length === 0 || tooLong({ from, to })
      ? []
      : chosen.filter((id) => id !== NONE && !known.some((project) => project.id === id));
  const { data } = useQuery({
    queryKey: [REPORT, 'names', unknown, from, to],
    queryFn: ({ signal }) =>
      callReporting(
        'POST /api/utilization/timespent_by_projects',
        { body: { from, to, projects: unknown, per_page: PER_PAGE } },
        { signal },
      ),
    staleTime: LISTS_STALE_MS,
    enabled: unknown.length > 0,
  });
  return (data?.rows ?? []).flatMap(({ project_id, project, code, client }) =>
    project_id && project ? [{ id: project_id, name: project, hint: [client, code].filter(Boolean).join(' · ') }] : [],
  );
}

interface WorkOptions {
  sectors: Option[];
  lines: Option[];
  tasks: Option[];
  countries: Option[];
}

const useChoices = () =>
  useQuery({
    queryKey: [REPORT, 'work'],
    queryFn: ({ signal }) => callReporting('GET /api/utilization/choices', {}, { signal }),
    staleTime: LISTS_STALE_MS,
  });

/** How many people no report counts, as the use of their data is restricted. */
export const useLeftOut = (): number => useChoices().data?.restricted ?? 0;

/** What else narrows a report. */
function useWorkOptions(): WorkOptions {
  const { data } = useChoices();
  return useMemo(
    () => ({
      sectors: (data?.sectors ?? []).map((name) => ({ id: name, name })),
      lines: data?.service_lines ?? [],
      tasks: data?.task_types ?? [],
      countries: (data?.countries ?? []).map((code) => ({ id: code, name: countryName(code) })),
    }),
    [data],
  );
}

/** What the filters of a report offer. */
export function useReportOptions(filters: ReportFilters, body: ReportBody): ReportOptions {
  const people = usePeople();
  const work = useWork();
  const more = useWorkOptions();
  const closed = useClosedProjects(filters.projects, work.projects, body);
  return {
    ...people,
    ...work,
    ...more,
    projects: closed.length > 0 ? [...work.projects, ...closed] : work.projects,
    grades: GRADES.map((grade) => ({ id: grade, name: grade })),
  };
}
