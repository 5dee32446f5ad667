import type { Page } from '../../kit/endpoint.ts';
import { newId } from '../../kit/ids.ts';
import { invalid, notFound } from '../../kit/problem.ts';
import { usersAmong } from '../../people/server/public.ts';
import { notifyEach } from '../../settings/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { ChatMessage } from '../contract.ts';
import { headOf } from './details.ts';
import { PRICING_MESSAGE } from './notices.ts';
import { visible } from './policy.ts';

const MOST_CHATS = 200;

const selectMessages = (tx: Tx, actor: Actor, condition: Sql): Sql => sql`
  select m.id, m.pricing_id, m.user_id, u.name as user, m.at, m.text, m.about, m.line_id, m.user_id = ${actor.userId} as own,
    coalesce((select array_agg(n.name order by n.name_lc collate app.names) from people.users n
      where n.tenant_id = m.tenant_id and n.id = any(m.mentions)), '{}') as mentions
  from pricing.messages m join people.users u on u.tenant_id = m.tenant_id and u.id = m.user_id
  where m.tenant_id = ${tx.tenant} and ${condition}`;

/** The messages of a pricing that one may see, the latest first. @throws Problem 404 */
export async function listMessages(
  tx: Tx,
  actor: Actor,
  { query }: { query: { pricing_id: string; page?: number; per_page?: number } },
): Promise<Page<ChatMessage>> {
  await headOf(tx, actor, query.pricing_id);
  return pageOf<ChatMessage>(tx, selectMessages(tx, actor, sql`m.pricing_id = ${query.pricing_id}`), sql`id desc`, query);
}

/** Messages of others that one has not read, of pricings in which one takes part: it is theirs, they wrote, decide, or are called. */
const unreadOf = (tx: Tx, actor: Actor, pricing?: string): Sql => sql`
  select p.id as pricing_id, p.name, count(*)::int as unread, max(m.id::text) as latest
  from pricing.messages m
  join pricing.pricings p on p.tenant_id = m.tenant_id and p.id = m.pricing_id
  left join pricing.reads r on r.tenant_id = m.tenant_id and r.pricing_id = m.pricing_id and r.user_id = ${actor.userId}
  where m.tenant_id = ${tx.tenant} and m.user_id <> ${actor.userId} and (r.message_id is null or m.id > r.message_id)
    and ${and(visible(tx, actor), pricing === undefined ? undefined : sql`p.id = ${pricing}`)}
    and (p.owner_id = ${actor.userId} or p.partner_id = ${actor.userId} or ${actor.userId} = any(m.mentions)
      or exists (select 1 from pricing.messages o where o.tenant_id = m.tenant_id and o.pricing_id = m.pricing_id and o.user_id = ${actor.userId}))
  group by p.id, p.name`;

interface Unread {
  pricing_id: string;
  name: string;
  unread: number;
}

export async function totalMessages(tx: Tx, actor: Actor): Promise<{ total: number; pricings: Unread[] }> {
  const pricings = await tx.all<Unread>(sql`
    select * from (${unreadOf(tx, actor)}) found order by latest desc limit ${MOST_CHATS}`);
  return { total: pricings.reduce((all, { unread }) => all + unread, 0), pricings };
}

/** The words of a line of the latest version: `Audit, Reviewer, Senior`. @throws Problem 422 for a line that is not the pricing's */
async function aboutOf(tx: Tx, pricingId: string, lineId: string): Promise<string> {
  const row = await tx.one<{ about: string }>(sql`
    select t.name || ', ' || r.name || ', ' || l.grade as about from pricing.lines l
    join pricing.tables t on t.tenant_id = l.tenant_id and t.id = l.table_id
    join pricing.versions v on v.tenant_id = t.tenant_id and v.id = t.version_id
    join rates.sl_roles r on r.tenant_id = l.tenant_id and r.id = l.sl_role_id
    where l.tenant_id = ${tx.tenant} and l.id = ${lineId} and v.pricing_id = ${pricingId}`);
  if (!row) throw invalid([{ path: 'line_id', message: 'There is no such line.' }]);
  return row.about.slice(0, 500);
}

interface Told {
  id: string;
  /** The last message that they have read; null: none. */
  seen: string | null;
}

/** Who takes part in a pricing: whose it is, who decides on it, who submitted it, who wrote, and who is called now. */
const takingPart = (tx: Tx, pricingId: string, called: readonly string[], author: string): Promise<Told[]> =>
  tx.all<Told>(sql`
    select who.id, r.message_id as seen from (
      select p.owner_id as id from pricing.pricings p where p.tenant_id = ${tx.tenant} and p.id = ${pricingId}
      union select p.partner_id from pricing.pricings p where p.tenant_id = ${tx.tenant} and p.id = ${pricingId}
      union select v.submitted_by from pricing.versions v where v.tenant_id = ${tx.tenant} and v.pricing_id = ${pricingId}
      union select m.user_id from pricing.messages m where m.tenant_id = ${tx.tenant} and m.pricing_id = ${pricingId}
      union select x from unnest(${called}::uuid[]) x) who
    left join pricing.reads r on r.tenant_id = ${tx.tenant} and r.user_id = who.id and r.pricing_id = ${pricingId}
    where who.id is not null and who.id <> ${author}`);

/** Writes a message and tells who takes part; each is told once until they have read. @throws Problem 404, 422 */
export async function sendMessage(
  tx: Tx,
  actor: Actor,
  { body }: { body: { id?: string; pricing_id: string; text: string; line_id?: string | null; mentions?: string[] } },
): Promise<ChatMessage> {
  const pricing = await headOf(tx, actor, body.pricing_id);
  const text = body.text.trim();
  if (text === '') throw invalid([{ path: 'text', message: 'This field is required.' }]);
  const mentions = [...new Set(body.mentions ?? [])];
  if ((await usersAmong(tx, mentions)).length < mentions.length)
    throw invalid([{ path: 'mentions', message: 'There is no such person.' }]);
  const id = body.id ?? newId();
  const about = body.line_id ? await aboutOf(tx, pricing.id, body.line_id) : '';
  const known = body.id
    ? await tx.one(
        sql`select 1 from pricing.messages where tenant_id = ${tx.tenant} and id = ${id} and user_id = ${actor.userId}`,
      )
    : undefined;
  // The same message sent twice is one.
  if (!known) {
    const row = {
      id,
      pricing_id: pricing.id,
      user_id: actor.userId,
      at: tx.now,
      text,
      about,
      line_id: body.line_id ?? null,
      mentions,
    };
    const told = await takingPart(tx, pricing.id, mentions, actor.userId);
    await tx.write.insert('pricing.messages', [row]);
    await tell(tx, actor, { id: pricing.id, name: pricing.name, text }, told);
    tx.say({ topic: 'pricing_chat', keys: { id: pricing.id } });
  }
  const stored = await tx.one<ChatMessage>(selectMessages(tx, actor, sql`m.id = ${id}`));
  if (!stored) throw notFound('There is no such message.');
  return stored;
}

async function tell(
  tx: Tx,
  actor: Actor,
  { id, name, text }: { id: string; name: string; text: string },
  told: readonly Told[],
): Promise<void> {
  const by = (await usersAmong(tx, [actor.userId]))[0]?.name ?? '';
  await notifyEach(
    tx,
    PRICING_MESSAGE,
    told.map((person) => ({
      userId: person.id,
      facts: { pricing: name, by, text },
      link: `/management/pricing/${id}?chat=1`,
      // Who has not read the last one yet is not told of the next.
      occasion: `${id} ${person.seen ?? 'none'}`,
    })),
  );
}

/** Notes how far one has read; never back. @returns what is left @throws Problem 404 */
export async function readUpTo(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: { message_id: string } },
): Promise<{ unread: number }> {
  await headOf(tx, actor, params.id);
  const message = await tx.one(sql`
    select 1 from pricing.messages where tenant_id = ${tx.tenant} and id = ${body.message_id} and pricing_id = ${params.id}`);
  if (!message) throw notFound('There is no such message.');
  await tx.all(sql`
    insert into pricing.reads as r (tenant_id, user_id, pricing_id, message_id)
    values (${tx.tenant}, ${actor.userId}, ${params.id}, ${body.message_id})
    on conflict (tenant_id, user_id, pricing_id) do update set message_id = greatest(r.message_id::text, excluded.message_id::text)::uuid
    returning 1`);
  tx.say({ topic: 'pricing_chat', keys: { id: params.id } });
  const left = await tx.one<{ unread: number }>(sql`select unread from (${unreadOf(tx, actor, params.id)}) found`);
  return { unread: left?.unread ?? 0 };
}
