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
  kind: 'look' | 'refusal';
  subject: string | null;
}

/**
 * Keeps the access log: who looked at whose records, and what was refused to whom. It is written after the answer, so that
 * nobody waits for it, and in a transaction of its own, since a refused call has none.
 */
export function keepAccessLog(app: FastifyInstance, host: TxHost): void {
  const writing = new Set<Promise<void>>();
  app.addHook('onResponse', (request: FastifyRequest & Logged, reply, done) => {
    done();
    const { actor, looks } = request;
    if (!actor) return;
    const entries: Entry[] =
      reply.statusCode === 403
        ? [{ kind: 'refusal', subject: null }]
        : [...new Set(looks)].map((subject) => ({ kind: 'look', subject }));
    if (entries.length === 0 || (reply.statusCode !== 403 && reply.statusCode >= 400)) return;
    const work = write(host, request, actor, entries)
      .catch((error: unknown) => request.log.error({ err: error }, 'the access log could not be written'))
      .finally(() => writing.delete(work));
    writing.add(work);
  });
  app.addHook('onClose', async () => void (await Promise.all(writing)));
}

function write(host: TxHost, request: FastifyRequest, actor: Actor, entries: readonly Entry[]): Promise<void> {
  const operation = `${request.method} ${request.routeOptions.url ?? ''}`;
  const rows = entries.map((entry) => ({ ...entry, id: newId() }));
  return withTenant(host, { tenant: actor.tenantId }, async (tx) => {
    await tx.all(sql`
      insert into app.access_log (tenant_id, id, at, actor_id, ip, request_id, kind, operation, subject_id)
      select ${tx.tenant}::int, id, ${tx.now}::timestamptz, ${actor.userId}::uuid, ${request.ip}::text, ${request.id}::text, kind,
        ${operation}::text, subject
      from json_to_recordset(${JSON.stringify(rows)}::json) as x(id uuid, kind text, subject uuid) returning 1`);
  });
}
