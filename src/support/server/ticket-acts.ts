import { newId } from '../../kit/ids.ts';
import { invalid, notAllowed, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { jobKind } from '../../server/jobs.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { notify } from '../../settings/server/public.ts';
import { TICKET_ANSWERED, TICKET_OPENED } from './notices.ts';
import { type TicketRow, type TicketStatus, type WholeTicket, readTicket, readable } from './tickets.ts';

/** The letter of a new ticket to the firm's support address. */
export const TICKET_LETTER = jobKind<{ ticket: string }>('support.ticket_letter');

interface NewTicket {
  subject?: string;
  text: string;
  expected?: string;
  page: string;
  images?: string[];
}

const SUBJECT_LENGTH = 80;

/** Without a subject the first words stand for it. */
function subjectOf({ subject = '', text }: NewTicket): string {
  const given = subject.trim();
  if (given !== '') return given;
  const line = text.trim().split('\n')[0] ?? '';
  const letters = Array.from(line);
  return letters.length > SUBJECT_LENGTH ? `${letters.slice(0, SUBJECT_LENGTH).join('')}…` : line;
}

/** A page that the role does not name, such as that of an error, goes by the page of support. */
const mayAsk = ({ accesses }: Actor, page: string): boolean =>
  (accesses[page] ?? accesses['support'])?.['can_create_ticket'] !== false;

/** One's own pictures of those ids, as they are named. @throws Problem 422 for one that is not there */
async function ownImages(tx: Tx, actor: Actor, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const rows = await tx.all<{ id: string; name: string }>(sql`
    select id, name from app.files where tenant_id = ${tx.tenant} and created_by = ${actor.userId} and media_type like 'image/%'
      and id = any(${ids}::uuid[])`);
  if (rows.length < ids.length) throw invalid([{ path: 'images', message: 'There is no such picture of yours.' }]);
  return rows;
}

/** Administrators who may sign in, without the one who acts. */
/** The firm's administrators, without one. */
export async function administratorsOf(tx: Tx, without?: string): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select id from access.memberships where tenant_id = ${tx.tenant} and is_superuser and is_active`);
  return rows.map(({ id }) => id).filter((id) => id !== without);
}

const linkOf = (tab: 'mine' | 'all', id: string): string => `/admin/support?tab=${tab}&id=${id}`;

const trimmed = (text: string, path: string): string => {
  const rest = text.trim();
  if (rest === '') throw invalid([{ path, message: 'Must not be empty.' }]);
  return rest;
};

/**
 * Writes a ticket: administrators are told, and it is mailed to the firm's support address after the commit.
 * @throws Problem 403 where the page's flag is closed, 422 for pictures that are not one's own
 */
export async function createTicket(
  tx: Tx,
  actor: Actor,
  { body }: { body: NewTicket },
): Promise<{ id: string; reference: string }> {
  if (!mayAsk(actor, body.page)) throw notAllowed();
  const text = trimmed(body.text, 'text');
  const [images, admins] = [await ownImages(tx, actor, body.images ?? []), await administratorsOf(tx, actor.userId)];
  const id = newId();
  const subject = subjectOf(body);
  const reference = `T-${id.slice(-8).toUpperCase()}`;
  await tx.write.insert('support.tickets', [
    { id, reference, user_id: actor.userId, page: body.page, subject, text, expected: (body.expected ?? '').trim() },
  ]);
  await tx.write.insert(
    'support.images',
    images.map((image) => ({ ticket_id: id, file_id: image.id, name: image.name })),
  );
  await notify(tx, { kind: TICKET_OPENED, userIds: admins, facts: { reference, subject }, link: linkOf('all', id) });
  await tx.send(TICKET_LETTER, { ticket: id });
  tx.say({ topic: 'tickets' });
  return { id, reference };
}

/** The ticket, held until the transaction ends. @throws Problem 404, also for another person's */
async function hold(tx: Tx, actor: Actor, id: string): Promise<TicketRow> {
  const row = await tx.one<TicketRow>(
    sql`select t.* from support.tickets t where t.tenant_id = ${tx.tenant} and t.id = ${id} and ${readable(actor)} for update`,
  );
  if (!row) throw notFound('There is no such ticket.');
  return row;
}

async function settle(tx: Tx, before: TicketRow, status: TicketStatus): Promise<void> {
  if (before.status === status) await tx.write.touch('support.tickets', [before]);
  else await tx.write.update('support.tickets', [{ before, set: { status } }]);
  tx.say({ topic: 'tickets' });
}

/** Writes on a ticket. Who asked opens it again with it; anybody else answers, and who asked is told. @throws Problem 404, 422 */
export async function answerTicket(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: { text: string; close?: boolean } },
): Promise<WholeTicket> {
  const ticket = await hold(tx, actor, params.id);
  const text = trimmed(body.text, 'text');
  const own = ticket.user_id === actor.userId;
  await tx.write.insert('support.messages', [{ ticket_id: ticket.id, author_id: actor.userId, text }]);
  await settle(tx, ticket, body.close ? 'closed' : own ? 'open' : 'answered');
  const { reference, subject } = ticket;
  if (own) {
    const userIds = await administratorsOf(tx, actor.userId);
    await notify(tx, { kind: TICKET_OPENED, userIds, facts: { reference, subject }, link: linkOf('all', ticket.id) });
  } else
    await notify(tx, {
      kind: TICKET_ANSWERED,
      userIds: [ticket.user_id],
      facts: { reference, subject, text },
      link: linkOf('mine', ticket.id),
    });
  return readTicket(tx, actor, { params });
}

/** Closes a ticket; closed already it stays as it is. @throws Problem 404 */
export async function closeTicket(tx: Tx, actor: Actor, { params }: { params: { id: string } }): Promise<WholeTicket> {
  const ticket = await hold(tx, actor, params.id);
  if (ticket.status !== 'closed') await settle(tx, ticket, 'closed');
  return readTicket(tx, actor, { params });
}

/** The first line of the letter. */
export const letterTitle = (reference: string, subject: string) => said`Ticket ${reference}: ${subject}`;
