import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../kit/grades.ts';
import { type Texts, pseudoText, pseudoTexts } from './pseudo.ts';

const src = path.resolve(import.meta.dirname, '../..');

const flat = (texts: Texts, prefix = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  );

/** All texts of one room in one language, by full key. */
function read(folder: string, language: string): Map<string, string> {
  return new Map(flat(JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8')) as Texts));
}

const folders = readdirSync(src)
  .map((room) => ({ room, folder: room === 'web' ? path.join(src, 'web/texts') : path.join(src, room, 'web/texts') }))
  .filter(({ folder }) => {
    try {
      return readdirSync(folder).includes('en.json');
    } catch {
      return false;
    }
  });

const values = (text: string): string[] => [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? '').sort();

describe.each(folders)('texts of $room', ({ folder }) => {
  const english = read(folder, 'en');
  test.each(LANGUAGES.filter((language) => language !== 'en'))('%s says the same things', (language) => {
    const other = read(folder, language);
    const keys = (texts: Map<string, string>): string[] => [...texts.keys()].filter((key) => !key.endsWith('_many')).sort();
    expect(keys(other)).toEqual(keys(english));
    for (const [key, text] of english) {
      const said = other.get(key) ?? '';
      expect(said.trim(), key).not.toBe('');
      // A singular may leave its count out: "the result".
      if (!key.endsWith('_one')) expect(values(said), key).toEqual(values(text));
    }
  });

  test('every plural has both forms', () => {
    for (const key of english.keys()) {
      if (key.endsWith('_one')) expect(english.has(key.replace(/_one$/, '_other')), key).toBe(true);
      if (key.endsWith('_other')) expect(english.has(key.replace(/_other$/, '_one')), key).toBe(true);
    }
  });
});

const known = new Map(folders.map(({ room, folder }) => [room, read(folder, 'en')]));

/** Keys written out in the code, and the beginnings of those that are put together. */
function usedIn(code: string): { whole: string[]; begun: string[] } {
  const calls = [...code.matchAll(/\b(?:t|text)\(\s*(?:'([\w.]+)'|`([\w.]+)\$\{)/g)];
  const facts = [...code.matchAll(/\b(?:title|label|titleKey|labelKey): '((?:\w+)\.[\w.]+)'/g)];
  return {
    whole: [...calls.flatMap((match) => match[1] ?? []), ...facts.flatMap((match) => match[1] ?? [])],
    begun: calls.flatMap((match) => match[2] ?? []),
  };
}

const has = (key: string): boolean => {
  const [room = '', ...rest] = key.split('.');
  const texts = known.get(room);
  const name = rest.join('.');
  return texts !== undefined && (texts.has(name) || texts.has(`${name}_other`));
};

const begins = (key: string): boolean => {
  const [room = '', ...rest] = key.split('.');
  return [...(known.get(room)?.keys() ?? [])].some((name) => name.startsWith(rest.join('.')));
};

const screens = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /(^|\/)web\/.*\.tsx?$/.test(file) && !/\.test\./.test(file),
);

test.each(screens)('%s uses texts that exist', (file) => {
  const { whole, begun } = usedIn(readFileSync(path.join(src, file), 'utf8'));
  expect([...whole.filter((key) => !has(key)), ...begun.filter((key) => !begins(key))]).toEqual([]);
});

test('the pseudo language stands in brackets, keeps values and grows by two fifths', () => {
  const plain = 'Show all {{count}} rows of this table';
  const made = pseudoText(plain);
  expect(made).toMatch(/^\[.*\{\{count\}\}.*\]$/);
  const grown = (made.length - '{{count}}'.length) / (plain.length - '{{count}}'.length);
  expect(grown).toBeGreaterThan(1.4);
  expect(grown).toBeLessThan(1.6);
  expect(pseudoText('Add')).toBe('[Àđđ]');
  expect(pseudoTexts({ a: { b: 'Text' } })).toEqual({ a: { b: expect.stringMatching(/^\[.*\]$/) as string } });
});
