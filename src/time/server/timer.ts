import { invalid, notFound, conflict } from '../../kit/problem.ts';
import { firmOf } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { clockParts } from '../rules.ts';
import { type EntryRow, createEntries } from './entries.ts';

interface TimerRow extends Record<string, unknown> {
  id: string;
  project_id: string | null;
  task_type_id: string | null;
  comment: string;
  started_at: string;
  version: number;
}

export interface ShownTimer {
  project_id: string | null;
  task_type_id: string | null;
  comment: string;
  started_at: string;
  version: number;
}

interface Change {
  project_id?: string | null;
  task_type_id?: string | null;
  comment?: string;
  started_at?: string;
}

const DAY_MS = 86_400_000;

const load = (tx: Tx, actor: Actor): Promise<TimerRow | undefined> =>
  tx.one<TimerRow>(sql`select * from time.timers where tenant_id = ${tx.tenant} and id = ${actor.userId} for update`);

const shown = ({ project_id, task_type_id, comment, started_at, version }: TimerRow): ShownTimer => ({
  project_id,
  task_type_id,
  comment,
  started_at,
  version,
});

/** One's running clock, if there is one. */
export async function readTimer(tx: Tx, actor: Actor): Promise<{ timer: ShownTimer | null; now: string }> {
  const row = await tx.one<TimerRow>(sql`select * from time.timers where tenant_id = ${tx.tenant} and id = ${actor.userId}`);
  return { timer: row ? shown(row) : null, now: tx.now.toISOString() };
}

/** @throws Problem 422 for a beginning in the future or more than a day ago */
function begun(tx: Tx, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const at = new Date(text);
  if (Number.isNaN(at.getTime()) || at > tx.now || tx.now.getTime() - at.getTime() > DAY_MS)
    throw invalid([{ path: 'started_at', message: 'A timer begins within the last 24 hours.' }]);
  return at;
}

const changed = (tx: Tx): void => tx.say({ topic: 'timer' });

/** Starts one's clock; the database allows one. @throws Problem 409 with the one that runs */
export async function startTimer(tx: Tx, actor: Actor, { body }: { body: Change }): Promise<ShownTimer> {
  const running = await load(tx, actor);
  if (running) throw conflict('A timer runs already. Stop it first.', shown(running));
  const [row] = await tx.write.insert<TimerRow>('time.timers', [
    { ...body, id: actor.userId, comment: body.comment ?? '', started_at: begun(tx, body.started_at) ?? tx.now },
  ]);
  changed(tx);
  return shown(row as TimerRow);
}

async function running(tx: Tx, actor: Actor): Promise<TimerRow> {
  const row = await load(tx, actor);
  if (!row) throw notFound('No timer runs.');
  return row;
}

/** Says what one's running clock is for, or when it really began. @throws Problem 404, 409, 422 */
export async function changeTimer(
  tx: Tx,
  actor: Actor,
  { body }: { body: Change & { version?: number } },
  visit: { ifMatch: number | undefined },
): Promise<ShownTimer> {
  const before = await running(tx, actor);
  const { version, started_at, ...set } = body;
  const known = version ?? visit.ifMatch;
  if (known !== undefined && known !== before.version)
    throw conflict('Somebody else changed this in the meantime.', shown(before));
  const at = begun(tx, started_at);
  const [row] = await tx.write.update<TimerRow>('time.timers', [{ before, set: { ...set, ...(at ? { started_at: at } : {}) } }]);
  changed(tx);
  return shown(row as TimerRow);
}

/**
 * Stops one's clock and logs what it counted, split at midnight. Once: whoever comes second finds none.
 * @throws Problem 404 without one, 422 when it has no work, ran longer than a day, or what it counted is refused
 */
export async function stopTimer(tx: Tx, actor: Actor, { body }: { body: Change & { ended_at?: string } }): Promise<EntryRow[]> {
  const timer = { ...(await running(tx, actor)) };
  const { ended_at, started_at, ...work } = body;
  const from = begun(tx, started_at) ?? new Date(timer.started_at);
  const to = ended_at === undefined ? tx.now : new Date(ended_at);
  if (Number.isNaN(to.getTime()) || to < from || to > tx.now)
    throw invalid([{ path: 'ended_at', message: 'The end lies between the start and now.' }]);
  if (to.getTime() - from.getTime() > DAY_MS)
    throw invalid([{ path: 'ended_at', message: 'The timer has run for more than a day. Say when the work ended.' }]);
  const { time_zone: zone } = await firmOf(tx);
  const what = { project_id: timer.project_id, task_type_id: timer.task_type_id, comment: timer.comment, ...work };
  const entries = await createEntries(tx, actor, {
    body: { entries: clockParts(zone, from, to).map((part) => ({ ...part, ...what })) },
  });
  await tx.write.remove('time.timers', [timer]);
  changed(tx);
  return entries;
}

/** Throws one's running clock away. @throws Problem 404 */
export async function discardTimer(tx: Tx, actor: Actor): Promise<{ success: boolean }> {
  await tx.write.remove('time.timers', [await running(tx, actor)]);
  changed(tx);
  return { success: true };
}
