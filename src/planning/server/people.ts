import type { Day } from '../../kit/day.ts';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { teamsBelow, visibleOn } from '../../people/server/public.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Level } from '../rules.ts';

export interface Filters {
  search?: string;
  users?: string[];
  teams?: string[];
  grades?: string[];
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
function mainWork(tx: Tx, { from, to }: Asked, by: 'client' | 'project'): Sql {
  const table = by === 'client' ? sql`clients.clients` : sql`clients.projects`;
  return sql`left join (
    select distinct on (x.user_id) x.user_id, x.id, n.name from (
      select b.user_id, ${by === 'client' ? sql`p.client_id` : sql`p.id`} as id,
        sum((least(b.last_day, ${to}::date) - greatest(b.first_day, ${from}::date) + 1) * b.minutes_per_day) as minutes
      from planning.bookings b join clients.projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
      where b.tenant_id = ${tx.tenant} and b.first_day <= ${to} and b.last_day >= ${from} group by 1, 2) x
    join ${table} n on n.tenant_id = ${tx.tenant} and n.id = x.id
    order by x.user_id, x.minutes desc, x.id) w on w.user_id = u.id`;
}

/** What a grouping adds to the people: a join, and the id, name and rank of each one's group. */
function groupOf(tx: Tx, asked: Asked): { join: Sql; columns: Sql } {
  const ranks = sql`array_position(${[...GRADES].toReversed()}::text[], m.grade)`;
  switch (asked.filters.group) {
    case 'team':
      return {
        join: sql``,
        columns: sql`, coalesce(t.id::text, '') as group_id, coalesce(t.name, '') as group_name, 0 as group_rank`,
      };
    case 'grade':
      return { join: sql``, columns: sql`, m.grade as group_id, m.grade as group_name, ${ranks} as group_rank` };
    case 'country':
      return { join: sql``, columns: sql`, u.country as group_id, u.country as group_name, 0 as group_rank` };
    case 'manager':
      return {
        join: sql`left join people.users g on g.tenant_id = u.tenant_id and g.id = u.manager_id`,
        columns: sql`, coalesce(g.id::text, '') as group_id, coalesce(g.name, '') as group_name, 0 as group_rank`,
      };
    case 'client':
    case 'project':
      return {
        join: mainWork(tx, asked, asked.filters.group),
        columns: sql`, coalesce(w.id::text, '') as group_id, coalesce(w.name, '') as group_name, 0 as group_rank`,
      };
    default:
      return { join: sql``, columns: sql`` };
  }
}

/** Condition on `u` and `m`: active people employed at some time of the range, whom the actor may see, by the filters. */
function matching(tx: Tx, actor: Actor, asked: Asked): Sql {
  const { filters, from, to, day, pages } = asked;
  const text = filters.search?.trim().toLowerCase();
  return sql`u.tenant_id = ${tx.tenant} and m.is_active
    and exists (select 1 from people.employments e where e.tenant_id = u.tenant_id and e.user_id = u.id
      and e.valid_from <= ${to} and e.valid_to > ${from})
    and ${and(
      visibleOn(tx, actor, pages, sql`u.id`),
      text ? sql`position(${text} in u.name_lc) > 0` : undefined,
      some(filters.users) ? sql`u.id = any(${filters.users})` : undefined,
      some(filters.grades) ? sql`m.grade = any(${filters.grades})` : undefined,
      some(filters.countries) ? sql`u.country = any(${filters.countries})` : undefined,
      some(filters.teams)
        ? sql`exists (select 1 from people.team_members f where f.tenant_id = u.tenant_id and f.user_id = u.id and f.is_primary
            and f.valid_from <= ${day} and f.valid_to > ${day} and f.team_id in (${teamsBelow(tx, filters.teams)}))`
        : undefined,
      bookedOn(tx, asked),
      bookedAs(tx, asked),
    )}`;
}

const joined = sql`people.users u join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id`;
const byName = sql`u.name_lc collate app.names, u.id`;

/** People with what is shown of them; `condition` speaks of `u` and `m`. */
function selectPeople(tx: Tx, asked: Asked, condition: Sql): Sql {
  const { join, columns } = groupOf(tx, asked);
  return sql`
    select u.id, u.name, u.name_lc, u.country, u.region, m.grade, t.id as team_id, t.name as team ${columns}
    from ${joined}
    left join people.team_members tm on tm.tenant_id = u.tenant_id and tm.user_id = u.id and tm.is_primary
      and tm.valid_from <= ${asked.day} and tm.valid_to > ${asked.day}
    left join people.teams t on t.tenant_id = tm.tenant_id and t.id = tm.team_id
    ${join}
    where u.tenant_id = ${tx.tenant} and ${condition}`;
}

/** People by group and then by name, those of no group last; folded groups are left out. */
const grouped = (tx: Tx, actor: Actor, asked: Asked): Sql => sql`
  select * from (${selectPeople(tx, asked, matching(tx, actor, asked))}) s where s.group_id <> all(${asked.filters.skip ?? []}::text[])
  order by s.group_id = '', s.group_rank, lower(s.group_name) collate app.names, s.group_id, s.name_lc collate app.names, s.id`;

/** One window of people in the order of the board, and how many there are: two statements, sent together. */
export async function peopleWindow(
  tx: Tx,
  actor: Actor,
  asked: Asked,
  offset: number,
  limit: number,
): Promise<{ people: Person[]; total: number }> {
  const { group, skip = [] } = asked.filters;
  const condition = matching(tx, actor, asked);
  // Where names alone decide, an index has the order: only those of the window are looked up.
  const window =
    group === undefined
      ? sql`${selectPeople(tx, asked, sql`u.id in (select u.id from ${joined} where ${condition} order by ${byName} limit ${limit} offset ${offset})`)}
          order by ${byName}`
      : sql`${grouped(tx, actor, asked)} limit ${limit} offset ${offset}`;
  // Everybody stands in one group: it is looked up for the count only where some are folded.
  const counting =
    group === undefined || skip.length === 0
      ? sql`select 1 from ${joined} where ${condition}`
      : sql`select 1 from (${selectPeople(tx, asked, condition)}) s where s.group_id <> all(${skip}::text[])`;
  const [people, counted] = await Promise.all([
    tx.all<Person>(window),
    tx.one<{ total: number }>(sql`select count(*)::int as total from (${counting}) counted`),
  ]);
  return { people, total: counted?.total ?? 0 };
}

/** Everybody of the filters in the order of the board. */
export const allPeople = (tx: Tx, actor: Actor, asked: Asked): Promise<Person[]> =>
  tx.all<Person>(
    asked.filters.group === undefined
      ? sql`${selectPeople(tx, asked, matching(tx, actor, asked))} order by ${byName}`
      : grouped(tx, actor, asked),
  );
