import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import { hashPatiently } from '../src/access/server/passwords.ts';
import { openSession } from '../src/access/server/sessions.ts';
import { allJobs, buildApp, derivations } from '../src/server/app.ts';
import type { Visit } from '../src/server/route.ts';
import { sql } from '../src/server/sql.ts';
import { readCatalogue } from '../src/server/catalogue.ts';
import { readConfig } from '../src/server/config.ts';
import { type Db, openDb } from '../src/server/db.ts';
import { LiveEvents } from '../src/server/events.ts';
import { Jobs } from '../src/server/jobs.ts';
import { type Change, type TxHost, type Tx, withTenant } from '../src/server/tx.ts';
import { complaintsAbout, senderNow } from './statements.ts';
import { processesOn, wantedProcesses } from './processes.ts';
import { type PersonSpec, addStaff, createFirm } from '../src/server/world/firm.ts';

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string;
    dataDir: string;
    /** A database that is migrated and that nobody works in, to make others from; none when an address was given. */
    template: string | undefined;
    /** Version of the PostgreSQL that the project brings; none when an address was given. */
    postgres: number | undefined;
  }
}

/** What a call answered. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  // Tests read many shapes; each states what it expects of the one it asked for.
  body: ReturnType<typeof JSON.parse>;
  bytes: Buffer;
}

export interface TestUser {
  id: string;
  email: string;
  token: string;
}

/** The application of one test file on the suite's database; each test makes a firm of its own. */
export interface TestApp {
  app: FastifyInstance;
  host: TxHost;
  live: LiveEvents;
  adminUrl: string;
  /** Texts of the statements run since the last `clear`, the looking up of sessions left out. */
  statements: { texts: string[]; clear(): void };
  /** Sends a call to the application, or to the next of several processes on its database where those are wanted. */
  ask(call: { method: string; url: string; headers: Record<string, string>; payload?: string | Buffer }): Promise<Answer>;
  /** Ends it. @throws Error that names the statements of this file which broke the rules of the house */
  close(): Promise<void>;
}

/** Whom a token speaks for is remembered for seconds, so looking it up is no part of what one call costs. */
const ofSessions = /access\.(session_actor|touch_session)\(/;

const PASSWORD = 'correct horse battery staple';

/** Many tests at once on a busy machine wait longer than people would. */
const PATIENT_MS = 30_000;

/**
 * @param adminUrl a migrated database, where a file needs one of its own
 * @param prepare adds to the application before it is ready
 * @param patienceMs how long a call may wait for a connection
 */
export async function startTestApp(
  adminUrl = inject('adminUrl'),
  prepare: (app: FastifyInstance, host: TxHost) => void = () => undefined,
  patienceMs = PATIENT_MS,
): Promise<TestApp> {
  const processes = wantedProcesses > 0 ? await processesOn(adminUrl) : undefined;
  const dataDir = processes?.dataDir ?? fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-files-'));
  const config = { ...readConfig({ CADRE_DATA: dataDir, LOG_LEVEL: 'silent', PUBLIC_URL: 'http://localhost:3000' }), port: 0 };
  const report = (error: unknown): void => void process.stderr.write(`database: ${String(error)}\n`);
  const db: Db = openDb(adminUrl, 6, report, patienceMs);
  const live = new LiveEvents(db.requests, adminUrl, report);
  await live.start();
  const texts: string[] = [];
  const sent = new Map<string, string>();
  const jobs = new Jobs(db.streams, allJobs, report);
  const host: TxHost = {
    db,
    jobs,
    catalogue: await readCatalogue(db.requests),
    derivations,
    announce: (tenant, changes) => live.announce(tenant, changes),
    observe: (text) => {
      if (!ofSessions.test(text)) texts.push(text);
      // A text comes from one place, so who sent it is looked up once; what tests lay may be sent by a room too.
      const known = sent.get(text);
      if (known === undefined || known === 'test' || known === 'world') sent.set(text, senderNow());
    },
    clock: () => new Date(),
  };
  const app = await buildApp({ config, host, live, ready: async () => true });
  prepare(app, host);
  await app.ready();
  return {
    app,
    host,
    live,
    adminUrl,
    ask: (call) => (processes ? askAt(processes.next(), call) : askHere(app, call)),
    statements: { texts, clear: () => void (texts.length = 0) },
    close: async () => {
      await app.close();
      await jobs.stop();
      await live.stop();
      await db.close();
      if (!processes) fs.rmSync(dataDir, { recursive: true, force: true });
      const complaints = complaintsAbout(
        [...sent].map(([text, by]) => ({ text, by })),
        new Set(host.catalogue.keys()),
      );
      if (complaints.length > 0) throw new Error(`Statements that break the rules of the house:\n${complaints.join('\n')}`);
    },
  };
}

type Asked = Parameters<TestApp['ask']>[0];

function answerOf(status: number, headers: Answer['headers'], bytes: Buffer): Answer {
  const text = bytes.toString();
  const isJson = String(headers['content-type'] ?? '').includes('json');
  return { status, headers, body: isJson && text !== '' ? JSON.parse(text) : text, bytes };
}

async function askHere(app: FastifyInstance, { method, ...rest }: Asked): Promise<Answer> {
  const response = await app.inject({ method: method as 'GET', ...rest });
  return answerOf(response.statusCode, response.headers, response.rawPayload);
}

async function askAt(address: string, { url, payload, ...rest }: Asked): Promise<Answer> {
  const body = typeof payload === 'object' ? new Uint8Array(payload) : payload;
  const response = await fetch(address + url, { ...rest, redirect: 'manual', ...(body === undefined ? {} : { body }) });
  return answerOf(response.status, Object.fromEntries(response.headers), Buffer.from(await response.arrayBuffer()));
}

let counter = 0;
const unique = (): string => `${process.pid.toString(36)}${(counter++).toString(36)}${Math.random().toString(36).slice(2, 6)}`;

/** The live changes that an open screen gets, in the order in which they come. */
export interface Ear {
  /** The next change of a topic that was not handed out yet; waits for it. @throws Error after two seconds of silence */
  heard(topic: string): Promise<Change>;
  close(): void;
}

/** Opens the stream of events as a person's browser does: over a real socket. */
export async function listen(test: TestApp, user: TestUser): Promise<Ear> {
  if (!test.app.server.listening) await test.app.listen({ port: 0, host: '127.0.0.1' });
  const address = test.app.server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const aborted = new AbortController();
  const stream = await fetch(`http://127.0.0.1:${port}/api/events`, {
    headers: { authorization: `Bearer ${user.token}` },
    signal: AbortSignal.any([aborted.signal, AbortSignal.timeout(20_000)]),
  });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await reader?.read();
  const waiting: Change[] = [];
  let rest = '';
  const next = async (topic: string): Promise<Change> => {
    for (;;) {
      const index = waiting.findIndex((change) => change.topic === topic);
      if (index >= 0) return waiting.splice(index, 1)[0] as Change;
      const read = await reader?.read();
      if (!read || read.done) throw new Error(`The stream ended before a change of ${topic}.`);
      const blocks = (rest + read.value).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = /^event: change\ndata: (.*)$/m.exec(block)?.[1];
        if (data) waiting.push(...(JSON.parse(data) as Change[]));
      }
    }
  };
  return {
    heard: (topic) => {
      const silence = new Promise<never>((_, refuse) => {
        setTimeout(() => refuse(new Error(`Nothing was said of ${topic}.`)), 2000).unref();
      });
      return Promise.race([next(topic), silence]);
    },
    close: () => aborted.abort(),
  };
}

/** A firm of one test with people who are signed in. */
export interface TestFirm {
  tenant: number;
  slug: string;
  /** Adds a person and signs in. Default: a Junior of category operational. */
  user(spec?: Partial<PersonSpec>): Promise<TestUser>;
  /** Calls an operation as a person; `undefined` calls without a session. */
  call(
    user: TestUser | undefined,
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Sends one file as multipart form data. */
  upload(user: TestUser, path: string, name: string, bytes: Uint8Array): Promise<Answer>;
  /** Runs work in a transaction of the firm, as the product's own code does. */
  within<T>(work: (tx: Tx) => Promise<T>, userId?: string): Promise<T>;
}

/** The hash of everybody's password, which takes as long as ten calls: it is made once. */
let hashed: Promise<string> | undefined;

/**
 * A session as signing in opens it, without the password's check: how people sign in has tests of its own, and thousands of people of
 * other tests need a session alone. @returns its token
 */
async function sessionOf({ host }: TestApp, tenant: number, userId: string): Promise<string> {
  const member = await withTenant(host, { tenant, readOnly: true }, (tx) =>
    tx.one<{ account_id: string; is_superuser: boolean }>(
      sql`select account_id, is_superuser from access.memberships where tenant_id = ${tenant} and id = ${userId}`,
    ),
  );
  if (!member) throw new Error('Nobody to sign in.');
  const visit: Pick<Visit, 'ip' | 'token' | 'asked' | 'within' | 'say'> = {
    ip: '127.0.0.1',
    token: undefined,
    asked: () => undefined,
    within: (whose, work) => withTenant(host, whose, work),
    say: () => undefined,
  };
  const { token } = await openSession(visit as Visit, {
    accountId: member.account_id,
    firm: { tenant_id: tenant, user_id: userId, is_superuser: member.is_superuser },
    signIn: { method: 'password', providerId: null, factors: [], ageMinutes: 0, at: new Date() },
  });
  return token;
}

export async function makeFirm(test: TestApp, countries: readonly string[] = ['DE']): Promise<TestFirm> {
  const slug = `t-${unique()}`;
  const year = new Date().getUTCFullYear();
  const tenant = await createFirm(test.host, test.adminUrl, {
    slug,
    name: `Firm ${slug}`,
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    countries,
    years: [year - 1, year, year + 1],
  });
  const within: TestFirm['within'] = (work, userId) => withTenant(test.host, { tenant, userId }, work);

  const call: TestFirm['call'] = (user, method, url, body, headers = {}) =>
    test.ask({
      method,
      url,
      headers: {
        ...(user ? { authorization: `Bearer ${user.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });

  const user: TestFirm['user'] = async (spec = {}) => {
    const email = spec.email ?? `u-${unique()}@example.org`;
    const secret = spec.password === undefined ? { passwordHash: await (hashed ??= hashPatiently(PASSWORD)) } : {};
    const [id] = await within((tx) =>
      addStaff(tx, [
        {
          firstName: 'Test',
          lastName: `Person ${unique()}`,
          category: 'operational',
          grade: 'Junior',
          country: countries[0] ?? 'DE',
          employedFrom: `${year - 1}-01-01`,
          ...spec,
          email,
          ...secret,
        },
      ]),
    );
    return { id: id as string, email, token: await sessionOf(test, tenant, id as string) };
  };

  const upload: TestFirm['upload'] = (person, url, name, bytes) => {
    const boundary = `----cadre${unique()}`;
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
    const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    return test.ask({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload,
    });
  };

  return { tenant, slug, user, call, upload, within };
}
