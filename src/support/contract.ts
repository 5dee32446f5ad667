import Type from 'typebox';
import { contract } from '../kit/endpoint.ts';
import { DayText, Id, Version, nullable, paging, strict } from '../kit/shapes.ts';
import { privacyContract } from './contract/privacy.ts';
import { WEBHOOK_TOPICS, type WebhookTopic } from './rules.ts';

const Word = Type.String({ maxLength: 100 });
/** Days are those of the firm, both included. */
const period = { from: Type.Optional(DayText), to: Type.Optional(DayText), actor_id: Type.Optional(Id) };
const eventFilters = {
  ...period,
  action: Type.Optional(Word),
  entity: Type.Optional(Word),
  entity_id: Type.Optional(Word),
};
const logFilters = {
  ...period,
  kind: Type.Optional(Type.Unsafe<'look' | 'refusal'>({ type: 'string', enum: ['look', 'refusal'] })),
  subject_id: Type.Optional(Id),
};
const format = Type.Optional(Type.String({ pattern: '^(xlsx|csv)$' }));
const Facts = Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], additionalProperties: true });

const Status = Type.Unsafe<'open' | 'answered' | 'closed'>({ type: 'string', enum: ['open', 'answered', 'closed'] });
const Words = Type.String({ minLength: 1, maxLength: 5000 });
const ticketRow = {
  id: Id,
  reference: Type.String(),
  user_id: Id,
  /** Who wrote it. */
  user: Type.String(),
  page: Type.String(),
  subject: Type.String(),
  status: Status,
  /** What was written after it. */
  messages: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
  version: Version,
};
const TicketRow = Type.Object(ticketRow);
const Ticket = Type.Object({
  ...ticketRow,
  text: Type.String(),
  expected: Type.String(),
  images: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  thread: Type.Array(
    Type.Object({ id: Id, author_id: Id, author: Type.String(), text: Type.String(), created_at: Type.String() }),
  ),
});
const ticketFilters = { ...paging, status: Type.Optional(Status) };
const OfTicket = Type.Object({ id: Id });
const Desk = Type.Object({ mail_to: nullable(Type.String()), version: Type.Integer({ minimum: 0 }) });

const Topic = Type.Unsafe<WebhookTopic>({ type: 'string', enum: [...WEBHOOK_TOPICS] });
const Topics = Type.Array(Topic, { minItems: 1, maxItems: WEBHOOK_TOPICS.length, uniqueItems: true });
const Address = Type.String({ minLength: 8, maxLength: 500 });
const webhook = { id: Id, address: Type.String(), topics: Type.Array(Topic), is_active: Type.Boolean(), version: Version };
/** Told once: what deliveries are signed with from now on; null: as before. */
const Keyed = Type.Object({ ...webhook, signing_key: nullable(Type.String()) });
const Done = Type.Object({ success: Type.Boolean() });
/** Webhooks are the administrators', on the page of the settings. */
const ofSettings = { access: 'administrator', pages: ['settings'] };
const editsSettings = { ...ofSettings, flag: 'can_edit' } as const;

/** Tickets; and what the audit and the access log hold, for administrators. */
export const supportContract = contract({
  'POST /api/support': {
    summary: 'Write a ticket: what happened, what was expected, on which page, with pictures that were uploaded before.',
    access: 'signed_in',
    body: Type.Object({
      subject: Type.Optional(Type.String({ maxLength: 200 })),
      text: Words,
      expected: Type.Optional(Type.String({ maxLength: 5000 })),
      /** Key of the page; its `can_create_ticket` decides. */
      page: Type.String({ minLength: 1, maxLength: 60, pattern: '^[a-z_]+$' }),
      images: Type.Optional(Type.Array(Id, { maxItems: 5, uniqueItems: true })),
    }),
    reply: Type.Object({ id: Id, reference: Type.String() }),
  },
  'POST /api/support/upload': {
    summary: 'Upload a picture for a ticket: PNG, JPEG or WebP by its content, drawn anew without anything hidden in it.',
    access: 'signed_in',
    raw: 'upload',
    bodyLimit: 6_291_456,
    reply: Type.Object({ id: Id, url: Type.String() }),
  },
  'GET /api/support/images/:id': {
    summary: 'A picture: one’s own upload, one of one’s own tickets, for administrators any of a ticket.',
    access: 'signed_in',
    params: OfTicket,
    raw: 'file',
  },
  'GET /api/support/tickets': {
    summary: 'One’s own tickets, the latest first.',
    access: 'signed_in',
    query: strict(ticketFilters),
    list: true,
    reply: TicketRow,
  },
  'GET /api/support/all_tickets': {
    summary: 'Every ticket of the firm, the latest first.',
    access: 'administrator',
    query: strict(ticketFilters),
    list: true,
    reply: TicketRow,
  },
  'GET /api/support/tickets/:id': {
    summary: 'A ticket with its pictures and what was written on it: one’s own, or any for administrators.',
    access: 'signed_in',
    params: OfTicket,
    reply: Ticket,
  },
  'POST /api/support/tickets/:id/answer': {
    summary: 'Write on a ticket: an administrator answers, who asked writes more and opens it again.',
    access: 'signed_in',
    params: OfTicket,
    body: strict({ text: Words, close: Type.Optional(Type.Boolean()) }),
    reply: Ticket,
  },
  'POST /api/support/tickets/:id/close': {
    summary: 'Close a ticket: who wrote it, or an administrator.',
    access: 'signed_in',
    params: OfTicket,
    reply: Ticket,
  },
  'GET /api/support/desk': {
    summary: 'Where new tickets are mailed.',
    access: 'administrator',
    reply: Desk,
  },
  'PUT /api/support/desk': {
    summary: 'Change where new tickets are mailed; null: nowhere.',
    access: 'administrator',
    pages: ['settings'],
    flag: 'can_edit',
    body: strict({
      mail_to: nullable(Type.String({ format: 'email', maxLength: 254 })),
      version: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    reply: Desk,
  },
  'GET /api/my_data': {
    summary: 'Everything that is kept about oneself, as a ZIP of JSON and CSV; for administrators about any person of the firm.',
    access: 'signed_in',
    audited: 'exported',
    query: strict({ user_id: Type.Optional(Id) }),
    raw: 'file',
  },
  ...privacyContract,
  'GET /api/webhooks': {
    summary: 'Addresses that are told of what changes, with how many deliveries of the last month wait or were given up.',
    ...ofSettings,
    reply: Type.Object({
      rows: Type.Array(
        Type.Object({
          ...webhook,
          waiting: Type.Integer(),
          failed: Type.Integer(),
          delivered_at: nullable(Type.String()),
        }),
      ),
    }),
  },
  'POST /api/webhooks': {
    summary: 'Add an address: https, and not of an internal network. The key of its signatures is told in this answer alone.',
    ...editsSettings,
    body: strict({ address: Address, topics: Topics }),
    reply: Keyed,
  },
  'PATCH /api/webhooks/:id': {
    summary: 'Change an address, what it is told of, or whether it is; another address gets another key.',
    ...editsSettings,
    params: OfTicket,
    body: strict({
      address: Type.Optional(Address),
      topics: Type.Optional(Topics),
      is_active: Type.Optional(Type.Boolean()),
      new_signing_key: Type.Optional(Type.Boolean()),
      version: Type.Optional(Version),
    }),
    reply: Keyed,
  },
  'DELETE /api/webhooks/:id': {
    summary: 'Remove an address with what it was told.',
    ...editsSettings,
    params: OfTicket,
    reply: Done,
  },
  'POST /api/webhooks/:id/test': {
    summary: 'Send a delivery that says no more than that it arrived.',
    ...editsSettings,
    params: OfTicket,
    reply: Done,
  },
  'GET /api/webhooks/:id/deliveries': {
    summary: 'What an address was told in the last month, the latest first, and how it went.',
    ...ofSettings,
    params: OfTicket,
    query: strict(paging),
    list: true,
    reply: Type.Object({
      id: Id,
      topic: Type.String(),
      state: Type.String(),
      attempts: Type.Integer(),
      error: Type.String(),
      created_at: Type.String(),
      settled_at: nullable(Type.String()),
      body: Type.String(),
    }),
  },
  'POST /api/webhook_deliveries/:id/retry': {
    summary: 'Try a delivery anew that was given up.',
    ...editsSettings,
    params: OfTicket,
    reply: Done,
  },
  'GET /api/audit_events': {
    summary: 'Who changed what and what happened, the latest first; or the one event of an id.',
    access: 'administrator',
    query: strict({ ...paging, ...eventFilters, id: Type.Optional(Id) }),
    list: true,
    reply: Type.Object({
      id: Id,
      at: Type.String(),
      actor_id: nullable(Id),
      actor: nullable(Type.String()),
      ip: nullable(Type.String()),
      request_id: nullable(Type.String()),
      entity: Type.String(),
      entity_id: Type.String(),
      action: Type.String(),
      before: Facts,
      after: Facts,
    }),
  },
  'GET /api/audit_events/choices': {
    summary: 'Actions and entities that occur in the audit of the firm.',
    access: 'administrator',
    reply: Type.Object({ actions: Type.Array(Type.String()), entities: Type.Array(Type.String()) }),
  },
  'GET /api/audit_events/export': {
    summary: 'The audit of a filter as a file.',
    access: 'administrator',
    audited: 'exported',
    query: strict({ ...eventFilters, format }),
    raw: 'file',
  },
  'GET /api/access_log': {
    summary: 'Who looked at another person’s time, and what was refused to whom, the latest first.',
    access: 'administrator',
    query: strict({ ...paging, ...logFilters }),
    list: true,
    reply: Type.Object({
      id: Id,
      at: Type.String(),
      actor_id: Id,
      actor: nullable(Type.String()),
      ip: Type.String(),
      request_id: Type.String(),
      kind: Type.String(),
      operation: Type.String(),
      subject_id: nullable(Id),
      subject: nullable(Type.String()),
    }),
  },
  'GET /api/access_log/export': {
    summary: 'The access log of a filter as a file.',
    access: 'administrator',
    audited: 'exported',
    query: strict({ ...logFilters, format }),
    raw: 'file',
  },
});
