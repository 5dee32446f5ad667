import type { Day } from '../../kit/day.ts';
import { invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { firmOf } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { lastDay } from './dated.ts';

interface StoredExchange extends Record<string, unknown> {
  id: string;
  currency: string;
  base: string;
  millionths: number;
  valid_from: Day;
  valid_to: Day;
  version: number;
}

/** Exchange rates to the firm's currency that hold on a day or begin later. */
export async function exchangeFrom(tx: Tx, day: Day) {
  const { currency: base } = await firmOf(tx);
  const rows = await tx.all<StoredExchange>(sql`
    select * from rates.exchange where tenant_id = ${tx.tenant} and base = ${base} and valid_to > ${day}
    order by currency, valid_from`);
  return rows.map((row) => ({ ...row, valid_to: lastDay(row.valid_to) }));
}

/**
 * What units of currencies are worth in the firm's own, in millionths, from a day on; what held before stays.
 * @throws Problem 422 for the firm's own currency, one that stands twice, or a day of the past on which another held
 */
export async function setExchange(
  tx: Tx,
  given: readonly { currency: string; millionths: number }[],
  from: Day,
  today: Day,
): Promise<void> {
  const { currency: base } = await firmOf(tx);
  const rows = await tx.all<StoredExchange>(sql`
    select * from rates.exchange where tenant_id = ${tx.tenant} and base = ${base}
      and currency = any(${given.map(({ currency }) => currency)}) order by valid_from, id for update`);
  const seen = new Set([base]);
  const updates: { before: StoredExchange; set: Record<string, unknown> }[] = [];
  const inserts: Record<string, unknown>[] = [];
  for (const [index, { currency, millionths }] of given.entries()) {
    const path = `exchange.${index}.currency`;
    if (seen.has(currency)) throw invalid([{ path, message: said`"${currency}" stands twice, or is the firm’s own.` }]);
    seen.add(currency);
    const own = rows.filter((row) => row.currency === currency);
    if (from < today && own.length > 0)
      throw invalid([
        {
          path: 'valid_from',
          message: said`A rate that has held stays what it was. Choose ${{ day: today }} or a later day.`,
        },
      ]);
    const now = own.find((row) => row.valid_from <= from && row.valid_to > from);
    if (now?.millionths === millionths) continue;
    if (now?.valid_from === from) {
      updates.push({ before: now, set: { millionths } });
      continue;
    }
    if (now) updates.push({ before: now, set: { valid_to: from } });
    const next = own.find((row) => row.valid_from > from);
    inserts.push({ currency, base, millionths, valid_from: from, valid_to: now?.valid_to ?? next?.valid_from ?? 'infinity' });
  }
  await tx.write.update('rates.exchange', updates);
  await tx.write.insert('rates.exchange', inserts);
}
