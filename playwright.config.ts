import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/setup.ts',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  fullyParallel: true,
  // A busy machine may miss a deadline once; what passes only at the second try is named at the end.
  retries: 1,
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    actionTimeout: 15_000,
    // Nothing is asked of what slides: a journey would wait for it.
    contextOptions: { reducedMotion: 'reduce' },
  },
  outputDir: 'test-results',
});
