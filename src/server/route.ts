import type { Readable } from 'node:stream';
import type { Contract, Endpoint, InputOf, Page, ReplyOf } from '../kit/endpoint.ts';
import type { Config } from './config.ts';
import type { Sql } from './sql.ts';
import type { Actor, Change, Tx } from './tx.ts';

/** What an operation may know of the request beside its checked input. */
export interface Visit {
  readonly ip: string;
  readonly token: string | undefined;
  /** A header of the request, by its name in small letters. */
  asked: (name: string) => string | undefined;
  /** Version of an `If-Match` header, as updates accept it. */
  readonly ifMatch: number | undefined;
  readonly config: Config;
  readonly now: Date;
  /** Runs one statement outside of any tenant: the functions of sign-in. */
  global: <Row>(statement: Sql) => Promise<Row[]>;
  /** Runs work in one transaction of a firm, or of the house, where a call begins without anybody's session. */
  within<T>(whose: { tenant: number; userId?: string | undefined }, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Notes in the access log, after the answer, whose records were looked at. */
  looked(userId: string): void;
  /** Tells a change outside of any tenant's transaction. */
  say(tenant: number, change: Change): void;
  /** Sets a header of the answer. */
  header(name: string, value: string): void;
}

/** A file to save: sent as `attachment` under its name. */
export interface FileReply {
  name: string;
  mediaType: string;
  /** Bytes, or what writes them in the language of who asked. */
  content: Readable | Uint8Array | ((language: string) => Readable);
}

/** An uploaded file: one multipart part of any name. */
export interface Upload {
  file: { name: string; bytes: Uint8Array };
}

type Answer<E> = E extends { readonly raw: 'file' }
  ? FileReply
  : E extends { readonly list: true }
    ? Page<ReplyOf<E> extends (infer Row)[] ? Row : never> | ReplyOf<E>
    : ReplyOf<E>;

type Given<E> = E extends { readonly raw: 'upload' } ? Omit<InputOf<E>, 'body'> & { body: Upload } : InputOf<E>;

export type Handler<E> = E extends { readonly access: 'public' }
  ? (visit: Visit, input: Given<E>) => Promise<Answer<E>>
  : (tx: Tx, actor: Actor, input: Given<E>, visit: Visit) => Promise<Answer<E>>;

/** One mounted operation. */
export interface Route {
  method: string;
  path: string;
  endpoint: Endpoint;
  /** What tokens are given or refused as a whole: the room. Without one it is closed to them. */
  area?: string;
  handle: (...args: never[]) => Promise<unknown>;
}

/** Binds a contract to its functions: one line an operation, each checked against the shapes of the contract. */
export function implement<C extends Contract>(operations: C, handlers: { [K in keyof C]: Handler<C[K]> }): Route[] {
  return Object.entries(operations).map(([key, endpoint]) => {
    const [method = '', path = ''] = key.split(' ');
    return { method, path, endpoint, handle: handlers[key as keyof C] as Route['handle'] };
  });
}

/** True when an operation only reads. */
export const isRead = (route: Pick<Route, 'method' | 'endpoint'>): boolean => route.endpoint.read ?? route.method === 'GET';

/** Operations of a room, named as such for tokens. */
export const inArea = (area: string, routes: readonly Route[]): Route[] => routes.map((route) => ({ ...route, area }));

/** Whether the pages of an operation are open to who calls it, with the flag that it asks for on one of them. */
export function pagesOpen({ pages, flag }: Pick<Endpoint, 'pages' | 'flag'>, { accesses }: Pick<Actor, 'accesses'>): boolean {
  const open = (page: string): boolean =>
    accesses[page]?.['view_page'] !== false && (flag === undefined || accesses[page]?.[flag] !== false);
  return !pages || pages.some(open);
}

/** Whether a token with these scopes reaches an operation: writing includes reading. */
export function inScope(route: Pick<Route, 'area' | 'endpoint'> & { method?: string }, scopes: readonly string[]): boolean {
  if (route.area === undefined || route.method === undefined) return false;
  const reads = isRead({ method: route.method, endpoint: route.endpoint });
  return scopes.includes(`${route.area}:write`) || (reads && scopes.includes(`${route.area}:read`));
}
