import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../src/kit/ids.ts';
import { type Database, startEmbedded } from '../src/server/database.ts';
import { PATIENCE_MS } from '../src/server/db.ts';
import { migrate } from '../src/server/migrate.ts';
import { sql } from '../src/server/sql.ts';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { figure, inFull, times } from './fault.ts';
import { type Relay, relayTo } from './relay.ts';

/** Faults of the database under an application that stays up: restarts, broken and frozen connections, locks (R8 to R11). */
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-database-fault-'));
const QUICK = ['full_page_writes=off'];
let database: Database;
let relay: Relay;
let app: TestApp;
let firm: TestFirm;
let user: TestUser;
let task: string;

const portOf = (url: string): number => Number(new URL(url).port);
/** Straight to the database, past the relay. */
async function owner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

beforeAll(async () => {
  fs.chmodSync(dataDir, 0o755);
  database = await startEmbedded(dataDir, QUICK);
  await migrate(database.adminUrl);
  relay = await relayTo(portOf(database.adminUrl));
  const url = new URL(database.adminUrl);
  url.port = String(relay.port);
  app = await startTestApp(url.href, undefined, PATIENCE_MS);
  firm = await makeFirm(app);
  user = await firm.user({ isSuperuser: true });
  task =
    ((await firm.call(user, 'GET', '/api/time_entries/choices')).body as { task_types: { id: string }[] }).task_types[0]?.id ??
    '';
}, 60_000);
afterAll(async () => {
  await app.close();
  await relay.close();
  await database.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

interface Call {
  key: string;
  at: number;
  took: number;
  status: number;
}

/** Entries of a second each on days of their own, every 30 ms, until told to stop: what was asked and what was answered. */
function load(): { calls: Call[]; stop: () => Promise<Call[]> } {
  const calls: Call[] = [];
  const open: Promise<void>[] = [];
  let number = 0;
  const ask = async (): Promise<void> => {
    const key = newId();
    const at = performance.now();
    const day = new Date(Date.UTC(2025, 0, 1 + (number++ % 365))).toISOString().slice(0, 10);
    const body = { day, task_type_id: task, seconds: 1, comment: key };
    const answer = await firm.call(user, 'POST', '/api/time_entries', body).catch((): Pick<Answer, 'status'> => ({ status: 0 }));
    calls.push({ key, at, took: performance.now() - at, status: answer.status });
  };
  const timer = setInterval(() => void open.push(ask()), 30);
  const stop = async (): Promise<Call[]> => {
    clearInterval(timer);
    await Promise.all(open);
    return calls;
  };
  return { calls, stop };
}

/** Keys of acknowledged calls that are not stored, and of stored ones more than once. */
async function ledger(calls: readonly Call[]): Promise<{ lost: number; doubled: number }> {
  const rows = await firm.within((tx) =>
    tx.all<{ comment: string }>(sql`select comment from time.entries where tenant_id = ${tx.tenant} and user_id = ${user.id}`),
  );
  const stored = rows.map(({ comment }) => comment);
  const known = new Set(stored);
  return {
    lost: calls.filter(({ key, status }) => status === 200 && !known.has(key)).length,
    doubled: stored.length - known.size,
  };
}

const strange = (calls: readonly Call[]): number[] => [
  ...new Set(calls.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)),
];

describe('R8: the database restarts under the application', () => {
  test('calls are answered or told to come again, nothing acknowledged is lost, and it goes on by itself', {
    timeout: 120_000,
  }, async () => {
    const { calls, stop } = load();
    let slowest = 0;
    for (let round = 0; round < times(1, 3); round++) {
      await wait(600);
      await database.stop();
      await wait(300);
      database = await startEmbedded(dataDir, QUICK);
      relay.lead(portOf(database.adminUrl));
      const up = performance.now();
      while (!calls.some(({ at, status }) => at > up && status === 200)) {
        if (performance.now() - up > 20_000) break;
        await wait(20);
      }
      slowest = Math.max(slowest, performance.now() - up);
    }
    await stop();
    expect(strange(calls)).toEqual([]);
    expect(await ledger(calls)).toEqual({ lost: 0, doubled: 0 });
    expect(slowest).toBeLessThan(5_000);
    figure('R8 acknowledged writes that a restart of the database lost', (await ledger(calls)).lost, 0, '', {
      beside: `${calls.filter(({ status }) => status === 503).length} of ${calls.length} calls were told to come again`,
    });
    figure('R8 from a database that is up again to the first answer', slowest / 1000, 5, 's');
  });
});

describe('R9: connections are broken', () => {
  test('each costs the call on it at most, and the pool is whole again at once', { timeout: 60_000 }, async () => {
    const { calls, stop } = load();
    let killed = 0;
    for (let round = 0; round < times(3, 10); round++) {
      await wait(250);
      const { rowCount } = await owner((client) =>
        client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'cadre' and pid <> pg_backend_pid()`,
        ),
      );
      killed += rowCount ?? 0;
    }
    const last = performance.now();
    while (!calls.some(({ at, status }) => at > last && status === 200) && performance.now() - last < 10_000) await wait(20);
    const back = performance.now() - last;
    await stop();
    expect(killed).toBeGreaterThan(0);
    expect(strange(calls)).toEqual([]);
    const told = calls.filter(({ status }) => status === 503).length;
    expect(told).toBeLessThanOrEqual(killed);
    expect(await ledger(calls)).toEqual({ lost: 0, doubled: 0 });
    expect(back).toBeLessThan(2_000);
    figure('R9 calls refused for each broken connection', told / killed, 1, '', { beside: `${killed} broken` });
    figure('R9 until the pool is back', back / 1000, 2, 's');
  });
});

describe('R10: the database stands still', () => {
  test.skipIf(!inFull)(
    'whoever finds no connection is told within seconds; when it goes on, so does everything',
    {
      timeout: 60_000,
    },
    async () => {
      const root = Number(fs.readFileSync(path.join(dataDir, 'database/postmaster.pid'), 'utf8').split('\n')[0]);
      const family = (): number[] => [
        root,
        ...fs
          .readdirSync('/proc')
          .filter((name) => {
            if (!/^\d+$/.test(name)) return false;
            try {
              return fs.readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(root);
            } catch {
              return false;
            }
          })
          .map(Number),
      ];
      const seconds = times(7, 10);
      const frozen = family();
      const before = process.memoryUsage().rss;
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
      const { calls, stop } = load();
      try {
        await wait(seconds * 1000);
      } finally {
        for (const pid of frozen) process.kill(pid, 'SIGCONT');
      }
      const thawed = performance.now();
      while (!calls.some(({ at, status }) => at > thawed && status === 200) && performance.now() - thawed < 20_000)
        await wait(20);
      const back = performance.now() - thawed;
      await stop();
      expect(strange(calls)).toEqual([]);
      const told = calls.filter(({ status }) => status === 503).map(({ took }) => took);
      expect(told.length).toBeGreaterThan(0);
      expect(Math.max(...told)).toBeLessThan(6_000);
      // A machine that does other things takes longer over what has queued.
      expect(back).toBeLessThan(inFull ? 3_000 : 8_000);
      expect(await ledger(calls)).toEqual({ lost: 0, doubled: 0 });
      figure('R10 longest wait for a refusal while the database stands still', Math.max(...told) / 1000, 6, 's', {
        beside: `${told.length} of ${calls.length} calls in ${seconds} s`,
      });
      figure('R10 from when it goes on to the first answer', back / 1000, 3, 's');
      figure('R10 memory grown', Math.max(0, process.memoryUsage().rss - before) / 1e6, 50, 'MB');
    },
  );
});

describe('R11: somebody holds locks', () => {
  test.skipIf(!inFull)(
    'who needs the row is told within seconds, and everybody else notices nothing',
    { timeout: 60_000 },
    async () => {
      const answer = await firm.call(user, 'POST', '/api/time_entries', { day: '2024-05-01', task_type_id: task, seconds: 60 });
      const [{ id, version }] = answer.body as [{ id: string; version: number }];
      await owner(async (client) => {
        await client.query('begin');
        await client.query('select 1 from time.entries where id = $1 for update', [id]);
        const blocked = Array.from({ length: 4 }, async () => {
          const at = performance.now();
          const { status } = await firm.call(user, 'PATCH', `/api/time_entries/${id}`, { seconds: 120, version });
          return { status, took: performance.now() - at };
        });
        const others: number[] = [];
        const until = performance.now() + (inFull ? 10_000 : 2_000);
        while (performance.now() < until) {
          const at = performance.now();
          const { status } = await firm.call(user, 'GET', '/api/time_entries?from=2024-05-01&to=2024-05-07');
          expect(status).toBe(200);
          others.push(performance.now() - at);
        }
        const p95 = others.sort((a, b) => a - b)[Math.floor(others.length * 0.95)] ?? 0;
        expect(p95).toBeLessThan(300);
        const told = await Promise.all(blocked);
        for (const { status, took } of told) {
          expect([409, 503]).toContain(status);
          // The second in the queue waits for the first one's end and then for the row.
          expect(took).toBeLessThan(12_000);
        }
        await client.query('rollback');
        figure('R11 p95 of other calls while a row is held', p95, 300, 'ms');
        figure('R11 longest wait for a refusal', Math.max(...told.map(({ took }) => took)) / 1000, 3, 's');
      });
    },
  );
});
