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

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/**
 * One call over a kept connection; answers its size on the wire. The load is made on the machine that it measures, so it is
 * made cheaply. @throws Error when the answer is a refusal: what is refused is fast and proves nothing
 */
export function call(url: string, token: string, method: string, target: string, body?: unknown): Promise<{ bytes: number }> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers: http.OutgoingHttpHeaders = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  if (payload !== undefined) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = Buffer.byteLength(payload);
  }
  const port = Number(url.slice(url.lastIndexOf(':') + 1));
  return new Promise((resolve, reject) => {
    const request = http.request({ host: '127.0.0.1', port, path: target, method, agent, headers }, (response) => {
      let bytes = 0;
      let text = '';
      const ok = (response.statusCode ?? 0) < 300;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (!ok) text += chunk.toString();
      });
      response.on('end', () =>
        ok ? resolve({ bytes }) : reject(new Error(`${method} ${target} answered ${response.statusCode}: ${text}`)),
      );
      response.on('error', reject);
    });
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
