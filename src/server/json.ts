import { Problem } from '../kit/problem.ts';

/** No body of ours nests deeper than a dozen levels. */
const DEEPEST = 60;
const LONGEST_KEY = 1000;
/** One object with very many names costs the parser more than all the rest. */
const MOST_KEYS = 2000;
/** Shorter texts cannot hurt. */
const HARMLESS = 1000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const [OPEN_LIST, CLOSE_LIST] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

/**
 * Looks a body over before it is parsed: nesting without end, and names too long or too many, cost a look and no more.
 * @throws Problem 400
 */
export function refuseBomb(text: string): void {
  if (text.length >= HARMLESS && isBomb(text)) throw new Problem(400, { detail: 'The request could not be read.' });
}

function isBomb(text: string): boolean {
  let depth = 0;
  let length = 0;
  const keys: number[] = [0];
  for (let index = 0; index < text.length; index++) {
    const sign = text.charCodeAt(index);
    if (sign === QUOTE) {
      const end = endOfText(text, index);
      length = end - index;
      index = end;
    } else if (sign === COLON) {
      const count = (keys[depth] ?? 0) + 1;
      if (length > LONGEST_KEY || count > MOST_KEYS) return true;
      keys[depth] = count;
    } else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      if (++depth > DEEPEST) return true;
      keys[depth] = 0;
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** Where the text that begins at a quote ends; behind everything when it does not. */
function endOfText(text: string, start: number): number {
  let index = start + 1;
  for (; index < text.length; index++) {
    const sign = text.charCodeAt(index);
    if (sign === QUOTE) break;
    if (sign === BACKSLASH) index++;
  }
  return index;
}
