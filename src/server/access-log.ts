import type { FastifyInstance, FastifyRequest } from 'fastify';
import { newId } from '../kit/ids.ts';
import { sql } from './sql.ts';
import { type Actor, type TxHost, withTenant } from './tx.ts';

/** What a request leaves for the access log. */
export interface Logged {
  actor?: Actor;
  /** Whose records were looked at. */
  looks?: string[];
}

interface Entry {
  id: string;
  at: string;
  actor_id: string;
  ip: string;
  request_id: string;
  kind: 'look' | 'refusal';
  operation: string;
  subject_id: string | null;
}

/** How long an entry waits for others of its firm, in milliseconds: one row at a time would cost as much as the read it tells of. */
const GATHER = 50;

/**
 * Keeps the access log: who looked at whose records, and what was refused to whom. It is written after the answer, so that
 * nobody waits for it, and in a transaction of its own, since a refused call has none. A killed process loses what it gathered
 * in the last fraction of a second; one that is asked to stop writes it first.
 */
export function keepAccessLog(app: FastifyInstance, host: TxHost): void {
  const log = new AccessLog(host, (error) => app.log.error({ err: error }, 'the access log could not be written'));
  app.addHook('onResponse', (request: FastifyRequest & Logged, reply, done) => {
    done();
    const { actor, looks } = request;
    if (!actor) return;
    const refused = reply.statusCode === 403;
    if (!refused && (!looks || reply.statusCode >= 400)) return;
    const about = {
      at: new Date().toISOString(),
      actor_id: actor.userId,
      ip: request.ip,
      request_id: request.id,
      operation: `${request.method} ${request.routeOptions.url ?? ''}`,
    };
    if (refused) log.add(actor.tenantId, { ...about, id: newId(), kind: 'refusal', subject_id: null });
    else
      for (const subject of new Set(looks)) log.add(actor.tenantId, { ...about, id: newId(), kind: 'look', subject_id: subject });
  });
  app.addHook('onClose', () => log.end());
}

/** Gathers entries by firm and writes each firm's in one statement. */
class AccessLog {
  readonly #host: TxHost;
  readonly #failed: (error: unknown) => void;
  readonly #waiting = new Map<number, Entry[]>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(host: TxHost, failed: (error: unknown) => void) {
    this.#host = host;
    this.#failed = failed;
  }

  add(tenant: number, entry: Entry): void {
    const list = this.#waiting.get(tenant);
    if (list) list.push(entry);
    else this.#waiting.set(tenant, [entry]);
    this.#timer ??= setTimeout(() => this.#send(), GATHER);
  }

  async end(): Promise<void> {
    this.#send();
    await this.#writing;
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batches = [...this.#waiting];
    this.#waiting.clear();
    // One after the other: what is refused to a stranger in numbers takes one connection, not all.
    for (const [tenant, entries] of batches)
      this.#writing = this.#writing.then(() => write(this.#host, tenant, entries)).catch(this.#failed);
  }
}

function write(host: TxHost, tenant: number, entries: readonly Entry[]): Promise<void> {
  return withTenant(host, { tenant }, async (tx) => {
    await tx.all(sql`
      insert into app.access_log (tenant_id, id, at, actor_id, ip, request_id, kind, operation, subject_id)
      select ${tx.tenant}::int, id, at, actor_id, ip, request_id, kind, operation, subject_id
      from json_to_recordset(${JSON.stringify(entries)}::json)
        as x(id uuid, at timestamptz, actor_id uuid, ip text, request_id text, kind text, operation text, subject_id uuid) returning 1`);
  });
}
