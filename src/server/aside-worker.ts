import { parentPort } from 'node:worker_threads';
import type { AsideAnswer, AsideTask } from './aside.ts';

/** Runs one function after the other, of the modules that are named. */
async function run({ module, name, given }: AsideTask): Promise<AsideAnswer> {
  try {
    const found = (await import(module)) as Record<string, (given: unknown) => unknown>;
    return { made: await found[name]?.(given) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (task: AsideTask) => void run(task).then((answer) => parentPort?.postMessage(answer)));
