import type { Contract, Endpoint, InputOf, Page, ReplyOf } from '../kit/endpoint.ts';
import type { ProblemBody } from '../kit/problem.ts';
import { type Outgoing, CallError, type QueryValue, fetchRaw, must } from './request.ts';

export { CallError } from './request.ts';

/** What a call gives back: one value, or for a list the rows of one page and where it stands. */
export type ReplyTo<E extends Endpoint> = E extends { readonly list: true }
  ? Page<ReplyOf<E> extends (infer Row)[] ? Row : unknown>
  : ReplyOf<E>;

export interface CallOptions {
  signal?: AbortSignal;
  /** A 401 then does not leave for the login page. */
  skipRedirect?: boolean;
  /** The same create sent twice is one create. */
  idempotencyKey?: string;
  /** Version of the row that is being changed; a stale one answers 409 with the current row. */
  version?: number;
  /** Multipart upload in place of a JSON body. */
  upload?: FormData;
  /** Sends the body url-encoded, as a form. */
  asForm?: boolean;
}

type Given<E> = { [K in keyof InputOf<E> as InputOf<E>[K] extends undefined ? never : K]: InputOf<E>[K] };
type Needed<T> = { [K in keyof T as Partial<T> extends T ? never : K]: T[K] };
/** The input may be left out when no part of it must be given. */
type Arguments<E> =
  {} extends Needed<Given<E>> ? [input?: Given<E>, options?: CallOptions] : [input: Given<E>, options?: CallOptions];

export interface Caller<C extends Contract> {
  /**
   * Calls one operation of the contract.
   * @throws CallError with the server's words; status 0 when nothing came back
   */
  <K extends keyof C & string>(key: K, ...given: Arguments<C[K]>): Promise<ReplyTo<C[K]>>;
  /** Calls an operation that answers a file and saves it under the name. @throws CallError */
  download: <K extends keyof C & string>(key: K, filename: string, ...given: Arguments<C[K]>) => Promise<void>;
  /** The file itself, for pictures and previews. @throws CallError */
  blob: <K extends keyof C & string>(key: K, ...given: Arguments<C[K]>) => Promise<Blob>;
}

interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** Puts the parameters into a path that names them as `:id` or `{id}`. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> = {}): string {
  return path.replace(/:(\w+)|\{(\w+)\}/g, (_, first: string | undefined, second: string | undefined) =>
    encodeURIComponent(String(params[first ?? second ?? ''] ?? '')),
  );
}

function outgoing(key: string, input: Parts = {}, options: CallOptions = {}): Outgoing {
  const space = key.indexOf(' ');
  const headers: Record<string, string> = {};
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;
  if (options.version !== undefined) headers['if-match'] = `"${options.version}"`;
  const form = options.asForm ? new URLSearchParams(input.body as Record<string, string>) : options.upload;
  return {
    method: key.slice(0, space),
    path: fillPath(key.slice(space + 1), input.params as Record<string, unknown>),
    query: input.query as Record<string, QueryValue> | undefined,
    body: form ? undefined : input.body,
    form,
    headers,
    skipRedirect: options.skipRedirect,
    signal: options.signal,
  };
}

/**
 * Typed calls of one contract: `const call = caller<typeof timeContract>(); await call('GET /api/timesheets/:week', {...})`.
 * Only the contract's type is used, so no schema reaches the browser.
 */
export function caller<C extends Contract>(): Caller<C> {
  const call = async (key: string, input?: Parts, options?: CallOptions): Promise<unknown> => {
    const { data, pagination } = await must(outgoing(key, input, options));
    return pagination && Array.isArray(data) ? { rows: data as unknown[], pagination } : data;
  };
  const blob = async (key: string, input?: Parts, options?: CallOptions): Promise<Blob> =>
    fetchBlob(outgoing(key, input, options));
  const save = async (key: string, filename: string, input?: Parts, options?: CallOptions): Promise<void> =>
    download(outgoing(key, input, options), filename);
  return Object.assign(call, { download: save, blob }) as unknown as Caller<C>;
}

/** The bytes of an answer, whatever the method. The scheme of downloads is JWT. @throws CallError */
async function fetchBlob(request: Outgoing): Promise<Blob> {
  const response = await fetchRaw({ ...request, scheme: 'JWT' });
  if (!response) throw new CallError(0, undefined);
  if (!response.ok) throw new CallError(response.status, (await response.json().catch(() => undefined)) as Partial<ProblemBody>);
  return response.blob();
}

/** Hands the bytes to the browser as a file of this name. */
export function saveFile(bytes: Blob, filename: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Fetches a file (any method, optional query, JSON body) and saves it under the name. @throws CallError */
export async function download(request: Outgoing, filename: string): Promise<void> {
  saveFile(await fetchBlob(request), filename);
}
