import { type RefObject, useLayoutEffect, useRef } from 'react';

const LEAST_PX = 320;

/** Gives an element the height that is left below it in the window, less `below` px. @returns its ref */
export function useFill<E extends HTMLElement>(below: number): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => {
    const node = element.current;
    if (!node) return undefined;
    const fit = (): void => {
      const top = node.getBoundingClientRect().top + scrollY;
      node.style.height = `${Math.max(LEAST_PX, innerHeight - top - below)}px`;
    };
    fit();
    // What comes or goes above it makes its parent higher or lower.
    const observer = new ResizeObserver(fit);
    if (node.parentElement) observer.observe(node.parentElement);
    addEventListener('resize', fit);
    return () => {
      observer.disconnect();
      removeEventListener('resize', fit);
    };
  }, [below]);
  return element;
}
