import Type from 'typebox';
import { type InputOf, contract } from '../kit/endpoint.ts';
import { Comment, DayText, Id, Ids, Version, nullable, paging, strict } from '../kit/shapes.ts';
import { demandContract } from './contract/demands.ts';
import {
  Level,
  PerDay,
  BookingRow,
  Over,
  Written,
  Handed,
  Cut,
  HandedOver,
  bookingFields,
  newFields,
  filters,
  grouping,
  Board,
  BoardGroup,
  WorkloadRow,
  workload,
  Choices,
  Phase,
  Whole,
  writers,
} from './contract/shapes.ts';

export type {
  BookingRow,
  HandedOver,
  Board,
  BoardGroup,
  BoardPerson,
  BoardProject,
  WorkloadRow,
  BookingChoices,
  Phase,
} from './contract/shapes.ts';
export type { Candidate, DemandRow, LastTeam, NewDemand } from './contract/demands.ts';

/** Bookings, the planning board and the workload matrix. */
export const planningContract = contract({
  ...demandContract,
  'POST /api/bookings/board': {
    summary: 'A window of the planning board: people, their capacity by day, and their bookings.',
    access: 'signed_in',
    pages: ['planning'],
    read: true,
    body: strict({
      from: DayText,
      to: DayText,
      unit: Type.Unsafe<'day' | 'week' | 'month'>({ type: 'string', enum: ['day', 'week', 'month'] }),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      ...grouping,
      ...filters,
    }),
    reply: Board,
  },
  'POST /api/bookings/board/groups': {
    summary:
      'The groups of everybody whom the filters show, how many they are, and the load of each; without a grouping all are one.',
    access: 'signed_in',
    pages: ['planning'],
    read: true,
    body: strict({
      from: DayText,
      to: DayText,
      unit: Type.Unsafe<'day' | 'week' | 'month'>({ type: 'string', enum: ['day', 'week', 'month'] }),
      ...grouping,
      ...filters,
    }),
    reply: Type.Object({
      groups: Type.Array(BoardGroup),
      /** Minutes that open demands ask for, by unit. */
      demand: Whole,
    }),
  },
  'POST /api/bookings/board/export': {
    summary: 'The bookings of everybody whom the filters show, as a file.',
    access: 'signed_in',
    pages: ['planning'],
    read: true,
    query: strict({ format: Type.Optional(Type.String({ pattern: '^(xlsx|csv)$' })) }),
    body: strict({ from: DayText, to: DayText, ...filters }),
    raw: 'file',
  },
  'GET /api/bookings': {
    summary: 'Bookings of oneself, of a person, or of all whom one may see on a project, one page, earliest first.',
    access: 'signed_in',
    query: strict({ ...paging, from: DayText, to: DayText, user_id: Type.Optional(Id), project_id: Type.Optional(Id) }),
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
  'GET /api/bookings/phases': {
    summary: 'The phases of a project on which one may book, in their order.',
    access: 'signed_in',
    pages: [...writers, 'workload'],
    query: strict({ project_id: Id }),
    reply: Type.Object({ phases: Type.Array(Phase) }),
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
    body: strict({ ...newFields, id: Type.Optional(Id) }),
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
      phase_id: Type.Optional(nullable(Id)),
      task_type_id: Type.Optional(nullable(Id)),
      first_day: DayText,
      last_day: DayText,
      minutes_per_day: PerDay,
      level: Level,
      note: Type.Optional(Comment),
    }),
    reply: Type.Object({ ids: Ids, over: Type.Integer({ description: 'People whom it brings over capacity.' }) }),
  },
  'POST /api/bookings/together': {
    summary: 'Make, change and take away bookings together, all or none; each change names the version that it knows.',
    access: 'signed_in',
    pages: writers,
    body: strict({
      create: Type.Optional(Type.Array(strict(newFields), { maxItems: 500 })),
      change: Type.Optional(Type.Array(strict({ ...bookingFields, id: Id, version: Version }), { maxItems: 500 })),
      remove: Type.Optional(Type.Array(strict({ id: Id, version: Version }), { maxItems: 500 })),
    }),
    reply: Type.Object({ bookings: Type.Array(BookingRow), over: Over }),
  },
  'POST /api/bookings/remove_several': {
    summary: 'Take several bookings away; those that are gone are left out.',
    access: 'signed_in',
    pages: writers,
    body: strict({ ids: Type.Array(Id, { maxItems: 500 }) }),
    reply: Type.Object({ removed: Type.Integer() }),
  },
  'POST /api/bookings/copy_internal': {
    summary: 'Book the internal work of a period again so many days later: the training calendar of last year.',
    access: 'signed_in',
    pages: writers,
    body: strict({
      task_type_ids: Type.Array(Id, { minItems: 1, maxItems: 50 }),
      /** What begins in this period. */
      from: DayText,
      to: DayText,
      days: Type.Integer({ minimum: 1, maximum: 1830 }),
      /** Without it each keeps its own. */
      level: Type.Optional(Level),
    }),
    reply: Type.Object({
      ids: Ids,
      /** Of people who have left by then, and what is booked there already. */
      left_out: Type.Integer(),
      already: Type.Integer(),
      over: Over,
    }),
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
  'POST /api/workload/groups': {
    summary: 'The load of groups of people by week or month: the totals of the matrix; without a grouping all are one.',
    access: 'signed_in',
    pages: ['workload'],
    read: true,
    body: strict({ ...workload, ...grouping }),
    reply: Type.Object({ groups: Type.Array(BoardGroup) }),
  },
  'POST /api/workload/histogram': {
    summary: 'How many people are booked for how many per cent of their capacity in a range.',
    access: 'signed_in',
    pages: ['workload'],
    read: true,
    body: strict(workload),
    reply: Type.Object({
      /** People by whole per cent; the last counts those of 200 and more. */
      people: Whole,
      /** People without capacity in the range. */
      without: Type.Integer(),
    }),
  },
  'POST /api/workload/addresses': {
    summary: 'Mail addresses of the people of the matrix, for managers and hr.',
    access: 'signed_in',
    pages: ['workload'],
    read: true,
    body: strict(workload),
    reply: Type.Object({
      addresses: Type.Array(Type.String()),
      /** People without an address. */
      without: Type.Integer(),
    }),
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
export type GroupsInput = InputOf<Operations['POST /api/bookings/board/groups']>['body'];
export type WorkloadGroupsInput = InputOf<Operations['POST /api/workload/groups']>['body'];
export type BoardExport = InputOf<Operations['POST /api/bookings/board/export']>['body'];
export type NewBooking = InputOf<Operations['POST /api/bookings']>['body'];
export type BookingChange = InputOf<Operations['PATCH /api/bookings/:id']>['body'];
export type HandOver = InputOf<Operations['POST /api/bookings/hand_over']>['body'];
export type CopyInternal = InputOf<Operations['POST /api/bookings/copy_internal']>['body'];
export type Together = InputOf<Operations['POST /api/bookings/together']>['body'];
export type WorkloadInput = InputOf<Operations['POST /api/workload']>['body'];
