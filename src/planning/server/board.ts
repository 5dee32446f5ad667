import { type Day, dayIn, daysBetween } from '../../kit/day.ts';
import { checkRange, holidaysBetween } from '../../leave/server/public.ts';
import { type TeamReach, teamReach } from '../../people/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Board, BoardInput } from '../contract.ts';
import { type Level, type LevelRule, type UnitLoad, type UnitRange, unitsBetween } from '../rules.ts';
import { packBookings } from '../rules/columns.ts';
import { belongs, capacityFor, freeOf, unitLoadsFor } from './load.ts';
import { type Asked, type Person, allPeople, peopleWindow } from './people.ts';
import { levelBook, mayEdit, openLevels, reachTo } from './policy.ts';

const WINDOW = 60;

interface BoardBooking {
  id: string;
  user_id: string;
  project_id: string | null;
  task_type_id: string | null;
  first_day: Day;
  last_day: Day;
  minutes_per_day: number;
  level: Level;
  note: string;
  demand_id: string | null;
  version: number;
}

const bookingsOf = (tx: Tx, users: readonly string[], { from, to }: UnitRange): Promise<BoardBooking[]> =>
  tx.all<BoardBooking>(sql`
    select id, user_id, project_id, task_type_id, first_day, last_day, minutes_per_day, level, note, demand_id, version
    from planning.bookings
    where tenant_id = ${tx.tenant} and user_id = any(${users}) and first_day <= ${to} and last_day >= ${from}
    order by first_day, id`);

/** Ids of one kind of work, each once. */
const idsOf = (bookings: readonly BoardBooking[], key: 'project_id' | 'task_type_id'): string[] => [
  ...new Set(bookings.flatMap((booking) => booking[key] ?? [])),
];

/** What the bookings of a window are on. */
const workOf = (tx: Tx, bookings: readonly BoardBooking[]) =>
  Promise.all([
    tx.all<Board['projects'][number]>(sql`
      select p.id, p.code, p.name, c.name as client, p.starts_on, p.ends_on
      from clients.projects p left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
      where p.tenant_id = ${tx.tenant} and p.id = any(${idsOf(bookings, 'project_id')})`),
    tx.all<Board['tasks'][number]>(sql`
      select t.id, t.name from settings.task_types t
      where t.tenant_id = ${tx.tenant} and t.id = any(${idsOf(bookings, 'task_type_id')})`),
  ]);

/** The window of people who are over capacity or free, those with most of it first; all people are summed up for it. */
async function extremes(tx: Tx, actor: Actor, asked: Asked, range: UnitRange, offset: number, limit: number) {
  const { only = 'over', least, include_soft: withSoft = false } = asked.filters;
  const everybody = await allPeople(tx, actor, asked);
  const loads = await unitLoadsFor(
    tx,
    everybody.map((person) => person.id),
    range,
    withSoft,
  );
  const amount = (load: UnitLoad): number =>
    only === 'free' ? freeOf(load, withSoft) : load.over.reduce((sum, minutes) => sum + minutes, 0);
  const found = everybody.flatMap((person) => {
    const load = loads.get(person.id);
    return load && belongs(load, only, withSoft, least) ? [{ person, amount: amount(load) }] : [];
  });
  // A grouped board keeps its groups together.
  if (!asked.filters.group) found.sort((a, b) => b.amount - a.amount);
  return { people: found.slice(offset, offset + limit).map(({ person }) => person), total: found.length };
}

/** Capacity by day in sevens, equal ones once: most weeks of a firm look alike. */
function packer(): { pack: (capacity: Uint16Array) => number[]; weeks: number[][] } {
  const weeks: number[][] = [];
  const known = new Map<string, number>();
  const pack = (capacity: Uint16Array): number[] => {
    const result: number[] = [];
    for (let start = 0; start < capacity.length; start += 7) {
      const key = String.fromCharCode(...capacity.subarray(start, start + 7));
      const index = known.get(key) ?? weeks.push([...capacity.subarray(start, start + 7)]) - 1;
      known.set(key, index);
      result.push(index);
    }
    return result;
  };
  return { pack, weeks };
}

/**
 * A window of the board. Twelve statements for any number of people; only a filter that needs everybody's load (`only`)
 * sums up more than the window.
 */
export async function readBoard(tx: Tx, actor: Actor, { body }: { body: BoardInput }): Promise<Board> {
  const { from: _from, to: _to, unit, offset = 0, limit = WINDOW, data: _data, ...filters } = body;
  // Before anything goes through the days: after 9999 none is later than the last one.
  checkRange(body.from, body.to);
  const firm = await firmOf(tx);
  const range = unitsBetween(body.from, body.to, unit, firm.week_start);
  const asked: Asked = { filters, from: range.from, to: range.to, day: dayIn(firm.time_zone, tx.now), pages: ['planning'] };
  const { people, total } = filters.only
    ? await extremes(tx, actor, asked, range, offset, limit)
    : await peopleWindow(tx, actor, asked, offset, limit);
  const ids = people.map((person) => person.id);
  // Bookings go first: what they are on is asked for while the database is busy with the rest.
  const booked = bookingsOf(tx, ids, range);
  const [bookings, [projects, tasks], capacities, holidays, levelsOfTeam, reach] = await Promise.all([
    booked,
    booked.then((rows) => workOf(tx, rows)),
    capacityFor(tx, ids, range.from, range.to),
    holidaysBetween(tx, range.from, range.to),
    levelBook(tx),
    teamReach(tx, actor, asked.day),
  ]);
  const places = new Set(people.flatMap(({ country, region }) => [country, `${country} ${region}`]));
  const { rows, weeks } = presentPeople(actor, people, { range, capacities, levelsOfTeam, reach });
  return {
    total,
    offset,
    from: range.from,
    to: range.to,
    units: range.starts,
    people: rows,
    weeks,
    projects,
    tasks,
    bookings: columnsOf(range.from, people, projects, tasks, bookings),
    holidays: holidays.filter(({ country, region }) => places.has(region === null ? country : `${country} ${region}`)),
  };
}

interface Facts {
  range: UnitRange;
  capacities: Map<string, Uint16Array>;
  levelsOfTeam: (teamId: string | null) => readonly LevelRule[];
  reach: TeamReach;
}

function presentPeople(actor: Actor, people: readonly Person[], facts: Facts): { rows: Board['people']; weeks: number[][] } {
  const { range, capacities, levelsOfTeam, reach } = facts;
  const none = new Uint16Array(daysBetween(range.from, range.to) + 1);
  const { pack, weeks } = packer();
  const edits = mayEdit(actor);
  const rows = people.map(({ id, name, grade, team_id, team, country, region }) => {
    const may = edits ? openLevels(actor, { rules: levelsOfTeam(team_id), reach: reachTo(reach, team_id) }, id) : [];
    return { id, name, grade, team, country, region, may, days: pack(capacities.get(id) ?? none) };
  });
  return { rows, weeks };
}

const indexById = (rows: readonly { id: string }[]): Map<string | null, number> =>
  new Map(rows.map((row, index) => [row.id, index]));

function columnsOf(
  from: Day,
  people: readonly Person[],
  projects: Board['projects'],
  tasks: Board['tasks'],
  bookings: readonly BoardBooking[],
): Board['bookings'] {
  const [project, task] = [indexById(projects), indexById(tasks)];
  const own = Map.groupBy(bookings, (booking) => booking.user_id);
  const work = (row: BoardBooking) => ({
    ...row,
    project: project.get(row.project_id) ?? -1,
    task: task.get(row.task_type_id) ?? -1,
  });
  return packBookings(
    from,
    people.map(({ id }) => own.get(id)?.map(work) ?? []),
  );
}
