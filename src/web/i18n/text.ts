import i18next from 'i18next';

/** A text outside of React, in the language of the moment. In components use `useTranslation`. */
export const text = (key: string, values?: Record<string, unknown>): string => i18next.t(key, values ?? {});

const REGIONS: Readonly<Record<string, string>> = { en: 'en-GB', fr: 'fr-FR', de: 'de-DE', es: 'es-ES' };

/** Some systems name a region that Intl does not understand (`en-US@posix`). */
function isTag(wish: string): boolean {
  try {
    return Intl.getCanonicalLocales(wish).length === 1;
  } catch {
    return false;
  }
}

/**
 * The language of the moment for Intl, with the reader's own region where the browser names one of that language: a Swiss
 * reader of German gets Swiss figures.
 */
export function locale(): string {
  const language = i18next.language && i18next.language !== 'pseudo' ? i18next.language : 'en';
  const own = typeof navigator === 'undefined' ? [] : (navigator.languages ?? []);
  return own.find((wish) => wish.startsWith(`${language}-`) && isTag(wish)) ?? REGIONS[language] ?? language;
}
