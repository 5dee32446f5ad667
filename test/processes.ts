import { spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** Servers of the product on one database, as behind a proxy that gives each call to the next of them. */
export interface Processes {
  /** Folder of their files and keys. */
  dataDir: string;
  /** Where the next call goes. */
  next: () => string;
  pids: readonly number[];
}

/** How many there are wanted for every application of the tests: 0 is none, the application then answers by itself. */
export const wantedProcesses = Number(process.env['CADRE_PROCESSES'] ?? 0);

const root = path.resolve(import.meta.dirname, '..');
const READY_MS = 60_000;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });

async function startOne(adminUrl: string, dataDir: string): Promise<{ url: string; pid: number }> {
  const port = await freePort();
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      CADRE_DATA: dataDir,
      CADRE_DEMO: '0',
      CADRE_FOLLOW_PARENT: '1',
      DATABASE_URL: adminUrl,
      // All of them together must find room in one server of tests.
      DATABASE_POOL: '4',
      LOG_LEVEL: 'error',
      PORT: String(port),
      PUBLIC_URL: 'http://localhost:3000',
    },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + READY_MS; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
    if (child.exitCode !== null || Date.now() > end) throw new Error('A server did not start.');
    const ready = await fetch(`${url}/readyz`).catch(() => undefined);
    if (ready?.ok) return { url, pid: child.pid ?? 0 };
  }
}

const started = new Map<string, Promise<Processes>>();

async function startAll(adminUrl: string, count: number): Promise<Processes> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-processes-'));
  process.once('exit', () => fs.rmSync(dataDir, { recursive: true, force: true }));
  // The first one makes what all of them share.
  const all = [await startOne(adminUrl, dataDir)];
  all.push(...(await Promise.all(Array.from({ length: count - 1 }, () => startOne(adminUrl, dataDir)))));
  let turn = 0;
  return { dataDir, next: () => all[turn++ % all.length]?.url ?? '', pids: all.map(({ pid }) => pid) };
}

/** Servers on a database and on one folder of files, the same for every file of tests that asks; they end with who asked first. */
export function processesOn(adminUrl: string, count = wantedProcesses): Promise<Processes> {
  const known = started.get(adminUrl) ?? startAll(adminUrl, count);
  started.set(adminUrl, known);
  return known;
}
