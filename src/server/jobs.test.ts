import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { type TestApp, type TestFirm, makeFirm, startTestApp } from '../../test/app.ts';
import { figure } from '../../test/fault.ts';
import { type Worker, jobsOf, startWorker, until } from '../../test/jobs.ts';
import { readConfig } from './config.ts';
import { storeOf } from './files.ts';
import { Jobs, forEveryFirm, forTheHouse, jobKind, onJob } from './jobs.ts';
import { migrate } from './migrate.ts';
import { sql } from './sql.ts';
import { withTenant } from './tx.ts';

let adminUrl: string;
let app: TestApp;
let firm: TestFirm;
let owner: pg.Client;
const workers: Worker[] = [];
const children: ChildProcess[] = [];

/** A database of its own: times and their rounds are the whole queue's, and other files work it too. */
async function newDatabase(): Promise<string> {
  const name = `jobs_${process.pid}_${Date.now()}`;
  const client = new pg.Client({ connectionString: inject('adminUrl') });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${name}`;
  await migrate(url.href);
  return url.href;
}

beforeAll(async () => {
  adminUrl = await newDatabase();
  app = await startTestApp(adminUrl);
  firm = await makeFirm(app);
  owner = new pg.Client({ connectionString: adminUrl });
  await owner.connect();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const worker of workers.splice(0)) await worker.stop();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

async function worker(...args: Parameters<typeof startWorker> extends [TestApp, ...infer Rest] ? Rest : never): Promise<Worker> {
  const made = await startWorker(app, ...args);
  workers.push(made);
  return made;
}

interface Greeting {
  to: string;
}

test('a job goes with its transaction: done at once after the commit, in a transaction of the firm, never without the commit', async () => {
  const kind = jobKind<Greeting>('test.greet');
  const seen: { tenant: number; to: string; name: string | undefined }[] = [];
  await worker([
    onJob(kind, async (tx, { to }) => {
      const client = await tx.one<{ name: string }>(sql`select name from clients.clients where tenant_id = ${tx.tenant}`);
      seen.push({ tenant: tx.tenant, to, name: client?.name });
    }),
  ]);
  await firm.within(async (tx) => {
    await tx.write.insert('clients.clients', [{ name: 'Ada Works' }]);
    await tx.send(kind, { to: 'Ada' });
    expect(await jobsOf(app, 'test.greet')).toEqual([]);
  });
  const refused = firm.within(async (tx) => {
    await tx.send(kind, { to: 'nobody' });
    throw new Error('changed my mind');
  });
  await expect(refused).rejects.toThrow('changed my mind');
  await until('the greeting is said', () => seen.length > 0, 3000);
  await until('it is done', async () => (await jobsOf(app, 'test.greet')).every((row) => row.state === 'completed'));
  expect(seen).toEqual([{ tenant: firm.tenant, to: 'Ada', name: 'Ada Works' }]);
  expect(await jobsOf(app, 'test.greet')).toHaveLength(1);
});

test('a job waits for its day', async () => {
  const kind = jobKind<Greeting>('test.later');
  const seen: string[] = [];
  const { jobs } = await worker([onJob(kind, async (_tx, { to }) => void seen.push(to))]);
  await firm.within((tx) => tx.send(kind, { to: 'tomorrow' }, { after: new Date(Date.now() + 86_400_000) }));
  await firm.within((tx) => tx.send(kind, { to: 'today' }));
  await until('today has come', () => seen.includes('today'));
  jobs.wake('test.later');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(seen).toEqual(['today']);
});

test('a job that nobody does is refused, and with it what asked for it', async () => {
  await worker([]);
  await expect(firm.within((tx) => tx.send(jobKind('test.nobody'), {}))).rejects.toThrow('Nobody does the job test.nobody.');
});

test('a failed job is done again, its transaction rolled back and its fault logged with the firm', async () => {
  const kind = jobKind<Greeting>('test.flaky');
  let tries = 0;
  const { lines } = await worker(
    [
      onJob(kind, async (tx) => {
        await tx.write.insert('clients.clients', [{ name: `Try ${++tries}` }]);
        if (tries === 1) throw new Error('not yet');
      }),
    ],
    { pace: { poll: 1 } },
  );
  await firm.within((tx) => tx.send(kind, { to: 'x' }));
  await until('the second try is done', async () => (await jobsOf(app, 'test.flaky')).some((row) => row.state === 'completed'));
  const [job] = await jobsOf(app, 'test.flaky');
  expect(job).toMatchObject({ retry_count: 1 });
  expect(lines).toMatchObject([
    { level: 'error', text: 'job test.flaky failed and will be done again', fields: { job: 'test.flaky', tenant: firm.tenant } },
  ]);
  const kept = await firm.within((tx) =>
    tx.all<{ name: string }>(sql`select name from clients.clients where tenant_id = ${tx.tenant} and name like 'Try %'`),
  );
  expect(kept).toEqual([{ name: 'Try 2' }]);
});

test('work for every firm is done for each apart: one firm’s fault stops no other, and nobody waits between two firms', async () => {
  const other = await makeFirm(app);
  const done = new Set<number>();
  const started = Date.now();
  await worker([
    forEveryFirm('test.each', { cron: '0 0 1 1 *', atStart: true }, async (tx) => {
      if (tx.tenant === firm.tenant) throw new Error('not this one');
      done.add(tx.tenant);
    }),
  ]);
  const { rows } = await owner.query<{ id: number }>('select id from settings.tenants where is_active');
  await until('all others are done', () => rows.every(({ id }) => id === firm.tenant || done.has(id)));
  expect(done).toContain(other.tenant);
  expect(Date.now() - started).toBeLessThan(10_000);
  await until('the one failed', async () =>
    (await jobsOf(app, 'test.each')).some((row) => row.data.tenant === firm.tenant && row.state === 'retry'),
  );
});

test('a time that passed while nobody worked is made up for, once', async () => {
  const runs: string[] = [];
  const timed = [forTheHouse('test.timed', { cron: '*/30 * * * *' }, async () => void runs.push('timed'))];
  await (await worker(timed)).stop();
  await owner.query(`update jobs.version set cron_on = now() - interval '5 hours'`);
  await owner.query(`update jobs.schedule set created_on = now() - interval '9 hours' where name = 'test.timed'`);
  await worker(timed, { pace: { poll: 1 } });
  await until('it is made up for', () => runs.length > 0, 15_000);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(runs).toEqual(['timed']);
}, 30_000);

test('a job whose time is no longer set does not come again', async () => {
  await (await worker([forTheHouse('test.old', { cron: '0 0 1 1 *' }, async () => undefined)])).stop();
  await worker([]);
  const { rows } = await owner.query(`select name from jobs.schedule where name = 'test.old'`);
  expect(rows).toEqual([]);
});

test('a stop lets finish what is being done', async () => {
  const kind = jobKind<Greeting>('test.finish');
  let begun = false;
  const { stop } = await worker([
    onJob(kind, async () => {
      begun = true;
      await new Promise((resolve) => setTimeout(resolve, 400));
    }),
  ]);
  await firm.within((tx) => tx.send(kind, { to: 'x' }));
  await until('it has begun', () => begun);
  await stop();
  expect(await jobsOf(app, 'test.finish')).toMatchObject([{ state: 'completed', retry_count: 0 }]);
});

test('a stop hands back what takes too long, and the next server does it', async () => {
  const kind = jobKind<Greeting>('test.hand_back');
  let begun = false;
  let release: (() => void) | undefined;
  const { stop } = await worker(
    [
      onJob(kind, () => {
        begun = true;
        return new Promise<void>((resolve) => (release = resolve));
      }),
    ],
    { pace: { patience: 0.3 } },
  );
  await firm.within((tx) => tx.send(kind, { to: 'x' }));
  await until('it has begun', () => begun);
  await stop();
  release?.();
  expect(await jobsOf(app, 'test.hand_back')).toMatchObject([{ state: 'retry' }]);
  const seen: string[] = [];
  await worker([onJob(kind, async (_tx, { to }) => void seen.push(to))], { pace: { poll: 1 } });
  await until('the next one did it', () => seen.length > 0);
});

test('a job of a process that was killed is taken up by another', async () => {
  const child = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, '../../test/jobs-killed.ts'), adminUrl, String(firm.tenant)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
  child.kill('SIGKILL');
  expect(await jobsOf(app, 'test.killed')).toMatchObject([{ state: 'active' }]);
  // As if it had been killed a minute ago: the queue waits for ten seconds without a sign of life, and nobody here has to.
  await owner.query(`update jobs.job set heartbeat_on = heartbeat_on - interval '1 minute' where name = 'test.killed'`);
  const seen: string[] = [];
  await worker([onJob(jobKind<Greeting>('test.killed'), async (_tx, { to }) => void seen.push(to))], { pace: { poll: 1 } });
  await until('it is done after all', () => seen.length > 0, 30_000);
  expect(seen).toEqual(['survivor']);
  figure('R16 times a job of a killed process is done', seen.length, 1, '');
}, 60_000);

test('who finds no database tries until there is one', async () => {
  const kind = jobKind<Greeting>('test.patient');
  const seen: string[] = [];
  const { streams } = app.host.db;
  let away = true;
  const connect = () => (away ? Promise.reject(new Error('connection refused')) : streams.connect());
  const reported: unknown[] = [];
  const report = (error: unknown): void => {
    reported.push(error);
    away = false;
  };
  const jobs = new Jobs({ connect } as pg.Pool, [onJob(kind, async (_tx, { to }) => void seen.push(to))], report, { poll: 1 });
  const host = { ...app.host, jobs };
  const files = storeOf({ dataDir: '/nonexistent', s3: undefined });
  await expect(withTenant(host, { tenant: firm.tenant }, (tx) => tx.send(kind, { to: 'too early' }))).rejects.toThrow(
    'connection refused',
  );
  await jobs.work(host, {
    log: { info: () => undefined, error: () => undefined },
    files,
    mail: { product: '', send: async () => undefined },
    config: readConfig({}),
  });
  await withTenant(host, { tenant: firm.tenant }, (tx) => tx.send(kind, { to: 'in time' }));
  await until('it is done', () => seen.length > 0);
  await jobs.stop();
  expect(seen).toEqual(['in time']);
  expect(reported).toMatchObject([{ message: 'connection refused' }]);
});

test('nothing of the queue needs a session: every statement may run on another connection, as behind a pooler', async () => {
  const kind = jobKind<Greeting>('test.pooled');
  const pool = new pg.Pool({ connectionString: adminUrl, options: '-c role=cadre_app', maxUses: 1 });
  const seen: string[] = [];
  const reported: unknown[] = [];
  const mounted = [
    onJob(kind, async (_tx, { to }) => void seen.push(to)),
    forEveryFirm('test.pooled_each', { cron: '0 0 1 1 *', atStart: true }, async (tx) => void seen.push(`firm ${tx.tenant}`)),
  ];
  const jobs = new Jobs(pool, mounted, (error) => void reported.push(error), { supervise: 1, poll: 1 });
  const host = { ...app.host, jobs };
  await jobs.work(host, {
    log: { info: () => undefined, error: () => undefined },
    files: storeOf({ dataDir: '/nonexistent', s3: undefined }),
    mail: { product: '', send: async () => undefined },
    config: readConfig({}),
  });
  await withTenant(host, { tenant: firm.tenant }, (tx) => tx.send(kind, { to: 'pooled' }));
  await until('all is done', () => seen.includes('pooled') && seen.includes(`firm ${firm.tenant}`));
  // Long enough for a round of the times and two of the supervision.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  await jobs.stop();
  await pool.end();
  expect(reported).toEqual([]);
});

test('the run-time role works in the queue and owns, makes and changes nothing there', async () => {
  const { rows } = await owner.query<{ bad: string }>(`
    select c.oid::regclass::text as bad from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'jobs' and c.relowner = 'cadre_app'::regrole
    union all select n.nspname from pg_namespace n where n.nspname = 'jobs' and (n.nspowner = 'cadre_app'::regrole or has_schema_privilege('cadre_app', n.oid, 'create'))
    union all select p.oid::regprocedure::text from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'jobs' and p.prosecdef
    union all select c.oid::regclass || ' ' || p from pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join unnest(array['TRUNCATE', 'REFERENCES', 'TRIGGER']) p where n.nspname = 'jobs' and c.relkind in ('r', 'p') and has_table_privilege('cadre_app', c.oid, p)`);
  expect(rows).toEqual([]);
  await expect(app.host.db.requests.query('create table jobs.mine (id int)')).rejects.toThrow('permission denied');
  await expect(app.host.db.requests.query('drop table jobs.job')).rejects.toThrow('must be owner');
});

test('every schema of the database is a room’s, the plumbing’s or the queue’s', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public') order by 1`,
  );
  const known = [
    'access',
    'app',
    'clients',
    'invoicing',
    'jobs',
    'leave',
    'people',
    'planning',
    'pricing',
    'rates',
    'reporting',
    'settings',
    'support',
    'time',
  ];
  expect(rows.map((row) => row.name).filter((name) => !known.includes(name))).toEqual([]);
});
