import {
  type Edit,
  type Line,
  type Planning,
  type Timesheet,
  cellsOf,
  dueMinutes,
  isWorkingDay,
  lineOf,
  orderLines,
  suggestionAt,
} from './week.ts';

/**
 * Fills empty cells with what they suggest. Days that are locked or full stay as they are.
 * @returns the cells to set, all of them empty before
 */
export function fillFromPlan(planning: Planning): Edit[] {
  return planning.lines.flatMap((line) =>
    planning.days.flatMap(({ locked }, day) => {
      const seconds = locked ? 0 : suggestionAt(planning, line, day);
      return seconds > 0 ? [{ line: line.key, day, seconds, comment: '' }] : [];
    }),
  );
}

/**
 * The rows of another week, and its hours for the empty cells of this one, weekday by weekday. Nothing is put on days
 * without work (holidays, leave, weekends, locked days) or on days that are full. Notes stay behind: they tell of that week.
 */
export function copyWeek(from: Timesheet, planning: Planning): { lines: Line[]; edits: Edit[] } {
  const lines = orderLines([from.entries.filter((entry) => entry.seconds > 0).map(lineOf)]);
  const cells = cellsOf(from);
  return { lines, edits: intoEmpty(lines, (line, day) => cells.get(line)?.[day]?.seconds ?? 0, planning) };
}

/** Rows of a week with their hours by weekday, under a name. */
export interface Template {
  id: string;
  name: string;
  rows: readonly { line: string; seconds: readonly number[] }[];
}

/** The rows of a week that hold time, to be used again; the notes tell of that week and stay behind. */
export const templateRows = ({ lines, days, secondsOf }: Planning): Template['rows'] =>
  lines.flatMap(({ key }) => {
    const seconds = days.map((_, day) => secondsOf(key, day));
    return seconds.some((each) => each > 0) ? [{ line: key, seconds }] : [];
  });

/**
 * The rows of a template that are still open for logging, and its hours where a copied week would put them: into empty
 * cells of working days that are not full.
 * @param linesOf names the rows; what is no longer open is left out
 */
export function fillFromTemplate(
  { rows }: Pick<Template, 'rows'>,
  linesOf: (keys: readonly string[]) => Line[],
  planning: Planning,
): { lines: Line[]; edits: Edit[] } {
  const lines = linesOf(rows.map(({ line }) => line));
  const byLine = new Map(rows.map(({ line, seconds }) => [line, seconds]));
  return { lines, edits: intoEmpty(lines, (line, day) => byLine.get(line)?.[day] ?? 0, planning) };
}

function intoEmpty(
  lines: readonly Line[],
  hours: (line: string, day: number) => number,
  { days, lines: present, secondsOf }: Planning,
): Edit[] {
  const isOpen = days.map((each, day) => {
    const seconds = present.reduce((sum, line) => sum + secondsOf(line.key, day), 0);
    return isWorkingDay(each) && seconds < dueMinutes(each) * 60;
  });
  return lines.flatMap((line) =>
    days.flatMap((_, day) => {
      const seconds = hours(line.key, day);
      return seconds > 0 && isOpen[day] && secondsOf(line.key, day) === 0 ? [{ line: line.key, day, seconds, comment: '' }] : [];
    }),
  );
}
