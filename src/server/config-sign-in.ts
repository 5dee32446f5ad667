import fs from 'node:fs';

/** The identity provider that the environment names, for every firm or for one. */
export interface ProviderSettings {
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** E-mail domains whose addresses this provider vouches for. */
  domains: string[];
  /** Short name of the one firm that it serves. */
  tenant: string | undefined;
}

const isLocal = (url: URL): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);

const words = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/** E-mail domains in small letters. @throws Error that names the one that is none */
export function readDomains(text: string | undefined, what: string): string[] {
  const domains = words(text).map((domain) => domain.toLowerCase());
  const wrong = domains.find((domain) => !/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/.test(domain));
  if (wrong !== undefined) throw new Error(`${what} must hold e-mail domains such as example.org, not "${wrong}".`);
  return domains;
}

/** An address as providers write their own: https, or plain http where the operator allows that origin. @throws Error */
export function checkIssuer(issuer: string, allow: readonly string[], what: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const plain = url?.protocol === 'http:' && allow.includes(url.origin);
  if (!url || (url.protocol !== 'https:' && !plain) || url.search || url.hash || url.username) {
    throw new Error(`${what} must be an https address without query, as the provider's own documents write it.`);
  }
}

/** @throws Error when one is no origin, or speaks plain http to an installation that people reach by https */
export function readOutbound(env: NodeJS.ProcessEnv, publicUrl: string): string[] {
  return words(env['OUTBOUND_ALLOW']).map((origin) => {
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    if (!url || !/^https?:$/.test(url.protocol) || url.origin !== origin)
      throw new Error(`OUTBOUND_ALLOW must hold origins such as https://sso.example.org:8443, not "${origin}".`);
    const development = isLocal(url) && isLocal(new URL(publicUrl)) && publicUrl.startsWith('http:');
    if (url.protocol === 'http:' && !development)
      throw new Error(`OUTBOUND_ALLOW takes http only for this machine in development, not "${origin}".`);
    return origin;
  });
}

/** Origins of pages that are served elsewhere and may call the API. @throws Error when one is no origin */
export function readOrigins(env: NodeJS.ProcessEnv): string[] {
  return words(env['CORS_ORIGINS']).map((origin) => {
    if (!/^https?:\/\//.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin)
      throw new Error(`CORS_ORIGINS must hold origins such as https://app.example.org, not "${origin}".`);
    return origin;
  });
}

function secretOf(env: NodeJS.ProcessEnv): string | undefined {
  const file = env['OIDC_CLIENT_SECRET_FILE'];
  if (!file) return env['OIDC_CLIENT_SECRET'] || undefined;
  try {
    return fs.readFileSync(file, 'utf8').trim() || undefined;
  } catch (error) {
    throw new Error(`OIDC_CLIENT_SECRET_FILE cannot be read: ${(error as NodeJS.ErrnoException).code}.`, { cause: error });
  }
}

/** Whether browsers keep the cookie of a sign-in for this address. */
export function canKeepCookie(publicUrl: string): boolean {
  const url = new URL(publicUrl);
  return url.protocol === 'https:' || isLocal(url);
}

/** @throws Error in one readable line when the provider is half described */
export function readProvider(env: NodeJS.ProcessEnv, publicUrl: string, allow: readonly string[]): ProviderSettings | undefined {
  const issuer = env['OIDC_ISSUER'];
  if (!issuer) return undefined;
  const [clientId, clientSecret] = [env['OIDC_CLIENT_ID'], secretOf(env)];
  if (!clientId || !clientSecret) throw new Error('OIDC_ISSUER needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.');
  checkIssuer(issuer, allow, 'OIDC_ISSUER');
  if (!canKeepCookie(publicUrl)) throw new Error('Single sign-on needs a PUBLIC_URL with https.');
  return {
    name: env['OIDC_NAME'] || new URL(issuer).hostname,
    issuer,
    clientId,
    clientSecret,
    domains: readDomains(env['OIDC_DOMAINS'], 'OIDC_DOMAINS'),
    tenant: env['OIDC_TENANT'] || undefined,
  };
}
