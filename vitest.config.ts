import { defineConfig } from 'vitest/config';

/**
 * What speaks to the database runs on the oldest PostgreSQL that Cadre supports, too: the newest alone hides what that one lacks.
 * Every list of every room is among them; the tests of sign-in, settings and the plumbing are left to the whole matrix.
 */
const rooms = process.env['CADRE_FULL'] ? '*' : '{people,clients,leave,planning,time,reporting}';
const oldest = {
  extends: true as const,
  test: {
    name: 'PostgreSQL 15',
    include: [`src/${rooms}/server/*.test.ts`, 'test/{schema,tenancy,lists,names,statements}.test.ts'],
    globalSetup: ['test/database-oldest.ts'],
  },
};

export default defineConfig({
  test: {
    setupFiles: ['test/runs.ts'],
    // The whole matrix tries each model many more times.
    testTimeout: process.env['CADRE_FULL'] ? 600_000 : 20_000,
    hookTimeout: 60_000,
    // A busy machine may miss a deadline once; what passes only at the second try is named at the end.
    retry: 1,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'PostgreSQL 18',
          include: ['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
          globalSetup: ['test/database.ts'],
          sequence: { groupOrder: 0 },
        },
      },
      // One after the other: two databases and their suites at once would only slow each other down.
      { ...oldest, test: { ...oldest.test, sequence: { groupOrder: 1 } } },
    ],
  },
});
