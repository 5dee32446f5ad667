import type { Grade } from '../../kit/grades.ts';
import { notFound } from '../../kit/problem.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

export interface MemberRow {
  account_id: string | null;
  category: Actor['category'];
  grade: Grade;
  role: string;
  is_superuser: boolean;
  is_active: boolean;
  language: string;
  accesses: Actor['accesses'] | null;
}

/** A member of the firm with what decides access. @throws Problem 404 */
export async function loadMember(tx: Tx, id: string): Promise<MemberRow> {
  const member = await tx.one<MemberRow>(sql`
    select m.account_id, m.category, m.grade, coalesce(r.role, 'user') as role, m.is_superuser, m.is_active, m.language,
      coalesce(r.accesses, u.accesses) as accesses
    from access.memberships m
    left join access.roles r on r.tenant_id = m.tenant_id and r.role = m.role
    left join access.roles u on u.tenant_id = m.tenant_id and u.role = 'user'
    where m.tenant_id = ${tx.tenant} and m.id = ${id}`);
  if (!member) throw notFound();
  return member;
}

/** The member as who acts. */
export const actorOf = (tx: Tx, id: string, member: MemberRow): Actor => ({
  tenantId: tx.tenant,
  userId: id,
  accountId: member.account_id ?? '',
  category: member.category,
  grade: member.grade,
  role: member.role,
  isSuperuser: member.is_superuser,
  language: member.language,
  accesses: member.accesses ?? {},
});

/** A member as who acts where nobody is signed in: work for later that is done in their name. Undefined for who could not sign in. */
export async function actorFor(tx: Tx, id: string): Promise<Actor | undefined> {
  const member = await loadMember(tx, id);
  return member.is_active && member.account_id !== null ? actorOf(tx, id, member) : undefined;
}
