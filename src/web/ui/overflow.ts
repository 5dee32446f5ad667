import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** Between two things of a line, in px. */
const GAP = 8;

/**
 * How many of a row's parts stand in one line beside the others; what does not fit goes elsewhere, behind a button of its own.
 * @param parts least widths in px, in their order
 * @param others widths of what always stands in the line; what is too much even without any part goes on to the next, the
 *   last first
 * @param button width of the button that stands for the rest; it needs no place while everything fits
 */
export function fitting(parts: readonly number[], others: readonly number[], button: number, width: number): number {
  const taken = (widths: readonly number[]): number =>
    widths.filter((each) => each > 0).reduce((sum, each) => sum + each + GAP, -GAP);
  if (taken([...parts, ...others]) <= width) return parts.length;
  const beside = [...others];
  while (beside.length > 1 && taken([...beside, button]) > width) beside.pop();
  for (let count = parts.length - 1; count > 0; count -= 1) {
    if (taken([...parts.slice(0, count), ...beside, button]) <= width) return count;
  }
  return 0;
}

export interface Fitting {
  line: RefObject<HTMLDivElement | null>;
  /** How many parts stand in the line; all of them until it was measured. */
  count: number;
}

/** Measures a line and what always stands in it (marked `data-keeps`), again whenever one of them changes its width. */
export function useFitting(parts: readonly number[], others: readonly number[], button: number): Fitting {
  const line = useRef<HTMLDivElement>(null);
  const [count, setCount] = useState(parts.length);
  const signature = JSON.stringify([parts, others]);
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return undefined;
    const [widths, fixed] = JSON.parse(signature) as [number[], number[]];
    const keeps = [...element.querySelectorAll<HTMLElement>(':scope > [data-keeps]')];
    const measure = (): void =>
      setCount(fitting(widths, [...fixed, ...keeps.map((each) => each.offsetWidth)], button, element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    for (const each of [element, ...keeps]) observer.observe(each);
    return () => observer.disconnect();
  }, [signature, button]);
  return { line, count };
}
