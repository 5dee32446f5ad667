import Type from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { DayText, Id, Ids, nullable, paging, strict } from '../../kit/shapes.ts';

export const timePages = ['timesheet', 'add_time', 'home'];

const PartState = Type.Unsafe<'waiting' | 'approved' | 'rejected'>({ type: 'string', enum: ['waiting', 'approved', 'rejected'] });
const Week = Type.String({ minLength: 1, maxLength: 10 });
const Reason = Type.String({ maxLength: 2000 });
const WeekState = Type.Object({ state: Type.String() });

const timeRules = {
  approval: Type.Unsafe<'off' | 'manager' | 'project'>({ type: 'string', enum: ['off', 'manager', 'project'] }),
  /** Days after the end of a week within which submitting it is in time. */
  submit_days: Type.Integer({ minimum: 0, maximum: 31 }),
  rounding_minutes: Type.Unsafe<number>({ type: 'integer', enum: [0, 5, 6, 10, 12, 15, 30, 60] }),
  rounding: Type.Unsafe<'nearest' | 'up' | 'down'>({ type: 'string', enum: ['nearest', 'up', 'down'] }),
  comment_required: Type.Boolean(),
  /** How many days back time may be logged or changed; null: without end. */
  past_days: nullable(Type.Integer({ minimum: 0, maximum: 3660 })),
};
const TimeRules = Type.Object({ ...timeRules, version: Type.Integer() });

/** How the approval of a week stands. */
export const WeekApproval = Type.Object({
  state: Type.Unsafe<'none' | 'open' | 'submitted' | 'approved' | 'rejected'>({
    type: 'string',
    enum: ['none', 'open', 'submitted', 'approved', 'rejected'],
  }),
  submitted_at: nullable(Type.String()),
  parts: Type.Array(
    Type.Object({
      id: Id,
      project_id: nullable(Id),
      project: nullable(Type.String()),
      state: PartState,
      reason: Type.String(),
      decided_by: nullable(Type.String()),
      decided_at: nullable(Type.String()),
      mine: Type.Boolean(),
    }),
  ),
  acts: Type.Array(
    Type.Object({
      act: Type.String(),
      project: nullable(Type.String()),
      reason: Type.String(),
      by: Type.String(),
      at: Type.String(),
    }),
  ),
});

/** Handing weeks in, deciding on them, and what the firm asks of them. */
export const approvalContract = contract({
  'POST /api/timesheets/submit': {
    summary: 'Hand a week in: its days are closed, whoever decides is told.',
    access: 'signed_in',
    pages: timePages,
    body: strict({ week: Week, user_id: Type.Optional(Id) }),
    reply: WeekState,
  },
  'POST /api/timesheets/withdraw': {
    summary: 'Take a submitted week back.',
    access: 'signed_in',
    pages: timePages,
    body: strict({ week: Week }),
    reply: WeekState,
  },
  'POST /api/timesheets/decide': {
    summary: 'Approve submitted weeks, or the parts of them on which one decides, or send them back with a reason.',
    access: 'signed_in',
    pages: timePages,
    body: strict({ ids: Type.Array(Id, { minItems: 1, maxItems: 500 }), approve: Type.Boolean(), reason: Type.Optional(Reason) }),
    reply: Type.Object({ decided: Type.Integer(), approved_weeks: Type.Integer() }),
  },
  'POST /api/timesheets/reopen': {
    summary: 'Open a submitted or approved week again, with a reason.',
    access: 'signed_in',
    pages: timePages,
    body: strict({ user_id: Id, week: Week, reason: Reason }),
    reply: WeekState,
  },
  'GET /api/timesheet_approvals': {
    summary: 'Submitted weeks, or parts of them, on which one decides or has decided.',
    access: 'signed_in',
    pages: timePages,
    query: strict({
      ...paging,
      state: Type.Optional(PartState),
      week: Type.Optional(Week),
      user_ids: Type.Optional(Ids),
    }),
    list: true,
    reply: Type.Object({
      id: Id,
      user_id: Id,
      user: Type.String(),
      week: DayText,
      project_id: nullable(Id),
      project: nullable(Type.String()),
      state: PartState,
      submitted_at: Type.String(),
      decided_at: nullable(Type.String()),
      decided_by: nullable(Type.String()),
      reason: Type.String(),
      seconds: Type.Integer(),
      chargeable_seconds: Type.Integer(),
    }),
  },
  'GET /api/time_rules': {
    summary: 'What the firm asks of its timesheets: approval, rounding, notes, how far back.',
    access: 'signed_in',
    reply: TimeRules,
  },
  'PUT /api/time_rules': {
    summary: 'Change what the firm asks of its timesheets; what is not named stays.',
    access: 'administrator',
    pages: ['settings'],
    body: strict({
      approval: Type.Optional(timeRules.approval),
      submit_days: Type.Optional(timeRules.submit_days),
      rounding_minutes: Type.Optional(timeRules.rounding_minutes),
      rounding: Type.Optional(timeRules.rounding),
      comment_required: Type.Optional(timeRules.comment_required),
      past_days: Type.Optional(timeRules.past_days),
      version: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    reply: TimeRules,
  },
});
