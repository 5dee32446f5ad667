import { type RefCallback, useCallback } from 'react';

const TAKES_KEYS =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';

/**
 * For what scrolls. Where nothing in it takes the keyboard, it does so itself while there is more of it than is seen: who has no
 * pointer reads on by the arrows.
 */
export function useReach<E extends HTMLElement>(): RefCallback<E> {
  return useCallback((element: E | null) => {
    if (!element) return undefined;
    const look = (): void => {
      const wants = element.scrollHeight > element.clientHeight && element.querySelector(TAKES_KEYS) === null;
      if (wants) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    // What is in it comes later, and grows without it.
    const contents = new MutationObserver(look);
    contents.observe(element, { childList: true, subtree: true });
    look();
    return () => {
      sizes.disconnect();
      contents.disconnect();
    };
  }, []);
}
