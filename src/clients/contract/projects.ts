import Type, { type Static } from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { Currency, DayText, GradeName, Id, Ids, Name, Version, nullable, paging, strict, tableShapes } from '../../kit/shapes.ts';
import { Custom } from '../../settings/contract.ts';
import { BILLING_STATUSES, FEE_KINDS, MOST_IMPORTED, PROJECT_FIELDS, STATUSES } from '../rules.ts';
import { Change, Format, Minutes, Money, Search, oneOf, pages, span, spanOut, versioned } from './shapes.ts';

const Status = oneOf(...STATUSES);
const BillingStatus = oneOf(...BILLING_STATUSES);
const FeeKind = oneOf(...FEE_KINDS);
const Logging = oneOf('everybody', 'members');
const MOST_PARTS = 500;

const ProjectRow = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  client_id: nullable(Id),
  client: nullable(Type.String()),
  team_id: nullable(Id),
  team: nullable(Type.String()),
  /** Who manages it today. */
  managers: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  status: Status,
  billing_status: BillingStatus,
  chargeable: Type.Boolean(),
  fee_kind: FeeKind,
  is_template: Type.Boolean(),
  starts_on: nullable(DayText),
  ends_on: nullable(DayText),
  budget_minutes: nullable(Type.Integer()),
  budget_fee: nullable(Type.Integer()),
  currency: Currency,
  custom: Custom,
  version: Version,
});
export type ProjectListRow = Static<typeof ProjectRow>;

const Held = Type.Object({ id: Id, user_id: Id, name: Type.String(), ...spanOut });
const Project = Type.Object({
  ...ProjectRow.properties,
  logging: Logging,
  notes: Type.String(),
  /** What it was copied from. */
  copied_from: nullable(Id),
  /** Managers with their days, those before and those to come too. */
  managed: Type.Array(Held),
  members: Type.Array(Held),
  phases: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      starts_on: nullable(DayText),
      ends_on: nullable(DayText),
      budget_minutes: nullable(Type.Integer()),
      budget_fee: nullable(Type.Integer()),
    }),
  ),
  grade_budgets: Type.Array(
    Type.Object({ id: Id, grade: GradeName, budget_minutes: nullable(Type.Integer()), budget_fee: nullable(Type.Integer()) }),
  ),
  /** Task types that time and bookings are limited to; none: all of them. */
  task_type_ids: Type.Array(Id),
  rates: Type.Array(
    Type.Object({
      id: Id,
      grade: nullable(GradeName),
      user_id: nullable(Id),
      name: nullable(Type.String()),
      /** Minor units of the project's currency an hour. */
      rate: Type.Integer(),
      ...spanOut,
    }),
  ),
  files: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      media_type: Type.String(),
      size: Type.Integer(),
      added_by: nullable(Type.String()),
      created_at: Type.String(),
    }),
  ),
  /** Whether the caller follows it. */
  watched: Type.Boolean(),
});
export type ProjectDetails = Static<typeof Project>;

const Card = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  client: nullable(Type.String()),
  team: nullable(Type.String()),
  managers: ProjectRow.properties.managers,
  status: Status,
  chargeable: Type.Boolean(),
  starts_on: nullable(DayText),
  ends_on: nullable(DayText),
  logging: Logging,
  /** Names of the task types that its time is limited to; none: all of them. */
  tasks: Type.Array(Type.String()),
});
export type ProjectCard = Static<typeof Card>;

const ofUser = strict({ id: Type.Optional(Id), user_id: Id, ...span });
const budget = { budget_minutes: Type.Optional(nullable(Minutes)), budget_fee: Type.Optional(nullable(Money)) };

/** What may be said of a project, and set for many of them at once. */
const ownFields = {
  client_id: Type.Optional(nullable(Id)),
  team_id: Type.Optional(nullable(Id)),
  /** Who manages it from today on. */
  manager_ids: Type.Optional(Type.Array(Id, { maxItems: 20 })),
  status: Type.Optional(Status),
  billing_status: Type.Optional(BillingStatus),
  chargeable: Type.Optional(Type.Boolean()),
  fee_kind: Type.Optional(FeeKind),
};

const projectFields = {
  ...ownFields,
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  logging: Type.Optional(Logging),
  is_template: Type.Optional(Type.Boolean()),
  notes: Type.Optional(Type.String({ maxLength: 20_000 })),
  starts_on: Type.Optional(nullable(DayText)),
  ends_on: Type.Optional(nullable(DayText)),
  ...budget,
  currency: Type.Optional(Currency),
  /** Values of the firm's own fields; keys left out stay, a null removes. */
  custom: Type.Optional(Custom),
  /** Each of these is the whole list: what is left out goes, what has a known id is changed. */
  managed: Type.Optional(Type.Array(ofUser, { maxItems: MOST_PARTS })),
  members: Type.Optional(Type.Array(ofUser, { maxItems: MOST_PARTS })),
  phases: Type.Optional(
    Type.Array(
      strict({
        id: Type.Optional(Id),
        name: Name,
        starts_on: Type.Optional(nullable(DayText)),
        ends_on: Type.Optional(nullable(DayText)),
        ...budget,
      }),
      { maxItems: MOST_PARTS },
    ),
  ),
  grade_budgets: Type.Optional(Type.Array(strict({ id: Type.Optional(Id), grade: GradeName, ...budget }), { maxItems: 7 })),
  task_type_ids: Type.Optional(Type.Array(Id, { maxItems: MOST_PARTS })),
  rates: Type.Optional(
    Type.Array(
      strict({
        id: Type.Optional(Id),
        grade: Type.Optional(nullable(GradeName)),
        user_id: Type.Optional(nullable(Id)),
        rate: Money,
        ...span,
      }),
      { maxItems: MOST_PARTS },
    ),
  ),
};

/** The filters by which screens narrow projects: arrays of ids; an empty or missing one does not narrow. */
export const projectFilters = {
  teams: Type.Optional(Ids),
  users: Type.Optional(Ids),
  clients: Type.Optional(Ids),
  projects: Type.Optional(Ids),
  years: Type.Optional(Type.Array(Type.Integer({ minimum: 1990, maximum: 2200 }), { maxItems: 50 })),
  statuses: Type.Optional(Type.Array(Status)),
  billing_status: Type.Optional(Type.Array(BillingStatus)),
  chargeable: Type.Optional(Type.Boolean()),
  data: Type.Optional(Type.Unknown()),
};

/** Of the list alone: by the firm's own fields, and the templates instead of the projects. */
const listFilters = { ...projectFilters, custom: Type.Optional(Custom), templates: Type.Optional(Type.Boolean()) };

const projectTable = tableShapes(PROJECT_FIELDS, MOST_IMPORTED);
const ofProject = strict({ id: Id });

export const projectContract = contract({
  'POST /api/projects/all': {
    summary: 'Projects, one page, by the project filters.',
    access: 'projects.all',
    pages,
    read: true,
    body: Type.Optional(Type.Object({ ...paging, ...Search, ...listFilters })),
    list: true,
    reply: ProjectRow,
  },
  'POST /api/projects/export': {
    summary: 'Projects of a filter as a file.',
    access: 'projects.export',
    audited: 'exported',
    pages,
    flag: 'can_export',
    read: true,
    query: Format,
    body: Type.Optional(Type.Object({ ...Search, ...listFilters })),
    raw: 'file',
  },
  'GET /api/projects/manager': {
    summary: 'The projects that somebody manages today, one’s own if nobody is named; one page.',
    access: 'projects.manager',
    pages,
    query: Type.Object({ ...paging, user_id: Type.Optional(Id) }),
    list: true,
    reply: ProjectRow,
  },
  'GET /api/projects/all_managers': {
    summary: 'Everybody who manages a project.',
    access: 'projects.all_managers',
    pages,
    list: true,
    reply: Type.Object({ id: Id, name: Type.String() }),
  },
  'POST /api/projects/create': {
    summary: 'Add a project.',
    access: 'projects.create',
    pages,
    flag: 'can_edit',
    body: strict({ id: Type.Optional(Id), ...projectFields, name: Name }),
    reply: Project,
  },
  'POST /api/projects/update': {
    summary: 'Change a project; what is not named stays.',
    access: 'projects.update',
    pages,
    flag: 'can_edit',
    body: strict({ ...versioned, ...projectFields, name: Type.Optional(Name) }),
    reply: Project,
  },
  'POST /api/projects/update_many': {
    summary: 'Change status, billing status, team, managers or client of several projects, all or none.',
    access: 'projects.update',
    pages,
    flag: 'can_edit',
    body: strict({ projects: Type.Array(strict({ ...versioned, ...ownFields }), { minItems: 1, maxItems: 5000 }) }),
    reply: Type.Object({ changed: Type.Integer() }),
  },
  'POST /api/projects/duplicate': {
    summary: 'Copy a project: its budgets, phases, people, task types and rates, moved by whole years; no time, no files.',
    access: 'projects.create',
    pages,
    flag: 'can_edit',
    body: strict({
      id: Id,
      new_id: Type.Optional(Id),
      name: Type.Optional(Name),
      code: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
      client_id: Type.Optional(nullable(Id)),
      /** Years by which every day moves. Default 1; 0 copies as it stands. */
      years: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
      as_template: Type.Optional(Type.Boolean()),
    }),
    reply: Project,
  },
  'POST /api/projects/status_billing': {
    summary: 'Set the billing status of several projects.',
    access: 'projects.status_billing',
    pages,
    flag: 'can_edit',
    body: strict({ ids: Ids, billing_status: BillingStatus }),
    reply: Type.Array(ProjectRow),
  },
  'GET /api/projects/import_template': {
    summary: 'An empty table of projects to fill in, with the firm’s own lists to choose from.',
    access: 'projects.import_template',
    pages,
    flag: 'can_edit',
    query: Format,
    raw: 'file',
  },
  'POST /api/projects/validate_table': {
    summary: 'Judge an uploaded table (or its rows as they were changed): every row with every fault. Nothing is written.',
    access: 'projects.validate_table',
    pages,
    flag: 'can_edit',
    read: true,
    bodyLimit: projectTable.bodyLimit,
    body: projectTable.judge,
    reply: projectTable.judged,
  },
  'POST /api/projects/bulk_insert': {
    summary: 'Add every project of a judged table, or none; the same table again adds none.',
    access: 'projects.bulk_insert',
    pages,
    flag: 'can_edit',
    bodyLimit: projectTable.bodyLimit,
    body: projectTable.apply,
    reply: projectTable.applied,
  },
  'GET /api/projects/:id': { summary: 'One project, whole.', access: 'projects.by_id', pages, params: ofProject, reply: Project },
  'GET /api/project_cards/:id': {
    summary: 'What whoever meets a project in a plan, a timesheet or a report may know of it.',
    access: 'signed_in',
    pages: ['planning', 'clients_bookings', 'add_time', 'timesheet', 'management_reporting', ...pages],
    params: ofProject,
    reply: Card,
  },
  'GET /api/projects/:id/history': {
    summary: 'What was changed of a project, one page, the latest first.',
    access: 'projects.by_id',
    pages,
    params: ofProject,
    query: Type.Object(paging),
    list: true,
    reply: Change,
  },
  'PUT /api/projects/:id/watch': {
    summary: 'Follow a project or stop: who follows is told what its managers are told.',
    access: 'projects.by_id',
    pages,
    params: ofProject,
    body: strict({ watching: Type.Boolean() }),
    reply: Type.Object({ watching: Type.Boolean() }),
  },
  'POST /api/projects/:id/files': {
    summary: 'Keep an upload of one’s own with a project.',
    access: 'projects.update',
    pages,
    flag: 'can_edit',
    params: ofProject,
    body: strict({ filename: Type.String({ minLength: 1, maxLength: 300 }) }),
    reply: Project,
  },
  'GET /api/projects/:id/files/:file': {
    summary: 'A file of a project.',
    access: 'projects.by_id',
    pages,
    params: strict({ id: Id, file: Id }),
    raw: 'file',
  },
  'DELETE /api/projects/:id/files/:file': {
    summary: 'Take a file off a project.',
    access: 'projects.update',
    pages,
    flag: 'can_edit',
    params: strict({ id: Id, file: Id }),
    reply: Project,
  },
});
