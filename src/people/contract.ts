import Type from 'typebox';
import { contract } from '../kit/endpoint.ts';
import {
  CategoryName,
  CountryCode,
  DayText,
  GradeName,
  Id,
  Ids,
  LanguageCode,
  Version,
  nullable,
  paging,
  strict,
} from '../kit/shapes.ts';
import { Custom } from '../settings/contract.ts';
import { stepsContract } from './contract/steps.ts';
import { teamsContract } from './contract/teams.ts';
import { INVITE_FIELDS, type InviteField } from './rules.ts';

const Text = Type.String();
const Done = Type.Boolean();
const Count = Type.Integer({ minimum: 0 });
const Named = Type.Object({ id: Id, name: Type.String() });
const Pattern = Type.Array(Type.Integer({ minimum: 0, maximum: 1440 }), { minItems: 7, maxItems: 7 });
const FirstDay = Type.String({ format: 'date', description: 'The first day of the employment.' });
const LastDay = Type.String({ format: 'date', description: 'The last day of the employment, included; null: no end is known.' });
const Email = Type.String({ format: 'email', maxLength: 320 });

const me = {
  id: Id,
  email: nullable(Type.String()),
  first_name: Type.String(),
  last_name: Type.String(),
  grade: GradeName,
  category: CategoryName,
  role: Type.String(),
  language: LanguageCode,
  is_superuser: Type.Boolean(),
  teams: Type.Array(Named),
  tenant: Type.Object({ id: Type.Integer(), slug: Type.String(), name: Type.String() }),
  tenants: Type.Array(Type.Object({ id: Type.Integer(), slug: Type.String(), name: Type.String() })),
  notifications: Type.Record(Type.String(), Type.Unknown()),
};
const Me = Type.Object({ user: Type.Object(me), ...me });

const Colleague = Type.Object({
  id: Id,
  first_name: Type.String(),
  last_name: Type.String(),
  grade: GradeName,
  teams: Type.Array(Named),
});

export const UserRow = Type.Object({
  id: Id,
  email: nullable(Type.String()),
  first_name: Type.String(),
  last_name: Type.String(),
  name: Type.String(),
  grade: GradeName,
  /** The firm's own step within the grade. */
  step: nullable(Type.String()),
  step_id: nullable(Id),
  category: CategoryName,
  role: Type.String(),
  is_superuser: Type.Boolean(),
  is_active: Type.Boolean(),
  country: CountryCode,
  team: nullable(Type.String()),
  team_id: nullable(Id),
  manager: nullable(Type.String()),
  manager_id: nullable(Id),
  site: nullable(Type.String()),
  cost_category: nullable(Type.String()),
  other_teams: nullable(Type.String()),
  employed_from: nullable(FirstDay),
  employed_to: nullable(LastDay),
  is_invited: Type.Boolean(),
  last_sign_in: nullable(Type.String({ format: 'date-time' })),
  custom: Custom,
  version: Version,
});

const Span = { id: Id, first_day: DayText, last_day: nullable(LastDay) };
const InTeam = Type.Object({ ...Span, team_id: Id, team: Type.String() });

const UserDetails = Type.Object({
  ...UserRow.properties,
  region: nullable(Type.String()),
  language: LanguageCode,
  pattern: nullable(Pattern),
  grades: Type.Array(Type.Object({ grade: GradeName, step: nullable(Type.String()), valid_from: DayText })),
  patterns: Type.Array(Type.Object({ minutes: Pattern, valid_from: DayText })),
  /** Where the person was and is; empty for who never moved. */
  places: Type.Array(Type.Object({ country: CountryCode, region: nullable(Type.String()), valid_from: DayText })),
  employments: Type.Array(Type.Object(Span)),
  team_history: Type.Array(InTeam),
  /** Teams beside the first one. */
  beside: Type.Array(InTeam),
});

const Beside = Type.Object({ team_id: Id, first_day: Type.Optional(DayText), last_day: Type.Optional(nullable(LastDay)) });

/** Who stays, deactivated, since something refers to them. */
const Kept = Type.Object({ id: Id, name: Text, used_by: Text });
const Change = Type.Object({ field: Text, before: nullable(Text), after: nullable(Text) });

/** What is changed for several people at once. */
const manyFields = {
  grade: Type.Optional(GradeName),
  /** A step of that grade; another grade begins without one. */
  step_id: Type.Optional(nullable(Id)),
  category: Type.Optional(CategoryName),
  role: Type.Optional(Type.String({ maxLength: 60 })),
  team_id: Type.Optional(nullable(Id)),
  manager_id: Type.Optional(nullable(Id)),
  is_active: Type.Optional(Type.Boolean()),
};

const OneOfMany = strict({ id: Id, version: Type.Optional(Version), ...manyFields });

const userFields = {
  ...manyFields,
  first_name: Type.Optional(Type.String({ maxLength: 100 })),
  last_name: Type.Optional(Type.String({ maxLength: 100 })),
  email: Type.Optional(nullable(Email)),
  /** The day from which a new grade, team, country or pattern holds; default: today. */
  valid_from: Type.Optional(DayText),
  country: Type.Optional(CountryCode),
  region: Type.Optional(nullable(Type.String({ maxLength: 20 }))),
  employed_from: Type.Optional(FirstDay),
  employed_to: Type.Optional(nullable(LastDay)),
  pattern: Type.Optional(Pattern),
  site: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  cost_category: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
  custom: Type.Optional(Custom),
  /** Every team beside the first one that holds now or later; one that is left out ends today. */
  beside: Type.Optional(Type.Array(Beside, { maxItems: 50 })),
};

const userFilters = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  /** The team and all below it. */
  team: Type.Optional(Id),
  grade: Type.Optional(Type.String({ maxLength: 60 })),
  category: Type.Optional(Type.String({ maxLength: 60 })),
  role: Type.Optional(Type.String({ maxLength: 60 })),
  country: Type.Optional(Type.String({ maxLength: 2 })),
  is_active: Type.Optional(Type.Boolean()),
  /** Who was invited and has not come yet. */
  is_invited: Type.Optional(Type.Boolean()),
  custom: Type.Optional(Type.String({ maxLength: 4000, description: 'Values of data fields, as JSON.' })),
  sort: Type.Optional(Type.String({ maxLength: 60 })),
};

const Cell = Type.Optional(nullable(Type.String({ maxLength: 500 })));
const cells = <S>(cell: S) => Object.fromEntries(INVITE_FIELDS.map((field) => [field, cell])) as Record<InviteField, S>;
const RowNumber = Type.Integer({ minimum: 0, maximum: 10_000_000 });
/** Columns that hold data fields: `custom_` and the key of the field. */
const ofFields = <S>(cell: S) => ({ '^custom_': cell });
/** A row of a list as it was answered, or with the names of the fields alone; what else it carries is ignored. */
const InviteRows = Type.Array(
  Type.Object({ row: Type.Optional(nullable(RowNumber)), ...cells(Cell) }, { patternProperties: ofFields(Cell) }),
  {
    maxItems: 50_000,
  },
);
/** A list of the largest size that a file may have, as it is answered. */
const LIST_BYTES = 33_554_432;
const format = Type.Optional(Type.String({ pattern: '^(xlsx|csv)$' }));

/** Lists that everybody may see. */
const forAll = { access: 'signed_in', list: true } as const;
/** Changes on the list of users, and those of the units. */
const ofList = { pages: ['users'], flag: 'can_edit' } as const;
const ofUsers = { pages: ['users', 'user_details'], flag: 'can_edit' } as const;

/** People and their dated facts. */
const usersContract = contract({
  'GET /users/me': { summary: 'Who is signed in.', access: 'signed_in', reply: Me },
  'GET /api/users/me': { summary: 'Who is signed in, with teams and firms.', access: 'signed_in', reply: Me },
  'GET /api/users/grades': {
    summary: 'The seven grades, lowest first.',
    ...forAll,
    reply: Type.Object({ id: Type.String(), name: Type.String(), order: Type.Integer() }),
  },
  'GET /api/users/users_all': {
    summary: 'Everybody active, by name, with few fields: for pickers.',
    ...forAll,
    reply: Colleague,
  },
  'POST /api/users': {
    summary: 'The list of users, one page.',
    access: 'users.list',
    pages: ['users'],
    read: true,
    query: Type.Object({ ...paging, ...userFilters }),
    list: true,
    reply: UserRow,
  },
  'POST /api/users/pyramid': {
    summary: 'How many of the users of a filter have each grade, the lowest first.',
    access: 'users.list',
    pages: ['users'],
    read: true,
    query: Type.Object(userFilters),
    reply: Type.Array(Type.Object({ grade: GradeName, people: Count })),
  },
  'POST /api/users/export_users': {
    summary: 'The users of a filter as a file.',
    access: 'users.export',
    audited: 'exported',
    pages: ['users'],
    flag: 'can_export',
    read: true,
    query: Type.Object({ format, ...userFilters }),
    raw: 'file',
  },
  'GET /api/users/invitation_template': {
    summary: 'An empty list to fill in, with the firm’s own teams, roles and countries to choose from.',
    access: 'users.invitation_template',
    ...ofList,
    query: Type.Object({ format }),
    raw: 'file',
  },
  'POST /api/users/validate_table': {
    summary: 'Judge an uploaded list (or its rows as they were changed): every row with every fault. Nothing is written.',
    access: 'users.validate_table',
    ...ofList,
    read: true,
    bodyLimit: LIST_BYTES,
    body: strict({ filename: Type.Optional(Type.String({ maxLength: 300 })), data: Type.Optional(InviteRows) }),
    reply: Type.Object({
      success: Done,
      data: Type.Array(Type.Object({ row: RowNumber, ...cells(Type.String()) }, { patternProperties: ofFields(Type.String()) })),
      errors: Type.Array(Type.Object({ row: RowNumber, column: Type.String(), field: Type.String(), message: Type.String() })),
      known: Type.Array(RowNumber, { description: 'Rows of people whom the firm has already: they stay as they are.' }),
    }),
  },
  'POST /api/users/invite': {
    summary: 'Add and invite everybody of a judged list, or nobody; the same list again adds nobody.',
    access: 'users.invite',
    ...ofList,
    bodyLimit: LIST_BYTES,
    body: strict({ data: InviteRows }),
    reply: Type.Object({ success: Done, created: Count, unchanged: Count }),
  },
  'GET /api/users/available_countries': { summary: 'Closed to everybody.', access: 'users.available_countries' },
  'GET /api/users/:id': {
    summary: 'One user with what holds today.',
    access: 'users.by_id',
    pages: ['users', 'user_details'],
    params: strict({ id: Id }),
    reply: UserDetails,
  },
  'GET /api/users/:id/history': {
    summary: 'What was changed of a user, the latest first.',
    access: 'users.by_id',
    pages: ['user_details'],
    params: strict({ id: Id }),
    query: strict(paging),
    list: true,
    reply: Type.Object({ id: Id, at: Text, actor: nullable(Text), action: Text, about: Text, changes: Type.Array(Change) }),
  },
  'POST /api/users/edit': {
    summary: 'Change a user.',
    access: 'users.edit',
    ...ofUsers,
    body: strict({
      userData: Type.Object({ id: Id, version: Type.Optional(Version), ...userFields }, { additionalProperties: true }),
    }),
    reply: UserDetails,
  },
  'POST /api/users/update_by_admin': {
    summary: 'Change grade, team, manager, category, role or activity of several users; `before` takes it back.',
    access: 'users.update_by_admin',
    ...ofList,
    // `valid_from`: the day from which grades and teams hold; default: today.
    body: strict({ users: Type.Array(OneOfMany, { minItems: 1, maxItems: 5000 }), valid_from: Type.Optional(DayText) }),
    reply: Type.Object({ success: Done, updated: Count, before: Type.Array(Type.Object({ id: Id, ...manyFields })) }),
  },
  'POST /api/users/users_business_unit': {
    summary: 'The active people of these teams, with few fields.',
    access: 'users.business_unit',
    read: true,
    body: strict({ teams: Ids }),
    list: true,
    reply: Colleague,
  },
  'POST /api/users/delete': {
    summary: 'Delete users without history, deactivate the others.',
    access: 'users.delete',
    ...ofUsers,
    body: strict({ id: Type.Optional(Id), ids: Type.Optional(Ids) }),
    reply: Type.Object({ success: Done, deleted: Ids, deactivated: Type.Array(Kept) }),
  },
  'POST /api/user_management/add_user': {
    summary: 'Add a user.',
    access: 'users.add_user',
    ...ofList,
    body: strict({
      ...userFields,
      id: Type.Optional(Id),
      first_name: Type.String({ minLength: 1, maxLength: 100 }),
      last_name: Type.String({ minLength: 1, maxLength: 100 }),
      grade: GradeName,
      category: CategoryName,
      created_at: Type.Optional(Type.Unknown()),
      oauth_accounts: Type.Optional(Type.Unknown()),
    }),
    reply: UserDetails,
  },
  'GET /api/user_management/managers': {
    summary: 'Everybody of grade Manager and above.',
    access: 'users.managers',
    pages: ['users', 'user_details'],
    list: true,
    reply: Type.Object({ id: Id, name: Type.String(), grade: GradeName }),
  },
});

/** People of a firm, their dated facts, the steps of grades, and teams. */
export const peopleContract = contract({ ...usersContract, ...stepsContract, ...teamsContract });
