import type { Box, Selection } from './selection.ts';

const START_PX = 4;

const boxOf = (from: { x: number; y: number }, to: { x: number; y: number }): Box => ({
  left: Math.min(from.x, to.x),
  top: Math.min(from.y, to.y),
  width: Math.abs(from.x - to.x),
  height: Math.abs(from.y - to.y),
});

const meets = (box: Box, { left, right, top, bottom }: DOMRect): boolean =>
  left < box.left + box.width && right > box.left && top < box.top + box.height && bottom > box.top;

/** Bars that are drawn under a rectangle. */
function barsUnder(scroller: HTMLElement, box: Box): string[] {
  const bars = [...scroller.querySelectorAll<HTMLElement>('[data-bar]')];
  return bars.filter((bar) => meets(box, bar.getBoundingClientRect())).map((bar) => bar.dataset['bar'] ?? '');
}

/** True for a press that selects: with Shift, or with Ctrl, by a pointer that can be held still. */
export const isSelecting = (event: PointerEvent): boolean =>
  event.button === 0 && event.pointerType !== 'touch' && (event.shiftKey || event.ctrlKey || event.metaKey);

/**
 * Selects by pointer: a press on a bar takes it in or out, a drag over the ground takes in all bars that it touches. Escape ends
 * it. @returns a function that ends it
 */
export function selectOn(scroller: HTMLElement, selection: Selection, event: PointerEvent): () => void {
  const from = { x: event.clientX, y: event.clientY };
  const pressed = (event.target as HTMLElement).closest<HTMLElement>('[data-bar]')?.dataset['bar'];
  const moved = (at: PointerEvent): boolean => Math.hypot(at.clientX - from.x, at.clientY - from.y) >= START_PX;

  const stop = (): void => {
    selection.draw(undefined);
    removeEventListener('pointermove', onMove);
    removeEventListener('pointerup', onUp);
    removeEventListener('pointercancel', stop);
    removeEventListener('keydown', onKey, true);
  };
  const onMove = (at: PointerEvent): void => {
    if (selection.box() || moved(at)) selection.draw(boxOf(from, { x: at.clientX, y: at.clientY }));
  };
  const onUp = (at: PointerEvent): void => {
    const box = selection.box();
    if (box) selection.add(barsUnder(scroller, boxOf(from, { x: at.clientX, y: at.clientY })));
    else if (pressed) selection.toggle([pressed]);
    stop();
  };
  const onKey = (key: KeyboardEvent): void => {
    if (key.key !== 'Escape') return;
    key.preventDefault();
    key.stopPropagation();
    stop();
  };
  addEventListener('pointermove', onMove);
  addEventListener('pointerup', onUp);
  addEventListener('pointercancel', stop);
  addEventListener('keydown', onKey, true);
  return stop;
}
