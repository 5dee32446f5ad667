import Type from 'typebox';
import { contract } from '../kit/endpoint.ts';
import { DayText, GradeName, Id, Ids, nullable, paging } from '../kit/shapes.ts';
import { projectFilters } from '../clients/contract.ts';

const period = { from: DayText, to: DayText };
const filters = { ...projectFilters, grades: Type.Optional(Type.Array(GradeName)), task_types: Type.Optional(Ids) };
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

const figures = {
  chargeable_seconds: Type.Integer(),
  seconds: Type.Integer(),
  /** Pattern − holidays − leave. */
  capacity_minutes: Type.Integer(),
  /** Pattern − holidays: leave is not taken off. */
  standard_minutes: Type.Integer(),
  /** Target × capacity, summed over people. */
  target_minutes: Type.Integer(),
};

export const Utilization = Type.Object({
  from: DayText,
  to: DayText,
  total: Type.Object(figures),
  count: Type.Integer(),
  rows: Type.Array(
    Type.Object({
      key: Type.String(),
      name: Type.String(),
      grade: nullable(Type.String()),
      team: nullable(Type.String()),
      people: Type.Integer(),
      ...figures,
    }),
  ),
});

const reportPages = ['management_reporting', 'kpi_reporting'];
const groups = ['person', 'grade', 'team', 'country'] as const;
const Group = Type.Unsafe<(typeof groups)[number]>({ type: 'string', enum: [...groups] });
const utilizationBody = Type.Object({ ...period, ...filters, group: Type.Optional(Group), ...paging });

/** Read-only views across rooms: hours, utilization, home. */
export const reportingContract = contract({
  'POST /api/utilization/timespent_by_projects': {
    summary: 'Logged hours by project and month, largest first.',
    access: 'utilization.timespent_by_projects',
    pages: reportPages,
    read: true,
    body: Type.Object({ ...period, ...filters, ...paging }),
    list: true,
    reply: ProjectTime,
  },
  'POST /api/utilization/timespent_by_people': {
    summary: 'Logged hours by person and month, largest first.',
    access: 'utilization.timespent_by_people',
    pages: reportPages,
    read: true,
    body: Type.Object({ ...period, ...filters, ...paging }),
    list: true,
    reply: PersonTime,
  },
  'POST /api/utilization/actual_utilization': {
    summary: 'Chargeable time against capacity, by person, grade, team or country.',
    access: 'utilization.actual_utilization',
    pages: reportPages,
    read: true,
    body: utilizationBody,
    reply: Utilization,
  },
  'POST /api/utilization/export_projects': {
    summary: 'Hours by project and month as a file.',
    access: 'utilization.export_projects',
    pages: reportPages,
    read: true,
    query: Format,
    body: Type.Object({ ...period, ...filters, by: Type.Optional(Type.String({ pattern: '^(project|person)$' })) }),
    raw: 'file',
  },
  'POST /api/utilization/export_kpis': {
    summary: 'Utilization as a file.',
    access: 'utilization.export_kpis',
    pages: reportPages,
    read: true,
    query: Format,
    body: utilizationBody,
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
    }),
  },
});
