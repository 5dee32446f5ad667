const BYTES = 8;
/** Randomness is drawn for many ids at once: asking for a few bytes at a time costs more than the rest of an id. */
const pool = new Uint8Array(BYTES * 400);
let used = pool.length;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
/** The most ids that count up within one millisecond; after them its successor is borrowed. */
const COUNTER = 0xfff;

let millisecond = 0;
let counter = 0;
/** The first part of every id of this millisecond. */
let head = '';

function step(now: number): void {
  if (now > millisecond) {
    millisecond = now;
    // A quarter of the range: a thousand ids and more have room behind the first.
    counter = (crypto.getRandomValues(new Uint16Array(1))[0] as number) & 0x3ff;
  } else if (counter < COUNTER) {
    counter++;
    return;
  } else {
    millisecond++;
    counter = 0;
  }
  const stamp = millisecond.toString(16).padStart(12, '0');
  head = `${stamp.slice(0, 8)}-${stamp.slice(8)}-7`;
}

/**
 * A UUID of version 7 (RFC 9562): 48 bits of milliseconds, a counter that starts at random, then random bits. Two ids made in
 * one process in the same millisecond still sort in the order in which they were made.
 */
export function newId(now: number = Date.now()): string {
  step(now);
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const hex = (index: number): string => HEX[pool[used + index] as number] as string;
  const variant = HEX[((pool[used] as number) & 0x3f) | 0x80] as string;
  const id = `${head}${counter.toString(16).padStart(3, '0')}-${variant}${hex(1)}-${hex(2)}${hex(3)}${hex(4)}${hex(5)}${hex(6)}${hex(7)}`;
  used += BYTES;
  return id;
}
