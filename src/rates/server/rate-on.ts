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

/** What every currency is worth that has a rate on the day; the firm's own is worth a million millionths. */
export async function exchangeOn(tx: Tx, day: Day): Promise<Exchange> {
  const { currency: base } = await firmOf(tx);
  const rows = await tx.all<{ currency: string; millionths: number }>(sql`
    select currency, millionths from rates.exchange
    where tenant_id = ${tx.tenant} and base = ${base} and valid_from <= ${day} and valid_to > ${day}`);
  return new Map([[base, MILLION], ...rows.map(({ currency, millionths }) => [currency, millionths] as const)]);
}

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

interface Stored extends Record<Amount, number | null> {
  sl_role_id: string;
  grade: Grade;
  country: string;
  currency: string;
}

interface Agreed {
  grade: Grade | null;
  user_id: string | null;
  rate: number;
  currency: string;
}

const ratesAt = (tx: Tx, roles: readonly string[], day: Day): Promise<Stored[]> =>
  tx.all<Stored>(sql`
    select x.sl_role_id, x.grade, x.country, x.currency, x.standard_rate, x.charge_rate, x.cost_rate, x.nfi_rate
    from rates.rates x where x.tenant_id = ${tx.tenant} and x.sl_role_id = any(${roles}::uuid[])
      and x.valid_from <= ${day} and x.valid_to > ${day} order by x.currency`);

const agreedAt = (tx: Tx, projectId: string, day: Day): Promise<Agreed[]> =>
  tx.all<Agreed>(sql`
    select r.grade, r.user_id, r.rate, p.currency from clients.project_rates r
    join clients.projects p on p.tenant_id = r.tenant_id and p.id = r.project_id
    where r.tenant_id = ${tx.tenant} and r.project_id = ${projectId} and r.valid_from <= ${day} and r.valid_to > ${day}`);

const placeOf = ({ sl_role_id, grade, country }: Pick<HourWanted, 'sl_role_id' | 'grade' | 'country'>): string =>
  [sl_role_id, grade, country].join(' ');

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

/**
 * What hours are worth on a day, in the order in which they are wanted: the dated rate of role, grade and country, in the wanted
 * currency or converted into it at that day's exchange rate. What a project has agreed on, for the person or else for the grade,
 * stands in the place of the charge rate. Four statements, however many hours.
 */
export async function ratesOn(
  tx: Tx,
  wanted: readonly HourWanted[],
  { day, projectId }: { day: Day; projectId?: string | null | undefined },
): Promise<HourRates[]> {
  if (wanted.length === 0) return [];
  const [rows, agreed, exchange] = await Promise.all([
    ratesAt(tx, [...new Set(wanted.map(({ sl_role_id }) => sl_role_id))], day),
    projectId ? agreedAt(tx, projectId, day) : [],
    exchangeOn(tx, day),
  ]);
  const places = Map.groupBy(rows, placeOf);
  return wanted.map((hour) => {
    const found = nearest(places.get(placeOf(hour)) ?? [], hour.currency, exchange);
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
  });
}
