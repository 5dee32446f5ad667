import fs from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../kit/grades.ts';
import { Problem } from '../kit/problem.ts';
import { said } from '../kit/said.ts';
import { inLanguage, languageFrom, refusalIn } from './texts.ts';

const src = path.resolve(import.meta.dirname, '..');
const languages = LANGUAGES.filter((language) => language !== 'en');

/** What speaks to whoever runs the server, in English. */
const forOperators =
  /^server\/(cli|backup|commands|config|database|db|distribute|jobs|main|metrics|migrate|openapi|restore|serving|site|start|world\/)/;
/** What its clients know by these words. */
const contract = new Set(['Not allowed', 'Not Found', 'Unauthorized', 'Method Not Allowed', 'Invalid']);

const files = fs
  .readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /^(kit\/|server\/|\w+\/server\/|\w+\/rules\.ts)/.test(file) && file.endsWith('.ts'))
  .filter((file) => !/\.test\.ts$/.test(file) && (!forOperators.test(file) || file === 'server/database-errors.ts'))
  .map((file) => ({ file, text: fs.readFileSync(path.join(src, file), 'utf8') }));

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const sentence = /^["“({A-Z].*\s.*[.?!]$/s;

interface Found {
  /** Words that may be said to somebody, as the lists have them. */
  words: string[];
  /** Sentences with values that are no `said`, so nothing can translate them. */
  mixed: string[];
}

/** The title of a column of an export: an object with `title` and `kind`. */
function titleOf(node: Node): string[] {
  const properties = node['properties'] as { key?: { name?: string }; value?: { type?: string; value?: unknown } }[];
  const of = (name: string): string | undefined => {
    const value = properties.find(({ key }) => key?.name === name)?.value;
    return value?.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined;
  };
  const title = of('title');
  return title !== undefined && properties.some(({ key }) => key?.name === 'kind') ? [title] : [];
}

/** Every sentence of a program, but those of an `Error`, which nobody is shown, and of SQL. */
export function wordsIn(text: string): Found {
  const found: Found = { words: [], mixed: [] };
  const numbered = ({ quasis }: { quasis: { value: { cooked: string } }[] }): string =>
    quasis.map(({ value }, index) => (index === 0 ? value.cooked : `{${index}}${value.cooked}`)).join('');
  const walk = (node: Node): void => {
    const { type } = node;
    if (type === 'NewExpression' && (node['callee'] as { name?: string }).name === 'Error') return;
    if (type === 'Literal' && typeof node['value'] === 'string' && sentence.test(node['value'])) found.words.push(node['value']);
    if (type === 'TaggedTemplateExpression') {
      const quasi = node['quasi'] as { quasis: { value: { cooked: string } }[] };
      const tag = node['tag'] as { name?: string; expression?: { name?: string } };
      if (tag.name === 'said') found.words.push(numbered(quasi));
      for (const inner of (quasi as unknown as { expressions: Node[] }).expressions) walk(inner);
      return;
    }
    if (type === 'TemplateLiteral') {
      const words = numbered(node as never);
      if (sentence.test(words)) found.mixed.push(words);
    }
    if (type === 'CallExpression' && (node['callee'] as { name?: string }).name === 'nameTables') {
      found.words.push(
        ...[...text.matchAll(/\['([a-z -]+)', '([a-z -]+)'\]/g)].flatMap(([, one = '', many = '']) => [one, many]),
      );
    }
    if (type === 'ObjectExpression') found.words.push(...titleOf(node));
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) for (const each of child) if (isNode(each)) walk(each);
      if (isNode(child)) walk(child);
    }
  };
  walk(parseAst(text, { lang: 'ts' }) as unknown as Node);
  return found;
}

/** Words that say something: `{1}: {2}` is the same in every language. */
const tells = (words: string): boolean => /\p{L}/u.test(words.replace(/\{\d\}/g, ''));
const all = files.map(({ file, text }) => ({ file, ...wordsIn(text) }));
const words = [...new Set(all.flatMap((each) => each.words))].filter((each) => tells(each) && !contract.has(each)).sort();
const listed = (language: string): Record<string, string> =>
  JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'texts', `${language}.json`), 'utf8')) as Record<string, string>;

describe('what the server says', () => {
  test('is found: there is a good deal of it', () => expect(words.length).toBeGreaterThan(150));

  test('has its values apart from its words', () => {
    expect(all.flatMap(({ file, mixed }) => mixed.map((each) => `${file}: ${each}`))).toEqual([]);
  });

  test.each(languages)('has words in %s, all of them and no others, in order', (language) => {
    expect(Object.keys(listed(language))).toEqual(words);
  });

  test.each(languages)('keeps its values in %s', (language) => {
    const values = (text: string): string[] => [...text.matchAll(/\{\d\}/g)].map(([value]) => value).sort();
    for (const [english, other] of Object.entries(listed(language))) {
      expect(other.trim(), english).not.toBe('');
      expect(values(other), english).toEqual(values(english));
      if (english.endsWith('.')) expect(other.endsWith('.'), english).toBe(true);
    }
  });

  test('a planted sentence is found', () => {
    expect(wordsIn("throw conflict('Nobody may do that.')").words).toEqual(['Nobody may do that.']);
    expect(wordsIn('throw conflict(said`${name} may not.`)')).toEqual({ words: ['{1} may not.'], mixed: [] });
    expect(wordsIn('throw conflict(`The room ${name} is closed.`)').mixed).toEqual(['The room {1} is closed.']);
    expect(wordsIn('throw new Error(`There is no table ${name}.`)')).toEqual({ words: [], mixed: [] });
  });
});

describe('a text in a language', () => {
  test('puts values in, whatever they look like, and writes numbers as the language does', () => {
    expect(inLanguage(said`There is a client "${'{1} & Co'}" already.`, 'en')).toBe('There is a client "{1} & Co" already.');
    expect(inLanguage(said`There is a client "${'Kestrel'}" already.`, 'de')).toBe('Es gibt schon einen Kunden „Kestrel“.');
    expect(inLanguage(said`The table has more than ${50_000} rows. Split it into several files.`, 'de')).toContain('50.000');
    expect(inLanguage('LOGIN_BAD_CREDENTIALS', 'fr')).toBe('LOGIN_BAD_CREDENTIALS');
    expect(String(said`Over by ${7.5} h.`)).toBe('Over by 7.5 h.');
  });

  test('names of people and things are never taken for words', () => {
    expect(inLanguage(said`${'The file is empty.'} has this address already.`, 'de')).toContain('The file is empty.');
  });

  test('a refusal keeps its form', () => {
    const problem = new Problem(409, {
      detail: { code: 'X', reason: 'The file is empty.' },
      errors: [{ path: 'file', message: 'The file is empty.' }],
      current: { id: 1 },
    });
    const empty = inLanguage('The file is empty.', 'es');
    expect(refusalIn(problem, 'es')).toEqual({
      detail: { code: 'X', reason: empty },
      errors: [{ path: 'file', message: empty }],
      current: { id: 1 },
    });
    expect(problem.body.errors?.[0]?.message).toBe('The file is empty.');
  });
});

test.each([
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['it, fr;q=0.3, es;q=0.7', 'es'],
  ['en-GB', 'en'],
  ['fr;q=0, it', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
])('%s asks for %s', (header, language) => expect(languageFrom(header)).toBe(language));
