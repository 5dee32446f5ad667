import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { currentLanguage, isLanguage, setLanguage } from '../i18n/index.ts';
import { session } from '../session.ts';
import { remember, remembered, saveUserSettings } from '../user-settings.ts';
import { restoreSidebars } from './sidebars.ts';

export type Theme = 'auto' | 'light' | 'dark';

let update: ((theme: MantineColorScheme) => void) | undefined;

/** Keeps the theme in our one cookie instead of the local storage. */
export const themeManager: MantineColorSchemeManager = {
  get: (fallback) => remembered().theme ?? fallback,
  set: (theme) => remember({ theme: theme === 'auto' ? undefined : theme }),
  subscribe: (onUpdate) => {
    update = onUpdate;
  },
  unsubscribe: () => {
    update = undefined;
  },
  clear: () => remember({ theme: undefined }),
};

const isTheme = (value: unknown): value is Theme => value === 'auto' || value === 'light' || value === 'dark';

/** A language asked for in the address (tests, links in mails) stays for this visit. */
export const addressLanguage = (): string | undefined => new URLSearchParams(location.search).get('lang') ?? undefined;

let visitLanguage: string | undefined;

/** Holds the language of the address for the visit: it wins over the account's. */
export const holdLanguage = (language: string | undefined): void => {
  visitLanguage = language;
};

/** Names of the languages, each in itself. */
export const LANGUAGE_NAMES: Readonly<Record<string, string>> = { en: 'English', fr: 'Français', de: 'Deutsch', es: 'Español' };

export async function chooseLanguage(language: string): Promise<void> {
  if (!isLanguage(language)) return;
  visitLanguage = undefined;
  remember({ lang: language });
  await setLanguage(language);
}

let applied = false;

/** Theme, language, sidebars, density and motion follow the account from one browser to the next: once, at the first answer. */
export function applySettings(): void {
  if (applied) return;
  applied = true;
  const { me, userSettings } = session.get();
  const { theme, density, motion } = userSettings;
  if (isTheme(theme) && theme !== (remembered().theme ?? 'auto')) {
    themeManager.set(theme);
    update?.(theme);
  }
  if (me && !visitLanguage && isLanguage(me.language) && me.language !== currentLanguage()) void chooseLanguage(me.language);
  restoreSidebars(userSettings);
  applyDensity(density);
  applyMotion(motion);
}

/** Height of rows; a coarse pointer always has tall ones (styles decide that). */
export function applyDensity(density: unknown): void {
  document.documentElement.dataset.density = typeof density === 'string' ? density : 'normal';
}

/** How much moves: `less` or `full` as one chose it, else as the system says. */
export function applyMotion(motion: unknown): void {
  document.documentElement.dataset.motion = motion === 'less' || motion === 'full' ? motion : 'auto';
}

const SCHEME = 'data-mantine-color-scheme';

/** Paper is white: whoever looks at a dark page prints it in the light colours. @returns a function that stops it */
export function printLight(): () => void {
  const root = document.documentElement;
  const paper = matchMedia('print');
  let before: string | null = null;
  const turn = (): void => {
    if (paper.matches && before === null) {
      before = root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, 'light');
    } else if (!paper.matches && before !== null) {
      root.setAttribute(SCHEME, before);
      before = null;
    }
  };
  paper.addEventListener('change', turn);
  return () => paper.removeEventListener('change', turn);
}

export const saveTheme = (theme: Theme): void => saveUserSettings({ theme });
