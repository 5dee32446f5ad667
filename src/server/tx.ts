import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Catalogue } from './catalogue.ts';
import type { Db } from './db.ts';
import { databaseProblem, isCollision, isStalePlan, unreachable } from './database-errors.ts';
import { type Derivation, Gateway } from './gateway.ts';
import type { JobKind, Jobs } from './jobs.ts';
import type { Sql } from './sql.ts';

/** Who acts: the user of a session, with what decides access. */
export interface Actor {
  tenantId: number;
  userId: string;
  accountId: string;
  category: 'hr' | 'operational' | 'admin';
  grade: string;
  role: string;
  isSuperuser: boolean;
  language: string;
  /** Flags by page key, of the actor's role. */
  accesses: Readonly<Record<string, Readonly<Record<string, boolean>>>>;
  /** What a token may, `time:read`; a session has none and may all that its person may. */
  scopes?: readonly string[];
}

/** A live change to tell the firm's open screens after commit; `keys` say what to fetch anew. */
export interface Change {
  topic: string;
  keys?: Record<string, unknown>;
  /** For the processes of the product alone: screens are not told. */
  inner?: boolean;
}

/** One transaction of one tenant. Rooms get it; only the edges open it. */
export interface Tx {
  readonly tenant: number;
  /** Moment of the transaction, the same for all that it writes. */
  readonly now: Date;
  all<Row>(statement: Sql): Promise<Row[]>;
  one<Row>(statement: Sql): Promise<Row | undefined>;
  readonly write: Gateway;
  /** Tells open screens, after commit. */
  say(change: Change): void;
  /** Runs after a successful commit. */
  afterCommit(task: () => void): void;
  /** Asks for work to be done after the commit, in its own time and again when it fails; without the commit it never is. */
  send<Data extends object>(kind: JobKind<Data>, data: Data, options?: { after?: Date }): Promise<void>;
  /** The same for many pieces of one kind of work, in one statement. */
  sendAll<Data extends object>(kind: JobKind<Data>, all: readonly Data[]): Promise<void>;
}

export interface TxHost {
  db: Db;
  catalogue: Catalogue;
  derivations: ReadonlyMap<string, Derivation>;
  announce(tenant: number, changes: Change[]): void;
  /** The queue into which transactions send. */
  jobs?: Jobs;
  /** Hears of every firm whose audit grew. */
  sealer?: { grown(tenant: number): void };
  /** Sees each statement's text; the tests' ear. */
  observe?: (text: string) => void;
  clock: () => Date;
}

/** The installation itself, where no firm is known yet: its transactions see no firm's rows, and it has an audit of its own. */
export const HOUSE = 0;

export interface TxOptions {
  tenant: number;
  userId?: string | undefined;
  requestId?: string | undefined;
  /** Address that the request came from. */
  ip?: string | undefined;
  readOnly?: boolean;
  /** Whether the work may be done once more from its beginning: all that it does, it does in the transaction. */
  repeat?: boolean;
}

const names = new Map<string, string>();
let named = 0;
/** Statements are prepared once a connection, under a short name made from their text. */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `s${(named++).toString(36)}`));
  return name;
}

const MOST_TRIES = 4;
const LONGEST_PAUSE_MS = 40;

/**
 * Makes ready for the same once more after what the database refused for no fault of the work's own: two that waited for each
 * other, or a table that a newer version changed since a statement was prepared.
 * @returns whether it is worth it
 */
async function readyAgain(error: unknown): Promise<boolean> {
  if (isStalePlan(error)) names.clear();
  else if (isCollision(error)) await wait(Math.random() * LONGEST_PAUSE_MS);
  else return false;
  return true;
}

/** Connections whose words wait to leave together: until the end of this step, or for a moment (its timer). */
const gathering = new WeakMap<pg.PoolClient, NodeJS.Timeout | 'step'>();
/** How long the end of a read waits for the next words on its connection, in milliseconds. */
const MOMENT = 2;

const streamOf = (client: pg.PoolClient): Duplex => (client as unknown as { connection: pg.Connection }).connection.stream;

function send(client: pg.PoolClient): void {
  gathering.delete(client);
  streamOf(client).uncork();
}

/** What is asked of a connection in one go leaves in one write: each write to a socket costs more than a statement's text. */
function together(client: pg.PoolClient): void {
  const waits = gathering.get(client);
  if (waits === 'step') return;
  if (waits === undefined) streamOf(client).cork();
  else clearTimeout(waits);
  gathering.set(client, 'step');
  process.nextTick(send, client);
}

/** What nobody waits for leaves with what is asked next, or after a moment. */
function later(client: pg.PoolClient): void {
  if (gathering.has(client)) return;
  streamOf(client).cork();
  gathering.set(client, setTimeout(send, MOMENT, client));
}

class TenantTx implements Tx {
  readonly tenant: number;
  readonly now: Date;
  readonly write: Gateway;
  readonly changes: Change[] = [];
  readonly tasks: (() => void)[] = [];
  readonly #client: pg.PoolClient;
  readonly #observe: ((text: string) => void) | undefined;
  readonly #jobs: Jobs | undefined;

  constructor(host: TxHost, options: TxOptions, client: pg.PoolClient) {
    this.tenant = options.tenant;
    this.now = host.clock();
    this.#client = client;
    this.#observe = host.observe;
    this.#jobs = host.jobs;
    this.write = new Gateway(this, host.catalogue, host.derivations, {
      userId: options.userId,
      requestId: options.requestId,
      ip: options.ip,
    });
  }

  async all<Row>(statement: Sql): Promise<Row[]> {
    const { text, values, planned } = statement.compile();
    this.#observe?.(text);
    together(this.#client);
    const result = await this.#client.query(planned ? { text, values } : { name: nameOf(text), text, values });
    return result.rows as Row[];
  }

  async one<Row>(statement: Sql): Promise<Row | undefined> {
    return (await this.all<Row>(statement))[0];
  }

  say(change: Change): void {
    this.changes.push(change);
  }

  afterCommit(task: () => void): void {
    this.tasks.push(task);
  }

  async send<Data extends object>({ name }: JobKind<Data>, data: Data, { after }: { after?: Date } = {}): Promise<void> {
    const jobs = this.#jobs;
    if (!jobs) throw new Error('There is no queue to send to.');
    await jobs.send((text, values) => this.#client.query(text, values), this.tenant, name, data, after);
    this.afterCommit(() => jobs.wake(name));
  }

  async sendAll<Data extends object>({ name }: JobKind<Data>, all: readonly Data[]): Promise<void> {
    const jobs = this.#jobs;
    if (!jobs) throw new Error('There is no queue to send to.');
    if (all.length === 0) return;
    await jobs.sendAll((text, values) => this.#client.query(text, values), this.tenant, name, all);
    this.afterCommit(() => jobs.wake(name));
  }
}

/**
 * One transaction with the tenant set. `begin` is not waited for: it travels with the first statement.
 * After a write a connection goes back to the pool only when its commit or rollback was answered; else it is thrown away.
 */
async function attempt<T>(host: TxHost, options: TxOptions, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!Number.isInteger(options.tenant)) throw new Error('A transaction needs a tenant.');
  const client = await connect(host.db.requests);
  together(client);
  const begin = client.query(`begin${options.readOnly ? ' read only' : ''}; select app.set_tenant(${options.tenant})`);
  begin.catch(() => undefined);
  const tx = new TenantTx(host, options, client);
  let result: T;
  try {
    result = await work(tx);
    if (options.readOnly) leave(client);
    else if (await commit(client, begin, tx)) tx.afterCommit(() => host.sealer?.grown(options.tenant));
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (failure: unknown) => client.release(failure instanceof Error ? failure : true),
    );
    throw error;
  }
  for (const task of tx.tasks) task();
  if (tx.changes.length > 0) host.announce(options.tenant, tx.changes);
  return result;
}

/** Runs `work` in one transaction with the tenant set, where it may be repeated a few times until nobody else is in its way. */
export async function withTenant<T>(host: TxHost, options: TxOptions, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(host, options, work);
    } catch (error) {
      if (!options.repeat || tries === MOST_TRIES || !(await readyAgain(error))) throw databaseProblem(error);
    }
  }
}

/**
 * What was read is answered at once: nothing hangs on the end of a transaction that wrote nothing. It travels ahead of what the
 * connection is asked next, so whoever has it then begins after it.
 */
function leave(client: pg.PoolClient): void {
  later(client);
  client.query('commit').catch(() => undefined);
  client.release();
}

/** The audit and the commit travel together: a refused audit turns the commit into a rollback. @returns whether there was an audit */
async function commit(client: pg.PoolClient, begin: Promise<unknown>, tx: TenantTx): Promise<boolean> {
  together(client);
  const [, flushed, committed] = await Promise.allSettled([begin, tx.write.flush(), client.query('commit')]);
  if (flushed.status === 'rejected') throw flushed.reason;
  if (committed.status === 'rejected') throw committed.reason;
  if (committed.value.command !== 'COMMIT') throw new Error('The transaction was rolled back by the database.');
  client.release();
  return flushed.value;
}

/**
 * One statement outside of any transaction. Beside the transaction of a signed-in call it takes a connection of the other pool:
 * calls that hold one and wait for a second of the same would wait for each other.
 */
export async function alone<Row>(host: TxHost, statement: Sql, beside = false): Promise<Row[]> {
  const { text, values } = statement.compile();
  const pool = beside ? host.db.streams : host.db.requests;
  const ask = async (): Promise<Row[]> => (await pool.query({ name: nameOf(text), text, values })).rows as Row[];
  host.observe?.(text);
  try {
    return await ask().catch(async (error: unknown) => {
      if (!(await readyAgain(error))) throw error;
      return ask();
    });
  } catch (error) {
    throw databaseProblem(error);
  }
}

/** Runs single statements outside of any transaction, for what has no request. */
export const outside =
  (host: TxHost) =>
  <Row>(statement: Sql): Promise<Row[]> =>
    alone<Row>(host, statement);

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw unreachable(error);
  }
}
