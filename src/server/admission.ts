import { availableParallelism } from 'node:os';
import { Problem } from '../kit/problem.ts';

/** How much a process takes on at once. */
export interface AdmissionLimits {
  /** Calls in flight before anything is known of how fast they are answered. */
  burst: number;
  /** Calls in flight that are always taken, however slow they are. */
  least: number;
  /** How long the last one taken may have to wait for those before it. */
  waitMs: number;
  /** Heavy calls of one firm that run at the same time, and that wait for them at most. */
  heavy: number;
  heavyWaiting: number;
  heavyWaitMs: number;
}

/** Measured on two cores: beside one heavy call at a time others take 2.6 times as long, beside two 4 times, beside four 20 times. */
const AT_A_TIME = Math.min(4, Math.max(1, availableParallelism() - 1));
const USUAL: AdmissionLimits = {
  burst: 256,
  least: 48,
  waitMs: 500,
  heavy: AT_A_TIME,
  heavyWaiting: 24,
  heavyWaitMs: 8000,
};

/** Answers are counted over spans of this length. */
const SPAN_MS = 250;
/** Busy for so long, what was answered meanwhile says how fast calls are. */
const KNOWN_AFTER_MS = 500;

interface Waiting {
  go: () => void;
}

interface Firm {
  running: number;
  waiting: Waiting[];
}

/**
 * Says early to whom no answer can be given soon. By Little's law calls in flight ÷ calls answered a second is how long the last of
 * them waits: beyond half a second whoever comes is told to come again, before anything is done for them, so that those that are
 * taken are answered in time. Of the heavy calls of one firm (reports of years) a core fewer run at a time than there are; others
 * wait their turn, and those beside them hardly notice.
 */
export class Admission {
  readonly #limits: AdmissionLimits;
  readonly #clock: () => number;
  #open = 0;
  /** Since when there has been no moment without many calls. */
  #busySince: number | undefined;
  #span = { since: 0, answered: 0 };
  /** Answers a second over the last whole span. */
  #rate: number | undefined;
  readonly #firms = new Map<number, Firm>();

  constructor(limits: Partial<AdmissionLimits> = {}, clock: () => number = () => performance.now()) {
    this.#limits = { ...USUAL, ...limits };
    this.#clock = clock;
  }

  /** @throws Problem 503 where a call would wait too long: asked before anything is done for it */
  refuseWhenFull(): void {
    const { burst, least, waitMs } = this.#limits;
    const most = this.#isKnown(this.#clock()) ? Math.max(least, ((this.#rate ?? 0) * waitMs) / 1000) : burst;
    if (this.#open >= most)
      throw new Problem(
        503,
        { detail: 'Very many are at work here just now. Please try again in a moment.' },
        { 'retry-after': '1' },
      );
  }

  /** Counts a call that is worked on. @returns what is called when that is over */
  enter(): () => void {
    this.#open += 1;
    if (this.#open > this.#limits.least) this.#busySince ??= this.#clock();
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave();
    };
  }

  #isKnown(now: number): boolean {
    return this.#busySince !== undefined && now - this.#busySince >= KNOWN_AFTER_MS && this.#rate !== undefined;
  }

  #leave(): void {
    const now = this.#clock();
    this.#open -= 1;
    if (this.#open <= this.#limits.least) {
      this.#busySince = undefined;
      this.#rate = undefined;
    }
    this.#span.answered += 1;
    const taken = now - this.#span.since;
    if (taken < SPAN_MS) return;
    // A span over a pause says nothing of how fast calls are answered.
    this.#rate = taken < 4 * SPAN_MS ? (this.#span.answered * 1000) / taken : undefined;
    this.#span = { since: now, answered: 0 };
  }

  /**
   * Waits for the turn of a heavy call of a firm. @returns what is called when it is done
   * @throws Problem 429 where too many wait, or its turn does not come in time
   */
  async heavy(tenant: number): Promise<() => void> {
    const firm = this.#firms.get(tenant) ?? { running: 0, waiting: [] };
    this.#firms.set(tenant, firm);
    if (firm.running >= this.#limits.heavy) await this.#turn(firm);
    else firm.running += 1;
    return () => {
      const next = firm.waiting.shift();
      if (next) return next.go();
      firm.running -= 1;
      if (firm.running === 0) this.#firms.delete(tenant);
    };
  }

  /** Waits in order; who is called has the place of who leaves. */
  #turn(firm: Firm): Promise<void> {
    const refusal = (): Problem =>
      new Problem(
        429,
        { detail: 'Your firm has many reports running just now. Please try again in a moment.' },
        { 'retry-after': '2' },
      );
    if (firm.waiting.length >= this.#limits.heavyWaiting) throw refusal();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        firm.waiting.splice(firm.waiting.indexOf(own), 1);
        reject(refusal());
      }, this.#limits.heavyWaitMs);
      const own: Waiting = {
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      firm.waiting.push(own);
    });
  }
}
