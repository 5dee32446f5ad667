import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FieldError } from '../kit/problem.ts';

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

const words: Record<string, (params: Record<string, unknown>) => string> = {
  required: () => 'This field is required.',
  additionalProperties: () => 'This field is not known here.',
  type: ({ type }) => `Must be ${Array.isArray(type) ? type.join(' or ') : String(type)}.`,
  enum: ({ allowedValues }) => `Must be one of: ${(allowedValues as unknown[]).filter((value) => value !== null).join(', ')}.`,
  format: ({ format }) => `Must be a valid ${String(format)}.`,
  minLength: ({ limit }) => (limit === 1 ? 'Must not be empty.' : `Must have at least ${String(limit)} characters.`),
  maxLength: ({ limit }) => `Must have at most ${String(limit)} characters.`,
  minimum: ({ limit }) => `Must be at least ${String(limit)}.`,
  maximum: ({ limit }) => `Must be at most ${String(limit)}.`,
  minItems: ({ limit }) => `Must have at least ${String(limit)} entries.`,
  maxItems: ({ limit }) => `Must have at most ${String(limit)} entries.`,
};

const keyOf = (error: ErrorObject): string => String(error.params['missingProperty'] ?? error.params['additionalProperty'] ?? '');

/** Which field was refused and what is allowed; at most a hundred, so that hostile input gets no long answer. */
export const fieldErrors = (errors: readonly ErrorObject[]): FieldError[] =>
  errors.slice(0, 100).map((error) => ({
    path: [...error.instancePath.split('/').slice(1), keyOf(error)].filter(Boolean).join('.'),
    message: words[error.keyword]?.(error.params) ?? `${error.message ?? 'Invalid'}.`,
  }));

/** The sign-in calls answer the array of the library that their clients know, without an echo of the input. */
export const libraryErrors = (errors: readonly ErrorObject[], part: string): { type: string; loc: string[]; msg: string }[] =>
  errors.slice(0, 20).map((error) => ({
    type: error.keyword === 'required' || error.keyword === 'minLength' ? 'missing' : 'value_error',
    loc: [part, ...error.instancePath.split('/').slice(1), keyOf(error)].filter(Boolean),
    msg: error.keyword === 'required' || error.keyword === 'minLength' ? 'Field required' : (error.message ?? 'Invalid value'),
  }));
