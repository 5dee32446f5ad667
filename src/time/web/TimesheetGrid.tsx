import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { type BoundGrid, type Change, useGrid } from '../../web/grid/index.ts';
import { announce } from '../../web/ui/index.ts';
import { SheetHead } from './SheetHead.tsx';
import { SheetRow } from './SheetRow.tsx';
import { SheetTotals } from './SheetTotals.tsx';
import { type SheetActions, sheetKeys } from './sheet-keys.ts';
import type { ChosenRows } from './useChosenRows.ts';
import styles from './Timesheet.module.css';
import { editsFrom } from './typed.ts';
import { useStored } from './useWeek.ts';
import type { WeekModel } from './week-model.ts';
import { DAYS, type Edit, isWorkingDay } from './week.ts';

export interface TimesheetGridProps {
  model: WeekModel;
  name: string;
  pinned: readonly string[];
  actions: Omit<SheetActions, 'openRowMenu' | 'chooseRow' | 'labelOf'>;
  chosen: ChosenRows;
  labelOf: (edits: readonly Edit[]) => string;
  onPin: (line: string, on: boolean) => void;
  onMove: (row: number, by: -1 | 1) => void;
  /** Cell that has the focus: the sidebar follows it. */
  onActive: (row: number, col: number) => void;
  /** Takes the keyboard when it is drawn: one turned the week over from within the grid, or has just arrived. */
  takeFocus: () => boolean;
  /** Gives the screen a way back into the grid. */
  onGrid: (grid: BoundGrid) => void;
  /** Stands in the foot of the first column: the box for a new row. */
  children?: ReactNode;
}

/** The week on one sheet: rows of work, seven days, totals, with the manners of a spreadsheet. */
export function TimesheetGrid(props: TimesheetGridProps) {
  const { model, name, labelOf } = props;
  const { t } = useTranslation();
  const { shown: lines, days, mayEdit, plan } = useStored(model.state);
  const [menuRow, setMenuRow] = useState<string>();
  const help = useId();
  const newest = useRef(props);
  useEffect(() => {
    newest.current = props;
  });

  const keys = useMemo(
    () =>
      sheetKeys(model, () => ({
        ...newest.current.actions,
        labelOf: newest.current.labelOf,
        chooseRow: (row, through) => newest.current.chosen.choose(row, through),
        // After this key: a menu closes on keys outside of it.
        openRowMenu: (row) => void setTimeout(() => setMenuRow(model.state.get().shown[row]?.key), 0),
      })),
    [model],
  );

  const editable = (_row: number, col: number): boolean => mayEdit && days[col]?.locked === false;
  const read = (row: number, col: number): string => {
    const line = lines[row];
    if (!line) return '';
    const { seconds, typed } = model.at(line.key, col);
    return typed ?? (seconds > 0 ? format.hours(seconds) : '');
  };

  const write = (changes: Change[]): void => {
    const typed = changes.flatMap(({ row, col, text }) => {
      const line = lines[row];
      return line ? [{ line: line.key, day: col, text }] : [];
    });
    const { edits, refused } = editsFrom(typed, days, model.at);
    if (edits.length > 0) model.apply(edits, labelOf(edits));
    for (const each of refused)
      if (each.reason !== 'locked') model.refuse(each.line, each.day, each.text, t(`time.${each.reason}`));
    if (refused.length > 0) announce(t('time.cells_refused', { count: refused.length }));
    else if (edits.length > 1) announce(t('time.cells_set', { count: edits.length }));
  };

  const grid = useGrid({
    rows: lines.length,
    cols: DAYS,
    read,
    write,
    editable,
    onKey: keys.onKey,
    onOpen: ({ row, col }) => props.actions.openNote(row, col),
  });

  useFollow(grid, newest, keys.settle);
  useCommitOnLeave(grid);
  useEffect(() => newest.current.onGrid(grid), [grid]);
  useEffect(() => {
    const drawn = model.state.get();
    if (!newest.current.takeFocus() || drawn.shown.length === 0) return;
    const today = drawn.days.findIndex((each) => each.day === format.today() && isWorkingDay(each));
    grid.go({ row: 0, col: Math.max(0, today) });
  }, [grid, model]);

  const today = format.today();
  return (
    // Without rows nothing in it takes the focus; it must still be possible to scroll it by keyboard.
    <section className={styles.sheet} aria-label={name} tabIndex={lines.length === 0 ? 0 : undefined}>
      <p id={help} className={styles.words}>
        {t('time.grid_help')}
      </p>
      <table {...grid.tableProps(name, { rows: 2, cols: 2 })} aria-describedby={help}>
        <SheetHead days={days} today={today} />
        <tbody>
          {lines.map((line, row) => (
            <SheetRow
              key={line.key}
              grid={grid}
              model={model}
              line={line}
              row={row}
              days={days}
              plan={plan}
              editable={mayEdit}
              first={row === 0}
              last={row === lines.length - 1}
              pinned={props.pinned.includes(line.key)}
              menu={menuRow === line.key}
              chosen={props.chosen.keys.has(line.key)}
              choosing={props.chosen.keys.size > 0}
              onChoose={props.chosen.choose}
              onMenu={setMenuRow}
              onPin={props.onPin}
              onMove={props.onMove}
              labelOf={labelOf}
            />
          ))}
        </tbody>
        <SheetTotals model={model} days={days} today={today} />
      </table>
      {props.children}
    </section>
  );
}

/** What is being typed when the page is left counts as typed: it is kept with the other unsaved cells. */
function useCommitOnLeave(grid: BoundGrid): void {
  useEffect(() => {
    const leave = (): void => {
      if (document.visibilityState === 'hidden' && grid.state().mode !== 'rest') grid.go(grid.state().active, { focus: false });
    };
    document.addEventListener('visibilitychange', leave);
    return () => document.removeEventListener('visibilitychange', leave);
  }, [grid]);
}

/** Tells the screen which cell is active, and says aloud that the next Tab leaves. */
function useFollow(grid: BoundGrid, newest: { current: TimesheetGridProps }, settle: () => void): void {
  const { t } = useTranslation();
  useEffect(() => {
    let wasLeaving = false;
    let last = '';
    return grid.subscribe(() => {
      const { active, leaving } = grid.state();
      if (leaving && !wasLeaving) announce(t('time.leave_hint'));
      wasLeaving = leaving;
      const at = `${active.row} ${active.col}`;
      if (at === last) return;
      last = at;
      settle();
      newest.current.onActive(active.row, active.col);
    });
  }, [grid, newest, settle, t]);
}
