import type { Day } from '../../kit/day.ts';
import type { Grade } from '../../kit/grades.ts';
import { conflict } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { today } from '../../people/server/public.ts';
import { countriesOf } from '../../settings/server/public.ts';
import { type Sql, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import {
  AMOUNTS,
  type Amounts,
  type Held,
  type RateKey,
  gradesBetween,
  keyOf,
  mayBegin,
  planRate,
  sameAmounts,
} from '../rules.ts';
import { lastDay } from './dated.ts';
import { seesCost } from './policy.ts';

/** What a rate is to be from a day on; amounts that are left out stay what they are. */
export interface Wanted extends RateKey, Partial<Amounts> {
  standard_rate: number;
  valid_from: Day;
  /** The stored rate that was looked at. */
  was?: { id: string; version: number };
}

export interface StoredRate extends RateKey, Held, Record<string, unknown> {
  id: string;
  version: number;
}

/** A rate in the making: one that is stored, or one that is to be. */
interface Working extends RateKey, Held {
  stored?: StoredRate;
}

export interface Difference extends RateKey {
  service_line: string;
  role: string;
  before: Amounts | null;
  after: Amounts;
  valid_from: Day;
  valid_to: Day | null;
}

export interface Planned {
  added: number;
  changed: number;
  unchanged: number;
  /** By the place of what was wanted; undefined: it changes nothing. */
  differences: (Difference | undefined)[];
  updates: { before: StoredRate; set: Record<string, unknown> }[];
  inserts: Record<string, unknown>[];
}

interface KnownRole {
  id: string;
  name: string;
  service_line: string;
  lowest_grade: Grade;
  highest_grade: Grade;
  is_active: boolean;
}

/** By what rates are judged: roles of the firm, its countries, its day. */
export interface Bounds {
  roles: ReadonlyMap<string, KnownRole>;
  countries: ReadonlySet<string>;
  today: Day;
}

export async function boundsFor(tx: Tx, language: string): Promise<Bounds> {
  const [roles, countries, day] = await Promise.all([
    tx.all<KnownRole>(sql`
      select r.id, r.name, l.name as service_line, r.lowest_grade, r.highest_grade, r.is_active and l.is_active as is_active
      from rates.sl_roles r join rates.service_lines l on l.tenant_id = r.tenant_id and l.id = r.service_line_id
      where r.tenant_id = ${tx.tenant}`),
    countriesOf(tx, language),
    today(tx),
  ]);
  return {
    roles: new Map(roles.map((role) => [role.id, role])),
    countries: new Set(countries.map(({ code }) => code)),
    today: day,
  };
}

/** The rates of these roles, by whose they are. `lock`: nobody else changes them meanwhile. */
export async function ratesOf(tx: Tx, roles: readonly string[], lock: boolean): Promise<Map<string, StoredRate[]>> {
  const rows = await tx.all<StoredRate>(sql`
    select * from rates.rates where tenant_id = ${tx.tenant} and sl_role_id = any(${[...new Set(roles)]}::uuid[])
    order by valid_from, id ${raw(lock ? 'for update' : '')}`);
  return Map.groupBy(rows, keyOf);
}

export type RateFault = { field: keyof Wanted; message: Text };

/** What is wrong with one rate, at its field. */
export function faultsOf(wanted: Wanted, rows: readonly Held[], { roles, countries, today: day }: Bounds): RateFault[] {
  const faults: RateFault[] = [];
  const role = roles.get(wanted.sl_role_id);
  if (!role) faults.push({ field: 'sl_role_id', message: 'There is no such role.' });
  else if (!role.is_active) faults.push({ field: 'sl_role_id', message: said`"${role.name}" is archived.` });
  else if (!gradesBetween(role.lowest_grade, role.highest_grade).includes(wanted.grade))
    faults.push({ field: 'grade', message: said`"${role.name}" is for ${role.lowest_grade} to ${role.highest_grade}.` });
  if (!countries.has(wanted.country)) faults.push({ field: 'country', message: 'The firm does not work in this country.' });
  if (!mayBegin(rows, wanted.valid_from, day))
    faults.push({
      field: 'valid_from',
      message: said`A rate that has held stays what it was. Choose ${{ day }} or a later day.`,
    });
  return faults;
}

const amountsOf = (row: Amounts): Amounts => ({
  standard_rate: row.standard_rate,
  charge_rate: row.charge_rate,
  cost_rate: row.cost_rate,
  nfi_rate: row.nfi_rate,
});

/** The amounts that are wanted, with those that are left out as they stand. */
export function completed(wanted: Wanted, now: Amounts | undefined): Amounts {
  const kept = (amount: Exclude<keyof Amounts, 'standard_rate'>): number | null => {
    const given = wanted[amount];
    return given === undefined ? (now?.[amount] ?? null) : given;
  };
  return {
    standard_rate: wanted.standard_rate,
    charge_rate: kept('charge_rate'),
    cost_rate: kept('cost_rate'),
    nfi_rate: kept('nfi_rate'),
  };
}

/**
 * What becomes of the stored rates when all that is wanted holds. Earlier days are planned first, so that two rows of one table
 * may say this year's rate and the next. Nothing is written. @throws Problem 409 for a rate that somebody else changed meanwhile
 */
export function planRates(all: readonly Wanted[], held: ReadonlyMap<string, StoredRate[]>, { roles }: Bounds): Planned {
  const rows = new Map<string, Working[]>();
  for (const [key, stored] of held)
    rows.set(
      key,
      stored.map((row) => ({ ...row, ...amountsOf(row), stored: row })),
    );
  const plan: Planned = { added: 0, changed: 0, unchanged: 0, differences: all.map(() => undefined), updates: [], inserts: [] };
  const inOrder = all
    .map((wanted, index) => ({ wanted, index }))
    .sort((a, b) => (a.wanted.valid_from < b.wanted.valid_from ? -1 : 1));
  for (const { wanted, index } of inOrder) {
    const key = keyOf(wanted);
    const own = rows.get(key) ?? [];
    rows.set(key, own);
    const from = wanted.valid_from;
    const now = own.find((row) => row.valid_from <= from && row.valid_to > from);
    if (wanted.was && (now?.stored?.id !== wanted.was.id || now.stored.version !== wanted.was.version))
      throw conflict('Somebody else changed these rates in the meantime.');
    const after = completed(wanted, now);
    const before = now ? amountsOf(now) : null;
    const step = planRate(own, after, from);
    if (step.does === 'nothing') {
      plan.unchanged++;
      continue;
    }
    if (before) plan.changed++;
    else plan.added++;
    const { sl_role_id, grade, country, currency } = wanted;
    const whose = { sl_role_id, grade, country, currency };
    let end: Day;
    if (step.does === 'replace') {
      Object.assign(step.row, after);
      end = step.row.valid_to;
    } else {
      if (step.ends) step.ends.valid_to = from;
      own.push({ ...whose, ...after, valid_from: from, valid_to: step.valid_to });
      end = step.valid_to;
    }
    const role = roles.get(sl_role_id);
    plan.differences[index] = {
      ...whose,
      service_line: role?.service_line ?? '',
      role: role?.name ?? '',
      before,
      after,
      valid_from: from,
      valid_to: lastDay(end),
    };
  }
  return { ...plan, ...writesOf([...rows.values()].flat()) };
}

function writesOf(rows: readonly Working[]): Pick<Planned, 'updates' | 'inserts'> {
  const writes: Pick<Planned, 'updates' | 'inserts'> = { updates: [], inserts: [] };
  for (const { stored, ...row } of rows) {
    if (!stored) {
      const { sl_role_id, grade, country, currency, valid_from, valid_to } = row;
      writes.inserts.push({ sl_role_id, grade, country, currency, ...amountsOf(row), valid_from, valid_to });
    } else if (!sameAmounts(stored, row) || stored.valid_to !== row.valid_to) {
      writes.updates.push({ before: stored, set: { ...amountsOf(row), valid_to: row.valid_to } });
    }
  }
  return writes;
}

/** What one may see of a difference: without the flag, no costs. */
export function shownTo(actor: Actor): (difference: Difference) => Difference {
  if (seesCost(actor)) return (difference) => difference;
  const hidden = (row: Amounts): Amounts => ({ ...row, cost_rate: null });
  return (difference) => ({
    ...difference,
    before: difference.before && hidden(difference.before),
    after: hidden(difference.after),
  });
}

/** The rates of a day as columns of a select over `rates.rates x`. */
export const holdsOn = (day: Day): Sql => sql`x.valid_from <= ${day} and x.valid_to > ${day}`;

export const isAmount = (field: string): field is (typeof AMOUNTS)[number] => (AMOUNTS as readonly string[]).includes(field);
