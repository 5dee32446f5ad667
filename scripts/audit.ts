import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type Known, type Vulnerable, overdue } from './supply.ts';

/**
 * Asks the registry, by npm's own client, which of our packages have advisories. High and critical ones end it with code 1, unless
 * `.ci/advisories.json` notes them and they may still wait (7 days for critical, 30 for high). Without a network nothing is
 * checked, which is said and is no failure.
 */
const root = path.resolve(import.meta.dirname, '..');
const done = spawnSync('npm', ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=15000'], {
  cwd: root,
  encoding: 'utf8',
  shell: process.platform === 'win32',
  timeout: 60_000,
});

interface Report {
  vulnerabilities?: Record<string, Vulnerable>;
  message?: string;
  error?: { summary?: string };
}

function read(): Report {
  try {
    return JSON.parse(done.stdout) as Report;
  } catch {
    return { message: done.error?.message ?? 'npm answered nothing that can be read' };
  }
}

const report = read();
if (!report.vulnerabilities) {
  const why = (report.message ?? report.error?.summary ?? 'no answer').split('\n')[0];
  process.stdout.write(`The advisories could not be asked for (${why}): nothing was checked.\n`);
} else {
  const known = JSON.parse(fs.readFileSync(path.join(root, '.ci/advisories.json'), 'utf8')) as Known[];
  const late = overdue(report.vulnerabilities, known, new Date().toISOString().slice(0, 10));
  for (const line of late) process.stdout.write(`${line}\n`);
  process.stdout.write(
    `${Object.keys(report.vulnerabilities).length} packages with advisories, ${late.length} to be mended now\n`,
  );
  process.exitCode = late.length === 0 ? 0 : 1;
}
