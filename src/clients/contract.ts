import Type from 'typebox';
import { contract } from '../kit/endpoint.ts';
import { Custom } from '../settings/contract.ts';
import { Currency, DayText, Id, Ids, Name, Version, nullable, paging, strict, tableShapes } from '../kit/shapes.ts';
import { CLIENT_FIELDS, MOST_IMPORTED, PROJECT_FIELDS } from './rules.ts';

const Status = Type.Unsafe<'planned' | 'active' | 'on_hold' | 'completed' | 'archived'>({
  type: 'string',
  enum: ['planned', 'active', 'on_hold', 'completed', 'archived'],
});
const BillingStatus = Type.Unsafe<
  'not_started' | 'in_progress' | 'ready_to_bill' | 'part_billed' | 'billed' | 'written_off' | 'internal'
>({ type: 'string', enum: ['not_started', 'in_progress', 'ready_to_bill', 'part_billed', 'billed', 'written_off', 'internal'] });

const ClientRow = Type.Object({
  id: Id,
  name: Type.String(),
  sector: nullable(Type.String()),
  is_active: Type.Boolean(),
  projects: Type.Integer(),
  custom: Custom,
  version: Version,
});

const ProjectRow = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  client_id: nullable(Id),
  client: nullable(Type.String()),
  team_id: nullable(Id),
  team: nullable(Type.String()),
  managers: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  status: Status,
  billing_status: BillingStatus,
  chargeable: Type.Boolean(),
  starts_on: nullable(DayText),
  ends_on: nullable(DayText),
  budget_minutes: nullable(Type.Integer()),
  budget_fee: nullable(Type.Integer()),
  currency: Currency,
  custom: Custom,
  version: Version,
});

const projectFields = {
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  client_id: Type.Optional(nullable(Id)),
  team_id: Type.Optional(nullable(Id)),
  manager_ids: Type.Optional(Type.Array(Id, { maxItems: 20 })),
  status: Type.Optional(Status),
  billing_status: Type.Optional(BillingStatus),
  chargeable: Type.Optional(Type.Boolean()),
  starts_on: Type.Optional(nullable(DayText)),
  ends_on: Type.Optional(nullable(DayText)),
  budget_minutes: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 100_000_000 }))),
  budget_fee: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }))),
  currency: Type.Optional(Currency),
  /** Values of the firm's own fields; keys left out stay, a null removes. */
  custom: Type.Optional(Custom),
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

/** By the firm's own fields: text anywhere in a value, one of a list, or equal. */
const customFilters = { custom: Type.Optional(Custom) };

const Search = { search: Type.Optional(Type.String({ maxLength: 200 })), sort: Type.Optional(Type.String({ maxLength: 60 })) };
const pages = ['clients_projects'];
const Format = Type.Object({ format: Type.Optional(Type.String({ pattern: '^(xlsx|csv)$' })) });
const clientFilters = { ...Search, ...customFilters, is_active: Type.Optional(Type.Boolean()) };

const clientTable = tableShapes(CLIENT_FIELDS, MOST_IMPORTED);
const projectTable = tableShapes(PROJECT_FIELDS, MOST_IMPORTED);

/** Clients and their projects. */
export const clientsContract = contract({
  'POST /api/clients/all': {
    summary: 'Clients, one page.',
    access: 'clients.all',
    pages,
    read: true,
    body: Type.Optional(Type.Object({ ...paging, ...clientFilters })),
    list: true,
    reply: ClientRow,
  },
  'POST /api/clients/export': {
    summary: 'Clients of a filter as a file.',
    access: 'clients.all',
    audited: 'exported',
    pages,
    flag: 'can_export',
    read: true,
    query: Format,
    body: Type.Optional(Type.Object(clientFilters)),
    raw: 'file',
  },
  'GET /api/clients/all_only': {
    summary: 'Every active client, id and name.',
    access: 'clients.all_only',
    list: true,
    reply: Type.Object({ id: Id, name: Type.String() }),
  },
  'GET /api/clients/sectors': { summary: 'Sectors in use.', access: 'clients.sectors', pages, reply: Type.Array(Type.String()) },
  'POST /api/clients/create': {
    summary: 'Add a client.',
    access: 'clients.create',
    pages,
    flag: 'can_edit',
    body: strict({
      id: Type.Optional(Id),
      name: Name,
      sector: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
      custom: Type.Optional(Custom),
    }),
    reply: ClientRow,
  },
  'POST /api/clients/update': {
    summary: 'Change a client.',
    access: 'clients.update',
    pages,
    flag: 'can_edit',
    body: strict({
      id: Id,
      version: Type.Optional(Version),
      name: Type.Optional(Name),
      sector: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
      is_active: Type.Optional(Type.Boolean()),
      custom: Type.Optional(Custom),
    }),
    reply: ClientRow,
  },
  'POST /api/clients/remove': {
    summary: 'Delete a client that nothing uses.',
    access: 'clients.remove',
    pages,
    flag: 'can_edit',
    body: strict({ id: Id }),
    reply: Type.Object({ success: Type.Boolean() }),
  },
  'GET /api/clients/import_template': {
    summary: 'An empty table of clients to fill in, with the firm’s own lists to choose from.',
    access: 'clients.import_template',
    pages,
    flag: 'can_edit',
    query: Format,
    raw: 'file',
  },
  'POST /api/clients/validate': {
    summary: 'Judge an uploaded table (or its rows as they were changed): every row with every fault. Nothing is written.',
    access: 'clients.validate',
    pages,
    flag: 'can_edit',
    read: true,
    bodyLimit: clientTable.bodyLimit,
    body: clientTable.judge,
    reply: clientTable.judged,
  },
  'POST /api/clients/bulk_insert': {
    summary: 'Add every client of a judged table, or none; the same table again adds none.',
    access: 'clients.bulk_insert',
    pages,
    flag: 'can_edit',
    bodyLimit: clientTable.bodyLimit,
    body: clientTable.apply,
    reply: clientTable.applied,
  },
  'POST /api/projects/all': {
    summary: 'Projects, one page, by the project filters.',
    access: 'projects.all',
    pages,
    read: true,
    body: Type.Optional(Type.Object({ ...paging, ...Search, ...projectFilters, ...customFilters })),
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
    body: Type.Optional(Type.Object({ ...Search, ...projectFilters, ...customFilters })),
    raw: 'file',
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
    reply: ProjectRow,
  },
  'POST /api/projects/update': {
    summary: 'Change a project.',
    access: 'projects.update',
    pages,
    flag: 'can_edit',
    body: strict({ id: Id, version: Type.Optional(Version), ...projectFields, name: Type.Optional(Name) }),
    reply: ProjectRow,
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
  'GET /api/projects/:id': {
    summary: 'One project.',
    access: 'projects.by_id',
    pages,
    params: strict({ id: Id }),
    reply: ProjectRow,
  },
});
