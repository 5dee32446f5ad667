import type { Day } from '../../kit/day.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { NIL } from './facts.ts';
import { type Source, type WorthRow, rate } from './worth.ts';

/**
 * Time of a person's month that is still to be billed. Both lists have an element for each of 31 days: what had come together by that
 * day, so that the last one is the whole month. `value` is what the client would pay, in seconds times minor units an hour.
 */
export interface UnbilledRow {
  month: Day;
  user_id: string;
  project_id: string;
  task_type_id: string;
  grade: string;
  team_id: string;
  country: string;
  /** Whether anything says what an hour of it is worth. */
  is_rated: boolean;
  seconds: number[];
  value: number[];
}

const DAYS = 31;
const KEYS = ['month', 'user_id', 'project_id', 'task_type_id', 'grade', 'team_id', 'country'] as const;

/** Each element with all before it. */
function running(days: readonly number[]): number[] {
  let sum = 0;
  return days.map((day) => (sum += day));
}

/** Days of unbilled time as months, time that has a rate and time that has none each in rows of their own. */
function byMonth(rows: readonly WorthRow[]): UnbilledRow[] {
  const months = new Map<string, UnbilledRow>();
  const add = (row: WorthRow, is_rated: boolean, seconds: number): void => {
    if (seconds === 0) return;
    const key = [...KEYS.map((each) => row[each]), is_rated].join(' ');
    const found = months.get(key) ?? {
      ...(Object.fromEntries(KEYS.map((each) => [each, row[each]])) as Pick<UnbilledRow, (typeof KEYS)[number]>),
      is_rated,
      seconds: new Array<number>(DAYS).fill(0),
      value: new Array<number>(DAYS).fill(0),
    };
    months.set(key, found);
    const index = Number(row.day?.slice(8)) - 1;
    found.seconds[index] = (found.seconds[index] ?? 0) + seconds;
    if (is_rated) found.value[index] = (found.value[index] ?? 0) + row.charge;
  };
  for (const row of rows) {
    add(row, true, row.seconds - row.unrated_seconds);
    add(row, false, row.unrated_seconds);
  }
  return [...months.values()].map((row) => ({ ...row, seconds: running(row.seconds), value: running(row.value) }));
}

/** The unbilled time of a source, straight from its entries, rated as all others are. @param condition on `f`, as for `rate` */
export const unbilledOf = async (tx: Tx, source: Source, condition = sql`true`): Promise<UnbilledRow[]> =>
  byMonth(await rate(tx, source, { unbilled: true, condition: sql`f.project_id <> ${NIL} and ${condition}` }));

/** Rows as a select of the columns of `reporting.unbilled`. */
export const unbilledSelect = (rows: readonly UnbilledRow[]): Sql => sql`
  select x.* from json_to_recordset(${JSON.stringify(rows)}::json) as x(month date, user_id uuid, project_id uuid, task_type_id uuid,
    grade text, team_id uuid, country text, is_rated boolean, seconds int[], value bigint[])`;
