import { type Day, dayIn, daysBetween } from '../../kit/day.ts';
import { checkRange, holidaysBetween } from '../../leave/server/public.ts';
import { type TeamReach, teamReach } from '../../people/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Board, BoardInput } from '../contract.ts';
import {
  type Level,
  type LevelRule,
  type UnitLoad,
  type UnitRange,
  addLoad,
  unitLoad,
  unitOfDays,
  unitsBetween,
} from '../rules.ts';
import { belongs, capacityFor, freeOf, unitLoadsFor } from './load.ts';
import { type Asked, type Person, allPeople, peopleWindow } from './people.ts';
import { LEVELS, levelBook, mayEdit, openLevels, reachTo } from './policy.ts';

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

/** What the bookings of a window are on: joined from the bookings again, so that it travels together with them. */
const workOf = (tx: Tx, users: readonly string[], { from, to }: UnitRange) => {
  const booked = sql`b.tenant_id = ${tx.tenant} and b.user_id = any(${users}) and b.first_day <= ${to} and b.last_day >= ${from}`;
  return Promise.all([
    tx.all<Board['projects'][number]>(sql`
      select p.id, p.code, p.name, p.client_id, c.name as client, p.starts_on, p.ends_on
      from clients.projects p left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
      where p.tenant_id = ${tx.tenant}
        and p.id in (select b.project_id from planning.bookings b where ${booked} and b.project_id is not null)`),
    tx.all<Board['tasks'][number]>(sql`
      select t.id, t.name from settings.task_types t
      where t.tenant_id = ${tx.tenant}
        and t.id in (select b.task_type_id from planning.bookings b where ${booked} and b.task_type_id is not null)`),
  ]);
};

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
      const week = [...capacity.subarray(start, start + 7)];
      const key = week.join();
      const index = known.get(key) ?? weeks.push(week) - 1;
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
  const [capacities, bookings, [projects, tasks], holidays, levelsOfTeam, reach] = await Promise.all([
    capacityFor(tx, ids, range.from, range.to),
    bookingsOf(tx, ids, range),
    workOf(tx, ids, range),
    holidaysBetween(tx, range.from, range.to),
    levelBook(tx),
    teamReach(tx, actor, asked.day),
  ]);
  const countries = new Set(people.map((person) => person.country));
  const { rows, weeks } = presentPeople(actor, people, {
    range,
    capacities,
    bookings,
    levelsOfTeam,
    reach,
    withSoft: filters.include_soft ?? false,
  });
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
    bookings: packBookings(people, projects, tasks, bookings),
    fills: bookings.flatMap(({ demand_id }, index): [number, string][] => (demand_id ? [[index, demand_id]] : [])),
    holidays: holidays.filter((holiday) => countries.has(holiday.country)),
  };
}

interface Facts {
  range: UnitRange;
  capacities: Map<string, Uint16Array>;
  bookings: readonly BoardBooking[];
  levelsOfTeam: (teamId: string | null) => readonly LevelRule[];
  reach: TeamReach;
  withSoft: boolean;
}

function presentPeople(actor: Actor, people: readonly Person[], facts: Facts): { rows: Board['people']; weeks: number[][] } {
  const { range, capacities, levelsOfTeam, reach, withSoft } = facts;
  const units = unitOfDays(range);
  const length = daysBetween(range.from, range.to) + 1;
  const own = Map.groupBy(facts.bookings, (booking) => booking.user_id);
  const { pack, weeks } = packer();
  const edits = mayEdit(actor);
  const rows = people.map(({ id, name, grade, team_id, team, country, region }) => {
    const capacity = capacities.get(id) ?? new Uint16Array(length);
    const load = { hard: new Uint32Array(length), soft: new Uint32Array(length) };
    for (const booking of own.get(id) ?? []) addLoad(load, capacity, range.from, booking);
    const may = edits ? openLevels(actor, { rules: levelsOfTeam(team_id), reach: reachTo(reach, team_id) }, id) : [];
    return {
      id,
      name,
      grade,
      team,
      country,
      region,
      may,
      load: unitLoad(capacity, load, units, range.starts.length, withSoft),
      days: pack(capacity),
    };
  });
  return { rows, weeks };
}

const indexById = (rows: readonly { id: string }[]): Map<string | null, number> =>
  new Map(rows.map((row, index) => [row.id, index]));

function packBookings(
  people: readonly Person[],
  projects: Board['projects'],
  tasks: Board['tasks'],
  bookings: readonly BoardBooking[],
): Board['bookings'] {
  const [person, project, task] = [indexById(people), indexById(projects), indexById(tasks)];
  return bookings.map((row) => [
    row.id,
    person.get(row.user_id) ?? -1,
    project.get(row.project_id) ?? -1,
    task.get(row.task_type_id) ?? -1,
    row.first_day,
    row.last_day,
    row.minutes_per_day,
    LEVELS.indexOf(row.level),
    row.version,
    row.note,
  ]);
}
