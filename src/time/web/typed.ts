import { parseDuration } from '../../kit/duration.ts';
import { DAY_SECONDS, type Edit, type SheetDay, isWorkingDay } from './week.ts';

/** Why typed text was not taken: text keys of the room. */
export type Refusal = 'not_hours' | 'over_day' | 'locked';

/** What typed text means for a cell: its time, and in how many cells from it on. */
export type Typed = { seconds: number; cells: number } | { refused: Refusal };

/**
 * Reads what was typed or pasted into a cell. Beside every form of a duration: `8*5` for this and the next four working
 * days, `+1` and `-0.5` on top of what stands there, nothing to empty it. A clock time with seconds, as spreadsheets
 * copy it, loses the seconds.
 * @param before seconds that stand in the cell
 */
export function readTyped(text: string, before: number): Typed {
  const plain = text
    .trim()
    .replace(/\u2212/g, '-')
    .replace(/^(\d+:\d{2}):\d{2}$/, '$1');
  if (plain === '' || plain === '-' || plain === '–') return { seconds: 0, cells: 1 };
  const times = /^(.*\S)\s*[*x×]\s*(\d)$/i.exec(plain);
  const cells = Number(times?.[2] ?? 1);
  const value = times?.[1] ?? plain;
  const step = /^([+-])\s*(.+)$/.exec(value);
  const amount = parseDuration(step?.[2] ?? value);
  if (amount === undefined || cells < 1) return { refused: 'not_hours' };
  const seconds = step ? Math.max(0, before + (step[1] === '-' ? -amount : amount)) : amount;
  return seconds > DAY_SECONDS ? { refused: 'over_day' } : { seconds, cells };
}

/**
 * The columns that `8*5` fills: the cell itself and the next working days, locked days, holidays and leave left out.
 * @returns fewer than asked when the week ends
 */
export function columnsFrom(day: number, cells: number, days: readonly SheetDay[]): number[] {
  const next = days.flatMap((each, index) => (index > day && isWorkingDay(each) ? index : []));
  return [day, ...next].slice(0, cells);
}

/** One typed change as the grid gives it. */
export interface TypedCell {
  line: string;
  day: number;
  text: string;
}

/**
 * Turns what was typed, pasted or cleared into edits. Locked days are left alone, unknown text is told apart.
 * @param cellOf what stands in a cell now
 */
export function editsFrom(
  typed: readonly TypedCell[],
  days: readonly SheetDay[],
  cellOf: (line: string, day: number) => { seconds: number; comment: string },
): { edits: Edit[]; refused: (TypedCell & { reason: Refusal })[] } {
  const edits = new Map<string, Edit>();
  const refused: (TypedCell & { reason: Refusal })[] = [];
  for (const cell of typed) {
    const { seconds: before } = cellOf(cell.line, cell.day);
    const read = readTyped(cell.text, before);
    if (days[cell.day]?.locked) {
      refused.push({ ...cell, reason: 'locked' });
      continue;
    }
    if ('refused' in read) {
      refused.push({ ...cell, reason: read.refused });
      continue;
    }
    for (const day of columnsFrom(cell.day, read.cells, days)) {
      const { comment } = cellOf(cell.line, day);
      edits.set(`${cell.line}#${day}`, {
        line: cell.line,
        day,
        seconds: read.seconds,
        comment: read.seconds === 0 ? '' : comment,
      });
    }
  }
  return { edits: [...edits.values()], refused };
}
