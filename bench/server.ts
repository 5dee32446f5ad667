import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** A Cadre started as people start it, in a process of its own. */
export interface Server {
  url: string;
  /** Milliseconds from the start of the process to `GET /readyz` answering 200. */
  ready: number;
  /** Resident memory of the server process in MB; its database has its own. */
  memory(): number;
  stop(): Promise<void>;
}

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

export async function startServer(dataDir: string, port: number): Promise<Server> {
  const started = performance.now();
  const env = {
    ...process.env,
    CADRE_DATA: dataDir,
    CADRE_DEMO: '0',
    PORT: String(port),
    LOG_LEVEL: 'warn',
    DATABASE_POOL: '16',
  };
  const child: ChildProcess = spawn(
    process.execPath,
    ['--max-semi-space-size=16', '--heap-growing-percent=40', 'src/server/main.ts'],
    {
      cwd: root,
      env,
      stdio: 'ignore',
    },
  );
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error('The server did not start.');
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const ready = performance.now() - started;
  return {
    url,
    ready,
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

export async function signIn(url: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/auth/jwt/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  });
  if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}.`);
  return ((await answer.json()) as { access_token: string }).access_token;
}
