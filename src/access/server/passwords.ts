import { hash, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { Problem } from '../../kit/problem.ts';

/** OWASP's first choice for Argon2id (algorithm 2): 19 MiB, two passes, one lane; about 40 ms. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const OURS = '$argon2id$v=19$m=19456,t=2,p=1$';

/** So many hashes at a time, so many calls that wait for theirs: a flood of sign-ins can take neither the memory nor the cores. */
const LANES = 2;
const QUEUE = 50;
let running = 0;
const waiting: (() => void)[] = [];

const busy = (): Problem =>
  new Problem(503, { detail: 'The server is busy. Please try again in a moment.' }, { 'retry-after': '2' });

async function inLane<T>(work: () => Promise<T>, room: number): Promise<T> {
  if (running >= LANES) {
    if (waiting.length >= room) throw busy();
    // Whoever leaves hands the lane over, so it stays counted.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

let seated = 0;

/**
 * Does what will come to a hash only while there is room for one: in a flood, who could not be served is told so before the
 * database is asked anything, which costs next to nothing. @throws Problem 503
 */
export async function withSeat<T>(work: () => Promise<T>): Promise<T> {
  if (seated >= LANES + QUEUE) throw busy();
  seated++;
  try {
    return await work();
  } finally {
    seated--;
  }
}

/** @throws Problem 503 when too many wait already */
export const hashPassword = (password: string): Promise<string> => inLane(() => hash(password, options), QUEUE);

/** For the operator's own work, which waits its turn however long that takes. */
export const hashPatiently = (password: string): Promise<string> =>
  inLane(() => hash(password, options), Number.POSITIVE_INFINITY);

const isBcrypt = (stored: string): boolean => /^\$2[aby]\$\d\d\$/.test(stored);

let decoy: Promise<string> | undefined;

/**
 * Compares in equal time whether or not there is a hash: an unknown address costs as much as a known one. Hashes of other
 * systems (PHC strings of Argon2, bcrypt) are compared by their own parameters.
 * @throws Problem 503 when too many wait already
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPatiently('nobody has this password');
  const against = stored ?? (await decoy);
  const compare = isBcrypt(against) ? () => verifyBcrypt(password, against) : () => verify(against, password);
  const matches = await inLane(() => compare().catch(() => false), QUEUE);
  return matches && stored !== null && stored !== undefined;
}

/** True for a hash under other parameters than ours: it is made anew when the password is known next. */
export const isForeignHash = (stored: string): boolean => !stored.startsWith(OURS);

const MOST_MEMORY_KIB = 1_048_576;
const MOST_PASSES = 20;
const MOST_BCRYPT_COST = 14;

/** Whether a text is a hash that can be taken over from another system, at a cost that one sign-in may have. */
export function isImportableHash(text: string): boolean {
  const bcrypt = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text);
  if (bcrypt) return Number(bcrypt[1]) <= MOST_BCRYPT_COST;
  const argon = /^\$argon2(?:id|i|d)\$v=19\$m=(\d+),t=(\d+),p=\d{1,2}\$[A-Za-z0-9+/]{11,}\$[A-Za-z0-9+/]{22,}$/.exec(text);
  return argon !== null && Number(argon[1]) <= MOST_MEMORY_KIB && Number(argon[2]) <= MOST_PASSES;
}
