import { type Range, defaultRangeExtractor } from '@tanstack/react-virtual';

/** Rows that Page Up and Page Down move by. */
const PAGE = 20;

export interface Step {
  rows: number;
  units: number;
}

/** How far a key moves in a grid of people by units; undefined for every other key. The ends stop what goes too far. */
export function stepOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey'>, lastRow: number, lastUnit: number): Step | undefined {
  switch (event.key) {
    case 'ArrowLeft':
      return { rows: 0, units: -1 };
    case 'ArrowRight':
      return { rows: 0, units: 1 };
    case 'ArrowUp':
      return { rows: -1, units: 0 };
    case 'ArrowDown':
      return { rows: 1, units: 0 };
    case 'PageUp':
      return { rows: -PAGE, units: 0 };
    case 'PageDown':
      return { rows: PAGE, units: 0 };
    case 'Home':
      return { rows: event.ctrlKey ? -lastRow : 0, units: -lastUnit };
    case 'End':
      return { rows: event.ctrlKey ? lastRow : 0, units: lastUnit };
    default:
      return undefined;
  }
}

/** Scrolls a grid sideways until a unit stands beside its fixed first column, which is `left` px wide. */
export function revealUnit(box: HTMLElement | null, unit: number, unitPx: number, left: number): void {
  if (!box) return;
  const [start, end] = [unit * unitPx, (unit + 1) * unitPx];
  if (start < box.scrollLeft) box.scrollLeft = start;
  else if (end > box.scrollLeft + box.clientWidth - left) box.scrollLeft = end - box.clientWidth + left;
}

/** The rows in view, and the one with the keyboard wherever it is: a cell that is not drawn would lose the focus. */
export const withRow =
  (row: number, total: number) =>
  (range: Range): number[] =>
    [...new Set([...defaultRangeExtractor(range), Math.min(row, Math.max(0, total - 1))])].sort((a, b) => a - b);
