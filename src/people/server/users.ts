import type { Page } from '../../kit/endpoint.ts';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { invalid, notFound } from '../../kit/problem.ts';
import { type Custom, customFilter } from '../../settings/server/public.ts';
import { orderBy } from '../../server/paging.ts';
import { type Sql, and, planned, raw, sql } from '../../server/sql.ts';
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
  /** The firm's own step within the grade. */
  step: string | null;
  step_id: string | null;
  category: Actor['category'];
  role: string;
  is_superuser: boolean;
  is_active: boolean;
  country: string;
  team: string | null;
  team_id: string | null;
  manager: string | null;
  manager_id: string | null;
  site: string | null;
  cost_category: string | null;
  /** Other teams of the day, by name. */
  other_teams: string | null;
  /** First and last day of the employment, both included; null: open. */
  employed_from: string | null;
  employed_to: string | null;
  /** An invitation that was not accepted yet. */
  is_invited: boolean;
  last_sign_in: string | null;
  custom: Custom;
  version: number;
}

interface UserMore {
  region: string | null;
  language: 'en' | 'fr' | 'de' | 'es';
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
  is_invited?: boolean;
  /** Wanted values of data fields, as JSON: this list is asked by its address. */
  custom?: string;
}

const sortable: Readonly<Record<string, string>> = {
  name: 'u.name_lc collate app.names',
  email: 'u.email_lc',
  grade: `array_position('{${GRADES.join(',')}}'::text[], m.grade)`,
  category: 'm.category',
  country: 'u.country',
  role: 'm.role collate app.names',
  cost_category: 'u.cost_category collate app.names',
  site: 'u.site collate app.names',
  team: 't.name collate app.names',
  manager: 'b.name collate app.names',
  employed_from: 'e.employed_from',
};

/** Sorts that need more than a person's own two rows. */
const FAR = ['team', 'manager', 'employed_from'];

const keyOf = (sort: string | undefined): string => (sort ?? 'name').replace(/^-/, '');

/** A person's two rows. */
const people = raw('people.users u join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id');

/** With them what holds on `day`, for those who begin later what holds on their first day. */
const withFacts = (day: string): Sql => sql`
  ${people}
  left join lateral (
    select e.valid_from as employed_from, case when e.valid_to = 'infinity' then null else e.valid_to - 1 end as employed_to,
      greatest(${day}::date, e.valid_from) as day
    from people.employments e where e.tenant_id = u.tenant_id and e.user_id = u.id order by e.valid_from desc limit 1) e on true
  left join people.team_members tm on tm.tenant_id = u.tenant_id and tm.user_id = u.id and tm.is_primary
    and tm.valid_from <= coalesce(e.day, ${day}) and tm.valid_to > coalesce(e.day, ${day})
  left join people.teams t on t.tenant_id = tm.tenant_id and t.id = tm.team_id
  left join people.users b on b.tenant_id = u.tenant_id and b.id = u.manager_id`;

/** @throws Problem 422 */
function customIn(text: string): Custom {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Custom;
  } catch {
    // Said below, like anything else that is no object.
  }
  throw invalid([{ path: 'custom', message: 'This does not have the form that is expected here.' }]);
}

const matches = (filters: UserFilters, tx: Tx): Sql =>
  and(
    filters.search
      ? sql`(position(${filters.search.toLowerCase()} in u.name_lc) > 0 or position(${filters.search.toLowerCase()} in u.email_lc) > 0)`
      : undefined,
    filters.team ? sql`tm.team_id in (${teamsBelow(tx, [filters.team])})` : undefined,
    filters.grade ? sql`m.grade = ${filters.grade}` : undefined,
    filters.category ? sql`m.category = ${filters.category}` : undefined,
    filters.role ? sql`m.role = ${filters.role}` : undefined,
    filters.country ? sql`u.country = ${filters.country}` : undefined,
    filters.is_active === undefined ? undefined : sql`m.is_active = ${filters.is_active}`,
    filters.custom ? customFilter(sql`u.custom`, customIn(filters.custom)) : undefined,
    filters.is_invited === undefined
      ? undefined
      : sql`${filters.is_invited ? raw('') : raw('not')} u.id in (select i.user_id from access.invitations() i)`,
  );

/** Of the step that is held: looked up for each row, since with two tables more among its joins the planner leaves their order as it is. */
const heldStep = (day: string, what: 'g.step_id' | 's.name'): Sql => sql`(
  select ${raw(what)} from people.grades g join people.grade_steps s on s.tenant_id = g.tenant_id and s.id = g.step_id
  where g.tenant_id = u.tenant_id and g.user_id = u.id and g.valid_from <= coalesce(e.day, ${day}) and g.valid_to > coalesce(e.day, ${day}))`;

/**
 * Users as the list and its export show them: with what holds on `day`, for those who begin later with what holds on their
 * first day. The version counts changes of the person and of the membership together.
 */
const selectUsers = (
  tx: Tx,
  day: string,
  condition: Sql,
  invited: Sql = raw('access.invitations()'),
  more: Sql = raw(''),
): Sql => sql`
  select u.id, u.email, u.first_name, u.last_name, u.name, m.grade, m.category, m.role, m.is_superuser, m.is_active, u.country,
    u.site, u.cost_category, u.custom, t.name as team, t.id as team_id, b.name as manager, u.manager_id, u.version + m.version - 1 as version,
    e.employed_from, e.employed_to, e.day, i.user_id is not null as is_invited, m.last_sign_in,
    (select string_agg(ot.name, ', ' order by ot.name) from people.team_members o
      join people.teams ot on ot.tenant_id = o.tenant_id and ot.id = o.team_id
      where o.tenant_id = u.tenant_id and o.user_id = u.id and not o.is_primary
        and o.valid_from <= coalesce(e.day, ${day}) and o.valid_to > coalesce(e.day, ${day})) as other_teams,
    ${heldStep(day, 'g.step_id')} as step_id, ${heldStep(day, 's.name')} as step${more}
  from ${withFacts(day)}
  left join ${invited} i on i.user_id = u.id
  where u.tenant_id = ${tx.tenant} and ${condition}`;

/** Sorts and filters that the membership alone answers. */
const OF_MEMBERSHIP = ['grade', 'category', 'role'];
const byMembership = (filters: UserFilters): boolean =>
  [filters.search, filters.team, filters.country, filters.is_invited, filters.custom].every(
    (value) => value === undefined || value === '',
  );

const orderOf = (sort: string | undefined): Sql =>
  sql`${orderBy(sort, sortable, 'name')}, ${raw(OF_MEMBERSHIP.includes(keyOf(sort)) ? 'm.id' : 'u.id')}`;

/** Everybody whom the filters show, in the order of the list. */
export const allUsers = (tx: Tx, day: string, filters: UserFilters, sort: string | undefined): Promise<UserListRow[]> =>
  tx.all<UserListRow>(sql`${selectUsers(tx, day, matches(filters, tx))} order by ${orderOf(sort)}`);

interface ListQuery extends UserFilters {
  page?: number;
  per_page?: number;
  sort?: string;
}

/**
 * One page of the list. Who stands on it is found by the two rows of a person alone where filter and sort need no more, and only
 * for those what holds is looked up; how many there are is counted beside it. A search looks at everybody's name, so once: it counts
 * what it finds as it goes.
 */
export async function listUsers(tx: Tx, _actor: Actor, { query }: { query: ListQuery }): Promise<Page<UserListRow>> {
  const day = await today(tx);
  const { page = 1, per_page = 25, sort } = query;
  const [near, all, order] = [byMembership(query), withFacts(day), orderOf(sort)];
  const members = sql`access.memberships m where m.tenant_id = ${tx.tenant} and ${matches(query, tx)}`;
  const from = (tables: Sql): Sql => sql`${tables} where u.tenant_id = ${tx.tenant} and ${matches(query, tx)}`;
  const far = FAR.includes(keyOf(sort)) || query.team !== undefined;
  const ordered = far ? from(all) : near && OF_MEMBERSHIP.includes(keyOf(sort)) ? members : from(people);
  const counting = query.team === undefined ? (near ? members : from(people)) : from(all);
  const searching = Boolean(query.search);
  const found = (): Promise<(UserListRow & { found?: number })[]> =>
    tx.all<UserListRow & { found?: number }>(
      planned(sql`
        with page as materialized (select m.id${raw(searching ? ', count(*) over () as found' : '')}
          from ${ordered} order by ${order} limit ${per_page} offset ${(page - 1) * per_page})
        ${selectUsers(
          tx,
          day,
          raw('u.id in (select id from page)'),
          raw('access.invited(array(select id from page))'),
          raw(searching ? ', (select max(found) from page)::int as found' : ''),
        )} order by ${order}`),
    );
  const count = async (): Promise<number> =>
    (await tx.one<{ total: number }>(sql`select count(*)::int as total from ${counting}`))?.total ?? 0;
  const [rows, counted] = searching ? [await found(), undefined] : await Promise.all([found(), count()]);
  // A page behind the last one has no row that could say how many there are.
  const total = counted ?? rows[0]?.found ?? (await count());
  const pages = Math.ceil(total / per_page);
  return { rows, pagination: { page, pages, per_page, total, has_next: page < pages, has_prev: page > 1 && total > 0 } };
}

/** How many people of each grade the filters show: the whole of the list in one statement, grades that nobody has among them. */
export async function gradePyramid(
  tx: Tx,
  _actor: Actor,
  { query }: { query: UserFilters },
): Promise<{ grade: Grade; people: number }[]> {
  const near = query.team === undefined;
  const tables = near ? (byMembership(query) ? raw('access.memberships m') : people) : withFacts(await today(tx));
  const tenant = byMembership(query) && near ? raw('m.tenant_id') : raw('u.tenant_id');
  const rows = await tx.all<{ grade: Grade; people: number }>(sql`
    select m.grade, count(*)::int as people from ${tables} where ${tenant} = ${tx.tenant} and ${matches(query, tx)} group by 1`);
  const counts = new Map(rows.map((row) => [row.grade, row.people]));
  return GRADES.map((grade) => ({ grade, people: counts.get(grade) ?? 0 }));
}

interface Span {
  id: string;
  /** First and last day, both included; no last one: it holds on. */
  first_day: string;
  last_day: string | null;
}

const span = raw(`id, valid_from as first_day, case when valid_to = 'infinity' then null else valid_to - 1 end as last_day`);

/** The dated facts of one person, the earliest first. */
async function factsOf(tx: Tx, id: string) {
  const [grades, patterns, places, employments, teams] = await Promise.all([
    tx.all<{ grade: Grade; step: string | null; valid_from: string }>(sql`
      select g.grade, s.name as step, g.valid_from from people.grades g
      left join people.grade_steps s on s.tenant_id = g.tenant_id and s.id = g.step_id
      where g.tenant_id = ${tx.tenant} and g.user_id = ${id} order by g.valid_from`),
    tx.all<{ minutes: number[]; valid_from: string }>(sql`
      select minutes, valid_from from people.patterns where tenant_id = ${tx.tenant} and user_id = ${id} order by valid_from`),
    tx.all<{ country: string; region: string | null; valid_from: string }>(sql`
      select country, region, valid_from from people.places where tenant_id = ${tx.tenant} and user_id = ${id} order by valid_from`),
    tx.all<Span>(sql`
      select ${span} from people.employments where tenant_id = ${tx.tenant} and user_id = ${id} order by valid_from`),
    tx.all<Span & { team_id: string; team: string; is_primary: boolean }>(sql`
      select s.*, t.name as team from (
        select ${span}, team_id, is_primary from people.team_members where tenant_id = ${tx.tenant} and user_id = ${id}) s
      join people.teams t on t.tenant_id = ${tx.tenant} and t.id = s.team_id order by s.first_day, t.name_lc collate app.names`),
  ]);
  return {
    grades,
    patterns,
    places,
    employments,
    team_history: teams.filter((row) => row.is_primary),
    beside: teams.filter((row) => !row.is_primary),
  };
}

/** One user with what holds today (for those who begin later: on their first day) and what held before. @throws Problem 404 */
export async function readUser(tx: Tx, id: string) {
  const day = await today(tx);
  const [row, facts] = await Promise.all([
    tx.one<UserListRow & UserMore>(sql`
      select s.*, u.region, m.language, p.minutes as pattern from (${selectUsers(tx, day, sql`u.id = ${id}`, sql`access.invited(array[${id}::uuid])`)}) s
      join people.users u on u.tenant_id = ${tx.tenant} and u.id = s.id
      join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
      left join people.patterns p on p.tenant_id = u.tenant_id and p.user_id = u.id and p.valid_from <= coalesce(s.day, ${day}) and p.valid_to > coalesce(s.day, ${day})`),
    factsOf(tx, id),
  ]);
  if (!row) throw notFound('There is no such user.');
  return { ...row, ...facts };
}
