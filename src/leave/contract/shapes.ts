import Type from 'typebox';

/** Shapes that several of the leave room's contracts share. */
export const oneOf = <const Value extends string>(...values: Value[]) => Type.Unsafe<Value>({ type: 'string', enum: values });

export const Moment = Type.Unsafe<Date | string>({ type: 'string', format: 'date-time' });
export const Minutes = Type.Array(Type.Integer());

export const LayerName = oneOf('statutory', 'contractual');
export const Done = Type.Object({ success: Type.Boolean() });

/** What hr and admin do on the page of the countries. */
export const ofCountries = { pages: ['countries_settings'], flag: 'can_edit' } as const;

export const Year = Type.Integer({ minimum: 1990, maximum: 2100 });
