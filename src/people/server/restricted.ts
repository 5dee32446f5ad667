import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

/** People whose data may be kept and not used: no report counts them and nobody finds them to book them. One’s own are one’s own. */
export async function restrictedFor(tx: Tx, actor: Actor): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select id from people.users where tenant_id = ${tx.tenant} and restricted_at is not null and id <> ${actor.userId}`);
  return rows.map(({ id }) => id);
}

/** Says why the data of somebody may not be used; null lifts it. @throws Problem 404; 409 for who was erased; 422 without a reason */
export async function restrict(tx: Tx, id: string, given: string | null): Promise<void> {
  const before = await tx.one<Record<string, unknown>>(
    sql`select * from people.users where tenant_id = ${tx.tenant} and id = ${id} for update`,
  );
  if (!before) throw notFound('There is no such person.');
  if (before['erased_at']) throw conflict('This person was erased already.');
  const reason = given?.trim() ?? '';
  if (given !== null && reason === '') throw invalid([{ path: 'reason', message: 'Say why.' }]);
  const since = given === null ? null : (before['restricted_at'] ?? tx.now);
  await tx.write.update('people.users', [{ before, set: { restricted_at: since, restricted_reason: reason } }]);
  tx.say({ topic: 'people' });
}
