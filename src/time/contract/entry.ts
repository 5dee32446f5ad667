import Type from 'typebox';
import { DayText, Id, Seconds, Version, nullable } from '../../kit/shapes.ts';
import { Custom } from '../../settings/contract.ts';

/** An entry as it travels. */
export const Entry = Type.Object({
  id: Id,
  user_id: Id,
  day: DayText,
  project_id: nullable(Id),
  task_type_id: nullable(Id),
  seconds: Seconds,
  chargeable: Type.Boolean(),
  comment: Type.String(),
  started_at: nullable(Type.String()),
  created_by: nullable(Id),
  custom: Custom,
  version: Version,
});
