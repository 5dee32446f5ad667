import Type, { type Static } from 'typebox';
import { contract } from '../kit/endpoint.ts';
import { Comment, DayText, Id, Ids, Name, Version, nullable, paging, strict } from '../kit/shapes.ts';

const oneOf = <const Value extends string>(...values: Value[]) => Type.Unsafe<Value>({ type: 'string', enum: values });

const Status = oneOf('pending', 'approved', 'rejected', 'cancelled');
/** How much of its days leave takes: whole days, a half of one day, or so many minutes of one day. */
const PartName = oneOf('day', 'first_half', 'second_half', 'hours');
const Clock = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' });
const Moment = Type.Unsafe<Date | string>({ type: 'string', format: 'date-time' });
const Minutes = Type.Array(Type.Integer());

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

/** Leave types and requests, public holidays, policies and balances, and what a person is expected to work. */
export const leaveContract = contract({
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
    pages: ['countries_settings'],
    flag: 'can_edit',
    body: strict({ id: Type.Optional(Id), name: Name, ...typeFields }),
    reply: LeaveType,
  },
  'PATCH /api/leave_types/:id': {
    summary: 'Change a leave type.',
    access: 'pto.update',
    pages: ['countries_settings'],
    flag: 'can_edit',
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
  'POST /api/leave_requests/decide': {
    summary: 'Approve, reject or cancel requests of people one manages, or cancel one’s own.',
    access: 'signed_in',
    body: strict({ ids: Ids, status: oneOf('approved', 'rejected', 'cancelled'), reason: Type.Optional(Comment) }),
    reply: Type.Array(LeaveRequest),
  },
});
