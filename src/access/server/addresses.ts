import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { ensureAccount } from './sessions.ts';

/**
 * The account with which a person signs in from now on, after the firm changed their address: the same one under the new
 * address, its password kept. Where it serves other firms too, or the address is another account's, it is that address's
 * account, made without a password when there is none: a firm decides who signs in to it, and nothing about what others share.
 * @returns the account's id
 */
export async function accountAt(tx: Tx, accountId: string, email: string): Promise<string> {
  const moved = await tx.one<{ moved: boolean }>(sql`select access.move_account(${accountId}, ${email}) as moved`);
  return moved?.moved ? accountId : ensureAccount(tx, newId(), email, undefined);
}
