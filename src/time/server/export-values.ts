import { type Day, isDay } from '../../kit/day.ts';
import { type DateOrder, splitDate } from '../../server/tables-days.ts';

/** Reading of single cells of exports: dates, clocks, durations, yes and no. */

/** A date with the time of day that may stand behind it. */
export interface Stamp {
  day: Day;
  /** Seconds since midnight; 86,400 for 24:00. */
  clock?: number;
  /** Minutes east of UTC as written; `Z` for a bare UTC stamp. */
  offset?: number | 'Z';
}

const clockPattern = /^(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*(?:([ap])\.?\s?m\.?)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})?$/i;

/** A time of day with or without AM and PM and an offset; undefined when it is none. */
export function readClock(text: string): { clock: number; offset?: number | 'Z' } | undefined {
  const match = clockPattern.exec(text.trim());
  if (!match) return undefined;
  const [, hour = '', minute, second = '0', half, zone] = match;
  if (minute === undefined && half === undefined) return undefined;
  let hours = Number(hour);
  const rest = Number(minute ?? 0) * 60 + Number(second);
  if (Number(minute ?? 0) > 59 || Number(second) > 59) return undefined;
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return undefined;
    hours = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  const clock = hours * 3600 + rest;
  if (clock > 86_400) return undefined;
  if (zone === undefined) return { clock };
  if (/^[a-z]/i.test(zone)) return { clock, offset: 'Z' };
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return { clock, offset: zone.startsWith('-') ? -minutes : minutes };
}

/**
 * A date, with the time of day where one stands behind it.
 * @returns `impossible` for a date that does not exist, undefined for what is no date
 */
export function readStamp(text: string, order: DateOrder): Stamp | 'impossible' | undefined {
  const found = splitDate(text.trim(), order);
  if (found === undefined) return undefined;
  if (!isDay(found.day)) return 'impossible';
  if (found.rest === undefined) return { day: found.day };
  const time = readClock(found.rest);
  return time && { day: found.day, ...time };
}

const blanksAndMarks = /[\s'\u2019\u00a0\u202f]/g;
const SEPARATORS_ONLY_THOUSANDS = /^\d{1,3}(?:[.,]\d{3})+$/;

/** The decimal sign of a column of numbers: a cell with both signs tells, then one that is no group of three digits. */
export function decimalSign(cells: Iterable<string>): '.' | ',' | undefined {
  let hint: '.' | ',' | undefined;
  for (const cell of cells) {
    const text = cell.replace(blanksAndMarks, '');
    const [dot, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')];
    if (dot < 0 && comma < 0) continue;
    const last = dot > comma ? '.' : ',';
    const repeated = text.indexOf(last) !== text.lastIndexOf(last);
    if (dot >= 0 && comma >= 0 && !repeated) return last;
    if (repeated) hint ??= last === '.' ? ',' : '.';
    else if (!SEPARATORS_ONLY_THOUSANDS.test(text)) hint ??= last;
  }
  return hint;
}

/** A plain number with either decimal sign and thousands marks; a lone sign of an undecided column is the decimal one. */
function readNumber(text: string, sign: '.' | ',' | undefined): number | undefined {
  const bare = text.replace(blanksAndMarks, '');
  const decimal = sign ?? (bare.lastIndexOf('.') > bare.lastIndexOf(',') ? '.' : ',');
  const normal = bare.replaceAll(decimal === '.' ? ',' : '.', '').replace(decimal, '.');
  return /^(?:\d+\.?\d*|\.\d+)$/.test(normal) ? Number(normal) : undefined;
}

const unitSeconds: Record<string, number> = { w: 144_000, d: 28_800, t: 28_800, h: 3600, m: 60, s: 1 };
const unitNames =
  'weeks?|w|days?|d|tage?|hours?|hrs?\\.?|stunden?|std\\.?|h|min(?:ute[ns]?|s)?\\.?|m|sec(?:ond)?s?\\.?|sek(?:unden?)?\\.?|s';
const unitPart = new RegExp(`\\s*(\\d+(?:[.,]\\d+)?)\\s*(${unitNames})(?![a-z])`, 'iy');

function readUnits(text: string): number | undefined {
  const body = text
    .replace(/^PT/i, '')
    .replace(/(\dh) ?(\d{1,2})$/i, '$1 $2m')
    .replace(/(\d[hms])(?=\d)/gi, '$1 ');
  unitPart.lastIndex = 0;
  let [seconds, at] = [0, 0];
  for (let match = unitPart.exec(body); match; match = unitPart.exec(body)) {
    const unit = (match[2] ?? '').toLowerCase();
    const size = unit.startsWith('st') ? 3600 : unitSeconds[unit.charAt(0)];
    seconds += Number((match[1] ?? '').replace(',', '.')) * (size ?? 0);
    at = unitPart.lastIndex;
  }
  return at > 0 && body.slice(at).trim() === '' ? seconds : undefined;
}

/**
 * A duration in whole seconds: `1:30`, `01:30:00`, `1h 30m`, `10m`, `PT1H30M`, or a number in the column's unit. Days and
 * weeks are working ones of 8 and 40 hours, as issue trackers write them.
 * @param unit seconds in one of the column's unit: 3600, 60 or 1
 * @returns `negative`, or undefined for what is no duration
 */
export function readDuration(text: string, unit: number, sign: '.' | ',' | undefined): number | 'negative' | undefined {
  const bare = text.trim();
  const minus = /^[-\u2212(]\s*(?=[\d.,])/.exec(bare);
  const body = minus ? bare.slice(minus[0].length).replace(/\)$/, '') : bare;
  const clock = /^(\d+):([0-5]?\d)(?::([0-5]?\d)(?:[.,]\d+)?)?$/.exec(body);
  const plain = clock === null ? readNumber(body, sign) : undefined;
  const seconds = clock
    ? Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)
    : plain === undefined
      ? readUnits(body)
      : plain * unit;
  if (seconds === undefined || !Number.isFinite(seconds)) return undefined;
  const whole = Math.round(seconds);
  return minus && whole > 0 ? 'negative' : whole;
}

const yes = new Set('yes y true 1 x ja j wahr oui o vrai si s verdadero billable chargeable abrechenbar facturable'.split(' '));
const no = new Set(
  'no n false 0 nein falsch non faux falso internal non-billable nonbillable non-chargeable intern interne'.split(' '),
);

/** Yes or no in the words of the four languages; undefined for anything else. */
export function readYesNo(text: string): boolean | undefined {
  const word = text
    .trim()
    .toLowerCase()
    .replace('í', 'i')
    .replace(/^not? (?=bill|charge)/, 'non-')
    .replace(/^non billable$/, 'non-billable');
  if (yes.has(word)) return true;
  return no.has(word) ? false : undefined;
}
