import Type from 'typebox';
import { contract } from '../kit/endpoint.ts';
import { Id, Ids, LanguageCode, Name, Version, nullable, paging, strict } from '../kit/shapes.ts';
import { COLLECTIONS, type Collection, FIELD_TYPES, type FieldType } from './rules.ts';

const PageKey = Type.Object({ page: Type.Optional(Type.String()) });
const Done = Type.Object({ success: Type.Boolean() });

export const TaskType = Type.Object({
  id: Id,
  name: Name,
  chargeable: Type.Boolean(),
  is_active: Type.Boolean(),
  version: Version,
});

const TaskTypeInput = strict({
  id: Type.Optional(Id),
  name: Name,
  chargeable: Type.Boolean(),
  is_active: Type.Optional(Type.Boolean()),
});

const CollectionName = Type.Unsafe<Collection>({ type: 'string', enum: [...COLLECTIONS] });
const FieldTypeName = Type.Unsafe<FieldType>({ type: 'string', enum: [...FIELD_TYPES] });
const FieldKey = Type.String({ pattern: '^[a-z][a-z0-9_]{0,40}$' });
const fieldInput = {
  collection: CollectionName,
  key: FieldKey,
  label: Type.String({ minLength: 1, maxLength: 100 }),
  type: FieldTypeName,
  required: Type.Boolean(),
  options: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 200 })),
  /** Where it stands among the fields of its collection. */
  position: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
  /** False: put aside; what was written in it stays. */
  is_active: Type.Optional(Type.Boolean()),
};
const DataField = Type.Object({
  id: Id,
  collection: CollectionName,
  key: Type.String(),
  label: Type.String(),
  type: FieldTypeName,
  required: Type.Boolean(),
  options: Type.Array(Type.String()),
  position: Type.Integer(),
  is_active: Type.Boolean(),
  version: Version,
});

/** Values of data fields by their keys: what rooms put into the shapes of their own records. */
export const Custom = Type.Record(Type.String({ maxLength: 60 }), Type.Unknown(), { maxProperties: 200 });

const Hour = Type.Integer({ minimum: 0, maximum: 23 });
const general = {
  name: Name,
  time_zone: Type.String({ minLength: 1, maxLength: 100 }),
  language: LanguageCode,
  week_start: Type.Integer({ minimum: 1, maximum: 7 }),
  day_limit_minutes: Type.Integer({ minimum: 1, maximum: 1440 }),
  /** Per cent of capacity at which the heat map changes its colour. */
  load_thresholds: Type.Array(Type.Integer({ minimum: 1, maximum: 1000 }), { minItems: 6, maxItems: 6 }),
  /** ISO weekday on which people are reminded of missing time; null: never. */
  remind_weekday: nullable(Type.Integer({ minimum: 1, maximum: 7 })),
  /** The hour from which, where the firm is. */
  remind_hour: Hour,
  /** How codes of new projects are made: `{0000}` the number, `{YYYY}`, `{YY}` and `{CLIENT}`. */
  project_code: Type.String({ minLength: 1, maxLength: 40 }),
  /** Of how few people reports still tell utilization, rates and cost: smaller groups are put together; 0: of each. */
  least_people: Type.Integer({ minimum: 0, maximum: 50 }),
};
const General = Type.Object({ ...general, currency: Type.String(), version: Version });

const Unread = Type.Object({ unread: Type.Integer() });
const NotificationChoices = Type.Record(
  Type.String({ maxLength: 60 }),
  strict({ mail: Type.Optional(Type.Boolean()), app: Type.Optional(Type.Boolean()) }),
  { maxProperties: 100 },
);

const SessionLife = {
  /** Minutes without a call after which a session ends. */
  idle_minutes: Type.Integer({ minimum: 5, maximum: 1440 }),
  /** Hours after which it ends in any case. */
  hours: Type.Integer({ minimum: 1, maximum: 720 }),
};

/** The firm's own settings, its task types, one's own settings and the search over all rooms. */
export const settingsContract = contract({
  'GET /api/settings': {
    summary: 'What screens need to know of the firm and of one’s own settings.',
    access: 'signed_in',
    query: PageKey,
    reply: Type.Object({
      product: Type.String(),
      branding: Type.Boolean(),
      countries: Type.Array(Type.Object({ code: Type.String(), name: Type.String(), is_default: Type.Boolean() })),
      currencies: Type.Array(Type.String()),
      currency: Type.String(),
      time_zone: Type.String(),
      week_start: Type.Integer(),
      day_limit_minutes: Type.Integer(),
      locked_through: nullable(Type.String()),
      thresholds: Type.Object({ load: Type.Array(Type.Integer()) }),
      user_settings: Type.Record(Type.String(), Type.Unknown()),
    }),
  },
  'GET /api/settings/general': {
    summary: 'What the firm sets for itself.',
    access: 'administrator',
    pages: ['settings'],
    query: PageKey,
    reply: General,
  },
  'PUT /api/settings/general': {
    summary: 'Change what the firm sets for itself; what is not named stays.',
    access: 'administrator',
    pages: ['settings'],
    query: PageKey,
    body: strict({
      name: Type.Optional(general.name),
      time_zone: Type.Optional(general.time_zone),
      language: Type.Optional(general.language),
      week_start: Type.Optional(general.week_start),
      day_limit_minutes: Type.Optional(general.day_limit_minutes),
      load_thresholds: Type.Optional(general.load_thresholds),
      remind_weekday: Type.Optional(general.remind_weekday),
      remind_hour: Type.Optional(general.remind_hour),
      project_code: Type.Optional(general.project_code),
      least_people: Type.Optional(general.least_people),
      version: Type.Optional(Version),
    }),
    reply: General,
  },
  'GET /api/settings/get_all_data_fields': {
    summary: 'Every data field of the firm, in the order of forms.',
    access: 'signed_in',
    query: PageKey,
    list: true,
    reply: DataField,
  },
  'POST /api/settings/add_data_field': {
    summary: 'Add a data field to users, clients, projects or time entries.',
    access: 'administrator',
    pages: ['settings'],
    query: PageKey,
    body: strict({ id: Type.Optional(Id), ...fieldInput }),
    reply: DataField,
  },
  'PUT /api/settings/update_data_field': {
    summary: 'Change a data field; its collection, key and type stay.',
    access: 'administrator',
    pages: ['settings'],
    query: PageKey,
    body: strict({ id: Id, ...fieldInput, version: Type.Optional(Version) }),
    reply: DataField,
  },
  'GET /api/settings/session_life': {
    summary: 'How long people of the firm stay signed in.',
    access: 'administrator',
    pages: ['settings'],
    query: PageKey,
    reply: Type.Object({ ...SessionLife, version: Version }),
  },
  'PUT /api/settings/session_life': {
    summary: 'Change how long people of the firm stay signed in; running sessions follow.',
    access: 'administrator',
    pages: ['settings'],
    query: PageKey,
    body: strict({ ...SessionLife, version: Type.Optional(Version) }),
    reply: Type.Object({ ...SessionLife, version: Version }),
  },
  'GET /api/settings/sign_in': {
    summary: 'What the sign-in page needs to know before anybody is signed in.',
    access: 'public',
    reply: Type.Object({
      product: Type.String(),
      branding: Type.Boolean(),
      password_login: Type.Boolean(),
      /** Who may make an account: anybody, those with an address of a firm, nobody. */
      registration: Type.Unsafe<'open' | 'domain' | 'closed'>({ type: 'string', enum: ['open', 'domain', 'closed'] }),
    }),
  },
  'PUT /api/user_settings': {
    summary: 'Merge into one’s own settings; a null removes a key.',
    access: 'signed_in',
    body: strict({ settings: Type.Record(Type.String({ maxLength: 60 }), Type.Unknown(), { maxProperties: 50 }) }),
    reply: Type.Record(Type.String(), Type.Unknown()),
  },
  'GET /api/settings/get_tasks': {
    summary: 'Every task type of the firm.',
    access: 'settings.get_tasks',
    pages: ['settings', 'add_time', 'timesheet', 'planning', 'internal_bookings'],
    query: PageKey,
    list: true,
    reply: TaskType,
  },
  'POST /api/settings/add_type_task': {
    summary: 'Add a task type.',
    access: 'settings.add_type_task',
    pages: ['settings'],
    query: PageKey,
    body: TaskTypeInput,
    reply: TaskType,
  },
  'POST /api/settings/edit_type_tasks': {
    summary: 'Change task types.',
    access: 'settings.edit_type_tasks',
    pages: ['settings'],
    query: PageKey,
    body: strict({
      tasks: Type.Array(
        strict({
          id: Id,
          name: Type.Optional(Name),
          chargeable: Type.Optional(Type.Boolean()),
          is_active: Type.Optional(Type.Boolean()),
          version: Type.Optional(Version),
        }),
        { minItems: 1, maxItems: 500 },
      ),
    }),
    reply: Type.Array(TaskType),
  },
  'POST /api/settings/delete_type': {
    summary: 'Delete task types that nothing uses.',
    access: 'settings.delete_type',
    pages: ['settings'],
    query: PageKey,
    body: strict({ ids: Ids }),
    reply: Done,
  },
  'POST /api/settings/change_default_country': {
    summary: 'Closed to everybody.',
    access: 'settings.change_default_country',
    reply: Done,
  },
  'POST /api/files': {
    summary: 'Upload one file, a table or a picture, for a later call to name; a PDF too where documents are kept.',
    access: 'signed_in',
    query: Type.Object({ documents: Type.Optional(Type.Boolean()) }),
    raw: 'upload',
    bodyLimit: 67_108_864,
    reply: Type.Object({ filename: Id, name: Type.String() }),
  },
  'GET /api/notifications': {
    summary: 'What one was told, the latest first, in one’s own language.',
    access: 'signed_in',
    query: Type.Object({ ...paging, unread: Type.Optional(Type.Boolean()) }),
    list: true,
    reply: Type.Object({
      id: Id,
      kind: Type.String(),
      title: Type.String(),
      lines: Type.Array(Type.String()),
      link: nullable(Type.String()),
      created_at: Type.String(),
      read_at: nullable(Type.String()),
    }),
  },
  'GET /api/notifications/unread': { summary: 'How many of them wait to be read.', access: 'signed_in', reply: Unread },
  'POST /api/notifications/read': {
    summary: 'Mark some as read, or all.',
    access: 'signed_in',
    body: strict({ ids: Type.Optional(Ids), all: Type.Optional(Type.Boolean()) }),
    reply: Unread,
  },
  'GET /api/notifications/kinds': {
    summary: 'Every kind of notification, and how it reaches one.',
    access: 'signed_in',
    reply: Type.Array(
      Type.Object({
        event: Type.String(),
        name: Type.String(),
        mail: Type.Boolean(),
        app: Type.Boolean(),
        mail_fixed: Type.Boolean({ description: 'A letter of its own goes out in any case.' }),
      }),
    ),
  },
  'POST /api/users/edit_notifications': {
    summary: 'Change by kind whether it comes by mail and in the app; what is not named stays.',
    access: 'signed_in',
    body: strict({ settings: NotificationChoices }),
    reply: Type.Object({ success: Type.Boolean(), notifications: NotificationChoices }),
  },
  'POST /api/settings/smart_search': {
    summary: 'Find people, clients, projects, pricings and invoices by a few letters.',
    access: 'signed_in',
    read: true,
    query: PageKey,
    body: strict({
      query: Type.String({ maxLength: 200 }),
      collections: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 20 })),
      top: Type.Optional(Type.Integer({ minimum: 1, maximum: 50 })),
    }),
    reply: Type.Array(Type.Object({ collection: Type.String(), id: Id, label: Type.String() })),
  },
  'POST /api/settings/search': {
    summary: 'Rows of a collection with the fields one may read, narrowed by conditions on them.',
    access: 'signed_in',
    read: true,
    query: PageKey,
    body: strict({
      collection: Type.String({ maxLength: 60 }),
      /** Default: all that one may read. */
      fields: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { minItems: 1, maxItems: 50 })),
      filters: Type.Optional(
        Type.Array(
          strict({
            field: Type.String({ maxLength: 60 }),
            op: Type.String({ maxLength: 20, description: 'eq, ne, lt, lte, gt, gte, in, contains, starts_with, is_null' }),
            value: Type.Unknown(),
          }),
          { maxItems: 50 },
        ),
      ),
      top: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
      operator: Type.Optional(Type.Unsafe<'and' | 'or'>({ type: 'string', enum: ['and', 'or'] })),
    }),
    reply: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  },
  'POST /api/settings/smart_filters': {
    summary: 'The choices of a screen’s filters, each list narrowed by what is chosen in the others.',
    access: 'signed_in',
    read: true,
    query: PageKey,
    body: strict({
      screen: Type.String({ maxLength: 60 }),
      selected: Type.Optional(
        strict({
          teams: Type.Optional(Ids),
          users: Type.Optional(Ids),
          clients: Type.Optional(Ids),
          projects: Type.Optional(Ids),
          grades: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 20 })),
        }),
      ),
    }),
    reply: Type.Record(Type.String(), Type.Array(Type.Object({ id: Type.String(), name: Type.String() }))),
  },
});
