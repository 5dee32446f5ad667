import Type from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { DayText, nullable, paging, strict } from '../../kit/shapes.ts';

const limits = {
  /** Most minutes on one day, and in one week. */
  day_minutes: nullable(Type.Integer({ minimum: 1, maximum: 1440 })),
  week_minutes: nullable(Type.Integer({ minimum: 1, maximum: 10_080 })),
  /** Least minutes of rest between the work of one day and that of the next, where both say when it began. */
  rest_minutes: nullable(Type.Integer({ minimum: 1, maximum: 1440 })),
};
const Country = Type.String({ pattern: '^[A-Z]{2}$' });
const act = Type.Unsafe<'warn' | 'refuse'>({ type: 'string', enum: ['warn', 'refuse'] });
/** `version` 0 while the firm has said nothing of the country. */
const WorkingTimeRow = Type.Object({ country: Country, ...limits, act, version: Type.Integer() });

/** What holds for the person of a sheet in its week, and the days before which there was less rest than there should be. */
export const SheetWorking = nullable(
  Type.Object({
    country: Country,
    ...limits,
    act,
    rests: Type.Array(Type.Object({ day: DayText, minutes: Type.Integer() })),
  }),
);

/** What the firm's countries ask of working time. */
export const workingTimeContract = contract({
  'GET /api/working_times': {
    summary: 'What each of the firm’s countries asks of working time: most a day, most a week, least rest.',
    access: 'signed_in',
    query: strict(paging),
    list: true,
    reply: WorkingTimeRow,
  },
  'PUT /api/working_times': {
    summary: 'Say what a country asks of working time, and whether what passes it is warned of or refused.',
    access: 'administrator',
    pages: ['settings'],
    body: strict({
      country: Country,
      day_minutes: Type.Optional(limits.day_minutes),
      week_minutes: Type.Optional(limits.week_minutes),
      rest_minutes: Type.Optional(limits.rest_minutes),
      act: Type.Optional(act),
      version: Type.Optional(Type.Integer({ minimum: 0 })),
    }),
    reply: WorkingTimeRow,
  },
});
