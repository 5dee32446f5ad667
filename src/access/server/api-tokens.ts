import { invalid, notAllowed, notFound } from '../../kit/problem.ts';
import { newId } from '../../kit/ids.ts';
import { said } from '../../kit/said.ts';
import type { Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { ACCESS_CHANGED } from './changes.ts';
import { type SessionRow, actorOf } from './sessions.ts';
import { digest, newToken } from './tokens.ts';

export interface ApiToken {
  id: string;
  name: string;
  ending: string;
  scopes: string[];
  created_at: string;
  expires_at: string;
  last_used_at: string | null;
}

/** How many one may have: each is something to look after. */
const MOST = 20;
const DAY_MS = 86_400_000;
const PREFIX = /^cdr_api_([0-9a-z]{1,7})_/;
const NUMERALS = 36;

export const isApiToken = (token: string): boolean => PREFIX.test(token);

/** Who a token speaks for, as of now, and within which scopes; one that ended speaks for nobody. */
export async function lookUpApiToken(
  token: string,
  global: Visit['global'],
): Promise<{ actor: Actor; lasting: boolean } | undefined> {
  const tenant = Number.parseInt(PREFIX.exec(token)?.[1] ?? '', NUMERALS);
  if (!(tenant > 0 && tenant < 2 ** 31)) return undefined;
  const hash = digest(token);
  const [row] = await global<SessionRow & { scopes: string[] }>(sql`select * from access.token_actor(${tenant}::int, ${hash})`);
  if (!row) return undefined;
  if (row.stale) await global(sql`select access.touch_token(${tenant}::int, ${hash})`);
  return { actor: { ...actorOf(row), scopes: row.scopes }, lasting: true };
}

/** One's own, or those of a user of the firm, which is for administrators. */
function whose(actor: Actor, userId: string | undefined): string {
  if (userId === undefined || userId === actor.userId) return actor.userId;
  if (!actor.isSuperuser) throw notAllowed();
  return userId;
}

/** Tokens, the newest first; their secrets were shown when they were made and are not kept. @throws Problem 403 */
export const listApiTokens = (tx: Tx, actor: Actor, { query }: { query: { user_id?: string } }): Promise<ApiToken[]> =>
  tx.all<ApiToken>(sql`
    select id, name, ending, scopes, created_at, expires_at, last_used_at from access.api_tokens
    where tenant_id = ${tx.tenant} and user_id = ${whose(actor, query.user_id)} order by created_at desc, id`);

/**
 * Makes a token that speaks for oneself. It can do what one may oneself, within its scopes, and no more.
 * @throws Problem 422 when there are too many
 */
export async function addApiToken(
  tx: Tx,
  actor: Actor,
  { body }: { body: { name: string; scopes: string[]; days: number } },
): Promise<ApiToken & { token: string }> {
  const held = await listApiTokens(tx, actor, { query: {} });
  if (held.length >= MOST) throw invalid([{ path: 'name', message: said`At most ${MOST} tokens. Revoke one first.` }]);
  const token = newToken(`api_${tx.tenant.toString(NUMERALS)}_`);
  const row = {
    id: newId(),
    user_id: actor.userId,
    name: body.name,
    ending: token.slice(-4),
    scopes: [...new Set(body.scopes)].sort(),
    created_at: tx.now.toISOString(),
    expires_at: new Date(tx.now.getTime() + body.days * DAY_MS).toISOString(),
  };
  await tx.write.insert('access.api_tokens', [{ ...row, token_hash: `\\x${digest(token).toString('hex')}` }]);
  return { ...row, last_used_at: null, token };
}

/** From that moment on it opens nothing: one's own, or for administrators anybody's in the firm. @throws Problem 404 */
export async function revokeApiToken(
  tx: Tx,
  actor: Actor,
  { params }: { params: { id: string } },
): Promise<{ success: boolean }> {
  const rows = await tx.all<Record<string, unknown>>(sql`
    select * from access.api_tokens where tenant_id = ${tx.tenant} and id = ${params.id}
      and (${actor.isSuperuser} or user_id = ${actor.userId}) for update`);
  if (rows.length === 0) throw notFound('There is no such token.');
  await tx.write.remove('access.api_tokens', rows);
  tx.say(ACCESS_CHANGED);
  return { success: true };
}
