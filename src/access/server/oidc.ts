import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Problem } from '../../kit/problem.ts';
import type { Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import { findProvider, type Provider, providerOf } from './oidc-find.ts';
import { type Pending, type Person, SignInRefused, authorizationUrl, redeem } from './oidc-flow.ts';
import { type SignIn, admittedFirms } from './oidc-policy.ts';
import { type Opened, noteRefusal, openSession } from './sessions.ts';
import { digest } from './tokens.ts';

/** So long one may take at the provider. */
const SECONDS = 600;
/** Sign-ins that one browser may have under way: every open tab begins one. */
const MOST_OF_BROWSER = 5;
const MOST_OF_ADDRESS = 300;
const SECRET = /^[\w-]{43}$/;

const random = (): string => randomBytes(32).toString('base64url');

/** Browsers keep a `__Host-` cookie for https alone; on this machine, without it, the name goes without the prefix. */
const isSecure = (visit: Visit): boolean => visit.config.publicUrl.startsWith('https:');
const cookieName = (visit: Visit): string => (isSecure(visit) ? '__Host-login_tx' : 'login_tx');

function setCookie(visit: Visit, value: string, seconds: number): void {
  const secure = isSecure(visit) ? ' Secure;' : '';
  visit.header('set-cookie', `${cookieName(visit)}=${value};${secure} HttpOnly; SameSite=Lax; Path=/; Max-Age=${seconds}`);
}

/** The secrets of the sign-ins that this browser has under way, the latest first. */
function secretsOf(visit: Visit): string[] {
  const name = `${cookieName(visit)}=`;
  const cookie = (visit.asked('cookie') ?? '').split(/; */).find((each) => each.startsWith(name));
  return (cookie?.slice(name.length).split('.') ?? []).filter((each) => SECRET.test(each)).slice(0, MOST_OF_BROWSER);
}

/**
 * Begins a sign-in at the identity provider of the firm or e-mail, else at the usual one, and binds it to this browser.
 * @throws Problem 404 SSO_NOT_CONFIGURED without a provider; 429 for too many at once; 503 when the provider is out of reach
 */
export async function authLink(
  visit: Visit,
  { query }: { query: { tenant?: string; email?: string } },
): Promise<{ auth_link: string; authorization_url: string }> {
  const provider = await findProvider(visit.config, visit.global, query);
  if (!provider) throw new Problem(404, { detail: 'SSO_NOT_CONFIGURED' });
  const [secret, state, nonce, verifier] = [random(), random(), random(), random()];
  const pending = { state, nonce, verifier, redirectUri: `${visit.config.publicUrl}/oauth` };
  let url: string;
  try {
    url = await authorizationUrl(visit.config, provider, pending, query.email);
  } catch (error) {
    throw new Problem(503, { detail: 'SSO_UNAVAILABLE' }, { 'retry-after': '5' }, error);
  }
  const [row] = await visit.global<{ opened: boolean }>(sql`
    select access.open_login_tx(${digest(secret)}, ${digest(state)}, ${nonce}, ${verifier}, ${pending.redirectUri},
      ${provider.id ?? null}::uuid, ${visit.ip}, ${MOST_OF_ADDRESS}) as opened`);
  if (!row?.opened) throw new Problem(429, { detail: 'TOO_MANY_ATTEMPTS' }, { 'retry-after': '60' });
  setCookie(visit, [secret, ...secretsOf(visit)].slice(0, MOST_OF_BROWSER).join('.'), SECONDS);
  return { auth_link: url, authorization_url: url };
}

/** This call makes a session by GET: it is no page to be sent to, and no other site may make it. */
function checkOrigin(visit: Visit): void {
  if (visit.asked('sec-fetch-mode') === 'navigate') throw new SignInRefused('OAUTH_INVALID_STATE', 'opened as a page');
  const foreign = visit.asked('sec-fetch-site') === 'cross-site';
  if (foreign && !visit.config.corsOrigins.includes(visit.asked('origin') ?? ''))
    throw new SignInRefused('OAUTH_INVALID_STATE', 'called from another site');
}

interface Answer {
  code?: string;
  state?: string;
  iss?: string;
}

/** Takes the sign-in that this browser began, once, before the provider is asked anything. */
async function takePending(visit: Visit, { state }: Answer): Promise<Pending & { providerId: string | null }> {
  const hashes = secretsOf(visit).map(digest);
  const wanted = state === undefined ? null : digest(state);
  const [row] =
    hashes.length === 0
      ? []
      : await visit.global<{
          state_hash: Buffer;
          nonce: string;
          verifier: string;
          redirect_uri: string;
          provider_id: string | null;
        }>(sql`select * from access.take_login_tx(${hashes}::bytea[], ${wanted}::bytea)`);
  if (!row) throw new SignInRefused('OAUTH_INVALID_STATE', 'no sign-in of this browser is under way');
  if (wanted ? !timingSafeEqual(row.state_hash, wanted) : visit.config.strictState)
    throw new SignInRefused('OAUTH_INVALID_STATE', 'the state is not that of the sign-in');
  return { nonce: row.nonce, verifier: row.verifier, redirectUri: row.redirect_uri, providerId: row.provider_id };
}

interface Account {
  id: string;
  is_active: boolean;
  last_tenant_id: number | null;
}

/** The firm that a provider serves alone, as the functions of sign-in take it. */
async function firmOf(visit: Visit, provider: Provider): Promise<number | null> {
  if (provider.tenantId !== undefined || provider.slug === undefined) return provider.tenantId ?? null;
  const [firm] = await visit.global<{ id: number }>(
    sql`select id from settings.tenants where slug = ${provider.slug} and is_active`,
  );
  if (!firm) throw new SignInRefused('LOGIN_BAD_CREDENTIALS', 'the firm of the provider does not exist');
  return firm.id;
}

/** The account of a person: by issuer and subject, never by the e-mail, but for the first time and on conditions. */
async function accountOf(visit: Visit, provider: Provider, person: Person, firm: number | null): Promise<Account> {
  const find = async (): Promise<Account | undefined> =>
    (await visit.global<Account>(sql`select * from access.account_by_identity(${person.issuer}, ${person.subject})`))[0];
  const known = await find();
  if (known) return known;
  if (person.email === undefined || !person.emailVerified)
    throw new SignInRefused('OAUTH_NOT_AVAILABLE_EMAIL', 'the provider does not vouch for an address');
  const domain = person.email.split('@').at(-1)?.toLowerCase() ?? '';
  if (!provider.domains.includes(domain))
    throw new SignInRefused('LOGIN_BAD_CREDENTIALS', 'the domain of the address is not that of the provider');
  const [link] = await visit.global<{ outcome: 'linked' | 'taken' | 'unknown' }>(
    sql`select access.link_identity(${person.issuer}, ${person.subject}, ${person.email}, ${firm}::int) as outcome`,
  );
  const linked = await find();
  if (linked) return linked;
  if (link?.outcome === 'taken') throw new SignInRefused('OAUTH_USER_ALREADY_EXISTS', 'the account is linked to somebody else');
  throw new SignInRefused('LOGIN_BAD_CREDENTIALS', 'nobody was invited with this address');
}

interface Firm {
  tenant_id: number;
  user_id: string;
  slug: string;
  is_superuser: boolean;
}

/** The firm to open: the provider's own, else the one used last, else the first; always one whose demands are met. */
async function chooseFirm(visit: Visit, account: Account, firm: number | null, signIn: SignIn): Promise<Firm> {
  if (!account.is_active) throw new SignInRefused('LOGIN_BAD_CREDENTIALS', 'the account is not active');
  const all = await visit.global<Firm>(sql`select * from access.firms_of(${account.id})`);
  const own = firm === null ? all : all.filter((each) => each.tenant_id === firm);
  const open = await admittedFirms(visit.config, visit.global, own, signIn);
  const chosen =
    open.find((each) => each.tenant_id === account.last_tenant_id) ?? open.sort((a, b) => a.tenant_id - b.tenant_id)[0];
  if (chosen) return chosen;
  throw new SignInRefused('LOGIN_BAD_CREDENTIALS', own.length === 0 ? 'no active user' : 'the firm demands more of a sign-in');
}

interface Way {
  provider: Provider;
  firm: number | null;
}

async function wayOf(visit: Visit, id: string | null): Promise<Way> {
  const provider = await providerOf(visit.config, visit.global, id);
  if (!provider) throw new SignInRefused('LOGIN_BAD_CREDENTIALS', 'the provider was removed');
  return { provider, firm: await firmOf(visit, provider) };
}

async function passGate(visit: Visit, answer: Answer, took: (way: Way) => void): Promise<Opened> {
  checkOrigin(visit);
  const pending = await takePending(visit, answer);
  const way = await wayOf(visit, pending.providerId);
  took(way);
  const { provider, firm } = way;
  const { code, state, iss } = answer;
  if (!code) throw new SignInRefused('LOGIN_BAD_CREDENTIALS', 'there is no code');
  const person = await redeem(visit.config, provider, pending, { code, state, iss }).catch((error: unknown) => {
    const { code: what, message } = error as { code?: string; message?: string };
    throw new SignInRefused('LOGIN_BAD_CREDENTIALS', what ?? message ?? 'the provider refused', error);
  });
  const account = await accountOf(visit, provider, person, firm);
  const at = person.authTime === undefined ? visit.now : new Date(person.authTime * 1000);
  const ageMinutes = Math.max(0, (visit.now.getTime() - at.getTime()) / 60_000);
  const signIn: SignIn = { method: 'oidc', providerId: provider.id ?? null, factors: person.factors, ageMinutes };
  const chosen = await chooseFirm(visit, account, firm, signIn);
  return openSession(visit, { accountId: account.id, firm: chosen, signIn: { ...signIn, at } });
}

/**
 * Redeems the code with which a person came back from the identity provider.
 * @returns a token, twice under its names
 * @throws Problem 400 with a code of the library, whatever was wrong; why stands in the audit alone
 */
export async function loginGate(
  visit: Visit,
  { query }: { query: Answer },
): Promise<{ token: string; access_token: string; token_type: string; is_superuser: boolean }> {
  let way: Way | undefined;
  try {
    const { token, isSuperuser } = await passGate(visit, query, (taken) => (way = taken));
    setCookie(visit, '', 0);
    return { token, access_token: token, token_type: 'bearer', is_superuser: isSuperuser };
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    const firm = way && way.firm !== null ? { tenant_id: way.firm, user_id: 'unknown' } : undefined;
    await noteRefusal(visit, firm, { method: 'oidc', why: `${error.code}: ${error.message}` });
    throw new Problem(400, { detail: error.code }, {}, error);
  }
}
