import type { Page } from '../../kit/endpoint.ts';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { notFound } from '../../kit/problem.ts';
import { orderBy, pageOf } from '../../server/paging.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { teamsBelow } from './policy.ts';
import { today } from './today.ts';

export interface UserListRow {
  id: string;
  email: string | null;
  first_name: string;
  last_name: string;
  name: string;
  grade: Grade;
  category: Actor['category'];
  role: string;
  is_superuser: boolean;
  is_active: boolean;
  country: string;
  team: string | null;
  team_id: string | null;
  manager: string | null;
  manager_id: string | null;
  version: number;
}

interface UserMore {
  region: string | null;
  language: 'en' | 'fr' | 'de' | 'es';
  /** First and last day of the employment, both included; null: open. */
  employed_from: string | null;
  employed_to: string | null;
  pattern: number[] | null;
}

export interface UserFilters {
  search?: string;
  team?: string;
  grade?: string;
  category?: string;
  role?: string;
  country?: string;
  is_active?: boolean;
}

const sortable = {
  name: 'name_lc collate app.names',
  email: 'email_lc',
  grade: 'grade_order',
  category: 'category',
  country: 'country',
  team: 'team collate app.names',
  role: 'role collate app.names',
};

/**
 * Users as the list and its export show them: with what holds on `day`, for those who begin later with what holds on their
 * first day. The version counts changes of the person and of the membership together.
 */
export const selectUsers = (tx: Tx, day: string, filters: UserFilters): Sql => sql`
  select u.id, u.email, u.email_lc, u.first_name, u.last_name, u.name, u.name_lc, m.grade, array_position(${[...GRADES]}::text[], m.grade) as grade_order,
    m.category, m.role, m.is_superuser, m.is_active, u.country, t.name as team, t.id as team_id, b.name as manager, u.manager_id,
    u.version + m.version - 1 as version, e.employed_from, e.employed_to, e.day
  from people.users u
  join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
  left join lateral (
    select e.valid_from as employed_from, case when e.valid_to = 'infinity' then null else e.valid_to - 1 end as employed_to,
      greatest(${day}::date, e.valid_from) as day
    from people.employments e where e.tenant_id = u.tenant_id and e.user_id = u.id order by e.valid_from desc limit 1) e on true
  left join people.team_members tm on tm.tenant_id = u.tenant_id and tm.user_id = u.id and tm.is_primary
    and tm.valid_from <= coalesce(e.day, ${day}) and tm.valid_to > coalesce(e.day, ${day})
  left join people.teams t on t.tenant_id = tm.tenant_id and t.id = tm.team_id
  left join people.users b on b.tenant_id = u.tenant_id and b.id = u.manager_id
  where u.tenant_id = ${tx.tenant} and ${and(
    filters.search
      ? sql`(position(${filters.search.toLowerCase()} in u.name_lc) > 0 or position(${filters.search.toLowerCase()} in u.email_lc) > 0)`
      : undefined,
    filters.team ? sql`t.id in (${teamsBelow(tx, [filters.team])})` : undefined,
    filters.grade ? sql`m.grade = ${filters.grade}` : undefined,
    filters.category ? sql`m.category = ${filters.category}` : undefined,
    filters.role ? sql`m.role = ${filters.role}` : undefined,
    filters.country ? sql`u.country = ${filters.country}` : undefined,
    filters.is_active === undefined ? undefined : sql`m.is_active = ${filters.is_active}`,
  )}`;

/** The order of the list and of its export. */
export const userOrder = (sort: string | undefined): Sql => sql`${orderBy(sort, sortable, 'name')}, id`;

export async function listUsers(
  tx: Tx,
  _actor: Actor,
  { query }: { query: UserFilters & { page?: number; per_page?: number; sort?: string } },
): Promise<Page<UserListRow>> {
  const day = await today(tx);
  return pageOf<UserListRow>(tx, selectUsers(tx, day, query), userOrder(query.sort), query);
}

/** One user with what holds today (for those who begin later: on their first day) and the history of grades. @throws Problem 404 */
export async function readUser(tx: Tx, id: string) {
  const day = await today(tx);
  const [row, grades] = await Promise.all([
    tx.one<UserListRow & UserMore>(sql`
      select s.*, u.region, m.language, p.minutes as pattern from (${selectUsers(tx, day, {})} and u.id = ${id}) s
      join people.users u on u.tenant_id = ${tx.tenant} and u.id = s.id
      join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
      left join people.patterns p on p.tenant_id = u.tenant_id and p.user_id = u.id and p.valid_from <= coalesce(s.day, ${day}) and p.valid_to > coalesce(s.day, ${day})`),
    tx.all<{ grade: Grade; valid_from: string }>(sql`
      select grade, valid_from from people.grades where tenant_id = ${tx.tenant} and user_id = ${id} order by valid_from`),
  ]);
  if (!row) throw notFound('There is no such user.');
  return { ...row, grades };
}
