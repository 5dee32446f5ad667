import Type, { type Static } from 'typebox';
import { DayText, Id, nullable } from '../../kit/shapes.ts';

/** An entry as it stood; null: it was, or is, not there. */
const StoodShape = nullable(
  Type.Object({
    day: DayText,
    project_id: nullable(Id),
    project: nullable(Type.String()),
    seconds: Type.Integer(),
    chargeable: Type.Boolean(),
  }),
);
export const ChangedSinceShape = Type.Object({
  /** Entries that are not what they were, and their time then and now. */
  count: Type.Integer(),
  seconds_then: Type.Integer(),
  seconds_now: Type.Integer(),
  /** Other rows that changed, of the whole firm, by what they are. */
  facts: Type.Array(Type.Object({ kind: Type.String(), count: Type.Integer() })),
  rows: Type.Array(
    Type.Object({
      id: Id,
      user_id: Id,
      person: Type.String(),
      /** When it changed last, and who did; null where an import brought it. */
      at: nullable(Type.String()),
      by: nullable(Type.String()),
      /** Null: was, or is, not there. */
      then: StoodShape,
      now: StoodShape,
    }),
  ),
});
export type ChangedSince = Static<typeof ChangedSinceShape>;
