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
export function copyWeek(from: Timesheet, { days, lines: present, secondsOf }: Planning): { lines: Line[]; edits: Edit[] } {
  const logged = from.entries.filter((entry) => entry.seconds > 0);
  const lines = orderLines([logged.map(lineOf)]);
  const cells = cellsOf(from);
  const isOpen = days.map((each, day) => {
    const seconds = present.reduce((sum, line) => sum + secondsOf(line.key, day), 0);
    return isWorkingDay(each) && seconds < dueMinutes(each) * 60;
  });
  const edits = lines.flatMap((line) =>
    days.flatMap((_, day) => {
      const seconds = cells.get(line.key)?.[day]?.seconds ?? 0;
      return seconds > 0 && isOpen[day] && secondsOf(line.key, day) === 0 ? [{ line: line.key, day, seconds, comment: '' }] : [];
    }),
  );
  return { lines, edits };
}
