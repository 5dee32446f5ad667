import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { startEmbedded } from '../src/server/database.ts';

/** A PostgreSQL of one test file whose log can be read. */
export interface LoggedDatabase {
  adminUrl: string;
  /** All that it wrote so far. */
  log(): string;
  stop(): Promise<void>;
}

/**
 * Starts one in a folder and has it log whatever it can: every statement with its values, and the values of those that failed.
 * The product's own start hands nobody the server's log, so the same command is run anew.
 */
export async function startLogged(dataDir: string): Promise<LoggedDatabase> {
  const first = await startEmbedded(dataDir, ['fsync=off']);
  await first.stop();
  const folder = path.join(dataDir, 'database');
  const command = fs.readFileSync(path.join(folder, 'postmaster.opts'), 'utf8').trim();
  const [program = ''] = command.split(' "');
  const args = [...command.matchAll(/"([^"]*)"/g)].map(([, arg = '']) => arg);
  const talkative = ['log_statement=all', 'log_parameter_max_length=-1', 'log_parameter_max_length_on_error=-1'];
  const { uid, gid } = fs.statSync(folder);
  const child = spawn(program, [...args, ...talkative.flatMap((setting) => ['-c', setting])], {
    ...(process.getuid?.() === 0 ? { uid, gid } : {}),
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const parts: string[] = [];
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      parts.push(chunk.toString());
      if (chunk.includes('ready to accept connections')) resolve();
    });
    child.once('exit', () => reject(new Error(`The database did not start: ${parts.join('').slice(-500)}`)));
  });
  return {
    adminUrl: first.adminUrl,
    log: () => parts.join(''),
    stop: async () => {
      child.kill('SIGINT');
      await exited;
    },
  };
}
