import Type, { type Static } from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { Comment, DayText, GradeName, Id, Ids, Name, Version, nullable, paging, strict } from '../../kit/shapes.ts';
import { oneOf, Moment, Minutes, Done, ofCountries } from './shapes.ts';

const Status = oneOf('pending', 'approved', 'rejected', 'cancelled');
/** How much of its days leave takes: whole days, a half of one day, or so many minutes of one day. */
const PartName = oneOf('day', 'first_half', 'second_half', 'hours');
const Clock = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });
const LeaveType = Type.Object({
  id: Id,
  name: Type.String(),
  is_paid: Type.Boolean(),
  /** `off`: taken out of what utilization is measured against; `worked`: left in. No work is due either way. */
  counts: oneOf('off', 'worked'),
  needs_reason: Type.Boolean(),
  /** Colleagues read "absent". */
  is_private: Type.Boolean(),
  smallest: oneOf('day', 'half_day', 'hour'),
  is_active: Type.Boolean(),
  /** Some country's rules keep an account of it. */
  has_balance: Type.Boolean(),
  version: Version,
});
export type LeaveType = Static<typeof LeaveType>;

const typeFields = {
  is_paid: Type.Optional(Type.Boolean()),
  counts: Type.Optional(LeaveType.properties.counts),
  needs_reason: Type.Optional(Type.Boolean()),
  is_private: Type.Optional(Type.Boolean()),
  smallest: Type.Optional(LeaveType.properties.smallest),
  is_active: Type.Optional(Type.Boolean()),
};

const LeaveRequest = Type.Object({
  id: Id,
  user_id: Id,
  user: Type.String(),
  type_id: Id,
  type: Type.String(),
  first_day: DayText,
  last_day: DayText,
  part: PartName,
  /** When hours of leave begin, and their length in minutes. */
  starts_at: nullable(Type.String()),
  part_minutes: nullable(Type.Integer()),
  /** Minutes of work that it takes: holidays and days off count nothing. */
  minutes: Type.Integer(),
  status: Status,
  comment: Type.String(),
  /** What was said with the decision. */
  reason: Type.String(),
  /** Who asked on behalf of the person. */
  created_by: nullable(Type.String()),
  decided_by: nullable(Type.String()),
  decided_at: nullable(Moment),
  /** What the reader may do with it now. */
  may: Type.Array(oneOf('approve', 'reject', 'cancel')),
  version: Version,
});
export type LeaveRequest = Static<typeof LeaveRequest>;

const asked = {
  /** On behalf of this person; left out: for oneself. */
  user_id: Type.Optional(Id),
  type_id: Id,
  first_day: DayText,
  last_day: DayText,
  part: Type.Optional(PartName),
  starts_at: Type.Optional(Clock),
  part_minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: 1440 })),
  comment: Type.Optional(Comment),
};

const Feed = { id: Id, scope: oneOf('own', 'team'), created_at: Moment, last_used_at: nullable(Moment) };
/** Leave types, requests and the calendar, and what a person is expected to work. */
export const requestContract = contract({
  'GET /api/capacity': {
    summary: 'Pattern, holiday and leave minutes by day, for oneself or for people one may see.',
    access: 'signed_in',
    query: strict({
      from: DayText,
      to: DayText,
      user_ids: Type.Optional(Type.Array(Id, { maxItems: 200 })),
    }),
    reply: Type.Object({
      from: DayText,
      to: DayText,
      people: Type.Array(
        Type.Object({
          user_id: Id,
          pattern: Minutes,
          holiday: Minutes,
          leave: Minutes,
          /** Of the leave, what counts as worked. */
          worked: Minutes,
        }),
      ),
      holidays: Type.Array(
        Type.Object({
          country: Type.String(),
          region: nullable(Type.String()),
          day: DayText,
          name: Type.String(),
          half: Type.Boolean(),
        }),
      ),
    }),
  },
  'GET /api/leave_types': {
    summary: 'The leave types of the firm.',
    access: 'signed_in',
    query: strict({ all: Type.Optional(Type.Boolean()) }),
    list: true,
    reply: LeaveType,
  },
  'POST /api/leave_types': {
    summary: 'Add a leave type.',
    access: 'pto.create',
    ...ofCountries,
    body: strict({ id: Type.Optional(Id), name: Name, ...typeFields }),
    reply: LeaveType,
  },
  'PATCH /api/leave_types/:id': {
    summary: 'Change a leave type.',
    access: 'pto.update',
    ...ofCountries,
    params: strict({ id: Id }),
    body: strict({ name: Type.Optional(Name), ...typeFields, version: Type.Optional(Version) }),
    reply: LeaveType,
  },
  'GET /api/leave_requests': {
    summary: 'Leave requests of oneself, of people one manages, or those that wait for one’s decision, one page, earliest first.',
    access: 'signed_in',
    query: strict({
      ...paging,
      from: Type.Optional(DayText),
      to: Type.Optional(DayText),
      user_ids: Type.Optional(Type.Array(Id, { maxItems: 200 })),
      teams: Type.Optional(Type.Array(Id, { maxItems: 200 })),
      status: Type.Optional(Status),
      scope: Type.Optional(oneOf('own', 'deciding', 'visible')),
    }),
    list: true,
    reply: LeaveRequest,
  },
  'POST /api/leave_requests': {
    summary: 'Ask for leave, for oneself or on behalf of somebody.',
    access: 'signed_in',
    body: strict({ id: Type.Optional(Id), ...asked, approve: Type.Optional(Type.Boolean()) }),
    reply: LeaveRequest,
  },
  'POST /api/leave_requests/preview': {
    summary: 'What a request would take of the working time and of the balance, and who else is off; writes nothing.',
    access: 'signed_in',
    read: true,
    body: strict(asked),
    reply: Type.Object({
      minutes: Type.Integer(),
      /** `free`: no working day; `holiday`: a whole public holiday. */
      days: Type.Array(Type.Object({ day: DayText, minutes: Type.Integer(), why: oneOf('work', 'holiday', 'free') })),
      day_minutes: Type.Integer(),
      /** Null where no rules keep an account of the type. */
      balance: Type.Unsafe<{
        type_id: string;
        /** On the last day of the leave, without it and with it. */
        before: number;
        after: number;
        /** The lowest from its first day on, by all that is approved or pending. */
        lowest: number;
        /** How far it may come down: zero or less. */
        limit: number;
        /** Of other requests that wait. */
        pending: number;
      } | null>({
        type: ['object', 'null'],
        required: ['type_id', 'before', 'after', 'lowest', 'limit', 'pending'],
        properties: {
          type_id: { type: 'string' },
          before: { type: 'integer' },
          after: { type: 'integer' },
          lowest: { type: 'integer' },
          limit: { type: 'integer' },
          pending: { type: 'integer' },
        },
      }),
      /** Why it would be refused, and what it does that is allowed all the same. */
      refusal: nullable(Type.String()),
      warning: nullable(Type.String()),
      /** The first twenty of the same team or manager. */
      others: Type.Array(
        Type.Object({
          user_id: Id,
          user: Type.String(),
          first_day: DayText,
          last_day: DayText,
          part: PartName,
          /** Null: absent. */
          type: nullable(Type.String()),
          status: Status,
        }),
      ),
      others_total: Type.Integer(),
    }),
  },
  'POST /api/leave_requests/decide': {
    summary: 'Approve, reject or cancel requests of people one manages, or cancel one’s own.',
    access: 'signed_in',
    body: strict({ ids: Ids, status: oneOf('approved', 'rejected', 'cancelled'), reason: Type.Optional(Comment) }),
    reply: Type.Array(LeaveRequest),
  },
  'GET /api/leave_calendar': {
    summary: 'Leave of people by name, one page, those with none among them.',
    access: 'signed_in',
    query: strict({
      ...paging,
      from: DayText,
      to: DayText,
      teams: Type.Optional(Type.Array(Id, { maxItems: 200 })),
      user_ids: Type.Optional(Type.Array(Id, { maxItems: 200 })),
      grades: Type.Optional(Type.Array(GradeName, { maxItems: 7 })),
      search: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    list: true,
    reply: Type.Object({
      user_id: Id,
      user: Type.String(),
      grade: GradeName,
      team: nullable(Type.String()),
      country: Type.String(),
      region: nullable(Type.String()),
      /** Minutes by day of the range; no pattern is no working day. */
      pattern: Minutes,
      holiday: Minutes,
      absences: Type.Array(
        Type.Object({
          id: Id,
          first_day: DayText,
          last_day: DayText,
          part: PartName,
          starts_at: nullable(Type.String()),
          part_minutes: nullable(Type.Integer()),
          /** Null: absent, without more. */
          type_id: nullable(Id),
          type: nullable(Type.String()),
          status: Status,
        }),
      ),
    }),
  },
  'GET /api/calendar_feeds': {
    summary: 'One’s own calendar addresses.',
    access: 'signed_in',
    list: true,
    reply: Type.Object(Feed),
  },
  'POST /api/calendar_feeds': {
    summary: 'Make a secret address from which a calendar fetches leave; it is shown once.',
    access: 'signed_in',
    body: strict({ scope: oneOf('own', 'team') }),
    reply: Type.Object({ ...Feed, address: Type.String() }),
  },
  'DELETE /api/calendar_feeds/:id': {
    summary: 'Take an address back.',
    access: 'signed_in',
    params: strict({ id: Id }),
    reply: Done,
  },
  'GET /api/calendar_feeds/leave': {
    summary: 'Leave as a calendar file, for whoever has the address.',
    access: 'public',
    query: strict({ key: Type.String({ minLength: 10, maxLength: 100 }) }),
    raw: 'file',
  },
});
