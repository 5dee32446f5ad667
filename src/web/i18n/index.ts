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

const sourceOf = (language: Language): string => (language === 'pseudo' ? 'en' : language);

/** Rooms whose texts are wanted in a language and are not there yet. */
const missing = (language: Language): string[] =>
  [...wanted].filter((room) => files[room]?.[sourceOf(language)] && !i18next.getResourceBundle(language, 'texts')?.[room]);

/** Fetches what is missing; a room that comes to be wanted meanwhile is fetched too. */
async function load(language: Language): Promise<void> {
  for (let rooms = missing(language); rooms.length > 0; rooms = missing(language)) {
    await Promise.all(
      rooms.map(async (room) => {
        const file = await files[room]?.[sourceOf(language)]?.();
        if (!file) return;
        const texts = language === 'pseudo' ? pseudoTexts(file.default) : withMany(file.default);
        i18next.addResourceBundle(language, 'texts', { [room]: texts }, true, true);
      }),
    );
  }
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

/** The language that was asked for last; it becomes the one of the page once its texts are there. */
let chosen: Language | undefined;

/** Loads the texts of all rooms: what the shell and its screens need, also in a language that is on its way. */
export async function loadAllTexts(): Promise<void> {
  for (const room of Object.keys(files)) wanted.add(room);
  await Promise.all([load(currentLanguage()), chosen && load(chosen)]);
}

/** Switches the language without a reload; `lang` of the document follows. Of two wishes the later one counts. */
export async function setLanguage(language: Language): Promise<void> {
  chosen = language;
  try {
    await load(language);
    if (chosen !== language) return;
    if (i18next.language !== language) await i18next.changeLanguage(language);
    document.documentElement.lang = language === 'pseudo' ? 'en' : language;
  } finally {
    if (chosen === language) chosen = undefined;
  }
}

export const currentLanguage = (): Language => i18next.language as Language;
