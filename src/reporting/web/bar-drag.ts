import type { PointerEvent } from 'react';
import { type Day, addDays } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import type { Range } from './client-bookings-data.ts';

interface Days {
  first_day: Day;
  last_day: Day;
}

/** Within so many px of an end a drag stretches. */
const EDGE = 7;
/** A press that moves less is a click. */
const STILL = 4;

/**
 * Drags the bar of a booking to other days, or one of its ends: the bar follows the pointer, days are whole ones, Escape
 * restores. `done` has the days that it was left on.
 */
export function dragBar(event: PointerEvent<HTMLElement>, range: Range, span: Days, done: (days: Days) => void): void {
  const bar = event.currentTarget;
  const track = bar.parentElement?.getBoundingClientRect();
  if (event.button !== 0 || !track) return;
  const box = bar.getBoundingClientRect();
  const wide = box.width > 3 * EDGE;
  const [onStart, onEnd] = [wide && event.clientX - box.left < EDGE, wide && box.right - event.clientX < EDGE];
  const dayPx = track.width / range.days;
  const [start, { left, width }] = [event.clientX, bar.style];
  let days = 0;

  const at = (): Days => {
    const first_day = onEnd ? span.first_day : addDays(span.first_day, days);
    const last_day = onStart ? span.last_day : addDays(span.last_day, days);
    return first_day > last_day
      ? { ...span, ...(onStart ? { first_day: last_day } : { last_day: first_day }) }
      : { first_day, last_day };
  };
  const move = (next: globalThis.PointerEvent): void => {
    days = Math.abs(next.clientX - start) < STILL ? 0 : Math.round((next.clientX - start) / dayPx);
    const shift = (100 * days) / range.days;
    if (!onEnd) bar.style.left = `calc(${left} + ${shift}%)`;
    if (onStart || onEnd) bar.style.width = `calc(${width} ${onStart ? '-' : '+'} ${shift}%)`;
    const { first_day, last_day } = at();
    bar.title = format.dayRange(first_day, last_day);
    bar.dataset['moving'] = bar.title;
  };
  const end = (keep: boolean): void => {
    for (const [name, listener] of listeners) window.removeEventListener(name, listener as EventListener, true);
    Object.assign(bar.style, { left, width });
    delete bar.dataset['moving'];
    // The click that follows would open the booking.
    if (days !== 0) {
      const swallow = (click: Event): void => click.stopPropagation();
      window.addEventListener('click', swallow, true);
      setTimeout(() => window.removeEventListener('click', swallow, true), 0);
    }
    if (keep && days !== 0) done(at());
  };
  const listeners: [string, (event: never) => void][] = [
    ['pointermove', move],
    ['pointerup', () => end(true)],
    ['pointercancel', () => end(false)],
    [
      'keydown',
      (key: KeyboardEvent) => {
        if (key.key !== 'Escape') return;
        key.stopPropagation();
        end(false);
      },
    ],
  ];
  for (const [name, listener] of listeners) window.addEventListener(name, listener as EventListener, true);
  // Else the focus would stay where one typed, and Ctrl Z would take back what was typed there.
  event.preventDefault();
  bar.closest<HTMLElement>('[data-line]')?.focus();
}
