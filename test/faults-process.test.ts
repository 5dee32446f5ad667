import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../src/kit/day.ts';
import { newId } from '../src/kit/ids.ts';
import { readConfig } from '../src/server/config.ts';
import { joinEmbedded } from '../src/server/database.ts';
import { open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff, createFirm } from '../src/server/world/firm.ts';
import { figure, inFull, times } from './fault.ts';

/** Faults of a whole process on a database of its own: killed while it writes and imports (R1, R2), stopped (R15, R16). What becomes of a job of a killed process stands with the jobs. */
const root = path.resolve(import.meta.dirname, '..');
const EMAIL = 'fault@fault.example';
const PASSWORD = 'correct horse battery staple';
const FIRST = '2024-01-01';
let dataDir: string;
let port: number;
let task: string;
let server: ChildProcess | undefined;
let token = '';

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(free));
    });
  });
}

/** A call without any repeating of its own; `reused` says whether the connection had carried one before. */
interface Heard {
  status: number;
  body: ReturnType<typeof JSON.parse>;
  lost?: string;
  reused: boolean;
}
const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });
function call(method: string, url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Heard> {
  return new Promise((resolve) => {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const request = http.request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method,
        path: url,
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        const end = (lost?: string): void => {
          const answer = Buffer.concat(parts).toString();
          const isJson = String(response.headers['content-type'] ?? '').includes('json');
          resolve({
            status: response.statusCode ?? 0,
            body: lost === undefined && isJson ? JSON.parse(answer) : answer,
            reused: request.reusedSocket,
            ...(lost === undefined ? {} : { lost }),
          });
        };
        response.on('end', () => end());
        response.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) =>
      resolve({ status: 0, body: undefined, lost: error.code ?? error.message, reused: request.reusedSocket }),
    );
    request.end(text);
  });
}

/** Starts the server. @returns milliseconds until it answers that it is ready */
async function start(): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: { ...process.env, CADRE_DATA: dataDir, CADRE_DEMO: '0', PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  });
  server = child;
  for (;;) {
    if (child.exitCode !== null) throw new Error('The server did not start.');
    if ((await call('GET', '/readyz')).status === 200) return performance.now() - started;
    await wait(20);
  }
}

/** Ends the server by a signal. @returns its code, and after how many milliseconds it was gone */
function end(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }> {
  const sent = performance.now();
  return new Promise((resolve) => {
    server?.once('exit', (code) => resolve({ code, ms: performance.now() - sent }));
    server?.kill(signal);
  });
}

async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: joinEmbedded(dataDir).adminUrl });
  await client.connect();
  const { rows } = await client.query<Row>(text, values);
  await client.end();
  return rows;
}

/** Days and months whose kept sums are not what the entries say: half a write. */
const HALF = `
  select count(*)::int as n from (
    select user_id, day, sum(seconds)::int as s, count(*)::int as n from time.entries group by 1, 2) e
  full join (select * from time.person_days where entry_count <> 0) d on d.user_id = e.user_id and d.day = e.day
  where d.seconds is distinct from e.s or d.entry_count is distinct from e.n`;
const halves = async (): Promise<number> => {
  const [days] = await ask<{ n: number }>(HALF);
  const [months] = await ask<{ n: number }>(`
    select abs(coalesce((select sum(seconds) from time.months), 0) - coalesce((select sum(seconds) from time.entries), 0))::int as n`);
  return (days?.n ?? 0) + (months?.n ?? 0);
};

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-fault-'));
  fs.chmodSync(dataDir, 0o755);
  port = await freePort();
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir, LOG_LEVEL: 'silent' }), port: 0 });
  const tenant = await createFirm(running.host, running.adminUrl, {
    slug: 'fault',
    name: 'Fault',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    countries: ['DE'],
    years: [2026],
  });
  await withTenant(running.host, { tenant }, (tx) =>
    addStaff(tx, [
      {
        firstName: 'Fay',
        lastName: 'Fault',
        email: EMAIL,
        password: PASSWORD,
        category: 'hr',
        grade: 'Partner',
        country: 'DE',
        employedFrom: FIRST,
        isSuperuser: true,
      },
    ]),
  );
  await running.close();
  await start();
  const body = new URLSearchParams({ username: EMAIL, password: PASSWORD }).toString();
  token = (await call('POST', '/auth/jwt/login', body, { 'content-type': 'application/x-www-form-urlencoded' })).body
    .access_token;
  task = (await call('GET', '/api/time_entries/choices')).body.task_types[0].id;
}, 60_000);

afterAll(async () => {
  if (server && server.exitCode === null && server.signalCode === null) await end('SIGTERM');
  agent.destroy();
  fs.rmSync(dataDir, { recursive: true, force: true });
}, 30_000);

let counter = 0;
/** A write of a new entry, by a screen that knows the id which it gives. */
function write(): { id: string; answer: Promise<Heard> } {
  const id = newId();
  counter += 1;
  const day = addDays(FIRST, counter % 700);
  return {
    id,
    answer: call('POST', '/api/time_entries', { id, day, task_type_id: task, seconds: 60, comment: `write ${counter}` }),
  };
}

interface Ledger {
  acknowledged: string[];
  lost: { id: string; reused: boolean; why: string }[];
  refused: number;
}

/** Writes so often a second until it is told to stop. */
function load(perSecond: number): { stop: () => Promise<Ledger> } {
  const ledger: Ledger = { acknowledged: [], lost: [], refused: 0 };
  const open_ = new Set<Promise<void>>();
  const timer = setInterval(() => {
    const { id, answer } = write();
    const heard = answer.then(({ status, lost, reused }) => {
      if (status === 200 && lost === undefined) ledger.acknowledged.push(id);
      else if (lost !== undefined) ledger.lost.push({ id, reused, why: lost });
      else ledger.refused += 1;
    });
    open_.add(heard);
    void heard.then(() => open_.delete(heard));
  }, 1000 / perSecond);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(open_);
      return ledger;
    },
  };
}

/** A table of so many entries of one person, as another system would send it. */
const table = (rows: number, name: string): Buffer =>
  Buffer.from(
    [
      'Date,Email,Task,Hours,Note',
      ...Array.from({ length: rows }, (_, row) => `${addDays(FIRST, row % 900)},${EMAIL},Training,0.1,${name} ${row}`),
    ].join('\n'),
  );

async function upload(name: string, bytes: Buffer): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'text/csv' }), name);
  const answer = await fetch(`http://127.0.0.1:${port}/api/files`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { filename: string }).filename;
}

const imported = async (name: string): Promise<number> =>
  (await ask<{ n: number }>(`select count(*)::int as n from time.entries where comment like $1`, [`${name} %`]))[0]?.n ?? 0;

describe('R1: killed while it writes', () => {
  test('what was acknowledged is there, once, whole; the next start is ready at once', async () => {
    const kills = times(1, 10);
    const acknowledged: string[] = [];
    let slowest = 0;
    for (let kill = 0; kill < kills; kill++) {
      const work = load(50);
      await wait(inFull ? 2000 + Math.random() * 4000 : 700 + Math.random() * 600);
      await end('SIGKILL');
      acknowledged.push(...(await work.stop()).acknowledged);
      slowest = Math.max(slowest, await start());
    }
    const rows = await ask<{ id: string; comment: string }>('select id, comment from time.entries');
    const stored = new Set(rows.map(({ id }) => id));
    const lost = acknowledged.filter((id) => !stored.has(id)).length;
    const twice = rows.length - new Set(rows.map(({ comment }) => comment)).size;
    const half = await halves();
    expect({ lost, twice, half }).toEqual({ lost: 0, twice: 0, half: 0 });
    expect(acknowledged.length).toBeGreaterThan(kills * 10);
    const beside = { beside: `${kills} kills during 50 writes a second, ${acknowledged.length} acknowledged` };
    figure('R1 acknowledged writes that were lost', lost, 0, '', beside);
    figure('R1 writes stored twice', twice, 0, '');
    figure('R1 sums that are not their entries', half, 0, '');
    figure('R1 slowest start after a kill', slowest / 1000, 5, 's');
  }, 180_000);
});

describe('R2: killed while it imports', () => {
  test('sent again with the same key, the file is there once and whole, wherever the kill fell', async () => {
    const [kills, rows] = [times(1, 10), 5000];
    let wrong = 0;
    for (let kill = 0; kill < kills; kill++) {
      const name = `kill${kill}`;
      const filename = await upload(`${name}.csv`, table(rows, name));
      const key = { 'idempotency-key': newId() };
      const first = call('POST', '/api/time_imports', { filename }, key);
      // From before its first row to after its last.
      await wait((3000 * (kill + 0.5)) / kills);
      await end('SIGKILL');
      await first;
      await start();
      const again = await call('POST', '/api/time_imports', { filename }, key);
      if (again.status !== 200 || (await imported(name)) !== rows) wrong += 1;
    }
    expect(wrong).toBe(0);
    expect(await halves()).toBe(0);
    figure(`R2 of ${kills} kills during 5,000 rows: file not there once`, wrong, 0, '');
  }, 180_000);
});

describe('R15: a stop under load', () => {
  test('answers everything it had taken on, ends by itself with 0, and stores nothing that it did not answer', async () => {
    const rounds = times(1, 5);
    let [broken, slowest, answered] = [0, 0, 0];
    for (let round = 0; round < rounds; round++) {
      const work = load(50);
      const ends = new AbortController();
      // A screen that listens does not hold it up.
      void fetch(`http://127.0.0.1:${port}/api/events`, { headers: { authorization: `Bearer ${token}` }, signal: ends.signal })
        .then((stream) => stream.text())
        .catch(() => undefined);
      await wait(1000);
      const { code, ms } = await end('SIGTERM');
      const { acknowledged, lost } = await work.stop();
      ends.abort();
      await start();
      expect(code).toBe(0);
      slowest = Math.max(slowest, ms);
      answered += acknowledged.length;
      const stored = new Set((await ask<{ id: string }>('select id from time.entries')).map(({ id }) => id));
      // Who finds nobody on a connection that was kept, or none at all, may ask again: nothing was done.
      const unanswered = lost.filter(({ id, reused, why }) => stored.has(id) || (!reused && why !== 'ECONNREFUSED'));
      broken += unanswered.length;
      expect(unanswered).toEqual([]);
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    }
    expect(slowest).toBeLessThan(10_000);
    figure('R15 calls broken by a stop', broken, 0, '', {
      beside: `${rounds} stops, ${answered} calls answered, a listening screen each`,
    });
    figure('R15 slowest stop under 50 calls a second', slowest / 1000, 10, 's');
  }, 120_000);

  test('a second signal ends it at once', async () => {
    // A write that waits for a lock holds the stop up.
    const lock = new pg.Client({ connectionString: joinEmbedded(dataDir).adminUrl });
    lock.on('error', () => undefined);
    await lock.connect();
    await lock.query('begin');
    await lock.query('lock table time.entries in access exclusive mode');
    const held = write().answer;
    await wait(300);
    server?.kill('SIGTERM');
    await wait(1200);
    expect(server?.exitCode).toBeNull();
    const { code, ms } = await end('SIGTERM');
    await held;
    await lock.end().catch(() => undefined);
    await start();
    expect(code).toBe(1);
    expect(ms).toBeLessThan(1000);
    figure('R15 from a second signal to the end', ms / 1000, 1, 's');
  }, 60_000);
});

describe('R16: a stop during work that takes long', () => {
  test('an import is finished before it ends, and the same again changes nothing', async () => {
    const rows = 5000;
    const filename = await upload('stop.csv', table(rows, 'stop'));
    const asked = call('POST', '/api/time_imports', { filename });
    await wait(400);
    const { code } = await end('SIGTERM');
    const answer = await asked;
    await start();
    expect(code).toBe(0);
    expect(answer).toMatchObject({ status: 200, body: { created: rows } });
    expect(await imported('stop')).toBe(rows);
    const again = await call('POST', '/api/time_imports', { filename });
    expect(again.body).toMatchObject({ created: 0, unchanged: rows });
    figure('R16 rows of an import at a stop that are not there once', Math.abs((await imported('stop')) - rows), 0, '');
  }, 60_000);

  test('an export is sent to its last line', async () => {
    const all =
      (await ask<{ n: number }>('select count(*)::int as n from time.entries where day <= $1', [addDays(FIRST, 740)]))[0]?.n ?? 0;
    const asked = call('GET', `/api/time_entries/export?format=csv&from=${FIRST}&to=${addDays(FIRST, 740)}`);
    await wait(60);
    const { code } = await end('SIGTERM');
    const { status, body, lost } = await asked;
    await start();
    expect({ code, status, lost }).toEqual({ code: 0, status: 200, lost: undefined });
    const lines = String(body).trim().split('\n').length - 1;
    expect(lines).toBe(all);
    figure('R16 lines of an export at a stop that are missing', all - lines, 0, '', { beside: `${all} lines` });
  }, 60_000);
});
