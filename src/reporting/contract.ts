import Type, { type Static } from 'typebox';
import { contract } from '../kit/endpoint.ts';
import { DayText, GradeName, Id, nullable, paging, strict } from '../kit/shapes.ts';
import { projectFilters } from '../clients/contract.ts';
import {
  Against,
  MoneyGroupName,
  MoneyReportShape,
  ProjectMarginShape,
  asOf,
  filters,
  moneyBody,
  period,
  search,
  sort,
} from './contract/money.ts';
import { ClientBookings } from './contract/client-bookings.ts';
import { ChangedSinceShape } from './contract/since.ts';
import { viewsContract } from './contract/views.ts';
import { Utilization, figures } from './contract/utilization.ts';
import { WipShape, wipBody } from './contract/wip.ts';

export type { ClientBooking, ClientBookings } from './contract/client-bookings.ts';
export type { ChangedSince } from './contract/since.ts';
export type { ReportView, Schedule } from './contract/views.ts';
export type { WipGroup, WipReport } from './contract/wip.ts';
export type { MoneyGroup, MoneyReport, ProjectMargin } from './contract/money.ts';

const Format = Type.Object({ format: Type.Optional(Type.String({ pattern: '^(xlsx|csv)$' })) });

const Month = Type.Object({ month: DayText, seconds: Type.Integer(), chargeable_seconds: Type.Integer() });

const ProjectTime = Type.Object({
  project_id: nullable(Id),
  code: nullable(Type.String()),
  project: nullable(Type.String()),
  client: nullable(Type.String()),
  seconds: Type.Integer(),
  chargeable_seconds: Type.Integer(),
  budget_minutes: nullable(Type.Integer()),
  months: Type.Array(Month),
});

const PersonTime = Type.Object({
  user_id: Id,
  name: Type.String(),
  grade: GradeName,
  team: nullable(Type.String()),
  seconds: Type.Integer(),
  chargeable_seconds: Type.Integer(),
  months: Type.Array(Month),
});

const EntryBehind = Type.Object({
  id: Id,
  day: DayText,
  user_id: Id,
  person: Type.String(),
  project_id: nullable(Id),
  code: nullable(Type.String()),
  project: nullable(Type.String()),
  client: nullable(Type.String()),
  task: nullable(Type.String()),
  seconds: Type.Integer(),
  chargeable: Type.Boolean(),
  comment: Type.String(),
});

const ProjectBudget = Type.Object({
  project_id: Id,
  code: Type.String(),
  project: Type.String(),
  client: nullable(Type.String()),
  status: Type.String(),
  budget_minutes: nullable(Type.Integer()),
  logged_seconds: Type.Integer(),
  /** From tomorrow on, on days on which people have capacity: confirmed ones, and all others. */
  booked_minutes: Type.Integer(),
  tentative_minutes: Type.Integer(),
});

const HoursTotals = Type.Object({
  /** Projects and people with time: as many as the tables have rows, internal work without a project left out. */
  projects: Type.Integer(),
  people: Type.Integer(),
  seconds: Type.Integer(),
  chargeable_seconds: Type.Integer(),
  /** Months with time, earliest first. */
  months: Type.Array(Month),
});

const ProjectFiguresShape = Type.Object({
  /** The day it is where the firm is: bookings count from the next one on. */
  as_of: DayText,
  budget_minutes: nullable(Type.Integer()),
  logged_seconds: Type.Integer(),
  chargeable_seconds: Type.Integer(),
  /** Confirmed bookings that are to come. */
  booked_minutes: Type.Integer(),
  /** Soft and requested ones: they never count as taken. */
  tentative_minutes: Type.Integer(),
  /** Months with time or confirmed bookings, earliest first. */
  months: Type.Array(Type.Object({ month: DayText, logged_seconds: Type.Integer(), planned_minutes: Type.Integer() })),
  /** By the grade that was held on the day. */
  grades: Type.Array(Type.Object({ grade: Type.String(), logged_seconds: Type.Integer() })),
});
export type ProjectFigures = Static<typeof ProjectFiguresShape>;

const ProjectPersonShape = Type.Object({
  user_id: Id,
  name: Type.String(),
  logged_seconds: Type.Integer(),
  chargeable_seconds: Type.Integer(),
  booked_minutes: Type.Integer(),
  tentative_minutes: Type.Integer(),
});
export type ProjectPerson = Static<typeof ProjectPersonShape>;

const projectPages = ['clients_projects'];
const ofProject = strict({ id: Id });
const reportPages = ['management_reporting', 'kpi_reporting'];
const Measure = Type.Unsafe<'capacity' | 'standard'>({ type: 'string', enum: ['capacity', 'standard'] });
/** Only time that is to be billed, as it stands now: on no draft, no invoice and no write-off. */
const unbilled = Type.Optional(Type.Boolean());
const hoursBody = { ...period, ...filters, ...asOf, unbilled, sort };
const utilizationBody = Type.Object({
  ...period,
  ...filters,
  ...asOf,
  /** By what was worked on (client to task type) a row has its own time above the line and everybody's capacity below it. */
  group: Type.Optional(MoneyGroupName),
  /** Another period to set beside this one. */
  compare: Type.Optional(Type.Object(period)),
  /** In its place: what is booked and confirmed of the same days. */
  against: Type.Optional(Type.Unsafe<'plan'>({ type: 'string', enum: ['plan'] })),
  months: Type.Optional(Type.Boolean()),
  /** The denominator by which `sort` orders utilization, its base and its change. */
  measure: Type.Optional(Measure),
  sort,
  ...paging,
});

const clientBookingsBody = {
  ...period,
  ...projectFilters,
  search: Type.Optional(Type.String({ maxLength: 200 })),
  /** Only projects on which somebody is booked in the range. */
  booked: Type.Optional(Type.Boolean()),
};

const hoursFile = Type.Object({ ...hoursBody, by: Type.Optional(Type.String({ pattern: '^(project|person|entry|budget)$' })) });
const kpisFile = Type.Object({
  ...utilizationBody.properties,
  by: Type.Optional(Type.String({ pattern: '^(utilization|money)$' })),
  against: Type.Optional(Against),
});

/** Views across rooms: hours, utilization, money, home; and what of them is kept under names. */
export const reportingContract = contract({
  ...viewsContract(kpisFile.properties, hoursFile.properties),
  'POST /api/utilization/timespent_by_projects': {
    summary: 'Logged hours by project and month, one page, sorted by any column (`month:2026-03-01` is one); largest first.',
    heavy: true,
    access: 'utilization.timespent_by_projects',
    pages: reportPages,
    read: true,
    body: Type.Object({ ...hoursBody, ...paging }),
    list: true,
    reply: ProjectTime,
  },
  'POST /api/utilization/timespent_by_people': {
    summary: 'Logged hours by person and month, one page, sorted by any column (`month:2026-03-01` is one); largest first.',
    heavy: true,
    access: 'utilization.timespent_by_people',
    pages: reportPages,
    read: true,
    body: Type.Object({ ...hoursBody, ...paging }),
    list: true,
    reply: PersonTime,
  },
  'POST /api/utilization/timespent_totals': {
    summary: 'Sums of all that the filters leave, as a whole and by month.',
    heavy: true,
    access: 'utilization.timespent_by_projects',
    pages: reportPages,
    read: true,
    body: Type.Object({ ...period, ...filters, ...asOf, unbilled }),
    reply: HoursTotals,
  },
  'POST /api/utilization/table_data': {
    summary: 'The entries behind a figure of a report: what the same filters leave, one page, the latest day first.',
    heavy: true,
    access: 'utilization.table_data',
    pages: reportPages,
    read: true,
    body: Type.Object({ ...hoursBody, ...paging }),
    list: true,
    reply: EntryBehind,
  },
  'POST /api/utilization/budget': {
    summary: 'Budgets of client projects (open ones unless told otherwise) beside what was logged and what is booked, one page.',
    heavy: true,
    access: 'utilization.budget',
    pages: reportPages,
    read: true,
    body: Type.Object({ ...projectFilters, sort, ...paging }),
    list: true,
    reply: ProjectBudget,
  },
  'POST /api/utilization/actual_utilization': {
    summary: 'Chargeable time against capacity, by person, grade, team or country: the sums, and one page of rows.',
    heavy: true,
    access: 'utilization.actual_utilization',
    pages: reportPages,
    read: true,
    body: utilizationBody,
    reply: Utilization,
  },
  'POST /api/utilization/rate': {
    summary: 'What an hour brings: fees, standard value and hours in groups, one page, beside another period where one is given.',
    heavy: true,
    access: 'utilization.rate',
    pages: reportPages,
    read: true,
    body: moneyBody,
    reply: MoneyReportShape,
  },
  'POST /api/utilization/underrecovery_ratio': {
    summary: 'Standard value that is not earned, in groups, one page, the most money first.',
    heavy: true,
    access: 'utilization.underrecovery_ratio',
    pages: reportPages,
    read: true,
    body: moneyBody,
    reply: MoneyReportShape,
  },
  'POST /api/utilization/wip': {
    summary:
      'Work in progress at the end of a day by the age of the work: what is to be billed, in groups, one page, the most money first.',
    heavy: true,
    access: 'utilization.rate',
    pages: reportPages,
    read: true,
    body: wipBody,
    reply: WipShape,
  },
  'GET /api/utilization/project_filter': {
    summary: 'Projects with time in a period (this year so far unless told otherwise), one page, by name.',
    access: 'utilization.project_filter',
    pages: reportPages,
    query: Type.Object({ from: Type.Optional(DayText), to: Type.Optional(DayText), search, ...paging }),
    list: true,
    reply: Type.Object({
      id: Id,
      code: Type.String(),
      name: Type.String(),
      client_id: nullable(Id),
      client: nullable(Type.String()),
      status: Type.String(),
    }),
  },
  'POST /api/utilization/changed_since': {
    summary:
      'What changed since the end of a day: the entries of a report, one page, the latest change first, and how many other facts.',
    access: 'utilization.table_data',
    pages: reportPages,
    read: true,
    body: Type.Object({ ...period, ...filters, as_of: DayText, ...paging }),
    reply: ChangedSinceShape,
  },
  'GET /api/utilization/choices': {
    summary: 'What reports may be narrowed to beside people, clients and projects.',
    access: 'utilization.project_filter',
    pages: reportPages,
    reply: Type.Object({
      sectors: Type.Array(Type.String()),
      countries: Type.Array(Type.String()),
      service_lines: Type.Array(Type.Object({ id: Id, name: Type.String() })),
      task_types: Type.Array(Type.Object({ id: Id, name: Type.String() })),
      /** People whom no report counts, as the use of their data is restricted. */
      restricted: Type.Integer(),
    }),
  },
  'GET /api/projects/margin': {
    summary:
      'What projects of clients earned over a period (this year so far unless told otherwise), one page, the most fees first.',
    access: 'projects.margin',
    pages: ['clients_projects', 'management_reporting'],
    query: Type.Object({ from: Type.Optional(DayText), to: Type.Optional(DayText), search, sort, ...paging }),
    list: true,
    reply: ProjectMarginShape,
  },
  'POST /api/utilization/export_projects': {
    summary: 'Hours by project and month as a file.',
    heavy: true,
    access: 'utilization.export_projects',
    audited: 'exported',
    pages: reportPages,
    read: true,
    query: Format,
    body: hoursFile,
    raw: 'file',
  },
  'POST /api/utilization/export_kpis': {
    summary: 'Utilization as a file; with `by` money what the hours brought.',
    heavy: true,
    access: 'utilization.export_kpis',
    audited: 'exported',
    pages: reportPages,
    read: true,
    query: Format,
    body: kpisFile,
    raw: 'file',
  },
  'POST /api/utilization/export_wip': {
    summary: 'Work in progress as a file.',
    heavy: true,
    access: 'utilization.export_kpis',
    audited: 'exported',
    pages: reportPages,
    read: true,
    query: Format,
    body: wipBody,
    raw: 'file',
  },
  'GET /api/projects/:id/figures': {
    summary: 'Logged, booked and budgeted hours of a project, as sums, by month and by grade.',
    access: 'projects.by_id',
    pages: projectPages,
    params: ofProject,
    reply: ProjectFiguresShape,
  },
  'GET /api/projects/:id/people': {
    summary: 'Who logged or is booked on a project, one page, those with most time first.',
    access: 'projects.by_id',
    pages: projectPages,
    params: ofProject,
    query: Type.Object(paging),
    list: true,
    reply: ProjectPersonShape,
  },
  'GET /api/projects/:id/bookings': {
    summary: 'The bookings of a project from today on, one page.',
    access: 'projects.by_id',
    pages: projectPages,
    params: ofProject,
    query: Type.Object(paging),
    list: true,
    reply: Type.Object({
      id: Id,
      user_id: Id,
      name: Type.String(),
      first_day: DayText,
      last_day: DayText,
      minutes_per_day: Type.Integer(),
      level: Type.Unsafe<'soft' | 'requested' | 'hard'>({ type: 'string', enum: ['soft', 'requested', 'hard'] }),
    }),
  },
  'POST /api/projects/logged': {
    summary: 'Logged time of some projects: what the list shows beside their budgets.',
    access: 'projects.all',
    pages: projectPages,
    read: true,
    body: strict({ ids: Type.Array(Id, { maxItems: 200 }) }),
    reply: Type.Array(Type.Object({ project_id: Id, logged_seconds: Type.Integer() })),
  },
  'POST /api/bookings/by_client': {
    summary: 'Bookings from the clients’ side: a page of projects with their people, beside time and budget.',
    access: 'projects.all',
    pages: ['clients_bookings'],
    read: true,
    body: Type.Object({ ...clientBookingsBody, ...paging }),
    list: true,
    reply: ClientBookings,
  },
  'POST /api/bookings/export_by_client': {
    summary: 'The same as a file, one row a booking.',
    access: 'projects.all',
    audited: 'exported',
    pages: ['clients_bookings'],
    read: true,
    query: Format,
    body: Type.Object(clientBookingsBody),
    raw: 'file',
  },
  'GET /api/home': {
    summary: 'What waits for the signed-in person: days without time, utilization of the last weeks, leave to decide.',
    access: 'signed_in',
    reply: Type.Object({
      today: DayText,
      missing: Type.Array(Type.Object({ day: DayText, expected_minutes: Type.Integer(), logged_seconds: Type.Integer() })),
      weeks: Type.Array(Type.Object({ week: DayText, ...figures })),
      leave_to_decide: Type.Integer(),
      timesheets_to_decide: Type.Integer(),
    }),
  },
});
