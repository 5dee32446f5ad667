import type { Day } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { today } from '../../people/server/public.ts';
import { notify } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { WriteOffDetails } from '../contract/write-offs.ts';
import type { Group, WriteOffState } from '../rules.ts';
import { followBilling } from './billing-status.ts';
import { chosenTime, lockProject } from './chosen-time.ts';
import { type TimeGroup, valuesOf } from './grouping.ts';
import { WRITE_OFF_DECIDED } from './notices.ts';
import { billedProject, usualGroup } from './unbilled.ts';
import { readWriteOff } from './write-off-lists.ts';

interface Stored extends Record<string, unknown> {
  id: string;
  project_id: string;
  state: WriteOffState;
  currency: string;
  value: number;
  asked_by: string;
  version: number;
}

interface Held extends Record<string, unknown> {
  id: string;
  project_id: string;
  user_id: string;
  day: Day;
  seconds: number;
  value: number;
  standard: number;
}

interface Wanted {
  id?: string;
  project_id: string;
  until: Day;
  group_by?: Group;
  keys?: string[];
  reason: string;
}

const said = (reason: string): string => {
  const text = reason.trim();
  if (text === '') throw invalid([{ path: 'reason', message: 'What is written off or up needs a reason.' }]);
  return text;
};

/** Each entry of lines with its share of what they are worth. */
const entriesOf = (groups: readonly TimeGroup[]) =>
  groups.flatMap((group) => {
    const [values, standards] = [valuesOf(group), valuesOf({ ...group, value: group.standard })];
    return group.entries.map(({ id, user_id, day, seconds }, index) => ({
      ...{ id, user_id, day, seconds },
      value: values[index] ?? 0,
      standard: standards[index] ?? 0,
    }));
  });

const sumOf = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((all, row) => all + row[key], 0);

/**
 * Asks to write off approved unbilled time without an invoice: it stands on no other until somebody else decides.
 * @throws Problem 404, 409 where there is nothing, or a line is not there any more, 422
 */
export async function askWriteOff(tx: Tx, actor: Actor, { body }: { body: Wanted }): Promise<WriteOffDetails> {
  const reason = said(body.reason);
  const project = await billedProject(tx, actor, body.project_id);
  await lockProject(tx, project.id);
  const by = body.group_by ?? (await usualGroup(tx, project.id));
  const { chosen, standing } = await chosenTime(tx, project, { by, until: body.until, keys: body.keys });
  const time = entriesOf(chosen);
  const days = time.map(({ day }) => day).sort();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined)
    throw conflict('There is nothing to write off: what is approved stands on an invoice already.');
  const id = body.id ?? newId();
  await tx.write.insert('invoicing.write_offs', [
    {
      id,
      project_id: project.id,
      currency: project.currency,
      period_from: first,
      period_to: last,
      seconds: sumOf(time, 'seconds'),
      value: sumOf(time, 'value'),
      standard: sumOf(time, 'standard'),
      standing,
      reason,
      asked_by: actor.userId,
      asked_at: tx.now,
    },
  ]);
  // The write-off's own record says which time it holds; one row of the audit for each entry would say it again.
  const held = time.map((entry) => ({ ...entry, write_off_id: id, project_id: project.id }));
  await tx.write.insert('invoicing.billed_time', held, { covered: true });
  await followBilling(tx, project.id);
  tellScreens(tx, id, project.id);
  return readWriteOff(tx, actor, id);
}

const tellScreens = (tx: Tx, id: string, project: string): void => tx.say({ topic: 'invoices', keys: { id, project } });

/** A write-off that the actor sees, locked. @throws Problem 404, 409 with what holds now when it is stale */
async function lockedAt(tx: Tx, actor: Actor, id: string, version: number): Promise<{ row: Stored; shown: WriteOffDetails }> {
  const row = await tx.one<Stored>(
    sql`select * from invoicing.write_offs where tenant_id = ${tx.tenant} and id = ${id} for update`,
  );
  const shown = await readWriteOff(tx, actor, id);
  if (!row) throw notFound('There is no such write-off.');
  if (row.version !== version) throw conflict('Somebody else changed this write-off in the meantime.', shown);
  return { row, shown };
}

const heldBy = (tx: Tx, id: string): Promise<Held[]> =>
  tx.all<Held>(sql`
    select id, project_id, user_id, day, seconds, value, standard from invoicing.billed_time
    where tenant_id = ${tx.tenant} and write_off_id = ${id} order by day, id`);

/** Books what leaves the work in progress on a day, or below 0 what comes back to it: nobody is asked to pay any of it. */
const book = (tx: Tx, id: string, time: readonly Held[], day: Day, sign: 1 | -1): Promise<unknown> =>
  tx.write.insert(
    'invoicing.ledger',
    time.map(({ id: entry_id, seconds, value, standard, ...entry }) => ({
      ...entry,
      id: newId(),
      entry_id,
      write_off_id: id,
      booked_on: day,
      seconds: sign * seconds,
      value: sign * value,
      standard: sign * standard,
      billed: 0,
    })),
    { covered: true },
  );

/** Stores what became of a write-off; time that it does not keep may be billed again. */
async function settle(tx: Tx, actor: Actor, row: Stored, set: Record<string, unknown>, keeps: boolean): Promise<WriteOffDetails> {
  await tx.write.update('invoicing.write_offs', [{ before: row, set }]);
  if (!keeps) await tx.write.remove('invoicing.billed_time', await heldBy(tx, row.id));
  await followBilling(tx, row.project_id);
  tellScreens(tx, row.id, row.project_id);
  return readWriteOff(tx, actor, row.id);
}

interface Decision {
  version: number;
  decision: 'approved' | 'rejected';
  note?: string;
}

/** Agrees to a write-off, or rejects it. @throws Problem 404, 409 when it is stale or does not wait for the actor, 422 */
export async function decideWriteOff(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: Decision },
): Promise<WriteOffDetails> {
  const { row, shown } = await lockedAt(tx, actor, params.id, body.version);
  if (!shown.may.decide) throw conflict('Nothing here waits for your decision.', shown);
  const { decision } = body;
  const note = body.note?.trim() ?? '';
  if (decision === 'rejected' && note === '') throw invalid([{ path: 'note', message: 'A rejection needs a reason.' }]);
  if (decision === 'approved') await book(tx, row.id, await heldBy(tx, row.id), await today(tx), 1);
  const set = { state: decision, decided_by: actor.userId, decided_at: tx.now, decision_note: note };
  const settled = await settle(tx, actor, row, set, decision === 'approved');
  await notify(tx, {
    kind: WRITE_OFF_DECIDED,
    userIds: [row.asked_by],
    facts: { project: shown.project, by: settled.decided_by ?? '', reason: note, decision },
    link: `/management/invoices?tab=write_offs&id=${row.id}`,
  });
  return settled;
}

/** Withdraws what one asked for and nobody has decided on. @throws Problem 404, 409 */
export async function withdrawWriteOff(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: { version: number } },
): Promise<WriteOffDetails> {
  const { row, shown } = await lockedAt(tx, actor, params.id, body.version);
  if (!shown.may.withdraw) throw conflict('Only who asked for it withdraws it, and only while it waits.', shown);
  return settle(tx, actor, row, { state: 'withdrawn' }, false);
}

/**
 * Takes back what was written off: it is written up on the day on which it is taken back, and its time is unbilled again.
 * @throws Problem 404, 409 when it is stale or the actor may not, 422
 */
export async function takeBackWriteOff(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: { version: number; reason: string } },
): Promise<WriteOffDetails> {
  const reason = said(body.reason);
  const { row, shown } = await lockedAt(tx, actor, params.id, body.version);
  if (!shown.may.take_back)
    throw conflict('Only what was written off is taken back, by a Manager or above who did not ask for it.', shown);
  await book(tx, row.id, await heldBy(tx, row.id), await today(tx), -1);
  const set = { state: 'taken_back', taken_back_by: actor.userId, taken_back_at: tx.now, taken_back_reason: reason };
  return settle(tx, actor, row, set, false);
}
