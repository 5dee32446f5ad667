import { type Day, dayIn } from '../../kit/day.ts';
import { firmOf } from '../../settings/server/public.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';

/** The day it is now where the firm is. */
export const today = async (tx: Tx): Promise<Day> => dayIn((await firmOf(tx)).time_zone, tx.now);

/** `today` within a statement: the day it is where the firm is, found once however many rows ask. */
export const dayThere = (tx: Tx): Sql =>
  sql`(select (${tx.now}::timestamptz at time zone f.time_zone)::date from settings.firm f where f.tenant_id = ${tx.tenant})`;
