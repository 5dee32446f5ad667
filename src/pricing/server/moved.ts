import { ratesOn } from '../../rates/server/public.ts';
import { today } from '../../people/server/public.ts';
import type { Tx } from '../../server/tx.ts';
import type { StoredVersion, Table } from './content.ts';

/**
 * How many lines with hours would be worth something else at the rates of today, or of the version's own day where that is later:
 * rates were changed after they were taken. Costs are left out: not everybody may know that they moved.
 */
export async function movedLines(
  tx: Tx,
  { rate_day }: Pick<StoredVersion, 'rate_day'>,
  tables: readonly Table[],
  projectId: string | null,
): Promise<{ lines: number; day: string }> {
  const now = await today(tx);
  const day = rate_day > now ? rate_day : now;
  const worked = tables.flatMap((table) =>
    table.lines
      .filter(({ minutes }) => minutes.some((each) => each > 0))
      .map((line) => ({ ...line, country: table.country, currency: table.currency })),
  );
  if (worked.length === 0) return { lines: 0, day };
  const rates = await ratesOn(tx, worked, { day, projectId });
  const moved = worked.filter(
    (line, at) => line.standard_rate !== rates[at]?.standard_rate || line.charge_rate !== rates[at]?.charge_rate,
  );
  return { lines: moved.length, day };
}
