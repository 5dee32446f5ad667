import fc from 'fast-check';
import { afterEach } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    retried?: boolean;
  }
}

/** How often each model is tried with values that chance chose: 200 times, and in the whole matrix 10,000 times. */
fc.configureGlobal({ numRuns: Number(process.env['CADRE_RUNS'] ?? 200) });

// The summary at the end of the suite names what needed a second try.
afterEach(({ task }) => {
  if (task.result?.retryCount) task.meta.retried = true;
});
