import fc from 'fast-check';

/** How often each model is tried with values that chance chose: 200 times, and in the whole matrix 10,000 times. */
fc.configureGlobal({ numRuns: Number(process.env['CADRE_RUNS'] ?? 200) });
