/** A finger on the screen, in px. */
export interface Touch {
  x: number;
  y: number;
}

/** Far enough to be meant, and more across than along the page. */
const LEAST_PX = 60;
const STRAIGHT = 2;

/** Which way a finger went across: 1 to what comes next (to the left), -1 to what was before, 0 for anything else. */
export function swiped(from: Touch | undefined, to: Touch): -1 | 0 | 1 {
  if (!from) return 0;
  const across = to.x - from.x;
  if (Math.abs(across) < LEAST_PX || Math.abs(across) < STRAIGHT * Math.abs(to.y - from.y)) return 0;
  return across < 0 ? 1 : -1;
}
