import { newId } from '../../kit/ids.ts';
import { conflict } from '../../kit/problem.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

interface DeskRow extends Record<string, unknown> {
  id: string;
  mail_to: string | null;
  version: number;
}

type Desk = Pick<DeskRow, 'mail_to' | 'version'>;

const load = (tx: Tx): Promise<DeskRow | undefined> =>
  tx.one<DeskRow>(sql`select * from support.desk where tenant_id = ${tx.tenant}`);

const shown = (row: DeskRow | undefined): Desk => ({ mail_to: row?.mail_to ?? null, version: row?.version ?? 0 });

export const readDesk = async (tx: Tx): Promise<Desk> => shown(await load(tx));

/** Changes where new tickets are mailed. @throws Problem 409 when stale */
export async function changeDesk(
  tx: Tx,
  _actor: Actor,
  { body }: { body: { mail_to: string | null; version?: number } },
): Promise<Desk> {
  // Two who change it at once: the second sees the first.
  await tx.all(sql`select 1 from settings.firm where tenant_id = ${tx.tenant} for update`);
  const row = await load(tx);
  const { version, mail_to } = body;
  if (version !== undefined && version !== (row?.version ?? 0))
    throw conflict('Somebody else changed this in the meantime.', shown(row));
  if (row) await tx.write.update('support.desk', [{ before: row, set: { mail_to } }]);
  else await tx.write.insert('support.desk', [{ id: newId(), mail_to }]);
  return readDesk(tx);
}
