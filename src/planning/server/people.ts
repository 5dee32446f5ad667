import type { Day } from '../../kit/day.ts';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { teamsBelow, visibleOn } from '../../people/server/public.ts';
import { type Sql, and, planned, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Level } from '../rules.ts';

export interface Filters {
  search?: string;
  users?: string[];
  teams?: string[];
  grades?: Grade[];
  countries?: string[];
  clients?: string[];
  projects?: string[];
  levels?: Level[];
  only?: 'over' | 'free';
  least?: number;
  group?: Grouping;
  skip?: string[];
  include_soft?: boolean;
}

export type Grouping = 'team' | 'grade' | 'client' | 'project' | 'country' | 'manager';

export interface Person {
  id: string;
  name: string;
  grade: Grade;
  team_id: string | null;
  team: string | null;
  country: string;
  region: string | null;
  /** With a grouping; empty for nobody's. */
  group_id?: string;
  group_name?: string;
}

export interface Asked {
  filters: Filters;
  from: Day;
  to: Day;
  /** The day whose teams hold. */
  day: Day;
  pages: readonly string[];
}

const some = <T>(list: T[] | undefined): list is T[] => list !== undefined && list.length > 0;

/** People who are booked in the range on a project of the filter. */
const bookedOn = (tx: Tx, { filters, from, to }: Asked): Sql | undefined => {
  const { clients, projects } = filters;
  if (!some(clients) && !some(projects)) return undefined;
  return sql`exists (
    select 1 from planning.bookings b
    join clients.projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
    where b.tenant_id = ${tx.tenant} and b.user_id = u.id and b.first_day <= ${to} and b.last_day >= ${from}
      and ${and(some(clients) ? sql`p.client_id = any(${clients})` : undefined, some(projects) ? sql`p.id = any(${projects})` : undefined)})`;
};

/** People who have a booking of one of the levels in the range. */
const bookedAs = (tx: Tx, { filters: { levels }, from, to }: Asked): Sql | undefined =>
  some(levels)
    ? sql`exists (
        select 1 from planning.bookings l where l.tenant_id = ${tx.tenant} and l.user_id = u.id and l.first_day <= ${to}
          and l.last_day >= ${from} and l.level = any(${levels}))`
    : undefined;

/** The client or project that takes most of each person's range. */
const mainWork = (tx: Tx, { from, to }: Asked, by: 'client' | 'project'): Sql => sql`
  select distinct on (x.user_id) x.user_id, x.id from (
    select b.user_id, ${by === 'client' ? sql`p.client_id` : sql`p.id`} as id,
      sum((least(b.last_day, ${to}::date) - greatest(b.first_day, ${from}::date) + 1) * b.minutes_per_day) as minutes
    from planning.bookings b join clients.projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
    where b.tenant_id = ${tx.tenant} and b.first_day <= ${to} and b.last_day >= ${from} group by 1, 2) x
  where x.id is not null order by x.user_id, x.minutes desc, x.id`;

const onDay = (tx: Tx, day: Day): Sql =>
  sql`tm.tenant_id = ${tx.tenant} and tm.is_primary and tm.valid_from <= ${day} and tm.valid_to > ${day}`;

/**
 * What a grouping adds to people `u`: joins that bring `g` with `id`, `name` and `place`, and the name as it is shown. Few
 * groups are put in order once, so that people are sorted by numbers and not by names.
 */
function groupOf(tx: Tx, asked: Asked, group: Grouping): { join: Sql; name: Sql } {
  const named = { name: sql`g.name` };
  const inOrder = (table: Sql): Sql => sql`
    (select n.id, n.name, row_number() over (order by n.name_lc collate app.names, n.id) as place
     from ${table} n where n.tenant_id = ${tx.tenant}) g`;
  switch (group) {
    case 'team':
      return {
        join: sql`left join people.team_members tm on tm.user_id = u.id and ${onDay(tx, asked.day)}
          left join ${inOrder(sql`people.teams`)} on g.id = tm.team_id`,
        ...named,
      };
    case 'grade':
      return {
        join: sql`join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
          join unnest(${[...GRADES].toReversed()}::text[]) with ordinality g(id, place) on g.id = m.grade`,
        name: sql`g.id`,
      };
    case 'country':
      return { join: sql`cross join lateral (select u.country as id, u.country as place) g`, name: sql`g.id` };
    case 'manager':
      return { join: sql`left join ${inOrder(sql`people.users`)} on g.id = u.manager_id`, ...named };
    case 'client':
    case 'project':
      return {
        join: sql`left join (${mainWork(tx, asked, group)}) x on x.user_id = u.id
          left join ${inOrder(group === 'client' ? sql`clients.clients` : sql`clients.projects`)} on g.id = x.id`,
        ...named,
      };
  }
}

/** Active people of the grades. Everybody has a membership: of any grade the few who left are looked up, and nobody else. */
const activeOf = (tx: Tx, grades: Grade[] | undefined): Sql => {
  const ids = sql`select m.id from access.memberships m where m.tenant_id = ${tx.tenant}`;
  return some(grades)
    ? sql`(u.id in (${ids} and m.is_active and m.grade = any(${grades}))) is true`
    : sql`(u.id in (${ids} and not m.is_active)) is not true`;
};

/**
 * Condition on `u`: active people employed at some time of the range, whom the actor may see, by the filters. What everybody
 * needs is looked up once and kept (`is true` keeps it from becoming a join): people come in the order of the index of names,
 * and nobody is sorted by them. A join costs twice as much.
 */
function matching(tx: Tx, actor: Actor, asked: Asked): Sql {
  const { filters, from, to, day, pages } = asked;
  const text = filters.search?.trim().toLowerCase();
  return sql`u.tenant_id = ${tx.tenant}
    and ${activeOf(tx, filters.grades)}
    and (u.id in (select e.user_id from people.employments e where e.tenant_id = ${tx.tenant}
      and e.valid_from <= ${to} and e.valid_to > ${from})) is true
    and ${and(
      visibleOn(tx, actor, pages, sql`u.id`),
      text ? sql`position(${text} in u.name_lc) > 0` : undefined,
      some(filters.users) ? sql`u.id = any(${filters.users})` : undefined,
      some(filters.countries) ? sql`u.country = any(${filters.countries})` : undefined,
      some(filters.teams)
        ? sql`exists (select 1 from people.team_members f where f.tenant_id = u.tenant_id and f.user_id = u.id and f.is_primary
            and f.valid_from <= ${day} and f.valid_to > ${day} and f.team_id in (${teamsBelow(tx, filters.teams)}))`
        : undefined,
      bookedOn(tx, asked),
      bookedAs(tx, asked),
    )}`;
}

const byName = sql`u.name_lc collate app.names, u.id`;

/** A window of the order: `limit` people after the first `offset`. */
interface Page {
  offset: number;
  limit: number;
}

/** What people have who stand in no group. */
const ungrouped = sql`null::text as group_id, null::text as group_name, 0 as group_place`;

/** Ids in the order of names. A page is cut out of the list of all: to number everybody takes twice as long. */
function placedByName(tx: Tx, actor: Actor, asked: Asked, page: Page | undefined): Sql {
  const everybody = sql`from people.users u where ${matching(tx, actor, asked)} order by ${byName}`;
  if (!page) return sql`select u.id, 0 as total, row_number() over (order by ${byName}) as place, ${ungrouped} ${everybody}`;
  return sql`
    select p.id, e.total, p.place, ${ungrouped}
    from (select array_agg(x.id) as ids, count(*)::int as total from (select u.id ${everybody}) x) e
    cross join lateral unnest(e.ids[${page.offset + 1}::int : ${page.offset + page.limit}::int]) with ordinality p(id, place)`;
}

/** Ids of people in the order of the board, with their groups; `total` is how many there are where a page is asked for. */
function placed(tx: Tx, actor: Actor, asked: Asked, page?: Page): Sql {
  const { group, skip = [] } = asked.filters;
  if (group === undefined) return placedByName(tx, actor, asked, page);
  const { join, name } = groupOf(tx, asked, group);
  // Everybody's place by name out of the index, before anything else is joined.
  return sql`
    select u.id, ${page ? sql`count(*) over ()::int` : sql`0`} as total, u.place, coalesce(g.id::text, '') as group_id,
      coalesce(${name}, '') as group_name, g.place as group_place
    from (select u.tenant_id, u.id, u.country, u.manager_id, row_number() over (order by ${byName}) as place
      from people.users u where ${matching(tx, actor, asked)}) u
    ${join}
    where coalesce(g.id::text, '') <> all(${skip}::text[])
    order by g.place nulls last, u.place ${page ? sql`limit ${page.limit} offset ${page.offset}` : sql``}`;
}

/** People by their places with what is shown of them: those of a window alone are looked up. */
const selectPeople = (tx: Tx, asked: Asked, places: Sql): Sql => sql`
  select w.total, w.group_id, w.group_name, u.id, u.name, u.country, u.region, m.grade, t.id as team_id, t.name as team
  from (${places}) w
  join people.users u on u.tenant_id = ${tx.tenant} and u.id = w.id
  join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
  left join people.team_members tm on tm.user_id = u.id and ${onDay(tx, asked.day)}
  left join people.teams t on t.tenant_id = tm.tenant_id and t.id = tm.team_id
  order by w.group_place nulls last, w.place`;

/**
 * One window of people in the order of the board, and how many there are: one statement, and a second one beyond the end. Each
 * is planned for its values, since a plan for any of them sorts everybody by name.
 */
export async function peopleWindow(
  tx: Tx,
  actor: Actor,
  asked: Asked,
  offset: number,
  limit: number,
): Promise<{ people: Person[]; total: number }> {
  const window = (at: number, most: number): Promise<(Person & { total: number })[]> =>
    tx.all(planned(selectPeople(tx, asked, placed(tx, actor, asked, { offset: at, limit: most }))));
  const people = await window(offset, limit);
  const total = people[0]?.total ?? (offset > 0 ? ((await window(0, 1))[0]?.total ?? 0) : 0);
  return { people, total };
}

/** Everybody of the filters in the order of the board. */
export const allPeople = (tx: Tx, actor: Actor, asked: Asked): Promise<Person[]> =>
  tx.all<Person>(planned(selectPeople(tx, asked, placed(tx, actor, asked))));

/** The same without what is shown of them: who is only counted and summed up. */
export const everyId = (tx: Tx, actor: Actor, asked: Asked): Promise<Pick<Person, 'id' | 'group_id' | 'group_name'>[]> =>
  tx.all(planned(placed(tx, actor, asked)));
