import { useCallback } from 'react';
import { send } from './request.ts';
import { isSignedIn, session, useSession } from './session.ts';

/** What one browser keeps between visits, before anybody is signed in: one cookie. */
export interface Remembered {
  theme?: 'light' | 'dark';
  lang?: string;
  /** The sidebar was closed. */
  nav?: 'closed';
  /** The times sidebar was opened. */
  times?: 'open';
  density?: string;
}

const COOKIE = 'cadre';
const YEAR_SECONDS = 31_536_000;

export function remembered(): Remembered {
  const found = document.cookie.split('; ').find((part) => part.startsWith(`${COOKIE}=`));
  return Object.fromEntries(new URLSearchParams(decodeURIComponent(found?.slice(COOKIE.length + 1) ?? '')));
}

export function remember(change: Remembered): void {
  const kept = Object.entries({ ...remembered(), ...change }).filter(([, value]) => value);
  const text = encodeURIComponent(new URLSearchParams(kept as [string, string][]).toString());
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser.
  document.cookie = `${COOKIE}=${text}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

let changes = 0;
let underWay = 0;

/** Grows with every change; an answer that was asked for before one of them does not know it. */
export const settingsStamp = (): number | undefined => (underWay > 0 ? undefined : changes);

/**
 * Changes one's own settings at once here, and on the server; a null removes a key. Failure leaves the page as it is.
 * @returns whether the server has them
 */
export async function storeUserSettings(change: Readonly<Record<string, unknown>>): Promise<boolean> {
  session.set({ userSettings: { ...session.get().userSettings, ...change } });
  changes += 1;
  if (!isSignedIn()) return false;
  underWay += 1;
  try {
    return (await send({ method: 'PUT', path: '/api/user_settings', body: { settings: change } }))?.response.ok === true;
  } finally {
    underWay -= 1;
  }
}

/** The same for what nobody waits for. */
export const saveUserSettings = (change: Readonly<Record<string, unknown>>): void => void storeUserSettings(change);

/** One of one's own settings, and how to change it. */
export function useUserSetting<T>(name: string, fallback: T): [T, (value: T) => void] {
  const value = useSession((state) => state.userSettings[name]) as T | null | undefined;
  const set = useCallback((next: T) => saveUserSettings({ [name]: next }), [name]);
  return [value ?? fallback, set];
}
