import { Worker } from 'node:worker_threads';

/** What is asked of the thread, and what it answers. */
export interface AsideTask {
  id: number;
  module: string;
  name: string;
  given: unknown;
}
export type AsideAnswer = { id: number; made: unknown } | { id: number; failed: string };

interface Waiting {
  resolve: (made: unknown) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

/** Longer than any document takes: a thread that is still busy then is given up. */
const MOST_MS = 60_000;

let thread: Worker | undefined;
let last = 0;
const waiting = new Map<number, Waiting>();

function giveUp(error: Error): void {
  const gone = thread;
  thread = undefined;
  for (const { reject, timer } of waiting.values()) {
    clearTimeout(timer);
    reject(error);
  }
  waiting.clear();
  void gone?.terminate();
}

function threadOf(): Worker {
  if (thread) return thread;
  const made = new Worker(new URL('./aside-worker.ts', import.meta.url));
  made.on('message', (answer: AsideAnswer) => {
    const task = waiting.get(answer.id);
    if (!task) return;
    waiting.delete(answer.id);
    clearTimeout(task.timer);
    if (waiting.size === 0) made.unref();
    if ('made' in answer) task.resolve(answer.made);
    else task.reject(new Error(answer.failed));
  });
  made.on('error', (error: unknown) => giveUp(error instanceof Error ? error : new Error(String(error))));
  made.on('exit', () => {
    if (thread === made) giveUp(new Error('The thread that makes documents ended.'));
  });
  thread = made;
  return made;
}

/**
 * A function of a module that runs in a thread of its own, one call after the other, so that making a document never holds up the
 * answers of the server. What it takes and answers is copied; the thread begins with the first call and holds nobody up at the end.
 */
export const aside =
  <Given, Made>(module: URL, name: string) =>
  (given: Given): Promise<Made> =>
    new Promise<Made>((resolve, reject) => {
      const worker = threadOf();
      const id = ++last;
      const timer = setTimeout(() => giveUp(new Error('A document took too long to make.')), MOST_MS);
      waiting.set(id, { resolve: resolve as (made: unknown) => void, reject, timer });
      worker.ref();
      worker.postMessage({ id, module: module.href, name, given } satisfies AsideTask);
    });
