import { createHash } from 'node:crypto';
import { Problem } from '../kit/problem.ts';
import { sql } from './sql.ts';
import type { Tx } from './tx.ts';

/**
 * Runs a write once for an `Idempotency-Key`: the same key with the same request answers what the first answered; with
 * another request it is refused (422). A second call while the first runs waits for it, on the key's row.
 */
export async function remembered(
  tx: Tx,
  userId: string,
  key: string,
  operation: string,
  input: unknown,
  work: () => Promise<unknown>,
): Promise<unknown> {
  if (key.length > 200) throw new Problem(422, { detail: 'The Idempotency-Key is too long.' });
  const digest = createHash('sha256')
    .update(JSON.stringify([operation, input]))
    .digest('hex');
  const fresh = await tx.one(sql`
    insert into app.idempotency (tenant_id, user_id, key, operation, request_sha256, status)
    values (${tx.tenant}, ${userId}, ${key}, ${operation}, ${digest}, 200)
    on conflict (tenant_id, user_id, key) do nothing returning 1`);
  const where = sql`tenant_id = ${tx.tenant} and user_id = ${userId} and key = ${key}`;
  if (!fresh) {
    const seen = await tx.one<{ request_sha256: string; reply: unknown }>(sql`
      select request_sha256, reply from app.idempotency where ${where}`);
    if (seen?.request_sha256 !== digest) throw new Problem(422, { detail: 'This Idempotency-Key was used for another request.' });
    return seen.reply;
  }
  const reply = await work();
  await tx.all(sql`update app.idempotency set reply = ${JSON.stringify(reply ?? null)}::jsonb where ${where} returning 1`);
  return reply;
}
