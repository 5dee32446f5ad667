import { useSyncExternalStore } from 'react';
import { newStore } from './store.ts';

export interface Team {
  id: string;
  name: string;
}

/** What is kept in the browser about who is signed in; nothing else about a person is stored. */
export interface StoredUser {
  accessToken: string;
  email?: string;
  first_name?: string;
  grade?: string;
  role?: string;
  language?: string;
  teams?: Team[];
}

export interface Tenant {
  id: string | number;
  slug: string;
  name: string;
}

/** The signed-in user as the me call answers it. */
export interface Me {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  grade: string;
  category: 'hr' | 'operational' | 'admin';
  role: string;
  language: string;
  is_superuser: boolean;
  teams: Team[];
  tenant: Tenant;
  tenants: Tenant[];
}

export type PageFlags = Readonly<Record<string, boolean>>;
export type Accesses = Readonly<Record<string, PageFlags>>;
export interface RoleAccess {
  role: string;
  accesses: Accesses;
}

/** Settings of the firm, as the settings call answers them to everybody. */
export interface FirmSettings {
  product: string;
  branding: boolean;
  countries: { code: string; name: string; is_default: boolean }[];
  currencies: string[];
  currency: string;
  time_zone: string;
  /** ISO weekday on which weeks start. */
  week_start: number;
  day_limit_minutes: number;
  locked_through: string | null;
  /** `load`: lower edges of the heat bands, in per cent. */
  thresholds: { load: number[] };
  user_settings: UserSettings;
}

/** A person's own settings: theme, sidebars, density, columns, saved views. Rooms keep theirs under their own name. */
export type UserSettings = Readonly<Record<string, unknown>>;

export interface Session {
  userSettings: UserSettings;
  userTeams: Team[];
  /** Every role's accesses, as loaded. */
  accesses: RoleAccess[];
  /** The signed-in user's accesses by page key; undefined until they are known. */
  userAccesses: Accesses | undefined;
  /** Page key of the screen that is shown or being opened. */
  currentPage: string;
  me: Me | undefined;
  firm: FirmSettings | undefined;
}

const empty: Session = {
  userSettings: {},
  userTeams: [],
  accesses: [],
  userAccesses: undefined,
  currentPage: 'home',
  me: undefined,
  firm: undefined,
};

/** The one store of the session. Screens read it with `useSession`. */
export const session = newStore<Session>(empty);

/** Reads one thing of the session; the component renders again when that thing changes. */
export function useSession<T>(read: (session: Session) => T): T {
  return useSyncExternalStore(session.subscribe, () => read(session.get()));
}

const USER = 'user';
const TOKEN = 'access_token';
const PATH = 'pathToLoadAfterLogin';

export const storedToken = (): string => localStorage.getItem(TOKEN) ?? '';

export function storedUser(): StoredUser | undefined {
  try {
    return (JSON.parse(localStorage.getItem(USER) ?? 'null') as StoredUser | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Signed in means: a stored user with a token. */
export const isSignedIn = (): boolean => storedToken() !== '' && storedUser() !== undefined;

export function storeToken(token: string): void {
  localStorage.setItem(TOKEN, token);
}

export function storeUser(user: StoredUser): void {
  localStorage.setItem(USER, JSON.stringify(user));
}

export function clearUser(): void {
  localStorage.removeItem(USER);
}

/** Forgets who is signed in. The store is emptied too, so that nothing of the last person shines through. */
export function clearSession(): void {
  localStorage.removeItem(USER);
  localStorage.removeItem(TOKEN);
  session.set({ ...empty, currentPage: session.get().currentPage });
}

export function rememberPath(path: string): void {
  localStorage.setItem(PATH, path);
}

/** The address to go to after signing in, taken once. Only an address of this site is followed. */
export function takeRememberedPath(): string | undefined {
  const path = localStorage.getItem(PATH) ?? '';
  localStorage.removeItem(PATH);
  return isOwnPath(path) ? path : undefined;
}

/** True for an address that starts with one slash and stays on this origin. */
export function isOwnPath(path: string): boolean {
  if (!path.startsWith('/') || path.startsWith('//') || path.includes('\\')) return false;
  try {
    return new URL(path, location.origin).origin === location.origin;
  } catch {
    return false;
  }
}

/** True when another tab signed in, out or into another firm: what this tab shows is then not its user's. */
export const isTokenEvent = (event: StorageEvent): boolean => event.key === TOKEN || event.key === null;

type AccessRule = (operation: string, who: { category: Me['category']; grade: string; isSuperuser: boolean }) => boolean;

let accessRule: AccessRule = () => true;
let usualFlags: Readonly<Record<string, boolean>> = {};

/**
 * Filled by the root with the access table's own rule: the same data that the server decides by.
 * @param usual what a flag is where a role's matrix does not name it; a flag that it leaves out is open
 */
export const setAccessRule = (rule: AccessRule, usual: Readonly<Record<string, boolean>> = {}): void => {
  accessRule = rule;
  usualFlags = usual;
};

/** Whether the signed-in user may make a call of the access table. Nobody known yet: the server decides. */
export function mayCall(operation: string, me: Me | undefined = session.get().me): boolean {
  return !me || accessRule(operation, { category: me.category, grade: me.grade, isSuperuser: me.is_superuser });
}

/** Home is always open; a page that the matrix does not name is open to those whom the table allows. */
export const isPageOpen = (page: string, accesses: Accesses | undefined = session.get().userAccesses): boolean =>
  page === 'home' || accesses?.[page]?.view_page !== false;

/** `const may = useMayCall(); may('projects.update')`: hide what would be refused, and do not call it. */
export function useMayCall(): (operation: string) => boolean {
  const me = useSession((state) => state.me);
  return (operation) => mayCall(operation, me);
}

/** Whether a role's accesses allow what a flag stands for: closed is what they close, as on the server. */
export const isFlagOn = (flag: string, page: string, accesses: Accesses | undefined): boolean =>
  accesses?.[page]?.[flag] ?? usualFlags[flag] ?? true;

/** A flag of the current page for the user's role: `can_export`, `can_edit`, … */
export function usePageFlag(flag: string, page?: string): boolean {
  return useSession((state) => isFlagOn(flag, page ?? state.currentPage, state.userAccesses));
}
