import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGES } from '../../kit/grades.ts';
import { type Texts, pseudoTexts } from './pseudo.ts';

export type Language = (typeof LANGUAGES)[number] | 'pseudo';

type Load = () => Promise<{ default: Texts }>;

/** Loaders of the texts, by room (`web` is the frame) and language. Only the chosen language is fetched. */
export type TextFiles = Readonly<Record<string, Readonly<Record<string, Load>>>>;

let files: TextFiles = {};
/** Rooms whose texts are wanted; open pages need only their own. */
const wanted = new Set<string>();

export const isLanguage = (name: string): name is Language =>
  name === 'pseudo' || (LANGUAGES as readonly string[]).includes(name);

/** The best language for a list of wishes such as `['de-CH', 'en']`. */
export function bestLanguage(wishes: readonly string[]): Language {
  const found = wishes.map((wish) => wish.toLowerCase().split('-')[0] ?? '').find(isLanguage);
  return found ?? 'en';
}

/** French and Spanish count millions apart; a text that does not say so uses its plural. */
export function withMany(texts: Texts): Texts {
  const filled: Texts = {};
  for (const [key, value] of Object.entries(texts)) {
    filled[key] = typeof value === 'string' ? value : withMany(value);
    const many = key.replace(/_other$/, '_many');
    if (many !== key && !(many in texts)) filled[many] = filled[key];
  }
  return filled;
}

async function load(language: Language): Promise<void> {
  const source = language === 'pseudo' ? 'en' : language;
  await Promise.all(
    [...wanted].map(async (room) => {
      if (i18next.getResourceBundle(language, 'texts')?.[room]) return;
      const file = await files[room]?.[source]?.();
      if (!file) return;
      const texts = language === 'pseudo' ? pseudoTexts(file.default) : withMany(file.default);
      i18next.addResourceBundle(language, 'texts', { [room]: texts }, true, true);
    }),
  );
}

/** Starts the translation with the texts of the given rooms. */
export async function startTexts(all: TextFiles, language: Language, rooms: readonly string[]): Promise<void> {
  files = all;
  for (const room of rooms) wanted.add(room);
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: 'texts',
    ns: ['texts'],
    resources: {},
    interpolation: { escapeValue: false },
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
  await setLanguage(language);
}

/** Loads the texts of all rooms: what the shell and its screens need. */
export async function loadAllTexts(): Promise<void> {
  const before = wanted.size;
  for (const room of Object.keys(files)) wanted.add(room);
  if (wanted.size !== before) await load(i18next.language as Language);
}

/** Switches the language without a reload; `lang` of the document follows. */
export async function setLanguage(language: Language): Promise<void> {
  await load(language);
  if (i18next.language !== language || document.documentElement.lang === '') await i18next.changeLanguage(language);
  document.documentElement.lang = language === 'pseudo' ? 'en' : language;
}

export const currentLanguage = (): Language => i18next.language as Language;
