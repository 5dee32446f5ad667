import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Line, aboutRun, program, report } from './measure.ts';

/**
 * Runs the fault tests as often as they are to be shown (ten kills where a usual run of the tests has one) and keeps the table
 * of what was counted, with its limits, in bench/results.
 */
const FILES = [
  'test/faults.test.ts',
  'test/faults-process.test.ts',
  'test/faults-database.test.ts',
  'test/faults-disk.test.ts',
  'test/faults-mail.test.ts',
  'test/faults-migration.test.ts',
  'test/backup.test.ts',
  'test/faults-recovery.test.ts',
  'test/faults-load.test.ts',
  'test/faults-big.test.ts',
  'test/faults-isolation.test.ts',
  'src/server/jobs.test.ts',
  'src/pricing/server/races.test.ts',
  'src/invoicing/server/races.test.ts',
];

/** What several people do at once, through the doors of several processes on one database. */
const TOGETHER = [
  'test/faults.test.ts',
  'src/invoicing/server/races.test.ts',
  'src/pricing/server/races.test.ts',
  'src/pricing/server/approval.test.ts',
  'src/planning/server/bookings.test.ts',
  'src/planning/server/together.test.ts',
  'src/planning/server/demands.test.ts',
  'src/people/server/units.test.ts',
  'src/people/server/steps.test.ts',
  'src/leave/server/leave.test.ts',
  'src/leave/server/pto.test.ts',
  'src/time/server/time.test.ts',
  'src/time/server/approvals.test.ts',
  'src/clients/server/groups.test.ts',
  'src/clients/server/projects.test.ts',
  'src/access/server/actors.test.ts',
];
const PROCESSES = 4;

/** Runs those tests on four processes. @returns the line of the table */
function runTogether(folder: string): Line {
  const file = path.join(folder, 'together.json');
  spawnSync(`vitest run --retry 0 --no-file-parallelism --reporter=json --outputFile=${file} ${TOGETHER.join(' ')}`, {
    stdio: 'inherit',
    shell: true,
    env: { ...process.env, CADRE_PROCESSES: String(PROCESSES) },
  });
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  return {
    what: `${PROCESSES} processes on one database: tests of what happens at once that failed`,
    ours: failed,
    target: 0,
    unit: '',
    kind: 'most',
    beside: `${passed} passed`,
  };
}

async function main(): Promise<void> {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-faults-')), 'figures');
  const done = spawnSync(`vitest run --project 'PostgreSQL 18' --retry 0 --no-file-parallelism ${FILES.join(' ')}`, {
    stdio: 'inherit',
    shell: true,
    env: { ...process.env, CADRE_FAULTS: file },
  });
  const together = runTogether(path.dirname(file));
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  fs.rmSync(path.dirname(file), { recursive: true, force: true });
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .sort((a, b) => Number(/\d+/.exec(a.what)?.[0]) - Number(/\d+/.exec(b.what)?.[0]));
  report('faults', 'Faults', aboutRun('every figure is the worst of its run'), [...lines, together]);
  if (done.status !== 0 || together.ours > 0) throw new Error('A fault test failed.');
}

program(main);
