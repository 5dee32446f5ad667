import fs from 'node:fs';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../src/kit/day.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { figure, inFull } from './fault.ts';
import { newDatabase } from './own-database.ts';
import { processesOn } from './processes.ts';

/** A large file out and a large file in at once, while everybody else is answered as always (R22). */
const FIRST = '2025-01-01';
let app: TestApp;
let firm: TestFirm;
let user: TestUser;
let address: string;
let metricsPort: number;
let pid: number;

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });

beforeAll(async () => {
  if (!inFull) return;
  const adminUrl = await newDatabase('big');
  app = await startTestApp(adminUrl);
  firm = await makeFirm(app);
  user = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  metricsPort = await freePort();
  process.env['METRICS_PORT'] = String(metricsPort);
  const server = await processesOn(adminUrl, 1);
  delete process.env['METRICS_PORT'];
  address = server.next();
  pid = server.pids[0] ?? 0;
}, 90_000);
afterAll(() => app?.close());

const authorization = (): Record<string, string> => ({ authorization: `Bearer ${user.token}` });

/** Entries of a second each, as a generic table: some on each day of a year. */
const table = (rows: number, name: string): string =>
  [
    'Date,User,Client,Project,Task,Note,Hours,Billable',
    ...Array.from(
      { length: rows },
      (_, row) => `${addDays(FIRST, row % 365)},${user.email},,,Training,${name} ${row},0:00:01,no`,
    ),
  ].join('\n');

async function send(name: string, rows: number): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([table(rows, name)]), `${name}.csv`);
  const upload = await fetch(`${address}/api/files`, { method: 'POST', body: form, headers: authorization() });
  const { filename } = (await upload.json()) as { filename: string };
  const answer = await fetch(`${address}/api/time_imports`, {
    method: 'POST',
    body: JSON.stringify({ filename }),
    headers: { ...authorization(), 'content-type': 'application/json' },
  });
  expect(answer.status, await answer.clone().text()).toBe(200);
}

/** The delay of the loop since it was asked for last, in milliseconds. */
async function lagSince(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1]) * 1000;
}

/** The most memory that the server ever held, in megabytes. */
const mostMemory = (): number => Number(/^VmHWM:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

describe('R22: a big job against the loop', () => {
  test.skipIf(!inFull)(
    'an export of 50,000 rows beside an import of 20,000 holds nobody up and stays small',
    { timeout: 300_000 },
    async () => {
      await send('first', 50_000);
      await lagSince();
      const others: number[] = [];
      let busy = true;
      const watch = (async () => {
        while (busy) {
          const begun = performance.now();
          const answer = await fetch(`${address}/api/time_entries?from=${FIRST}&to=${FIRST}`, { headers: authorization() });
          await answer.arrayBuffer();
          others.push(performance.now() - begun);
          await wait(100);
        }
      })();
      const lines = async (): Promise<number> => {
        const query = `format=csv&from=${FIRST}&to=${addDays(FIRST, 364)}`;
        const answer = await fetch(`${address}/api/time_entries/export?${query}`, { headers: authorization() });
        return (await answer.text()).split('\n').length;
      };
      const [rows] = await Promise.all([lines(), send('second', 20_000)]);
      busy = false;
      await watch;
      expect(rows).toBeGreaterThan(50_000);
      const lag = await lagSince();
      const memory = mostMemory();
      const p95 = others.sort((a, b) => a - b)[Math.floor(others.length * 0.95)] ?? 0;
      figure('R22 delay of the loop, p99', lag, 100, 'ms', { beside: `p95 of other calls ${Math.round(p95)} ms` });
      figure('R22 most memory of the server', memory, 512, 'MB');
      expect(lag).toBeLessThan(100);
      expect(memory).toBeLessThan(512);
    },
  );
});
