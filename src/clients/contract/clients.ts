import Type, { type Static } from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import {
  CountryCode,
  Currency,
  DayText,
  Id,
  LanguageCode,
  Name,
  Version,
  nullable,
  paging,
  strict,
  tableShapes,
} from '../../kit/shapes.ts';
import { Custom } from '../../settings/contract.ts';
import { CLIENT_FIELDS, MOST_IMPORTED } from '../rules.ts';
import { Change, Format, Search, oneOf, pages, versioned } from './shapes.ts';

const ClientStatus = oneOf('prospect', 'active', 'archived');
const Short = Type.String({ maxLength: 200 });

const ClientRow = Type.Object({
  id: Id,
  name: Type.String(),
  sector: nullable(Type.String()),
  status: ClientStatus,
  is_active: Type.Boolean(),
  parent_id: nullable(Id),
  parent: nullable(Type.String()),
  responsible_id: nullable(Id),
  responsible: nullable(Type.String()),
  projects: Type.Integer(),
  /** Restrictions that hold today or will. */
  restricted: Type.Integer(),
  custom: Custom,
  version: Version,
});

const Contact = Type.Object({
  id: Id,
  name: Type.String(),
  position: Type.String(),
  email: nullable(Type.String()),
  phone: Type.String(),
  is_billing: Type.Boolean(),
});

const Restriction = Type.Object({
  id: Id,
  user_id: nullable(Id),
  team_id: nullable(Id),
  /** The person or the team. */
  name: Type.String(),
  reason: Type.String(),
  first_day: DayText,
  last_day: nullable(DayText),
});

const Client = Type.Object({
  ...ClientRow.properties,
  legal_name: Type.String(),
  street: Type.String(),
  postal_code: Type.String(),
  city: Type.String(),
  country: nullable(Type.String()),
  vat_id: nullable(Type.String()),
  billing_email: nullable(Type.String()),
  language: nullable(LanguageCode),
  currency: nullable(Type.String()),
  payment_days: nullable(Type.Integer()),
  contacts: Type.Array(Contact),
  restrictions: Type.Array(Restriction),
  /** The clients of its group that stand right below it. */
  members: Type.Array(Type.Object({ id: Id, name: Type.String() })),
});
export type ClientDetails = Static<typeof Client>;

const Email = Type.String({ maxLength: 254, pattern: '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$' });

const clientFields = {
  sector: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  status: Type.Optional(ClientStatus),
  parent_id: Type.Optional(nullable(Id)),
  responsible_id: Type.Optional(nullable(Id)),
  legal_name: Type.Optional(Short),
  street: Type.Optional(Short),
  postal_code: Type.Optional(Type.String({ maxLength: 20 })),
  city: Type.Optional(Type.String({ maxLength: 100 })),
  country: Type.Optional(nullable(CountryCode)),
  /** With or without blanks, dots and hyphens; checked by the form that its country gives it. */
  vat_id: Type.Optional(nullable(Type.String({ maxLength: 30 }))),
  billing_email: Type.Optional(nullable(Email)),
  language: Type.Optional(nullable(LanguageCode)),
  currency: Type.Optional(nullable(Currency)),
  payment_days: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 365 }))),
  /** The whole list: what is left out goes. Those with a known id are changed. */
  contacts: Type.Optional(
    Type.Array(
      strict({
        id: Type.Optional(Id),
        name: Name,
        position: Type.Optional(Type.String({ maxLength: 100 })),
        email: Type.Optional(nullable(Email)),
        phone: Type.Optional(Type.String({ maxLength: 60 })),
        is_billing: Type.Optional(Type.Boolean()),
      }),
      { maxItems: 200 },
    ),
  ),
  /** The whole list: each names a person or a team, and holds for the clients below this one too. */
  restrictions: Type.Optional(
    Type.Array(
      strict({
        id: Type.Optional(Id),
        user_id: Type.Optional(nullable(Id)),
        team_id: Type.Optional(nullable(Id)),
        reason: Type.Optional(Type.String({ maxLength: 500 })),
        first_day: DayText,
        last_day: Type.Optional(nullable(DayText)),
      }),
      { maxItems: 500 },
    ),
  ),
  /** Values of the firm's own fields; keys left out stay, a null removes. */
  custom: Type.Optional(Custom),
};

/** By the firm's own fields: text anywhere in a value, one of a list, or equal. */
const clientFilters = {
  ...Search,
  custom: Type.Optional(Custom),
  is_active: Type.Optional(Type.Boolean()),
  statuses: Type.Optional(Type.Array(ClientStatus)),
};

const clientTable = tableShapes(CLIENT_FIELDS, MOST_IMPORTED);

export const clientContract = contract({
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
    body: strict({ id: Type.Optional(Id), name: Name, ...clientFields }),
    reply: Client,
  },
  'POST /api/clients/update': {
    summary: 'Change a client; what is not named stays.',
    access: 'clients.update',
    pages,
    flag: 'can_edit',
    body: strict({ ...versioned, name: Type.Optional(Name), is_active: Type.Optional(Type.Boolean()), ...clientFields }),
    reply: Client,
  },
  'POST /api/clients/remove': {
    summary: 'Put away a client that nothing uses; one that is put away already is deleted for good.',
    access: 'clients.remove',
    pages,
    flag: 'can_edit',
    body: strict({ id: Id }),
    reply: Type.Object({ success: Type.Boolean(), archived: Type.Boolean() }),
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
  'GET /api/clients/:id': {
    summary: 'One client with contacts, billing details and restrictions.',
    access: 'clients.all',
    pages,
    params: strict({ id: Id }),
    reply: Client,
  },
  'GET /api/clients/:id/history': {
    summary: 'What was changed of a client, one page, the latest first.',
    access: 'clients.all',
    pages,
    params: strict({ id: Id }),
    query: Type.Object(paging),
    list: true,
    reply: Change,
  },
});
