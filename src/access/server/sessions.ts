import { createHash, randomBytes } from 'node:crypto';
import { Problem } from '../../kit/problem.ts';
import type { Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { ACCESS_CHANGED } from './changes.ts';
import { hashPassword, passwordMatches } from './passwords.ts';

/** Tokens are random and opaque; the database holds their digest alone. */
const digest = (token: string): Buffer => createHash('sha256').update(token).digest();
const newToken = (): string => `cdr_${randomBytes(32).toString('base64url')}`;

const LIFE = '12 hours';
const THROTTLE_SPAN = '15 minutes';
const FAILURES_BY_ACCOUNT_AND_ADDRESS = 10;
const FAILURES_BY_ADDRESS = 100;

interface SessionRow {
  account_id: string;
  tenant_id: number;
  user_id: string;
  category: Actor['category'];
  grade: string;
  role: string | null;
  is_superuser: boolean;
  language: string;
  accesses: Actor['accesses'] | null;
  stale: boolean;
}

interface Firm {
  tenant_id: number;
  user_id: string;
  slug: string;
  name: string;
  is_superuser: boolean;
}

/** Who a token speaks for, as of now: an ended session, account, firm or membership speaks for nobody. */
export async function lookUp(token: string, global: Visit['global']): Promise<{ actor: Actor; lasting: boolean } | undefined> {
  const hash = digest(token);
  const [row] = await global<SessionRow>(sql`select * from access.session_actor(${hash})`);
  if (!row) return undefined;
  if (row.stale) await global(sql`select access.touch_session(${hash})`);
  const actor: Actor = {
    tenantId: row.tenant_id,
    userId: row.user_id,
    accountId: row.account_id,
    category: row.category,
    grade: row.grade,
    role: row.role ?? 'user',
    isSuperuser: row.is_superuser,
    language: row.language,
    accesses: row.accesses ?? {},
  };
  // A session that was just switched or slept is looked up once more: its first use changes what it stands for.
  return { actor, lasting: !row.stale };
}

async function throttle(visit: Visit, keys: string[]): Promise<void> {
  const count = async (key: string): Promise<number> =>
    (await visit.global<{ n: number }>(sql`select access.failures(${[key]}, ${THROTTLE_SPAN}::interval) as n`))[0]?.n ?? 0;
  const [own, address] = await Promise.all(keys.map(count));
  if ((own ?? 0) >= FAILURES_BY_ACCOUNT_AND_ADDRESS || (address ?? 0) >= FAILURES_BY_ADDRESS) {
    throw new Problem(429, { detail: 'TOO_MANY_ATTEMPTS' }, { 'retry-after': '900' });
  }
}

/**
 * Signs in by e-mail and password and opens the firm used last.
 * @throws Problem 400 LOGIN_BAD_CREDENTIALS, the same for a wrong password, an unknown address and an inactive account;
 *   400 LOGIN_USER_NOT_VERIFIED for an account without a firm; 429 after too many failures
 */
export async function login(
  visit: Visit,
  { body }: { body: { username: string; password: string } },
): Promise<{ access_token: string; token_type: string; is_superuser: boolean }> {
  const email = body.username.trim();
  const keys = [`login:${email.toLowerCase()}:${visit.ip}`, `login-from:${visit.ip}`];
  await throttle(visit, keys);
  const [account] = await visit.global<{
    id: string;
    password_hash: string | null;
    is_active: boolean;
    last_tenant_id: number | null;
  }>(sql`select * from access.account_by_email(${email})`);
  const matches = await passwordMatches(account?.password_hash, body.password);
  if (!account || !matches || !account.is_active) {
    await visit.global(sql`select access.count_failure(${keys}, ${THROTTLE_SPAN}::interval)`);
    throw new Problem(400, { detail: 'LOGIN_BAD_CREDENTIALS' });
  }
  const firms = await visit.global<Firm>(sql`select * from access.firms_of(${account.id})`);
  // Before the first sign-in the firm that had the person first is the one to open.
  const firm =
    firms.find((each) => each.tenant_id === account.last_tenant_id) ?? firms.sort((a, b) => a.tenant_id - b.tenant_id)[0];
  if (!firm) throw new Problem(400, { detail: 'LOGIN_USER_NOT_VERIFIED' });
  const token = newToken();
  await Promise.all([
    visit.global(
      sql`select access.open_session(${digest(token)}, ${account.id}, ${firm.tenant_id}, ${firm.user_id}, ${LIFE}::interval)`,
    ),
    visit.global(sql`select access.clear_failures(${keys.slice(0, 1)})`),
  ]);
  return { access_token: token, token_type: 'bearer', is_superuser: firm.is_superuser };
}

/** Ends the session of the token in the query, and of the bearer if one came along; tells nothing about either. */
export async function logout(visit: Visit, { query }: { query: { token?: string } }): Promise<{ success: boolean }> {
  for (const token of [query.token, visit.token]) if (token) await endSession(visit, token);
  return { success: true };
}

export async function logoutBearer(_tx: Tx, _actor: Actor, _input: unknown, visit: Visit): Promise<unknown> {
  if (visit.token) await endSession(visit, visit.token);
  return undefined;
}

async function endSession(visit: Visit, token: string): Promise<void> {
  const ended = await visit.global<{ tenant_id: number }>(sql`select * from access.end_session(${digest(token)})`);
  for (const { tenant_id } of ended) visit.say(tenant_id, ACCESS_CHANGED);
}

/** The firms of the actor's account, by name. */
export const firmsOf = (tx: Tx, actor: Actor): Promise<Firm[]> =>
  tx.all<Firm>(sql`select * from access.firms_of(${actor.accountId})`);

/**
 * A new session in another firm of the same account. The old token means the new firm until the new one is first used.
 * @throws Problem 403 for a firm that is unknown or not the account's: the same answer
 */
export async function changeTenant(
  tx: Tx,
  actor: Actor,
  { body }: { body: string | { tenant: string | number } },
  visit: Visit,
): Promise<{ success: boolean; token: string; access_token: string; tenant: { id: number; slug: string; name: string } }> {
  const wanted = String(typeof body === 'string' ? body : body.tenant);
  const firm = (await firmsOf(tx, actor)).find((each) => each.slug === wanted || String(each.tenant_id) === wanted);
  if (!firm || !visit.token) throw new Problem(403, { detail: 'Not allowed' });
  const token = newToken();
  await tx.all(sql`select access.switch_session(${digest(visit.token)}, ${digest(token)}, ${firm.tenant_id}, ${firm.user_id})`);
  tx.say(ACCESS_CHANGED);
  return { success: true, token, access_token: token, tenant: { id: firm.tenant_id, slug: firm.slug, name: firm.name } };
}

/** The account of an address, made with the password when there is none yet. @returns the account's id */
export async function ensureAccount(tx: Tx, id: string, email: string, password: string | undefined): Promise<string> {
  const hash = password === undefined ? null : await hashPassword(password);
  const [row] = await tx.all<{ id: string }>(sql`select access.account_for(${id}, ${email.trim()}, ${hash}) as id`);
  if (!row) throw new Error('The account was not stored.');
  return row.id;
}

/** Ends every session of a user in this firm: after a deactivation. */
export const endSessionsOf = async (tx: Tx, userId: string): Promise<void> => {
  await tx.all(sql`select access.end_sessions_of(${tx.tenant}, ${userId})`);
  tx.say(ACCESS_CHANGED);
};
