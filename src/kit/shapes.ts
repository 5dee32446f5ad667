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
