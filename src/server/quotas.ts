import { Problem } from '../kit/problem.ts';
import type { Actor } from './tx.ts';

/** What costs more than a usual call: a file that is sent, and one that is made. */
export type Costly = 'upload' | 'file';

interface Limit {
  user: number;
  firm: number;
}

const WINDOW_MS = 600_000;
/** In ten minutes. Nobody who works reaches it; a script that runs away, or somebody who copies the firm, does. */
const USUAL: Readonly<Record<Costly, Limit>> = { upload: { user: 200, firm: 2000 }, file: { user: 200, firm: 2000 } };

interface Count {
  since: number;
  used: number;
}

/** Counts files by person and by firm, in this process: what is counted is what this process has to bear. */
export class Quotas {
  readonly #limits: Readonly<Record<Costly, Limit>>;
  readonly #counts = new Map<string, Count>();
  #swept = 0;

  constructor(limits: Readonly<Record<Costly, Limit>> = USUAL) {
    this.#limits = limits;
  }

  /** @throws Problem 429 that says after how many seconds there is room again */
  take(kind: Costly, { tenantId, userId }: Pick<Actor, 'tenantId' | 'userId'>, now: number): void {
    this.#sweep(now);
    const limit = this.#limits[kind];
    const keys: [key: string, most: number][] = [
      [`${kind} ${tenantId} ${userId}`, limit.user],
      [`${kind} ${tenantId}`, limit.firm],
    ];
    for (const [key, most] of keys) {
      const count = this.#counts.get(key);
      if (!count || now - count.since >= WINDOW_MS || count.used < most) continue;
      const seconds = Math.max(1, Math.ceil((count.since + WINDOW_MS - now) / 1000));
      throw new Problem(
        429,
        { detail: 'These are many files in a short time. Please wait a few minutes.' },
        { 'retry-after': String(seconds) },
      );
    }
    for (const [key] of keys) {
      const count = this.#counts.get(key);
      if (!count || now - count.since >= WINDOW_MS) this.#counts.set(key, { since: now, used: 1 });
      else count.used += 1;
    }
  }

  /** Forgets what counts no more, once a window. */
  #sweep(now: number): void {
    if (now - this.#swept < WINDOW_MS) return;
    this.#swept = now;
    for (const [key, { since }] of this.#counts) if (now - since >= WINDOW_MS) this.#counts.delete(key);
  }
}
