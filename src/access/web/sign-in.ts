import { CallError, caller } from '../../web/api.ts';
import { acceptToken } from '../../web/guard.ts';
import type { accessContract } from '../contract.ts';

const call = caller<typeof accessContract>();

/** Signs in by e-mail and password: HTTP 200 alone is success; the profile is then fetched and merged. @throws CallError */
export async function signIn(username: string, password: string): Promise<void> {
  const { access_token: token } = await call('POST /auth/jwt/login', { body: { username, password } }, { asForm: true });
  await acceptToken(token);
}

/**
 * Address of the identity provider: that of the e-mail's domain or of the firm, else the usual one; undefined when none is
 * configured. @throws CallError when it does not answer
 */
export async function identityProvider(of: { email?: string; tenant?: string } = {}): Promise<string | undefined> {
  try {
    return (await call('GET /api/otp_auth/auth_link', { query: of })).auth_link;
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return undefined;
    throw error;
  }
}

/** Codes that the server answers, and our words for them. What is no code is said in the server's own words. */
const WORDS: Readonly<Record<string, string>> = {
  LOGIN_BAD_CREDENTIALS: 'access.wrong',
  LOGIN_USER_NOT_VERIFIED: 'access.not_verified',
  RESET_PASSWORD_BAD_TOKEN: 'access.bad_link',
  REGISTER_USER_ALREADY_EXISTS: 'access.taken',
  REGISTER_DISABLED: 'access.register_closed',
  TOO_MANY_ATTEMPTS: 'access.too_many',
  SSO_NOT_CONFIGURED: 'access.sso_missing',
  SSO_UNAVAILABLE: 'access.sso_failed',
};

/**
 * Text key of what went wrong; undefined when the server's own words say it best.
 * @param unfit key for what was not filled in as it must be (422)
 */
export function refusalKey(error: unknown, unfit = 'access.fill_in'): string | undefined {
  if (!(error instanceof CallError)) return 'web.failed';
  if (error.status === 0) return 'web.no_connection';
  const known = WORDS[error.detail];
  if (known) return known;
  if (error.status === 422) return unfit;
  return error.detail ? undefined : 'web.failed';
}

/** True for the refusal of a link that was used, replaced, or is too old. */
export const isBadLink = (error: unknown): boolean => error instanceof CallError && error.detail === 'RESET_PASSWORD_BAD_TOKEN';

/**
 * What one brings along from another open page: the e-mail is filled in, and of an account that was just made the sign-in page says
 * that a mail is on its way.
 */
export const arriving = { email: '', registered: '' };
