import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import { locale } from '../../web/i18n/text.ts';
import { type Reading, parseDay, parsePeriod } from '../../web/ui/dates.ts';
import { type LineReading, type TypedLine, readLine } from '../rules/line.ts';
import { LONGEST_RANGE, lastWorkingDay } from './entry-draft.ts';
import { type Book, findWork } from './pick.ts';
import { type Line, type SheetDay, lineName } from './week.ts';

/** Reads one line with the book of work and the language of the moment. Each run of words is looked up once. */
export function useLineReader(book: Book | undefined, planned: readonly Line[]): (text: string) => TypedLine {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  return useMemo(() => {
    const found = new Map<string, string | undefined>();
    const finds = (words: string): string | undefined => {
      // Before the book is there every word may be work: nothing is called unknown too early.
      if (!book) return words;
      if (!found.has(words)) {
        const [line] = findWork(book, words, planned, 1);
        found.set(words, line && `${lineName(line)} ${line.code ?? ''}`);
      }
      return found.get(words);
    };
    const wordsOf = (name: keyof LineReading['words']): string[] => t(`time.line_words_${name}`, { lng: language }).split(',');
    const words = {
      last: wordsOf('last'),
      next: wordsOf('next'),
      until: wordsOf('until'),
      on: wordsOf('on'),
      split: wordsOf('split'),
    };
    // A line is read with every key: what was read before is known.
    const dates = new Map<string, ReturnType<typeof parsePeriod>>();
    const once = (key: string, read: () => ReturnType<typeof parsePeriod>): ReturnType<typeof parsePeriod> => {
      if (!dates.has(key)) dates.set(key, read());
      return dates.get(key);
    };
    const dayIn = (typed: string, reading: Reading): ReturnType<typeof parsePeriod> => {
      const day = parseDay(typed, reading);
      return day ? { from: day, to: day } : undefined;
    };
    return (text) => {
      const reading = { today: format.today(), locale: locale() };
      return readLine(text, {
        today: reading.today,
        day: (typed) => once(`day ${reading.today} ${typed}`, () => dayIn(typed, reading))?.from,
        period: (typed) => once(`period ${reading.today} ${typed}`, () => parsePeriod(typed, reading)),
        finds,
        words,
      });
    };
  }, [book, planned, t, language]);
}

/** The dates that a line means, beginning where nothing is said on the day that is open; undefined where it means that one. */
export function datesOf(line: TypedLine, open: string, days: readonly SheetDay[]): { from: string; to: string } | undefined {
  const from = line.from ?? open;
  const to = line.times > 1 ? lastWorkingDay(from, line.times, days) : (line.to ?? '');
  if (line.from === undefined && to === '') return undefined;
  const longest = addDays(from, LONGEST_RANGE - 1);
  return { from, to: to > from ? (to < longest ? to : longest) : '' };
}
