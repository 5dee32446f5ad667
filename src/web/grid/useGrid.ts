import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type RefCallback,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { inRange, isSingle } from './engine.ts';
import styles from './grid.module.css';
import { type Grid, type GridOptions, createGrid } from './grid.ts';

/** Attributes of the element that holds the cells: a table, or a `div` with `role="grid"`. */
export interface GridProps {
  ref: RefCallback<HTMLElement>;
  role: 'grid';
  className: string | undefined;
  'aria-label': string;
  'aria-rowcount': number;
  'aria-colcount': number;
  'aria-multiselectable': true;
  'data-grid': true;
  onKeyDown: (event: KeyboardEvent) => void;
  onCopy: (event: ClipboardEvent) => void;
  onCut: (event: ClipboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
  onPointerDown: (event: PointerEvent) => void;
  onPointerOver: (event: PointerEvent) => void;
  onDoubleClick: (event: MouseEvent) => void;
  onBlur: (event: FocusEvent) => void;
}

export interface BoundGrid extends Grid {
  /** For the table; `head` is how many heading rows and columns screen readers should count beside the cells. */
  tableProps: (label: string, head?: { rows?: number; cols?: number }) => GridProps;
  /** For a cell that the room draws itself. Give it `tabIndex` of `useIsActive`. */
  cellProps: (row: number, col: number) => { role: 'gridcell'; 'data-row': number; 'data-col': number; 'aria-colindex': number };
}

function bind(grid: Grid): BoundGrid {
  const ref: RefCallback<HTMLElement> = (element) => grid.attach(element);
  return Object.assign(Object.create(grid) as Grid, {
    tableProps: (label: string, head: { rows?: number; cols?: number } = {}): GridProps => ({
      ref,
      role: 'grid',
      className: styles.grid,
      'aria-label': label,
      'aria-rowcount': grid.options.rows + (head.rows ?? 0),
      'aria-colcount': grid.options.cols + (head.cols ?? 0),
      'aria-multiselectable': true,
      'data-grid': true,
      onKeyDown: (event) => grid.onKeyDown(event.nativeEvent),
      onCopy: (event) => grid.onCopy(event.nativeEvent),
      onCut: (event) => grid.onCopy(event.nativeEvent),
      onPaste: (event) => grid.onPaste(event.nativeEvent),
      onPointerDown: (event) => grid.onPointerDown(event.nativeEvent),
      onPointerOver: (event) => grid.onPointerOver(event.nativeEvent),
      onDoubleClick: (event) => grid.onDoubleClick(event.nativeEvent),
      onBlur: (event) => grid.onBlur(event.nativeEvent),
    }),
    cellProps: (row: number, col: number) => ({
      role: 'gridcell' as const,
      'data-row': row,
      'data-col': col,
      'aria-colindex': col + 1,
    }),
  });
}

/** The engine for one grid of this component. The grid stays the same; its options follow each render. */
export function useGrid(options: GridOptions): BoundGrid {
  const [grid] = useState(() => createGrid(options));
  useEffect(() => grid.update(options));
  return useMemo(() => bind(grid), [grid]);
}

/** True for the one cell that holds the tab stop. */
export const useIsActive = (grid: Grid, row: number, col: number): boolean =>
  useSyncExternalStore(grid.subscribe, () => {
    const { active } = grid.state();
    return active.row === row && active.col === col;
  });

/** True for cells of a range of more than one. */
export const useIsInRange = (grid: Grid, row: number, col: number): boolean =>
  useSyncExternalStore(grid.subscribe, () => {
    const range = grid.range();
    return !isSingle(range) && inRange(range, { row, col });
  });
