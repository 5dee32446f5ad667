import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';

/** Which of some ids are people of the firm, and their names: for values of data fields that name a person. */
export const usersAmong = (tx: Tx, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  tx.all<{ id: string; name: string }>(sql`
    select id, name from people.users where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`);

/** People whom texts in small letters name, by address or by their whole name. */
export const usersCalled = (
  tx: Tx,
  names: readonly string[],
): Promise<{ id: string; name_lc: string; email_lc: string | null }[]> =>
  tx.all<{ id: string; name_lc: string; email_lc: string | null }>(sql`
    select id, name_lc, email_lc from people.users
    where tenant_id = ${tx.tenant} and (email_lc = any(${names}) or name_lc = any(${names}))`);
