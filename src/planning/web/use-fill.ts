import { type RefObject, useLayoutEffect } from 'react';

const LEAST_PX = 320;

/** Gives an element the height that is left below it in the window, less `below` px. */
export function useFill(element: RefObject<HTMLElement | null>, below: number): void {
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return undefined;
    const fit = (): void => {
      const top = node.getBoundingClientRect().top + scrollY;
      node.style.height = `${Math.max(LEAST_PX, innerHeight - top - below)}px`;
    };
    fit();
    const observer = new ResizeObserver(fit);
    if (node.parentElement) for (const sibling of node.parentElement.children) if (sibling !== node) observer.observe(sibling);
    addEventListener('resize', fit);
    return () => {
      observer.disconnect();
      removeEventListener('resize', fit);
    };
  }, [element, below]);
}
