import { type Day, daysBetween } from '../../kit/day.ts';
import { Problem, invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { workRules } from '../../clients/server/public.ts';
import { among, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type DayLoad, type OverDay, type Span, addLoad, loadOf, overOf, worsens } from '../rules.ts';
import { capacityFor } from './load.ts';
import { lockPeople, refuseLevel, refuseVague, refuses, standingsOf } from './policy.ts';

/** Days that are told of as over capacity. */
export const OVER_SHOWN = 60;
/** Days times people that one write may span: a thousand people for nearly three years. */
const MOST_DAYS = 1_000_000;

/** A booking as far as it takes a place: whose, on what, when, how much. */
export type Placed = Span & { user_id: string; project_id?: string | null; task_type_id?: string | null };

/** A booking that is written: as it stood, unless it is new, and as it will be. */
export interface Placing {
  id: string;
  before?: Placed | undefined;
  after: Placed;
}

/** A day on which somebody is over capacity by what was written. */
export type PersonOver = OverDay & { user_id: string };

export function refuseOver(over: readonly OverDay[]): never {
  const [first, ...more] = over;
  const [day, hours] = [{ day: first?.day ?? '' }, (first?.minutes ?? 0) / 60];
  const detail =
    more.length === 0
      ? said`This level does not go over capacity: ${day} by ${hours} h.`
      : more.length === 1
        ? said`This level does not go over capacity: ${day} by ${hours} h and on one more day.`
        : said`This level does not go over capacity: ${day} by ${hours} h and on ${more.length} more days.`;
  throw new Problem(422, {
    detail,
    errors: over
      .slice(0, OVER_SHOWN)
      .map((each) => ({ path: `over.${each.day}`, message: said`Over by ${each.minutes / 60} h.` })),
  });
}

const where = ['user_id', 'project_id', 'task_type_id', 'first_day', 'last_day'] as const;

/** True for what stands where it stood: a note on what was there before a restriction may still be written. */
const stays = ({ before, after }: Placing): boolean =>
  before !== undefined && where.every((key) => (before[key] ?? null) === (after[key] ?? null));

/** Nobody is booked on a client whom they may not work for, whatever the level. @throws Problem 422 */
async function refuseRestricted(tx: Tx, placings: readonly Placing[]): Promise<void> {
  const works = placings.flatMap((placing) => {
    const { project_id, ...rest } = placing.after;
    return project_id && !stays(placing) ? [{ ...rest, project_id }] : [];
  });
  if (works.length === 0) return;
  const rules = await workRules(tx, works);
  for (const work of works) {
    const refused = rules.refusal(work, 'book');
    if (refused) throw invalid([refused]);
  }
}

/** First and last day of anything that stands or stood. */
function rangeOf(spans: readonly Pick<Placed, 'first_day' | 'last_day'>[]): [Day, Day] {
  const days = spans.flatMap(({ first_day, last_day }) => [first_day, last_day]).sort();
  return [days[0] ?? '', days.at(-1) ?? ''];
}

interface Loads {
  from: Day;
  capacity: Uint16Array;
  before: DayLoad;
  after: DayLoad;
}

/** By how much a booking exceeds its person's capacity, with everything else that the load holds. */
function overIn(load: DayLoad, { capacity, from }: Loads, span: Span): OverDay[] {
  addLoad(load, capacity, from, span, -1);
  const over = overOf(capacity, from, load, span);
  addLoad(load, capacity, from, span);
  return over;
}

/** Each person's load as it was and as it will be. What is written, or taken away (`gone`), is left out of what is read. */
async function loadsOf(
  tx: Tx,
  placings: readonly Placing[],
  gone: readonly (Placed & { id: string })[],
): Promise<Map<string, Loads>> {
  const users = [...new Set(placings.map(({ after }) => after.user_id))];
  const old = [...placings.flatMap(({ before }) => (before ? [before] : [])), ...gone].filter(({ user_id }) =>
    users.includes(user_id),
  );
  const [from, to] = rangeOf([...placings.map(({ after }) => after), ...old]);
  const length = daysBetween(from, to) + 1;
  if (length * users.length > MOST_DAYS)
    throw invalid([{ path: 'last_day', message: 'These bookings lie too far apart to be written together.' }]);
  const ids = [...placings.map(({ id }) => id), ...gone.map(({ id }) => id)];
  const [capacities, others] = await Promise.all([
    capacityFor(tx, users, { from, to }),
    tx.all<Placed>(sql`
      select user_id, first_day, last_day, minutes_per_day, level from planning.bookings
      where tenant_id = ${tx.tenant} and ${among('user_id', users)} and first_day <= ${to} and last_day >= ${from}
        and id <> all(${ids}::uuid[])`),
  ]);
  const beside = Map.groupBy(others, ({ user_id }) => user_id);
  return new Map(
    users.map((user) => {
      const capacity = capacities.get(user) ?? new Uint16Array(length);
      const mine = ({ user_id }: Placed): boolean => user_id === user;
      const rest = beside.get(user) ?? [];
      const before = loadOf(capacity, from, [...rest, ...old.filter(mine)]);
      const after = loadOf(capacity, from, [...rest, ...placings.map((placing) => placing.after).filter(mine)]);
      return [user, { from, capacity, before, after }];
    }),
  );
}

/** What is over capacity once everything is written, each day of a person once. @throws Problem 422 where a level refuses it */
async function overAfter(
  tx: Tx,
  placings: readonly Placing[],
  gone: readonly (Placed & { id: string })[],
  refusing: (placing: Placing) => boolean,
): Promise<PersonOver[]> {
  const loads = await loadsOf(tx, placings, gone);
  const found = new Map<string, PersonOver>();
  for (const placing of placings) {
    const { before, after } = placing;
    const own = loads.get(after.user_id);
    if (!own) continue;
    const over = overIn(own.after, own, after);
    // What stood over capacity may stay so, and shrink; but what was soft is not confirmed over it.
    const known = before && before.user_id === after.user_id && before.level === after.level;
    if (refusing(placing) && worsens(known ? overIn(own.before, own, before) : [], over)) refuseOver(over);
    for (const each of over) {
      const key = `${after.user_id} ${each.day}`;
      if ((found.get(key)?.minutes ?? 0) < each.minutes) found.set(key, { ...each, user_id: after.user_id });
    }
  }
  return [...found.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/**
 * What every write of bookings goes through, however many: rights on the level, restrictions, the lock against races,
 * over-capacity. The statements are as many for one booking as for five hundred. `gone` is taken away in the same write.
 * @returns the days on which people are over capacity by it, earliest first
 * @throws Problem 403 levels, 404 unseen people, 422 vague work, restrictions, over-capacity where it is refused
 */
export async function placeAll(
  tx: Tx,
  actor: Actor,
  placings: readonly Placing[],
  gone: readonly (Placed & { id: string })[] = [],
): Promise<PersonOver[]> {
  if (placings.length === 0) return [];
  const standings = await standingsOf(
    tx,
    actor,
    placings.map(({ after }) => after.user_id),
  );
  const refusing = ({ after }: Placing): boolean => refuses(standings(after.user_id).rules, after.level);
  const users = (some: readonly Placing[]): string[] => [...new Set(some.map(({ after }) => after.user_id))];
  await lockPeople(tx, actor, users(placings), users(placings.filter(refusing)));
  for (const { before, after } of placings) {
    const standing = standings(after.user_id);
    refuseLevel(actor, standing, after.level, after.user_id);
    await refuseVague(tx, standing, before, after);
  }
  await refuseRestricted(tx, placings);
  return overAfter(tx, placings, gone, refusing);
}

/** The same for one booking. @returns the days on which it brings its person over capacity, the first sixty */
export async function place(tx: Tx, actor: Actor, id: string, before: Placed | undefined, after: Placed): Promise<OverDay[]> {
  const over = await placeAll(tx, actor, [{ id, before, after }]);
  return shown(over);
}

/** As many days of that as an answer tells. */
export const shown = (over: readonly PersonOver[]): OverDay[] =>
  over.slice(0, OVER_SHOWN).map(({ day, minutes }) => ({ day, minutes }));

/** First and last day of what changed, as live changes name them. */
const between = (rows: readonly Pick<Placed, 'first_day' | 'last_day'>[]): { from: Day; to: Day } => {
  const [from, to] = rangeOf(rows);
  return { from, to };
};

/** Tells open screens whose bookings changed, and between which days; and the demands that they fill, or no longer do. */
export function announce(tx: Tx, rows: readonly (Placed & { demand_id?: string | null })[]): void {
  const users = [...new Set(rows.map((row) => row.user_id))];
  tx.say({ topic: 'bookings', keys: { user_ids: users, ...between(rows) } });
  announceDemands(
    tx,
    rows.filter(({ demand_id }) => demand_id),
  );
}

/** Tells open screens that demands of these days changed. */
export function announceDemands(tx: Tx, rows: readonly Pick<Placed, 'first_day' | 'last_day'>[]): void {
  if (rows.length > 0) tx.say({ topic: 'demands', keys: between(rows) });
}
