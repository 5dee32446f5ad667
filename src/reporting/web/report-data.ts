import { type UseQueryResult, keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '../../kit/endpoint.ts';
import { GRADES } from '../../kit/grades.ts';
import type { peopleContract } from '../../people/contract.ts';
import type { timeContract } from '../../time/contract.ts';
import { caller } from '../../web/api.ts';
import { type Option, plain } from '../../web/ui/options.ts';
import type { reportingContract } from '../contract.ts';
import type { Report } from './figures.ts';
import type { PersonTime, ProjectTime } from './hours-rows.ts';
import { tooLong } from './period.ts';
import type { ReportBody, ReportFilters } from './report-filters.ts';

export const callReporting = caller<typeof reportingContract>();
const callPeople = caller<typeof peopleContract>();
const callTime = caller<typeof timeContract>();

const REPORT = 'report';
const LISTS_STALE_MS = 300_000;
const PER_PAGE = 200;
/** More rows than these are not fetched: sums then speak of the largest ones, and the screen says so. */
export const MOST_ROWS = 2000;

export type HoursBy = 'project' | 'person';

/** Hours by project or by person, and how many rows there are in all: more than `rows` when they were too many. */
export type Hours = { total: number } & ({ by: 'project'; rows: ProjectTime[] } | { by: 'person'; rows: PersonTime[] });

/** All pages of a list, up to the most that a screen works with. */
async function allRows<Row>(read: (page: number) => Promise<Page<Row>>): Promise<{ rows: Row[]; total: number }> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await read(page);
    rows.push(...answer.rows);
    if (!answer.pagination.has_next || rows.length >= MOST_ROWS) return { rows, total: answer.pagination.total };
  }
}

async function readHours(body: ReportBody, by: HoursBy, signal: AbortSignal): Promise<Hours> {
  const paged = (page: number) => ({ body: { ...body, page, per_page: PER_PAGE } });
  if (by === 'person') {
    const read = (page: number) => callReporting('POST /api/utilization/timespent_by_people', paged(page), { signal });
    return { by, ...(await allRows(read)) };
  }
  const read = (page: number) => callReporting('POST /api/utilization/timespent_by_projects', paged(page), { signal });
  return { by, ...(await allRows(read)) };
}

/** Hours of a period: everything the filters leave, so that sums and order are of the whole. */
export const useHours = (body: ReportBody, by: HoursBy, enabled: boolean): UseQueryResult<Hours> =>
  useQuery({
    queryKey: [REPORT, 'hours', by, body],
    queryFn: ({ signal }) => readHours(body, by, signal),
    placeholderData: keepPreviousData,
    enabled,
  });

export const GROUPS = ['team', 'grade', 'person', 'country'] as const;
export type Group = (typeof GROUPS)[number];

/** A report with the grouping of its rows, which it keeps while the next one is fetched. */
export interface GroupedReport extends Report {
  group: Group;
}

async function readReport(body: ReportBody, group: Group, signal: AbortSignal): Promise<GroupedReport> {
  const read = (page: number): Promise<Report> =>
    callReporting('POST /api/utilization/actual_utilization', { body: { ...body, group, page, per_page: PER_PAGE } }, { signal });
  const report = await read(1);
  for (let page = 2; report.rows.length < Math.min(report.count, MOST_ROWS); page += 1) {
    const { rows } = await read(page);
    if (rows.length === 0) break;
    report.rows.push(...rows);
  }
  return { ...report, group };
}

/** Utilization of a period, in groups; undefined asks for nothing. `keep` leaves the last one in view meanwhile. */
export const useUtilization = (body: ReportBody | undefined, group: Group, keep: boolean): UseQueryResult<GroupedReport> =>
  useQuery({
    queryKey: [REPORT, 'utilization', group, body],
    queryFn: ({ signal }) => readReport(body as ReportBody, group, signal),
    enabled: body !== undefined,
    ...(keep ? { placeholderData: keepPreviousData } : {}),
  });

export interface ReportOptions {
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
    known.length === 0 || tooLong({ from, to }) ? [] : chosen.filter((id) => !known.some((project) => project.id === id));
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

/** What the filters of a report offer. */
export function useReportOptions(filters: ReportFilters, body: ReportBody): ReportOptions {
  const people = usePeople();
  const work = useWork();
  const closed = useClosedProjects(filters.projects, work.projects, body);
  return {
    ...people,
    ...work,
    projects: closed.length > 0 ? [...work.projects, ...closed] : work.projects,
    grades: GRADES.map((grade) => ({ id: grade, name: grade })),
  };
}
