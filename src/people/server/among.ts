import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';

/** Which of some ids are people of the firm, and their names: for values of data fields that name a person. */
export const usersAmong = (tx: Tx, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  tx.all<{ id: string; name: string }>(sql`
    select id, name from people.users where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`);
