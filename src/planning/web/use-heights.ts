import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';
import type { BoardStore } from './board-store.ts';

/**
 * Lays the rows out anew when the store has rows of other heights, before they are drawn: a row that is resized when it stands
 * there already makes the browser lay out the page twice for one frame. What one looks at stays where it is.
 */
export function useHeights(
  rows: Virtualizer<HTMLDivElement, Element>,
  store: BoardStore,
  scroller: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    let { shape } = store;
    return store.subscribe(() => {
      if (store.shape === shape) return;
      ({ shape } = store);
      const index = rows.range?.startIndex ?? 0;
      const before = rows.measurementsCache[index]?.start;
      rows.measure();
      rows.getVirtualItems();
      const after = rows.measurementsCache[index]?.start;
      const box = scroller.current;
      if (!box || before === undefined || after === undefined || after === before) return;
      box.scrollTop += after - before;
      // The event that would tell of it comes with the next frame only, and what is drawn until then would be other rows.
      rows.scrollOffset = box.scrollTop;
    });
  }, [rows, store, scroller]);
}
