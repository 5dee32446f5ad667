import { type Day, isDay } from '../kit/day.ts';

/** Reading of days as people and systems write them, for everything that comes in as a table. */

export type DateOrder = 'dmy' | 'mdy';

const months: Record<string, number> = {};
for (const [index, names] of [
  'jan january januar janvier ene enero janner',
  'feb february februar fev fevr fevrier febrero',
  'mar march mrz maerz marz mars marzo',
  'apr april avr avril abr abril',
  'may mai mayo',
  'jun june juni juin junio',
  'jul july juli juil juillet julio',
  'aug august aou aout ago agosto',
  'sep sept september septembre septiembre',
  'oct october okt oktober octobre octubre',
  'nov november novembre noviembre',
  'dec december dez dezember decembre dic diciembre',
].entries()) {
  for (const name of names.split(' ')) months[name] = index + 1;
}

const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ,]+(\S.*))?$/;
const compact = /^(\d{4})(\d{2})(\d{2})$/;
const numeric = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?:[T ,]+(\S.*))?$/;
const dayMonthName = /^(?:[a-z]+\.?,? )?(\d{1,2})[ .\-/]+([a-z]+)\.?[ \-/,]+(\d{4}|\d{2})(?:[T ,]+(\S.*))?$/;
const monthNameDay = /^(?:[a-z]+\.?,? )?([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?:[T ,]+(\S.*))?$/;

const two = (value: number): string => String(value).padStart(2, '0');
const dayOf = (year: string, month: number, day: number): Day =>
  `${year.length === 2 ? `20${year}` : year}-${two(month)}-${two(day)}`;

/** A date and what stands behind it (a time of day); undefined for what is no date. The day may not exist. */
export function splitDate(text: string, order: DateOrder): { day: Day; rest: string | undefined } | undefined {
  let match = iso.exec(text) ?? compact.exec(text);
  if (match) return { day: dayOf(match[1] ?? '', Number(match[2]), Number(match[3])), rest: match[4] };
  match = numeric.exec(text);
  if (match) {
    const [first, second] = [Number(match[1]), Number(match[3])];
    return { day: dayOf(match[4] ?? '', order === 'mdy' ? first : second, order === 'mdy' ? second : first), rest: match[5] };
  }
  const words = text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  match = dayMonthName.exec(words);
  if (match) return { day: dayOf(match[3] ?? '', months[match[2] ?? ''] ?? 0, Number(match[1])), rest: match[4] };
  match = monthNameDay.exec(words);
  if (match) return { day: dayOf(match[3] ?? '', months[match[1] ?? ''] ?? 0, Number(match[2])), rest: match[4] };
  return undefined;
}

interface Evidence {
  dayFirst: number;
  monthFirst: number;
  points: boolean;
}

/** What a column of dates with points, strokes or dashes tells of their order. */
function evidenceOf(cells: Iterable<string>): Evidence {
  const found = { dayFirst: 0, monthFirst: 0, points: false };
  for (const cell of cells) {
    const match = numeric.exec(cell.trim());
    if (!match) continue;
    if (Number(match[1]) > 12) found.dayFirst++;
    if (Number(match[3]) > 12) found.monthFirst++;
    found.points ||= match[2] === '.';
  }
  return found;
}

/**
 * Whether day or month stands first in a file's dates with points, strokes or dashes. All its cells decide together: points
 * mean the day; else a number above 12 tells; else the system's habit; else a 12-hour clock means the month.
 */
export function dateOrder(cells: Iterable<string>, habit: DateOrder | undefined, twelveHours: boolean): DateOrder {
  const { dayFirst, monthFirst, points } = evidenceOf(cells);
  if (points) return 'dmy';
  if (dayFirst !== monthFirst) return dayFirst > monthFirst ? 'dmy' : 'mdy';
  return habit ?? (twelveHours ? 'mdy' : 'dmy');
}

/** A day as it was typed, or why it is none: `unclear` when day and month could change places. */
export type ReadDay = { day: Day } | { fault: 'none' | 'impossible' | 'unclear'; readings?: [Day, Day] };

/** Serial numbers of a spreadsheet program, for days from 1954 to 2064. */
const serial = /^(?:[2-5]\d{4}|60000)(?:\.0+)?$/;
const SERIAL_EPOCH = Date.UTC(1899, 11, 30);
const DAY_MS = 86_400_000;

/**
 * A reader of the days of one column, each however it was written: `2026-03-01`, `01.03.2026`, `13/3/2026`, `3/13/2026`,
 * `1 March 2026`, `Mar 1, 2026`, `46082`. Points mean that the day stands first; with strokes and dashes a number above 12
 * tells, in the cell itself or else in the others of the column when they agree. Nothing is guessed.
 */
export function dayReader(cells: readonly string[]): (text: string) => ReadDay {
  const { dayFirst, monthFirst } = evidenceOf(cells.filter((cell) => !cell.includes('.')));
  const habit = dayFirst > 0 && monthFirst === 0 ? 'dmy' : monthFirst > 0 && dayFirst === 0 ? 'mdy' : undefined;
  return (given) => {
    const text = given.trim();
    if (serial.test(text)) return { day: new Date(SERIAL_EPOCH + Number(text) * DAY_MS).toISOString().slice(0, 10) };
    const [asDay, asMonth] = [splitDate(text, 'dmy')?.day, splitDate(text, 'mdy')?.day];
    if (asDay === undefined || asMonth === undefined) return { fault: 'none' };
    if (asDay === asMonth || text.includes('.')) return isDay(asDay) ? { day: asDay } : { fault: 'impossible' };
    const possible = [asDay, asMonth].filter(isDay);
    const [first, second] = possible;
    if (first === undefined) return { fault: 'impossible' };
    if (second === undefined) return { day: first };
    if (habit === undefined) return { fault: 'unclear', readings: [asDay, asMonth] };
    return { day: habit === 'dmy' ? asDay : asMonth };
  };
}
