import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { inject } from 'vitest';
import { buildApp, derivations } from '../src/server/app.ts';
import { readCatalogue } from '../src/server/catalogue.ts';
import { readConfig } from '../src/server/config.ts';
import { type Db, openDb } from '../src/server/db.ts';
import { LiveEvents } from '../src/server/events.ts';
import { type TxHost, type Tx, withTenant } from '../src/server/tx.ts';
import { type PersonSpec, addStaff, createFirm } from '../src/server/world/firm.ts';

declare module 'vitest' {
  interface ProvidedContext {
    adminUrl: string;
    dataDir: string;
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
  /** Texts of the statements run since the last `clear`. */
  statements: { texts: string[]; clear(): void };
  close(): Promise<void>;
}

const PASSWORD = 'correct horse battery staple';

export async function startTestApp(): Promise<TestApp> {
  const adminUrl = inject('adminUrl');
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-files-'));
  const config = { ...readConfig({ CADRE_DATA: dataDir, LOG_LEVEL: 'silent', PUBLIC_URL: 'http://localhost:3000' }), port: 0 };
  const report = (error: unknown): void => void process.stderr.write(`database: ${String(error)}\n`);
  const db: Db = openDb(adminUrl, 6, report);
  const live = new LiveEvents(db.requests, adminUrl, report);
  await live.start();
  const texts: string[] = [];
  const host: TxHost = {
    db,
    catalogue: await readCatalogue(db.requests),
    derivations,
    announce: (tenant, changes) => live.announce(tenant, changes),
    observe: (text) => void texts.push(text),
    clock: () => new Date(),
  };
  const app = await buildApp({ config, host, live, ready: async () => true });
  await app.ready();
  return {
    app,
    host,
    live,
    adminUrl,
    statements: { texts, clear: () => void (texts.length = 0) },
    close: async () => {
      await app.close();
      await live.stop();
      await db.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

let counter = 0;
const unique = (): string => `${process.pid.toString(36)}${(counter++).toString(36)}${Math.random().toString(36).slice(2, 6)}`;

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

  const call: TestFirm['call'] = async (user, method, url, body, headers = {}) => {
    const response = await test.app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...(user ? { authorization: `Bearer ${user.token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = String(response.headers['content-type'] ?? '').includes('json');
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson && response.body !== '' ? JSON.parse(response.body) : response.body,
      bytes: response.rawPayload,
    };
  };

  const user: TestFirm['user'] = async (spec = {}) => {
    const email = spec.email ?? `u-${unique()}@example.org`;
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
          password: spec.password ?? PASSWORD,
        },
      ]),
    );
    const answer = await test.app.inject({
      method: 'POST',
      url: '/auth/jwt/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ username: email, password: spec.password ?? PASSWORD }).toString(),
    });
    if (answer.statusCode !== 200) throw new Error(`Sign-in answered ${answer.statusCode}: ${answer.body}`);
    return { id: id as string, email, token: (answer.json() as { access_token: string }).access_token };
  };

  const upload: TestFirm['upload'] = (person, url, name, bytes) => {
    const boundary = `----cadre${unique()}`;
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`;
    const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
    return test.app
      .inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${person.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload,
      })
      .then((response) => ({
        status: response.statusCode,
        headers: response.headers,
        body: response.json(),
        bytes: response.rawPayload,
      }));
  };

  return { tenant, slug, user, call, upload, within };
}
