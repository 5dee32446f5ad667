import { newId } from '../../kit/ids.ts';
import { type CallOptions, CallError, type Caller } from '../../web/api.ts';
import { newStore } from '../../web/store.ts';
import type { planningContract } from '../contract.ts';
import { call } from './draft.ts';

/** Writes that nobody has answered yet, and that are sent again. */
export const unsent = newStore<{ count: number }>({ count: 0 });

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 15_000;
/** Nothing came back; or something did, from whoever stands before a server that is away. */
const LOST: readonly number[] = [0, 502, 503, 504];

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();

function count(by: 1 | -1): void {
  const next = unsent.get().count + by;
  unsent.set({ count: next });
  // Who leaves now would lose what is not sent yet: the browser asks.
  if (by === 1 && next === 1) addEventListener('beforeunload', warn);
  if (next === 0) removeEventListener('beforeunload', warn);
}

/** Waits so long, or until the browser has a connection again. */
const untilBack = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done);
  });

/** The same until it is answered; a refusal is an answer. */
async function untilAnswered<T>(send: () => Promise<T>, pause: (ms: number) => Promise<void>): Promise<T> {
  let isWaiting = false;
  try {
    for (let ms = FIRST_PAUSE_MS; ; ms = Math.min(2 * ms, LONGEST_PAUSE_MS)) {
      try {
        return await send();
      } catch (error) {
        if (!(error instanceof CallError) || !LOST.includes(error.status)) throw error;
        if (!isWaiting) count(1);
        isWaiting = true;
        await pause(error.retryAfter ? 1000 * error.retryAfter : ms);
      }
    }
  } finally {
    if (isWaiting) count(-1);
  }
}

type Loose = (key: string, input: unknown, options: CallOptions) => Promise<unknown>;
type PlanningCall = Caller<typeof planningContract>;

/**
 * Writes that a broken connection does not lose: sent again until somebody answers, each under a key of its own, so that what
 * arrived although its answer did not is done once.
 */
export function keeping(far: PlanningCall, pause = untilBack): PlanningCall {
  const kept: Loose = (key, input, options) => {
    const idempotencyKey = newId();
    return untilAnswered(() => (far as Loose)(key, input, { ...options, idempotencyKey }), pause);
  };
  return Object.assign(kept, { download: far.download, blob: far.blob }) as PlanningCall;
}

export const callKept = keeping(call);
