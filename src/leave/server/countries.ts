import type { Day } from '../../kit/day.ts';
import { conflict, invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { countryOn, today } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { defaultOf } from './accounts.ts';
import { checkDay } from './capacity.ts';
import { regionsOf } from './holidays.ts';
import { rulesChanged } from './settling.ts';

interface CountryRow {
  code: string;
  is_default: boolean;
  people: number;
  policies: number;
  holidays: number;
  year_month: number;
  week: number[];
  week_from: Day | null;
}

const USUAL_WEEK = [480, 480, 480, 480, 480, 0, 0];

/** The firm's countries with what leave knows of each, by name in the reader's language. */
export async function listCountries(tx: Tx, actor: Actor) {
  const day = await today(tx);
  const year = day.slice(0, 4);
  const [rows, fallback] = await Promise.all([
    tx.all<CountryRow>(sql`
      select c.code, c.is_default, coalesce(l.year_month, 1) as year_month, coalesce(w.minutes, ${USUAL_WEEK}::int[]) as week,
        w.valid_from as week_from, coalesce(u.people, 0) as people, coalesce(p.policies, 0) as policies, coalesce(h.holidays, 0) as holidays
      from settings.countries c
      left join leave.countries l on l.tenant_id = c.tenant_id and l.code = c.code
      left join leave.weeks w on w.tenant_id = c.tenant_id and w.country = c.code and w.valid_from <= ${day} and w.valid_to > ${day}
      left join (select u.country, count(*)::int as people from people.users u
        join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id and m.is_active
        where u.tenant_id = ${tx.tenant} group by 1) u on u.country = c.code
      left join (select p.country, count(*)::int as policies from leave.policies p
        where p.tenant_id = ${tx.tenant} and p.valid_to > ${day} group by 1) p on p.country = c.code
      left join (select h.country, count(*)::int as holidays from leave.holidays h
        where h.tenant_id = ${tx.tenant} and h.is_active and h.region is null
          and h.day between ${`${year}-01-01`} and ${`${year}-12-31`} group by 1) h on h.country = c.code
      where c.tenant_id = ${tx.tenant}`),
    defaultOf(tx),
  ]);
  const names = new Intl.DisplayNames([actor.language], { type: 'region' });
  const regions = await Promise.all(rows.map(({ code }) => regionsOf(code)));
  return rows
    .map((row, index) => ({
      ...row,
      name: names.of(row.code) ?? row.code,
      is_pto_default: row.code === fallback,
      regions: regions[index] ?? [],
    }))
    .sort((a, b) => a.name.localeCompare(b.name, actor.language));
}

async function refuseUnknown(tx: Tx, country: string): Promise<void> {
  const known = await tx.one(sql`select 1 from settings.countries where tenant_id = ${tx.tenant} and code = ${country}`);
  if (!known) throw invalid([{ path: 'country', message: 'The firm does not work in this country.' }]);
}

interface StoredCountry extends Record<string, unknown> {
  id: string;
  code: string;
  is_default: boolean;
  year_month: number;
  version: number;
}

/** Sets what leave keeps of a country; its row is made when there is none yet. */
async function setCountry(tx: Tx, code: string, set: Partial<Pick<StoredCountry, 'is_default' | 'year_month'>>): Promise<void> {
  const before = await tx.one<StoredCountry>(sql`
    select * from leave.countries where tenant_id = ${tx.tenant} and code = ${code} for update`);
  if (before) await tx.write.update('leave.countries', [{ before, set }]);
  else await tx.write.insert('leave.countries', [{ code, ...set }]);
}

/** Whose rules of paid leave hold where a country has none of its own. The firm's default country stays as it is. */
export async function changeDefault(
  tx: Tx,
  _actor: Actor,
  { body }: { body: { country: string } },
): Promise<{ success: boolean; country: string }> {
  await refuseUnknown(tx, body.country);
  const old = await tx.all<StoredCountry>(sql`
    select * from leave.countries where tenant_id = ${tx.tenant} and is_default and code <> ${body.country} for update`);
  await tx.write.update(
    'leave.countries',
    old.map((before) => ({ before, set: { is_default: false } })),
  );
  await setCountry(tx, body.country, { is_default: true });
  await rulesChanged(tx);
  return { success: true, country: body.country };
}

/** The month in which a country's leave year begins. @throws Problem 409 once leave is booked by it */
export async function changeLeaveYear(
  tx: Tx,
  _actor: Actor,
  { body }: { body: { country: string; year_month: number } },
): Promise<{ country: string; year_month: number }> {
  await refuseUnknown(tx, body.country);
  const used = await tx.one(sql`
    select 1 from leave.ledger l join people.users u on u.tenant_id = l.tenant_id and u.id = l.user_id
    where l.tenant_id = ${tx.tenant} and ${countryOn(tx, sql`u.id`, sql`l.day`, sql`u.country`)} = ${body.country} and l.kind <> 'adjustment' limit 1`);
  if (used) throw conflict('Leave is booked by this leave year already.');
  await setCountry(tx, body.country, { year_month: body.year_month });
  await rulesChanged(tx);
  return body;
}

interface StoredWeek extends Record<string, unknown> {
  id: string;
  minutes: number[];
  valid_from: Day;
  valid_to: Day;
  version: number;
}

/** The full-time week of a country from a day on, until the day on which the next known one begins. */
export async function changeWeek(
  tx: Tx,
  _actor: Actor,
  { body }: { body: { country: string; minutes: number[]; valid_from: Day } },
): Promise<{ country: string; minutes: number[]; valid_from: Day }> {
  const { country, minutes, valid_from: from } = body;
  await refuseUnknown(tx, country);
  checkDay(tx, 'valid_from', from);
  if (minutes.every((each) => each === 0)) throw invalid([{ path: 'minutes', message: said`A working week has working days.` }]);
  const rows = await tx.all<StoredWeek>(sql`
    select * from leave.weeks where tenant_id = ${tx.tenant} and country = ${country} and valid_to > ${from} order by valid_from for update`);
  const same = rows.find((row) => row.valid_from === from);
  if (same) await tx.write.update('leave.weeks', [{ before: same, set: { minutes } }]);
  else {
    const cut = rows.filter((row) => row.valid_from < from);
    await tx.write.update(
      'leave.weeks',
      cut.map((before) => ({ before, set: { valid_to: from } })),
    );
    const next = rows.find((row) => row.valid_from > from)?.valid_from ?? 'infinity';
    await tx.write.insert('leave.weeks', [{ country, minutes, valid_from: from, valid_to: next }]);
  }
  await rulesChanged(tx);
  return body;
}
