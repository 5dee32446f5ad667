import { conflict, notFound } from '../../kit/problem.ts';
import { endSessionsOf } from '../../access/server/public.ts';
import { raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { inLanguage } from '../../server/texts.ts';
import { usesInWords, usesOf } from '../../server/usage.ts';
import { refuseFlag } from './policy.ts';

/** A person's two rows, locked: what one is, and what decides access. */
export interface Loaded {
  user: Record<string, unknown> & {
    id: string;
    version: number;
    email: string | null;
    first_name: string;
    last_name: string;
  };
  member: Record<string, unknown> & {
    id: string;
    version: number;
    account_id: string | null;
    category: string;
    is_superuser: boolean;
    is_active: boolean;
  };
}

/** @throws Problem 404; 409 for somebody who was erased */
export async function loadPerson(tx: Tx, id: string): Promise<Loaded> {
  const [user, member] = await Promise.all([
    tx.one<Loaded['user']>(sql`select * from people.users where tenant_id = ${tx.tenant} and id = ${id} for update`),
    tx.one<Loaded['member']>(sql`select * from access.memberships where tenant_id = ${tx.tenant} and id = ${id} for update`),
  ]);
  if (!user || !member) throw notFound('There is no such user.');
  if (user['erased_at']) throw conflict('This person was erased: nothing of them can be changed.');
  return { user, member };
}

const LAST = {
  hr: 'The last active hr user of the firm stays.',
  administrator: 'The last active administrator of the firm stays.',
};

const LOCK = 4_919_233;

interface Step {
  member: Loaded['member'];
  next: { category: string; is_active: boolean };
}

/**
 * A firm keeps at least one active hr user and one active administrator, whoever steps down, one person or many. Who steps down
 * waits for everybody of the firm who does so at the same moment: two cannot both count on the other, and none waits for a row
 * that the other holds.
 * @throws Problem 409
 */
export async function refuseLastOf(tx: Tx, steps: readonly Step[]): Promise<void> {
  const down = {
    hr: steps.filter(({ member, next }) => member.category === 'hr' && !(next.category === 'hr' && next.is_active)),
    administrator: steps.filter(({ member, next }) => member.is_superuser && !next.is_active),
  };
  for (const kind of ['hr', 'administrator'] as const) {
    const leaving = down[kind].filter(({ member }) => member.is_active).map(({ member }) => member.id);
    if (leaving.length === 0) continue;
    await tx.all(sql`select pg_advisory_xact_lock(${LOCK}::int, ${tx.tenant}::int)`);
    const condition = kind === 'administrator' ? sql`is_superuser` : sql`category = 'hr'`;
    const other = await tx.one(sql`
      select 1 from access.memberships
      where tenant_id = ${tx.tenant} and is_active and ${condition} and not id = any(${leaving}::uuid[]) limit 1`);
    if (!other) throw conflict(LAST[kind]);
  }
}

/** The same for one person. @throws Problem 409 */
export const refuseLast = (tx: Tx, member: Step['member'], next: Step['next']): Promise<void> =>
  refuseLastOf(tx, [{ member, next }]);

/** What of a user vanishes with the user, and so is no history. */
const OWN = ['people.grades', 'people.patterns', 'people.employments', 'people.places', 'people.team_members', 'people.targets'];

/** Deletes users who left no trace; the others are deactivated, and the answer says what refers to them. */
export async function deleteUsers(tx: Tx, actor: Actor, { body }: { body: { id?: string; ids?: string[] } }) {
  refuseFlag(actor, 'can_edit', ['users', 'user_details']);
  const ids = [...new Set([...(body.ids ?? []), ...(body.id ? [body.id] : [])])];
  const deleted: string[] = [];
  const deactivated: { id: string; name: string; used_by: string }[] = [];
  for (const id of ids) {
    const { user, member } = await loadPerson(tx, id);
    await refuseLast(tx, member, { category: member.category, is_active: false });
    const uses = await usesOf(tx, 'people.users', id, OWN);
    await endSessionsOf(tx, id);
    if (uses.length > 0) {
      await tx.write.update('access.memberships', [{ before: member, set: { is_active: false } }]);
      deactivated.push({ id, name: String(user['name']), used_by: inLanguage(usesInWords(uses), actor.language) });
      continue;
    }
    for (const table of OWN) await removeOwn(tx, table, id);
    await tx.write.remove('people.users', [user]);
    await tx.write.remove('access.memberships', [member]);
    deleted.push(id);
  }
  return { success: true, deleted, deactivated };
}

async function removeOwn(tx: Tx, table: string, userId: string): Promise<void> {
  const rows = await tx.all<Record<string, unknown>>(sql`
    select * from ${raw(table)} where tenant_id = ${tx.tenant} and user_id = ${userId}`);
  await tx.write.remove(table, rows);
}
