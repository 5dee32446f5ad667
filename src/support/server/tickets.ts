import type { Page } from '../../kit/endpoint.ts';
import { notFound } from '../../kit/problem.ts';
import { pageOf } from '../../server/paging.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

export type TicketStatus = 'open' | 'answered' | 'closed';

/** A ticket as it is stored. */
export interface TicketRow extends Record<string, unknown> {
  id: string;
  reference: string;
  user_id: string;
  page: string;
  subject: string;
  text: string;
  expected: string;
  status: TicketStatus;
  version: number;
}

export interface ShownTicket extends Pick<TicketRow, 'id' | 'reference' | 'user_id' | 'page' | 'subject' | 'status' | 'version'> {
  user: string;
  messages: number;
  created_at: string;
  updated_at: string;
}

export interface WholeTicket extends ShownTicket {
  text: string;
  expected: string;
  images: { id: string; name: string }[];
  thread: { id: string; author_id: string; author: string; text: string; created_at: string }[];
}

interface Filters {
  page?: number;
  per_page?: number;
  status?: TicketStatus;
}

const select = (tx: Tx, condition: Sql): Sql => sql`
  select t.*, u.name as "user",
    (select count(*)::int from support.messages m where m.tenant_id = t.tenant_id and m.ticket_id = t.id) as messages
  from support.tickets t join people.users u on u.tenant_id = t.tenant_id and u.id = t.user_id
  where t.tenant_id = ${tx.tenant} and ${condition}`;

const listed = (tx: Tx, whose: Sql | undefined, { status, ...page }: Filters): Promise<Page<ShownTicket>> =>
  pageOf<ShownTicket>(tx, select(tx, and(whose, status && sql`t.status = ${status}`)), sql`id desc`, page, { apart: true });

export const listTickets = (tx: Tx, actor: Actor, { query }: { query: Filters }): Promise<Page<ShownTicket>> =>
  listed(tx, sql`t.user_id = ${actor.userId}`, query);

export const listAllTickets = (tx: Tx, _actor: Actor, { query }: { query: Filters }): Promise<Page<ShownTicket>> =>
  listed(tx, undefined, query);

/** A condition on `t`: one's own tickets, or any for administrators. */
export const readable = (actor: Actor): Sql => sql`(${actor.isSuperuser}::boolean or t.user_id = ${actor.userId})`;

/** A ticket with what belongs to it. @throws Problem 404, also for another person's */
export async function readTicket(tx: Tx, actor: Actor, { params }: { params: { id: string } }): Promise<WholeTicket> {
  const [row, images, thread] = await Promise.all([
    tx.one<Omit<WholeTicket, 'images' | 'thread'>>(select(tx, sql`t.id = ${params.id} and ${readable(actor)}`)),
    tx.all<WholeTicket['images'][number]>(sql`
      select i.file_id as id, i.name from support.images i where i.tenant_id = ${tx.tenant} and i.ticket_id = ${params.id} order by i.id`),
    tx.all<WholeTicket['thread'][number]>(sql`
      select m.id, m.author_id, u.name as author, m.text, m.created_at from support.messages m
      join people.users u on u.tenant_id = m.tenant_id and u.id = m.author_id
      where m.tenant_id = ${tx.tenant} and m.ticket_id = ${params.id} order by m.id`),
  ]);
  if (!row) throw notFound('There is no such ticket.');
  return { ...row, images, thread };
}
