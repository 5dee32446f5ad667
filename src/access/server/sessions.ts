import { Problem, unauthorized } from '../../kit/problem.ts';
import type { Visit } from '../../server/route.ts';
import { type Sql, sql } from '../../server/sql.ts';
import { type Actor, HOUSE, type Tx } from '../../server/tx.ts';
import { ACCESS_CHANGED } from './changes.ts';
import { endSessionUrl } from './oidc-flow.ts';
import { providerOf } from './oidc-find.ts';
import { BY_PASSWORD, type SignIn, admittedFirms, noteSignIn, signInOf } from './oidc-policy.ts';
import { hashPatiently, isForeignHash, passwordMatches, withSeat } from './passwords.ts';
import { countTry, forgetTries, refuseHaste, triesOf } from './throttle.ts';
import { digest, newToken } from './tokens.ts';

export interface SessionRow {
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
  // A session that was just switched or slept is looked up once more: its first use changes what it stands for.
  return { actor: actorOf(row), lasting: !row.stale };
}

export const actorOf = (row: SessionRow): Actor => ({
  tenantId: row.tenant_id,
  userId: row.user_id,
  accountId: row.account_id,
  category: row.category,
  grade: row.grade,
  role: row.role ?? 'user',
  isSuperuser: row.is_superuser,
  language: row.language,
  accesses: row.accesses ?? {},
});

interface Account {
  id: string;
  password_hash: string | null;
  is_active: boolean;
  is_verified: boolean;
  last_tenant_id: number | null;
}

/** The firm used last; before the first sign-in the one that had the person first. */
const firmToOpen = <F extends Pick<Firm, 'tenant_id'>>(firms: readonly F[], last: number | null | undefined): F | undefined =>
  firms.find((each) => each.tenant_id === last) ?? [...firms].sort((a, b) => a.tenant_id - b.tenant_id)[0];

/**
 * Records a sign-in in vain in the audit of the firm that it was meant for; of the house where it was meant for none that we
 * know. What was typed is not kept: people type passwords where their name belongs.
 */
export async function noteRefusal(
  visit: Visit,
  firm: Pick<Firm, 'tenant_id' | 'user_id'> | undefined,
  facts: { method: SignIn['method']; why: string },
): Promise<void> {
  await visit.within({ tenant: firm?.tenant_id ?? HOUSE }, async (tx) =>
    tx.write.event({ action: 'sign_in_failed', entity: 'access.sessions', entityId: firm?.user_id ?? 'unknown', facts }),
  );
}

/** What is no address is looked up as none: people type passwords there, and a database may log what it is asked. */
const typedAddress = (text: string): string => (text.includes('@') ? text.trim() : '');

/**
 * Signs in by e-mail and password and opens the firm used last.
 * @throws Problem 400 LOGIN_BAD_CREDENTIALS, the same for a wrong password, an unknown address and an inactive account;
 *   400 LOGIN_USER_NOT_VERIFIED for an account without a firm; 429 after too many failures; 503 in a flood of sign-ins
 */
export async function login(
  visit: Visit,
  { body }: { body: { username: string; password: string } },
): Promise<{ access_token: string; token_type: string; is_superuser: boolean }> {
  if (!visit.config.passwordLogin) throw new Problem(400, { detail: 'LOGIN_BAD_CREDENTIALS' });
  return withSeat(() => signIn(visit, body));
}

async function signIn(
  visit: Visit,
  body: { username: string; password: string },
): Promise<{ access_token: string; token_type: string; is_superuser: boolean }> {
  const email = typedAddress(body.username);
  const tries = triesOf('login', email, visit);
  await refuseHaste(visit, tries);
  const [account] = await visit.global<Account>(sql`select * from access.account_by_email(${email})`);
  const all = await visit.global<Firm>(sql`select * from access.firms_of(${account?.id ?? null}::uuid)`);
  const matches = await passwordMatches(account?.password_hash, body.password);
  const meant = firmToOpen(all, account?.last_tenant_id);
  if (!account || !matches || !account.is_active) {
    await Promise.all([countTry(visit, tries), noteRefusal(visit, meant, { method: 'password', why: 'LOGIN_BAD_CREDENTIALS' })]);
    throw new Problem(400, { detail: 'LOGIN_BAD_CREDENTIALS' });
  }
  if (!account.is_verified || all.length === 0) {
    await noteRefusal(visit, meant, { method: 'password', why: 'LOGIN_USER_NOT_VERIFIED' });
    throw new Problem(400, { detail: 'LOGIN_USER_NOT_VERIFIED' });
  }
  const firm = firmToOpen(await admittedFirms(visit.config, visit.global, all, BY_PASSWORD), account.last_tenant_id);
  if (!firm) {
    // Firms that take nobody by password answer like a wrong one.
    await noteRefusal(visit, meant, { method: 'password', why: 'REAUTH_REQUIRED' });
    throw new Problem(400, { detail: 'LOGIN_BAD_CREDENTIALS' });
  }
  const [{ token }] = await Promise.all([
    openSession(visit, { accountId: account.id, firm, signIn: { ...BY_PASSWORD, at: visit.now } }),
    forgetTries(visit, tries),
    renewHash(visit, account, body.password),
  ]);
  return { access_token: token, token_type: 'bearer', is_superuser: firm.is_superuser };
}

/** A hash under other parameters than ours (an import, an earlier version) is made anew, now that the password is known. */
async function renewHash(visit: Visit, { id, password_hash }: Account, password: string): Promise<void> {
  if (password_hash === null || !isForeignHash(password_hash)) return;
  await visit.global(sql`select access.rehash(${id}, ${password_hash}, ${await hashPatiently(password)})`);
}

/** What a sign-in gives. */
export interface Opened {
  token: string;
  isSuperuser: boolean;
}

/** Opens a session in a firm, as the end of every way of signing in. One that the caller held already ends. */
export async function openSession(
  visit: Visit,
  {
    accountId,
    firm,
    signIn,
  }: { accountId: string; firm: Pick<Firm, 'tenant_id' | 'user_id' | 'is_superuser'>; signIn: SignIn & { at: Date } },
): Promise<Opened> {
  const token = newToken();
  const hash = digest(token);
  const { tenant_id, user_id } = firm;
  const agent = (visit.asked('user-agent') ?? '').replace(/\p{Cc}+/gu, ' ').slice(0, 300);
  const ended = await visit.within({ tenant: tenant_id, userId: user_id }, async (tx) => {
    const pushed = await tx.all<{ tenant_id: number }>(sql`
      select * from access.open_session(${hash}, ${accountId}, ${tenant_id}, ${user_id}, ${visit.ip}, ${agent})`);
    // A session says of itself that it came about by password, just now.
    if (signIn.method !== 'password') await tx.all(noteSignIn(hash, signIn));
    tx.write.event({ action: 'sign_in', entity: 'access.sessions', entityId: user_id, facts: { method: signIn.method } });
    return pushed;
  });
  for (const each of ended) visit.say(each.tenant_id, ACCESS_CHANGED);
  if (visit.token) await endSession(visit, visit.token);
  return { token, isSuperuser: firm.is_superuser };
}

/** Ends the session of the token in the query, and of the bearer if one came along; tells nothing about either. */
export async function logout(
  visit: Visit,
  { query }: { query: { token?: string } },
): Promise<{ success: boolean; logout_url?: string }> {
  let url: string | undefined;
  for (const token of [query.token, visit.token]) {
    if (!token) continue;
    url ??= await providersEnd(visit, token);
    await endSession(visit, token);
  }
  return { success: true, ...(url === undefined ? {} : { logout_url: url }) };
}

/** Where a session that an identity provider vouched for ends there too. */
async function providersEnd(visit: Visit, token: string): Promise<string | undefined> {
  const signIn = await signInOf(visit.global, digest(token));
  if (signIn?.method !== 'oidc') return undefined;
  const provider = await providerOf(visit.config, visit.global, signIn.providerId);
  return provider && endSessionUrl(visit.config, provider);
}

export async function logoutBearer(tx: Tx, actor: Actor, _input: unknown, visit: Visit): Promise<unknown> {
  if (visit.token) await tx.all(sql`select * from access.end_session(${digest(visit.token)})`);
  tx.write.event({ action: 'sign_out', entity: 'access.sessions', entityId: actor.userId });
  tx.say(ACCESS_CHANGED);
  return undefined;
}

async function endSession(visit: Visit, token: string): Promise<void> {
  const hash = digest(token);
  const [session] = await visit.global<{ tenant_id: number; user_id: string }>(sql`select * from access.session_firm(${hash})`);
  if (!session) return;
  await visit.within({ tenant: session.tenant_id, userId: session.user_id }, async (tx) => {
    const ended = await tx.all(sql`select * from access.end_session(${hash})`);
    if (ended.length === 0) return;
    tx.write.event({ action: 'sign_out', entity: 'access.sessions', entityId: session.user_id });
    tx.say(ACCESS_CHANGED);
  });
}

/** The firms of the actor's account, by name. */
export const firmsOf = (tx: Tx, actor: Actor): Promise<Firm[]> =>
  tx.all<Firm>(sql`select * from access.firms_of(${actor.accountId})`);

/**
 * A new session in another firm of the same account. The old token means the new firm until the new one is first used.
 * @throws Problem 403 for a firm that is unknown or not the account's: the same answer; 403 REAUTH_REQUIRED for one that
 *   demands more than the way in which this session came about
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
  const ask = <Row>(statement: Sql): Promise<Row[]> => tx.all<Row>(statement);
  const signIn = await signInOf(ask, digest(visit.token));
  if (!signIn) throw unauthorized();
  const [open] = await admittedFirms(visit.config, ask, [firm], signIn);
  if (!open) throw new Problem(403, { detail: 'REAUTH_REQUIRED' });
  const token = newToken();
  await tx.all(sql`select access.switch_session(${digest(visit.token)}, ${digest(token)}, ${firm.tenant_id}, ${firm.user_id})`);
  await tx.all(noteSignIn(digest(token), signIn));
  tx.write.event({ action: 'tenant_switched', entity: 'settings.tenants', entityId: String(firm.tenant_id) });
  tx.say(ACCESS_CHANGED);
  return { success: true, token, access_token: token, tenant: { id: firm.tenant_id, slug: firm.slug, name: firm.name } };
}

/** The account of an address, made with the password when there is none yet, as operators do it. @returns the account's id */
export async function ensureAccount(
  tx: Tx,
  id: string,
  email: string,
  password: string | undefined,
  imported?: string,
): Promise<string> {
  const hash = password === undefined ? (imported ?? null) : await hashPatiently(password);
  const [row] = await tx.all<{ id: string }>(sql`select access.account_for(${id}, ${email.trim()}, ${hash}) as id`);
  if (!row) throw new Error('The account was not stored.');
  return row.id;
}

/** Ends every session of a user in this firm: after a deactivation. */
export const endSessionsOf = async (tx: Tx, userId: string): Promise<void> => {
  await tx.all(sql`select access.end_sessions_of(${tx.tenant}, ${userId})`);
  tx.say(ACCESS_CHANGED);
};
