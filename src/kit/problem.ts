import type { Text } from './said.ts';

/** One field, row or cell that was refused, and why, in words for the person who sent it. */
export interface FieldError {
  path: string;
  message: string;
}

/** What a refusal answers. */
export interface ProblemBody {
  detail: string | { code: string; reason: string };
  errors?: FieldError[];
  /** The row as it stands now, where the sender's was stale. */
  current?: unknown;
}

/** A refusal as rooms say it: the same, in words that can still be said in another language. */
export interface Refusal {
  detail: Text | { code: string; reason: Text };
  errors?: { path: string; message: Text }[];
  current?: unknown;
}

/** What a refusal answers when its words are said by `say`. */
export function bodyOf({ detail, errors, ...rest }: Refusal, say: (text: Text) => string): ProblemBody {
  const coded = typeof detail === 'object' && 'code' in detail;
  return {
    detail: coded ? { code: detail.code, reason: say(detail.reason) } : say(detail),
    ...(errors ? { errors: errors.map(({ path, message }) => ({ path, message: say(message) })) } : {}),
    ...rest,
  };
}

/** A refusal with its status: the one error that rooms throw and the HTTP edge answers in the language of who asked. */
export class Problem extends Error {
  readonly status: number;
  readonly refusal: Refusal;
  /** The refusal in English. */
  readonly body: ProblemBody;
  readonly headers: Record<string, string>;

  constructor(status: number, refusal: Refusal, headers: Record<string, string> = {}, cause?: unknown) {
    const body = bodyOf(refusal, String);
    super(typeof body.detail === 'string' ? body.detail : body.detail.code, { cause });
    this.name = 'Problem';
    this.status = status;
    this.refusal = refusal;
    this.body = body;
    this.headers = headers;
  }
}

export const notAllowed = (): Problem => new Problem(403, { detail: 'Not allowed' });
export const notFound = (what: Text = 'Not Found'): Problem => new Problem(404, { detail: what });
export const unauthorized = (): Problem => new Problem(401, { detail: 'Unauthorized' });
export const conflict = (detail: Text, current?: unknown): Problem =>
  new Problem(409, current === undefined ? { detail } : { detail, current });

/** 422 for one or several fields; `detail` repeats the first message so that an alert has something to show. */
export function invalid(errors: { path: string; message: Text }[]): Problem {
  return new Problem(422, { detail: errors[0]?.message ?? 'Invalid', errors });
}
