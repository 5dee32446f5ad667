import Type, { type Static } from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { CountryCode, DayText, GradeName, Id, Ids, Name, Version, nullable, strict } from '../../kit/shapes.ts';

const Count = Type.Integer({ minimum: 0 });
const Done = Type.Boolean();

const TeamRow = Type.Object({
  id: Id,
  name: Type.String(),
  parent_id: nullable(Id),
  lead_id: nullable(Id),
  lead: nullable(Type.String()),
  country: nullable(CountryCode),
  members: Type.Integer(),
  version: Version,
});

const level = {
  name: Name,
  counts: Type.Unsafe<'soft' | 'requested' | 'hard'>({ type: 'string', enum: ['soft', 'requested', 'hard'] }),
  lowest_grade: GradeName,
  over_capacity: Type.Unsafe<'mark' | 'refuse'>({ type: 'string', enum: ['mark', 'refuse'] }),
};
/** Days without a change after which a booking lapses; null: never. What is confirmed stands. */
const Expiry = nullable(Type.Integer({ minimum: 1, maximum: 366 }));
/** The least that a booking names. */
const Granularity = Type.Unsafe<'client' | 'project' | 'task'>({ type: 'string', enum: ['client', 'project', 'task'] });
/** Whom it may be set for: one's own teams, these and those below them, the firm. */
const Scope = Type.Unsafe<'team' | 'subtree' | 'firm'>({ type: 'string', enum: ['team', 'subtree', 'firm'] });
const Level = Type.Object({ ...level, expires_days: Expiry, granularity: Granularity, scope: Scope });
const Levels = Type.Array(Level, { maxItems: 3 });
/** Levels as they are set; what is left out is never, a client, the firm. */
const LevelsInput = Type.Array(
  Type.Object({
    ...level,
    expires_days: Type.Optional(Expiry),
    granularity: Type.Optional(Granularity),
    scope: Type.Optional(Scope),
  }),
  { maxItems: 3 },
);

const teamInput = {
  name: Type.Optional(Name),
  parent_id: Type.Optional(nullable(Id)),
  lead_id: Type.Optional(nullable(Id)),
  country: Type.Optional(nullable(CountryCode)),
};

const ofUnits = { pages: ['business_units'], flag: 'can_edit' } as const;

/** Teams and their booking levels. */
export const teamsContract = contract({
  'GET /api/teams/get_details': {
    summary: 'Every team with its members.',
    access: 'teams.get_details',
    pages: ['business_units'],
    list: true,
    reply: Type.Object({
      ...TeamRow.properties,
      people: Type.Array(Type.Object({ id: Id, name: Type.String(), grade: GradeName, is_primary: Type.Boolean() })),
    }),
  },
  'GET /api/teams/booking_levels': {
    summary: 'Every team with its booking levels.',
    access: 'teams.booking_levels',
    pages: ['business_units', 'planning'],
    list: true,
    reply: Type.Object({ ...TeamRow.properties, levels: Levels, own_levels: Type.Boolean() }),
  },
  'GET /api/teams/firm_levels': {
    summary: 'The booking levels of teams that have none of their own.',
    access: 'teams.booking_levels',
    pages: ['business_units', 'planning'],
    reply: Levels,
  },
  'PUT /api/teams/firm_levels': {
    summary: 'Change the booking levels of teams that have none of their own.',
    access: 'teams.edit',
    ...ofUnits,
    body: strict({ levels: LevelsInput }),
    reply: Levels,
  },
  'POST /api/teams/create_empty_teams': {
    summary: 'Create several teams at once.',
    access: 'teams.create_empty_teams',
    ...ofUnits,
    body: strict({
      teams: Type.Array(Type.Union([Name, strict({ name: Name, parent_id: Type.Optional(nullable(Id)) })]), {
        minItems: 1,
        maxItems: 500,
      }),
    }),
    reply: Type.Array(TeamRow),
  },
  'POST /api/teams/add': {
    summary: 'Create a team, with members.',
    access: 'teams.add',
    ...ofUnits,
    body: strict({ id: Type.Optional(Id), ...teamInput, name: Name, member_ids: Type.Optional(Ids) }),
    reply: TeamRow,
  },
  'POST /api/teams/edit': {
    summary: 'Change a team; `member_ids` moves these people into it from `valid_from`.',
    access: 'teams.edit',
    ...ofUnits,
    body: strict({
      id: Id,
      version: Type.Optional(Version),
      ...teamInput,
      member_ids: Type.Optional(Ids),
      valid_from: Type.Optional(DayText),
      /** The team's own booking levels in their order; null or none: the firm's. */
      levels: Type.Optional(Type.Unsafe<Static<typeof LevelsInput> | null>({ ...LevelsInput, type: ['array', 'null'] })),
    }),
    reply: TeamRow,
  },
  'POST /api/teams/delete': {
    summary: 'Delete a team that nothing uses, or merge it into another one from today on; one with a past stays for it.',
    access: 'teams.delete',
    ...ofUnits,
    body: strict({ id: Id, target_id: Type.Optional(nullable(Id)) }),
    reply: Type.Object({ success: Done, deleted: Type.Boolean(), people: Count, teams: Count }),
  },
  'POST /api/teams/unmerge': {
    summary: 'Take a merge back: people, teams below, booking levels and projects are the team’s again, or nothing is.',
    access: 'teams.delete',
    ...ofUnits,
    body: strict({ id: Id }),
    reply: Type.Object({ success: Done, people: Count, teams: Count }),
  },
});
