import Type from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { Comment, Id, Version, nullable, strict } from '../../kit/shapes.ts';
import { timePages } from './approval.ts';
import { Entry } from './entry.ts';

const Instant = Type.String({ minLength: 10, maxLength: 40 });

const Timer = Type.Object({
  project_id: nullable(Id),
  task_type_id: nullable(Id),
  comment: Type.String(),
  started_at: Type.String(),
  version: Version,
});

const work = {
  project_id: Type.Optional(nullable(Id)),
  task_type_id: Type.Optional(nullable(Id)),
  comment: Type.Optional(Comment),
  /** When it really began, within the last 24 hours. */
  started_at: Type.Optional(Instant),
};

/** The running clock: one a person. */
export const timerContract = contract({
  'GET /api/timer': {
    summary: 'One’s running timer, if there is one.',
    access: 'signed_in',
    pages: timePages,
    reply: Type.Object({ timer: nullable(Timer), now: Type.String() }),
  },
  'POST /api/timer': {
    summary: 'Start one’s timer; 409 with the running one when there is one.',
    access: 'signed_in',
    pages: timePages,
    body: strict(work),
    reply: Timer,
  },
  'PATCH /api/timer': {
    summary: 'Say what one’s running timer is for, or when it began.',
    access: 'signed_in',
    pages: timePages,
    body: strict({ ...work, version: Type.Optional(Version) }),
    reply: Timer,
  },
  'POST /api/timer/stop': {
    summary: 'Stop one’s timer and log what it counted, split at midnight.',
    access: 'signed_in',
    pages: timePages,
    body: strict({ ...work, ended_at: Type.Optional(Instant) }),
    reply: Type.Array(Entry),
  },
  'DELETE /api/timer': {
    summary: 'Throw one’s running timer away.',
    access: 'signed_in',
    pages: timePages,
    reply: Type.Object({ success: Type.Boolean() }),
  },
});
