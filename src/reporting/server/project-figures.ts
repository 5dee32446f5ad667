import { type Day, addDays } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { notFound } from '../../kit/problem.ts';
import { today, visibleOn } from '../../people/server/public.ts';
import { type BookedMonth, bookedOn } from '../../planning/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { ProjectFigures, ProjectPerson } from '../contract.ts';

const PAGES = ['clients_projects'];

interface MonthRow {
  month: Day;
  grade: string;
  chargeable: boolean;
  seconds: number;
}

const minutesOf = (rows: readonly BookedMonth[], take: (row: BookedMonth) => boolean): number =>
  rows.reduce((sum, row) => sum + (take(row) ? row.minutes : 0), 0);

/**
 * The figures of one project, from the sums of months and the bookings: what was logged, what is booked from tomorrow on, and
 * both by month. Formulae: PRODUCT 1; booked days count where the person has capacity. @throws Problem 404
 */
export async function projectFigures(
  tx: Tx,
  _actor: Actor,
  { params: { id } }: { params: { id: string } },
): Promise<ProjectFigures> {
  const day = await today(tx);
  const next = addDays(day, 1);
  const [project, rows, booked, ahead] = await Promise.all([
    tx.one<{ budget_minutes: number | null }>(
      sql`select budget_minutes from clients.projects where tenant_id = ${tx.tenant} and id = ${id}`,
    ),
    tx.all<MonthRow>(sql`
      select m.month, m.grade, m.chargeable, sum(m.seconds) as seconds from time.months m
      where m.tenant_id = ${tx.tenant} and m.project_id = ${id} and m.entry_count > 0 group by 1, 2, 3 order by 1, 2, 3`),
    bookedOn(tx, id),
    bookedOn(tx, id, { from: next }),
  ]);
  if (!project) throw notFound('There is no such project.');
  const sumBy = (take: (row: MonthRow) => boolean): number =>
    rows.reduce((sum, row) => sum + (take(row) ? Number(row.seconds) : 0), 0);
  const months = [...new Set([...rows.map(({ month }) => month), ...booked.map(({ month }) => month)])].sort();
  const grades = [...new Set(rows.map(({ grade }) => grade))];
  return {
    as_of: day,
    budget_minutes: project.budget_minutes,
    logged_seconds: sumBy(() => true),
    chargeable_seconds: sumBy(({ chargeable }) => chargeable),
    booked_minutes: minutesOf(ahead, ({ level }) => level === 'hard'),
    tentative_minutes: minutesOf(ahead, ({ level }) => level !== 'hard'),
    months: months.map((month) => ({
      month,
      logged_seconds: sumBy((row) => row.month === month),
      planned_minutes: minutesOf(booked, (row) => row.month === month && row.level === 'hard'),
    })),
    grades: grades.map((grade) => ({ grade, logged_seconds: sumBy((row) => row.grade === grade) })),
  };
}

/** Logged time of projects of a page of the list, in one statement. */
export const loggedOn = (
  tx: Tx,
  _actor: Actor,
  { body }: { body: { ids: string[] } },
): Promise<{ project_id: string; logged_seconds: number }[]> =>
  tx.all(sql`
    select p.id as project_id, coalesce((select sum(m.seconds) from time.months m
      where m.tenant_id = ${tx.tenant} and m.project_id = p.id), 0)::bigint as logged_seconds
    from clients.projects p where p.tenant_id = ${tx.tenant} and p.id = any(${body.ids}::uuid[]) order by p.id`);

/** Who logged or is booked on a project, those with most first; the page's bookings are counted in four statements more. */
export async function projectPeople(
  tx: Tx,
  actor: Actor,
  { params: { id }, query }: { params: { id: string }; query: { page?: number; per_page?: number } },
): Promise<Page<ProjectPerson>> {
  const next = addDays(await today(tx), 1);
  const { rows, pagination } = await pageOf<Omit<ProjectPerson, 'booked_minutes' | 'tentative_minutes'>>(
    tx,
    sql`
      select u.id as user_id, u.name, u.name_lc, coalesce(l.seconds, 0)::bigint as logged_seconds, coalesce(l.chargeable, 0)::bigint as chargeable_seconds
      from people.users u
      left join (select m.user_id, sum(m.seconds) as seconds, sum(m.seconds) filter (where m.chargeable) as chargeable
        from time.months m where m.tenant_id = ${tx.tenant} and m.project_id = ${id} group by 1) l on l.user_id = u.id
      where u.tenant_id = ${tx.tenant} and ${and(visibleOn(tx, actor, PAGES, sql`u.id`))} and (l.seconds > 0 or u.id in (
        select b.user_id from planning.bookings b where b.tenant_id = ${tx.tenant} and b.project_id = ${id} and b.last_day >= ${next}))`,
    sql`logged_seconds desc, name_lc collate app.names, user_id`,
    query,
  );
  const booked = await bookedOn(tx, id, { from: next, users: rows.map(({ user_id }) => user_id) });
  return {
    pagination,
    rows: rows.map((row) => ({
      ...row,
      booked_minutes: minutesOf(booked, ({ user_id, level }) => user_id === row.user_id && level === 'hard'),
      tentative_minutes: minutesOf(booked, ({ user_id, level }) => user_id === row.user_id && level !== 'hard'),
    })),
  };
}

/** The bookings of a project from today on, those of people whom the caller sees. */
export async function projectBookings(
  tx: Tx,
  actor: Actor,
  { params: { id }, query }: { params: { id: string }; query: { page?: number; per_page?: number } },
) {
  return pageOf<{
    id: string;
    user_id: string;
    name: string;
    first_day: Day;
    last_day: Day;
    minutes_per_day: number;
    level: 'soft' | 'requested' | 'hard';
  }>(
    tx,
    sql`
      select b.id, b.user_id, u.name, b.first_day, b.last_day, b.minutes_per_day, b.level from planning.bookings b
      join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
      where b.tenant_id = ${tx.tenant} and b.project_id = ${id} and b.last_day >= ${await today(tx)} and ${and(visibleOn(tx, actor, PAGES, sql`u.id`))}`,
    sql`first_day, id`,
    query,
  );
}
