import { parentPort } from 'node:worker_threads';
import type { AsideAnswer, AsideTask } from './aside.ts';

/** Runs one function after the other, of the modules that are named. */
let before: Promise<void> = Promise.resolve();

async function run({ id, module, name, given }: AsideTask): Promise<void> {
  const answer = (message: AsideAnswer): void => parentPort?.postMessage(message);
  try {
    const found = (await import(module)) as Record<string, (given: unknown) => unknown>;
    answer({ id, made: await found[name]?.(given) });
  } catch (error) {
    answer({ id, failed: error instanceof Error ? error.message : String(error) });
  }
}

parentPort?.on('message', (task: AsideTask) => {
  before = before.then(() => run(task));
});
