import { CallError, caller } from '../../web/api.ts';
import { acceptToken } from '../../web/guard.ts';
import type { accessContract } from '../contract.ts';

const call = caller<typeof accessContract>();

/** Signs in by e-mail and password: HTTP 200 alone is success; the profile is then fetched and merged. @throws CallError */
export async function signIn(username: string, password: string): Promise<void> {
  const { access_token: token } = await call('POST /auth/jwt/login', { body: { username, password } }, { asForm: true });
  await acceptToken(token);
}

/** Address of the identity provider; undefined when none is configured. @throws CallError when it does not answer */
export async function identityProvider(): Promise<string | undefined> {
  try {
    return (await call('GET /api/otp_auth/auth_link')).auth_link;
  } catch (error) {
    if (error instanceof CallError && error.status === 404) return undefined;
    throw error;
  }
}

/** Text key of what went wrong; undefined when the server's own words say it best. */
export function refusalKey(error: unknown): string | undefined {
  if (!(error instanceof CallError)) return 'web.failed';
  if (error.status === 0) return 'web.no_connection';
  if (error.detail === 'LOGIN_USER_NOT_VERIFIED') return 'access.not_verified';
  if (error.status === 400 || error.status === 401) return 'access.wrong';
  if (error.status === 422) return 'access.fill_in';
  return error.detail ? undefined : 'web.failed';
}
