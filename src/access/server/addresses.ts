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

/**
 * The accounts of many addresses, made without a password where there are none.
 * @returns the accounts' ids by address in small letters
 */
export async function ensureAccounts(tx: Tx, emails: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.all<{ address: string; account: string }>(sql`
    select * from access.accounts_for(${emails.map(() => newId())}::uuid[], ${emails}::text[])`);
  return new Map(rows.map(({ address, account }) => [address, account]));
}

/** Those of the addresses (in small letters) with which somebody of the firm signs in, with whom. */
export const membersAt = (tx: Tx, addresses: readonly string[]): Promise<{ address: string; member: string }[]> =>
  tx.all(sql`select * from access.members_at(${addresses}::text[])`);
