import Type, { type Static, type TSchema } from 'typebox';
import { CATEGORIES, GRADES, LANGUAGES } from './grades.ts';

/** Shapes that contracts share. Only contracts import this file: the browser takes contracts as types alone. */
export const Id = Type.String({ format: 'uuid' });
export const DayText = Type.String({ format: 'date' });
export const Name = Type.String({ minLength: 1, maxLength: 200 });
export const Comment = Type.String({ maxLength: 2000 });
export const Seconds = Type.Integer({ minimum: 0, maximum: 86_400 });
export const Version = Type.Integer({ minimum: 1 });
export const Ids = Type.Array(Id, { maxItems: 5000 });
export const CountryCode = Type.String({ pattern: '^[A-Z]{2}$' });
export const Currency = Type.String({ pattern: '^[A-Z]{3}$' });

export const GradeName = Type.Unsafe<(typeof GRADES)[number]>({ type: 'string', enum: [...GRADES] });
export const CategoryName = Type.Unsafe<(typeof CATEGORIES)[number]>({ type: 'string', enum: [...CATEGORIES] });
export const LanguageCode = Type.Unsafe<(typeof LANGUAGES)[number]>({ type: 'string', enum: [...LANGUAGES] });

/** A value or null, in the one form that the serializer renders without trying both. */
export const nullable = <S extends TSchema>(schema: S): ReturnType<typeof Type.Unsafe<Static<S> | null>> => {
  const { type, enum: options, ...rest } = schema as unknown as { type: string; enum?: unknown[] };
  return Type.Unsafe<Static<S> | null>({ ...rest, type: [type, 'null'], ...(options ? { enum: [...options, null] } : {}) });
};

/** An object that refuses unknown fields: what our own operations take. */
export const strict = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });

/** Fields with which any list is paged, in the body or the query. */
export const paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
};

const RowNumber = Type.Integer({ minimum: 0, maximum: 10_000_000 });
/** A table of the largest size that a file may have, as it is answered and sent back. */
const TABLE_BYTES = 33_554_432;

/**
 * The shapes of a table import: `judge` takes an upload by its name or rows, `judged` answers every row with every fault,
 * `apply` takes the rows back; other fields of a row are ignored.
 */
export function tableShapes<Field extends string>(fields: readonly Field[], most: number) {
  const cells = <Shape>(shape: Shape) => Object.fromEntries(fields.map((field) => [field, shape])) as Record<Field, Shape>;
  const Cell = Type.Optional(nullable(Type.String({ maxLength: 2000 })));
  // Columns that the firm has added come under their keys.
  const added = { '^custom_': Cell };
  const Rows = Type.Array(
    Type.Object({ row: Type.Optional(nullable(RowNumber)), ...cells(Cell) }, { patternProperties: added }),
    { maxItems: most },
  );
  return {
    bodyLimit: TABLE_BYTES,
    judge: strict({ filename: Type.Optional(Type.String({ maxLength: 300 })), data: Type.Optional(Rows) }),
    apply: strict({ data: Rows }),
    judged: Type.Object({
      success: Type.Boolean(),
      data: Type.Array(
        Type.Object({ row: RowNumber, ...cells(Type.String()) }, { patternProperties: { '^custom_': Type.String() } }),
      ),
      errors: Type.Array(Type.Object({ row: RowNumber, column: Type.String(), field: Type.String(), message: Type.String() })),
      known: Type.Array(RowNumber, { description: 'Rows of what the firm has already, which stays' }),
    }),
    applied: Type.Object({
      success: Type.Boolean(),
      created: Type.Integer({ minimum: 0 }),
      unchanged: Type.Integer({ minimum: 0 }),
    }),
  };
}
