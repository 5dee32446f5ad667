import Type from 'typebox';
import { DayText, Id, nullable, paging, strict } from '../../kit/shapes.ts';
import { timePages } from './approval.ts';

const Place = Type.Optional(Type.Integer({ minimum: 0, maximum: 999 }));

/** Which column of the file, counted from 0, holds what; for tables whose header says nothing. */
const ColumnPlaces = strict({
  date: Place,
  start: Place,
  end_date: Place,
  end: Place,
  duration: Place,
  user: Place,
  email: Place,
  first_name: Place,
  last_name: Place,
  project: Place,
  project_code: Place,
  client: Place,
  task: Place,
  issue: Place,
  comment: Place,
  billable: Place,
});

const filename = Type.String({ minLength: 1, maxLength: 300 });

const ImportOptions = strict({
  /** Id of an uploaded file. */
  filename,
  format: Type.Optional(Type.String({ maxLength: 40 })),
  columns: Type.Optional(ColumnPlaces),
  create_missing: Type.Optional(Type.Boolean()),
  /** E-mail of the user for rows that name none. */
  user: Type.Optional(Type.String({ maxLength: 320 })),
  /** Code of the project for rows that name none. */
  project: Type.Optional(Type.String({ maxLength: 100 })),
  skip_rejected: Type.Optional(Type.Boolean()),
});

const ImportReport = Type.Object({
  format: Type.String(),
  rows: Type.Integer(),
  created: Type.Integer(),
  unchanged: Type.Integer(),
  rejected: Type.Array(Type.Object({ row: Type.Integer(), column: Type.String(), message: Type.String() })),
  seconds: Type.Integer(),
  users: Type.Integer(),
  projects: Type.Integer(),
  clients: Type.Integer(),
  first_date: nullable(DayText),
  last_date: nullable(DayText),
  /** What `create_missing` would make, or made. */
  missing: Type.Object({
    users: Type.Array(Type.String()),
    projects: Type.Array(Type.String()),
    clients: Type.Array(Type.String()),
  }),
});

/** The largest sums of what would be imported; months are first days, in order. */
const Sums = Type.Array(Type.Object({ name: Type.String(), seconds: Type.Integer() }));

/** Imports of other systems' exports: checked, applied, listed and taken back. */
export const importContract = {
  'POST /api/time_imports/columns': {
    summary:
      'What an uploaded table looks like: its header, first rows, the format that is recognised, and where columns seem to be.',
    access: 'signed_in',
    pages: timePages,
    read: true,
    body: strict({ filename }),
    reply: Type.Object({
      format: nullable(Type.String()),
      header: Type.Array(Type.String()),
      sample: Type.Array(Type.Array(Type.String())),
      columns: ColumnPlaces,
    }),
  },
  'POST /api/time_imports/check': {
    summary: 'What an import would do: every refused row, totals, what is missing; writes nothing.',
    access: 'signed_in',
    pages: timePages,
    read: true,
    body: ImportOptions,
    reply: Type.Object({
      ...ImportReport.properties,
      totals: Type.Object({ people: Sums, projects: Sums, months: Sums }),
    }),
  },
  'POST /api/time_imports': {
    summary: 'Import another system’s export: all or nothing unless refused rows may be skipped.',
    access: 'signed_in',
    pages: timePages,
    body: ImportOptions,
    reply: ImportReport,
  },
  'GET /api/time_imports': {
    summary: 'Imports of oneself, for hr those of everybody, newest first.',
    access: 'signed_in',
    pages: timePages,
    query: strict(paging),
    list: true,
    reply: Type.Object({
      id: Id,
      file_name: Type.String(),
      format: Type.String(),
      /** Lines that became entries. */
      created_count: Type.Integer(),
      created_at: Type.String(),
      created_by: nullable(Type.String()),
      undone_at: nullable(Type.String()),
      undone_by: nullable(Type.String()),
    }),
  },
  'POST /api/time_imports/:id/check_undo': {
    summary: 'What taking an import back would remove, and what stands in its way; writes nothing.',
    access: 'signed_in',
    pages: timePages,
    read: true,
    params: strict({ id: Id }),
    reply: Type.Object({
      entries: Type.Integer(),
      seconds: Type.Integer(),
      /** Entries changed since, or on days that are locked: the import stays while there are any. */
      hindered: Type.Integer(),
      hindrances: Type.Array(
        Type.Object({
          day: DayText,
          user: Type.String(),
          project: nullable(Type.String()),
          why: Type.Union([Type.Literal('changed'), Type.Literal('locked')]),
        }),
      ),
    }),
  },
  'POST /api/time_imports/:id/undo': {
    summary: 'Take an import back: all its entries go, once. People, clients and projects that it made stay.',
    access: 'signed_in',
    pages: timePages,
    params: strict({ id: Id }),
    reply: Type.Object({ entries: Type.Integer(), seconds: Type.Integer() }),
  },
} as const;
