import Type, { type Static } from 'typebox';
import { type InputOf, contract } from '../kit/endpoint.ts';
import { Comment, DayText, GradeName, Id, Ids, Version, nullable, paging, strict } from '../kit/shapes.ts';

const Level = Type.Unsafe<'soft' | 'requested' | 'hard'>({ type: 'string', enum: ['soft', 'requested', 'hard'] });
const PerDay = Type.Integer({ minimum: 1, maximum: 1440 });
const Whole = Type.Array(Type.Integer());

const BookingRow = Type.Object({
  id: Id,
  user_id: Id,
  user: Type.String(),
  project_id: nullable(Id),
  project: nullable(Type.String()),
  project_code: nullable(Type.String()),
  client: nullable(Type.String()),
  task_type_id: nullable(Id),
  task_type: nullable(Type.String()),
  first_day: DayText,
  last_day: DayText,
  minutes_per_day: Type.Integer(),
  level: Level,
  note: Type.String(),
  version: Version,
});
export type BookingRow = Static<typeof BookingRow>;

/** Days on which the booking brings its person over capacity, the first sixty. */
const Over = Type.Array(Type.Object({ day: DayText, minutes: Type.Integer() }));
const Written = Type.Object({ booking: BookingRow, over: Over });

const Handed = Type.Array(strict({ id: Id, version: Version }), { maxItems: 200 });
const Cut = Type.Array(strict({ id: Id, version: Version, second_id: Id, second_version: Version }), { maxItems: 200 });
const HandedOver = Type.Object({
  /** Bookings that went over whole. */
  moved: Handed,
  /** Bookings that span the day: what stays, and the part that went over. */
  cut: Cut,
  over: Over,
});
export type HandedOver = Static<typeof HandedOver>;

const bookingFields = {
  user_id: Type.Optional(Id),
  project_id: Type.Optional(nullable(Id)),
  task_type_id: Type.Optional(nullable(Id)),
  first_day: Type.Optional(DayText),
  last_day: Type.Optional(DayText),
  minutes_per_day: Type.Optional(PerDay),
  level: Type.Optional(Level),
  note: Type.Optional(Comment),
};

/** The workload filters: arrays of ids (grades by name); an empty or missing one does not narrow. */
const filters = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  users: Type.Optional(Ids),
  teams: Type.Optional(Ids),
  grades: Type.Optional(Type.Array(GradeName, { maxItems: 7 })),
  /** People who are booked on these in the range. */
  clients: Type.Optional(Ids),
  projects: Type.Optional(Ids),
  only: Type.Optional(Type.Unsafe<'over' | 'free'>({ type: 'string', enum: ['over', 'free'] })),
  /** Soft bookings count toward `over` and `free` too. */
  include_soft: Type.Optional(Type.Boolean()),
  data: Type.Optional(Type.Unknown()),
};

const load = { capacity: Whole, hard: Whole, soft: Whole, over: Whole };

/**
 * One booking of the board: id, index in `people`, index in `projects` or -1, index in `tasks` or -1, first day, last day,
 * minutes a day, level (0 soft, 1 requested, 2 hard), version, note.
 */
const BookingTuple = Type.Unsafe<
  [
    id: string,
    person: number,
    project: number,
    task: number,
    first: string,
    last: string,
    minutes: number,
    level: number,
    version: number,
    note: string,
  ]
>({
  type: 'array',
  items: [
    ...['string', 'integer', 'integer', 'integer', 'string', 'string', 'integer', 'integer', 'integer', 'string'].map((type) => ({
      type,
    })),
  ],
});

const Board = Type.Object({
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
      /** Minutes by unit. */
      load: Type.Object(load),
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
      client_id: nullable(Id),
      client: nullable(Type.String()),
      starts_on: nullable(DayText),
      ends_on: nullable(DayText),
    }),
  ),
  tasks: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  bookings: Type.Array(BookingTuple),
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

const WorkloadRow = Type.Object({ user_id: Id, name: Type.String(), grade: GradeName, team: nullable(Type.String()), ...load });
export type WorkloadRow = Static<typeof WorkloadRow>;

const workload = {
  from: DayText,
  to: DayText,
  unit: Type.Unsafe<'week' | 'month'>({ type: 'string', enum: ['week', 'month'] }),
  ...filters,
  /** `name`, `free` (most free time first), or the index of a unit (highest load first); `-` turns the order round. */
  sort: Type.Optional(Type.String({ pattern: '^-?(name|free|[0-9]{1,3})$' })),
};

const Choices = Type.Object({
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

const writers = ['planning', 'clients_bookings', 'internal_bookings'];

/** Bookings, the planning board and the workload matrix. */
export const planningContract = contract({
  'POST /api/bookings/board': {
    summary: 'A window of the planning board: people, their load by day or week, and their bookings.',
    access: 'signed_in',
    pages: ['planning'],
    read: true,
    body: strict({
      from: DayText,
      to: DayText,
      unit: Type.Unsafe<'day' | 'week'>({ type: 'string', enum: ['day', 'week'] }),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      ...filters,
    }),
    reply: Board,
  },
  'GET /api/bookings': {
    summary: 'Bookings of oneself, or of a person one may see, one page, earliest first.',
    access: 'signed_in',
    query: strict({ ...paging, from: DayText, to: DayText, user_id: Type.Optional(Id) }),
    list: true,
    reply: BookingRow,
  },
  'GET /api/bookings/choices': {
    summary:
      'Projects and task types on which one may book, clients and teams to filter by, and what a person was booked on last.',
    access: 'signed_in',
    pages: [...writers, 'workload'],
    query: strict({ search: Type.Optional(Type.String({ maxLength: 200 })), user_id: Type.Optional(Id) }),
    reply: Choices,
  },
  'GET /api/bookings/clashes': {
    summary: 'Bookings that leave in a range would meet, of oneself or of a person whose leave one decides on.',
    access: 'signed_in',
    query: strict({ from: DayText, to: DayText, user_id: Type.Optional(Id) }),
    reply: Type.Object({
      /** The first hundred. */
      bookings: Type.Array(
        Type.Object({
          id: Id,
          project: nullable(Type.String()),
          client: nullable(Type.String()),
          task_type: nullable(Type.String()),
          first_day: DayText,
          last_day: DayText,
          /** Minutes on the working days of the range. */
          minutes: Type.Integer(),
          level: Level,
        }),
      ),
      minutes: Type.Integer(),
      total: Type.Integer(),
    }),
  },
  'GET /api/bookings/:id': {
    summary: 'One booking.',
    access: 'signed_in',
    params: strict({ id: Id }),
    reply: BookingRow,
  },
  'POST /api/bookings': {
    summary: 'Book a person.',
    access: 'signed_in',
    pages: writers,
    body: strict({
      ...bookingFields,
      id: Type.Optional(Id),
      user_id: Id,
      first_day: DayText,
      last_day: DayText,
      minutes_per_day: PerDay,
      level: Level,
    }),
    reply: Written,
  },
  'PATCH /api/bookings/:id': {
    summary: 'Change a booking: move, stretch, hand to another person, confirm.',
    access: 'signed_in',
    pages: writers,
    params: strict({ id: Id }),
    body: strict({ ...bookingFields, version: Type.Optional(Version) }),
    reply: Written,
  },
  'DELETE /api/bookings/:id': {
    summary: 'Take a booking away.',
    access: 'signed_in',
    pages: writers,
    params: strict({ id: Id }),
    query: strict({ version: Type.Optional(Version) }),
    reply: Type.Object({ success: Type.Boolean() }),
  },
  'POST /api/bookings/split': {
    summary: 'Cut a booking in two; the second part begins at the day.',
    access: 'signed_in',
    pages: writers,
    body: strict({ id: Id, day: DayText, version: Type.Optional(Version), second_id: Type.Optional(Id) }),
    reply: Type.Object({ booking: BookingRow, second: BookingRow, over: Over }),
  },
  'POST /api/bookings/several': {
    summary: 'Book people and whole teams on the same work and days, all or none.',
    access: 'signed_in',
    pages: writers,
    body: strict({
      user_ids: Type.Optional(Ids),
      teams: Type.Optional(Ids),
      project_id: Type.Optional(nullable(Id)),
      task_type_id: Type.Optional(nullable(Id)),
      first_day: DayText,
      last_day: DayText,
      minutes_per_day: PerDay,
      level: Level,
      note: Type.Optional(Comment),
    }),
    reply: Type.Object({ ids: Ids, over: Type.Integer({ description: 'People whom it brings over capacity.' }) }),
  },
  'POST /api/bookings/remove_several': {
    summary: 'Take several bookings away; those that are gone are left out.',
    access: 'signed_in',
    pages: writers,
    body: strict({ ids: Type.Array(Id, { maxItems: 500 }) }),
    reply: Type.Object({ removed: Type.Integer() }),
  },
  'POST /api/bookings/hand_over': {
    summary: 'Give another person what somebody is booked on from a day on, all or none; what spans the day is cut there.',
    access: 'signed_in',
    pages: writers,
    body: strict({
      user_id: Id,
      to_user_id: Id,
      day: DayText,
      /** These alone; without them everything. */
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 200 })),
    }),
    reply: HandedOver,
  },
  'POST /api/bookings/hand_back': {
    summary: 'Take a hand-over back, unless somebody changed one of its bookings since.',
    access: 'signed_in',
    pages: writers,
    body: strict({ user_id: Id, moved: Handed, cut: Cut }),
    reply: Type.Object({ bookings: Handed }),
  },
  'POST /api/workload': {
    summary: 'Load of people by week or month, one page.',
    access: 'signed_in',
    pages: ['workload'],
    read: true,
    body: strict({ ...paging, ...workload }),
    list: true,
    reply: WorkloadRow,
  },
  'POST /api/workload/export': {
    summary: 'The workload matrix as a file.',
    access: 'signed_in',
    pages: ['workload'],
    read: true,
    query: strict({
      format: Type.Optional(Type.String({ pattern: '^(xlsx|csv)$' })),
      measure: Type.Optional(Type.Unsafe<'percent' | 'hours' | 'free'>({ type: 'string', enum: ['percent', 'hours', 'free'] })),
    }),
    body: strict(workload),
    raw: 'file',
  },
});

type Operations = typeof planningContract;
export type BoardInput = InputOf<Operations['POST /api/bookings/board']>['body'];
export type NewBooking = InputOf<Operations['POST /api/bookings']>['body'];
export type BookingChange = InputOf<Operations['PATCH /api/bookings/:id']>['body'];
export type HandOver = InputOf<Operations['POST /api/bookings/hand_over']>['body'];
export type WorkloadInput = InputOf<Operations['POST /api/workload']>['body'];
