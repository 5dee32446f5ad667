import type { FastifyInstance, FastifyReply } from 'fastify';
import pg from 'pg';
import type { Change } from './tx.ts';

const CHANNEL = 'cadre';
const COALESCE_MS = 40;
const HEARTBEAT_MS = 15_000;
/** PostgreSQL refuses a payload of 8,000 bytes; a longer one becomes "fetch everything of this topic". */
const PAYLOAD_LIMIT = 7_500;

/** A part of this process that must know of changes at once, and when the line that brings those of others is down. */
export interface Watcher {
  heard(tenant: number, changes: readonly Change[]): void;
  listening(up: boolean): void;
}

interface Listener {
  tenant: number;
  reply: FastifyReply;
}

/**
 * Live changes: rooms say what changed, after the commit it is told to every process through the database and from there
 * to the open screens of the firm. Screens get topics and keys, never data: they fetch anew what they may see.
 */
export class LiveEvents {
  readonly #listeners = new Set<Listener>();
  readonly #pending = new Map<number, Change[]>();
  readonly #pool: pg.Pool;
  readonly #adminUrl: string;
  readonly #onError: (error: unknown) => void;
  readonly #watchers = new Set<Watcher>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  #closed = false;
  #up = false;

  constructor(pool: pg.Pool, adminUrl: string, onError: (error: unknown) => void) {
    this.#pool = pool;
    this.#adminUrl = adminUrl;
    this.#onError = onError;
  }

  /** How many screens follow. */
  get streams(): number {
    return this.#listeners.size;
  }

  async start(): Promise<void> {
    await this.#listen();
    this.#heartbeat = setInterval(() => {
      for (const { reply } of this.#listeners) reply.raw.write(': alive\n\n');
    }, HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  async stop(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearInterval(this.#heartbeat);
    this.hush();
    await this.#client?.end().catch(this.#onError);
  }

  /** Ends the streams of all screens: they find another server, or this one when it is back. */
  hush(): void {
    for (const { reply } of this.#listeners) reply.raw.end();
  }

  /** Tells a part of this process of changes: its own before `announce` returns, those of other processes as they come. */
  watch(watcher: Watcher): void {
    this.#watchers.add(watcher);
    watcher.listening(this.#up);
  }

  /** Changes of one commit; those of the next 40 ms travel together. */
  announce(tenant: number, changes: Change[]): void {
    for (const watcher of this.#watchers) watcher.heard(tenant, changes);
    const waiting = this.#pending.get(tenant) ?? [];
    waiting.push(...changes);
    this.#pending.set(tenant, waiting);
    this.#timer ??= setTimeout(() => void this.#send(), COALESCE_MS);
  }

  /** Takes over an admitted request as a stream of events. */
  attach(tenant: number, reply: FastifyReply): void {
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    reply.raw.write(': connected\n\n');
    const listener = { tenant, reply };
    this.#listeners.add(listener);
    reply.raw.on('close', () => this.#listeners.delete(listener));
  }

  async #send(): Promise<void> {
    this.#timer = undefined;
    const batches = [...this.#pending];
    this.#pending.clear();
    for (const [tenant, changes] of batches) {
      let payload = JSON.stringify({ tenant, changes });
      if (payload.length > PAYLOAD_LIMIT) {
        const topics = [...new Set(changes.map((change) => change.topic))];
        payload = JSON.stringify({
          tenant,
          changes: topics.map((topic) => ({
            topic,
            inner: changes.every((change) => change.topic !== topic || change.inner === true),
          })),
        });
      }
      await this.#pool.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch(this.#onError);
    }
  }

  async #listen(): Promise<void> {
    if (this.#closed) return;
    const client = new pg.Client({ connectionString: this.#adminUrl, application_name: 'cadre live' });
    client.on('notification', ({ payload }) => this.#deliver(payload ?? ''));
    client.on('error', this.#onError);
    client.on('end', () => {
      this.#turn(false);
      if (!this.#closed) setTimeout(() => void this.#listen().catch(this.#onError), 1000).unref();
    });
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    // What was said while the line was down is lost, so everybody fetches anew.
    if (this.#client) for (const { reply } of this.#listeners) reply.raw.write('event: refresh\ndata: {}\n\n');
    this.#client = client;
    this.#turn(true);
  }

  #turn(up: boolean): void {
    this.#up = up;
    for (const watcher of this.#watchers) watcher.listening(up);
  }

  #deliver(payload: string): void {
    const { tenant, changes } = JSON.parse(payload) as { tenant: number; changes: Change[] };
    for (const watcher of this.#watchers) watcher.heard(tenant, changes);
    const outer = changes.filter((change) => !change.inner);
    if (outer.length === 0) return;
    const text = `event: change\ndata: ${JSON.stringify(outer)}\n\n`;
    for (const listener of this.#listeners) if (listener.tenant === tenant) listener.reply.raw.write(text);
  }
}

/** Mounts the stream: who may listen is decided like any other call. */
export function mountEvents(
  app: FastifyInstance,
  live: LiveEvents,
  admit: (request: never) => Promise<{ tenantId: number }>,
): void {
  // A stream never ends of itself: a stop would wait for it.
  app.addHook('preClose', (done) => {
    live.hush();
    done();
  });
  app.get('/api/events', async (request, reply) => {
    const { tenantId } = await admit(request as never);
    live.attach(tenantId, reply);
  });
}
