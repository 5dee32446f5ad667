import { invalid } from '../../kit/problem.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { oneAtATime } from '../../settings/server/public.ts';

/**
 * A client stands below a client of the firm, and never below itself. Groups change one after the other: two changes at once
 * could close a circle that neither of them sees. @throws Problem 422
 */
export async function checkParent(tx: Tx, id: string | null, parentId: string | null | undefined): Promise<void> {
  if (!parentId) return;
  await oneAtATime(tx);
  const above = await tx.all<{ id: string }>(sql`
    with recursive up as (
      select c.id, c.parent_id from clients.clients c where c.tenant_id = ${tx.tenant} and c.id = ${parentId}
      union
      select c.id, c.parent_id from clients.clients c join up on c.id = up.parent_id where c.tenant_id = ${tx.tenant}
    ) select id from up`);
  if (above.length === 0) throw invalid([{ path: 'parent_id', message: 'There is no such client.' }]);
  if (above.some((client) => client.id === id))
    throw invalid([{ path: 'parent_id', message: 'A client cannot stand below itself.' }]);
}
