import type { Day } from '../../kit/day.ts';
import type { Grade } from '../../kit/grades.ts';
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
  include_soft?: boolean;
}

export interface Person {
  id: string;
  name: string;
  grade: Grade;
  team_id: string | null;
  team: string | null;
  country: string;
  region: string | null;
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

/** Active people employed at some time of the range, whom the actor may see, by the filters; without an order. */
export function selectPeople(tx: Tx, actor: Actor, asked: Asked): Sql {
  const { filters, from, to, day, pages } = asked;
  const text = filters.search?.trim().toLowerCase();
  return sql`
    select u.id, u.name, u.name_lc, u.country, u.region, m.grade, t.id as team_id, t.name as team
    from people.users u
    join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id and m.is_active
    left join people.team_members tm on tm.tenant_id = u.tenant_id and tm.user_id = u.id and tm.is_primary
      and tm.valid_from <= ${day} and tm.valid_to > ${day}
    left join people.teams t on t.tenant_id = tm.tenant_id and t.id = tm.team_id
    where u.tenant_id = ${tx.tenant}
      and exists (select 1 from people.employments e where e.tenant_id = u.tenant_id and e.user_id = u.id
        and e.valid_from <= ${to} and e.valid_to > ${from})
      and ${and(
        visibleOn(tx, actor, pages, sql`u.id`),
        text ? sql`position(${text} in u.name_lc) > 0` : undefined,
        some(filters.users) ? sql`u.id = any(${filters.users})` : undefined,
        some(filters.grades) ? sql`m.grade = any(${filters.grades})` : undefined,
        some(filters.countries) ? sql`u.country = any(${filters.countries})` : undefined,
        some(filters.teams) ? sql`t.id in (${teamsBelow(tx, filters.teams)})` : undefined,
        bookedOn(tx, asked),
        bookedAs(tx, asked),
      )}`;
}

/** One window of people by name, and how many there are: two statements, sent together. */
export async function peopleWindow(
  tx: Tx,
  actor: Actor,
  asked: Asked,
  offset: number,
  limit: number,
): Promise<{ people: Person[]; total: number }> {
  const select = selectPeople(tx, actor, asked);
  const [people, counted] = await Promise.all([
    tx.all<Person>(sql`${select} order by u.name_lc collate app.names, u.id limit ${limit} offset ${offset}`),
    tx.one<{ total: number }>(sql`select count(*)::int as total from (${select}) counted`),
  ]);
  return { people, total: counted?.total ?? 0 };
}

/** Everybody of the filters by name. */
export const allPeople = (tx: Tx, actor: Actor, asked: Asked): Promise<Person[]> =>
  tx.all<Person>(sql`${selectPeople(tx, actor, asked)} order by u.name_lc collate app.names, u.id`);
