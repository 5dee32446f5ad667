import { Worker } from 'node:worker_threads';

/** What is asked of the thread, and what it answers. */
export interface AsideTask {
  module: string;
  name: string;
  given: unknown;
}
export type AsideAnswer = { made: unknown } | { failed: string };

interface Waiting {
  task: AsideTask;
  resolve: (made: unknown) => void;
  reject: (error: Error) => void;
}

/** Longer than any document takes: a thread that is still busy then is given up. */
const MOST_MS = 60_000;

/** One task is with the thread at a time: what somebody waits for with a transaction open goes before what nobody waits for. */
const urgent: Waiting[] = [];
const usual: Waiting[] = [];
let thread: Worker | undefined;
let doing: (Waiting & { timer: NodeJS.Timeout }) | undefined;

function settle(end: (done: Waiting) => void): void {
  const done = doing;
  doing = undefined;
  if (done) {
    clearTimeout(done.timer);
    end(done);
  }
  next();
}

/** The thread is gone, and what it was at with it; what waits goes to the next one. */
function giveUp(gone: Worker, error: Error): void {
  if (thread !== gone) return;
  thread = undefined;
  void gone.terminate();
  settle(({ reject }) => reject(error));
}

function threadOf(): Worker {
  if (thread) return thread;
  const made = new Worker(new URL('./aside-worker.ts', import.meta.url));
  made.on('message', (answer: AsideAnswer) =>
    settle(({ resolve, reject }) => ('made' in answer ? resolve(answer.made) : reject(new Error(answer.failed)))),
  );
  made.on('error', (error: unknown) => giveUp(made, error instanceof Error ? error : new Error(String(error))));
  made.on('exit', () => giveUp(made, new Error('The thread that makes documents ended.')));
  thread = made;
  return made;
}

function next(): void {
  if (doing) return;
  const waiting = urgent.shift() ?? usual.shift();
  // A thread with nothing to do holds nobody up at the end.
  if (!waiting) return thread?.unref();
  const worker = threadOf();
  const timer = setTimeout(() => giveUp(worker, new Error('A document took too long to make.')), MOST_MS);
  doing = { ...waiting, timer };
  worker.ref();
  worker.postMessage(waiting.task);
}

/**
 * A function of a module that runs in a thread of its own, one call after the other, so that making a document never holds up the
 * answers of the server. What it takes and answers is copied; the thread begins with the first call.
 * @param first it goes before calls that are not: somebody waits for it with a transaction open
 */
export const aside =
  <Given, Made>(module: URL, name: string, { first = false }: { first?: boolean } = {}) =>
  (given: Given): Promise<Made> =>
    new Promise<Made>((resolve, reject) => {
      const task = { module: module.href, name, given };
      (first ? urgent : usual).push({ task, resolve: resolve as (made: unknown) => void, reject });
      next();
    });
