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
  'test/faults-load.test.ts',
  'test/faults-isolation.test.ts',
  'src/server/jobs.test.ts',
  'src/pricing/server/races.test.ts',
  'src/invoicing/server/races.test.ts',
];

async function main(): Promise<void> {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-faults-')), 'figures');
  const done = spawnSync(`vitest run --project 'PostgreSQL 18' --retry 0 --no-file-parallelism ${FILES.join(' ')}`, {
    stdio: 'inherit',
    shell: true,
    env: { ...process.env, CADRE_FAULTS: file },
  });
  const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  fs.rmSync(path.dirname(file), { recursive: true, force: true });
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
    .sort((a, b) => Number(/\d+/.exec(a.what)?.[0]) - Number(/\d+/.exec(b.what)?.[0]));
  report('faults', 'Faults', aboutRun('every figure is the worst of its run'), lines);
  if (done.status !== 0) throw new Error('A fault test failed.');
}

program(main);
