import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/**
 * Runs every test and ends with one line that a machine can read: `N passed, N failed`. `--full` runs the whole matrix:
 * every language and theme on every screen and on what opens there, and models with 10,000 runs. Further arguments narrow
 * the first suite and leave the journeys out.
 */
const args = process.argv.slice(2).filter((arg) => arg !== '--full');
const full = process.argv.includes('--full');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-report-'));
const env: NodeJS.ProcessEnv = {
  ...process.env,
  ...(full ? { CADRE_FULL: '1', CADRE_RUNS: process.env['CADRE_RUNS'] ?? '10000' } : {}),
};
let passed = 0;
let failed = 0;

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  testResults: {
    name: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[]; meta?: { retried?: boolean } }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
}

function read<Report>(file: string): Report | undefined {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Report) : undefined;
}

function run(command: string): boolean {
  return spawnSync(command, { stdio: 'inherit', shell: true, env }).status === 0;
}

/** Names what failed, with its reason: the journeys that come after would push it out of sight. */
function tellFailures(report: VitestReport | undefined): void {
  for (const file of report?.testResults ?? []) {
    const failures = file.assertionResults.filter((each) => each.status === 'failed');
    for (const each of failures)
      process.stdout.write(`\nFailed: ${file.name}: ${each.fullName}\n${each.failureMessages?.join('\n').slice(0, 2000)}\n`);
    if (failures.length === 0 && file.message) process.stdout.write(`\nFailed: ${file.name}\n${file.message.slice(0, 2000)}\n`);
  }
}

/** Names what passed only at the second try. */
function tellRetried(report: VitestReport | undefined): void {
  const retried = (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults
      .filter((each) => each.status === 'passed' && each.meta?.retried)
      .map((each) => `${file.name}: ${each.fullName}`),
  );
  for (const name of retried) process.stdout.write(`\nPassed only at the second try: ${name}\n`);
}

const unit = path.join(folder, 'unit.json');
const ranUnit = run(`vitest run --reporter=default --reporter=json --outputFile.json=${unit} ${args.join(' ')}`);
const unitReport = read<VitestReport>(unit);
passed += unitReport?.numPassedTests ?? 0;
failed += unitReport?.numFailedTests ?? 0;
if (!ranUnit && !unitReport?.numFailedTests) failed += Math.max(1, unitReport?.numFailedTestSuites ?? 1);

if (args.length === 0 && fs.existsSync('playwright.config.ts')) {
  const journeys = path.join(folder, 'journeys.json');
  env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = journeys;
  const ranJourneys = run('playwright test --reporter=list,json');
  const report = read<PlaywrightReport>(journeys);
  passed += (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0);
  failed += report?.stats.unexpected ?? 0;
  if (report?.stats.flaky) process.stdout.write(`\n${report.stats.flaky} journeys passed only at the second try.\n`);
  if (!ranJourneys && !report?.stats.unexpected) failed += 1;
}

tellRetried(unitReport);
tellFailures(unitReport);
fs.rmSync(folder, { recursive: true, force: true });
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(failed === 0 ? 0 : 1);
