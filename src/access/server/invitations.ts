import type { Page } from '../../kit/endpoint.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { type PageRequest, pageOf } from '../../server/paging.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { notify } from '../../settings/server/public.ts';
import { askInvitations } from './links.ts';
import { INVITATION } from './notices.ts';

interface Member {
  id: string;
  account_id: string | null;
  language: string;
  is_active: boolean;
}

export interface Invitation {
  user_id: string;
  email: string;
  created_at: string;
  expires_at: string;
  is_live: boolean;
}

/** Sends people of the firm a link with which they choose their password; whoever has one already is told of the firm. */
export async function invite(tx: Tx, userIds: readonly string[], by: string | undefined): Promise<void> {
  const members = await tx.all<Member>(sql`
    select id, account_id, language, is_active from access.memberships where tenant_id = ${tx.tenant} and id = any(${userIds})`);
  const reached = members.map(({ id, account_id, language }) => {
    if (account_id === null) throw invalid([{ path: 'user_id', message: 'This person has no address.' }]);
    return { id, account_id, language };
  });
  await askInvitations(tx, reached, by);
  for (const { id } of reached) tx.write.event({ action: 'invited', entity: 'access.memberships', entityId: id });
  const firm = await tx.one<{ name: string }>(sql`select name from settings.tenants where id = ${tx.tenant}`);
  await notify(tx, {
    kind: INVITATION,
    userIds: reached.map(({ id }) => id),
    facts: { firm: firm?.name ?? '' },
    link: '/profile',
    // Invited again, one is welcome as before.
    occasion: 'first',
  });
}

/** Invitations that were not accepted yet, the latest first: of everybody, or of one person. */
export const listInvitations = (
  tx: Tx,
  _actor: Actor,
  { query }: { query: PageRequest & { user_id?: string } },
): Promise<Page<Invitation>> =>
  pageOf<Invitation>(
    tx,
    sql`select i.* from access.invitations() i
      where ${and(query.user_id === undefined ? undefined : sql`i.user_id = ${query.user_id}`)}`,
    sql`created_at desc, user_id`,
    query,
  );

/** Invites a person of the firm, or invites them again: the earlier link opens nothing any more. @throws Problem 404, 409, 422 */
export async function sendInvitation(
  tx: Tx,
  actor: Actor,
  { body }: { body: { user_id: string } },
): Promise<{ success: boolean }> {
  const member = await tx.one<Member>(sql`
    select id, account_id, language, is_active from access.memberships where tenant_id = ${tx.tenant} and id = ${body.user_id}`);
  if (!member) throw notFound('There is no such user.');
  if (!member.is_active) throw conflict('This person is deactivated.');
  await invite(tx, [member.id], actor.userId);
  return { success: true };
}

/** Takes an invitation back. @throws Problem 404 when there is none */
export async function revokeInvitation(
  tx: Tx,
  _actor: Actor,
  { params }: { params: { id: string } },
): Promise<{ success: boolean }> {
  const gone = await tx.one<{ revoked: boolean }>(sql`select access.revoke_invitation(${params.id}) as revoked`);
  if (!gone?.revoked) throw notFound();
  tx.write.event({ action: 'invitation_revoked', entity: 'access.memberships', entityId: params.id });
  return { success: true };
}
