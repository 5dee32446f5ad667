import { newId } from '../../kit/ids.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { type PageRequest, pageOf } from '../../server/paging.ts';
import type { Visit } from '../../server/route.ts';
import { seal } from '../../server/secrets.ts';
import { failureIn, newSigningKey, postableAddress } from '../../server/signed-post.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { WebhookTopic } from '../rules.ts';
import { deliverAnew, enqueue, placeOf, resume } from './deliveries.ts';

interface Webhook {
  id: string;
  address: string;
  topics: WebhookTopic[];
  is_active: boolean;
  version: number;
}

interface WebhookRow extends Webhook, Record<string, unknown> {
  secret: string;
}

export interface DeliveryShown {
  id: string;
  topic: string;
  state: string;
  attempts: number;
  error: string;
  created_at: string;
  settled_at: string | null;
  body: string;
}

/** How many a firm may have: each is told of every change. */
const MOST = 10;

/** @throws Problem 404 */
async function load(tx: Tx, id: string, holding: Sql = sql`for update`): Promise<WebhookRow> {
  const row = await tx.one<WebhookRow>(sql`
    select * from support.webhooks where tenant_id = ${tx.tenant} and id = ${id} ${holding}`);
  if (!row) throw notFound('There is no such webhook.');
  return row;
}

const shown = ({ id, address, topics, is_active, version }: WebhookRow): Webhook => ({ id, address, topics, is_active, version });

/** All of the firm, with how their latest deliveries went. */
export const listWebhooks = async (tx: Tx) => ({
  rows: await tx.all<Webhook & { waiting: number; failed: number; delivered_at: string | null }>(sql`
    select w.id, w.address, w.topics, w.is_active, w.version,
      count(*) filter (where d.state = 'waiting')::int as waiting, count(*) filter (where d.state = 'failed')::int as failed,
      max(d.settled_at) filter (where d.state = 'delivered') as delivered_at
    from support.webhooks w
    left join support.deliveries d on d.tenant_id = w.tenant_id and d.webhook_id = w.id
    where w.tenant_id = ${tx.tenant} group by w.tenant_id, w.id order by w.created_at, w.id`),
});

interface Wanted {
  address: string;
  topics: WebhookTopic[];
}

/** Adds one; its signing key is in this answer and never told again. @throws Problem 422 */
export async function addWebhook(tx: Tx, _actor: Actor, { body }: { body: Wanted }, { config }: Visit) {
  // Two who add at once: the second counts the first.
  await tx.all(sql`select 1 from settings.firm where tenant_id = ${tx.tenant} for update`);
  const { rows } = await listWebhooks(tx);
  if (rows.length >= MOST) throw invalid([{ path: 'address', message: said`At most ${MOST} webhooks. Remove one first.` }]);
  const key = newSigningKey();
  const [row] = await tx.write.insert<WebhookRow>('support.webhooks', [
    {
      id: newId(),
      address: postableAddress(body.address, config),
      topics: [...new Set(body.topics)].sort(),
      secret: seal(config, key, placeOf(tx.tenant)),
    },
  ]);
  tx.say({ topic: 'webhooks' });
  return { ...shown(row as WebhookRow), signing_key: key };
}

interface Change extends Partial<Wanted> {
  is_active?: boolean;
  new_signing_key?: boolean;
  version?: number;
}

/** Changes one. Another address gets another key: whoever changes it learns nothing of the old one. @throws Problem 404, 409, 422 */
export async function changeWebhook(
  tx: Tx,
  _actor: Actor,
  { params, body }: { params: { id: string }; body: Change },
  { config }: Visit,
) {
  const before = await load(tx, params.id);
  if (body.version !== undefined && body.version !== before.version)
    throw conflict('Somebody else changed this in the meantime.', shown(before));
  const address = body.address === undefined ? before.address : postableAddress(body.address, config);
  const isNew = body.new_signing_key === true || address !== before.address;
  const key = isNew ? newSigningKey() : null;
  const [row] = await tx.write.update<WebhookRow>('support.webhooks', [
    {
      before,
      set: {
        address,
        topics: [...new Set(body.topics ?? before.topics)].sort(),
        is_active: body.is_active ?? before.is_active,
        ...(key === null ? {} : { secret: seal(config, key, placeOf(tx.tenant)) }),
      },
    },
  ]);
  if (row?.is_active && !before.is_active) await resume(tx, before.id);
  tx.say({ topic: 'webhooks' });
  return { ...shown(row as WebhookRow), signing_key: key };
}

/** Removes one with what it was told. @throws Problem 404 */
export async function removeWebhook(
  tx: Tx,
  _actor: Actor,
  { params }: { params: { id: string } },
): Promise<{ success: boolean }> {
  await tx.write.remove('support.webhooks', [await load(tx, params.id)]);
  tx.say({ topic: 'webhooks' });
  return { success: true };
}

/** Sends something that says no more than that it arrived. @throws Problem 404 */
export async function tryWebhook(tx: Tx, _actor: Actor, { params }: { params: { id: string } }): Promise<{ success: boolean }> {
  const { id } = await load(tx, params.id);
  await enqueue(tx, [id], 'test', []);
  return { success: true };
}

/** What a webhook was told, the latest first. @throws Problem 404 */
export async function listDeliveries(tx: Tx, actor: Actor, { params, query }: { params: { id: string }; query: PageRequest }) {
  await load(tx, params.id, sql``);
  const page = await pageOf<DeliveryShown>(
    tx,
    sql`select d.id, d.topic, d.state, d.attempts, d.error, d.created_at, d.settled_at, d.body
      from support.deliveries d where d.tenant_id = ${tx.tenant} and d.webhook_id = ${params.id}`,
    sql`created_at desc, id`,
    query,
    { apart: true },
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, error: failureIn(row.error, actor.language) })) };
}

/** Tries one anew that was given up. @throws Problem 404, 409 */
export async function retryDelivery(
  tx: Tx,
  _actor: Actor,
  { params }: { params: { id: string } },
): Promise<{ success: boolean }> {
  if (!(await deliverAnew(tx, params.id))) throw conflict('This delivery is on its way or has arrived.');
  return { success: true };
}
