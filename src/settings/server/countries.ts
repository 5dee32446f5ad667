import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';

/** Makes sure that the firm works in these countries. @returns those that it did not have */
export async function addCountries(tx: Tx, codes: readonly string[]): Promise<string[]> {
  const known = await tx.all<{ code: string }>(sql`
    select code from settings.countries where tenant_id = ${tx.tenant} and code = any(${codes})`);
  const missing = [...new Set(codes)].filter((code) => !known.some((row) => row.code === code));
  await tx.write.insert(
    'settings.countries',
    missing.map((code) => ({ code })),
  );
  return missing;
}
