import {
  type Edit,
  type Line,
  type Planning,
  type SheetDay,
  type Timesheet,
  cellsOf,
  isWorkingDay,
  lineOf,
  orderLines,
  suggestionAt,
} from './week.ts';

/** Time of a cell, live. */
export type SecondsOf = (line: string, day: number) => number;

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
 * without work: holidays, leave, weekends, locked days. Notes stay behind: they tell of that week.
 */
export function copyWeek(
  from: Timesheet,
  days: readonly SheetDay[],
  secondsOf: SecondsOf,
): { lines: Line[]; edits: Edit[] } {
  const logged = from.entries.filter((entry) => entry.seconds > 0);
  const lines = orderLines([logged.map(lineOf)]);
  const cells = cellsOf(from);
  const edits = lines.flatMap((line) =>
    days.flatMap((each, day) => {
      const seconds = cells.get(line.key)?.[day]?.seconds ?? 0;
      const free = isWorkingDay(each) && secondsOf(line.key, day) === 0;
      return seconds > 0 && free ? [{ line: line.key, day, seconds, comment: '' }] : [];
    }),
  );
  return { lines, edits };
}
