import { type Day, daysBetween } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { type ProjectFilters, projectCondition } from '../../clients/server/public.ts';
import { checkRange, expectedFor } from '../../leave/server/public.ts';
import { visibleOn } from '../../people/server/public.ts';
import { daysWithin } from '../../planning/server/public.ts';
import { tableFile } from '../../server/export.ts';
import { pageOf } from '../../server/paging.ts';
import type { FileReply } from '../../server/route.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { ClientBooking, ClientBookings } from '../contract.ts';

type Asked = ProjectFilters & { from: Day; to: Day; booked?: boolean; page?: number; per_page?: number };
type Project = Omit<ClientBookings, 'booked_minutes' | 'tentative_minutes' | 'logged_seconds' | 'people'>;
type Booking = Omit<ClientBooking, 'minutes' | 'logged_seconds'> & { project_id: string };

const PAGES = ['clients_bookings'];

/** Projects of the filters that somebody is booked on in the range, or that are open in it; by client and name. */
const selectProjects = (tx: Tx, { from, to, booked, ...filters }: Asked): Sql => {
  // Not asked for each project: the bookings of the range are read once, and of the firm alone.
  const has = sql`p.id in (select b.project_id from planning.bookings b
    where b.tenant_id = ${tx.tenant} and b.first_day <= ${to} and b.last_day >= ${from})`;
  const open = sql`(p.status in ('planned', 'active') and coalesce(p.starts_on, ${to}::date) <= ${to} and coalesce(p.ends_on, ${from}::date) >= ${from})`;
  return sql`
    select p.id as project_id, p.code, p.name as project, p.client_id, c.name as client, p.status, p.starts_on, p.ends_on, p.budget_minutes
    from clients.projects p left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
    where p.tenant_id = ${tx.tenant} and not p.is_template and ${booked ? has : sql`(${has} or ${open})`} and ${projectCondition(tx, filters)}`;
};

const ORDER = sql`client collate app.names nulls last, project collate app.names, project_id`;

/** Bookings on projects that touch the range, of people whom the page shows. */
const bookingsOn = (tx: Tx, actor: Actor, projects: readonly string[], { from, to }: Asked): Promise<Booking[]> =>
  tx.all<Booking>(sql`
    select b.id, b.project_id, b.user_id, u.name as user, m.grade, b.phase_id, h.name as phase, b.task_type_id, k.name as task_type,
      b.first_day, b.last_day, b.minutes_per_day, b.level, b.note, b.version
    from planning.bookings b
    join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
    join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
    left join clients.phases h on h.tenant_id = b.tenant_id and h.project_id = b.project_id and h.id = b.phase_id
    left join settings.task_types k on k.tenant_id = b.tenant_id and k.id = b.task_type_id
    where b.tenant_id = ${tx.tenant} and b.project_id = any(${projects}::uuid[]) and b.first_day <= ${to} and b.last_day >= ${from}
      and ${and(visibleOn(tx, actor, PAGES, sql`u.id`))}
    order by u.name_lc collate app.names, b.first_day, b.id`);

/** What was logged on projects so far, by person. */
const loggedOn = (tx: Tx, projects: readonly string[]): Promise<{ project_id: string; user_id: string; seconds: number }[]> =>
  tx.all(sql`
    select project_id, user_id, sum(seconds)::bigint as seconds from time.months
    where tenant_id = ${tx.tenant} and project_id = any(${projects}::uuid[]) group by 1, 2`);

type Spanning = Pick<Booking, 'user_id' | 'first_day' | 'last_day' | 'minutes_per_day'>;

/** Minutes of a booking within the range, on days on which the person has capacity, as the boards count. */
export async function minutesIn<B extends Spanning>(
  tx: Tx,
  bookings: readonly B[],
  { from, to }: { from: Day; to: Day },
): Promise<(booking: B) => number> {
  const people = [...new Set(bookings.map((booking) => booking.user_id))];
  const expected = people.length === 0 ? new Map() : await expectedFor(tx, people, from, to);
  const length = daysBetween(from, to) + 1;
  return (booking) => {
    const days = expected.get(booking.user_id);
    const [start, end] = daysWithin(from, length, booking);
    let count = 0;
    for (let day = start; days && day < end; day++) {
      if ((days.pattern[day] ?? 0) - (days.holiday[day] ?? 0) - (days.leave[day] ?? 0) > 0) count++;
    }
    return count * booking.minutes_per_day;
  };
}

async function withPeople(tx: Tx, actor: Actor, projects: readonly Project[], asked: Asked): Promise<ClientBookings[]> {
  const ids = projects.map((project) => project.project_id);
  const [bookings, logged] = await Promise.all([bookingsOn(tx, actor, ids, asked), loggedOn(tx, ids)]);
  const minutes = await minutesIn(tx, bookings, asked);
  const ofProject = Map.groupBy(bookings, (booking) => booking.project_id);
  const timeOf = Map.groupBy(logged, (row) => row.project_id);
  return projects.map((project) => {
    const time = timeOf.get(project.project_id) ?? [];
    const people = (ofProject.get(project.project_id) ?? []).map(({ project_id: _project, ...booking }) => ({
      ...booking,
      minutes: minutes({ ...booking, project_id: project.project_id }),
      logged_seconds: Number(time.find((row) => row.user_id === booking.user_id)?.seconds ?? 0),
    }));
    const sum = (hard: boolean): number =>
      people.reduce((total, row) => total + ((row.level === 'hard') === hard ? row.minutes : 0), 0);
    return {
      ...project,
      booked_minutes: sum(true),
      tentative_minutes: sum(false),
      logged_seconds: time.reduce((total, row) => total + Number(row.seconds), 0),
      people,
    };
  });
}

/** The bookings from the clients’ side: a page of projects with who works for them, when, and how that stands to time and budget. */
export async function clientBookings(tx: Tx, actor: Actor, { body }: { body: Asked }): Promise<Page<ClientBookings>> {
  checkRange(body.from, body.to);
  const page = await pageOf<Project & { total_rows?: number }>(tx, selectProjects(tx, body), ORDER, body);
  const rows = page.rows.map(({ total_rows: _total, ...project }) => project);
  return { ...page, rows: await withPeople(tx, actor, rows, body) };
}

/** The same as a table, one row a booking. */
export async function exportClientBookings(
  tx: Tx,
  actor: Actor,
  { body, query }: { body: Asked; query: { format?: string } },
): Promise<FileReply> {
  checkRange(body.from, body.to);
  const projects = await tx.all<Project>(sql`select * from (${selectProjects(tx, body)}) whole order by ${ORDER}`);
  const rows = await withPeople(tx, actor, projects, body);
  const flat = rows.flatMap(({ people, ...project }) =>
    people.map((booking) => ({ ...project, ...booking, booked: booking.minutes * 60, per_day: booking.minutes_per_day * 60 })),
  );
  return tableFile(
    `client_bookings_${body.from}_${body.to}`,
    query.format,
    [
      { key: 'client', title: 'Client', kind: 'text' },
      { key: 'code', title: 'Code', kind: 'text' },
      { key: 'project', title: 'Project', kind: 'text' },
      { key: 'phase', title: 'Phase', kind: 'text' },
      { key: 'user', title: 'Name', kind: 'text' },
      { key: 'grade', title: 'Grade', kind: 'text' },
      { key: 'first_day', title: 'First day', kind: 'date' },
      { key: 'last_day', title: 'Last day', kind: 'date' },
      { key: 'per_day', title: 'Hours a day', kind: 'hours' },
      { key: 'level', title: 'Level', kind: 'text' },
      { key: 'booked', title: 'Booked hours', kind: 'hours' },
      { key: 'logged_seconds', title: 'Logged hours', kind: 'hours' },
      { key: 'note', title: 'Note', kind: 'text' },
    ],
    flat,
  );
}
