const BYTES = 10;
/** Randomness is drawn for many ids at once: asking for ten bytes at a time costs more than the rest of an id. */
const pool = new Uint8Array(BYTES * 400);
let used = pool.length;
let last = 0n;

function draw(): Uint8Array {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  used += BYTES;
  return pool.subarray(used - BYTES, used);
}

/**
 * A UUID of version 7 (RFC 9562): 48 bits of milliseconds, then random bits. Two ids made in one process in the same
 * millisecond still sort in the order in which they were made.
 */
export function newId(now: number = Date.now()): string {
  const random = draw();
  let high = (BigInt(now) << 12n) | (BigInt(((random[0] ?? 0) << 8) | (random[1] ?? 0)) & 0x3ffn);
  if (high <= last) high = last + 1n;
  last = high;
  const head = high.toString(16).padStart(15, '0');
  const tail = Array.from(random.subarray(2), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((Number.parseInt(tail.slice(0, 1), 16) & 0x3) | 0x8).toString(16);
  return `${head.slice(0, 8)}-${head.slice(8, 12)}-7${head.slice(12, 15)}-${variant}${tail.slice(1, 4)}-${tail.slice(4, 16)}`;
}
