import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { type Text, said } from '../kit/said.ts';

/** Two validators: bodies are taken as they are, text of addresses (query, path) is converted to the declared type. */
function build(coerce: boolean): Ajv {
  const ajv = new Ajv({
    coerceTypes: coerce ? 'array' : false,
    removeAdditional: false,
    useDefaults: true,
    allErrors: true,
    strict: false,
  });
  (addFormats as unknown as (instance: Ajv, formats: string[]) => void)(ajv, ['uuid', 'date', 'date-time', 'email']);
  return ajv;
}

const strictAjv = build(false);
const lenientAjv = build(true);

export const compileSchema = (schema: object, part: string | undefined): ValidateFunction =>
  (part === 'body' ? strictAjv : lenientAjv).compile(schema);

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

/** Which field was refused and what is allowed; at most a hundred, so that hostile input gets no long answer. */
export const fieldErrors = (errors: readonly ErrorObject[]): { path: string; message: Text }[] =>
  errors.slice(0, 100).map((error) => ({
    path: [...error.instancePath.split('/').slice(1), keyOf(error)].filter(Boolean).join('.'),
    message: words[error.keyword]?.(error.params) ?? WRONG_FORM,
  }));

/** The sign-in calls answer the array of the library that their clients know, without an echo of the input. */
export const libraryErrors = (errors: readonly ErrorObject[], part: string): { type: string; loc: string[]; msg: string }[] =>
  errors.slice(0, 20).map((error) => ({
    type: error.keyword === 'required' || error.keyword === 'minLength' ? 'missing' : 'value_error',
    loc: [part, ...error.instancePath.split('/').slice(1), keyOf(error)].filter(Boolean),
    msg: error.keyword === 'required' || error.keyword === 'minLength' ? 'Field required' : (error.message ?? 'Invalid value'),
  }));
