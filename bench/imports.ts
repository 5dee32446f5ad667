import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { addDays } from '../src/kit/day.ts';
import { type Run, cadre, root } from './command.ts';
import { type Line, aboutRun, median, program, report } from './measure.ts';

/**
 * Measures importing a time export by the command line, into a firm that has nobody yet, beside a server that runs: how long
 * the command takes as people wait for it, and the most memory it had. CADRE_FIXTURES names a folder with the real file; else
 * one of the same size and style is made.
 */
const ROWS = 11_047;
const ROUNDS = 3;

/** Weeks of 146 people on 98 projects, two to three a week, as the real file has them. */
function madeFile(target: string): void {
  const lines = ['Line,Timecard,User,Email,Period start,Period end,Submitted,Project,Agency,Accounting code,Billable,Hours'];
  for (let row = 0; row < ROWS; row++) {
    const person = row % 146;
    const week = Math.floor(row / (146 * 2.5));
    const monday = addDays('2025-01-06', 7 * week);
    const project = (person * 7 + row * 31) % 98;
    lines.push(
      `${row},${row},person.${person},person.${person}@example.org,${monday},${addDays(monday, 4)},True,Project ${project},Agency ${project % 19},A${project % 30},${project % 3 === 0 ? 'False' : 'True'},${(row % 4) * 2 + 8}.00`,
    );
  }
  fs.writeFileSync(target, `${lines.join('\n')}\n`);
}

/** A server on a data folder of its own. @returns what stops it */
function serve(dataDir: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: { ...process.env, CADRE_DATA: dataDir, CADRE_DEMO: '0', PORT: '0', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('The server did not start.')));
    child.stdout.on('data', (chunk: Buffer) => {
      if (!chunk.toString().includes('is ready on')) return;
      resolve(
        () =>
          new Promise((ended) => {
            child.once('exit', () => ended());
            child.kill('SIGTERM');
          }),
      );
    });
  });
}

async function main(): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-bench-import-'));
  fs.chmodSync(dataDir, 0o755);
  const folder = process.env['CADRE_FIXTURES'] ?? path.join(root, '..', 'shared', 'fixtures');
  const real = path.join(folder, 'tock/timecards_flat.csv');
  const file = fs.existsSync(real) ? real : path.join(dataDir, 'timecards.csv');
  if (file !== real) madeFile(file);
  const stop = await serve(dataDir);
  const runs: Run[] = [];
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const slug = `firm${round}`;
      await cadre(dataDir, ['tenant', 'create', '--slug', slug, '--name', slug]);
      const run = await cadre(dataDir, ['import', file, '--tenant', slug, '--create-missing', '--json']);
      const { created, rejected } = JSON.parse(run.output) as { created: number; rejected: unknown[] };
      if (created !== ROWS || rejected.length > 0) throw new Error(`${created} of ${ROWS} rows came in.`);
      runs.push(run);
    }
  } finally {
    await stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
  const lines: Line[] = [
    {
      what: `${ROWS} rows, the whole command`,
      ours: median(runs.map(({ seconds }) => seconds)),
      target: 5,
      unit: 's',
      kind: 'most',
    },
    { what: 'most memory of it', ours: median(runs.map(({ memory }) => memory)), target: 200, unit: 'MB', kind: 'most' },
  ];
  report(
    'imports',
    'Importing a time export',
    aboutRun(file === real ? 'a real file' : 'a made file', `${ROUNDS} rounds`),
    lines,
  );
}

program(main);
