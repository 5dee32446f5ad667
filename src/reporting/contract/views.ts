import Type, { type Static, type TProperties } from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { Id, Version, nullable, strict } from '../../kit/shapes.ts';

const screens = ['management_reporting', 'kpi_reporting'] as const;
const Screen = Type.Unsafe<(typeof screens)[number]>({ type: 'string', enum: [...screens] });
const Audience = Type.Unsafe<'self' | 'team' | 'firm'>({ type: 'string', enum: ['self', 'team', 'firm'] });
const Rhythm = Type.Unsafe<'week' | 'month'>({ type: 'string', enum: ['week', 'month'] });
const Format = Type.Unsafe<'xlsx' | 'pdf'>({ type: 'string', enum: ['xlsx', 'pdf'] });
const Hour = Type.Integer({ minimum: 0, maximum: 23 });

const ScheduleShape = Type.Object({
  rhythm: Rhythm,
  /** ISO weekday, or day of the month up to the 28th. */
  day: Type.Integer(),
  /** From which it is sent, where the firm is. */
  hour: Type.Integer(),
  /** A workbook, or paper. */
  format: Format,
});
export type Schedule = Static<typeof ScheduleShape>;

const ViewShape = Type.Object({
  id: Id,
  screen: Screen,
  name: Type.String(),
  /** The search part of the address. */
  search: Type.String(),
  owner_id: Id,
  owner: Type.String(),
  own: Type.Boolean(),
  audience: Audience,
  team_id: nullable(Id),
  team: nullable(Type.String()),
  /** Whether it can come by mail. */
  has_file: Type.Boolean(),
  /** How it comes to the reader by mail; missing where it does not. */
  schedule: Type.Optional(ScheduleShape),
  version: Version,
});
export type ReportView = Static<typeof ViewShape>;

/** Operations of views, with the fields of what the files that they may hold are asked by. */
export function viewsContract<Kpis extends TProperties, Projects extends TProperties>(kpis: Kpis, projects: Projects) {
  const pages = [...screens];
  const access = 'utilization.project_filter';
  const about = {
    search: Type.String({ maxLength: 8000 }),
    /** What the file of the view is asked by: one of the two. */
    file: strict({ kpis: Type.Optional(strict(kpis)), projects: Type.Optional(strict(projects)) }),
    audience: Type.Optional(Audience),
    team_id: Type.Optional(nullable(Id)),
  };
  const Name = Type.String({ minLength: 1, maxLength: 60 });
  const ofView = strict({ id: Id });
  return contract({
    'GET /api/report_views': {
      summary: 'Views of a report: one’s own, and those that are shared with one; by name.',
      access,
      pages,
      query: strict({ screen: Screen }),
      reply: Type.Array(ViewShape),
    },
    'POST /api/report_views': {
      summary: 'Keep a view of a report under a name, for oneself, a team and those below it, or everybody.',
      access,
      pages,
      body: strict({ screen: Screen, name: Name, ...about }),
      reply: ViewShape,
    },
    'PUT /api/report_views/:id': {
      summary: 'Change one’s own view; what is not named stays.',
      access,
      pages,
      params: ofView,
      body: strict({
        name: Type.Optional(Name),
        search: Type.Optional(about.search),
        file: Type.Optional(about.file),
        audience: about.audience,
        team_id: about.team_id,
        version: Version,
      }),
      reply: ViewShape,
    },
    'DELETE /api/report_views/:id': {
      summary: 'Remove one’s own view; to whom it came by mail it comes no more.',
      access,
      pages,
      params: ofView,
      reply: Type.Object({ success: Type.Boolean() }),
    },
    'PUT /api/report_views/:id/schedule': {
      summary: 'Have a view sent to oneself by mail: every week that of the week before, every month that of the month before.',
      access,
      pages,
      params: ofView,
      body: strict({ rhythm: Rhythm, day: Type.Integer({ minimum: 1, maximum: 28 }), hour: Hour, format: Type.Optional(Format) }),
      reply: ViewShape,
    },
    'DELETE /api/report_views/:id/schedule': {
      summary: 'Have it sent no more.',
      access: 'signed_in',
      params: ofView,
      reply: Type.Object({ success: Type.Boolean() }),
    },
    'GET /api/report_schedules': {
      summary: 'The views that come to oneself by mail, by name.',
      access: 'signed_in',
      reply: Type.Array(Type.Object({ view_id: Id, name: Type.String(), screen: Screen, ...ScheduleShape.properties })),
    },
  });
}
