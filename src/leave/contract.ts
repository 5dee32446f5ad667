import Type from 'typebox';
import { contract } from '../kit/endpoint.ts';
import { Comment, DayText, Id, Ids, Version, nullable, strict } from '../kit/shapes.ts';

const Status = Type.Unsafe<'pending' | 'approved' | 'rejected' | 'cancelled'>({
  type: 'string',
  enum: ['pending', 'approved', 'rejected', 'cancelled'],
});

export const LeaveRequest = Type.Object({
  id: Id,
  user_id: Id,
  user: Type.String(),
  type_id: Id,
  type: Type.String(),
  first_day: DayText,
  last_day: DayText,
  half_day: Type.Boolean(),
  minutes: Type.Integer(),
  status: Status,
  comment: Type.String(),
  version: Version,
});

/** Public holidays, leave requests, and what a person is expected to work. */
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
          pattern: Type.Array(Type.Integer()),
          holiday: Type.Array(Type.Integer()),
          leave: Type.Array(Type.Integer()),
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
  'GET /api/leave_requests': {
    summary: 'Leave requests of oneself, or of people one manages.',
    access: 'signed_in',
    query: strict({ from: DayText, to: DayText, user_ids: Type.Optional(Type.Array(Id, { maxItems: 200 })) }),
    list: true,
    reply: LeaveRequest,
  },
  'GET /api/leave_types': {
    summary: 'The leave types of the firm.',
    access: 'signed_in',
    list: true,
    reply: Type.Object({ id: Id, name: Type.String(), is_paid: Type.Boolean() }),
  },
  'POST /api/leave_requests': {
    summary: 'Ask for leave.',
    access: 'signed_in',
    body: strict({
      id: Type.Optional(Id),
      type_id: Id,
      first_day: DayText,
      last_day: DayText,
      half_day: Type.Optional(Type.Boolean()),
      comment: Type.Optional(Comment),
    }),
    reply: LeaveRequest,
  },
  'POST /api/leave_requests/decide': {
    summary: 'Approve or reject requests of people one manages, or cancel one’s own.',
    access: 'signed_in',
    body: strict({
      ids: Ids,
      status: Type.Unsafe<'approved' | 'rejected' | 'cancelled'>({ type: 'string', enum: ['approved', 'rejected', 'cancelled'] }),
    }),
    reply: Type.Array(LeaveRequest),
  },
});
