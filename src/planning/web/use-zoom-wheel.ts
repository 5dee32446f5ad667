import { type RefObject, useEffect, useRef } from 'react';
import type { Day } from '../../kit/day.ts';
import { type Scale, dayOfIndex } from './scale.ts';

/** One turn of a wheel says it many times. */
const REST_MS = 250;

/** Ctrl and the wheel change the zoom around the day under the pointer, in place of that of the page. */
export function useZoomWheel(
  scroller: RefObject<HTMLElement | null>,
  scale: Scale,
  left: number,
  onZoom: (direction: 1 | -1, day: Day, x: number) => void,
): void {
  const newest = useRef({ scale, left, onZoom });
  useEffect(() => {
    newest.current = { scale, left, onZoom };
  });
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    let last = 0;
    const wheel = (event: WheelEvent): void => {
      if (!event.ctrlKey || event.deltaY === 0) return;
      event.preventDefault();
      if (event.timeStamp - last < REST_MS) return;
      last = event.timeStamp;
      const now = newest.current;
      const x = Math.max(0, event.clientX - box.getBoundingClientRect().left - now.left);
      const day = dayOfIndex(now.scale, Math.floor((x + box.scrollLeft) / now.scale.dayPx));
      now.onZoom(event.deltaY < 0 ? 1 : -1, day, x);
    };
    box.addEventListener('wheel', wheel, { passive: false });
    return () => box.removeEventListener('wheel', wheel);
  }, [scroller]);
}
