import { defineConfig } from 'vitest/config';
import LongestFirst from './test/sequence.ts';

const full = Boolean(process.env['CADRE_FULL']);
/**
 * The newest PostgreSQL alone would hide what the oldest that Cadre supports lacks. What speaks to the database most runs on
 * the oldest, everything else and the journeys on the newest, the walls on both; the whole matrix runs all on both.
 */
const rooms = 'src/{people,clients,leave,planning,time,reporting}/server/*.test.ts';
/** Tests of the pages stand on one language and one browser's storage at a time. */
const pages = ['src/web/**/*.test.{ts,tsx}', 'src/*/web/**/*.test.{ts,tsx}'];
const oldest = {
  extends: true as const,
  test: {
    name: 'PostgreSQL 15',
    include: [full ? 'src/*/server/*.test.ts' : rooms, 'test/{schema,tenancy,lists,names,statements}.test.ts'],
    globalSetup: ['test/database-oldest.ts'],
  },
};

export default defineConfig({
  test: {
    setupFiles: ['test/runs.ts'],
    // The whole matrix tries each model many more times.
    testTimeout: full ? 600_000 : 20_000,
    hookTimeout: 60_000,
    // A busy machine may miss a deadline once; what passes only at the second try is named at the end.
    retry: 1,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Every file makes firms of its own; the product's modules are loaded once a worker and not once a file.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'PostgreSQL 18',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          exclude: full ? pages : [rooms, 'test/lists.test.ts', ...pages],
          globalSetup: ['test/database.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: 'pages', include: pages, isolate: true, sequence: { groupOrder: 0 } } },
      // One after the other: two databases and their suites at once would only slow each other down.
      { ...oldest, test: { ...oldest.test, sequence: { groupOrder: 1 } } },
    ],
  },
});
