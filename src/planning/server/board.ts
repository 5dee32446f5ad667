import { dayIn, daysBetween } from '../../kit/day.ts';
import { checkRange, holidaysBetween } from '../../leave/server/public.ts';
import { type TeamReach, teamReach } from '../../people/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Board, BoardInput } from '../contract.ts';
import { type LevelRule, type UnitLoad, type UnitRange, unitsBetween } from '../rules.ts';
import { belongs, capacityFor, freeOf, unitLoadsFor } from './load.ts';
import { type Asked, type Person, allPeople, peopleWindow } from './people.ts';
import { levelBook, mayEdit, openLevels, reachTo } from './policy.ts';
import { columnsOf, packedBookings, workOf } from './window.ts';

const WINDOW = 60;

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

/** Capacity by day in sevens, equal ones once: most weeks of a firm look alike, and most people have the same days. */
function packer(): { pack: (capacity: Uint16Array) => number[]; weeks: number[][] } {
  const weeks: number[][] = [];
  const known = new Map<string, number>();
  const packed = new Map<Uint16Array, number[]>();
  const indexesOf = (capacity: Uint16Array): number[] => {
    const result: number[] = [];
    for (let start = 0; start < capacity.length; start += 7) {
      const key = String.fromCharCode(...capacity.subarray(start, start + 7));
      const index = known.get(key) ?? weeks.push([...capacity.subarray(start, start + 7)]) - 1;
      known.set(key, index);
      result.push(index);
    }
    packed.set(capacity, result);
    return result;
  };
  return { pack: (capacity) => packed.get(capacity) ?? indexesOf(capacity), weeks };
}

/**
 * A window of the board. Thirteen statements for any number of people, and one more where somebody is booked on a phase; only a filter that needs everybody's load (`only`)
 * sums up more than the window.
 */
export async function readBoard(tx: Tx, actor: Actor, { body }: { body: BoardInput }): Promise<Board> {
  const { from: _from, to: _to, unit, offset = 0, limit = WINDOW, data: _data, ...filters } = body;
  // Before anything goes through the days: after 9999 none is later than the last one.
  checkRange(body.from, body.to);
  const firm = await firmOf(tx);
  const range = unitsBetween(body.from, body.to, unit, firm.week_start);
  const asked: Asked = { filters, from: range.from, to: range.to, day: dayIn(firm.time_zone, tx.now), pages: ['planning'] };
  // What no person is needed for is asked behind the question who they are: the database never waits for the next one.
  const window = filters.only ? extremes(tx, actor, asked, range, offset, limit) : peopleWindow(tx, actor, asked, offset, limit);
  const holidays = holidaysBetween(tx, range.from, range.to);
  const [{ people, total }, levelsOfTeam, reach] = await Promise.all([
    window,
    levelBook(tx),
    teamReach(tx, actor, asked.day),
    holidays,
  ]);
  const ids = people.map((person) => person.id);
  // Bookings go first: what they are on is asked for while the database is busy with the rest.
  const booked = packedBookings(tx, ids, range);
  const [bookings, works, capacities, days] = await Promise.all([
    booked,
    booked.then((packed) => workOf(tx, packed)),
    capacityFor(tx, ids, { ...range, holidays }),
    holidays,
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
    ...works,
    bookings: columnsOf(people, bookings, works),
    holidays: days.filter(({ country, region }) => places.has(region === null ? country : `${country} ${region}`)),
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
