import { newId } from '../../kit/ids.ts';
import type { Config } from '../../server/config.ts';
import type { Derivation, Row, RowChange } from '../../server/gateway.ts';
import { type Job, forEveryFirm, jobKind, onErrand } from '../../server/jobs.ts';
import { unseal } from '../../server/secrets.ts';
import { signedPost, waitAfter } from '../../server/signed-post.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { notify } from '../../settings/server/public.ts';
import type { WebhookTopic } from '../rules.ts';
import { WEBHOOK_FAILED } from './notices.ts';
import { administratorsOf } from './ticket-acts.ts';

/** Something is to be told to an address of the firm. */
export const DELIVERY_ASKED = jobKind<{ delivery: string }>('support.deliver');

/** Where the key of a firm's webhooks is sealed for. */
export const placeOf = (tenant: number): string => `support.webhooks ${tenant}`;

/** Changes in one delivery; an import of a year is told in several. */
const MOST_CHANGES = 200;
/** A receiver that never answers holds up few others. */
const DELIVERIES_AT_ONCE = 4;
const KEPT_DAYS = 30;

/** What is told of a row: what decides on it. Texts that people wrote are read by the API, with a token that may. */
const TOLD: Readonly<Record<WebhookTopic, readonly string[]>> = {
  time: ['user_id', 'day', 'project_id', 'task_type_id', 'seconds', 'chargeable'],
  bookings: ['user_id', 'project_id', 'phase_id', 'task_type_id', 'first_day', 'last_day', 'minutes_per_day', 'level'],
  leave: ['user_id', 'type_id', 'first_day', 'last_day', 'part', 'status'],
  projects: ['code', 'name', 'client_id', 'status', 'billing_status', 'chargeable', 'starts_on', 'ends_on'],
};

interface Told {
  id: string;
  action: 'created' | 'changed' | 'deleted';
  before?: Row;
  after?: Row;
}

const only = (row: Row, keys: readonly string[]): Row => Object.fromEntries(keys.map((key) => [key, row[key] ?? null]));

function toldOf(topic: WebhookTopic, { before, after }: RowChange): Told {
  return {
    id: String((after ?? before)?.['id']),
    action: before && after ? 'changed' : after ? 'created' : 'deleted',
    ...(before ? { before: only(before, TOLD[topic]) } : {}),
    ...(after ? { after: only(after, TOLD[topic]) } : {}),
  };
}

/** Notes what is to be told to webhooks, and asks for it, with the transaction that it speaks of. */
export async function enqueue(
  tx: Tx,
  webhookIds: readonly string[],
  topic: WebhookTopic | 'test',
  changes: readonly Told[],
): Promise<void> {
  const portions = [changes.slice(0, MOST_CHANGES)];
  for (let from = MOST_CHANGES; from < changes.length; from += MOST_CHANGES)
    portions.push(changes.slice(from, from + MOST_CHANGES));
  const rows = webhookIds.flatMap((webhook_id) =>
    portions.map((portion) => {
      const id = newId();
      const event = topic === 'test' ? 'test' : `${topic}.changed`;
      return { id, webhook_id, body: JSON.stringify({ id, event, at: tx.now.toISOString(), changes: portion }) };
    }),
  );
  await Promise.all([
    tx.all(sql`
      insert into support.deliveries (tenant_id, id, webhook_id, topic, body, created_at)
      select ${tx.tenant}::int, x.id, x.webhook_id, ${topic}::text, x.body, ${tx.now}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) as x(id uuid, webhook_id uuid, body text) returning 1`),
    tx.sendAll(
      DELIVERY_ASKED,
      rows.map(({ id }) => ({ delivery: id })),
    ),
  ]);
}

/** Follows the writes of a table: what changed is told to every address that wants to hear of it. */
export const tellOf =
  (topic: WebhookTopic): Derivation =>
  async (tx, changes) => {
    const hooks = await tx.all<{ id: string }>(sql`
      select id from support.webhooks where tenant_id = ${tx.tenant} and is_active and ${topic}::text = any(topics)`);
    if (hooks.length === 0) return;
    await enqueue(
      tx,
      hooks.map(({ id }) => id),
      topic,
      changes.map((change) => toldOf(topic, change)),
    );
  };

interface Waiting {
  webhook_id: string;
  body: string;
  attempts: number;
  address: string;
  secret: string;
}

/** A delivery that waits, of a webhook that is on: what one that is off was to be told waits until it is on again. */
const waitingOf = (tx: Tx, id: string): Promise<Waiting | undefined> =>
  tx.one<Waiting>(sql`
    select d.webhook_id, d.body, d.attempts, w.address, w.secret from support.deliveries d
    join support.webhooks w on w.tenant_id = d.tenant_id and w.id = d.webhook_id and w.is_active
    where d.tenant_id = ${tx.tenant} and d.id = ${id} and d.state = 'waiting'`);

/** Notes how an attempt ended, and asks for the next one; administrators hear of what is given up, once a day. */
async function settle(
  tx: Tx,
  id: string,
  { attempts, address, webhook_id }: Waiting,
  failure: string | undefined,
): Promise<void> {
  const wait = failure === undefined ? undefined : waitAfter(attempts + 1);
  const state = failure === undefined ? 'delivered' : wait === undefined ? 'failed' : 'waiting';
  const [changed] = await tx.all(sql`
    update support.deliveries set state = ${state}, attempts = attempts + 1, error = ${(failure ?? '').slice(0, 500)},
      settled_at = ${state === 'waiting' ? null : tx.now}::timestamptz
    where tenant_id = ${tx.tenant} and id = ${id} and state = 'waiting' and attempts = ${attempts} returning id`);
  if (!changed) return;
  tx.say({ topic: 'webhooks' });
  if (wait !== undefined) return tx.send(DELIVERY_ASKED, { delivery: id }, { after: new Date(tx.now.getTime() + wait * 1000) });
  if (failure === undefined) return;
  await notify(tx, {
    kind: WEBHOOK_FAILED,
    userIds: await administratorsOf(tx),
    facts: { address: new URL(address).host, error: failure.slice(0, 200) },
    link: '/admin/settings?section=webhooks',
    occasion: `${webhook_id} ${tx.now.toISOString().slice(0, 10)}`,
  });
}

/** Delivers one: no transaction is held while the far end is waited for. */
export async function deliverOne(
  { delivery }: { delivery: string },
  { config }: { config: Config },
  within: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<void> {
  const found = await within(async (tx) => {
    const waiting = await waitingOf(tx, delivery);
    return waiting && { ...waiting, key: unseal(config, waiting.secret, placeOf(tx.tenant)) };
  });
  if (!found) return;
  const failure = await signedPost({ id: delivery, address: found.address, key: found.key, body: found.body }, config).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  await within((tx) => settle(tx, delivery, found, failure));
}

/** Has a delivery tried again that was given up. @returns whether there is such a one */
export async function deliverAnew(tx: Tx, id: string): Promise<boolean> {
  const [row] = await tx.all(sql`
    update support.deliveries set state = 'waiting', attempts = 0, error = '', settled_at = null
    where tenant_id = ${tx.tenant} and id = ${id} and state = 'failed' returning id`);
  if (!row) return false;
  await tx.send(DELIVERY_ASKED, { delivery: id });
  return true;
}

/** Asks anew for what waited while a webhook was off. */
export async function resume(tx: Tx, webhookId: string): Promise<void> {
  const rows = await tx.all<{ id: string }>(sql`
    select id from support.deliveries where tenant_id = ${tx.tenant} and webhook_id = ${webhookId} and state = 'waiting'
    order by created_at, id`);
  await tx.sendAll(
    DELIVERY_ASKED,
    rows.map(({ id }) => ({ delivery: id })),
  );
}

/** Clears away what is a month old, also what still waits for a webhook that is off. */
const clearDeliveries = forEveryFirm('support.clear_deliveries', { cron: '25 3 * * *' }, async (tx) => {
  const before = new Date(tx.now.getTime() - KEPT_DAYS * 86_400_000);
  await tx.all(sql`delete from support.deliveries where tenant_id = ${tx.tenant} and created_at < ${before}::timestamptz`);
});

export const webhookJobs: readonly Job[] = [onErrand(DELIVERY_ASKED, deliverOne, DELIVERIES_AT_ONCE), clearDeliveries];
