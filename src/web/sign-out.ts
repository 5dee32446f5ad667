import { type Tenant, clearSession, storeToken, storeUser, storedToken, storedUser, takeRememberedPath } from './session.ts';
import { apiUrl, must, send } from './request.ts';
import { HOME } from './paths.ts';
import { loginPath } from './guard.ts';

type Leaving = () => void | Promise<unknown>;

const leaving = new Set<Leaving>();

/** Something that must not outlive the session in this browser: unsaved cells. */
export const onSignOut = (forget: Leaving): void => {
  leaving.add(forget);
};

const forgetAll = (): Promise<unknown> => Promise.allSettled([...leaving].map((forget) => forget()));

/** Logs out: the local session goes first, then the server ends the token's session, then the login page. */
export async function signOut(): Promise<void> {
  const token = storedToken();
  clearSession();
  takeRememberedPath();
  if (token) {
    const address = apiUrl(`/api/otp_auth/logout?token=${encodeURIComponent(token)}`);
    await fetch(address, { method: 'POST', keepalive: true }).catch((error: unknown) => console.error('logout', error));
  }
  await forgetAll();
  location.assign(await loginPath());
}

/** Goes over to another firm of the same account, with a fresh page: nothing of the one firm is left in the other. */
export async function changeTenant(tenant: Tenant): Promise<void> {
  const { data } = await must({ method: 'POST', path: '/api/otp_auth/change_tenant', body: { tenant: tenant.id } });
  const { access_token: token } = data as { access_token: string };
  storeToken(token);
  storeUser({ ...storedUser(), accessToken: token });
  location.assign(HOME);
}

/** The language of one's account; the answer does not matter to the page. */
export const tellLanguage = (language: string): void => {
  if (storedToken()) void send({ method: 'PUT', path: '/api/users/change_language', body: { language } });
};
