import { type Day, addDays, isDay, weekday } from '../../kit/day.ts';
import { parseDuration } from '../../kit/duration.ts';

/** What a word of a typed line was taken for. */
export type LineKind = 'work' | 'hours' | 'date' | 'split' | 'note' | 'unknown';

/** Words of the line as they were typed, and what they were taken for. */
export interface LinePart {
  kind: LineKind;
  text: string;
}

/** A line such as `acme audit 2h review fri`, read. */
export interface TypedLine {
  /** Every word that was typed, once and in its order. */
  parts: LinePart[];
  /** The words by which the work is found; they find none where they are among the unknown. */
  work: string;
  /** As the box of the hours takes them: `2h`, `9-12+13-17`; empty where none were typed. */
  hours: string;
  /** On how many working days from the first on: `8*5` is five. */
  times: number;
  from: Day | undefined;
  /** The last day of a range, otherwise undefined. */
  to: Day | undefined;
  /** The hours are those of all days together. */
  split: boolean;
  /** What is left of the line, with what was not understood: nothing that was typed gets lost. */
  note: string;
}

/** What the line is read with: the language's way with dates, and the work that there is. */
export interface LineReading {
  today: Day;
  day: (text: string) => Day | undefined;
  period: (text: string) => { from: Day; to: Day } | undefined;
  /** The name of the work that these words find best, undefined without any. */
  finds: (words: string) => string | undefined;
  /** Small words of the language: `last`, `next`, `to`, `on`, and what says that hours are for all days together. */
  words: Readonly<Record<'last' | 'next' | 'until' | 'on' | 'split', readonly string[]>>;
}

interface Token {
  text: string;
  kind?: LineKind;
  /** A note in quotation marks. */
  quoted?: string;
}

interface Days {
  from: Day;
  to?: Day | undefined;
}

const DAY_SECONDS = 86_400;
const LONGEST_DATE = 5;
const QUOTED = /^["\u201c\u201e\u201d\u00ab]/;
const LETTERS = /^\p{L}+\.?$/u;
const DASH = /[\u2013\u2212]/g;
/** Written like a date in figures; without a dash, since `9-7` is a span of the clock gone wrong. */
const FIGURES = /^\d{1,2}(?:\.\d{1,2}\.(?:\d{2}|\d{4})?|\/\d{1,2}(?:\/(?:\d{2}|\d{4}))?)$/;
const HOUR = /^(?:h|hrs?|hours?|std|stunden?|heures?|horas?)\.?$/;
const MINUTE = /^(?:m|min|mins|minutes?|minuten|minutos?)\.?$/;

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const among = (list: readonly string[], text: string): boolean => list.some((each) => plain(each) === plain(text));

/**
 * Reads one line that holds everything: work, hours, days and a note, in any order. What looks like hours or a date and is
 * none is named as unknown; everything else that names no work is the note. Text in quotation marks is the note whatever it
 * says. Of figures alone the strongest form counts: in `phase 2 3h` the 2 belongs to the name.
 */
export function readLine(text: string, reading: LineReading): TypedLine {
  const tokens: Token[] = [
    ...text.matchAll(/["\u201c\u201e\u201d\u00ab][^"\u201c\u201d\u00bb]*["\u201c\u201d\u00bb]?|[^\s"\u201c\u201e\u201d\u00ab]+/g),
  ].map(([found]) =>
    QUOTED.test(found)
      ? { text: found, kind: 'note', quoted: found.replace(/^.|["\u201c\u201d\u00bb]$/g, '').trim() }
      : { text: found },
  );
  const days = takeDates(tokens, reading);
  const { hours, times, together } = takeHours(tokens, reading);
  const isRange = days?.to !== undefined || times > 1;
  const split = together || (isRange && hours !== '' && takeSplit(tokens, reading));
  const work = takeWork(tokens, reading);
  return {
    parts: joined(tokens),
    work,
    hours,
    times,
    from: days?.from,
    to: days?.to === days?.from ? undefined : days?.to,
    split,
    note: tokens
      .flatMap(({ kind, text: word, quoted }) => (kind === 'note' || kind === 'unknown' ? (quoted ?? word) : []))
      .filter(Boolean)
      .join(' '),
  };
}

/** The parts of a line that were not understood, as they were typed. */
export const unknownIn = (line: TypedLine): string[] => line.parts.flatMap(({ kind, text }) => (kind === 'unknown' ? text : []));

/** Words side by side that were taken for the same are one part; what is unknown stays word by word. */
function joined(tokens: readonly Token[]): LinePart[] {
  const parts: LinePart[] = [];
  for (const { text, kind = 'note' } of tokens) {
    const last = parts.at(-1);
    if (last && last.kind === kind && kind !== 'unknown') last.text += ` ${text}`;
    else parts.push({ kind, text });
  }
  return parts;
}

const isFree = (token: Token | undefined): token is Token => token !== undefined && token.kind === undefined;

/** The first date or range of the line, the longest form of it; another one in figures is unknown, in words it is note. */
function takeDates(tokens: Token[], reading: LineReading): Days | undefined {
  let found: Days | undefined;
  for (let at = 0; at < tokens.length; at++) {
    if (!isFree(tokens[at])) continue;
    for (let size = Math.min(LONGEST_DATE, tokens.length - at); size > 0 && !found; size--) {
      const phrase = tokens.slice(at, at + size);
      if (!phrase.every(isFree)) continue;
      found = daysOf(
        phrase.map((token) => token.text),
        reading,
        { isFirst: at === 0, isLast: at + size === tokens.length },
      );
      if (!found) continue;
      for (const token of phrase) token.kind = 'date';
      const before = tokens[at - 1];
      if (isFree(before) && among(reading.words.on, before.text)) before.kind = 'date';
      at += size - 1;
    }
    const token = tokens[at];
    if (isFree(token) && FIGURES.test(token.text)) token.kind = 'unknown';
  }
  return found;
}

interface Place {
  isFirst: boolean;
  isLast: boolean;
}

function daysOf(words: readonly string[], reading: LineReading, place: Place): Days | undefined {
  const [first = '', second = ''] = words;
  if (words.length === 1) return oneWord(first, reading, place);
  const middle = words.findIndex((word) => among(reading.words.until, word) || /^[-\u2013]$/.test(word));
  if (middle > 0) return rangeOf(words.slice(0, middle).join(' '), words.slice(middle + 1).join(' '), reading);
  if (words.length > 3) return undefined;
  if (words.length === 2) {
    const moved = among(reading.words.last, first)
      ? dayBeside(second, reading, -1)
      : among(reading.words.next, first)
        ? dayBeside(second, reading, 1)
        : among(reading.words.last, second)
          ? dayBeside(first, reading, -1)
          : among(reading.words.next, second)
            ? dayBeside(first, reading, 1)
            : undefined;
    if (moved) return { from: moved };
    if (LETTERS.test(first) && /^\d{1,2}\.?$/.test(second)) {
      const turned = reading.day(`${second} ${first}`);
      if (turned) return { from: turned };
    }
  }
  const phrase = words.join(' ');
  if (/^[\d.,\s-]+$/.test(phrase)) return undefined;
  const day = reading.day(phrase);
  if (day) return { from: day };
  const period = /\d{3}/.test(phrase) ? undefined : reading.period(phrase);
  return period && { from: period.from, to: period.to };
}

/** A date of one word. At the beginning of the line a name of work comes before the name of a day. */
function oneWord(word: string, reading: LineReading, { isFirst, isLast }: Place): Days | undefined {
  if (LETTERS.test(word)) {
    if (word.replace('.', '').length < (isLast ? 2 : 3)) return undefined;
    if (isFirst && startsWordOf(reading.finds(word), word)) return undefined;
    const day = reading.day(word);
    return day ? { from: day } : undefined;
  }
  if (isDay(word) || FIGURES.test(word) || /^[-\u2212]\d{1,3}$/.test(word)) {
    const day = reading.day(word.replace(DASH, '-'));
    return day ? { from: day } : undefined;
  }
  if (parseDuration(word.replace(DASH, '-')) !== undefined) return undefined;
  const [, from, to] = /^(.+?)(?:-|\u2013|\.\.)(.+)$/.exec(word) ?? [];
  if (!from || !to || /^\d+$/.test(to)) return undefined;
  return rangeOf(from, to, reading);
}

/** `mon` to `fri`, `14.` to `16.11.`: a figure alone is of the month of the last day. */
function rangeOf(first: string, last: string, reading: LineReading): Days | undefined {
  const to = onlyDay(last, reading);
  const alone = /^(\d{1,2})\.?$/.exec(first)?.[1];
  const inMonth = to && alone && `${to.slice(0, 8)}${alone.padStart(2, '0')}`;
  const from = inMonth ? (isDay(inMonth) ? inMonth : undefined) : onlyDay(first, reading);
  if (!from || !to) return undefined;
  return from <= to ? { from, to } : { from: to, to: from };
}

function onlyDay(text: string, reading: LineReading): Day | undefined {
  const [, before = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(text) ?? [];
  if (among(reading.words.last, before)) return dayBeside(rest, reading, -1);
  if (among(reading.words.next, before)) return dayBeside(rest, reading, 1);
  if (among(reading.words.on, before)) return onlyDay(rest, reading);
  return /^[+\d]+$/.test(text) ? undefined : reading.day(text);
}

/** The day of this name before or after today, today itself left out. */
function dayBeside(name: string, reading: LineReading, direction: -1 | 1): Day | undefined {
  const named = LETTERS.test(name) && name.length > 1 ? reading.day(name) : undefined;
  if (!named) return undefined;
  let day = addDays(reading.today, direction);
  while (weekday(day) !== weekday(named)) day = addDays(day, direction);
  return day;
}

/** What figures are taken for: the strongest form on the line is its hours. */
const STRENGTH = { bare: 1, decimal: 2, form: 3 } as const;

interface Figures {
  tokens: Token[];
  text: string;
  strength: number;
  times: number;
  together: boolean;
}

function takeHours(tokens: readonly Token[], reading: LineReading): { hours: string; times: number; together: boolean } {
  const found: Figures[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (isFree(token) && isOfName(tokens.slice(0, at + 1), reading)) continue;
    const longest = [3, 2, 1].map((size) => figuresAt(tokens.slice(at, at + size), size)).find((each) => each !== undefined);
    if (longest) {
      const before = found.at(-1);
      if (longest.text.startsWith('+') && before) {
        before.text += longest.text;
        before.tokens.push(...longest.tokens);
        before.strength = STRENGTH.form;
      } else found.push({ ...longest, text: longest.text.replace(/^\+/, '') });
      at += longest.tokens.length - 1;
    } else if (isFree(token) && looksLikeHours(token.text)) token.kind = 'unknown';
  }
  const strength = Math.max(0, ...found.map((each) => each.strength));
  const strongest = found.filter((each) => each.strength === strength);
  // Of figures alone only the last can be hours: those before it belong to a name.
  const taken = strength === STRENGTH.bare ? strongest.slice(-1) : strongest;
  for (const token of taken.flatMap((each) => each.tokens)) token.kind = 'hours';
  return {
    hours: taken.map((each) => each.text).join('+'),
    times: Math.max(1, ...taken.map((each) => each.times)),
    together: taken.some((each) => each.together),
  };
}

/** A bare number that stands just so in the name which the words before it find: `extra 12`. */
function isOfName(tokens: readonly Token[], reading: LineReading): boolean {
  const number = tokens.at(-1)?.text ?? '';
  if (!/^\d+$/.test(number)) return false;
  const words = tokens.filter(isFree).map(({ text }) => text);
  return words.length > 1 && wordsOf(reading.finds(words.join(' '))).includes(number);
}

/** `2h`, `1 h 30`, `90 min`, `9-12`, `1:30`, `1,5`, `8*5`, `+1`, `=20h`, or a bare number up to 24. */
function figuresAt(tokens: readonly Token[], size: number): Figures | undefined {
  if (tokens.length < size || !tokens.every(isFree)) return undefined;
  const words = tokens.map(({ text }) => text.toLowerCase().replace(DASH, '-'));
  const spelt = size === 1 ? words[0] : speltOut(words);
  const [, sign = '', amount = '', repeat = '1'] = /^([=+]?)(.+?)(?:[*x\u00d7]([2-9]))?$/.exec(withUnits(spelt ?? '')) ?? [];
  const terms = amount.split('+').map((term) => parseDuration(term));
  const together = sign === '=';
  if (terms.some((term) => term === undefined || term === 0 || (!together && term > DAY_SECONDS))) return undefined;
  const isBare = /^\d+$/.test(amount) && sign === '' && repeat === '1';
  if (isBare && amount.length > 2) return undefined;
  const strength = isBare ? STRENGTH.bare : /^\d*[.,]\d+$/.test(amount) && sign === '' ? STRENGTH.decimal : STRENGTH.form;
  return {
    tokens: [...tokens],
    text: `${sign === '+' ? '+' : ''}${amount}`,
    strength,
    times: Number(repeat),
    together,
  };
}

/** A number and its unit in two or three words, as one: `1 h 30` is `1h30`. */
function speltOut([number = '', unit = '', rest]: readonly string[]): string | undefined {
  if (!/^[=+]?\d+([.,]\d+)?$/.test(number)) return undefined;
  if (rest === undefined) return HOUR.test(unit) || MINUTE.test(unit) ? `${number}${unit}` : undefined;
  return HOUR.test(unit) && /^\d{1,2}m?$/.test(rest) ? `${number}h${rest}` : undefined;
}

/** Units of every language as the reader of durations knows them. */
function withUnits(text: string): string {
  const [, figures, letters] = /^([=+]?[\d.,]+)([\p{L}.]+)$/u.exec(text) ?? [];
  if (!figures || !letters) return text;
  return HOUR.test(letters) ? `${figures}h` : MINUTE.test(letters) ? `${figures}m` : text;
}

const looksLikeHours = (text: string): boolean =>
  /^[=+]?\d+([.:]\d+)?[-\u2013*\u00d7]\d*([.:]\d+)?$/.test(text) || /^\d+:\d+$/.test(text) || /^[=+]?[\d.,]+h\d*$/i.test(text);

/** A word says that the hours are for all days together. */
function takeSplit(tokens: readonly Token[], { words }: LineReading): boolean {
  const word = tokens.find((token) => isFree(token) && among(words.split, token.text));
  if (word) word.kind = 'split';
  return word !== undefined;
}

const wordsOf = (name: string | undefined): string[] => plain(name ?? '').split(/[\s\u00b7/,()-]+/);
const startsWordOf = (name: string | undefined, word: string): boolean =>
  wordsOf(name).some((each) => each.startsWith(plain(word)));

/** Shorter words behind the hours or the date are note: `in` and `of` stand inside too many names. */
const LEAST_BEHIND = 3;

/**
 * The first words that find work, as many as do; behind hours or a date only such as begin a word of its name. The rest is
 * note. Where the very first word finds nothing, all of them are unknown.
 */
function takeWork(tokens: readonly Token[], reading: LineReading): string {
  const free = tokens.filter(isFree);
  const work: Token[] = [];
  for (const token of free) {
    const name = reading.finds([...work, token].map(({ text }) => text).join(' '));
    const behind = tokens.slice(0, tokens.indexOf(token)).some(({ kind }) => kind === 'hours' || kind === 'date');
    const isDoubtful = behind && work.length > 0;
    if (name === undefined || (isDoubtful && (token.text.length < LEAST_BEHIND || !startsWordOf(name, token.text)))) break;
    work.push(token);
  }
  for (const token of free) token.kind = work.includes(token) ? 'work' : work.length > 0 ? 'note' : 'unknown';
  return (work.length > 0 ? work : free).map(({ text }) => text).join(' ');
}
