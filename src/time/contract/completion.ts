import Type from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { DayText, GradeName, Id, Ids, nullable, paging, strict } from '../../kit/shapes.ts';

const Minutes = Type.Integer();
const completion = { due: Minutes, filled: Minutes, logged: Minutes, leave: Minutes };
const Completion = Type.Object(completion);
const Band = Type.Unsafe<'nothing' | 'partly' | 'complete' | 'over'>({
  type: 'string',
  enum: ['nothing', 'partly', 'complete', 'over'],
});
const completionBody = {
  from: DayText,
  to: DayText,
  search: Type.Optional(Type.String({ maxLength: 200 })),
  teams: Type.Optional(Ids),
  users: Type.Optional(Ids),
  grades: Type.Optional(Type.Array(GradeName)),
  countries: Type.Optional(Type.Array(Type.String({ maxLength: 2 }), { maxItems: 100 })),
  managers: Type.Optional(Ids),
  mine: Type.Optional(Type.Boolean()),
  band: Type.Optional(Band),
  sort: Type.Optional(Type.String({ maxLength: 60 })),
};
const completionPages = ['timesheet_completion'];

/** How full timesheets are. */
export const completionContract = contract({
  'POST /api/utilization/timesheet_completion': {
    summary: 'How full timesheets are, person by week, over the days that are past: sums, bands, one page of people.',
    access: 'utilization.timesheet_completion',
    pages: completionPages,
    read: true,
    body: Type.Object({ ...completionBody, ...paging }),
    reply: Type.Object({
      from: DayText,
      to: DayText,
      through: DayText,
      weeks: Type.Array(DayText),
      total: Completion,
      by_week: Type.Array(Completion),
      people: Type.Integer(),
      bands: Type.Object({ nothing: Type.Integer(), partly: Type.Integer(), complete: Type.Integer(), over: Type.Integer() }),
      /** Null where the firm asks for no approval. */
      submitted: nullable(
        Type.Object({
          weeks: Type.Integer(),
          submitted: Type.Integer(),
          on_time: Type.Integer(),
          decided: Type.Integer(),
          first_time: Type.Integer(),
        }),
      ),
      count: Type.Integer(),
      rows: Type.Array(
        Type.Object({
          user_id: Id,
          name: Type.String(),
          email: nullable(Type.String()),
          grade: GradeName,
          team: nullable(Type.String()),
          manager: nullable(Type.String()),
          band: Band,
          ...completion,
          weeks: Type.Array(Completion),
          reminded_at: nullable(Type.String()),
        }),
      ),
    }),
  },
  'POST /api/utilization/completion_days': {
    summary: 'The days of one person on which time is missing, with what was planned.',
    access: 'utilization.timesheet_completion',
    pages: completionPages,
    read: true,
    body: strict({ user_id: Id, from: DayText, to: DayText }),
    reply: Type.Object({
      days: Type.Array(Type.Object({ day: DayText, due: Minutes, leave: Minutes, logged: Minutes, planned: Minutes })),
    }),
  },
  'POST /api/utilization/remind': {
    summary: 'Remind people of the days that they miss, once a day each; who misses nothing is left in peace.',
    access: 'utilization.timesheet_completion',
    pages: completionPages,
    body: strict({ user_ids: Type.Array(Id, { minItems: 1, maxItems: 5000 }), from: DayText, to: DayText }),
    reply: Type.Object({ reminded: Type.Integer(), already: Type.Integer(), complete: Type.Integer() }),
  },
  'POST /api/utilization/export_completion': {
    summary: 'Completion as a file, one row a person.',
    access: 'utilization.timesheet_completion',
    audited: 'exported',
    pages: completionPages,
    read: true,
    query: Type.Object({ format: Type.Optional(Type.String({ pattern: '^(xlsx|csv)$' })) }),
    body: Type.Object(completionBody),
    raw: 'file',
  },
});
