import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { Scale } from './scale.ts';

/** So long nothing has moved sideways: the scroll is over. */
const REST_MS = 100;

/** Where the view begins in px: of a new scale at once, and else when a scroll sideways has come to its end. */
export function useSettled(scroller: RefObject<HTMLElement | null>, scale: Scale): number {
  const [at, setAt] = useState(0);
  useLayoutEffect(() => setAt(scroller.current?.scrollLeft ?? 0), [scroller, scale]);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Up and down the same is set again, and nothing is drawn anew.
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setAt(box.scrollLeft), REST_MS);
    };
    box.addEventListener('scroll', wait, { passive: true });
    return () => {
      clearTimeout(timer);
      box.removeEventListener('scroll', wait);
    };
  }, [scroller]);
  return at;
}
