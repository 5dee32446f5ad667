import { type Tenant, clearSession, storeToken, storeUser, storedToken, storedUser, takeRememberedPath } from './session.ts';
import { CallError, apiUrl, leaveForGood, must, send } from './request.ts';
import { text } from './i18n/text.ts';
import { HOME } from './paths.ts';
import { loginPath } from './guard.ts';

type Leaving = () => void | Promise<unknown>;

const leaving = new Set<Leaving>();

/** Something that must not outlive the session in this browser: unsaved cells. */
export const onSignOut = (forget: Leaving): void => {
  leaving.add(forget);
};

const forgetAll = (): Promise<unknown> => Promise.allSettled([...leaving].map((forget) => forget()));

/** Where an identity provider ends its own session, when it has such a place. */
async function endOnServer(token: string): Promise<string | undefined> {
  try {
    const address = apiUrl(`/api/otp_auth/logout?token=${encodeURIComponent(token)}`);
    const response = await fetch(address, { method: 'POST', keepalive: true });
    return ((await response.json()) as { logout_url?: string }).logout_url;
  } catch (error) {
    console.error('logout', error);
    return undefined;
  }
}

/** Forgets who is signed in here, then ends the token's session on the server. @returns the provider's own way out, if any */
export async function endSession(): Promise<string | undefined> {
  const token = storedToken();
  clearSession();
  takeRememberedPath();
  const way = token ? await endOnServer(token) : undefined;
  await forgetAll();
  return way;
}

/** Logs out: the local session goes first, then the server ends the token's session, then the login page. */
export async function signOut(): Promise<void> {
  // Calls of the screen that are answered meanwhile are refused: that must not lead elsewhere.
  leaveForGood();
  const way = await endSession();
  location.assign(way ?? (await loginPath()));
}

async function askForFirm({ id, name }: Tenant): Promise<{ access_token: string }> {
  try {
    return (await must({ method: 'POST', path: '/api/otp_auth/change_tenant', body: { tenant: id } })).data as {
      access_token: string;
    };
  } catch (error) {
    if (!(error instanceof CallError) || error.detail !== 'REAUTH_REQUIRED') throw error;
    throw new CallError(error.status, { detail: text('web.reauth_required', { name }) });
  }
}

/** Goes over to another firm of the same account, with a fresh page: nothing of the one firm is left in the other. @throws CallError */
export async function changeTenant(tenant: Tenant): Promise<void> {
  const { access_token: token } = await askForFirm(tenant);
  leaveForGood();
  storeToken(token);
  storeUser({ ...storedUser(), accessToken: token });
  location.assign(HOME);
}

/** The language of one's account. @returns whether the server has it */
export async function storeLanguage(language: string): Promise<boolean> {
  if (!storedToken()) return false;
  return (await send({ method: 'PUT', path: '/api/users/change_language', body: { language } }))?.response.ok === true;
}
