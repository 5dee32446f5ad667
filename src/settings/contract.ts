import Type from 'typebox';
import { contract } from '../kit/endpoint.ts';
import { Id, Ids, Name, Version, nullable, strict } from '../kit/shapes.ts';

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
    reply: Type.Object({ product: Type.String(), branding: Type.Boolean(), password_login: Type.Boolean() }),
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
    summary: 'Upload one file, a table or a picture, for a later call to name.',
    access: 'signed_in',
    raw: 'upload',
    bodyLimit: 67_108_864,
    reply: Type.Object({ filename: Id, name: Type.String() }),
  },
  'POST /api/settings/smart_search': {
    summary: 'Find people, clients and projects by a few letters.',
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
});
