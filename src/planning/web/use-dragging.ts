import { type RefObject, useEffect, useRef } from 'react';
import type { DemandRow } from '../contract.ts';
import type { Acts } from './board-acts.ts';
import { dragOn } from './board-drag.ts';
import { isSelecting, selectOn } from './board-select.ts';
import type { BoardStore } from './board-store.ts';
import { type Cursor, type Ghost, type GhostStore, atCell } from './cursor.ts';
import { clamp, indexOfDay, unitAt, unitOf } from './scale.ts';
import type { Selection } from './selection.ts';

export interface Dragging {
  scroller: RefObject<HTMLElement | null>;
  store: BoardStore;
  acts: Acts;
  ghosts: GhostStore;
  selection: Selection;
  demandOf: (id: string) => DemandRow | undefined;
  left: number;
  head: number;
  rowAt: (y: number) => number | undefined;
  hold: (cursor: Cursor) => void;
  focusOn: (cursor: Cursor) => void;
  onOpen: (id: string) => void;
}

/** The cursor on a cell, or on the bar that was pressed. */
function pressed(store: BoardStore, row: number, unit: number, bar: string | undefined): Cursor {
  const start = bar ? store.row(row)?.bars.find((each) => each.booking.id === bar)?.start : undefined;
  return bar && start !== undefined ? { ...atCell(row, unitOf(store.scale, Math.max(0, start))), bar } : atCell(row, unit);
}

/** The cells that a drawn booking covers, marked as a range. */
function covered(store: BoardStore, ghost: Ghost): Cursor {
  const unit = (day: string): number => unitOf(store.scale, clamp(indexOfDay(store.scale, day), 0, store.scale.days - 1));
  return { row: ghost.row, unit: unit(ghost.last_day), anchor: unit(ghost.first_day), bar: undefined };
}

/** Hands the pointer to the drags; each press reads the newest props. By touch a finger scrolls, and a tap opens or marks. */
export function useDragging(props: Dragging): void {
  const newest = useRef(props);
  useEffect(() => {
    newest.current = props;
  });
  useEffect(() => {
    const box = props.scroller.current;
    if (!box) return undefined;
    let running: ReturnType<typeof dragOn> | undefined;
    let selecting: (() => void) | undefined;

    const down = (event: PointerEvent): void => {
      const { store, ghosts, acts, left, head, hold, focusOn } = newest.current;
      if (ghosts.get().ghost?.asking) {
        ghosts.set({ ghost: undefined });
        return;
      }
      if (isSelecting(event)) {
        // Else the browser marks the texts under the pointer.
        event.preventDefault();
        selecting = selectOn(box, newest.current.selection, event);
        return;
      }
      running = dragOn({
        ...{ scroller: box, store, ghosts, acts, left, head },
        rowAt: (y) => newest.current.rowAt(y),
        demandOf: (id) => newest.current.demandOf(id),
        onPress: (row, unit, bar) => focusOn(pressed(store, row, unit, bar)),
        onDrawn: (ghost) => {
          hold(covered(store, ghost));
          ghosts.set({ ghost: { ...ghost, asking: true } });
        },
      });
      running.down(event);
    };

    const tap = (event: MouseEvent): void => {
      if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return;
      const { store, left, head, rowAt, focusOn, onOpen } = newest.current;
      const id = (event.target as HTMLElement).closest<HTMLElement>('[data-bar]')?.dataset['bar'];
      if (id) {
        onOpen(id);
        return;
      }
      const at = box.getBoundingClientRect();
      const x = event.clientX - at.left + box.scrollLeft - left;
      const row = rowAt(event.clientY - at.top + box.scrollTop - head);
      if (row !== undefined && x >= 0 && event.clientX - at.left > left) focusOn(atCell(row, unitAt(store.scale, x)));
    };

    box.addEventListener('pointerdown', down);
    box.addEventListener('click', tap);
    return () => {
      box.removeEventListener('pointerdown', down);
      box.removeEventListener('click', tap);
      running?.stop();
      selecting?.();
    };
  }, [props.scroller]);
}
