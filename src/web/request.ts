import type { Pagination } from '../kit/endpoint.ts';
import type { FieldError, ProblemBody } from '../kit/problem.ts';
import { text } from './i18n/text.ts';
import { notify } from './ui/notify.ts';
import { clearSession, rememberPath, session, storedToken } from './session.ts';
import { LOGIN, placeOf } from './paths.ts';

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];

export interface Outgoing {
  method: string;
  /** Path from the API base, such as `/api/users/me`. */
  path: string;
  query?: Readonly<Record<string, QueryValue>> | undefined;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form: `URLSearchParams` url-encoded, `FormData` as multipart. */
  form?: URLSearchParams | FormData | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** A 401 then leaves the page where it is. */
  skipRedirect?: boolean | undefined;
  signal?: AbortSignal | undefined;
  /** Scheme of the Authorization header; downloads say `JWT`. */
  scheme?: 'Bearer' | 'JWT';
}

/** What came back: the response, its parsed body, and where the page of a list stands. */
export interface Answer {
  response: Response;
  data: unknown;
  pagination: Pagination | undefined;
}

/** A call that did not succeed. `status` is 0 when nothing came back (no network, or no JSON). */
export class CallError extends Error {
  readonly status: number;
  /** Readable sentence of the server, or empty. */
  readonly detail: string;
  /** What the server calls this refusal, where it says so beside its sentence; or empty. */
  readonly code: string;
  readonly errors: readonly FieldError[];
  /** The row as it stands now, where the sent one was stale. */
  readonly current: unknown;
  /** Seconds after which to come back, where the server said so. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: Partial<ProblemBody> | undefined, retryAfter?: number) {
    const detail = detailOf(body);
    super(detail || `HTTP ${status}`);
    this.name = 'CallError';
    this.status = status;
    this.detail = detail;
    this.code = typeof body?.detail === 'object' && body.detail !== null ? String(body.detail.code) : '';
    this.errors = Array.isArray(body?.errors) ? body.errors : [];
    this.current = body?.current;
    this.retryAfter = retryAfter;
  }
}

function detailOf(body: Partial<ProblemBody> | undefined): string {
  const detail: unknown = body?.detail;
  if (typeof detail === 'string') return detail;
  if (detail && typeof detail === 'object' && 'reason' in detail) return String(detail.reason);
  return '';
}

const meta = (name: string): string => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** What the server wrote into the page under this name; empty when it left the placeholder. */
export const pageFact = (name: string): string => {
  const value = meta(name).trim();
  return /^%\w+%$/.test(value) ? '' : value;
};

/** Full address of a path of the API; the base is read at run time, by default this origin. */
export const apiUrl = (path: string): string => `${pageFact('cadre-api').replace(/\/$/, '')}${path}`;

/** Calls that answer a 401 without sending the browser to the login page. */
const quiet = ['/api/users/me', '/users/me', '/api/settings/role_accesses', '/auth/', '/api/otp_auth/'];

const staysOnRefusal = (path: string): boolean =>
  quiet.some((entry) => (entry.endsWith('/') ? path.startsWith(entry) : path === entry));

/** Settings and leave-balance calls carry the key of the current page as `page`. */
const saysPage = (path: string): boolean => /^\/api\/(settings(\/|$)|users\/leave_balance$)/.test(path);

function addressOf({ path, query }: Outgoing): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  if (saysPage(path)) search.set('page', session.get().currentPage);
  const tail = search.toString();
  return apiUrl(path) + (tail ? `?${tail}` : '');
}

function headersOf(outgoing: Outgoing, token: string): Headers {
  const headers = new Headers(outgoing.headers);
  // The page may speak another language than the browser; refusals and mails for strangers follow the page.
  headers.set('accept-language', document.documentElement.lang || 'en');
  if (token) headers.set('authorization', `${outgoing.scheme ?? 'Bearer'} ${token}`);
  const tenant = session.get().me?.tenant?.id;
  if (token && tenant !== undefined) headers.set('x-tenant', String(tenant));
  if (outgoing.body !== undefined || outgoing.scheme === 'JWT') headers.set('content-type', 'application/json');
  return headers;
}

function paginationOf(headers: Headers): Pagination | undefined {
  if (!headers.has('x-pagination-total')) return undefined;
  const number = (name: string): number => Number(headers.get(`x-pagination-${name}`) ?? 0);
  return {
    page: number('page'),
    pages: number('pages'),
    per_page: number('per-page'),
    total: number('total'),
    has_next: headers.get('x-pagination-has_next') === 'True',
    has_prev: headers.get('x-pagination-has_prev') === 'True',
  };
}

let left = false;

/** After a 401: forget the session, remember the way back, go to the login page. A newer token is left alone. */
function signedOut(token: string, redirect: boolean): void {
  // Who is leaving has their own way out: what the screen asked meanwhile leads nowhere.
  if (left || token !== storedToken()) return;
  clearSession();
  if (!redirect || placeOf(location.pathname)?.open) return;
  rememberPath(location.pathname + location.search);
  location.assign(LOGIN);
}

/** This page is on its way to another firm, or out: an answer that comes meanwhile must not call it back. */
export const leaveForGood = (): void => {
  left = true;
};

/** The raw response, after the rules that hold for every call (401, 403, another firm in another tab). */
export async function fetchRaw(outgoing: Outgoing): Promise<Response | undefined> {
  const token = storedToken();
  try {
    const response = await fetch(addressOf(outgoing), {
      method: outgoing.method,
      headers: headersOf(outgoing, token),
      body: outgoing.form ?? (outgoing.body === undefined ? null : JSON.stringify(outgoing.body)),
      credentials: 'same-origin',
      signal: outgoing.signal ?? null,
    });
    if (response.status === 401) signedOut(token, !(outgoing.skipRedirect ?? staysOnRefusal(outgoing.path)));
    if (response.status === 403) notify.error(text('web.not_allowed'));
    return response;
  } catch (error) {
    if (outgoing.signal?.aborted) throw error;
    console.error(`${outgoing.method} ${outgoing.path}`, error);
    return undefined;
  }
}

/**
 * Sends a call and reads its JSON answer. A network or parse failure is logged and gives nothing.
 * @returns response, data and pagination, whatever the status; undefined when nothing usable came back
 */
export async function send(outgoing: Outgoing): Promise<Answer | undefined> {
  const response = await fetchRaw(outgoing);
  if (!response) return undefined;
  try {
    const body = await response.text();
    const data: unknown = body === '' ? undefined : JSON.parse(body);
    if (response.status === 409 && detailOf(data as ProblemBody | undefined) === 'TENANT_CHANGED' && !left) location.reload();
    return { response, data, pagination: paginationOf(response.headers) };
  } catch (error) {
    if (outgoing.signal?.aborted) throw error;
    console.error(`${outgoing.method} ${outgoing.path}`, error);
    return undefined;
  }
}

/** Whole seconds of the header; a date in it, which our server never sends, is left. */
function retryAfterOf({ headers }: Response): number | undefined {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,9}$/.test(seconds) ? Number(seconds) : undefined;
}

/** Sends and insists on success. @throws CallError */
export async function must(outgoing: Outgoing): Promise<Answer> {
  const answer = await send(outgoing);
  if (!answer) throw new CallError(0, undefined);
  const { response, data } = answer;
  if (!response.ok) throw new CallError(response.status, data as Partial<ProblemBody> | undefined, retryAfterOf(response));
  return answer;
}
