import { GRADES } from '../../kit/grades.ts';
import type { FilterSource } from '../../server/filter-options.ts';
import type { Searchable } from '../../server/search.ts';
import { and, sql } from '../../server/sql.ts';
import { teamsBelow, visibleOn } from './policy.ts';
import { dayThere } from './today.ts';

export const peopleSearch: Searchable = {
  collection: 'users',
  find: (tx, actor, text, top) => sql`
    select u.id, u.name as label from people.users u
    join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id and m.is_active
    where u.tenant_id = ${tx.tenant} and position(${text} in u.name_lc) > 0 and ${and(visibleOn(tx, actor, ['planning', 'workload'], sql`u.id`))}
    order by position(${text} in u.name_lc), u.name_lc collate app.names, u.id limit ${top}`,
  rows: (tx, actor) => {
    const all = actor.category === 'hr';
    return {
      select: sql`
        select u.id, u.name, u.first_name, u.last_name, m.grade, t.id as team_id, t.name as team, u.email, m.category, m.role, m.is_active,
          u.country, u.name_lc collate app.names as in_order
        from people.users u
        join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
        left join people.team_members tm on tm.tenant_id = u.tenant_id and tm.user_id = u.id and tm.is_primary
          and tm.valid_from <= ${dayThere(tx)} and tm.valid_to > ${dayThere(tx)}
        left join people.teams t on t.tenant_id = tm.tenant_id and t.id = tm.team_id
        where u.tenant_id = ${tx.tenant} and (m.is_active or ${all}) and ${and(visibleOn(tx, actor, ['planning', 'workload'], sql`u.id`))}`,
      fields: {
        id: 'id',
        name: 'text',
        first_name: 'text',
        last_name: 'text',
        grade: 'text',
        team_id: 'id',
        team: 'text',
        // What only those may read who keep the records of people.
        ...(all ? ({ email: 'text', category: 'text', role: 'text', is_active: 'boolean', country: 'text' } as const) : {}),
      },
      order: 'in_order',
    };
  },
};

const MOST = 500;

/** People by team, grade and country: each list has what goes with the other choices. */
export const peopleFilters: FilterSource = {
  screens: ['planning', 'workload', 'management_reporting', 'kpi_reporting', 'timesheet_completion', 'users'],
  options: (tx, actor, { teams, grades, users }) => {
    const people = (team: boolean, grade: boolean, user: boolean) => sql`
      select u.id, u.name, u.name_lc, m.grade, t.id as team_id, t.name as team, t.name_lc as team_lc from people.users u
      join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id and m.is_active
      left join people.team_members tm on tm.tenant_id = u.tenant_id and tm.user_id = u.id and tm.is_primary
        and tm.valid_from <= ${dayThere(tx)} and tm.valid_to > ${dayThere(tx)}
      left join people.teams t on t.tenant_id = tm.tenant_id and t.id = tm.team_id
      where u.tenant_id = ${tx.tenant} and ${and(
        visibleOn(tx, actor, ['planning', 'workload'], sql`u.id`),
        team && teams?.length ? sql`t.id in (${teamsBelow(tx, teams)})` : undefined,
        grade && grades?.length ? sql`m.grade = any(${grades}::text[])` : undefined,
        user && users?.length ? sql`u.id = any(${users}::uuid[])` : undefined,
      )}`;
    return {
      users: sql`select id, name from (${people(true, true, false)}) p order by name_lc collate app.names, id limit ${MOST}`,
      teams: sql`select id, name from (select distinct team_id as id, team as name, team_lc from (${people(false, true, true)}) p
        where team_id is not null) t order by team_lc collate app.names limit ${MOST}`,
      grades: sql`select grade as id, grade as name from (select distinct grade from (${people(true, false, true)}) p) g
        order by array_position(${[...GRADES]}::text[], grade)`,
    };
  },
};
