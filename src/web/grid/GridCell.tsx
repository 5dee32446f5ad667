import { type CSSProperties, type ReactNode, memo, useEffect, useRef } from 'react';
import styles from './grid.module.css';
import { show } from './grid.ts';
import type { BoundGrid } from './useGrid.ts';
import { useIsActive, useIsInRange } from './useGrid.ts';

export interface GridCellProps {
  grid: BoundGrid;
  row: number;
  col: number;
  /** The cell in words: `Audit Acme, Tuesday 17 November, 4 hours`. */
  label: string;
  /** Text that is shown; what is being typed stays until it is committed. */
  text: string;
  /** Drawn over the field: marks, a suggestion in italics. */
  children?: ReactNode;
  /** `saving`, `failed`, `off`, `holiday`, … for the room's own looks. */
  state?: string | undefined;
  className?: string | undefined;
  style?: CSSProperties;
  inputMode?: 'decimal' | 'text' | 'numeric';
  describedBy?: string | undefined;
}

/** One cell to type in: a native field that React does not drive, so that a key never waits for a render. */
export const GridCell = memo(function GridCell(props: GridCellProps) {
  const { grid, row, col, label, text, children, state, className, style, inputMode = 'decimal' } = props;
  const active = useIsActive(grid, row, col);
  const chosen = useIsInRange(grid, row, col);
  const input = useRef<HTMLInputElement>(null);
  const editable = grid.options.editable?.(row, col) ?? true;

  useEffect(() => {
    const { active: at, mode } = grid.state();
    const typing = mode !== 'rest' && at.row === row && at.col === col;
    if (input.current && !typing) show(input.current, text);
  }, [grid, row, col, text]);

  return (
    <td
      role="gridcell"
      className={[styles.cell, className].filter(Boolean).join(' ')}
      style={style}
      data-row={row}
      data-col={col}
      data-state={state}
      data-active={active || undefined}
      data-chosen={chosen || undefined}
      aria-selected={chosen}
      aria-readonly={editable ? undefined : true}
    >
      <input
        ref={input}
        className={styles.field}
        defaultValue={text}
        readOnly={!editable}
        tabIndex={active ? 0 : -1}
        inputMode={inputMode}
        autoComplete="off"
        spellCheck={false}
        aria-label={label}
        aria-describedby={props.describedBy}
        onInput={() => grid.onInput({ row, col })}
        onFocus={() => {
          const { active: at } = grid.state();
          if (at.row !== row || at.col !== col) grid.go({ row, col }, { focus: false });
        }}
      />
      {children}
    </td>
  );
});
