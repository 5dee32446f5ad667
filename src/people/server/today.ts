import { type Day, dayIn } from '../../kit/day.ts';
import { firmOf } from '../../settings/server/public.ts';
import type { Tx } from '../../server/tx.ts';

/** The day it is now where the firm is. */
export const today = async (tx: Tx): Promise<Day> => dayIn((await firmOf(tx)).time_zone, tx.now);
