import type { Day } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { GRADES } from '../../kit/grades.ts';
import { newId } from '../../kit/ids.ts';
import { invalid, notAllowed } from '../../kit/problem.ts';
import type { Text } from '../../kit/said.ts';
import { today } from '../../people/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type Amounts, type RateKey, keyOf } from '../rules.ts';
import { lastDay } from './dated.ts';
import {
  type Difference,
  type Planned,
  type StoredRate,
  type Wanted,
  boundsFor,
  faultsOf,
  holdsOn,
  planRates,
  ratesOf,
  shownTo,
} from './plans.ts';
import { seesCost } from './policy.ts';

/** A rate as it comes with a call: it begins on the day of the whole call. */
export type GivenRate = Omit<Wanted, 'valid_from'>;

interface Shown extends RateKey, Amounts {
  id: string;
  valid_from: Day;
  valid_to: Day | null;
  version: number;
}

/** The rates of a service line on a day, one page: by role, grade, country and currency. */
export async function listRates(
  tx: Tx,
  actor: Actor,
  {
    query,
  }: { query: { service_line_id: string; day: Day; country?: string; currency?: string; page?: number; per_page?: number } },
): Promise<Page<Shown>> {
  const page = await pageOf<StoredRate>(
    tx,
    sql`select x.*, r.name_lc, array_position(${[...GRADES]}::text[], x.grade) as rank
      from rates.rates x join rates.sl_roles r on r.tenant_id = x.tenant_id and r.id = x.sl_role_id
      where x.tenant_id = ${tx.tenant} and ${and(
        sql`r.service_line_id = ${query.service_line_id}`,
        holdsOn(query.day),
        query.country === undefined ? undefined : sql`x.country = ${query.country}`,
        query.currency === undefined ? undefined : sql`x.currency = ${query.currency}`,
      )}`,
    sql`name_lc collate app.names, rank, country, currency, id`,
    query,
  );
  const sees = seesCost(actor);
  return {
    ...page,
    rows: page.rows.map((row) => ({
      ...row,
      cost_rate: sees ? row.cost_rate : null,
      valid_to: lastDay(row.valid_to),
    })),
  };
}

interface Change {
  id: string;
  at: Date;
  user_id: string;
  user: string;
  origin: 'screen' | 'table';
  note: string;
  valid_from: Day;
  added: number;
  changed: number;
}

/** Who changed the rates and when, the newest first; of one service line: those that brought rates of its roles. */
export const listChanges = (
  tx: Tx,
  _actor: Actor,
  { query }: { query: { service_line_id?: string; page?: number; per_page?: number } },
): Promise<Page<Change>> =>
  pageOf<Change>(
    tx,
    sql`select c.id, c.at, c.user_id, u.name as user, c.origin, c.note, c.valid_from, c.added, c.changed
      from rates.changes c join people.users u on u.tenant_id = c.tenant_id and u.id = c.user_id
      where c.tenant_id = ${tx.tenant} and ${and(
        query.service_line_id === undefined
          ? undefined
          : sql`exists (select 1 from rates.rates x
              join rates.sl_roles r on r.tenant_id = x.tenant_id and r.id = x.sl_role_id
              where x.tenant_id = c.tenant_id and x.change_id = c.id and r.service_line_id = ${query.service_line_id})`,
      )}`,
    sql`id desc`,
    query,
  );

/** Refuses rates that cannot hold. @throws Problem 403 for costs without the flag, 422 with every fault at `rates.N.field` */
async function checked(tx: Tx, actor: Actor, rates: readonly GivenRate[], from: Day, lock: boolean): Promise<Planned> {
  if (!seesCost(actor) && rates.some((rate) => rate.cost_rate !== undefined)) throw notAllowed();
  const wanted = rates.map((rate) => ({ ...rate, valid_from: from }));
  const bounds = await boundsFor(tx, actor.language);
  const held = await ratesOf(
    tx,
    wanted.map(({ sl_role_id }) => sl_role_id),
    lock,
  );
  const seen = new Set<string>();
  const errors = wanted.flatMap((each, index): { path: string; message: Text }[] => {
    const key = keyOf(each);
    const twice = seen.has(key);
    seen.add(key);
    if (twice) return [{ path: `rates.${index}.grade`, message: 'This rate stands twice.' }];
    return faultsOf(each, held.get(key) ?? [], bounds).map(({ field, message }) => ({
      path: field === 'valid_from' ? field : `rates.${index}.${field}`,
      message,
    }));
  });
  if (errors.length > 0) throw invalid(errors);
  return planRates(wanted, held, bounds);
}

/** What rates would change from a day on (default: today). Nothing is written. @throws Problem 409, 422 */
export async function previewRates(tx: Tx, actor: Actor, { body }: { body: { rates: GivenRate[]; valid_from?: Day } }) {
  const from = body.valid_from ?? (await today(tx));
  const { added, changed, unchanged, differences } = await checked(tx, actor, body.rates, from, false);
  const found = differences.filter((each): each is Difference => each !== undefined);
  return { valid_from: from, added, changed, unchanged, differences: found.map(shownTo(actor)) };
}

export interface Told {
  origin: 'screen' | 'table';
  note: string | undefined;
  valid_from: Day;
}

/** Writes a plan as one version of the rates; one that changes nothing is none. */
export async function writePlan(tx: Tx, actor: Actor, plan: Planned, { origin, note, valid_from }: Told): Promise<void> {
  const { added, changed, updates, inserts } = plan;
  if (updates.length === 0 && inserts.length === 0) return;
  const change = newId();
  await tx.write.insert('rates.changes', [
    { id: change, user_id: actor.userId, at: tx.now, origin, note: note?.trim() ?? '', valid_from, added, changed },
  ]);
  // What ends makes room for what begins. A rate that only ends came with an earlier change.
  await tx.write.update(
    'rates.rates',
    updates.map(({ before, set }) => ({
      before,
      set: set['valid_to'] === before.valid_to ? { ...set, change_id: change } : set,
    })),
  );
  await tx.write.insert(
    'rates.rates',
    inserts.map((row) => ({ ...row, change_id: change })),
  );
}

/** Sets rates from a day on. @throws Problem 403, 409, 422 */
export async function setRates(
  tx: Tx,
  actor: Actor,
  { rates, from, note }: { rates: readonly GivenRate[]; from: Day; note: string | undefined },
): Promise<Pick<Planned, 'added' | 'changed' | 'unchanged'>> {
  const plan = await checked(tx, actor, rates, from, true);
  await writePlan(tx, actor, plan, { origin: 'screen', note, valid_from: from });
  return { added: plan.added, changed: plan.changed, unchanged: plan.unchanged };
}
