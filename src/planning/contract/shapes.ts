import Type, { type Static } from 'typebox';
import { Comment, CountryCode, DayText, GradeName, Id, Ids, Version, nullable, strict } from '../../kit/shapes.ts';

export const Level = Type.Unsafe<'soft' | 'requested' | 'hard'>({ type: 'string', enum: ['soft', 'requested', 'hard'] });
export const PerDay = Type.Integer({ minimum: 1, maximum: 1440 });
export const Whole = Type.Array(Type.Integer());

export const BookingRow = Type.Object({
  id: Id,
  user_id: Id,
  user: Type.String(),
  project_id: nullable(Id),
  project: nullable(Type.String()),
  project_code: nullable(Type.String()),
  client: nullable(Type.String()),
  /** The part of the project that it is for. */
  phase_id: nullable(Id),
  phase: nullable(Type.String()),
  task_type_id: nullable(Id),
  task_type: nullable(Type.String()),
  first_day: DayText,
  last_day: DayText,
  minutes_per_day: Type.Integer(),
  level: Level,
  note: Type.String(),
  /** The demand that it fills. */
  demand_id: nullable(Id),
  /** Who asked for it: whoever made the demand that it fills, else whoever made it. */
  asked_by: Type.String(),
  /** Who made it firm, where that is known. */
  confirmed_by: nullable(Type.String()),
  version: Version,
});
export type BookingRow = Static<typeof BookingRow>;

/** Days on which the booking brings its person over capacity, the first sixty. */
export const Over = Type.Array(Type.Object({ day: DayText, minutes: Type.Integer() }));
export const Written = Type.Object({ booking: BookingRow, over: Over });

export const Handed = Type.Array(strict({ id: Id, version: Version }), { maxItems: 200 });
export const Cut = Type.Array(strict({ id: Id, version: Version, second_id: Id, second_version: Version }), { maxItems: 200 });
export const HandedOver = Type.Object({
  /** Bookings that went over whole. */
  moved: Handed,
  /** Bookings that span the day: what stays, and the part that went over. */
  cut: Cut,
  over: Over,
});
export type HandedOver = Static<typeof HandedOver>;

export const bookingFields = {
  user_id: Type.Optional(Id),
  project_id: Type.Optional(nullable(Id)),
  /** Of the project; a booking that moves to another project leaves its phase behind. */
  phase_id: Type.Optional(nullable(Id)),
  task_type_id: Type.Optional(nullable(Id)),
  first_day: Type.Optional(DayText),
  last_day: Type.Optional(DayText),
  minutes_per_day: Type.Optional(PerDay),
  level: Type.Optional(Level),
  note: Type.Optional(Comment),
};

export const newFields = {
  ...bookingFields,
  /** The demand that it fills; where another booking fills it already, that is refused. */
  demand_id: Type.Optional(nullable(Id)),
  id: Id,
  user_id: Id,
  first_day: DayText,
  last_day: DayText,
  minutes_per_day: PerDay,
  level: Level,
};

/** The workload filters: arrays of ids (grades by name); an empty or missing one does not narrow. */
export const filters = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  users: Type.Optional(Ids),
  teams: Type.Optional(Ids),
  grades: Type.Optional(Type.Array(GradeName, { maxItems: 7 })),
  /** People who are booked on these in the range. */
  clients: Type.Optional(Ids),
  projects: Type.Optional(Ids),
  countries: Type.Optional(Type.Array(CountryCode, { maxItems: 250 })),
  /** People who have a booking of one of these levels in the range. */
  levels: Type.Optional(Type.Array(Level, { maxItems: 3 })),
  only: Type.Optional(Type.Unsafe<'over' | 'free'>({ type: 'string', enum: ['over', 'free'] })),
  /** With `free`: the least per cent of capacity that is free. Default 50. */
  least: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  /** Soft bookings count toward `over` and `free` too. */
  include_soft: Type.Optional(Type.Boolean()),
  data: Type.Optional(Type.Unknown()),
};

/** By what the rows of the board are grouped: everybody stands once, under the client or project that takes most of the range. */
export const grouping = {
  group: Type.Optional(
    Type.Unsafe<'team' | 'grade' | 'client' | 'project' | 'country' | 'manager'>({
      type: 'string',
      enum: ['team', 'grade', 'client', 'project', 'country', 'manager'],
    }),
  ),
  /** Groups whose people are left out: they are folded. */
  skip: Type.Optional(Type.Array(Type.String({ maxLength: 60 }), { maxItems: 500 })),
};

export const load = { capacity: Whole, hard: Whole, soft: Whole, over: Whole };

const Noted = Type.Array(
  Type.Unsafe<[booking: number, text: string]>({ type: 'array', items: [{ type: 'integer' }, { type: 'string' }] }),
);

/** The bookings of a window as columns; `BookingColumns` of the rules says what stands in each. */
const Columns = Type.Object({
  ids: Type.String(),
  ...{
    counts: Whole,
    project: Whole,
    phase: Whole,
    task: Whole,
    first: Whole,
    days: Whole,
    minutes: Whole,
    level: Whole,
    version: Whole,
  },
  notes: Noted,
  fills: Noted,
});

/** A part of a project, with its days where it has some. */
export const Phase = Type.Object({ id: Id, name: Type.String(), starts_on: nullable(DayText), ends_on: nullable(DayText) });
export type Phase = Static<typeof Phase>;

export const Board = Type.Object({
  total: Type.Integer(),
  offset: Type.Integer(),
  /** The range in whole units. */
  from: DayText,
  to: DayText,
  units: Type.Array(DayText),
  people: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      grade: GradeName,
      team: nullable(Type.String()),
      country: Type.String(),
      region: nullable(Type.String()),
      /** Levels that the reader may set for this person. */
      may: Type.Array(Level),
      /** Capacity by day: for each seven days from `from` on the index of its minutes in `weeks`. */
      days: Whole,
    }),
  ),
  weeks: Type.Array(Whole),
  projects: Type.Array(
    Type.Object({
      id: Id,
      code: Type.String(),
      name: Type.String(),
      client: nullable(Type.String()),
      starts_on: nullable(DayText),
      ends_on: nullable(DayText),
    }),
  ),
  phases: Type.Array(Phase),
  tasks: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  bookings: Columns,
  holidays: Type.Array(
    Type.Object({
      country: Type.String(),
      region: nullable(Type.String()),
      day: DayText,
      name: Type.String(),
      half: Type.Boolean(),
      /** Regions of the country in which it is none. */
      not_in: Type.Array(Type.String()),
    }),
  ),
});
export type Board = Static<typeof Board>;
export type BoardPerson = Board['people'][number];
export type BoardProject = Board['projects'][number];

export const WorkloadRow = Type.Object({
  user_id: Id,
  name: Type.String(),
  grade: GradeName,
  team: nullable(Type.String()),
  ...load,
});
export type WorkloadRow = Static<typeof WorkloadRow>;

export const workload = {
  from: DayText,
  to: DayText,
  unit: Type.Unsafe<'week' | 'month'>({ type: 'string', enum: ['week', 'month'] }),
  ...filters,
  /** `name`, `free` (most free time first), or the index of a unit (highest load first); `-` turns the order round. */
  sort: Type.Optional(Type.String({ pattern: '^-?(name|free|[0-9]{1,3})$' })),
};

export const Choices = Type.Object({
  projects: Type.Array(
    Type.Object({
      id: Id,
      code: Type.String(),
      name: Type.String(),
      client: nullable(Type.String()),
      chargeable: Type.Boolean(),
      starts_on: nullable(DayText),
      ends_on: nullable(DayText),
    }),
  ),
  task_types: Type.Array(Type.Object({ id: Id, name: Type.String(), chargeable: Type.Boolean() })),
  /** For the filters of the board and the matrix. */
  clients: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  teams: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** What the person was booked on last, newest first. */
  recent: Type.Array(Type.Object({ project_id: nullable(Id), task_type_id: nullable(Id) })),
  /** More projects match than are listed. */
  more: Type.Boolean(),
});
export type BookingChoices = Static<typeof Choices>;

export const writers = ['planning', 'clients_bookings', 'internal_bookings'];

export const BoardGroup = Type.Object({
  /** Empty for those who are in none. */
  id: Type.String(),
  name: Type.String(),
  count: Type.Integer(),
  /** Minutes by unit, of all of them together. */
  load: Type.Object(load),
});
export type BoardGroup = Static<typeof BoardGroup>;
