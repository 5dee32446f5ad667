import { type KeyboardEvent, useRef, useState } from 'react';

/** Where an arrow leads among marks that stand in rows of `columns`; undefined where it leads out, or the key is none. */
export function nextMark(key: string, at: number, count: number, columns: number): number | undefined {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  const next = at + step;
  return next >= 0 && next < count ? next : undefined;
}

export interface MarkProps {
  tabIndex: number;
  role: 'button' | 'img';
  'aria-label': string;
  'data-mark': number;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onClick?: () => void;
}

/**
 * Makes marks of a picture reachable: one stop for Tab, arrows between them, Enter or a click where a mark leads somewhere.
 * @param columns marks in a row, for arrows up and down
 */
export function useMarks(count: number, columns: number, onPick?: (mark: number) => void) {
  const [current, setCurrent] = useState(0);
  const group = useRef<SVGSVGElement & HTMLElement>(null);
  const stop = Math.min(current, Math.max(0, count - 1));
  const markProps = (mark: number, label: string): MarkProps => ({
    tabIndex: mark === stop ? 0 : -1,
    role: onPick ? 'button' : 'img',
    'aria-label': label,
    'data-mark': mark,
    onFocus: () => setCurrent(mark),
    onKeyDown: (event) => {
      if (onPick && (event.key === 'Enter' || event.key === ' ')) {
        event.preventDefault();
        onPick(mark);
      }
      const next = nextMark(event.key, mark, count, columns);
      if (next === undefined) return;
      event.preventDefault();
      group.current?.querySelector<HTMLElement>(`[data-mark="${next}"]`)?.focus();
    },
    ...(onPick ? { onClick: () => onPick(mark) } : {}),
  });
  return { group, markProps };
}
