import type { Static, TSchema } from 'typebox';

/**
 * One operation of the HTTP API. A room's contract is a record of these, keyed by `'METHOD /path'`; the server mounts it,
 * the browser takes it as a type, the access test and the OpenAPI document walk it.
 */
export interface Endpoint {
  /**
   * Who may call: `public` (no session), `signed_in`, `administrator`, or an operation of the access table
   * (`'projects.margin'`). Object rules (own data, managed people) come after it, in the room.
   */
  readonly access: string;
  /** Page keys that this operation serves: refused when the role closes all of them. Left out: no page decides. */
  readonly pages?: readonly string[];
  /** Flag of the role that one of these pages must have beside `view_page`: `can_edit`. What the role does not say is open. */
  readonly flag?: string;
  /** A read runs in a read-only transaction. Default: GET is a read, everything else a write. */
  readonly read?: boolean;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /** Shape of one answer; of one row when `list` is set. It is also the filter against leaks. */
  readonly reply?: TSchema;
  /** The answer is an array with the six pagination headers. */
  readonly list?: true;
  /** The answer is a file (`attachment`) or a stream of events. */
  readonly raw?: 'file' | 'events' | 'upload';
  /** The body comes as a form, url-encoded or multipart, and never as JSON. */
  readonly form?: true;
  readonly status?: number;
  /** The event that the audit has of every call that succeeds, though nothing is written: `export`. */
  readonly audited?: string;
  /** Adds up years of a firm: few of them run at a time for each firm, others wait for their turn. */
  readonly heavy?: true;
  /** Largest body in bytes, where it differs from the default of 1 MiB. */
  readonly bodyLimit?: number;
  /** One sentence for the API document. */
  readonly summary: string;
}

export type Contract = Readonly<Record<string, Endpoint>>;

/** Keeps the literal types of a contract while checking its form. */
export const contract = <const C extends Contract>(operations: C): C => operations;

type Part<E, K extends 'params' | 'query' | 'body'> = E extends { readonly [P in K]: infer S extends TSchema }
  ? { [P in K]: Static<S> }
  : { [P in K]?: undefined };

/** What a caller gives and a room function gets: the checked parts of the request. */
export type InputOf<E> = Part<E, 'params'> & Part<E, 'query'> & Part<E, 'body'>;

/** What a call answers: one value, or the rows of one page. */
export type ReplyOf<E> = E extends { readonly reply: infer S extends TSchema }
  ? E extends { readonly list: true }
    ? Static<S>[]
    : Static<S>
  : unknown;

/** Where a page of a list stands, as the six headers of every list say it. */
export interface Pagination {
  page: number;
  pages: number;
  per_page: number;
  total: number;
  has_next: boolean;
  has_prev: boolean;
}

export interface Page<Row> {
  rows: Row[];
  pagination: Pagination;
}
