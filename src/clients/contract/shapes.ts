import Type from 'typebox';
import { DayText, Id, Version, nullable } from '../../kit/shapes.ts';
import { MOST_BUDGET } from '../rules.ts';

/** One of some words. */
export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  Type.Unsafe<Words[number]>({ type: 'string', enum: [...words] });

export const pages = ['clients_projects'];
export const Format = Type.Object({ format: Type.Optional(Type.String({ pattern: '^(xlsx|csv)$' })) });
export const Search = {
  search: Type.Optional(Type.String({ maxLength: 200 })),
  sort: Type.Optional(Type.String({ maxLength: 60 })),
};

/** When something holds, both days included; null: since ever, or until further notice. */
export const span = { first_day: Type.Optional(nullable(DayText)), last_day: Type.Optional(nullable(DayText)) };
export const spanOut = { first_day: nullable(DayText), last_day: nullable(DayText) };

export const Minutes = Type.Integer({ minimum: 0, maximum: MOST_BUDGET.minutes });
export const Money = Type.Integer({ minimum: 0, maximum: MOST_BUDGET.fee });

/** Something that was changed, the latest first: which fields from what to what, in words or plain values. */
export const Change = Type.Object({
  id: Id,
  at: Type.String(),
  actor: nullable(Type.String()),
  action: Type.String(),
  changes: Type.Array(Type.Object({ field: Type.String(), before: nullable(Type.String()), after: nullable(Type.String()) })),
});

export const versioned = { id: Id, version: Type.Optional(Version) };
