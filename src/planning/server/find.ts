import { type Day, addDays, dayIn, daysBetween } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { workRules } from '../../clients/server/public.ts';
import { checkRange, expectedFor } from '../../leave/server/public.ts';
import { restrictedFor, teamReach } from '../../people/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import { among, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Candidate, Search } from '../contract/demands.ts';
import { type Span, loadOf } from '../rules.ts';
import { type Person, allPeople } from './people.ts';
import { BOOKING_PAGES, levelBook, mayEdit, openLevels, reachTo } from './policy.ts';

const FULL_DAY = 480;
/** How far back a booking for the same client counts as knowing it. */
const KNOWN_DAYS = 730;

/** Figures of a person over a range, in minutes and days. */
type Figures = Pick<Candidate, 'capacity' | 'hard' | 'soft' | 'free' | 'percent' | 'fits' | 'days' | 'leave'>;

interface Days {
  pattern: ArrayLike<number>;
  holiday: ArrayLike<number>;
  leave: ArrayLike<number>;
}

/** What somebody has, what is taken and what fits, day by day: a full Monday hides no empty Friday. */
function figuresOf(days: Days, from: Day, spans: readonly Span[], wanted: number, withSoft: boolean): Figures {
  const length = days.pattern.length;
  const capacity = Uint16Array.from({ length }, (_, index) => {
    const minutes = (days.pattern[index] ?? 0) - (days.holiday[index] ?? 0) - (days.leave[index] ?? 0);
    return Math.max(0, minutes);
  });
  const load = loadOf(capacity, from, spans);
  const sums: Figures = { capacity: 0, hard: 0, soft: 0, free: 0, percent: 0, fits: 0, days: 0, leave: 0 };
  for (let index = 0; index < length; index++) {
    const [room, hard, soft] = [capacity[index] ?? 0, load.hard[index] ?? 0, load.soft[index] ?? 0];
    if ((days.leave[index] ?? 0) > 0) sums.leave += 1;
    if (room === 0) continue;
    const free = Math.max(0, room - hard - (withSoft ? soft : 0));
    sums.capacity += room;
    sums.hard += hard;
    sums.soft += soft;
    sums.free += free;
    sums.days += 1;
    if (free >= Math.min(wanted, room)) sums.fits += 1;
  }
  sums.percent = sums.capacity === 0 ? 0 : Math.floor((sums.free * 100) / sums.capacity);
  return sums;
}

/** The last day on which people were booked for the client of a project, of the two years before a day. */
async function knownUntil(
  tx: Tx,
  users: readonly string[],
  projectId: string | null | undefined,
  before: Day,
): Promise<Map<string, Day>> {
  if (!projectId) return new Map();
  const rows = await tx.all<{ user_id: string; day: Day }>(sql`
    select b.user_id, least(max(b.last_day), ${addDays(before, -1)}::date) as day
    from clients.projects p
    join clients.projects o on o.tenant_id = p.tenant_id and (o.id = p.id or o.client_id = p.client_id)
    join planning.bookings b on b.tenant_id = o.tenant_id and b.project_id = o.id
    where p.tenant_id = ${tx.tenant} and p.id = ${projectId} and ${among('b.user_id', users)} and b.first_day < ${before}
      and b.last_day >= ${addDays(before, -KNOWN_DAYS)} group by b.user_id`);
  return new Map(rows.map(({ user_id, day }) => [user_id, day]));
}

/** Who may not be booked on the work, of some people. */
async function refusedOf(tx: Tx, users: readonly string[], body: Search): Promise<Set<string>> {
  const { project_id, task_type_id, from, to } = body;
  if (!project_id) return new Set();
  const works = users.map((user_id) => ({
    user_id,
    project_id,
    task_type_id: task_type_id ?? null,
    first_day: from,
    last_day: to,
  }));
  const rules = await workRules(tx, works);
  return new Set(works.filter((work) => rules.refusal(work, 'book')).map(({ user_id }) => user_id));
}

type Found = Person & Figures & { refused: boolean };

/** Those on whose days it fits come first, then those with the most free time; who may not be booked comes last. */
const byFit = (a: Found, b: Found): number =>
  Number(a.refused) - Number(b.refused) ||
  b.fits * Math.max(1, a.days) - a.fits * Math.max(1, b.days) ||
  b.percent - a.percent ||
  b.free - a.free;

/** Everybody of the filters who is free at least so much, in the order of fit. */
async function everybody(tx: Tx, actor: Actor, body: Search): Promise<Found[]> {
  const { from, to, minutes_per_day: wanted = FULL_DAY, least = 0, include_soft: withSoft = false, except } = body;
  const { grades, teams, countries } = body;
  const firm = await firmOf(tx);
  const filters = { ...(grades && { grades }), ...(teams && { teams }), ...(countries && { countries }) };
  const day = dayIn(firm.time_zone, tx.now);
  const [all, restricted] = await Promise.all([
    allPeople(tx, actor, { filters, from, to, day, pages: BOOKING_PAGES }),
    restrictedFor(tx, actor),
  ]);
  const people = restricted.length > 0 ? all.filter(({ id }) => !restricted.includes(id)) : all;
  const ids = people.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [expected, bookings, refused] = await Promise.all([
    expectedFor(tx, ids, from, to),
    tx.all<Span & { user_id: string }>(sql`
      select user_id, first_day, last_day, minutes_per_day, level from planning.bookings
      where tenant_id = ${tx.tenant} and user_id = any(${ids}) and first_day <= ${to} and last_day >= ${from}
        and id is distinct from ${except ?? null}::uuid`),
    refusedOf(tx, ids, body),
  ]);
  const own = Map.groupBy(bookings, ({ user_id }) => user_id);
  const nothing = new Uint16Array(daysBetween(from, to) + 1);
  const found = people.map((person) => {
    const days = expected.get(person.id) ?? { pattern: nothing, holiday: nothing, leave: nothing };
    const figures = figuresOf(days, from, own.get(person.id) ?? [], wanted, withSoft);
    return { ...person, ...figures, refused: refused.has(person.id) };
  });
  return found.filter(({ percent, capacity }) => capacity > 0 && percent >= least).sort(byFit);
}

/**
 * People who are free in a range, those who fit best first, each with what speaks for and against: free time, days on which it
 * fits, leave, tentative bookings, whether the client is known and whether one may work for it. One page; as many statements for
 * a firm of any size.
 */
export async function findPeople(tx: Tx, actor: Actor, { body }: { body: Search }): Promise<Page<Candidate>> {
  checkRange(body.from, body.to);
  const { page = 1, per_page: perPage = 25 } = body;
  const found = await everybody(tx, actor, body);
  const rows = found.slice((page - 1) * perPage, page * perPage);
  const ids = rows.map(({ id }) => id);
  const [known, book, reach] = await Promise.all([
    knownUntil(tx, ids, body.project_id, body.from),
    levelBook(tx),
    teamReach(tx, actor, dayIn((await firmOf(tx)).time_zone, tx.now)),
  ]);
  const pages = Math.ceil(found.length / perPage);
  return {
    rows: rows.map(({ id, team_id, region: _region, ...row }) => ({
      ...row,
      user_id: id,
      may: mayEdit(actor) ? openLevels(actor, { rules: book(team_id), reach: reachTo(reach, team_id) }, id) : [],
      known_until: known.get(id) ?? null,
    })),
    pagination: {
      page,
      pages,
      per_page: perPage,
      total: found.length,
      has_next: page < pages,
      has_prev: page > 1 && found.length > 0,
    },
  };
}
