import Type from 'typebox';
import { contract } from '../kit/endpoint.ts';
import { WeekApproval, approvalContract, timePages } from './contract/approval.ts';
import { completionContract } from './contract/completion.ts';
import { Entry } from './contract/entry.ts';
import { importContract } from './contract/imports.ts';
import { timerContract } from './contract/timer.ts';
import { SheetWorking, workingTimeContract } from './contract/working-time.ts';
import { Custom } from '../settings/contract.ts';
import { Comment, DayText, Id, Seconds, Version, nullable, paging, strict } from '../kit/shapes.ts';

const Clock = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$' });

const EntryRow = Type.Object({
  ...Entry.properties,
  project: nullable(Type.String()),
  project_code: nullable(Type.String()),
  client: nullable(Type.String()),
  task_type: nullable(Type.String()),
});

const NewEntry = strict({
  id: Type.Optional(Id),
  /** Left out: oneself. */
  user_id: Type.Optional(Id),
  day: DayText,
  project_id: Type.Optional(nullable(Id)),
  task_type_id: Type.Optional(nullable(Id)),
  seconds: Seconds,
  /** Left out: as the project says. */
  chargeable: Type.Optional(Type.Boolean()),
  comment: Type.Optional(Comment),
  started_at: Type.Optional(nullable(Clock)),
  /** Values of the firm's own fields. */
  custom: Type.Optional(Custom),
});

const Cell = strict({
  day: DayText,
  project_id: Type.Optional(nullable(Id)),
  task_type_id: Type.Optional(nullable(Id)),
  /** The whole time of the cell; 0 empties it. */
  seconds: Seconds,
  comment: Type.Optional(Comment),
});

const Expected = Type.Object({ pattern: Type.Integer(), holiday: Type.Integer(), leave: Type.Integer() });

/** Logged time: entries, the week on one sheet, and imports of other systems' exports. */
export const timeContract = contract({
  'GET /api/time_entries': {
    summary: 'Entries of oneself or of a person one manages, one page, newest day first.',
    access: 'signed_in',
    pages: timePages,
    query: strict({ ...paging, from: DayText, to: DayText, user_id: Type.Optional(Id) }),
    list: true,
    reply: EntryRow,
  },
  'GET /api/time_entries/export': {
    summary: 'Entries of oneself or of a person one manages as a file, day by day.',
    access: 'signed_in',
    audited: 'exported',
    pages: timePages,
    flag: 'can_export',
    query: strict({
      from: DayText,
      to: DayText,
      user_id: Type.Optional(Id),
      format: Type.Optional(Type.String({ pattern: '^(xlsx|csv)$' })),
    }),
    raw: 'file',
  },
  'GET /api/time_entries/choices': {
    summary: 'Projects and task types on which one may log, and those used last.',
    access: 'signed_in',
    pages: [...timePages, 'planning'],
    query: strict({ search: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: Type.Object({
      projects: Type.Array(
        Type.Object({
          id: Id,
          code: Type.String(),
          name: Type.String(),
          client: nullable(Type.String()),
          chargeable: Type.Boolean(),
        }),
      ),
      task_types: Type.Array(Type.Object({ id: Id, name: Type.String(), chargeable: Type.Boolean() })),
      clients: Type.Array(Type.Object({ id: Id, name: Type.String() })),
      recent: Type.Array(Type.Object({ project_id: nullable(Id), task_type_id: nullable(Id), day: DayText })),
    }),
  },
  'POST /api/time_entries': {
    summary: 'Log time: one entry, or several in `entries` (all or none).',
    access: 'signed_in',
    pages: timePages,
    body: Type.Unsafe<EntryInput | { entries: EntryInput[] }>({
      anyOf: [
        NewEntry,
        {
          type: 'object',
          required: ['entries'],
          additionalProperties: false,
          properties: { entries: { type: 'array', minItems: 1, maxItems: 500, items: NewEntry } },
        },
      ],
    }),
    reply: Type.Array(Entry),
  },
  'PATCH /api/time_entries': {
    summary: 'Move entries to other work or say whether they are chargeable, all or none; hours, days and notes stay.',
    access: 'signed_in',
    pages: timePages,
    body: strict({
      entries: Type.Array(
        strict({
          id: Id,
          version: Type.Optional(Version),
          project_id: Type.Optional(nullable(Id)),
          task_type_id: Type.Optional(nullable(Id)),
          chargeable: Type.Optional(Type.Boolean()),
        }),
        { minItems: 1, maxItems: 500 },
      ),
    }),
    reply: Type.Array(Entry),
  },
  'PATCH /api/time_entries/:id': {
    summary: 'Change an entry.',
    access: 'signed_in',
    pages: timePages,
    params: strict({ id: Id }),
    body: strict({
      version: Type.Optional(Version),
      day: Type.Optional(DayText),
      project_id: Type.Optional(nullable(Id)),
      task_type_id: Type.Optional(nullable(Id)),
      seconds: Type.Optional(Seconds),
      chargeable: Type.Optional(Type.Boolean()),
      comment: Type.Optional(Comment),
      started_at: Type.Optional(nullable(Clock)),
      custom: Type.Optional(Custom),
    }),
    reply: Entry,
  },
  'DELETE /api/time_entries/:id': {
    summary: 'Delete an entry.',
    access: 'signed_in',
    pages: timePages,
    params: strict({ id: Id }),
    query: strict({ version: Type.Optional(Version) }),
    reply: Type.Object({ success: Type.Boolean() }),
  },
  'GET /api/time_entries/:id/history': {
    summary: 'What was done to an entry, by whom, the latest first.',
    access: 'signed_in',
    pages: timePages,
    params: strict({ id: Id }),
    query: strict(paging),
    list: true,
    reply: Type.Object({
      id: Id,
      at: Type.String(),
      by: nullable(Type.String()),
      action: Type.String(),
      changes: Type.Array(Type.Object({ field: Type.String(), before: nullable(Type.String()), after: nullable(Type.String()) })),
    }),
  },
  'GET /api/timesheets/:week': {
    summary: 'A week of one person: days with what is expected, entries, plan. The week is its ISO name or any day of it.',
    access: 'signed_in',
    pages: timePages,
    params: strict({ week: Type.String({ maxLength: 10 }) }),
    query: strict({ user_id: Type.Optional(Id) }),
    reply: Type.Object({
      week: Type.String(),
      user: Type.Object({ id: Id, name: Type.String() }),
      may_edit: Type.Boolean(),
      approval: WeekApproval,
      working: SheetWorking,
      days: Type.Array(
        Type.Object({
          day: DayText,
          expected: Expected,
          holiday: nullable(Type.String()),
          locked: Type.Boolean(),
          seconds: Type.Integer(),
        }),
      ),
      entries: Type.Array(EntryRow),
      planned: Type.Array(
        Type.Object({
          day: DayText,
          project_id: nullable(Id),
          task_type_id: nullable(Id),
          minutes: Type.Integer(),
          level: Type.String(),
          project: nullable(Type.String()),
          project_code: nullable(Type.String()),
          client: nullable(Type.String()),
          task_type: nullable(Type.String()),
        }),
      ),
    }),
  },
  'PUT /api/timesheets/cells': {
    summary: 'Set cells of a timesheet to their whole time (all or none); answers the entries behind each cell.',
    access: 'signed_in',
    pages: timePages,
    body: strict({ user_id: Type.Optional(Id), cells: Type.Array(Cell, { minItems: 1, maxItems: 500 }) }),
    reply: Type.Object({
      cells: Type.Array(Type.Object({ ...Cell.properties, entries: Type.Array(Entry) })),
    }),
  },
  ...approvalContract,
  ...completionContract,
  ...timerContract,
  ...workingTimeContract,
  ...importContract,
});

export interface EntryInput {
  id?: string;
  user_id?: string;
  day: string;
  project_id?: string | null;
  task_type_id?: string | null;
  seconds: number;
  chargeable?: boolean;
  comment?: string;
  started_at?: string | null;
  custom?: Record<string, unknown>;
}

/** Another work for an entry, or whether it is chargeable; what is left out stays. */
export interface EntryMove {
  id: string;
  version?: number;
  project_id?: string | null;
  task_type_id?: string | null;
  chargeable?: boolean;
}
