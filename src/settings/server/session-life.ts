import { conflict } from '../../kit/problem.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

interface FirmRow extends Record<string, unknown> {
  id: string;
  session_idle_minutes: number;
  session_hours: number;
  version: number;
}

/** Minutes without a call, hours in all. */
export interface SessionLife {
  idle_minutes: number;
  hours: number;
  version: number;
}

const shown = (row: FirmRow): SessionLife => ({
  idle_minutes: row.session_idle_minutes,
  hours: row.session_hours,
  version: row.version,
});

async function load(tx: Tx, lock: boolean): Promise<FirmRow> {
  const row = lock
    ? await tx.one<FirmRow>(sql`select * from settings.firm where tenant_id = ${tx.tenant} for update`)
    : await tx.one<FirmRow>(sql`select * from settings.firm where tenant_id = ${tx.tenant}`);
  if (!row) throw new Error('The firm has no settings.');
  return row;
}

export const readSessionLife = async (tx: Tx): Promise<SessionLife> => shown(await load(tx, false));

/** Changes how long sessions of the firm live. @throws Problem 409 when stale */
export async function changeSessionLife(
  tx: Tx,
  _actor: Actor,
  { body }: { body: { idle_minutes: number; hours: number; version?: number } },
): Promise<SessionLife> {
  const before = await load(tx, true);
  if (body.version !== undefined && body.version !== before.version)
    throw conflict('Somebody else changed this in the meantime.', shown(before));
  const set = { session_idle_minutes: body.idle_minutes, session_hours: body.hours };
  const [row] = await tx.write.update<FirmRow>('settings.firm', [{ before, set }]);
  return shown(row ?? before);
}
