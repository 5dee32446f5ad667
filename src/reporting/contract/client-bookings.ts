import Type, { type Static } from 'typebox';
import { DayText, GradeName, Id, nullable } from '../../kit/shapes.ts';

const Level = Type.Unsafe<'soft' | 'requested' | 'hard'>({ type: 'string', enum: ['soft', 'requested', 'hard'] });
const ClientBooking = Type.Object({
  id: Id,
  user_id: Id,
  user: Type.String(),
  grade: GradeName,
  phase_id: nullable(Id),
  phase: nullable(Type.String()),
  task_type_id: nullable(Id),
  task_type: nullable(Type.String()),
  first_day: DayText,
  last_day: DayText,
  minutes_per_day: Type.Integer(),
  level: Level,
  note: Type.String(),
  version: Type.Integer(),
  /** Within the range asked for. */
  minutes: Type.Integer(),
  /** Of this person on the project, so far. */
  logged_seconds: Type.Integer(),
});
export type ClientBooking = Static<typeof ClientBooking>;
export const ClientBookings = Type.Object({
  project_id: Id,
  code: Type.String(),
  project: Type.String(),
  client_id: nullable(Id),
  client: nullable(Type.String()),
  status: Type.String(),
  starts_on: nullable(DayText),
  ends_on: nullable(DayText),
  budget_minutes: nullable(Type.Integer()),
  booked_minutes: Type.Integer(),
  tentative_minutes: Type.Integer(),
  logged_seconds: Type.Integer(),
  people: Type.Array(ClientBooking),
});
export type ClientBookings = Static<typeof ClientBookings>;
