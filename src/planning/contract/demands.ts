import Type, { type Static } from 'typebox';
import { type InputOf, contract } from '../../kit/endpoint.ts';
import { Comment, CountryCode, DayText, GradeName, Id, Ids, Version, nullable, paging, strict } from '../../kit/shapes.ts';
import { Level, Over, PerDay, writers } from './shapes.ts';

const Skill = Type.String({ maxLength: 200 });

const DemandRow = Type.Object({
  id: Id,
  project_id: nullable(Id),
  project: nullable(Type.String()),
  project_code: nullable(Type.String()),
  client: nullable(Type.String()),
  phase_id: nullable(Id),
  phase: nullable(Type.String()),
  task_type_id: nullable(Id),
  task_type: nullable(Type.String()),
  /** Whom it asks for; null asks for anybody. */
  grade: nullable(GradeName),
  team_id: nullable(Id),
  team: nullable(Type.String()),
  country: nullable(CountryCode),
  skill: Type.String(),
  first_day: DayText,
  last_day: DayText,
  minutes_per_day: Type.Integer(),
  note: Type.String(),
  asked_by: Type.String(),
  /** The reader may change it and take it away. */
  may: Type.Boolean(),
  /** The booking that fills it. */
  booking_id: nullable(Id),
  user: nullable(Type.String()),
  level: nullable(Level),
  version: Version,
});
export type DemandRow = Static<typeof DemandRow>;

const demandFields = {
  project_id: Type.Optional(nullable(Id)),
  /** Of the project; a demand that moves to another project leaves its phase behind. */
  phase_id: Type.Optional(nullable(Id)),
  task_type_id: Type.Optional(nullable(Id)),
  grade: Type.Optional(nullable(GradeName)),
  team_id: Type.Optional(nullable(Id)),
  country: Type.Optional(nullable(CountryCode)),
  skill: Type.Optional(Skill),
  first_day: Type.Optional(DayText),
  last_day: Type.Optional(DayText),
  minutes_per_day: Type.Optional(PerDay),
  note: Type.Optional(Comment),
};

/** Somebody who could do it, with everything that speaks for and against. */
const Candidate = Type.Object({
  user_id: Id,
  name: Type.String(),
  grade: GradeName,
  team: nullable(Type.String()),
  country: Type.String(),
  /** Levels that the reader may set for this person. */
  may: Type.Array(Level),
  /** Minutes of the range: what one has, what is booked firmly and otherwise, and what is left free. */
  capacity: Type.Integer(),
  hard: Type.Integer(),
  soft: Type.Integer(),
  free: Type.Integer(),
  /** Free time as per cent of capacity. */
  percent: Type.Integer(),
  /** Working days of the range on which the wanted minutes fit, and all of them. */
  fits: Type.Integer(),
  days: Type.Integer(),
  /** Days away in the range. */
  leave: Type.Integer(),
  /** The last day on which the person was booked for the client, of the two years before. */
  known_until: nullable(DayText),
  /** The person may not work for the client on these days, or not on this task. */
  refused: Type.Boolean(),
});
export type Candidate = Static<typeof Candidate>;

const Rolled = Type.Object({
  bookings: Ids,
  demands: Ids,
  first_day: DayText,
  over: Over,
});

const LastTeam = Type.Object({
  project_id: Id,
  /** Whose bookings these are: the project's own, or those of the one of the year before. */
  from_project_id: Id,
  from_project: Type.String(),
  from: DayText,
  to: DayText,
  /** How much later they are planned again. */
  days: Type.Integer(),
  people: Type.Integer(),
  bookings: Type.Integer(),
});
export type LastTeam = Static<typeof LastTeam>;

/** Demands, requests, and finding people for them. */
export const demandContract = contract({
  'POST /api/demands/all': {
    summary: 'Work of a range that nobody is booked on yet, one page, earliest first.',
    access: 'signed_in',
    pages: writers,
    read: true,
    body: strict({
      ...paging,
      from: DayText,
      to: DayText,
      projects: Type.Optional(Ids),
      clients: Type.Optional(Ids),
      teams: Type.Optional(Ids),
      grades: Type.Optional(Type.Array(GradeName, { maxItems: 7 })),
      /** Those that are filled, too. */
      filled: Type.Optional(Type.Boolean()),
    }),
    list: true,
    reply: DemandRow,
  },
  'GET /api/demands/:id': {
    summary: 'One demand.',
    access: 'signed_in',
    pages: writers,
    params: strict({ id: Id }),
    reply: DemandRow,
  },
  'POST /api/demands': {
    summary: 'Ask for people by grade, team, country or skill; several alike at once.',
    access: 'signed_in',
    pages: writers,
    body: strict({
      ...demandFields,
      ids: Type.Array(Id, { minItems: 1, maxItems: 50 }),
      first_day: DayText,
      last_day: DayText,
      minutes_per_day: PerDay,
    }),
    reply: Type.Object({ demands: Type.Array(DemandRow) }),
  },
  'PATCH /api/demands/:id': {
    summary: 'Change a demand.',
    access: 'signed_in',
    pages: writers,
    params: strict({ id: Id }),
    body: strict({ ...demandFields, version: Type.Optional(Version) }),
    reply: DemandRow,
  },
  'POST /api/demands/remove': {
    summary: 'Take demands away; those that are gone are left out.',
    access: 'signed_in',
    pages: writers,
    body: strict({ ids: Type.Array(Id, { maxItems: 500 }) }),
    reply: Type.Object({ removed: Type.Integer() }),
  },
  'POST /api/bookings/find': {
    summary:
      'People who are free in a range, those who fit best first, with everything that speaks for and against each; one page.',
    access: 'signed_in',
    pages: writers,
    read: true,
    body: strict({
      ...paging,
      from: DayText,
      to: DayText,
      minutes_per_day: Type.Optional(PerDay),
      /** The least per cent of capacity that is free. Default 0. */
      least: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
      grades: Type.Optional(Type.Array(GradeName, { maxItems: 7 })),
      teams: Type.Optional(Ids),
      countries: Type.Optional(Type.Array(CountryCode, { maxItems: 250 })),
      project_id: Type.Optional(nullable(Id)),
      task_type_id: Type.Optional(nullable(Id)),
      include_soft: Type.Optional(Type.Boolean()),
      /** Left out of what is booked: the booking that somebody else is to take. */
      except: Type.Optional(Id),
    }),
    list: true,
    reply: Candidate,
  },
  'POST /api/bookings/roll_forward': {
    summary: 'Plan the team of a project again so many days later; demands stand in for those who have left by then.',
    access: 'signed_in',
    pages: writers,
    body: strict({
      project_id: Id,
      /** The project of the next time; may be the same. */
      to_project_id: Id,
      /** The bookings that begin in this period. */
      from: DayText,
      to: DayText,
      days: Type.Integer({ minimum: 1, maximum: 1830 }),
      level: Type.Optional(Level),
    }),
    reply: Rolled,
  },
  'POST /api/bookings/last_teams': {
    summary: 'The teams that projects without one had a year before, each as `roll_forward` takes it over.',
    access: 'signed_in',
    pages: writers,
    read: true,
    body: strict({ project_ids: Ids, from: DayText, to: DayText }),
    reply: Type.Object({ teams: Type.Array(LastTeam) }),
  },
  'POST /api/bookings/:id/decline': {
    summary: 'Decline a request: the booking goes, and who asked is told why.',
    access: 'signed_in',
    pages: writers,
    params: strict({ id: Id }),
    body: strict({ reason: Type.Optional(Comment), version: Type.Optional(Version) }),
    reply: Type.Object({ success: Type.Boolean() }),
  },
});

type Operations = typeof demandContract;
export type RollForward = InputOf<Operations['POST /api/bookings/roll_forward']>['body'];
export type RolledForward = Static<typeof Rolled>;
export type NewDemand = InputOf<Operations['POST /api/demands']>['body'];
export type DemandChange = InputOf<Operations['PATCH /api/demands/:id']>['body'];
export type DemandFilters = InputOf<Operations['POST /api/demands/all']>['body'];
export type Search = InputOf<Operations['POST /api/bookings/find']>['body'];
