import { setTimeout } from 'node:timers/promises';
import type { PgBoss, QueueOptions, QueueResult } from 'pg-boss';
import type pg from 'pg';
import type { Config } from './config.ts';
import type { FileStore } from './files.ts';
import type { Mailer } from './mail.ts';
import { QUEUE_SCHEMA } from './migrate.ts';
import type { Sql } from './sql.ts';
import { HOUSE, type Tx, type TxHost, outside, withTenant } from './tx.ts';

/** A kind of work with what it carries, declared by the room that asks for it; the same room or a later one does it. */
export interface JobKind<Data extends object> {
  readonly name: string;
  /** Never set: says to the types what `send` takes and the handler gets. */
  readonly carries?: Data;
}

export const jobKind = <Data extends object>(name: string): JobKind<Data> => ({ name });

/** Where jobs say what they found: the server's log. */
export interface JobLog {
  info(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/** What a job has beside its transaction. */
export interface JobVisit {
  log: JobLog;
  files: FileStore;
  mail: Mailer;
  config: Config;
  /** Runs one statement outside of any firm. */
  global: <Row>(statement: Sql) => Promise<Row[]>;
}

interface Timing {
  /** Five fields, in UTC. A time that passed while no server ran is made up for once. */
  cron: string;
  /** Also whenever a server starts. */
  atStart?: boolean;
  readOnly?: boolean;
}

/** Runs work in a transaction of the firm that asked, for an errand that must not hold one while it is abroad. */
export type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** One mounted job. */
export interface Job extends Partial<Timing> {
  name: string;
  run:
    | { firm: (tx: Tx, data: never, visit: JobVisit) => Promise<void> }
    | { house: (visit: JobVisit) => Promise<void> }
    | { errand: (data: never, visit: JobVisit, within: Within) => Promise<void> };
  /** How many of the kind a process does at once, where one may keep the others waiting. Default: one. */
  atOnce?: number;
  /** What comes round for every firm comes round for the house, too. */
  alsoHouse?: boolean;
}

/** Work that `tx.send` asks for, done in a transaction of the firm that asked. May be done twice when a server dies of it. */
export const onJob = <Data extends object>(
  kind: JobKind<Data>,
  run: (tx: Tx, data: Data, visit: JobVisit) => Promise<void>,
): Job => ({ name: kind.name, run: { firm: run } });

/** Work that `tx.send` asks for and that reaches beyond the database: done outside of any transaction, its statements one by one. */
export const onErrand = <Data extends object>(
  kind: JobKind<Data>,
  run: (data: Data, visit: JobVisit, within: Within) => Promise<void>,
  atOnce = 1,
): Job => ({
  name: kind.name,
  atOnce,
  run: { errand: run },
});

/** Work done again and again for every active firm, each in a transaction of its own: one firm's fault stops no other. */
export const forEveryFirm = (name: string, timing: Timing, run: (tx: Tx, visit: JobVisit) => Promise<void>): Job => ({
  name,
  ...timing,
  run: { firm: (tx, _data, visit) => run(tx, visit) },
});

/** Work done again and again outside of any firm. */
export const forTheHouse = (name: string, timing: Timing, run: (visit: JobVisit) => Promise<void>): Job => ({
  name,
  ...timing,
  run: { house: run },
});

/** How patient the queue is; tests are less so. */
export interface Pace {
  /** Seconds between looks for work that another process left; what this process sends is fetched at once. */
  poll: number;
  /** Seconds between looks for jobs that were due to end. */
  supervise: number;
  /** Seconds without a sign of life after which a job of a dead process is taken up again. */
  heartbeat: number;
  /** Seconds before the first repetition of a failed job; each further one waits about twice as long, an hour at most. */
  retry: number;
  /** Seconds that a stop waits for what is being done; what takes longer is handed back and done again. */
  patience: number;
}

const USUAL_PACE: Pace = { poll: 10, supervise: 60, heartbeat: 60, retry: 30, patience: 8 };
const REPETITIONS = 6;
const LONGEST_SECONDS = 1800;
const KEPT_DAYS = 7;

interface Envelope {
  tenant?: number;
  data?: object;
}

/** Does work for the mounted jobs in one process, and takes work from it. Nothing is loaded or opened before it is used. */
export class Jobs {
  readonly #pool: pg.Pool;
  readonly #jobs: readonly Job[];
  readonly #report: (error: unknown) => void;
  readonly #pace: Pace;
  readonly #workers = new Map<string, string>();
  readonly #stopped = new AbortController();
  #boss: Promise<PgBoss> | undefined;
  #opening: Promise<void> | undefined;

  /** @param pool plain connections: the queue's statements must not wait for the transactions that send into it */
  constructor(pool: pg.Pool, jobs: readonly Job[], report: (error: unknown) => void, pace: Partial<Pace> = {}) {
    this.#pool = pool;
    this.#jobs = jobs;
    this.#report = report;
    this.#pace = { ...USUAL_PACE, ...pace };
  }

  /** What writes jobs of a name; the first time it is made ready. */
  async #writer(name: string): Promise<{ boss: PgBoss; job: Job }> {
    const job = this.#jobs.find((each) => each.name === name);
    if (!job) throw new Error(`Nobody does the job ${name}.`);
    this.#boss ??= this.#start(false).catch((error: unknown) => {
      this.#boss = undefined;
      throw error;
    });
    return { boss: await this.#boss, job };
  }

  /** Writes a job by `query`, the statements of an open transaction: no commit, no job. */
  async send(query: Query, tenant: number, name: string, data: object, after?: Date): Promise<void> {
    const { boss, job } = await this.#writer(name);
    await boss.send(
      name,
      { tenant, data },
      {
        db: { executeSql: query },
        // What comes round again for a firm need not wait twice.
        ...(job.cron ? { singletonKey: String(tenant) } : {}),
        ...(after ? { startAfter: after } : {}),
      },
    );
  }

  /** The same for many jobs of a name, in one statement however many there are. */
  async sendAll(query: Query, tenant: number, name: string, all: readonly object[]): Promise<void> {
    const { boss } = await this.#writer(name);
    const jobs = all.map((data) => ({ data: { tenant, data } }));
    await boss.insert(name, jobs, { db: { executeSql: query } });
  }

  /** Looks for work of a name at once, if this process does any. */
  wake(name: string): void {
    const worker = this.#workers.get(name);
    if (worker) this.#boss?.then((boss) => boss.notifyWorker(worker)).catch(this.#report);
  }

  /** Begins to do the work: every job's queue, its times, and what is due at a start. Tried again until the queue is there. */
  work(host: TxHost, visit: Omit<JobVisit, 'global'>): Promise<void> {
    this.#opening ??= this.#openAtLast(host, visit);
    return this.#opening;
  }

  async #openAtLast(host: TxHost, visit: Omit<JobVisit, 'global'>): Promise<void> {
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      try {
        return await this.#open(host, visit);
      } catch (error) {
        this.#report(error);
        const boss = await this.#boss?.catch(() => undefined);
        await boss?.stop({ graceful: false, close: false }).catch(this.#report);
        this.#boss = undefined;
        this.#workers.clear();
        await setTimeout(this.#pace.poll * 1000, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #open(host: TxHost, visit: Omit<JobVisit, 'global'>): Promise<void> {
    const sender = this.#boss;
    this.#boss = this.#start(true);
    await (await sender)?.stop({ graceful: false, close: false });
    const boss = await this.#boss;
    const global: JobVisit['global'] = outside(host);
    for (const job of this.#jobs) {
      if (job.cron) await boss.schedule(job.name, job.cron, {}, { missed: 'once' });
      const options = { pollingIntervalSeconds: this.#pace.poll, localConcurrency: job.atOnce ?? 1 };
      const worker = await boss.work<Envelope>(job.name, options, ([asked]) =>
        this.#perform(boss, host, job, asked?.data ?? {}, { ...visit, global }),
      );
      this.#workers.set(job.name, worker);
    }
    const timed = new Set(this.#jobs.filter((job) => job.cron).map((job) => job.name));
    for (const { name } of await boss.getSchedules()) if (!timed.has(name)) await boss.unschedule(name);
    for (const job of this.#jobs.filter(({ atStart }) => atStart)) {
      await boss.send(job.name, {});
      this.wake(job.name);
    }
  }

  /** Ends after what is being done now, or hands it back after a while. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#opening;
    const boss = await this.#boss?.catch(() => undefined);
    if (!boss) return;
    const done = new AbortController();
    const patience = setTimeout(this.#pace.patience * 1000, undefined, { signal: done.signal }).catch(() => undefined);
    await Promise.race([Promise.all([...this.#workers.keys()].map((name) => boss.offWork(name, { wait: true }))), patience]);
    done.abort();
    await boss.stop({ graceful: false, close: false });
  }

  async #start(works: boolean): Promise<PgBoss> {
    const { PgBoss: Boss } = await import('pg-boss');
    const boss = new Boss({
      db: { executeSql: (text, values) => this.#query(text, values) },
      schema: QUEUE_SCHEMA,
      // The schema is the owner's: made and changed by the migrations, never here.
      migrate: false,
      createSchema: false,
      reindex: false,
      monitorVacuum: false,
      supervise: works,
      schedule: works,
      superviseIntervalSeconds: this.#pace.supervise,
      monitorIntervalSeconds: this.#pace.supervise,
      cronWorkerIntervalSeconds: this.#pace.poll,
    });
    boss.on('error', this.#report);
    boss.on('warning', this.#report);
    await boss.start();
    await this.#prepare(boss);
    return boss;
  }

  /** A failed statement may leave its transaction open: such a connection is not used again. */
  async #query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    const client = await this.#pool.connect();
    try {
      const result = await client.query(text, values);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Every job's queue, made when it is missing and brought up to what the program says. */
  async #prepare(boss: PgBoss): Promise<void> {
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const job of this.#jobs) {
      const wanted: QueueOptions = {
        retryLimit: REPETITIONS,
        retryDelay: this.#pace.retry,
        retryBackoff: true,
        retryDelayMax: 3600,
        expireInSeconds: LONGEST_SECONDS,
        heartbeatSeconds: this.#pace.heartbeat,
        deleteAfterSeconds: KEPT_DAYS * 86_400,
      };
      const found = known.get(job.name);
      if (!found) await boss.createQueue(job.name, { ...wanted, policy: job.cron ? 'short' : 'standard' });
      else if (differs(found, wanted)) await boss.updateQueue(job.name, wanted);
    }
  }

  async #perform(boss: PgBoss, host: TxHost, job: Job, { tenant, data = {} }: Envelope, visit: JobVisit): Promise<void> {
    try {
      if ('house' in job.run) await job.run.house(visit);
      else if ('errand' in job.run)
        await job.run.errand(data as never, visit, (work) => withTenant(host, { tenant: tenant ?? HOUSE }, work));
      else if (tenant === undefined) await this.#spread(boss, host, job);
      else {
        const { firm } = job.run;
        await withTenant(host, { tenant, readOnly: job.readOnly ?? false }, (tx) => firm(tx, data as never, visit));
      }
    } catch (error) {
      visit.log.error({ err: error, job: job.name, tenant }, `job ${job.name} failed and will be done again`);
      throw error;
    } finally {
      // There may be more of the kind: the next look need not wait.
      this.wake(job.name);
    }
  }

  /** The time of a firms' job has come: one job for each of them. */
  async #spread(boss: PgBoss, host: TxHost, job: Job): Promise<void> {
    const { rows } = await host.db.requests.query<{ id: number }>('select id from settings.tenants where is_active order by id');
    await boss.insert(
      job.name,
      [...(job.alsoHouse ? [HOUSE] : []), ...rows.map(({ id }) => id)].map((id) => ({
        data: { tenant: id },
        singletonKey: String(id),
      })),
    );
  }
}

/** Runs one statement, as the queue's library asks for it. */
export type Query = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>;

const differs = (found: QueueResult, wanted: QueueOptions): boolean =>
  (Object.keys(wanted) as (keyof QueueOptions)[]).some((key) => found[key] !== wanted[key]);
