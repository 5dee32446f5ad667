import { type Day, addMonths } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type WorthRow, rate, unsettled } from './worth.ts';

/** The worth of a person's month on a project that is not what the entries say. */
export interface WorthDifference {
  month: Day;
  user_id: string;
  project_id: string;
  kept: WorthSums;
  real: WorthSums;
}

export interface WorthSums {
  seconds: number;
  standard: number;
  charge: number;
  cost: number;
}

const FIELDS = ['seconds', 'standard', 'charge', 'cost'] as const;

function summed(rows: readonly WorthRow[]): Map<string, WorthSums & Pick<WorthDifference, 'month' | 'user_id' | 'project_id'>> {
  const sums = new Map<string, WorthSums & Pick<WorthDifference, 'month' | 'user_id' | 'project_id'>>();
  for (const { month, user_id, project_id, grade, team_id, country, ...row } of rows) {
    const key = [month, user_id, project_id, row.task_type_id, row.chargeable, grade, team_id, country].join(' ');
    const sum = sums.get(key) ?? { month, user_id, project_id, seconds: 0, standard: 0, charge: 0, cost: 0 };
    for (const field of FIELDS) sum[field] += Number(row[field]);
    sums.set(key, sum);
  }
  return sums;
}

const sumsOf = ({ seconds, standard, charge, cost }: WorthSums): WorthSums => ({ seconds, standard, charge, cost });
const NOTHING: WorthSums = { seconds: 0, standard: 0, charge: 0, cost: 0 };

/**
 * Rates every entry of the firm anew and compares it, a month at a time, with what is kept of months that are settled. What was
 * written while it looked waits to be rated, and is no difference.
 */
export async function worthDifferences(tx: Tx): Promise<WorthDifference[]> {
  const months = await tx.all<{ month: Day }>(sql`
    select month from time.person_months where tenant_id = ${tx.tenant}
    union select month from reporting.worth where tenant_id = ${tx.tenant} order by 1`);
  const found: WorthDifference[] = [];
  for (const { month } of months) found.push(...(await differencesIn(tx, month)));
  return found;
}

async function differencesIn(tx: Tx, month: Day): Promise<WorthDifference[]> {
  const kept = summed(
    await tx.all<WorthRow>(sql`select * from reporting.worth where tenant_id = ${tx.tenant} and month = ${month}`),
  );
  const real = summed(await rate(tx, { from: month, to: addMonths(month, 1) }, { condition: sql`f.month = ${month}` }));
  const waiting = new Set((await unsettled(tx, month, month)).map(({ user_id }) => user_id));
  return [...new Set([...kept.keys(), ...real.keys()])].flatMap((key) => {
    const [one, other] = [kept.get(key), real.get(key)];
    const row = one ?? other;
    const [a, b] = [sumsOf(one ?? NOTHING), sumsOf(other ?? NOTHING)];
    if (!row || waiting.has(row.user_id) || FIELDS.every((field) => a[field] === b[field])) return [];
    const { user_id, project_id } = row;
    return [{ month, user_id, project_id, kept: a, real: b }];
  });
}
