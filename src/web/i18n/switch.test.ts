import i18next from 'i18next';
import { beforeEach, expect, test, vi } from 'vitest';
import { loadAllTexts, setLanguage, startTexts } from './index.ts';
import type { Texts } from './pseudo.ts';
import { text } from './text.ts';

interface Fetch {
  name: string;
  answer: () => void;
}

let fetches: Fetch[] = [];

/** A file of texts that comes when it is answered. */
const file = (name: string, texts: Texts) => (): Promise<{ default: Texts }> =>
  new Promise((resolve) => fetches.push({ name, answer: () => resolve({ default: texts }) }));

const files = {
  web: {
    en: file('web en', { save: 'Save' }),
    de: file('web de', { save: 'Speichern' }),
    fr: file('web fr', { save: 'Garder' }),
  },
  time: {
    en: file('time en', { week: 'Week' }),
    de: file('time de', { week: 'Woche' }),
    fr: file('time fr', { week: 'Semaine' }),
  },
};

/** Answers every call that is open now. */
async function answer(language: string): Promise<void> {
  const due = fetches.filter(({ name }) => name.endsWith(language));
  fetches = fetches.filter((each) => !due.includes(each));
  for (const each of due) each.answer();
  await new Promise((resolve) => setTimeout(resolve, 0));
}

async function settle(work: Promise<unknown>): Promise<void> {
  let open = true;
  const done = work.finally(() => {
    open = false;
  });
  while (open) {
    for (const language of ['en', 'de', 'fr']) await answer(language);
  }
  await done;
}

beforeEach(async () => {
  vi.stubGlobal('document', { documentElement: { lang: '' } });
  fetches = [];
  for (const language of ['en', 'de', 'fr']) i18next.removeResourceBundle?.(language, 'texts');
  await settle(startTexts(files, 'en', ['web']));
});

test('rooms that are wanted while a language is fetched come in that language too', async () => {
  const switched = setLanguage('de');
  const all = loadAllTexts();
  await settle(Promise.all([switched, all]));
  expect(text('web.save')).toBe('Speichern');
  expect(text('time.week')).toBe('Woche');
});

test('of two wishes the later one counts, whichever answer comes last', async () => {
  const first = setLanguage('de');
  const second = setLanguage('fr');
  await answer('fr');
  await answer('fr');
  await settle(Promise.all([first, second]));
  expect(i18next.language).toBe('fr');
  expect(document.documentElement.lang).toBe('fr');
});
