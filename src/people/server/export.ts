import { withCustomColumns } from '../../settings/server/public.ts';
import { tableFile } from '../../server/export.ts';
import type { FileReply } from '../../server/route.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { usersAmong } from './among.ts';
import { refuseFlag } from './policy.ts';
import { today } from './today.ts';
import { type UserFilters, allUsers } from './users.ts';

/** The users whom the filters show, in their order. */
export async function exportUsers(
  tx: Tx,
  actor: Actor,
  { query }: { query: UserFilters & { format?: string; sort?: string } },
): Promise<FileReply> {
  refuseFlag(actor, 'can_export', ['users']);
  const rows = await allUsers(tx, await today(tx), query, query.sort);
  const custom = await withCustomColumns(tx, { collection: 'users', rows, usersAmong });
  return tableFile(
    'users',
    query.format,
    [
      { key: 'first_name', title: 'First name', kind: 'text' },
      { key: 'last_name', title: 'Last name', kind: 'text' },
      { key: 'email', title: 'E-mail', kind: 'text' },
      { key: 'grade', title: 'Grade', kind: 'text' },
      { key: 'step', title: 'Step', kind: 'text' },
      { key: 'category', title: 'Category', kind: 'text' },
      { key: 'role', title: 'Role', kind: 'text' },
      { key: 'team', title: 'Team', kind: 'text' },
      { key: 'manager', title: 'Manager', kind: 'text' },
      { key: 'country', title: 'Country', kind: 'text' },
      { key: 'site', title: 'Site', kind: 'text' },
      { key: 'cost_category', title: 'Cost category', kind: 'text' },
      { key: 'other_teams', title: 'Other teams', kind: 'text' },
      { key: 'employed_from', title: 'First day', kind: 'date' },
      { key: 'employed_to', title: 'Last day', kind: 'date' },
      { key: 'is_active', title: 'Active', kind: 'text' },
      { key: 'last_sign_in', title: 'Last sign-in', kind: 'text' },
      ...custom.columns,
    ],
    custom.rows,
  );
}
