import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { BoardStore } from './board-store.ts';
import { type Cursor, type Place, atCell } from './cursor.ts';
import { clamp } from './scale.ts';

/** The cursor where there are fewer people or units than before: one cell must always take the focus. */
function inside(cursor: Cursor, rows: number, units: number): Cursor {
  if (cursor.row < Math.max(1, rows) && cursor.unit < units && cursor.anchor < units) return cursor;
  return atCell(clamp(cursor.row, 0, Math.max(0, rows - 1)), clamp(cursor.unit, 0, units - 1));
}

export interface CursorState {
  cursor: Cursor;
  /** Moves the cursor; the focus stays where it is. */
  hold: (next: Cursor) => void;
  /** Moves the cursor and the focus with it. */
  focusOn: (next: Cursor) => void;
  /** The bar under the cursor is gone: its cell takes over, unless the focus has gone elsewhere. */
  lose: (cursor: Cursor) => void;
}

/** Where the keyboard stands on the board, and the focus that follows it. */
export function useCursor(store: BoardStore, place: RefObject<Place>, scroller: RefObject<HTMLElement | null>): CursorState {
  const [held, setHeld] = useState(place.current.cursor);
  const wanted = useRef<false | 'now' | 'again'>(false);
  const cursor = inside(held, store.total ?? 0, store.scale.range.starts.length);

  const hold = useCallback(
    (next: Cursor) => {
      place.current.cursor = next;
      setHeld(next);
    },
    [place],
  );
  useEffect(() => setHeld(place.current.cursor), [store, place]);

  const focusOn = useCallback(
    (next: Cursor) => {
      wanted.current = 'now';
      hold(next);
    },
    [hold],
  );

  const lose = useCallback(
    ({ row, unit }: Cursor) => {
      const active = document.activeElement;
      if (active === document.body || scroller.current?.contains(active)) wanted.current = 'now';
      hold(atCell(row, unit));
    },
    [hold, scroller],
  );

  useLayoutEffect(() => {
    if (!wanted.current) return;
    const selector = cursor.bar ? `[data-proxy="${cursor.bar}"]` : `[data-cell="${cursor.row}-${cursor.unit}"]`;
    const target = scroller.current?.querySelector<HTMLElement>(selector);
    if (!target) return;
    const active = document.activeElement;
    const gone = wanted.current === 'again' && active !== document.body && !scroller.current?.contains(active);
    // A cell that waits for its row is replaced when the row comes: the focus is wanted again then.
    wanted.current = !gone && target.dataset['waiting'] !== undefined ? 'again' : false;
    if (!gone) target.focus({ preventScroll: true });
  });

  return { cursor, hold, focusOn, lose };
}
