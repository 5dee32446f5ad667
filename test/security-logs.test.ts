import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loggedPath, loggerAt, oneLine } from '../src/server/log.ts';
import { until } from './jobs.ts';
import { type LoggedDatabase, startLogged } from './logged-database.ts';

const root = path.resolve(import.meta.dirname, '..');
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-logs-'));

/** The proxy's way of logging, as the operator's paper gives it. */
const paper = fs.readFileSync(path.join(root, 'docs/operations.md'), 'utf8');
const format = /log_format cadre '([^']+)'/.exec(paper)?.[1] ?? '';
const paths = [...(/map \$uri \$logged_path \{([^}]+)\}/.exec(paper)?.[1] ?? '').matchAll(/^\s*~(\S+)\s+(\S+);/gm)].map(
  ([, pattern = '', shown = '']) => [new RegExp(pattern), shown] as const,
);

/** A proxy that writes a line for each call in a format of nginx. */
class Proxy {
  readonly lines: string[] = [];
  /** The same calls in nginx's usual format, `combined`. */
  readonly careless: string[] = [];
  url = '';
  readonly #server: http.Server;

  constructor(target: () => string) {
    this.#server = http.createServer((request, response) => {
      const upstream = http.request(
        target() + (request.url ?? ''),
        { method: request.method, headers: request.headers, setHost: false },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
          answer.once('end', () => this.#log(request, answer.statusCode ?? 0));
        },
      );
      upstream.on('error', () => response.destroy());
      request.pipe(upstream);
    });
  }

  #log(request: http.IncomingMessage, status: number): void {
    const uri = decodeURI(request.url?.split('?')[0] ?? '');
    const values: Record<string, string> = {
      remote_addr: request.socket.remoteAddress ?? '',
      time_iso8601: new Date().toISOString(),
      request_method: request.method ?? '',
      uri,
      logged_path: paths.find(([pattern]) => pattern.test(uri))?.[1] ?? uri,
      status: String(status),
      body_bytes_sent: '0',
      request_time: '0.001',
      request: `${request.method} ${request.url} HTTP/1.1`,
      http_referer: request.headers.referer ?? '-',
      http_authorization: request.headers.authorization ?? '-',
      http_cookie: request.headers.cookie ?? '-',
    };
    const line = (text: string): string =>
      text.replace(/\$(\w+)/g, (_, name: string) => {
        const value = values[name];
        if (value === undefined) throw new Error(`The log of the proxy names $${name}, which this test does not know.`);
        return value;
      });
    this.lines.push(line(format));
    this.careless.push(line('$remote_addr - [$time_iso8601] "$request" $status "$http_referer"'));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let database: LoggedDatabase;
let server: ChildProcess;
let direct = '';
let printed = '';
const proxy = new Proxy(() => direct);

beforeAll(async () => {
  fs.chmodSync(dataDir, 0o755);
  database = await startLogged(dataDir);
  server = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      CADRE_DATA: path.join(dataDir, 'files'),
      CADRE_DEMO: '0',
      DATABASE_URL: database.adminUrl,
      PORT: '0',
      LOG_LEVEL: 'debug',
      REGISTRATION: 'open',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer): void => {
      printed += chunk.toString();
      const address = /listening at (http:\S+?)"/.exec(printed)?.[1];
      if (address && printed.includes('cadre setup-link')) {
        direct = address;
        resolve();
      }
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
    server.once('exit', () => reject(new Error(printed.slice(-2000))));
  });
  await proxy.start();
}, 120_000);
afterAll(async () => {
  proxy.stop();
  // One that never started has ended already.
  if (server?.exitCode === null) {
    await new Promise((resolve) => {
      server.once('exit', resolve);
      server.kill('SIGTERM');
    });
  }
  await database?.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

interface Sent {
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

async function call(method: string, target: string, { json, form, headers = {} }: Sent = {}): Promise<Response> {
  const body = form ? new URLSearchParams(form) : json === undefined ? undefined : JSON.stringify(json);
  return fetch(proxy.url + target, {
    method,
    headers: { ...(json === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

/** Every way in which a secret could stand in a log. */
const formsOf = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  new URLSearchParams({ x: secret }).toString().slice(2),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
  Buffer.from(secret).toString('hex'),
  secret.replaceAll("'", "''"),
];

const found = (log: string, secrets: Readonly<Record<string, string>>): string[] =>
  Object.entries(secrets)
    .filter(([, secret]) => formsOf(secret).some((form) => log.includes(form)))
    .map(([name]) => name);

/** The token of the latest link that was mailed to an address. */
async function mailed(address: string, count: number): Promise<string> {
  const outbox = path.join(dataDir, 'files/outbox');
  const letters = (): string[] =>
    (fs.existsSync(outbox) ? fs.readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [])
      .map((name) => path.join(outbox, name))
      .sort((a, b) => fs.statSync(a).mtimeMs - fs.statSync(b).mtimeMs)
      .map((file) => fs.readFileSync(file, 'utf8').replace(/=\r?\n/g, ''))
      .filter((mail) => mail.includes(`To: ${address}`) && mail.includes('/account/reset/'));
  await until(`a link to ${address}`, () => letters().length >= count, 30_000);
  return /\/account\/reset\/([\w-]+)/.exec(letters().at(-1) ?? '')?.[1] ?? '';
}

test('A7: whatever people do to sign in, no log of program, proxy or database holds what they must keep to themselves', async () => {
  const owner = 'ada@example.org';
  const secrets: Record<string, string> = {
    'first password': "Sentinel 1 o'clock #+%",
    'second password': 'Sentinel-two <wide> 漢 &=',
    'third password': 'Sentinel/three\\with "quotes"',
    'wrong password': 'Sentinel four was never right',
    'registered password': 'Sentinel five for a stranger',
    'code of a provider': 'sentinel-code-6f1c0a9e',
    'state of a sign-in': 'sentinel-state-51b2c3d4',
    'cookie of a sign-in': 'sentinel_cookie_0123456789abcdefghijklmnopq',
    'secret of a client': 'sentinel-client-secret-9a8b7c',
    'a token that never was': 'cdr_sentinel0000000000000000000000000000000000',
  };
  const of = (name: string): string => secrets[name] ?? '';
  secrets['set-up link'] = /\/account\/reset\/(\S+)/.exec(printed)?.[1] ?? '';
  const atStart = printed.length;

  const person = { email: owner, first_name: 'Ada', last_name: 'Quill' };
  expect((await call('GET', `/account/reset/${of('set-up link')}`)).status).toBeLessThan(500);
  expect((await call('POST', '/api/links/look', { json: { token: of('set-up link') } })).status).toBe(200);
  const setUp = { ...person, token: of('set-up link'), firm: 'Quill & Co', password: of('first password') };
  expect((await call('POST', '/api/set_up', { json: { ...setUp, password: 'short' } })).status).toBe(400);
  expect((await call('POST', '/api/set_up', { json: setUp })).status).toBe(200);

  const login = (password: string): Promise<Response> => call('POST', '/auth/jwt/login', { form: { username: owner, password } });
  expect((await login(of('wrong password'))).status).toBe(400);
  expect((await call('POST', '/auth/jwt/login', { json: { username: owner, password: of('first password') } })).status).toBe(422);
  // Typed into the wrong field, and a form that breaks off.
  expect((await call('POST', '/auth/jwt/login', { form: { username: of('first password'), password: 'x' } })).status).toBe(400);
  const broken = `{"current_password":${JSON.stringify(of('first password'))}`;
  const json = { 'content-type': 'application/json' };
  expect((await fetch(`${proxy.url}/auth/reset-password`, { method: 'POST', headers: json, body: broken })).status).toBe(400);

  const signedIn = (await (await login(of('first password'))).json()) as { access_token: string };
  secrets['token of a session'] = signedIn.access_token;
  const bearer = { authorization: `Bearer ${signedIn.access_token}` };
  expect((await call('GET', '/api/users/me', { headers: bearer })).status).toBe(200);
  for (const target of ['/api/users/me', '/home', '/no/such/page', '/api/no/such/call'])
    await call('GET', `${target}?access_token=${signedIn.access_token}`, { headers: { cookie: `t=${signedIn.access_token}` } });
  await call('GET', '/api/users/me', { headers: { authorization: `Bearer ${of('a token that never was')}` } });

  const change = { current_password: of('first password'), password: of('second password') };
  const changed = await call('POST', '/api/users/change_password', { json: change, headers: bearer });
  expect(changed.status, await changed.text()).toBe(200);
  const provider = {
    name: 'Sentinel',
    issuer: 'https://issuer.example',
    client_id: 'cadre',
    client_secret: of('secret of a client'),
  };
  const added = await call('POST', '/api/sign_in_providers', { json: provider, headers: bearer });
  expect([200, 409, 422]).toContain(added.status);

  await call('POST', '/auth/forgot-password', { json: { email: owner } });
  secrets['token of a reset'] = await mailed(owner, 1);
  await call('GET', `/account/reset/${of('token of a reset')}`);
  await call('POST', '/auth/reset-password', { json: { token: of('token of a reset'), password: 'short' } });
  const reset = { token: of('token of a reset'), password: of('third password') };
  expect((await call('POST', '/auth/reset-password', { json: reset })).status).toBe(200);
  expect((await call('POST', '/auth/reset-password', { json: reset })).status).toBe(400);

  const stranger = { email: 'stranger@example.org', password: of('registered password') };
  expect((await call('POST', '/auth/register', { json: stranger })).status).toBe(201);
  await call('POST', '/auth/register', { json: { ...stranger, email: 'nul\u0000@example.org' } });
  secrets['token of a registration'] = await mailed(stranger.email, 1);

  const query = new URLSearchParams({
    code: of('code of a provider'),
    state: of('state of a sign-in'),
    iss: 'https://x.example',
  });
  const cookie = { cookie: `login_tx=${of('cookie of a sign-in')}` };
  expect((await call('GET', `/api/otp_auth/login_gate?${query}`, { headers: cookie })).status).toBe(400);
  await call('GET', `/oauth?${query}`, { headers: { ...cookie, referer: `http://localhost/oauth?${query}` } });

  const last = (await (await login(of('third password'))).json()) as { access_token: string };
  secrets['token of a second session'] = last.access_token;
  expect((await call('POST', `/api/otp_auth/logout?token=${last.access_token}`)).status).toBe(200);
  expect(Object.values(secrets).every((secret) => secret.length > 10)).toBe(true);

  // What was looked through is what it should be: it tells of all this.
  await new Promise((resolve) => setTimeout(resolve, 300));
  const program = printed.slice(atStart);
  expect(program).toContain('/api/otp_auth/logout');
  expect(program).toContain('"path":"/account/reset/…"');
  const statements = database.log();
  for (const word of ['access.open_session', 'access.reset_password', 'access.register_account', owner])
    expect(statements).toContain(word);
  const seen = proxy.lines.join('\n');
  expect(seen).toContain('POST /api/otp_auth/logout 200');
  expect(seen).toContain('GET /account/reset/ ');

  expect({ program: found(program, secrets), proxy: found(seen, secrets), database: found(statements, secrets) }).toEqual({
    program: [],
    proxy: [],
    database: [],
  });
  // The start prints the link that sets the installation up, for whoever started it; no line of the log does.
  expect(found(printed.slice(0, atStart), secrets)).toEqual(['set-up link']);

  // The search finds what there is: a proxy that logs as proxies do gives most of it away.
  expect(found(proxy.careless.join('\n'), secrets)).toEqual(
    expect.arrayContaining(['token of a session', 'token of a reset', 'code of a provider', 'set-up link']),
  );
  // Digests of tokens and hashes of passwords are values of statements: a database told to log everything has them.
  expect(statements).toContain('$argon2id$');
}, 180_000);

/** What one call leaves in the log of the program. */
async function linesOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
  const before = printed.length;
  await work();
  await new Promise((resolve) => setTimeout(resolve, 200));
  return printed
    .slice(before)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Speaks to the server itself, in bytes that no client would send. */
const speak = (bytes: string): Promise<string> =>
  new Promise((resolve) => {
    const { port, hostname } = new URL(direct);
    const socket = net.connect(Number(port), hostname, () => socket.write(Buffer.from(bytes, 'latin1')));
    let answer = '';
    socket.on('data', (part) => (answer += part.toString('latin1')));
    socket.on('close', () => resolve(answer));
    socket.on('error', () => resolve(answer));
    socket.setTimeout(3000, () => socket.destroy());
  });

/** What moves a terminal or begins a new line, in one byte or as one sign. */
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

describe('E15: lines of the log', () => {
  test('each is JSON, names its call by the id that the answer carries, and holds no control character', async () => {
    let id = '';
    const lines = await linesOf(async () => {
      const answer = await call('GET', '/livez', { headers: { 'user-agent': 'Odd\u009b31m/1 \u0085 x' } });
      id = answer.headers.get('x-request-id') ?? '';
    });
    expect(lines.map(({ reqId }) => reqId)).toEqual([id, id]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    for (const target of ['/x\u009b31mred', '/x\u0085y', '/x%0d%0a{"level":60,"msg":"forged"}', '/x%1b%5b2J', '/%E2%80%AEevil'])
      await speak(`GET ${target} HTTP/1.1\r\nhost: x\r\nuser-agent: a\u009b2J\r\nconnection: close\r\n\r\n`);
    const forged = await speak('GET /x HTTP/1.1\r\nhost: x\r\nuser-agent: a\nb\u001b[31m\r\nconnection: close\r\n\r\n');
    expect(forged).toMatch(/^HTTP\/1\.1 400 /);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(CONTROL.test(printed)).toBe(false);
    for (const line of printed.split('\n').filter((each) => each.startsWith('{'))) {
      const entry = JSON.parse(line) as { level: number; msg?: string };
      expect(entry.msg).not.toBe('forged');
      expect(entry.level).toBeGreaterThan(0);
    }
  }, 30_000);

  test('a fault is told with its call, in one line', async () => {
    const lines: string[] = [];
    const app = Fastify({ logger: loggerAt('error'), genReqId: () => 'the-call' });
    const [stream] = Object.getOwnPropertySymbols(app.log).filter((symbol) => symbol.description === 'pino.stream');
    Object.assign(app.log, { [stream as symbol]: { write: (line: string) => void lines.push(line) } });
    const odd = 'a\r\nb\u001b[2J\u009b2J\u0085\u2028\u202e\u2066"\\c';
    const carried = Object.assign(new Error(odd, { cause: new Error(odd) }), {
      code: 'ODD',
      rawPacket: Buffer.from('Authorization: Bearer secret-of-a-call'),
      parameters: ['secret-of-a-call'],
      request: { headers: { authorization: 'secret-of-a-call' } },
    });
    app.log.error({ err: carried, name: odd }, odd);
    app.get('/broken', (request) => {
      request.log.error({ err: carried }, 'failed');
      return 'x';
    });
    await app.inject('/broken?token=secret-of-a-call');
    await app.close();
    expect(lines).toHaveLength(2);
    for (const line of lines) {
      expect(line.endsWith('}\n')).toBe(true);
      expect(CONTROL.test(line)).toBe(false);
      expect(line.indexOf('\n')).toBe(line.length - 1);
      expect(line).not.toContain('secret-of-a-call');
      expect(line).not.toContain(Buffer.from('secret-of-a-call').toJSON().data.join(','));
    }
    const [first, second] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    // Nothing is lost: the text is what it was.
    expect(first).toMatchObject({
      msg: odd,
      name: odd,
      err: { type: 'Error', message: odd, code: 'ODD', cause: { message: odd } },
    });
    expect(second).toMatchObject({ reqId: 'the-call', msg: 'failed' });
  });

  test('what the program says outside of its log is one line, too', () => {
    expect(oneLine('a\r\nb\u001b[31m\u009bc\u2028d')).toBe('a\\u000d\\u000ab\\u001b[31m\\u009bc\\u2028d');
    expect(oneLine('Größe 漢 – “x” ✓')).toBe('Größe 漢 – “x” ✓');
  });

  test('paths stand there without query and without the token of a link', () => {
    expect(loggedPath('/account/reset/cdr_abc?x=1')).toBe('/account/reset/…');
    expect(loggedPath('/account/reset/cdr_abc/')).toBe('/account/reset/…/');
    expect(loggedPath('/ACCOUNT/RESET/cdr_abc')).toBe('/ACCOUNT/RESET/…');
    expect(loggedPath('/account/forgot')).toBe('/account/forgot');
    expect(loggedPath(undefined)).toBe('');
  });

  test('a level that nobody knows stops the start in one line', async () => {
    const { readConfig } = await import('../src/server/config.ts');
    for (const level of ['trace', 'loud', 'INFO'])
      expect(() => readConfig({ LOG_LEVEL: level })).toThrow('LOG_LEVEL must be one of');
  });
});
