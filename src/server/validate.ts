import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type Text, said } from '../kit/said.ts';

/** Bodies are taken as they are, text of addresses (query, path) is converted to the declared type. */
function build(coerce: boolean, allErrors: boolean): Ajv {
  const ajv = new Ajv({
    coerceTypes: coerce ? 'array' : false,
    removeAdditional: false,
    useDefaults: true,
    allErrors,
    strict: false,
  });
  (addFormats as unknown as (instance: Ajv, formats: string[]) => void)(ajv, ['uuid', 'date', 'date-time', 'email']);
  return ajv;
}

const strictAjv = build(false, true);
const hastyAjv = build(false, false);
const lenientAjv = build(true, true);

/** Of a body with more values than this only the first fault is told: to list all would cost more than the sender's work. */
const MANY = 2000;

/** Counts the values of a body, and stops when there are too many. */
function isLarge(body: unknown): boolean {
  const waiting = [body];
  for (let seen = 0; waiting.length > 0; seen++) {
    const value = waiting.pop();
    if (seen + waiting.length > MANY) return true;
    if (value === null || typeof value !== 'object') continue;
    if (Array.isArray(value)) {
      if (value.length > MANY) return true;
      waiting.push(...(value as unknown[]));
      continue;
    }
    let count = 0;
    for (const key in value) {
      if (++count > MANY) return true;
      waiting.push((value as Record<string, unknown>)[key]);
    }
  }
  return false;
}

/** A validator of one part of a request. Of a body all faults are told at once, unless it is large. */
export function compileSchema(schema: object, part: string | undefined): ValidateFunction {
  if (part !== 'body') return lenientAjv.compile(schema);
  const thorough = strictAjv.compile(schema);
  let hasty: ValidateFunction | undefined;
  const validate = ((body: unknown) => {
    const chosen = isLarge(body) ? (hasty ??= hastyAjv.compile(schema)) : thorough;
    const holds = chosen(body);
    validate.errors = chosen.errors ?? null;
    return holds;
  }) as ValidateFunction;
  return validate;
}

const types: Readonly<Record<string, Text>> = {
  string: said`text`,
  integer: said`a whole number`,
  number: said`a number`,
  boolean: said`true or false`,
  array: said`a list`,
  object: said`an object`,
  null: said`null`,
};

const typeOf = (type: unknown): Text => {
  const [first, second] = (Array.isArray(type) ? type : [type]).map((name) => types[String(name)] ?? String(name));
  return second === undefined ? said`Must be ${first ?? ''}.` : said`Must be ${first ?? ''} or ${second}.`;
};

const formats: Readonly<Record<string, Text>> = {
  uuid: 'Must be the id of something.',
  date: 'Must be a day, written as 2026-12-31.',
  'date-time': 'Must be a moment, written as 2026-12-31T08:00:00Z.',
  email: 'Must be an e-mail address.',
};

const words: Record<string, (params: Record<string, unknown>) => Text> = {
  required: () => 'This field is required.',
  additionalProperties: () => 'This field is not known here.',
  type: ({ type }) => typeOf(type),
  enum: ({ allowedValues }) =>
    said`Must be one of: ${(allowedValues as unknown[]).filter((value) => value !== null).map(String)}.`,
  format: ({ format }) => formats[String(format)] ?? WRONG_FORM,
  minLength: ({ limit }) => (limit === 1 ? 'Must not be empty.' : said`Must have at least ${Number(limit)} characters.`),
  maxLength: ({ limit }) => said`Must have at most ${Number(limit)} characters.`,
  minimum: ({ limit }) => said`Must be at least ${Number(limit)}.`,
  maximum: ({ limit }) => said`Must be at most ${Number(limit)}.`,
  minItems: ({ limit }) => said`Must have at least ${Number(limit)} entries.`,
  maxItems: ({ limit }) => said`Must have at most ${Number(limit)} entries.`,
};

const WRONG_FORM = 'This does not have the form that is expected here.';

const keyOf = (error: ErrorObject): string => String(error.params['missingProperty'] ?? error.params['additionalProperty'] ?? '');

const LONGEST_PATH = 200;
const pathOf = (error: ErrorObject): string[] => [...error.instancePath.split('/').slice(1), keyOf(error)].filter(Boolean);

/** Which field was refused and what is allowed; at most a hundred, so that hostile input gets no long answer. */
export const fieldErrors = (errors: readonly ErrorObject[]): { path: string; message: Text }[] =>
  errors.slice(0, 100).map((error) => ({
    path: pathOf(error).join('.').slice(0, LONGEST_PATH),
    message: words[error.keyword]?.(error.params) ?? WRONG_FORM,
  }));

/** The sign-in calls answer the array of the library that their clients know, without an echo of the input. */
export const libraryErrors = (errors: readonly ErrorObject[], part: string): { type: string; loc: string[]; msg: string }[] =>
  errors.slice(0, 20).map((error) => ({
    type: error.keyword === 'required' || error.keyword === 'minLength' ? 'missing' : 'value_error',
    loc: [part, ...pathOf(error).map((name) => name.slice(0, LONGEST_PATH))],
    msg: error.keyword === 'required' || error.keyword === 'minLength' ? 'Field required' : (error.message ?? 'Invalid value'),
  }));
