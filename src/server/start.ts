import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { allJobs, buildApp, derivations } from './app.ts';
import { readCatalogue } from './catalogue.ts';
import type { Config } from './config.ts';
import { type Database, joinEmbedded, startEmbedded } from './database.ts';
import { openDb } from './db.ts';
import { LiveEvents } from './events.ts';
import { storeOf } from './files.ts';
import { Jobs } from './jobs.ts';
import { oneLine } from './log.ts';
import { mailerOf } from './mail.ts';
import { migrate } from './migrate.ts';
import { Sealer } from './seals.ts';
import type { TxHost } from './tx.ts';

/** An open product: database, pools and the means to write as rooms do. */
export interface Running {
  config: Config;
  host: TxHost;
  adminUrl: string;
  live: LiveEvents;
  jobs: Jobs;
  close(): Promise<void>;
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** The process that runs on a data folder, if there is one. */
function ownerOf(dataDir: string): number | undefined {
  const file = path.join(dataDir, 'cadre.pid');
  if (!fs.existsSync(file)) return undefined;
  const pid = Number(fs.readFileSync(file, 'utf8'));
  return pid && pid !== process.pid && alive(pid) ? pid : undefined;
}

/** One process owns a data folder. A note of a process that is gone is taken over. @throws Error in one line when taken */
function claim(dataDir: string): () => void {
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  const file = path.join(dataDir, 'cadre.pid');
  for (let tries = 0; tries < 2; tries++) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => fs.rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const pid = ownerOf(dataDir);
      if (pid)
        throw new Error(`Cadre runs already on ${dataDir} (process ${pid}). Stop it first, or set CADRE_DATA to another folder.`);
      fs.rmSync(file, { force: true });
    }
  }
  throw new Error(`The folder ${dataDir} could not be claimed.`);
}

export interface OpenOptions {
  /** Further settings of the embedded server. */
  settings?: string[];
  /** Beside a Cadre that runs on the folder, use its database instead of refusing. */
  join?: boolean;
  /** Take the database as it is, and change nothing. */
  look?: boolean;
}

async function embed(dataDir: string, { settings, join }: OpenOptions): Promise<Database> {
  if (join && ownerOf(dataDir)) return joinEmbedded(dataDir);
  const release = claim(dataDir);
  try {
    const database = await startEmbedded(dataDir, settings);
    return { ...database, stop: () => database.stop().then(release) };
  } catch (error) {
    release();
    throw error;
  }
}

/** The database as it stands, for its owner: embedded unless DATABASE_URL is set. Nothing is migrated. */
export async function openDatabase(config: Config, options: OpenOptions = {}): Promise<Database> {
  if (!config.databaseUrl) return embed(config.dataDir, options);
  return { adminUrl: config.databaseAdminUrl ?? '', stop: async () => undefined };
}

/** Opens the database (embedded unless DATABASE_URL is set), migrates it and makes the pools. */
export async function open(config: Config, options: OpenOptions = {}): Promise<Running> {
  const embedded = config.databaseUrl ? undefined : await embed(config.dataDir, options);
  const adminUrl = embedded?.adminUrl ?? config.databaseAdminUrl ?? '';
  let closing = false;
  // A pool ends before its connections do: what the database says to those at its own end is no news.
  const reportOf = (part: string) => (error: unknown) => {
    if (!closing) process.stderr.write(`${part}: ${oneLine((error as Partial<Error>).message ?? String(error))}\n`);
  };
  const report = reportOf('database');
  try {
    if (!options.look) await migrate(adminUrl, { say: (line) => void process.stderr.write(`${line}\n`) });
    const db = openDb(embedded?.adminUrl ?? config.databaseUrl ?? '', config.poolSize, report);
    const live = new LiveEvents(db.requests, adminUrl, report);
    await live.start();
    const jobs = new Jobs(db.streams, allJobs, reportOf('jobs'));
    const host: TxHost = {
      db,
      catalogue: await readCatalogue(db.requests),
      derivations,
      announce: (tenant, changes) => live.announce(tenant, changes),
      jobs,
      clock: () => new Date(),
    };
    const sealer = new Sealer(host, reportOf('audit'));
    host.sealer = sealer;
    const close = async (): Promise<void> => {
      await sealer.flush();
      await jobs.stop();
      await live.stop();
      closing = true;
      await db.close();
      await embedded?.stop();
    };
    return { config, host, adminUrl, live, jobs, close };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** Serves the figures of a process where the settings say so, as long as its application lives. */
async function mountMetrics(app: FastifyInstance, { config, host, live }: Running): Promise<void> {
  if (!config.metrics) return;
  const { collectMetrics, serveMetrics } = await import('./metrics.ts');
  const server = await serveMetrics(
    collectMetrics(app, host, () => live.streams),
    config.metrics.host,
    config.metrics.port,
  );
  app.addHook('onClose', (_app, done) => {
    server.close();
    done();
  });
}

/** Builds the application, listens, and begins to work off jobs. @throws Error in one line when the port is taken */
export async function serve(running: Running): Promise<FastifyInstance> {
  const { config, host, live, jobs } = running;
  const ready = async (): Promise<boolean> => (await host.db.requests.query('select 1')).rowCount === 1;
  const app = await buildApp({ config, host, live, ready });
  try {
    await mountMetrics(app, running);
    // Whoever finds the queue full is not refused but waits for seconds: there is room for a whole office that comes back.
    await app.listen({ port: config.port, host: config.host, backlog: 2048 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    await app.close();
    if (code === 'EADDRINUSE') throw new Error(`Port ${config.port} is taken. Set PORT to another one.`, { cause: error });
    if (code === 'EACCES')
      throw new Error(`Port ${config.port} may not be used by this user. Set PORT to another one.`, { cause: error });
    throw error;
  }
  // Requests do not wait for it.
  void jobs.work(host, { log: app.log, files: storeOf(config), mail: mailerOf(config), config });
  return app;
}
