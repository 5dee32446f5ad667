import Type, { type Static } from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { Comment, DayText, Id, Ids, nullable, paging, strict } from '../../kit/shapes.ts';
import { oneOf, Moment, LayerName, Year } from './shapes.ts';

const balance = {
  user_id: Id,
  user: Type.String(),
  team: nullable(Type.String()),
  type_id: Id,
  type: Type.String(),
  /** The leave year by the calendar year in which it begins; its first and last day. */
  year: Type.Integer(),
  from: DayText,
  to: DayText,
  as_of: DayText,
  /** The person's own average working day: minutes divided by it are days. */
  day_minutes: Type.Integer(),
  /** Minutes through `as_of`: balance = carried_over + granted + adjusted + expired - taken. */
  carried_over: Type.Integer(),
  granted: Type.Integer(),
  adjusted: Type.Integer(),
  expired: Type.Integer(),
  taken: Type.Integer(),
  balance: Type.Integer(),
  /** Approved for later days of the year, and waiting for a decision. */
  planned: Type.Integer(),
  pending: Type.Integer(),
  /** The lowest that the balance comes to in the year by what is approved, without what is pending. */
  available: Type.Integer(),
  /** On the last day of the year by what is known. */
  year_end: Type.Integer(),
  /** What will be lost within the year unless it is used, and the first day on which it cannot be used any more. */
  expiring: Type.Integer(),
  expires_on: nullable(DayText),
};
const Balance = Type.Object(balance);
export type Balance = Static<typeof Balance>;

const LedgerLine = Type.Object({
  day: DayText,
  /** Of a run of days that one request took. */
  last_day: DayText,
  kind: oneOf('grant', 'accrual', 'carry_over', 'expiry', 'taken', 'adjustment'),
  minutes: Type.Integer(),
  /** The balance after it. */
  balance: Type.Integer(),
  layer: nullable(LayerName),
  request_id: nullable(Id),
  /** Stands in the ledger as it is; else it follows from the rules and is written within a day. */
  posted: Type.Boolean(),
  /** Why it has its minutes, in the reader's language. */
  text: Type.String(),
  comment: Type.String(),
  at: nullable(Moment),
  by: nullable(Type.String()),
});
export type LedgerLine = Static<typeof LedgerLine>;

const when = { year: Type.Optional(Year), as_of: Type.Optional(DayText) };
const Adjustment = {
  user_id: Id,
  type_id: Id,
  day: DayText,
  minutes: Type.Integer({ minimum: -600_000, maximum: 600_000 }),
  comment: Comment,
};

/** Balances of leave and how they came about. */
export const balanceContract = contract({
  'POST /api/users/leave_balance': {
    summary: 'Leave balances of oneself, of those one manages, of everybody for hr: a row for each leave type with rules.',
    access: 'signed_in',
    read: true,
    query: Type.Object({ page: Type.Optional(Type.String()) }),
    body: Type.Object({
      user_ids: Type.Optional(Ids),
      teams: Type.Optional(Ids),
      ...when,
      page_number: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      per_page: paging.per_page,
    }),
    list: true,
    reply: Balance,
  },
  'GET /api/leave_ledger': {
    summary: 'How one balance came about, line by line.',
    access: 'signed_in',
    query: strict({ user_id: Type.Optional(Id), type_id: Id, ...when }),
    reply: Type.Object({ ...balance, lines: Type.Array(LedgerLine) }),
  },
  'POST /api/leave_adjustments': {
    summary: 'Correct a balance by a line of its own: an opening balance, days bought or paid out.',
    access: 'users.edit',
    pages: ['users', 'user_details'],
    flag: 'can_edit',
    body: strict({ id: Type.Optional(Id), ...Adjustment, layer: Type.Optional(LayerName) }),
    reply: Type.Object({ id: Id, ...Adjustment }),
  },
  'GET /api/export_import/export_leave_balance': {
    summary: 'The leave balances of the firm as a file, in days.',
    access: 'users.export_leave_balance',
    audited: 'exported',
    pages: ['users'],
    flag: 'can_export',
    read: true,
    query: Type.Object({
      page: Type.Optional(Type.String()),
      format: Type.Optional(Type.String({ pattern: '^(xlsx|csv)$' })),
      teams: Type.Optional(Type.Array(Id, { maxItems: 200 })),
      ...when,
    }),
    raw: 'file',
  },
});
