import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');
/** As the boot script starts commands: their heap grows slowly. */
const LEAN = ['--max-semi-space-size=8', '--heap-growing-percent=40'];
const LOOK_MS = 10;

/** How a command ran. */
export interface Run {
  seconds: number;
  /** The most that was resident, in MB. */
  memory: number;
  output: string;
}

/** Runs a command of the product as the boot script does. @throws Error with what it said when it fails */
export function cadre(dataDir: string, args: readonly string[]): Promise<Run> {
  const started = performance.now();
  const child = spawn(process.execPath, [...LEAN, 'src/server/cli.ts', ...args], {
    cwd: root,
    env: { ...process.env, CADRE_DATA: dataDir, CADRE_DEMO: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors, memory] = ['', '', 0];
  child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
  const look = setInterval(() => {
    const status = fs.existsSync(`/proc/${child.pid}/status`) ? fs.readFileSync(`/proc/${child.pid}/status`, 'utf8') : '';
    memory = Math.max(memory, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
  }, LOOK_MS);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      clearInterval(look);
      if (code === 0) resolve({ seconds: (performance.now() - started) / 1000, memory, output });
      else reject(new Error(errors || `cadre ${args[0]} ended with ${code}.`));
    });
  });
}
