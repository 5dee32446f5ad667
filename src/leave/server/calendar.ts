import { type Day, daysBetween } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import type { Grade } from '../../kit/grades.ts';
import { teamsBelow, today, visibleOn } from '../../people/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type Part, expectedDays, holidayBook, holidaysOf } from '../rules.ts';
import { checkRange, factsFor } from './capacity.ts';
import { clockOf, decidesOn } from './request-rows.ts';

interface Person {
  user_id: string;
  user: string;
  grade: Grade;
  team: string | null;
  country: string;
  region: string | null;
}

export interface Absence {
  id: string;
  first_day: Day;
  last_day: Day;
  part: Part;
  starts_at: string | null;
  part_minutes: number | null;
  /** Null: absent, without more. */
  type_id: string | null;
  type: string | null;
  status: 'approved' | 'pending';
}

interface Filters {
  from: Day;
  to: Day;
  teams?: string[];
  user_ids?: string[];
  grades?: string[];
  search?: string;
  page?: number;
  per_page?: number;
}

const PAGES = ['internal_bookings', 'planning', 'home'];

/**
 * Leave of people by name, those with none among them. Colleagues see what is approved; what is private reads "absent" to all
 * but the person and who decides on it, and what waits is seen by them alone.
 */
export async function readCalendar(
  tx: Tx,
  actor: Actor,
  { query }: { query: Filters },
): Promise<Page<Person & { pattern: number[]; holiday: number[]; absences: Absence[] }>> {
  const { from, to, teams, user_ids: users, grades, search } = query;
  checkRange(from, to);
  const day = await today(tx);
  const text = search?.trim().toLowerCase();
  const page = await pageOf<Person>(
    tx,
    sql`select u.id as user_id, u.name as user, u.name_lc, m.grade, t.name as team, u.country, u.region
      from people.users u
      join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id and m.is_active
      left join people.team_members tm on tm.tenant_id = u.tenant_id and tm.user_id = u.id and tm.is_primary
        and tm.valid_from <= ${day} and tm.valid_to > ${day}
      left join people.teams t on t.tenant_id = tm.tenant_id and t.id = tm.team_id
      where u.tenant_id = ${tx.tenant}
        and exists (select 1 from people.employments e where e.tenant_id = u.tenant_id and e.user_id = u.id
          and e.valid_from <= ${to} and e.valid_to > ${from})
        and ${and(
          visibleOn(tx, actor, PAGES, sql`u.id`),
          text ? sql`position(${text} in u.name_lc) > 0` : undefined,
          users && users.length > 0 ? sql`u.id = any(${users})` : undefined,
          grades && grades.length > 0 ? sql`m.grade = any(${grades})` : undefined,
          teams && teams.length > 0 ? sql`t.id in (${teamsBelow(tx, teams)})` : undefined,
        )}`,
    sql`name_lc collate app.names, user_id`,
    query,
  );
  const ids = page.rows.map((person) => person.user_id);
  const [{ facts, holidays }, absences] = await Promise.all([
    factsFor(tx, ids, from, to),
    tx.all<Omit<Absence, 'starts_at'> & { user_id: string; starts_at: number | null; told: boolean }>(sql`
      select r.id, r.user_id, r.first_day, r.last_day, r.part, r.starts_at, r.part_minutes, r.status, r.type_id, t.name as type,
        not t.is_private or r.user_id = ${actor.userId} or ${decidesOn(tx, actor, 'r.user_id')} as told
      from leave.requests r join leave.types t on t.tenant_id = r.tenant_id and t.id = r.type_id
      where r.tenant_id = ${tx.tenant} and r.user_id = any(${ids}) and r.first_day <= ${to} and r.last_day >= ${from}
        and (r.status = 'approved' or (r.status = 'pending' and (r.user_id = ${actor.userId} or ${decidesOn(tx, actor, 'r.user_id')})))
      order by r.first_day, r.id`),
  ]);
  const book = holidayBook(holidays);
  const length = daysBetween(from, to) + 1;
  const byUser = Map.groupBy(absences, (absence) => absence.user_id);
  const rows = page.rows.map((row) => {
    const person = facts.get(row.user_id);
    const days = person && expectedDays({ ...person, leaves: [] }, holidaysOf(book, person), from, length);
    return {
      ...row,
      pattern: [...(days?.pattern ?? [])],
      holiday: [...(days?.holiday ?? [])],
      absences: (byUser.get(row.user_id) ?? []).map(({ told, user_id: _user, starts_at, type, type_id, ...absence }) => ({
        ...absence,
        starts_at: starts_at === null ? null : clockOf(starts_at),
        type: told ? type : null,
        type_id: told ? type_id : null,
      })),
    };
  });
  return { ...page, rows };
}
