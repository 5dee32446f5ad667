import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for Argon2id (algorithm 2): 19 MiB, two passes, one lane; about 40 ms. */
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** At most this many hashes at a time, so that a flood of sign-ins cannot take all memory. */
const LANES = 4;
let running = 0;
const waiting: (() => void)[] = [];

async function inLane<T>(work: () => Promise<T>): Promise<T> {
  if (running >= LANES) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

export const hashPassword = (password: string): Promise<string> => inLane(() => hash(password, options));

let decoy: Promise<string> | undefined;

/** Compares in equal time whether or not there is a hash: an unknown address costs as much as a known one. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const against = stored ?? (await decoy);
  const matches = await inLane(() => verify(against, password).catch(() => false));
  return matches && stored !== null && stored !== undefined;
}
