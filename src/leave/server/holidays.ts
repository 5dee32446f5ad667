import { type Day, addDays } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { conflict, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { pageOf } from '../../server/paging.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { notIn } from './capacity.ts';
import { rulesChanged } from './settling.ts';

export interface PublicHoliday {
  country: string;
  region: string | null;
  day: Day;
  name: string;
  half_day: boolean;
  /** False: in this region a holiday of the country is none. */
  is_active: boolean;
}

const computed = new Map<string, Promise<readonly PublicHoliday[]>>();

/**
 * Public holidays of a country from the maintained library: those of the country, and for each region what it has beside them
 * and, as days that are none, what it has not (Easter Monday in Scotland). One that begins at noon or later is a half one.
 * They change with the library alone and take it a tenth of a second, so they are reckoned once.
 */
export function publicHolidays(country: string, years: readonly number[]): Promise<readonly PublicHoliday[]> {
  const key = `${country} ${years.join(' ')}`;
  const known = computed.get(key) ?? reckoned(country, years);
  computed.set(key, known);
  return known;
}

/** Loads the library when it is needed: its data is large. */
async function reckoned(country: string, years: readonly number[]): Promise<readonly PublicHoliday[]> {
  const { default: Holidays } = await import('date-holidays');
  const days = (region: string | null): PublicHoliday[] => {
    const calendar = region ? new Holidays(country, region, { languages: 'en' }) : new Holidays(country, { languages: 'en' });
    const all = years.flatMap((year) => calendar.getHolidays(year)).filter((holiday) => holiday.type === 'public');
    const byDay = new Map(all.map(({ date, name }) => [date.slice(0, 10), { name, half_day: date.slice(11, 16) >= '12:00' }]));
    return [...byDay].map(([day, more]) => ({ country, region, day, is_active: true, ...more }));
  };
  const nationwide = days(null);
  const common = new Set(nationwide.map((holiday) => holiday.day));
  const regions = (await regionsOf(country)).map(({ code }) => code);
  const regional = regions.flatMap((region) => {
    const own = days(region);
    const there = new Set(own.map((holiday) => holiday.day));
    const lacking = nationwide.filter(({ day }) => !there.has(day)).map((holiday) => ({ ...holiday, region, is_active: false }));
    return [...own.filter((holiday) => !common.has(holiday.day)), ...lacking];
  });
  return [...nationwide, ...regional];
}

/** Regions of a country that the library knows, by name. */
export async function regionsOf(country: string): Promise<{ code: string; name: string }[]> {
  const { default: Holidays } = await import('date-holidays');
  return Object.entries(new Holidays().getStates(country) ?? {})
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** As the gateway takes it. */
type Row<T> = T & Record<string, unknown>;

interface StoredHoliday {
  id: string;
  country: string;
  region: string | null;
  day: Day;
  name: string;
  half_day: boolean;
  origin: 'library' | 'firm';
  is_active: boolean;
  version: number;
}

export interface ShownHoliday extends Omit<StoredHoliday, 'half_day' | 'is_active'> {
  half: boolean;
  /** Regions of the country in which it is none. */
  not_in: string[];
}

const shownHoliday = (
  { id, country, region, day, name, half_day: half, origin, version }: StoredHoliday,
  not_in: string[] = [],
): ShownHoliday => ({
  id,
  country,
  region,
  day,
  name,
  half,
  origin,
  version,
  not_in,
});

/** Public holidays of a country and year, one page, by day; of a region with those of the whole country. */
export function listHolidays(
  tx: Tx,
  _actor: Actor,
  { query }: { query: { country: string; year: number; region?: string; page?: number; per_page?: number } },
): Promise<Page<ShownHoliday>> {
  const { country, year, region } = query;
  return pageOf<ShownHoliday>(
    tx,
    sql`select h.id, h.country, h.region, h.day, h.name, h.half_day as half, h.origin, h.version, ${notIn(tx)} as not_in
      from leave.holidays h
      where h.tenant_id = ${tx.tenant} and h.is_active and h.country = ${country}
        and h.day between ${`${year}-01-01`} and ${`${year}-12-31`}
        and (${region ?? null}::text is null or h.region = ${region ?? null} or (h.region is null and not ${region ?? null} = any(${notIn(tx)})))`,
    sql`day, region nulls first, id`,
    query,
  );
}

/** What stands on a day of a country or region, taken away or not. */
const onDay = (tx: Tx, country: string, region: string | null, day: Day): Promise<StoredHoliday | undefined> =>
  tx.one<StoredHoliday>(sql`
    select * from leave.holidays where tenant_id = ${tx.tenant} and country = ${country} and region is not distinct from ${region}
      and day = ${day} for update`);

interface Asked {
  id?: string;
  country: string;
  region?: string | null;
  day: Day;
  name: string;
  half?: boolean;
}

/** Puts a day of the firm's own into the calendar. @throws Problem 409 when it is a holiday already */
async function put(tx: Tx, { id, half, region = null, ...asked }: Asked): Promise<StoredHoliday> {
  const there = await onDay(tx, asked.country, region, asked.day);
  if (there?.is_active)
    throw conflict(said`${{ day: asked.day }} is a public holiday already: ${there.name}.`, shownHoliday(there));
  const set = { name: asked.name.trim(), half_day: half ?? false, origin: 'firm', is_active: true };
  const [row] = there
    ? await tx.write.update<Row<StoredHoliday>>('leave.holidays', [{ before: { ...there }, set }])
    : await tx.write.insert<Row<StoredHoliday>>('leave.holidays', [{ ...asked, ...set, region, ...(id ? { id } : {}) }]);
  return row as StoredHoliday;
}

export async function addHoliday(tx: Tx, _actor: Actor, { body }: { body: Asked }): Promise<ShownHoliday> {
  const row = await put(tx, body);
  await rulesChanged(tx);
  return shownHoliday(row);
}

async function load(tx: Tx, id: string, version: number | undefined): Promise<StoredHoliday> {
  const row = await tx.one<StoredHoliday>(sql`
    select * from leave.holidays where tenant_id = ${tx.tenant} and id = ${id} and is_active for update`);
  if (!row) throw notFound('There is no such public holiday.');
  if (version !== undefined && version !== row.version)
    throw conflict('Somebody else changed this in the meantime.', shownHoliday(row));
  return row;
}

/** Changes a day; one of the library that moves leaves its old day empty for good. @throws Problem 404, 409 */
export async function editHoliday(
  tx: Tx,
  _actor: Actor,
  { params, body }: { params: { id: string }; body: { day?: Day; name?: string; half?: boolean; version?: number } },
): Promise<ShownHoliday> {
  const before = await load(tx, params.id, body.version);
  const { day = before.day, name = before.name, half = before.half_day } = body;
  await rulesChanged(tx);
  if (day === before.day) {
    const set = { name: name.trim(), half_day: half, origin: 'firm' };
    const [row] = await tx.write.update<Row<StoredHoliday>>('leave.holidays', [{ before: { ...before }, set }]);
    return shownHoliday(row ?? before);
  }
  await takeAway(tx, before);
  return shownHoliday(await put(tx, { country: before.country, region: before.region, day, name, half }));
}

const takeAway = (tx: Tx, before: StoredHoliday): Promise<unknown> =>
  tx.write.update('leave.holidays', [{ before: { ...before }, set: { is_active: false } }]);

/** Takes a day out of the calendar; the library does not bring it back. */
export async function removeHoliday(
  tx: Tx,
  _actor: Actor,
  { params }: { params: { id: string } },
): Promise<{ success: boolean }> {
  await takeAway(tx, await load(tx, params.id, undefined));
  await rulesChanged(tx);
  return { success: true };
}

/** Days that stand nowhere in the calendar yet, taken away or not. */
async function missing(tx: Tx, country: string, year: number, rows: readonly PublicHoliday[]): Promise<PublicHoliday[]> {
  const there = await tx.all<{ region: string | null; day: Day }>(sql`
    select region, day from leave.holidays where tenant_id = ${tx.tenant} and country = ${country}
      and day between ${`${year}-01-01`} and ${`${year}-12-31`}`);
  const known = new Set(there.map(({ region, day }) => `${region ?? ''} ${day}`));
  return rows.filter(({ region, day }) => !known.has(`${region ?? ''} ${day}`));
}

/** Lays in the library's days of a year that are missing; what the firm changed or took away stays so. */
export async function layLibrary(
  tx: Tx,
  _actor: Actor,
  { body }: { body: { country: string; year: number } },
): Promise<{ added: number }> {
  const { country, year } = body;
  const rows = await missing(tx, country, year, await publicHolidays(country, [year]));
  await tx.write.insert(
    'leave.holidays',
    rows.map((row) => ({ ...row })),
  );
  if (rows.length > 0) await rulesChanged(tx);
  return { added: rows.length };
}

/** Copies the firm's own days of a year into another, on the same day of the month; a 29th of February only into a leap year. */
export async function copyHolidays(
  tx: Tx,
  _actor: Actor,
  { body }: { body: { country: string; from_year: number; to_year: number } },
): Promise<{ added: number }> {
  const { country, from_year: from, to_year: to } = body;
  const own = await tx.all<PublicHoliday>(sql`
    select country, region, day, name, half_day, is_active from leave.holidays
    where tenant_id = ${tx.tenant} and country = ${country} and origin = 'firm' and is_active
      and day between ${`${from}-01-01`} and ${`${from}-12-31`} order by day`);
  const moved = own.map((row) => ({ ...row, day: `${to}${row.day.slice(4)}` })).filter(({ day }) => addDays(day, 0) === day);
  const rows = await missing(tx, country, to, moved);
  await tx.write.insert(
    'leave.holidays',
    rows.map((row) => ({ ...row, origin: 'firm' })),
  );
  if (rows.length > 0) await rulesChanged(tx);
  return { added: rows.length };
}
