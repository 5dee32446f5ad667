import { type Day, addDays, eachDay, mondayOf } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { countryOn } from '../../people/server/public.ts';
import { type PageRequest, pageOf } from '../../server/paging.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import {
  type Breach,
  type Span,
  type WorkedDay,
  type WorkingTime,
  breachesOf,
  restBefore,
  worseThan,
} from '../rules/working-time.ts';
import { rulesOf } from './time-rules.ts';

export interface CountryTime extends WorkingTime {
  country: string;
  act: 'warn' | 'refuse';
  version: number;
}

interface StoredTime extends CountryTime, Record<string, unknown> {
  id: string;
}

const shown = ({ country, day_minutes, week_minutes, rest_minutes, act, version }: CountryTime): CountryTime => ({
  country,
  day_minutes,
  week_minutes,
  rest_minutes,
  act,
  version,
});

const selectTimes = (tx: Tx): Sql => sql`
  select c.code as country, w.day_minutes, w.week_minutes, w.rest_minutes, coalesce(w.act, 'warn') as act,
    coalesce(w.version, 0) as version
  from settings.countries c left join time.working_times w on w.tenant_id = c.tenant_id and w.country = c.code
  where c.tenant_id = ${tx.tenant}`;

/** What each country of the firm asks of working time. */
export const listWorkingTimes = (tx: Tx, _actor: Actor, { query }: { query: PageRequest }): Promise<Page<CountryTime>> =>
  pageOf<CountryTime>(tx, selectTimes(tx), sql`country`, query);

/** Says what a country asks; what is not named stays. @throws Problem 409 when stale, 422 for a country that is not the firm's */
export async function changeWorkingTime(
  tx: Tx,
  _actor: Actor,
  { body }: { body: Partial<CountryTime> & { country: string } },
): Promise<CountryTime> {
  const { country, version, ...set } = body;
  // Two who change it at once: the second sees the first.
  await tx.all(sql`select 1 from settings.firm where tenant_id = ${tx.tenant} for update`);
  const one = (): Promise<CountryTime | undefined> => tx.one<CountryTime>(sql`${selectTimes(tx)} and c.code = ${country}`);
  const now = await one();
  if (!now) throw invalid([{ path: 'country', message: 'The firm does not work in this country.' }]);
  if (version !== undefined && version !== now.version) throw conflict('Somebody else changed this in the meantime.', shown(now));
  const before = await tx.one<StoredTime>(sql`
    select * from time.working_times where tenant_id = ${tx.tenant} and country = ${country}`);
  if (before) await tx.write.update('time.working_times', [{ before, set }]);
  else await tx.write.insert('time.working_times', [{ id: newId(), country, ...set }]);
  return shown((await one()) ?? now);
}

/** An entry as far as working time goes. */
interface Piece {
  user_id: string;
  day: Day;
  seconds: number;
  started_at: string | null;
}

/** A write: what an entry was, and what it is now. */
export interface Change {
  before?: Piece;
  after?: Piece;
}

type Worked = WorkedDay & { user_id: string; country: string };

const spanOf = ({ started_at, seconds }: Piece): Span[] => {
  if (started_at === null) return [];
  const [hours = 0, minutes = 0, rest = 0] = started_at.split(':').map(Number);
  return [{ start: (hours * 60 + minutes) * 60 + rest, seconds }];
};

/** Days of some people as they stand in this transaction, with the country where each is. */
const workedDays = (tx: Tx, users: readonly string[], from: Day, to: Day): Promise<Worked[]> =>
  tx.all<Worked>(sql`
    select u.id as user_id, d.day::date as day, coalesce(p.seconds, 0) as seconds,
      ${countryOn(tx, sql`u.id`, sql`d.day::date`, sql`u.country`)} as country,
      coalesce((select json_agg(json_build_object('start', extract(epoch from e.started_at)::int, 'seconds', e.seconds))
        from time.entries e where e.tenant_id = ${tx.tenant} and e.user_id = u.id and e.day = d.day::date
          and e.started_at is not null), '[]') as spans
    from people.users u cross join generate_series(${from}::date, ${to}::date, interval '1 day') d(day)
    left join time.person_days p on p.tenant_id = u.tenant_id and p.user_id = u.id and p.day = d.day::date
    where u.tenant_id = ${tx.tenant} and u.id = any(${users}::uuid[])
    order by u.id, d.day`);

/** The days as they were before the writes. */
function asBefore(days: readonly Worked[], changes: readonly Change[]): Worked[] {
  const by = new Map(days.map((each) => [`${each.user_id} ${each.day}`, { ...each, spans: [...each.spans] }]));
  for (const { before, after } of changes) {
    const now = after && by.get(`${after.user_id} ${after.day}`);
    if (now && after) {
      const [span] = spanOf(after);
      const place = span ? now.spans.findIndex((each) => each.start === span.start && each.seconds === span.seconds) : -1;
      if (place >= 0) now.spans.splice(place, 1);
      now.seconds -= after.seconds;
    }
    const then = before && by.get(`${before.user_id} ${before.day}`);
    if (then && before) {
      then.spans.push(...spanOf(before));
      then.seconds += before.seconds;
    }
  }
  return [...by.values()];
}

const hours = (minutes: number): number => Math.round(minutes / 0.6) / 100;

const saidOf = ({ kind, day, minutes, limit }: Breach) =>
  kind === 'day'
    ? said`${{ day }} would have ${hours(minutes)} hours of work. More than ${hours(limit)} hours a day are not allowed.`
    : kind === 'week'
      ? said`The week of ${{ day }} would have ${hours(minutes)} hours of work. More than ${hours(limit)} hours a week are not allowed.`
      : said`There would be ${hours(minutes)} hours of rest before the work of ${{ day }}. At least ${hours(limit)} hours are needed.`;

/**
 * Holds what was just written against what the countries of its people ask, where the firm refuses it. Nobody is refused what
 * makes nothing worse: an old day over its most may be brought down step by step.
 * @throws Problem 422
 */
export async function refuseOverwork(tx: Tx, changes: readonly Change[]): Promise<void> {
  const { refusing } = await rulesOf(tx);
  const pieces = changes.flatMap(({ before, after }) => [before, after].filter((piece) => piece !== undefined));
  if (refusing.length === 0 || pieces.length === 0) return;
  const byCountry = new Map(refusing.map((each) => [each.country, each]));
  const days = pieces.map(({ day }) => day).sort();
  const users = [...new Set(pieces.map((piece) => piece.user_id))].sort();
  // The limits of a week and of a night span days that are written apart: one write of a person after the other.
  await tx.all(sql`select id from people.users where tenant_id = ${tx.tenant} and id = any(${users}::uuid[])
    order by id for no key update`);
  const from = addDays(mondayOf(days[0] ?? ''), -1);
  const after = await workedDays(tx, users, from, addDays(mondayOf(days.at(-1) ?? ''), 7));
  const before = Map.groupBy(asBefore(after, changes), (each) => each.user_id);
  for (const own of Map.groupBy(after, (each) => each.user_id).values()) {
    const countryAt = new Map(own.map(({ day, country }) => [day, country]));
    const ruleOn = (day: Day): WorkingTime | undefined => byCountry.get(countryAt.get(day) ?? '');
    const worse = worseThan(breachesOf(ruleOn, before.get(own[0]?.user_id ?? '') ?? []), breachesOf(ruleOn, own));
    if (worse) throw invalid([{ path: worse.kind === 'rest' ? 'started_at' : 'seconds', message: saidOf(worse) }]);
  }
}

/**
 * What the country of a person asks in a week, and where they rested less than that; null where it asks nothing.
 * @param entries of the person in the week
 */
export async function workingTimeOf(
  tx: Tx,
  userId: string,
  monday: Day,
): Promise<(entries: readonly Piece[]) => (Omit<CountryTime, 'version'> & { rests: { day: Day; minutes: number }[] }) | null> {
  const found = await tx.one<CountryTime & { eve: Span[] }>(sql`
    select w.country, w.day_minutes, w.week_minutes, w.rest_minutes, w.act,
      coalesce((select json_agg(json_build_object('start', extract(epoch from e.started_at)::int, 'seconds', e.seconds))
        from time.entries e where e.tenant_id = ${tx.tenant} and e.user_id = u.id and e.day = ${addDays(monday, -1)}
          and e.started_at is not null), '[]') as eve
    from people.users u
    join time.working_times w on w.tenant_id = u.tenant_id and w.country = ${countryOn(tx, sql`u.id`, sql`${monday}::date`, sql`u.country`)}
    where u.tenant_id = ${tx.tenant} and u.id = ${userId}`);
  return (entries) => {
    if (!found) return null;
    const { eve, country, day_minutes, week_minutes, rest_minutes, act } = found;
    const spans = Map.groupBy(entries, ({ day }) => day);
    const spansOn = (day: Day): Span[] => (day < monday ? eve : (spans.get(day) ?? []).flatMap(spanOf));
    const rests = eachDay(monday, addDays(monday, 6)).flatMap((day) => {
      const minutes = rest_minutes === null ? undefined : restBefore(spansOn(addDays(day, -1)), spansOn(day));
      return minutes !== undefined && rest_minutes !== null && minutes < rest_minutes ? [{ day, minutes }] : [];
    });
    return { country, day_minutes, week_minutes, rest_minutes, act, rests };
  };
}
