import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseDay, parsePeriod } from '../../web/ui/dates.ts';
import { type LineReading, readLine, unknownIn } from './line.ts';

const names = [
  'Acme · Annual audit · Review',
  'Acme · Annual audit',
  'Sunny Energy · Phase 2',
  'Many · Extra 12',
  'Friends · Tax',
  'Training',
];
const today = '2026-11-18';

/** A small book of work: words that stand in one name each. */
const finds = (words: string): string | undefined =>
  names.findLast((name) =>
    words
      .toLowerCase()
      .split(/\s+/)
      .every((word) => name.toLowerCase().includes(word)),
  ) ?? undefined;

const WORDS = {
  en: { last: ['last'], next: ['next'], until: ['to', 'until'], on: ['on'], split: ['split'] },
  de: { last: ['letzten', 'letzter'], next: ['nächsten'], until: ['bis'], on: ['am'], split: ['verteilt'] },
  fr: { last: ['dernier'], next: ['prochain'], until: ['au'], on: ['le', 'du'], split: ['réparti'] },
  es: { last: ['pasado'], next: ['próximo'], until: ['al', 'a'], on: ['el', 'del'], split: ['repartido'] },
};

const reading = (locale: string): LineReading => ({
  today,
  day: (text) => parseDay(text, { today, locale }),
  period: (text) => parsePeriod(text, { today, locale }),
  finds,
  words: WORDS[locale.slice(0, 2) as keyof typeof WORDS],
});

const read = (text: string, locale = 'en-GB') => {
  const { parts: _, ...line } = readLine(text, reading(locale));
  return Object.fromEntries(Object.entries(line).filter(([, value]) => value && value !== 1));
};

describe('one line', () => {
  test.each([
    ['acme audit 2h review fri', { work: 'acme audit review', hours: '2h', from: '2026-11-20' }],
    ['acme 1:30 yesterday', { work: 'acme', hours: '1:30', from: '2026-11-17' }],
    ['acme 2h last fri', { work: 'acme', hours: '2h', from: '2026-11-13' }],
    ['acme 2h next wed', { work: 'acme', hours: '2h', from: '2026-11-25' }],
    ['train 8*5 16/11', { work: 'train', hours: '8', times: 5, from: '2026-11-16' }],
    ['acme 9-12 13-17:30', { work: 'acme', hours: '9-12+13-17:30' }],
    ['acme 1 h 30 kickoff with the board', { work: 'acme', hours: '1h30', note: 'kickoff with the board' }],
    ['acme 90 min', { work: 'acme', hours: '90m' }],
    ['acme 4 +1', { work: 'acme', hours: '4+1' }],
    ['acme 8 mon-fri', { work: 'acme', hours: '8', from: '2026-11-16', to: '2026-11-20' }],
    ['acme =20h mon to thu', { work: 'acme', hours: '20h', split: true, from: '2026-11-16', to: '2026-11-19' }],
    ['acme 20h last week split', { work: 'acme', hours: '20h', split: true, from: '2026-11-09', to: '2026-11-15' }],
    ['acme 2h nov 16', { work: 'acme', hours: '2h', from: '2026-11-16' }],
    ['sunny phase 2 3h', { work: 'sunny phase 2', hours: '3h' }],
    ['extra 12', { work: 'extra 12' }],
    ['fri acme 2', { work: 'fri', hours: '2', note: 'acme' }],
    ['acme 2h "we met on mon"', { work: 'acme', hours: '2h', note: 'we met on mon' }],
    ['acme 2h -1', { work: 'acme', hours: '2h', from: '2026-11-17' }],
    ['', {}],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test.each([
    ['acme 1,5 14.11.', 'de-DE', { work: 'acme', hours: '1,5', from: '2026-11-14' }],
    ['acme 2 Std am letzten Freitag', 'de-DE', { work: 'acme', hours: '2h', from: '2026-11-13' }],
    ['acme 8 9.-13.11.', 'de-DE', { work: 'acme', hours: '8', from: '2026-11-09', to: '2026-11-13' }],
    ['acme 2h gestern Abschluss', 'de-DE', { work: 'acme', hours: '2h', from: '2026-11-17', note: 'Abschluss' }],
    ['acme 2 heures vendredi dernier', 'fr-FR', { work: 'acme', hours: '2h', from: '2026-11-13' }],
    ['acme 7 du 3 au 5 novembre', 'fr-FR', { work: 'acme', hours: '7', from: '2026-11-03', to: '2026-11-05' }],
    ['acme 2 horas el viernes pasado', 'es-ES', { work: 'acme', hours: '2h', from: '2026-11-13' }],
    ['acme 2h mañana', 'es-ES', { work: 'acme', hours: '2h', from: '2026-11-19' }],
    ['acme 2h 11/14', 'en-US', { work: 'acme', hours: '2h', from: '2026-11-14' }],
  ])('%s, %s', (text, locale, expected) => {
    expect(read(text, locale)).toEqual(expected);
  });

  test.each([
    ['acme 25h', ['25h']],
    ['acme 12-9', ['12-9']],
    ['acme 1:75', ['1:75']],
    ['acme 2h 31.2.', ['31.2.']],
    ['acme 8*1', ['8*1']],
    ['acne 2h', ['acne']],
  ])('names what it does not understand: %s', (text, unknown) => {
    const line = readLine(text, reading('de-DE'));
    expect(unknownIn(line)).toEqual(unknown);
    expect(line.note).toBe(unknown.join(' '));
  });

  test('whatever is typed is taken for something, once, and what is neither work nor hours nor date is in the note', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'acme',
        'audit',
        'fri',
        'last',
        'next',
        'to',
        '2h',
        '9-12',
        '8*5',
        '=20',
        '+1',
        '31.2.',
        '14.11.',
        '-1',
        '12',
        '"',
        'split',
        'on',
      ),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 9 }), fc.constantFrom('en-GB', 'de-DE', 'fr-FR', 'es-ES'), (words, locale) => {
        const text = words.join(' ');
        const line = readLine(text, reading(locale));
        const bare = (each: string): string => each.replace(/\s/g, '');
        expect(bare(line.parts.map((part) => part.text).join(''))).toBe(bare(text));
        const rest = line.parts.filter(({ kind }) => kind === 'note' || kind === 'unknown').map((part) => part.text);
        const unquoted = (each: string): string => bare(each).replace(/["\u201c\u201d\u201e\u00ab\u00bb]/g, '');
        expect(unquoted(line.note)).toBe(unquoted(rest.join('')));
        if (line.to) expect(line.from && line.from < line.to).toBe(true);
        expect(line.hours !== '').toBe(line.parts.some(({ kind }) => kind === 'hours'));
        expect(line.from !== undefined).toBe(line.parts.some(({ kind }) => kind === 'date'));
      }),
      { numRuns: 50 },
    );
  });
});
