import Type, { type Static } from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { Currency, DayText, Id, Ids, Version, nullable, paging, strict } from '../../kit/shapes.ts';
import { TIERS, WRITE_OFF_STATES } from '../rules.ts';
import { GroupWord, Instant, Reason, oneOf } from './shapes.ts';

const page = { pages: ['invoices'] } as const;
const Sum = Type.Integer();
const one = { params: strict({ id: Id }) };
const known = { version: Version };
const StateWord = oneOf(WRITE_OFF_STATES);

/** Work in progress that somebody wants to give up, or that was given up, without an invoice. */
const WriteOffRow = Type.Object({
  id: Id,
  state: StateWord,
  project_id: Id,
  code: Type.String(),
  project: Type.String(),
  client_id: Id,
  client: Type.String(),
  currency: Currency,
  period_from: DayText,
  period_to: DayText,
  seconds: Sum,
  value: Sum,
  standard: Sum,
  /** The work in progress of the project when it was asked for. */
  standing: Sum,
  /** From which grade on somebody may decide. */
  tier: oneOf(TIERS),
  reason: Type.String(),
  asked_by: Type.String(),
  asked_at: Instant,
  decided_by: nullable(Type.String()),
  decided_at: nullable(Instant),
  decision_note: Type.String(),
  taken_back_by: nullable(Type.String()),
  taken_back_at: nullable(Instant),
  taken_back_reason: Type.String(),
  version: Version,
});
export type WriteOffListRow = Static<typeof WriteOffRow>;

const WriteOffOut = Type.Object({
  ...WriteOffRow.properties,
  /** Whose time it is; of a rejected or withdrawn one, whose time may be billed again, nobody's. */
  people: Type.Array(Type.Object({ user_id: Id, user: Type.String(), seconds: Sum, value: Sum })),
  may: Type.Object({ decide: Type.Boolean(), withdraw: Type.Boolean(), take_back: Type.Boolean() }),
});
export type WriteOffDetails = Static<typeof WriteOffOut>;

/** Work in progress that is given up without an invoice. */
export const writeOffContract = contract({
  'POST /api/write_offs/list': {
    summary: 'Work in progress written off without an invoice: what waits, was agreed to, rejected and taken back; one page.',
    access: 'invoices.list',
    ...page,
    read: true,
    body: Type.Optional(
      strict({
        ...paging,
        search: Type.Optional(Type.String({ maxLength: 200 })),
        clients: Type.Optional(Ids),
        projects: Type.Optional(Ids),
        teams: Type.Optional(Ids),
        states: Type.Optional(Type.Array(StateWord)),
        /** Only those on which who asks may decide. */
        waiting: Type.Optional(Type.Boolean()),
        sort: Type.Optional(Type.String({ maxLength: 60 })),
      }),
    ),
    list: true,
    reply: WriteOffRow,
  },
  'GET /api/write_offs/:id': {
    summary: 'One write-off of work in progress, with whose time it is.',
    access: 'invoices.list',
    ...page,
    ...one,
    reply: WriteOffOut,
  },
  'POST /api/write_offs': {
    summary: 'Ask to write off approved unbilled time of a project without an invoice. It counts once somebody else has agreed.',
    access: 'invoices.push',
    ...page,
    flag: 'can_edit',
    body: strict({
      id: Type.Optional(Id),
      project_id: Id,
      until: DayText,
      group_by: Type.Optional(GroupWord),
      /** Lines of `unbilled_time` by their keys; left out: all. */
      keys: Type.Optional(Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 1000 })),
      reason: Reason,
    }),
    reply: WriteOffOut,
  },
  'POST /api/write_offs/:id/decide': {
    summary: 'Agree to a write-off, or reject it with a reason: its time is unbilled again.',
    access: 'invoices.push',
    ...page,
    flag: 'can_approve',
    ...one,
    body: strict({
      ...known,
      decision: oneOf(['approved', 'rejected']),
      note: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    reply: WriteOffOut,
  },
  'POST /api/write_offs/:id/withdraw': {
    summary: 'Withdraw a write-off that one asked for and that nobody has decided on: its time is unbilled again.',
    access: 'invoices.push',
    ...page,
    flag: 'can_edit',
    ...one,
    body: strict(known),
    reply: WriteOffOut,
  },
  'POST /api/write_offs/:id/take_back': {
    summary: 'Take back what was written off, with a reason: it is written up today, and its time is unbilled again.',
    access: 'invoices.push',
    ...page,
    flag: 'can_approve',
    ...one,
    body: strict({ ...known, reason: Reason }),
    reply: WriteOffOut,
  },
});
