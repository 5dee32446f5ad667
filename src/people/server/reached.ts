import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';

/** Address and language of the active ones of some people: how letters reach them. */
export const reachOf = (tx: Tx, userIds: readonly string[]): Promise<{ id: string; email: string | null; language: string }[]> =>
  tx.all<{ id: string; email: string | null; language: string }>(sql`
    select u.id, u.email, m.language from people.users u
    join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id and m.is_active
    where u.tenant_id = ${tx.tenant} and u.id = any(${userIds}::uuid[])`);
