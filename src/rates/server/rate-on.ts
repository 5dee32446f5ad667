import type { Day } from '../../kit/day.ts';
import type { Grade } from '../../kit/grades.ts';
import { minorDigits, proportion } from '../../kit/money.ts';
import { firmOf } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { AMOUNTS, type Amount } from '../rules.ts';

const MILLION = 1_000_000;

/** Whose hour it is. */
export interface HourWanted {
  sl_role_id: string;
  grade: Grade;
  country: string;
  /** The currency in which it is wanted. */
  currency: string;
  /** A person for whom the project may have agreed on a rate. */
  user_id?: string | null;
}

/** What an hour is worth, in minor units of the wanted currency; null: there is no such rate. */
export type HourRates = Record<Amount, number | null>;

/** What currencies are worth on a day, in millionths of the firm's own. */
export type Exchange = ReadonlyMap<string, number>;

/** Days for which something holds, the last one not among them. */
interface Held {
  valid_from: Day;
  valid_to: Day;
}

const holdsOn =
  (day: Day) =>
  ({ valid_from, valid_to }: Held): boolean =>
    valid_from <= day && valid_to > day;

interface Worth extends Held {
  currency: string;
  millionths: number;
}

/** What may hold of exchange rates on any of the days, with what to make of it for one of them. */
async function exchangesOver(tx: Tx, first: Day, last: Day): Promise<{ rows: Worth[]; exchangeAt: (day: Day) => Exchange }> {
  const { currency: base } = await firmOf(tx);
  const rows = await tx.all<Worth>(sql`
    select currency, millionths, valid_from, valid_to from rates.exchange
    where tenant_id = ${tx.tenant} and base = ${base} and valid_from <= ${last} and valid_to > ${first}`);
  const exchangeAt = (day: Day): Exchange =>
    new Map([[base, MILLION], ...rows.filter(holdsOn(day)).map(({ currency, millionths }) => [currency, millionths] as const)]);
  return { rows, exchangeAt };
}

/** What currencies were worth in the firm's own on any of the days; the firm's own is worth a million millionths. */
export const exchangeOver = async (tx: Tx, first: Day, last: Day): Promise<(day: Day) => Exchange> =>
  (await exchangesOver(tx, first, last)).exchangeAt;

/** Numbers days such that on days of one number the same holds of everything dated. */
function spansBetween(dated: readonly Held[]): (day: Day) => number {
  const changes = [...new Set(dated.flatMap(({ valid_from, valid_to }) => [valid_from, valid_to]))].sort();
  const known = new Map<Day, number>();
  return (day) => {
    let span = known.get(day);
    if (span === undefined) {
      span = changes.findLastIndex((change) => change <= day);
      known.set(day, span);
    }
    return span;
  };
}

/** What every currency is worth that has a rate on the day; the firm's own is worth a million millionths. */
export const exchangeOn = async (tx: Tx, day: Day): Promise<Exchange> => (await exchangeOver(tx, day, day))(day);

/**
 * What a minor unit of one currency is worth in minor units of another, in millionths, at least one; undefined where one of them
 * has no rate. Their decimals may differ: of JPY there are none.
 */
export function crossOf(exchange: Exchange, from: string, to: string): number | undefined {
  if (from === to) return MILLION;
  const [one, other] = [exchange.get(from), exchange.get(to)];
  if (one === undefined || other === undefined) return undefined;
  const digits = minorDigits(to) - minorDigits(from);
  const [up, down] = digits >= 0 ? [10 ** digits, 1] : [1, 10 ** -digits];
  return Math.max(1, proportion(one, MILLION * up, other * down));
}

interface Stored extends Record<Amount, number | null>, Held {
  sl_role_id: string;
  grade: Grade;
  country: string;
  currency: string;
}

interface Agreed extends Held {
  project_id: string;
  grade: Grade | null;
  user_id: string | null;
  rate: number;
  currency: string;
}

const ratesOver = (tx: Tx, roles: readonly string[], first: Day, last: Day): Promise<Stored[]> =>
  tx.all<Stored>(sql`
    select x.sl_role_id, x.grade, x.country, x.currency, x.standard_rate, x.charge_rate, x.cost_rate, x.nfi_rate,
      x.valid_from, x.valid_to
    from rates.rates x where x.tenant_id = ${tx.tenant} and x.sl_role_id = any(${roles}::uuid[])
      and x.valid_from <= ${last} and x.valid_to > ${first} order by x.currency`);

const agreedOver = (tx: Tx, projectIds: readonly string[], first: Day, last: Day): Promise<Agreed[]> =>
  tx.all<Agreed>(sql`
    select r.project_id, r.grade, r.user_id, r.rate, p.currency, r.valid_from, r.valid_to from clients.project_rates r
    join clients.projects p on p.tenant_id = r.tenant_id and p.id = r.project_id
    where r.tenant_id = ${tx.tenant} and r.project_id = any(${projectIds}::uuid[]) and r.valid_from <= ${last} and r.valid_to > ${first}`);

const placeOf = ({ sl_role_id, grade, country }: Pick<HourWanted, 'sl_role_id' | 'grade' | 'country'>): string =>
  `${sl_role_id} ${grade} ${country}`;

/** Of the rates of one role, grade and country the one in the wanted currency, else in the firm's, else the first that converts. */
function nearest(rows: readonly Stored[], currency: string, exchange: Exchange): { row: Stored; cross: number } | undefined {
  const rank = (row: Stored): number => (row.currency === currency ? 0 : exchange.get(row.currency) === MILLION ? 1 : 2);
  for (const row of [...rows].sort((a, b) => rank(a) - rank(b))) {
    const cross = crossOf(exchange, row.currency, currency);
    if (cross !== undefined) return { row, cross };
  }
  return undefined;
}

const none: HourRates = { standard_rate: null, charge_rate: null, cost_rate: null, nfi_rate: null };

/** What one hour is worth on a day, of the rates and agreements that may hold then. */
function worthOf(hour: HourWanted, stored: readonly Stored[], agreed: readonly Agreed[], exchange: Exchange): HourRates {
  const found = nearest(stored, hour.currency, exchange);
  const rates = { ...none };
  if (found)
    for (const amount of AMOUNTS) {
      const value = found.row[amount];
      rates[amount] = value === null ? null : proportion(value, found.cross, MILLION);
    }
  const own =
    agreed.find(({ user_id }) => user_id !== null && user_id === hour.user_id) ??
    agreed.find(({ grade }) => grade === hour.grade);
  const cross = own && crossOf(exchange, own.currency, hour.currency);
  return own && cross !== undefined ? { ...rates, charge_rate: proportion(own.rate, cross, MILLION) } : rates;
}

/**
 * What hours are worth, each on its own day, in the order in which they are wanted: the dated rate of role, grade and country, in
 * the wanted currency or converted into it at that day's exchange rate. What its project has agreed on, for the person or else for
 * the grade, stands in the place of the charge rate. Four statements, however many hours, days and projects.
 */
export async function ratesOnDays(
  tx: Tx,
  wanted: readonly (HourWanted & { day: Day; project_id?: string | null | undefined })[],
): Promise<HourRates[]> {
  const days = wanted.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const projects = [...new Set(wanted.flatMap(({ project_id }) => project_id ?? []))];
  const [rows, agreed, { rows: worths, exchangeAt }] = await Promise.all([
    ratesOver(tx, [...new Set(wanted.map(({ sl_role_id }) => sl_role_id))], first, last),
    projects.length > 0 ? agreedOver(tx, projects, first, last) : [],
    exchangesOver(tx, first, last),
  ]);
  const places = Map.groupBy(rows, placeOf);
  const agreements = Map.groupBy(agreed, ({ project_id }) => project_id);
  const spanOf = spansBetween([...rows, ...agreed, ...worths]);
  // Of a role, grade and country all hours are worth the same between two changes, but where a project agreed on something.
  const known = new Map<string, HourRates>();
  return wanted.map((hour) => {
    const own = agreements.get(hour.project_id ?? '');
    const place = placeOf(hour);
    const key = `${place} ${hour.currency} ${spanOf(hour.day)} ${own ? `${hour.project_id} ${hour.user_id}` : ''}`;
    const before = known.get(key);
    if (before) return before;
    const holds = holdsOn(hour.day);
    const rates = worthOf(hour, (places.get(place) ?? []).filter(holds), (own ?? []).filter(holds), exchangeAt(hour.day));
    known.set(key, rates);
    return rates;
  });
}

/** The same for hours that are all of one day. */
export const ratesOn = (
  tx: Tx,
  wanted: readonly HourWanted[],
  { day, projectId }: { day: Day; projectId?: string | null | undefined },
): Promise<HourRates[]> =>
  ratesOnDays(
    tx,
    wanted.map((hour) => ({ ...hour, day, project_id: projectId })),
  );
