import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { hashPassword } from '../src/access/server/passwords.ts';
import { readConfig } from '../src/server/config.ts';
import { joinEmbedded } from '../src/server/database.ts';
import { open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff, createFirm } from '../src/server/world/firm.ts';
import type { Used } from './loop.ts';
import { type Line, type Series, aboutRun, median, program, report, timed } from './measure.ts';
import { call } from './wire.ts';

/**
 * Measures signing in, and what a session costs a request, and keeps the figures in bench/results. `--crowds` measures what
 * everybody at once does to the server, and keeps nothing.
 */
const { values } = parseArgs({ options: { crowds: { type: 'boolean', default: false } } });
const PEOPLE = 200;
const PASSWORD = 'bench bench bench 7';
const SPAN = 2000;
const ROUNDS = 5;
const CROWDS = 7;
const REQUESTS = 4000;
const emailOf = (index: number): string => `p${index % PEOPLE}@bench.example`;

/** A firm of people who can all sign in. @returns the id of one of them */
async function prepare(dataDir: string): Promise<void> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  const tenant = await createFirm(running.host, running.adminUrl, {
    slug: 'bench',
    name: 'Bench',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    countries: ['DE'],
    years: [2026],
  });
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    firstName: 'Person',
    lastName: String(index),
    email: emailOf(index),
    password: PASSWORD,
    category: 'operational' as const,
    grade: 'Junior' as const,
    country: 'DE',
    employedFrom: '2026-01-01',
  }));
  for (let start = 0; start < PEOPLE; start += 20) {
    await withTenant(running.host, { tenant }, (tx) => addStaff(tx, people.slice(start, start + 20)));
  }
  await running.close();
}

/** Sessions that nobody has used yet, so that each must be looked up. @returns their tokens */
async function laySessions(adminUrl: string, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => `cdr_${randomBytes(32).toString('base64url')}`);
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(
    `insert into access.sessions (token_hash, account_id, tenant_id, user_id, expires_at)
     select h, m.account_id, m.tenant_id, m.id, now() + interval '1 hour'
     from unnest($1::bytea[]) h cross join (select * from access.memberships where account_id is not null limit 1) m`,
    [tokens.map((token) => createHash('sha256').update(token).digest())],
  );
  await client.end();
  return tokens;
}

class Child {
  readonly #process: ChildProcess;
  readonly url: string;

  constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.url = `http://127.0.0.1:${port}`;
  }

  /** @param program `sign-in-server.ts`, or `loop.ts`, which does nothing */
  static start(program: string, dataDir: string): Promise<Child> {
    const child = fork(path.join(import.meta.dirname, program), {
      env: { ...process.env, CADRE_DATA: dataDir },
      execArgv: ['--max-semi-space-size=4'],
    });
    return new Promise((resolve, reject) => {
      child.once('message', (message) => resolve(new Child(child, (message as { port: number }).port)));
      child.once('exit', () => reject(new Error('The server did not start.')));
    });
  }

  used(): Promise<Used> {
    return new Promise((resolve) => {
      this.#process.once('message', (message) => resolve(message as Used));
      this.#process.send('used');
    });
  }

  stop(): Promise<void> {
    return new Promise((resolve) => {
      this.#process.once('exit', () => resolve());
      this.#process.send('stop');
    });
  }
}

const signIn = (url: string, email: string): Promise<Response> =>
  fetch(`${url}/auth/jwt/login`, { method: 'POST', body: new URLSearchParams({ username: email, password: PASSWORD }) });

async function throughput(lines: Line[], child: Child): Promise<void> {
  const hash = await hashPassword(PASSWORD);
  let next = 0;
  const signInNext = async (): Promise<void> => {
    const answer = await signIn(child.url, emailOf(next++));
    if (answer.status !== 200) throw new Error(`Sign-in answered ${answer.status}.`);
    await answer.arrayBuffer();
  };
  // In turns, so that whatever else runs on the machine slows both alike.
  const [bare, ours]: [Series[], Series[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await timed(2, SPAN, () => verify(hash, PASSWORD)));
    ours.push(await timed(2, SPAN, signInNext));
  }
  const rate = (series: Series[]): number => median(series.map((each) => each.perSecond));
  const p50 = median(ours.map((each) => each.p50));
  const p99 = median(ours.map((each) => each.p99));
  lines.push(
    {
      what: 'sign-ins, 2 at a time, against bare Argon2id',
      ours: rate(ours),
      target: rate(bare) * 0.6,
      unit: '/s',
      kind: 'least',
      beside: `bare ${rate(bare).toFixed(1)}/s; p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
    },
    { what: 'one sign-in, p50', ours: p50, target: 250, unit: 'ms', kind: 'most' },
  );
}

/** What one crowd did and suffered; times in ms. */
interface Crowd {
  used: Used;
  /** The loop of a process that did nothing meanwhile. */
  idle: Used;
  /** 99 of 100 answers to GET /livez came within it. */
  health: number;
  /** The same of the process that did nothing. */
  bare: number;
  statuses: number[];
  took: number;
}

/** Everybody at once, at nine in the morning. */
async function crowd(child: Child, idle: Child): Promise<Crowd> {
  let over = false;
  const ask = async (url: string): Promise<number> => {
    const times: number[] = [];
    while (!over) {
      const start = performance.now();
      await (await fetch(`${url}/livez`)).arrayBuffer();
      times.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
  };
  await Promise.all([child.used(), idle.used()]);
  const asked = [ask(child.url), ask(idle.url)];
  const start = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, index) => {
      const answer = await signIn(child.url, emailOf(index));
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  const took = performance.now() - start;
  over = true;
  const [health = 0, bare = 0] = await Promise.all(asked);
  const [used, still] = await Promise.all([child.used(), idle.used()]);
  return { used, idle: still, health, bare, statuses, took };
}

/**
 * One crowd after the other, of which the one in the middle counts: what a single one suffers is often the machine's doing. For
 * the same reason a process that does nothing is measured beside ours, and what both suffer is no fault of ours.
 */
async function crowds(lines: Line[], child: Child, idle: Child): Promise<void> {
  const all: Crowd[] = [];
  for (let round = 0; round < CROWDS; round++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    all.push(await crowd(child, idle));
  }
  const middle = (of: (each: Crowd) => number): number => median(all.map(of));
  const count = (status: number) => middle(({ statuses }) => statuses.filter((each) => each === status).length);
  const other = ({ statuses }: Crowd): number => statuses.filter((status) => status !== 200 && status !== 503).length;
  const list = (of: (each: Crowd) => number): string => all.map((each) => of(each).toFixed(0)).join(', ');
  const beside = (ours: (each: Crowd) => number, still: (each: Crowd) => number): string =>
    `${list(ours)}; of an idle process meanwhile ${list(still)}`;
  lines.push(
    {
      what: `200 sign-ins at once: delay of the event loop, p99, above that of an idle process; the middle of ${CROWDS} times`,
      ours: middle(({ used, idle: still }) => Math.max(0, used.p99 - still.p99)),
      target: 100,
      unit: 'ms',
      kind: 'most',
      beside: beside(
        ({ used }) => used.p99,
        (each) => each.idle.p99,
      ),
    },
    {
      what: 'the same: GET /livez meanwhile, p99, above a bare answer of an idle process',
      ours: middle(({ health, bare }) => Math.max(0, health - bare)),
      target: 200,
      unit: 'ms',
      kind: 'most',
      beside: beside(
        ({ health }) => health,
        ({ bare }) => bare,
      ),
    },
    {
      what: 'the same: let in (the rest are asked to come again)',
      ours: count(200),
      target: 50,
      unit: 'people',
      kind: 'least',
      beside: `${count(503)} × 503; in ${(middle(({ took }) => took) / 1000).toFixed(1)} s; ${middle(({ used }) => used.cpu).toFixed(0)} ms of the processor`,
    },
    { what: 'the same: any other answer', ours: Math.max(...all.map(other)), target: 0, unit: 'people', kind: 'most' },
  );
}

async function costOfSession(lines: Line[], child: Child, adminUrl: string): Promise<void> {
  const lanes = 8;
  /** Milliseconds of the server's processor for one request. */
  const cpu = async (target: string, token: (index: number) => string): Promise<number> => {
    await child.used();
    let next = 0;
    await Promise.all(
      Array.from({ length: lanes }, async () => {
        while (next < REQUESTS) await call(child.url, token(next++), 'GET', target);
      }),
    );
    return (await child.used()).cpu / REQUESTS;
  };
  const rounds = 5;
  const fresh = await laySessions(adminUrl, rounds * REQUESTS);
  const [one = ''] = await laySessions(adminUrl, 1);
  for (const target of ['/bench/open', '/bench/closed']) await cpu(target, () => one);
  const [open_, known, unknown]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    open_.push(await cpu('/bench/open', () => one));
    known.push(await cpu('/bench/closed', () => one));
    unknown.push(await cpu('/bench/closed', (index) => fresh[round * REQUESTS + index] ?? one));
  }
  const bare = median(open_);
  const beside = `without a session ${bare.toFixed(3)} ms a request`;
  lines.push(
    {
      what: 'CPU of a session, above the same handler without',
      ours: median(known) - bare,
      target: 0.3,
      unit: 'ms',
      kind: 'most',
      beside,
    },
    {
      what: 'the same for a session that must be looked up',
      ours: median(unknown) - bare,
      target: 0.3,
      unit: 'ms',
      kind: 'most',
      beside,
    },
  );
}

async function main(): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-bench-'));
  fs.chmodSync(dataDir, 0o755);
  const lines: Line[] = [];
  try {
    process.stdout.write(`Making ${PEOPLE} people…\n`);
    await prepare(dataDir);
    const child = await Child.start('sign-in-server.ts', dataDir);
    const idle = await Child.start('loop.ts', dataDir);
    if (!values.crowds) {
      await costOfSession(lines, child, joinEmbedded(dataDir).adminUrl);
      await throughput(lines, child);
    }
    await crowds(lines, child, idle);
    await Promise.all([child.stop(), idle.stop()]);
  } finally {
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
  report(values.crowds ? undefined : 'sign-in', 'Signing in', aboutRun(`${PEOPLE} people`), lines);
}

program(main);
