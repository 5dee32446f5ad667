import { notAllowed, notFound } from '../../kit/problem.ts';
import type { Derivation } from '../../server/gateway.ts';
import type { Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { ACCESS_CHANGED } from './changes.ts';
import { digest } from './tokens.ts';

export interface SessionRow {
  id: string;
  tenant_id: number;
  firm: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  ip: string;
  agent: string;
  auth_method: string;
  is_current: boolean;
}

type Asked = { query: { user_id?: string } };

/** Whose sessions are meant: one's own in every firm, or those of a user in this firm, which is for administrators. */
function whose(actor: Actor, { query }: Asked): { account: string | null; user: string | null } {
  if (query.user_id === undefined || query.user_id === actor.userId) return { account: actor.accountId, user: null };
  if (!actor.isSuperuser) throw notAllowed();
  return { account: null, user: query.user_id };
}

const ownHash = (visit: Visit): Buffer => digest(visit.token ?? '');

/** Live sessions, the one used last first. @throws Problem 403 for others' when not an administrator */
export function listSessions(tx: Tx, actor: Actor, asked: Asked, visit: Visit): Promise<SessionRow[]> {
  const { account, user } = whose(actor, asked);
  return tx.all<SessionRow>(sql`
    select * from access.sessions_of(${account}::uuid, ${tx.tenant}::int, ${user}::uuid, ${ownHash(visit)})`);
}

async function end(tx: Tx, actor: Actor, ids: readonly string[], visit: Visit): Promise<number> {
  const firm = actor.isSuperuser ? tx.tenant : null;
  const ended = await tx.all<{ id: string; tenant_id: number; user_id: string }>(sql`
    select * from access.end_sessions_named(${ids}::uuid[], ${actor.accountId}, ${firm}::int)`);
  for (const { id, user_id } of ended)
    tx.write.event({ action: 'session_ended', entity: 'access.sessions', entityId: user_id, facts: { session: id } });
  tx.afterCommit(() => new Set(ended.map((each) => each.tenant_id)).forEach((tenant) => visit.say(tenant, ACCESS_CHANGED)));
  return ended.length;
}

/** Ends one session: one's own, or for administrators anybody's in the firm. @throws Problem 404 */
export async function endSession(
  tx: Tx,
  actor: Actor,
  { params }: { params: { id: string } },
  visit: Visit,
): Promise<{ success: boolean }> {
  if ((await end(tx, actor, [params.id], visit)) === 0) throw notFound();
  return { success: true };
}

/** Ends every session of whom it is asked for, but the one that asks. */
export async function endSessions(
  tx: Tx,
  actor: Actor,
  asked: Asked,
  visit: Visit,
): Promise<{ success: boolean; ended: number }> {
  const sessions = await listSessions(tx, actor, asked, visit);
  const ids = sessions.filter((each) => !each.is_current).map((each) => each.id);
  return { success: true, ended: ids.length === 0 ? 0 : await end(tx, actor, ids, visit) };
}

/** The firm's settings say how long its sessions live: running ones as well. */
export const applySessionLife: Derivation = async (tx) => {
  await tx.all(sql`select access.apply_session_life()`);
  tx.say(ACCESS_CHANGED);
};
