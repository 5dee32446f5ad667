import { isDay } from '../kit/day.ts';
import { type Text, said } from '../kit/said.ts';

/** What firms add to records of their own: PRODUCT's data fields. */
export const COLLECTIONS = ['users', 'clients', 'projects', 'time_entries'] as const;
export type Collection = (typeof COLLECTIONS)[number];

export const FIELD_TYPES = ['text', 'number', 'date', 'boolean', 'choice', 'multi_choice', 'user'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Characters of one value at most. */
export const LONGEST_VALUE = 2000;
/** Beyond this a number written out loses digits. */
const LARGEST = Number.MAX_SAFE_INTEGER;

/** What a value must be like, by its definition. */
export interface FieldRule {
  type: FieldType;
  options: readonly string[];
}

/** A value as it is stored; undefined for none. */
export type FieldValue = string | number | boolean | string[] | undefined;

type Checked = { value: FieldValue } | { refused: Text };

const id = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function checkedText(given: unknown): Checked {
  if (typeof given !== 'string') return { refused: said`Must be ${said`text`}.` };
  if (given.length > LONGEST_VALUE) return { refused: said`Must have at most ${LONGEST_VALUE} characters.` };
  return { value: given.trim() || undefined };
}

function checkedOptions(given: unknown, options: readonly string[]): Checked {
  if (!Array.isArray(given)) return { refused: said`Must be ${said`a list`}.` };
  const chosen = [...new Set(given as unknown[])];
  if (chosen.some((each) => !options.includes(each as string))) return { refused: said`Must be one of: ${[...options]}.` };
  return { value: chosen.length > 0 ? options.filter((option) => chosen.includes(option)) : undefined };
}

/** One value of a data field, tidied, or why it is refused. Null and undefined are no value, whatever the type. */
export function checkedValue({ type, options }: FieldRule, given: unknown): Checked {
  if (given === null || given === undefined) return { value: undefined };
  switch (type) {
    case 'text':
      return checkedText(given);
    case 'number':
      return typeof given === 'number' && Math.abs(given) <= LARGEST
        ? { value: given }
        : { refused: said`Must be ${said`a number`}.` };
    case 'date':
      return typeof given === 'string' && isDay(given) ? { value: given } : { refused: 'Must be a day, written as 2026-12-31.' };
    case 'boolean':
      return typeof given === 'boolean' ? { value: given } : { refused: said`Must be ${said`true or false`}.` };
    case 'choice':
      return typeof given === 'string' && options.includes(given)
        ? { value: given }
        : { refused: said`Must be one of: ${[...options]}.` };
    case 'multi_choice':
      return checkedOptions(given, options);
    case 'user':
      return typeof given === 'string' && id.test(given) ? { value: given } : { refused: 'Must be the id of something.' };
  }
}

const CODE_TOKENS = /\{(?:0{1,8}|YYYY|YY|CLIENT)\}/g;

/** Whether a pattern makes codes of projects: one number in it (`{0000}`), no other words in braces, and signs that a code may hold. */
export const isCodePattern = (pattern: string): boolean =>
  pattern.length <= 40 &&
  (pattern.match(/\{0{1,8}\}/g) ?? []).length === 1 &&
  /^[\p{L}\p{N} ./_-]*$/u.test(pattern.replace(CODE_TOKENS, ''));
