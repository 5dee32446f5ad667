import { type Day, addDays, addMonths } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { NIL } from './facts.ts';
import { type UnbilledRow, unbilledOf } from './unbilled.ts';
import { type WorthRow, rate, unsettled } from './worth.ts';

/** The worth of a person's month on a project that is not what the entries say; of the nil id, of a project that is not the sum of people. */
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
  const projects = await tx.all<
    WorthSums & { project_id: string; kept_standard: number; kept_charge: number; kept_cost: number; kept_seconds: number }
  >(sql`
    select project_id, sum(seconds)::bigint as seconds, sum(standard)::bigint as standard, sum(charge)::bigint as charge,
      sum(cost)::bigint as cost, sum(kept_seconds)::bigint as kept_seconds, sum(kept_standard)::bigint as kept_standard,
      sum(kept_charge)::bigint as kept_charge, sum(kept_cost)::bigint as kept_cost
    from (
      select project_id, chargeable, seconds, standard, charge, cost, 0 as kept_seconds, 0 as kept_standard, 0 as kept_charge, 0 as kept_cost
      from reporting.worth where tenant_id = ${tx.tenant} and month = ${month}
      union all select project_id, chargeable, 0, 0, 0, 0, seconds, standard, charge, cost
      from reporting.project_worth where tenant_id = ${tx.tenant} and month = ${month}) both_sides
    group by project_id, chargeable
    having sum(seconds) <> sum(kept_seconds) or sum(standard) <> sum(kept_standard) or sum(charge) <> sum(kept_charge)
      or sum(cost) <> sum(kept_cost)`);
  const ofProjects = projects.map(
    ({
      project_id,
      kept_seconds: seconds,
      kept_standard: standard,
      kept_charge: charge,
      kept_cost: cost,
      ...real
    }): WorthDifference => ({
      month,
      user_id: NIL,
      project_id,
      kept: { seconds, standard, charge, cost },
      real: sumsOf(real),
    }),
  );
  const waiting = new Set((await unsettled(tx, month, month)).map(({ user_id }) => user_id));
  const ofPeople = [...new Set([...kept.keys(), ...real.keys()])].flatMap((key) => {
    const [one, other] = [kept.get(key), real.get(key)];
    const row = one ?? other;
    const [a, b] = [sumsOf(one ?? NOTHING), sumsOf(other ?? NOTHING)];
    if (!row || waiting.has(row.user_id) || FIELDS.every((field) => a[field] === b[field])) return [];
    const { user_id, project_id } = row;
    return [{ month, user_id, project_id, kept: a, real: b }];
  });
  return [...ofPeople, ...ofProjects, ...(await unbilledDifferences(tx, month, waiting))];
}

/** The same of unbilled time, day by day: what is told of a difference is that of the whole month. */
async function unbilledDifferences(tx: Tx, month: Day, waiting: ReadonlySet<string>): Promise<WorthDifference[]> {
  const keyed = (rows: readonly UnbilledRow[]): Map<string, UnbilledRow> =>
    new Map(
      rows.map((row) => [
        [row.user_id, row.project_id, row.task_type_id, row.grade, row.team_id, row.country, row.is_rated].join(' '),
        row,
      ]),
    );
  const kept = keyed(
    await tx.all<UnbilledRow>(
      sql`select f.*, f.value::float8[] as value from reporting.unbilled f where f.tenant_id = ${tx.tenant} and f.month = ${month}`,
    ),
  );
  const real = keyed(await unbilledOf(tx, { from: month, to: addDays(addMonths(month, 1), -1) }));
  const wholeOf = (row: UnbilledRow | undefined): WorthSums => ({
    ...NOTHING,
    seconds: row?.seconds.at(-1) ?? 0,
    charge: row?.value.at(-1) ?? 0,
  });
  return [...new Set([...kept.keys(), ...real.keys()])].flatMap((key) => {
    const [one, other] = [kept.get(key), real.get(key)];
    const row = one ?? other;
    const same = (of: 'seconds' | 'value'): boolean => String(one?.[of]) === String(other?.[of]);
    if (!row || waiting.has(row.user_id) || (same('seconds') && same('value'))) return [];
    return [{ month, user_id: row.user_id, project_id: row.project_id, kept: wholeOf(one), real: wholeOf(other) }];
  });
}
