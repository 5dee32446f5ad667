import { atLeast } from '../../kit/grades.ts';
import { notAllowed } from '../../kit/problem.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { dayThere } from './today.ts';

/** Ids of those whom the actor manages: line reports, transitively, and members of the team subtrees that one leads. */
export const managedBy = (tx: Tx, actor: Actor): Sql => sql`
  with recursive reports as (
    select u.id from people.users u where u.tenant_id = ${tx.tenant} and u.manager_id = ${actor.userId}
    union
    select u.id from people.users u join reports r on u.manager_id = r.id where u.tenant_id = ${tx.tenant}
  ), led as (
    select t.id from people.teams t where t.tenant_id = ${tx.tenant} and t.lead_id = ${actor.userId}
    union
    select t.id from people.teams t join led l on t.parent_id = l.id where t.tenant_id = ${tx.tenant}
  )
  select id from reports
  union
  select m.user_id from people.team_members m join led on led.id = m.team_id
  where m.tenant_id = ${tx.tenant} and m.valid_from <= ${dayThere(tx)} and m.valid_to > ${dayThere(tx)}`;

/** Ids of teams and of all below them: who filters by a team means its whole subtree. */
export const teamsBelow = (tx: Tx, teams: readonly string[]): Sql => sql`
  with recursive below as (
    select t.id from people.teams t where t.tenant_id = ${tx.tenant} and t.id = any(${teams})
    union
    select t.id from people.teams t join below b on t.parent_id = b.id where t.tenant_id = ${tx.tenant}
  ) select id from below`;

/** Own records always; others' for hr, and for Manager and above those whom they manage. */
export async function mayActFor(tx: Tx, actor: Actor, userId: string): Promise<boolean> {
  if (userId === actor.userId || actor.category === 'hr') return true;
  if (!atLeast(actor.grade, 'Manager')) return false;
  return (await tx.one(sql`select 1 from (${managedBy(tx, actor)}) managed where id = ${userId}`)) !== undefined;
}

/** Condition on a user id: the people whom a page shows. A role without `see_all_teams` sees its own teams and their subtrees. */
export function visibleOn(tx: Tx, actor: Actor, pages: readonly string[], column: Sql): Sql | undefined {
  const sees = pages.some((page) => {
    const flags = actor.accesses[page];
    return flags === undefined || (flags['view_page'] !== false && flags['see_all_teams'] !== false);
  });
  if (sees) return undefined;
  return sql`(${column} = ${actor.userId} or ${column} in (
    with recursive mine as (
      select m.team_id as id from people.team_members m where m.tenant_id = ${tx.tenant} and m.user_id = ${actor.userId}
        and m.valid_from <= ${dayThere(tx)} and m.valid_to > ${dayThere(tx)}
      union
      select t.id from people.teams t join mine on t.parent_id = mine.id where t.tenant_id = ${tx.tenant}
    )
    select m.user_id from people.team_members m join mine on mine.id = m.team_id
    where m.tenant_id = ${tx.tenant} and m.valid_from <= ${dayThere(tx)} and m.valid_to > ${dayThere(tx)}))`;
}

/** Refuses what a page flag of the role closes on all of these pages; what the role does not say is open. @throws Problem 403 */
export function refuseFlag(actor: Actor, flag: string, pages: readonly string[]): void {
  const open = pages.some((page) => {
    const flags = actor.accesses[page];
    return flags === undefined || (flags['view_page'] !== false && flags[flag] !== false);
  });
  if (!open) throw notAllowed();
}
