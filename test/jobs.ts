import { type Config, readConfig } from '../src/server/config.ts';
import { storeOf } from '../src/server/files.ts';
import { type Job, type JobKind, Jobs, type Pace } from '../src/server/jobs.ts';
import { type Mailer, mailerOf } from '../src/server/mail.ts';
import { withTenant } from '../src/server/tx.ts';
import type { TestApp } from './app.ts';

/** A process that works off jobs, in a hurry. */
export interface Worker {
  jobs: Jobs;
  /** What was logged. */
  lines: { level: 'info' | 'error'; fields: Record<string, unknown>; text: string }[];
  /** Asks for a job of a firm and waits until it is done. @throws Error when it failed or is not done after ten seconds */
  finish<Data extends object>(kind: JobKind<Data>, tenant: number, data?: Data): Promise<void>;
  stop: () => Promise<void>;
}

export interface JobRow {
  id: string;
  state: string;
  data: { tenant?: number; data?: unknown };
  retry_count: number;
  output: unknown;
}

/** The jobs of a name as the queue has them, oldest first. */
export async function jobsOf(app: TestApp, name: string): Promise<JobRow[]> {
  const { rows } = await app.host.db.streams.query<JobRow>(
    'select id, state, data, retry_count, output from jobs.job where name = $1 order by created_on, id',
    [name],
  );
  return rows;
}

/** Waits until something holds. @throws Error after a while */
export async function until(what: string, holds: () => Promise<boolean> | boolean, ms = 10_000): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (Date.now() > end) throw new Error(`In vain: ${what}.`);
  }
}

/** Begins to work off these jobs; the test's transactions send into the same queue. */
export async function startWorker(
  app: TestApp,
  mounted: readonly Job[],
  options: { pace?: Partial<Pace>; dataDir?: string; mail?: Mailer; config?: Partial<Config> } = {},
): Promise<Worker> {
  const lines: Worker['lines'] = [];
  const report = (error: unknown): void => void lines.push({ level: 'error', fields: {}, text: String(error) });
  // A long look-round: what is done at once was not found by looking round.
  const jobs = new Jobs(app.host.db.streams, mounted, report, {
    poll: 30,
    supervise: 1,
    heartbeat: 10,
    retry: 1,
    ...options.pace,
  });
  const log = {
    info: (fields: object, text: string) => void lines.push({ level: 'info', fields: fields as Record<string, unknown>, text }),
    error: (fields: object, text: string) => void lines.push({ level: 'error', fields: fields as Record<string, unknown>, text }),
  };
  const host = { ...app.host, jobs, clock: () => app.host.clock() };
  app.host.jobs = jobs;
  const dataDir = options.dataDir ?? '/nonexistent';
  const config = { ...readConfig({ CADRE_DATA: dataDir }), ...options.config };
  const mail = options.mail ?? mailerOf(config);
  await jobs.work(host, { log, files: storeOf({ dataDir, s3: undefined }), mail, config });
  const finish: Worker['finish'] = async (kind, tenant, data) => {
    const idle = async (): Promise<boolean> =>
      (await jobsOf(app, kind.name)).every((row) => row.data.tenant !== tenant || ['completed', 'failed'].includes(row.state));
    await until(`earlier ${kind.name} of firm ${tenant} is done`, idle);
    const known = new Set((await jobsOf(app, kind.name)).map((row) => row.id));
    await withTenant(host, { tenant }, (tx) => tx.send<object>(kind, data ?? {}));
    await until(`${kind.name} of firm ${tenant} is done`, async () => {
      const rows = (await jobsOf(app, kind.name)).filter((row) => row.data.tenant === tenant && !known.has(row.id));
      if (rows.some((row) => row.state === 'failed')) throw new Error(`${kind.name} failed: ${JSON.stringify(rows)}`);
      return rows.length > 0 && rows.every((row) => row.state === 'completed');
    });
  };
  return { jobs, lines, finish, stop: () => jobs.stop() };
}
