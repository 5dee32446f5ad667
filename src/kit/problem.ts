/** One field, row or cell that was refused, and why, in words for the person who sent it. */
export interface FieldError {
  path: string;
  message: string;
}

export interface ProblemBody {
  detail: string | { code: string; reason: string };
  errors?: FieldError[];
  /** The row as it stands now, where the sender's was stale. */
  current?: unknown;
}

/** A refusal with its status: the one error that rooms throw and the HTTP edge answers as it stands. */
export class Problem extends Error {
  readonly status: number;
  readonly body: ProblemBody;
  readonly headers: Record<string, string>;

  constructor(status: number, body: ProblemBody, headers: Record<string, string> = {}, cause?: unknown) {
    super(typeof body.detail === 'string' ? body.detail : body.detail.code, { cause });
    this.name = 'Problem';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export const notAllowed = (): Problem => new Problem(403, { detail: 'Not allowed' });
export const notFound = (what = 'Not Found'): Problem => new Problem(404, { detail: what });
export const unauthorized = (): Problem => new Problem(401, { detail: 'Unauthorized' });
export const conflict = (detail: string, current?: unknown): Problem =>
  new Problem(409, current === undefined ? { detail } : { detail, current });

/** 422 for one or several fields; `detail` repeats the first message so that an alert has something to show. */
export function invalid(errors: FieldError[]): Problem {
  return new Problem(422, { detail: errors[0]?.message ?? 'Invalid', errors });
}
