import { Problem } from '../kit/problem.ts';

interface DatabaseError {
  code: string;
  message: string;
  constraint?: string;
  /** The function of the database that refused: the same in every language. */
  routine?: string;
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code);

/** Constraint name: from the field, or from the message where a distributed database leaves the field out. */
export function constraintOf(error: unknown): string | undefined {
  if (!isDatabaseError(error)) return undefined;
  return (error.constraint ?? /constraint "([^"]+)"/.exec(error.message)?.[1])?.replace(/_\d{5,}$/, '');
}

const sentences: Record<string, [status: number, detail: string]> = {
  '23505': [409, 'This already exists.'],
  '23503': [409, 'Something else still refers to this, or what it refers to does not exist.'],
  '23P01': [409, 'This overlaps with what already holds for these dates.'],
  '23514': [422, 'A value is outside of what is allowed.'],
  '23502': [422, 'A required value is missing.'],
  '22001': [422, 'A text is too long.'],
  '22003': [422, 'A number is too large.'],
  '22P02': [422, 'A value has the wrong form.'],
  '22007': [422, 'A value has the wrong form.'],
  '22008': [422, 'A value has the wrong form.'],
  '22021': [422, 'A text contains a character that cannot be stored.'],
  '22P05': [422, 'A text contains a character that cannot be stored.'],
  '40001': [409, 'Somebody else changed this at the same moment. Please try again.'],
  '40P01': [409, 'Somebody else changed this at the same moment. Please try again.'],
  '55P03': [409, 'Somebody else is changing this right now. Please try again.'],
  '57014': [503, 'This took too long and was stopped. Please narrow it down.'],
  '53100': [507, 'The disk is full: nothing was saved.'],
  '53300': [503, 'The database is busy. Please try again.'],
};

const LOST =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/;

/** Whether the line to the database broke, or none was free in time: nothing is wrong with what was asked. */
const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (LOST.test(error.message) ||
    ('code' in error && typeof error.code === 'string' && /^(ECONN\w+|EPIPE|ETIMEDOUT|08...|57P..)$/.test(error.code)));

/** Two that waited for each other, or changed the same at once: the same once more may go. */
export const isCollision = (error: unknown): boolean =>
  isDatabaseError(error) && (error.code === '40P01' || error.code === '40001');

/** A statement was prepared before its table changed: prepared anew it goes. */
export const isStalePlan = (error: unknown): boolean => isDatabaseError(error) && error.routine === 'RevalidateCachedQuery';

/** The answer while the database cannot be reached. */
export const unreachable = (cause: unknown): Problem =>
  new Problem(503, { detail: 'The database cannot be reached just now. Please try again.' }, { 'retry-after': '2' }, cause);

/** Turns what the database refused into an answer for a person; everything else passes through unchanged. */
export function databaseProblem(error: unknown): unknown {
  if (error instanceof Problem) return error;
  if (isLost(error)) return unreachable(error);
  if (!isDatabaseError(error)) return error;
  if (constraintOf(error) === 'person_day_24h') {
    return new Problem(422, { detail: 'A day cannot hold more than 24 hours.' }, {}, error);
  }
  const sentence = sentences[error.code];
  if (sentence)
    return new Problem(sentence[0], { detail: sentence[1] }, sentence[0] === 503 ? { 'retry-after': '2' } : {}, error);
  return error;
}
