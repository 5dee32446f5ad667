import { text } from './i18n/text.ts';
import { HOME, LOGIN, LOGIN_MANAGEMENT, pageOf, placeOf } from './paths.ts';
import { must, send } from './request.ts';
import {
  type FirmSettings,
  type Me,
  type RoleAccess,
  clearUser,
  isPageOpen,
  isSignedIn,
  rememberPath,
  session,
  storeToken,
  storeUser,
  storedToken,
  storedUser,
  takeRememberedPath,
} from './session.ts';
import { notify } from './ui/notify.ts';
import { settingsStamp } from './user-settings.ts';

/** What the sign-in pages know of the installation before anybody is signed in. */
export interface SignInFacts {
  product: string;
  branding: boolean;
  password_login: boolean;
  /** Who may make an account for themselves. */
  registration: 'open' | 'domain' | 'closed';
  /** The server did not say: this is what holds until it does. */
  unanswered?: true;
}

let facts: Promise<SignInFacts> | undefined;

/** Product name and ways to sign in; asked once. Without an answer: e-mail sign-in. */
export function signInFacts(): Promise<SignInFacts> {
  facts ??= send({ method: 'GET', path: '/api/settings/sign_in', skipRedirect: true }).then((answer) => {
    if (answer?.response.ok) return answer.data as SignInFacts;
    facts = undefined;
    return { product: 'Cadre', branding: false, password_login: true, registration: 'closed', unanswered: true };
  });
  return facts;
}

/** Where people without a session sign in. */
export const loginPath = async (): Promise<string> => ((await signInFacts()).branding ? LOGIN : LOGIN_MANAGEMENT);

const MOMENT_MS = 100;

/** Asks who is signed in and takes it over; not ok clears the stored user. @returns the status, 0 for no answer */
async function readMe(): Promise<number> {
  const token = storedToken();
  const answer = await send({ method: 'GET', path: '/api/users/me' });
  // A page that is left cuts its calls off: what comes after a moment does not happen on it any more.
  if (!answer) await new Promise((resolve) => setTimeout(resolve, MOMENT_MS));
  const status = answer?.response.status ?? 0;
  if (!answer?.response.ok) {
    // Whose answer this is may have gone over to another firm meanwhile: then it says nothing about who is here now.
    if (token !== '' && token !== storedToken() && storedToken() !== '') return 0;
    clearUser();
    return status;
  }
  const me = (answer.data as { user: Me }).user;
  const { email, first_name, grade, language, teams } = me;
  storeUser({ ...storedUser(), accessToken: storedToken(), email, first_name, grade, role: me.role || 'user', language, teams });
  session.set({ me, userTeams: teams });
  return status;
}

/** Takes over a token that the server gave: stores it, then fetches the profile and merges it in. */
export async function acceptToken(token: string): Promise<void> {
  storeToken(token);
  storeUser({ accessToken: token });
  await readMe();
}

/** Where one goes after signing in. */
export const afterLogin = (): string => takeRememberedPath() ?? HOME;

let redeeming = false;

/** Whether a login code is being checked at this moment: the page says so while it waits. */
export const isRedeeming = (): boolean => redeeming;

/** Checks a login code with the server. @returns where to go then */
async function redeem(search: Readonly<Record<string, string>>): Promise<string> {
  const { code, state, iss } = search;
  // The code leaves address bar and history before anything else happens with it.
  History.prototype.replaceState.call(window.history, window.history.state, '', location.pathname);
  redeeming = true;
  try {
    const { data } = await must({ method: 'GET', path: '/api/otp_auth/login_gate', query: { code, state, iss } });
    await acceptToken((data as { token: string }).token);
    return afterLogin();
  } catch {
    notify.error(text('web.login_refused', { product: (await signInFacts()).product }));
    return LOGIN;
  } finally {
    redeeming = false;
  }
}

/** Loads every role's accesses and finds those of the user; without an answer of the me call the role is `user`. */
async function readAccesses(me: Promise<number>): Promise<void> {
  const { data } = await must({ method: 'GET', path: '/api/settings/role_accesses' });
  const reply = data as { success?: boolean; data?: { accesses?: RoleAccess[] } };
  const accesses = reply.success ? (reply.data?.accesses ?? []) : [];
  const role = ((await me) === 200 && session.get().me?.role) || 'user';
  const own = accesses.find((entry) => entry.role === role) ?? accesses.find((entry) => entry.role === 'user');
  session.set({ accesses, userAccesses: own?.accesses ?? {} });
}

/** Told whenever the settings came in: language, theme and density follow the account. */
const settingsListeners = new Set<() => void>();
export const onSettings = (listener: () => void): void => {
  settingsListeners.add(listener);
};

async function readSettings(me: Promise<number>): Promise<void> {
  const stamp = settingsStamp();
  const { data } = await must({ method: 'GET', path: '/api/settings', skipRedirect: true });
  await me;
  const firm = data as FirmSettings;
  const fresh = stamp !== undefined && stamp === settingsStamp();
  session.set({ firm, ...(fresh ? { userSettings: firm.user_settings } : {}) });
  for (const listener of settingsListeners) listener();
}

const logged = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => console.error('guard', error));

/** The three calls of every navigation. They go out together and are taken over in their order. */
async function refresh(): Promise<number> {
  const me = readMe();
  await Promise.all([logged(readAccesses(me)), logged(readSettings(me))]);
  return me;
}

/** Home with a word about the page that is closed. */
function home(page: string): string {
  notify.info(text('web.no_access', { page: text(`web.page_${page}`) }));
  return HOME;
}

export interface Arrival {
  path: string;
  /** Path with search, as it should be found again after signing in. */
  href: string;
  search: Readonly<Record<string, string>>;
  /** Another screen, not another view of the same. */
  moved: boolean;
}

/**
 * Decides a navigation.
 * @param leave sends the browser elsewhere when an answer that comes later closes the page
 * @returns where to go instead; undefined lets it pass
 */
export async function guard({ path, href, search, moved }: Arrival, leave: (to: string) => void): Promise<string | undefined> {
  const place = placeOf(path);
  const page = pageOf(path);
  const { code } = search;
  session.set({ currentPage: page });
  if (place?.open && !code) return undefined;
  if (!storedToken()) {
    if (code) return redeem(search);
    if (path !== HOME) rememberPath(href);
    return loginPath();
  }
  // A code that comes while somebody is signed in is dropped unredeemed.
  if (code && place?.open) return HOME;
  if (!isSignedIn()) {
    // A me call that failed for a moment leaves a token without its user: the next navigation asks again, unwaited.
    void refresh();
    return undefined;
  }
  const known = session.get().userAccesses !== undefined;
  if (known && !isPageOpen(page)) return home(page);
  if (known && !moved) return undefined;
  const answered = refresh().then((status) => verdict(status, href, page));
  if (!known) return answered;
  void answered.then((to) => {
    if (to && session.get().currentPage === page) leave(to);
  });
  return undefined;
}

/** After the answers: an ended session signs in again, a closed page goes home. */
function verdict(status: number, href: string, page: string): string | undefined {
  if (status === 401) {
    rememberPath(href);
    return LOGIN;
  }
  return isPageOpen(page) ? undefined : home(page);
}
