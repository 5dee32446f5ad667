import { GRADES, type Grade } from '../../kit/grades.ts';
import { notFound } from '../../kit/problem.ts';
import { firmsOf } from '../../access/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

interface Named {
  id: string;
  name: string;
}

/** The signed-in user with teams and firms: under `user`, and the same fields flat beside it. */
export async function readMe(tx: Tx, actor: Actor) {
  const [user, teams, firms] = await Promise.all([
    tx.one<{ email: string | null; first_name: string; last_name: string; notifications: Record<string, unknown> }>(sql`
      select email, first_name, last_name, notifications from people.users where tenant_id = ${tx.tenant} and id = ${actor.userId}`),
    tx.all<Named>(sql`
      select t.id, t.name from people.team_members m join people.teams t on t.tenant_id = m.tenant_id and t.id = m.team_id
      where m.tenant_id = ${tx.tenant} and m.user_id = ${actor.userId} and m.valid_from <= ${tx.now}::date and m.valid_to > ${tx.now}::date
      order by m.is_primary desc, t.name_lc collate app.names`),
    firmsOf(tx, actor),
  ]);
  if (!user) throw notFound();
  const tenants = firms.map((firm) => ({ id: firm.tenant_id, slug: firm.slug, name: firm.name }));
  const tenant = tenants.find((each) => each.id === tx.tenant);
  if (!tenant) throw notFound();
  const me = {
    id: actor.userId,
    ...user,
    grade: actor.grade as Grade,
    category: actor.category,
    role: actor.role,
    language: actor.language as 'en' | 'fr' | 'de' | 'es',
    is_superuser: actor.isSuperuser,
    teams,
    tenant,
    tenants,
  };
  return { user: me, ...me };
}

export const listGrades = async () => GRADES.map((name, order) => ({ id: name, name, order }));

/** Everybody active with the fields that any colleague may see. */
export const listColleagues = (tx: Tx) =>
  tx.all<{ id: string; first_name: string; last_name: string; grade: Grade; teams: Named[] }>(sql`
    select u.id, u.first_name, u.last_name, m.grade,
      coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by tm.is_primary desc, t.name_lc collate app.names)
        from people.team_members tm join people.teams t on t.tenant_id = tm.tenant_id and t.id = tm.team_id
        where tm.tenant_id = u.tenant_id and tm.user_id = u.id and tm.valid_from <= ${tx.now}::date and tm.valid_to > ${tx.now}::date), '[]') as teams
    from people.users u join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id and m.is_active
    where u.tenant_id = ${tx.tenant} order by u.name_lc collate app.names, u.id`);

export const listManagers = (tx: Tx) =>
  tx.all<{ id: string; name: string; grade: Grade }>(sql`
    select u.id, u.name, m.grade from people.users u join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id and m.is_active
    where u.tenant_id = ${tx.tenant} and m.grade = any(${GRADES.slice(3)}) order by u.name_lc collate app.names, u.id`);
