import Type from 'typebox';
import { contract } from '../kit/endpoint.ts';
import { DayText, Id, nullable, paging, strict } from '../kit/shapes.ts';

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

/** What the audit and the access log hold, for administrators. */
export const supportContract = contract({
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
