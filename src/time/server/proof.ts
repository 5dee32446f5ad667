import { type Day, addMonths, monthOf } from '../../kit/day.ts';
import { type Sql, raw, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { NIL } from './aggregates.ts';

/**
 * Sums that are not what the entries say: of a day in `time.person_days`, or of a month (by its first day) in `time.months` and
 * `time.person_months`, which does not count entries.
 */
export interface Difference {
  table: 'time.person_days' | 'time.months' | 'time.person_months';
  user_id: string;
  day: Day;
  /** As kept, and as the entries say: seconds, chargeable seconds, number of entries. */
  kept: Sums;
  real: Sums;
}

interface Sums {
  seconds: number;
  chargeable: number;
  entries: number;
}

/** A fault has usually one cause: more than these of a month say nothing more. */
const ENOUGH = 100;

/**
 * Adds up every entry of the firm anew and compares with the sums that were kept with each write, a month at a time; each
 * comparison is one statement, so what is written meanwhile is in both or in neither. The months are compared by person,
 * project, task type and chargeability: which grade, team and country held then is no sum.
 */
export async function differencesOf(tx: Tx): Promise<Difference[]> {
  const found: Difference[] = [];
  for (let month = await monthFrom(tx, '0001-01-01'); month !== undefined; month = await monthFrom(tx, addMonths(month, 1))) {
    found.push(...(await daysOf(tx, month)), ...(await monthsOf(tx, month)), ...(await peopleOf(tx, month)));
  }
  return found;
}

/** The first month on or after a day with any entry or sum: a typo may lie centuries from the rest. */
export async function monthFrom(tx: Tx, from: Day): Promise<Day | undefined> {
  const row = await tx.one<{ day: Day | null }>(sql`
    select least(
      (select min(day) from time.entries where tenant_id = ${tx.tenant} and day >= ${from}),
      (select min(day) from time.person_days where tenant_id = ${tx.tenant} and day >= ${from}),
      (select min(month) from time.months where tenant_id = ${tx.tenant} and month >= ${from}),
      (select min(month) from time.person_months where tenant_id = ${tx.tenant} and month >= ${from} and seconds <> 0)) as day`);
  return row?.day ? monthOf(row.day) : undefined;
}

/** Both sides as rows, `kept` and `real`, added up by `keys`: what remains differs. */
async function differing(tx: Tx, table: Difference['table'], keys: string, sides: Sql): Promise<Difference[]> {
  return tx
    .all<{ user_id: string; day: Day; kept: Sums; real: Sums }>(sql`
      select user_id, day,
        json_build_object('seconds', sum(kept), 'chargeable', sum(kept_chargeable), 'entries', sum(kept_entries)) as kept,
        json_build_object('seconds', sum(seconds), 'chargeable', sum(chargeable), 'entries', sum(entries)) as real
      from (${sides}) both_sides group by ${raw(keys)}
      having sum(kept) <> sum(seconds) or sum(kept_chargeable) <> sum(chargeable) or sum(kept_entries) <> sum(entries)
      order by 2, 1 limit ${ENOUGH}`)
    .then((rows) => rows.map((row) => ({ table, ...row })));
}

const daysOf = (tx: Tx, month: Day): Promise<Difference[]> =>
  differing(
    tx,
    'time.person_days',
    'user_id, day',
    sql`
    select user_id, day, 0 as kept, 0 as kept_chargeable, 0 as kept_entries,
      seconds, case when chargeable then seconds else 0 end as chargeable, 1 as entries
    from time.entries where tenant_id = ${tx.tenant} and day >= ${month} and day < ${addMonths(month, 1)}
    union all
    select user_id, day, seconds, chargeable_seconds, entry_count, 0, 0, 0
    from time.person_days where tenant_id = ${tx.tenant} and day >= ${month} and day < ${addMonths(month, 1)}`,
  );

const monthsOf = (tx: Tx, month: Day): Promise<Difference[]> =>
  differing(
    tx,
    'time.months',
    'user_id, day, project_id, task_type_id',
    sql`
    select user_id, ${month}::date as day, coalesce(project_id, ${NIL}) as project_id, coalesce(task_type_id, ${NIL}) as task_type_id,
      0 as kept, 0 as kept_chargeable, 0 as kept_entries,
      seconds, case when chargeable then seconds else 0 end as chargeable, 1 as entries
    from time.entries where tenant_id = ${tx.tenant} and day >= ${month} and day < ${addMonths(month, 1)}
    union all
    select user_id, month, project_id, task_type_id, seconds, case when chargeable then seconds else 0 end, entry_count, 0, 0, 0
    from time.months where tenant_id = ${tx.tenant} and month = ${month}`,
  );

const peopleOf = (tx: Tx, month: Day): Promise<Difference[]> =>
  differing(
    tx,
    'time.person_months',
    'user_id, day',
    sql`
    select user_id, ${month}::date as day, 0 as kept, 0 as kept_chargeable, 0 as kept_entries,
      seconds, case when chargeable then seconds else 0 end as chargeable, 0 as entries
    from time.entries where tenant_id = ${tx.tenant} and day >= ${month} and day < ${addMonths(month, 1)}
    union all
    select user_id, month, seconds, chargeable_seconds, 0, 0, 0, 0
    from time.person_months where tenant_id = ${tx.tenant} and month = ${month}`,
  );
