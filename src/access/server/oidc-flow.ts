import { createHash } from 'node:crypto';
import type * as Client from 'openid-client';
import type { Config } from '../../server/config.ts';
import { guardedFetch } from '../../server/outbound.ts';
import type { Provider } from './oidc-find.ts';

const SECONDS = 5;
const SKEW_SECONDS = 60;
const CACHED_MS = 3_600_000;
const MOST_CACHED = 1000;
const SCOPE = 'openid email profile';
/** Signatures that can be checked with a public key; never `none`, never one made with a shared secret. */
const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'];
const ENTRA = 'login.microsoftonline.com';

/** Codes of the library that clients know; the reason is for the audit alone. */
export class SignInRefused extends Error {
  readonly code: 'OAUTH_INVALID_STATE' | 'OAUTH_NOT_AVAILABLE_EMAIL' | 'OAUTH_USER_ALREADY_EXISTS' | 'LOGIN_BAD_CREDENTIALS';

  constructor(code: SignInRefused['code'], reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'SignInRefused';
    this.code = code;
  }
}

/** What one sign-in keeps on our side while the person is at the provider. */
export interface Pending {
  nonce: string;
  verifier: string;
  redirectUri: string;
}

/** Who the provider says has signed in, checked. */
export interface Person {
  issuer: string;
  subject: string;
  email: string | undefined;
  /** The provider vouches that the address is the person's. */
  emailVerified: boolean;
  /** What was shown at sign-in: the values of `amr` and `acr`. */
  factors: string[];
  /** Seconds since 1970, if the provider said so. */
  authTime: number | undefined;
}

interface Known {
  configuration: Promise<Client.Configuration>;
  until: number;
}

const known = new Map<string, Known>();

async function discover(config: Config, provider: Provider): Promise<Client.Configuration> {
  const client = await import('openid-client');
  const call = guardedFetch({ allow: config.outboundAllow, milliseconds: SECONDS * 1000 });
  const plain = provider.issuer.startsWith('http:') && config.outboundAllow.includes(new URL(provider.issuer).origin);
  const found = await client.discovery(
    new URL(provider.issuer),
    provider.clientId,
    { client_secret: provider.secret, [client.clockTolerance]: SKEW_SECONDS },
    undefined,
    {
      timeout: SECONDS,
      [client.customFetch]: call,
      execute: plain ? [client.allowInsecureRequests] : [],
    },
  );
  const metadata = found.serverMetadata();
  if (metadata.issuer !== provider.issuer) throw new Error(`The provider calls itself ${metadata.issuer}.`);
  const methods = metadata.token_endpoint_auth_methods_supported;
  const basic = methods === undefined || methods.includes('client_secret_basic');
  const auth = basic ? client.ClientSecretBasic(provider.secret) : client.ClientSecretPost(provider.secret);
  const configuration = new client.Configuration(
    metadata,
    provider.clientId,
    { client_secret: provider.secret, [client.clockTolerance]: SKEW_SECONDS },
    auth,
  );
  configuration.timeout = SECONDS;
  configuration[client.customFetch] = call;
  // Tokens from the token endpoint are checked by their signature too, not by the channel alone.
  client.enableNonRepudiationChecks(configuration);
  if (plain) client.allowInsecureRequests(configuration);
  return configuration;
}

/**
 * What the provider says of itself, asked once an hour.
 * @throws Error when it does not answer, or is not the issuer that was configured
 */
export function configurationOf(config: Config, provider: Provider): Promise<Client.Configuration> {
  const secret = createHash('sha256').update(provider.secret).digest('base64url');
  const key = JSON.stringify([provider.issuer, provider.clientId, secret, config.outboundAllow]);
  const held = known.get(key);
  if (held && held.until > Date.now()) return held.configuration;
  if (known.size >= MOST_CACHED) known.clear();
  const configuration = discover(config, provider);
  known.set(key, { configuration, until: Date.now() + CACHED_MS });
  configuration.catch(() => known.delete(key));
  return configuration;
}

/** Where the browser goes to sign in. @throws Error when the provider does not answer */
export async function authorizationUrl(
  config: Config,
  provider: Provider,
  pending: Pending & { state: string },
  email: string | undefined,
): Promise<string> {
  const client = await import('openid-client');
  const { factors, freshMinutes } = provider.demand;
  const url = client.buildAuthorizationUrl(await configurationOf(config, provider), {
    response_type: 'code',
    redirect_uri: pending.redirectUri,
    scope: SCOPE,
    state: pending.state,
    nonce: pending.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    ...(freshMinutes === undefined ? {} : { max_age: String(freshMinutes * 60) }),
    ...(factors.length === 0 ? {} : { acr_values: factors.join(' ') }),
    ...(email === undefined ? {} : { login_hint: email }),
  });
  return url.href;
}

function checkAlgorithm(idToken: string | undefined): void {
  const [head = ''] = (idToken ?? '').split('.');
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString('utf8')) as { alg?: string };
  if (!ALGORITHMS.includes(alg ?? '')) throw new Error(`The algorithm ${alg} is not accepted.`);
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** A person of Entra ID is their directory and their object in it: its `sub` is another one for every application. */
function subjectOf(issuer: string, claims: Client.IDToken): string {
  if (new URL(issuer).hostname !== ENTRA) return claims.sub;
  const [tid, oid] = [textOf(claims['tid']), textOf(claims['oid'])];
  if (!tid || !oid) throw new Error('The token names no directory and object.');
  return `${tid}:${oid}`;
}

/** Entra ID has no `email_verified`; it says by `xms_edov` that the owner of the domain was verified. */
const isVerified = (issuer: string, claims: Record<string, unknown>): boolean =>
  claims['email_verified'] === true ||
  (new URL(issuer).hostname === ENTRA && [true, 1, '1', 'true'].includes(claims['xms_edov'] as boolean));

/**
 * Redeems a code at the provider and checks all that it answers: issuer, signature, audience, times and nonce.
 * @throws Error with the reason, of the library or our own
 */
export async function redeem(
  config: Config,
  provider: Provider,
  pending: Pending,
  answer: { code: string; state: string | undefined; iss: string | undefined },
): Promise<Person> {
  const client = await import('openid-client');
  const configuration = await configurationOf(config, provider);
  const address = new URL(pending.redirectUri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) address.searchParams.set(name, value);
  const { freshMinutes } = provider.demand;
  const tokens = await client.authorizationCodeGrant(configuration, address, {
    pkceCodeVerifier: pending.verifier,
    expectedNonce: pending.nonce,
    expectedState: answer.state,
    idTokenExpected: true,
    ...(freshMinutes === undefined ? {} : { maxAge: freshMinutes * 60 }),
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('There is no ID token.');
  checkAlgorithm(tokens.id_token);
  if (claims.iat > Date.now() / 1000 + SKEW_SECONDS) throw new Error('The token was made in the future.');
  // Providers that keep their tokens thin tell the address when asked with the access token.
  const told = textOf(claims['email'])
    ? claims
    : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub).catch(() => claims);
  const amr = Array.isArray(claims['amr']) ? claims['amr'].filter((each): each is string => typeof each === 'string') : [];
  const acr = textOf(claims['acr']);
  return {
    issuer: provider.issuer,
    subject: subjectOf(provider.issuer, claims),
    email: textOf(told['email']),
    emailVerified: isVerified(provider.issuer, told),
    factors: acr === undefined ? amr : [...amr, acr],
    authTime: typeof claims.auth_time === 'number' ? claims.auth_time : undefined,
  };
}

/** Where the browser goes to end the session at the provider too; undefined when it offers no such place or is out of reach. */
export async function endSessionUrl(config: Config, provider: Provider): Promise<string | undefined> {
  try {
    const configuration = await configurationOf(config, provider);
    if (!configuration.serverMetadata().end_session_endpoint) return undefined;
    const client = await import('openid-client');
    return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: `${config.publicUrl}/account/login` }).href;
  } catch {
    return undefined;
  }
}
