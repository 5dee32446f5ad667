import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
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
  const child: ChildProcess = spawn(process.execPath, ['--max-semi-space-size=4', 'src/server/main.ts'], {
    cwd: root,
    env,
    stdio: 'ignore',
  });
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

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/** One call over a kept connection; answers status and size. */
export function call(
  url: string,
  token: string,
  method: string,
  target: string,
  body?: unknown,
): Promise<{ status: number; bytes: number; text: string }> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${url}${target}`,
      {
        method,
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          ...(payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          const whole = Buffer.concat(chunks);
          resolve({ status: response.statusCode ?? 0, bytes: whole.byteLength, text: whole.toString() });
        });
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(payload);
  });
}

export async function signIn(url: string, email: string, password: string): Promise<string> {
  const answer = await fetch(`${url}/auth/jwt/login`, {
    method: 'POST',
    body: new URLSearchParams({ username: email, password }),
  });
  if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}.`);
  return ((await answer.json()) as { access_token: string }).access_token;
}
