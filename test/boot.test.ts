import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);
const started: ChildProcess[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const child of started.splice(0)) if (child.exitCode === null && child.signalCode === null) await end(child, 'SIGTERM');
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-boot-'));
  fs.chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

/** What the first start leaves, for the tests that are not about it. */
let laid: string | undefined;

/** A data folder as after a first start. */
function laidFolder(): string {
  if (laid === undefined) throw new Error('The first test lays it.');
  const folder = newFolder();
  // The owner of the database's files may be another than ours.
  execFileSync('cp', ['-a', `${laid}/.`, folder]);
  return folder;
}

afterAll(() => {
  if (laid !== undefined) fs.rmSync(laid, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

const environment = (dataDir: string, port: number): NodeJS.ProcessEnv => ({
  ...process.env,
  CADRE_DATA: dataDir,
  CADRE_DEMO: '0',
  PORT: String(port),
});

/** Starts the server and waits for its first word: that it is ready, or why not. */
function start(
  dataDir: string,
  port: number,
  program: readonly string[] = ['src/server/main.ts'],
): Promise<{ child: ChildProcess; ready: boolean; output: string }> {
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: environment(dataDir, port),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  return new Promise((resolve) => {
    let output = '';
    const hear = (chunk: Buffer): void => {
      output += chunk.toString();
      if (output.includes('is ready on')) resolve({ child, ready: true, output });
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', () => resolve({ child, ready: false, output }));
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

const databasePid = (dataDir: string): number =>
  Number(fs.readFileSync(path.join(dataDir, 'database/postmaster.pid'), 'utf8').split('\n')[0]);

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100 && alive(pid); tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  return !alive(pid);
}

describe('starting and stopping', () => {
  test('a stop by signal leaves neither server nor database behind', async () => {
    const dataDir = newFolder();
    const { child, ready } = await start(dataDir, await freePort());
    expect(ready).toBe(true);
    const pid = databasePid(dataDir);
    await end(child, 'SIGTERM');
    expect(await gone(pid)).toBe(true);
    expect(fs.existsSync(path.join(dataDir, 'cadre.pid'))).toBe(false);
    laid = folders.pop();
  }, 60_000);

  test('after a kill the next start recovers, with what was stored; it may be the operator’s: cadre serve', async () => {
    const dataDir = laidFolder();
    const port = await freePort();
    const first = await start(dataDir, port);
    const left = databasePid(dataDir);
    await run(process.execPath, ['src/server/cli.ts', 'tenant', 'create', '--slug', 'kept', '--name', 'Kept'], {
      cwd: root,
      env: environment(dataDir, port),
    });
    await end(first.child, 'SIGKILL');
    const second = await start(dataDir, port, ['src/server/cli.ts', 'serve']);
    expect(second.ready, second.output).toBe(true);
    expect(await gone(left)).toBe(true);
    const { stdout } = await run(process.execPath, ['src/server/cli.ts', 'doctor', '--json'], {
      cwd: root,
      env: environment(dataDir, port),
    });
    expect(JSON.parse(stdout)).toMatchObject({ firms: 1 });
    await end(second.child, 'SIGTERM');
    expect(second.child.exitCode).toBe(0);
  }, 60_000);

  test('a second start on the same data says so in one line and leaves the first alone', async () => {
    const dataDir = laidFolder();
    const port = await freePort();
    await start(dataDir, port);
    const second = await start(dataDir, await freePort());
    expect(second.ready).toBe(false);
    expect(second.output.trim()).toMatch(
      /^Cadre runs already on .* \(process \d+\)\. Stop it first, or set CADRE_DATA to another folder\.$/,
    );
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  }, 60_000);

  test('a taken port is said in one line, and the database is stopped again', async () => {
    const dataDir = laidFolder();
    const port = await freePort();
    const blocker = net.createServer().listen(port, '127.0.0.1');
    const answer = await start(dataDir, port);
    blocker.close();
    expect(answer.ready).toBe(false);
    expect(answer.output.trim().split('\n').at(-1)).toBe(`Port ${port} is taken. Set PORT to another one.`);
    expect(fs.existsSync(path.join(dataDir, 'database/postmaster.pid'))).toBe(false);
  }, 60_000);

  test('a setting that cannot be used is named', async () => {
    const answer = await start(newFolder(), 99_999);
    expect(answer.output.trim()).toBe('PORT must be a whole number from 0 to 65535, not "99999".');
  });

  test('the database refuses who does not know its password', async () => {
    const dataDir = laidFolder();
    await start(dataDir, await freePort());
    const port = Number(fs.readFileSync(path.join(dataDir, 'database/postmaster.pid'), 'utf8').split('\n')[3]);
    const { Client } = (await import('pg')).default;
    const client = new Client({ connectionString: `postgres://cadre:guess@127.0.0.1:${port}/postgres` });
    await expect(client.connect()).rejects.toThrow(/password authentication failed/);
    expect(fs.statSync(path.join(dataDir, 'database.key')).mode & 0o777).toBe(0o600);
  }, 60_000);
});

describe('the command line', () => {
  const cadre = (dataDir: string, ...args: string[]) =>
    run(process.execPath, ['src/server/cli.ts', ...args], { cwd: root, env: environment(dataDir, 3000) }).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: { code: number; stdout: string; stderr: string }) => ({
        code: error.code,
        stdout: error.stdout,
        stderr: error.stderr,
      }),
    );

  test('makes a firm and a user, imports a file exactly once, and answers JSON', async () => {
    const dataDir = laidFolder();
    expect((await cadre(dataDir, 'tenant', 'create', '--slug', 'one', '--name', 'One')).code).toBe(0);
    const user = [
      'user',
      'create',
      '--tenant',
      'one',
      '--email',
      'a@one.example',
      '--password',
      'long enough 1',
      '--category',
      'hr',
      '--grade',
      'Partner',
      '--superuser',
    ];
    expect(JSON.parse((await cadre(dataDir, ...user, '--json')).stdout)).toMatchObject({
      email: 'a@one.example',
      category: 'hr',
    });
    const file = path.join(dataDir, 'time.csv');
    fs.writeFileSync(file, 'Date,Project,Email,Hours\n2026-03-02,P,a@one.example,2\n2026-03-03,P,b@one.example,1.5\n');
    const report = JSON.parse((await cadre(dataDir, 'import', file, '--tenant', 'one', '--create-missing', '--json')).stdout);
    expect(report).toEqual({
      format: 'generic',
      rows: 2,
      created: 2,
      unchanged: 0,
      rejected: [],
      seconds: 12_600,
      users: 2,
      projects: 1,
      clients: 0,
      first_date: '2026-03-02',
      last_date: '2026-03-03',
    });
    expect(JSON.parse((await cadre(dataDir, 'import', file, '--tenant', 'one', '--json')).stdout)).toMatchObject({
      created: 0,
      unchanged: 2,
    });
  }, 90_000);

  test('fails with one line on the error stream', async () => {
    const dataDir = laidFolder();
    expect(await cadre(dataDir, 'import', 'missing.csv', '--tenant', 'one')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'cadre: missing.csv cannot be read: ENOENT.\n',
    });
    expect(await cadre(dataDir, 'dance')).toMatchObject({
      code: 2,
      stderr: 'cadre: there is no command "dance". See cadre --help.\n',
    });
    expect((await cadre(dataDir, '--help')).stdout).toContain('cadre import FILE --tenant T');
  }, 60_000);
});
