import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-start-'));
afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }));

interface Ended {
  code: number | null;
  output: string;
}

const start = (program: string, env: NodeJS.ProcessEnv): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [program, 'doctor'],
      { cwd: root, env: { ...process.env, CADRE_DATA: dataDir, ...env }, timeout: 50_000 },
      (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });

async function refused(program: string, name: string, value: string): Promise<void> {
  const { code, output } = await start(program, { [name]: value });
  expect(code, output).toBe(1);
  expect(output).toContain(name);
  expect(output.trim().split('\n')).toHaveLength(1);
  expect(output).not.toContain('sentinel');
  expect(fs.readdirSync(dataDir)).toEqual([]);
}

/** What a setting must not be: the program ends before it does anything, in one line that repeats no secret. */
test.each([
  ['G3', 'CADRE_SECRET_KEY', 'changeme-sentinel'],
  ['G3', 'CADRE_SECRET_KEY', 'sentinelsentinelsentinelsentinelsentinel'],
  ['G3', 'CADRE_SECRET_KEY', 'kT8#sentinel-one-that-is-long-enough-4Zq,short-sentinel'],
  ['G5', 'DATABASE_URL', 'postgres://cadre:sentinel@db.example.org/cadre'],
  ['G5', 'DATABASE_ADMIN_URL', 'postgres://cadre:sentinel@db.example.org/cadre?sslmode=require'],
  ['A7', 'LOG_LEVEL', 'sentinel'],
])('%s: %s=%s ends a start at once', (_check, name, value) => refused('src/server/main.ts', name, value), 60_000);

test(
  'the operator’s command reads the settings alike',
  () => refused('src/server/cli.ts', 'DATABASE_URL', 'postgres://cadre:sentinel@db.example.org/cadre'),
  60_000,
);
