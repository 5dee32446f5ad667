import { GRADES, type Grade } from '../../kit/grades.ts';
import { notFound } from '../../kit/problem.ts';
import { firmsOf } from '../../access/server/public.ts';
import { choicesOf } from '../../settings/server/public.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { today } from './today.ts';

interface Named {
  id: string;
  name: string;
}

/** The signed-in user with teams and firms: under `user`, and the same fields flat beside it. */
export async function readMe(tx: Tx, actor: Actor) {
  const day = await today(tx);
  const [user, notifications, teams, firms] = await Promise.all([
    tx.one<{ email: string | null; first_name: string; last_name: string }>(sql`
      select email, first_name, last_name from people.users where tenant_id = ${tx.tenant} and id = ${actor.userId}`),
    choicesOf(tx, actor.userId),
    tx.all<Named>(sql`
      select t.id, t.name from people.team_members m join people.teams t on t.tenant_id = m.tenant_id and t.id = m.team_id
      where m.tenant_id = ${tx.tenant} and m.user_id = ${actor.userId} and m.valid_from <= ${day} and m.valid_to > ${day}
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
    notifications,
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

interface Colleague {
  id: string;
  first_name: string;
  last_name: string;
  grade: Grade;
  teams: Named[];
}

/** Everybody active with the fields that any colleague may see, in the teams of a day. */
const selectColleagues = (tx: Tx, day: string, condition: Sql): Sql => sql`
  select u.id, u.first_name, u.last_name, m.grade,
    coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by tm.is_primary desc, t.name_lc collate app.names)
      from people.team_members tm join people.teams t on t.tenant_id = tm.tenant_id and t.id = tm.team_id
      where tm.tenant_id = u.tenant_id and tm.user_id = u.id and tm.valid_from <= ${day} and tm.valid_to > ${day}), '[]') as teams
  from people.users u join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id and m.is_active
  where u.tenant_id = ${tx.tenant} and ${condition} order by u.name_lc collate app.names, u.id`;

export const listColleagues = async (tx: Tx): Promise<Colleague[]> =>
  tx.all<Colleague>(selectColleagues(tx, await today(tx), sql`true`));

/** The active people of some teams, those included for whom it is not the first one. */
export async function listUnitMembers(tx: Tx, _actor: Actor, { body }: { body: { teams: string[] } }): Promise<Colleague[]> {
  const day = await today(tx);
  const inTeams = sql`
    select w.user_id from people.team_members w where w.tenant_id = ${tx.tenant} and w.team_id = any(${body.teams})
      and w.valid_from <= ${day} and w.valid_to > ${day}`;
  return tx.all<Colleague>(selectColleagues(tx, day, sql`u.id in (${inTeams})`));
}

export const listManagers = (tx: Tx) =>
  tx.all<{ id: string; name: string; grade: Grade }>(sql`
    select u.id, u.name, m.grade from people.users u join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id and m.is_active
    where u.tenant_id = ${tx.tenant} and m.grade = any(${GRADES.slice(3)}) order by u.name_lc collate app.names, u.id`);
