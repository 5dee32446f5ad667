import type { Grid } from '../../web/grid/grid.ts';
import { history } from '../../web/ui/index.ts';
import type { WeekModel } from './week-model.ts';
import { type Edit, DAY_SECONDS, HALF_HOUR } from './week.ts';

/** What keys ask of the screen around the grid. */
export interface SheetActions {
  turnWeek: (by: -1 | 1) => void;
  fillWeek: () => void;
  copyWeek: () => void;
  openTemplates: () => void;
  openNote: (row: number, col: number) => void;
  openRowMenu: (row: number) => void;
  /** Chooses a row, or lets go of it; `through`: all rows from the one chosen last. */
  chooseRow: (row: number, through: boolean) => void;
  addRow: () => void;
  moveRow: (row: number, by: -1 | 1) => void;
  /** Takes over the suggestions of the selected cells. */
  acceptPlan: (cells: readonly { row: number; col: number }[]) => void;
  labelOf: (edits: readonly Edit[]) => string;
}

/** Presses of + and - in one cell that are not a step of the history yet. */
interface Step {
  line: string;
  day: number;
  /** Before the first and before the last press. */
  before: Edit;
  last: Edit;
  sign: '+' | '-';
}

const isPlain = (event: KeyboardEvent): boolean => !event.ctrlKey && !event.metaKey && !event.altKey;

/**
 * The timesheet's own keys, beside those of every grid. `+` and `-` add and take off half an hour at once; when a figure
 * follows (`+1`), the half hour is taken back and what is typed counts on top of what stood there.
 */
export function sheetKeys(
  model: WeekModel,
  actions: () => SheetActions,
): { onKey: (event: KeyboardEvent, grid: Grid) => boolean; settle: () => void } {
  let step: Step | undefined;

  const current = (line: string, day: number): Edit => {
    const { seconds, comment } = model.at(line, day);
    return { line, day, seconds, comment };
  };

  /** Several presses of + and - in one cell are one step of the history. */
  const settle = (): void => {
    if (!step) return;
    const { line, day, before } = step;
    step = undefined;
    const after = current(line, day);
    if (after.seconds === before.seconds) return;
    history.push({
      label: actions().labelOf([after]),
      undo: () => model.put([before]),
      redo: () => model.put([after]),
    });
  };

  const addHalfHour = (line: string, day: number, sign: '+' | '-'): void => {
    if (step?.line !== line || step.day !== day) settle();
    const now = current(line, day);
    const seconds = Math.min(DAY_SECONDS, Math.max(0, now.seconds + (sign === '+' ? HALF_HOUR : -HALF_HOUR)));
    step = { line, day, before: step?.before ?? now, last: now, sign };
    model.put([{ ...now, seconds, comment: seconds === 0 ? '' : now.comment }]);
  };

  /** `+` and then a figure: the last half hour goes, and the cell begins to be typed into with the sign in front. */
  const typeOnTop = ({ last, sign }: Step, grid: Grid): void => {
    const field = document.activeElement;
    model.put([last]);
    settle();
    if (!(field instanceof HTMLInputElement)) return;
    field.value = sign;
    field.setSelectionRange(1, 1);
    grid.onInput(grid.state().active);
  };

  const repeatAbove = (row: number, col: number): void => {
    const { shown } = model.state.get();
    const above = shown[row - 1];
    const line = shown[row];
    if (!above || !line) return;
    const edit = { ...current(line.key, col), seconds: model.secondsOf(above.key, col) };
    model.apply([edit], actions().labelOf([edit]));
  };

  const onKey = (event: KeyboardEvent, grid: Grid): boolean => {
    const { active, mode } = grid.state();
    const line = model.state.get().shown[active.row];
    if (mode !== 'rest' || !line) return false;
    const editable = grid.options.editable?.(active.row, active.col) ?? true;
    if ((event.key === '+' || event.key === '-') && isPlain(event)) {
      if (editable) addHalfHour(line.key, active.col, event.key);
      return true;
    }
    if (/^[\d.,]$/.test(event.key) && isPlain(event) && step?.line === line.key && step.day === active.col) {
      typeOnTop(step, grid);
      return false;
    }
    settle();
    return command(event, grid, editable);
  };

  const command = (event: KeyboardEvent, grid: Grid, editable: boolean): boolean => {
    const { active } = grid.state();
    const does = actions();
    const mod = event.ctrlKey || event.metaKey;
    if (event.key === 'PageUp' || event.key === 'PageDown') does.turnWeek(event.key === 'PageUp' ? -1 : 1);
    else if (event.key === ' ' && !mod) does.openNote(active.row, active.col);
    else if (event.key === 'ArrowDown' && mod && !event.shiftKey) {
      if (editable) repeatAbove(active.row, active.col);
    } else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && event.altKey) {
      does.moveRow(active.row, event.key === 'ArrowUp' ? -1 : 1);
    } else if (event.key === 'Insert') does.addRow();
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) does.openRowMenu(active.row);
    else if (event.key === 'P' && event.shiftKey && isPlain(event)) does.fillWeek();
    else if (event.key === 'C' && event.shiftKey && isPlain(event)) does.copyWeek();
    else if (event.key === 'T' && event.shiftKey && isPlain(event)) does.openTemplates();
    else if (event.key.toLowerCase() === 'x' && isPlain(event)) does.chooseRow(active.row, event.shiftKey);
    else if (event.key === 'p' && isPlain(event)) does.acceptPlan(selected(grid));
    else return false;
    return true;
  };

  return { onKey, settle };
}

function selected(grid: Grid): { row: number; col: number }[] {
  const { top, bottom, left, right } = grid.range();
  const cells: { row: number; col: number }[] = [];
  for (let row = top; row <= bottom; row += 1) for (let col = left; col <= right; col += 1) cells.push({ row, col });
  return cells;
}
