import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../src/server/config.ts';
import { type Database, startEmbedded } from '../src/server/database.ts';
import { openDb } from '../src/server/db.ts';
import { LiveEvents } from '../src/server/events.ts';
import { open } from '../src/server/start.ts';
import { type Certified, newAuthority } from './certificates.ts';

describe('G5: what an address of a database must say', () => {
  const read = (url: string, env: NodeJS.ProcessEnv = {}): string | undefined =>
    readConfig({ DATABASE_URL: url, ...env }).databaseUrl;
  const at = (host: string, query = ''): string => `postgres://cadre:secret-77@${host}/cadre${query}`;

  test.each(['localhost', 'localhost:5433', '127.0.0.1', '127.8.9.10', '[::1]', '%2Fvar%2Frun%2Fpostgresql'])(
    'on this machine it may be plain: %s',
    (host) => {
      expect(read(at(host))).toBe(at(host));
      expect(read(at(host, '?sslmode=disable'))).toBe(at(host, '?sslmode=disable'));
    },
  );

  test.each(['db.example.org', 'db', '203.0.113.7', '10.0.0.5', '[2001:db8::1]'])(
    'verify-full is taken everywhere: %s',
    (host) => {
      expect(read(at(host, '?sslmode=verify-full'))).toBe(at(host, '?sslmode=verify-full'));
      expect(read(at(host, '?sslmode=verify-full&sslrootcert=/etc/ca.pem'))).toContain('sslrootcert');
    },
  );

  test.each([
    'db',
    '10.0.0.5',
    '172.20.1.2',
    '192.168.1.2',
    '[fd00::5]',
    'host.docker.internal',
    'pg.databases.svc.cluster.local',
  ])('in a network of one’s own plain is taken when it is asked for by name, never by silence: %s', (host) => {
    expect(read(at(host, '?sslmode=disable'))).toBe(at(host, '?sslmode=disable'));
    expect(() => read(at(host))).toThrow(/verify-full .* or sslmode=disable/);
  });

  test.each([
    'db.example.org',
    '203.0.113.7',
    '172.32.0.1',
    '192.169.0.1',
    '11.0.0.1',
    '[2001:db8::1]',
    '128.0.0.1',
    '0.0.0.0',
    'localhost.example.org',
    '127.0.0.1.example.org',
  ])('elsewhere nothing but verify-full: %s', (host) => {
    for (const query of ['', '?sslmode=disable', '?sslmode=allow', '?sslmode=prefer', '?sslmode=require', '?sslmode=verify-ca'])
      expect(() => read(at(host, query)), query).toThrow(/must say sslmode=verify-full/);
  });

  test.each(['require', 'prefer', 'allow', 'verify-ca', 'no-verify', 'VERIFY-FULL', 'verify-full '])(
    'half measures are refused even here, where they look like safety: %s',
    (mode) => {
      for (const host of ['localhost', 'db', 'db.example.org'])
        expect(() => read(at(host, `?sslmode=${encodeURIComponent(mode)}`))).toThrow('must say sslmode=verify-full');
    },
  );

  test('what the driver would read otherwise is not passed by: another host in the query, a parameter twice', () => {
    expect(() => read(at('localhost', '?host=db.example.org'))).toThrow('must say sslmode=verify-full');
    expect(() => read(at('localhost', '?host=db.example.org&host=localhost'))).toThrow('names host twice');
    expect(() => read(at('db.example.org', '?sslmode=verify-full&sslmode=disable'))).toThrow('names sslmode twice');
    expect(() => read(at('db.example.org', '?sslmode=verify-full'), { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(
      'NODE_TLS_REJECT_UNAUTHORIZED',
    );
  });

  test('the owner’s address is bound by it too, and no refusal repeats what stands in an address', () => {
    expect(() => readConfig({ DATABASE_URL: at('localhost'), DATABASE_ADMIN_URL: at('db.example.org') })).toThrow(
      'DATABASE_ADMIN_URL must say',
    );
    for (const url of [at('db.example.org'), at('db'), at('db.example.org', '?sslmode=secret-77'), 'mysql://a:secret-77@b/c']) {
      try {
        read(url);
        expect.unreachable();
      } catch (error) {
        expect(String(error)).not.toContain('secret-77');
        expect(String(error)).not.toContain('\n');
      }
    }
  });
});

describe('G5: a real server with a certificate', () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-tls-'));
  const [ours, others] = [newAuthority('Our own authority'), newAuthority('Somebody else')];
  const file = (name: string): string => path.join(dataDir, name);
  let database: Database;
  let owner: pg.Client;

  /** Puts a certificate before the server; the key is for the database's own user alone. */
  function show({ key, certificate }: Certified): void {
    const { uid, gid } = fs.existsSync(file('database')) ? fs.statSync(file('database')) : { uid: -1, gid: -1 };
    for (const [name, text] of [
      ['server.key', key],
      ['server.crt', certificate],
    ] as const) {
      fs.writeFileSync(file(name), text, { mode: 0o600 });
      if (process.getuid?.() === 0 && uid >= 0) fs.chownSync(file(name), uid, gid);
    }
  }

  const changed = async (...statements: string[]): Promise<void> => {
    for (const statement of statements) await owner.query(statement);
    await owner.query('select pg_reload_conf()');
    // The server takes a new configuration on in its own time.
    await new Promise((resolve) => setTimeout(resolve, 300));
  };

  beforeAll(async () => {
    fs.chmodSync(dataDir, 0o755);
    fs.writeFileSync(file('ours.pem'), ours.certificate);
    fs.writeFileSync(file('others.pem'), others.certificate);
    database = await startEmbedded(dataDir, ['fsync=off']);
    owner = new pg.Client({ connectionString: database.adminUrl });
    await owner.connect();
    show(ours.certify(['localhost', '127.0.0.1']));
    await changed(
      `alter system set ssl_cert_file = '${file('server.crt')}'`,
      `alter system set ssl_key_file = '${file('server.key')}'`,
      'alter system set ssl = on',
    );
  });
  afterAll(async () => {
    await owner?.end();
    await database?.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  });

  const address = (host: string, ca: string | undefined): string => {
    const url = new URL(database.adminUrl);
    url.hostname = host;
    url.searchParams.set('sslmode', 'verify-full');
    if (ca) url.searchParams.set('sslrootcert', file(ca));
    return url.href;
  };
  const start = (url: string) => open({ ...readConfig({ CADRE_DATA: file('files'), DATABASE_URL: url }), port: 0 });
  /** How it ends when the product is started on an address. */
  const outcome = (host: string, ca: string | undefined): Promise<string> =>
    start(address(host, ca)).then(
      async (running) => {
        await running.close();
        return 'open';
      },
      (error: Error) => error.message,
    );

  test('the product works over it, and nothing of it goes beside', async () => {
    const running = await start(address('localhost', 'ours.pem'));
    expect((await running.host.db.requests.query('select count(*) from settings.tenants')).rowCount).toBe(1);
    const { rows } = await owner.query<{ ssl: boolean; version: string }>(
      `select s.ssl, s.version from pg_stat_ssl s join pg_stat_activity a using (pid)
       where a.backend_type = 'client backend' and a.pid <> pg_backend_pid()`,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(rows.map(({ ssl, version }) => `${ssl} ${version}`))).toEqual(new Set(['true TLSv1.3']));
    await running.close();
  }, 60_000);

  test('an address of digits is held against the certificate as well', async () => {
    expect(await outcome('127.0.0.1', 'ours.pem')).toBe('open');
    show(ours.certify(['localhost']));
    await changed();
    expect(await outcome('127.0.0.1', 'ours.pem')).toMatch(/does not match certificate|IP: 127\.0\.0\.1/);
    expect(await outcome('localhost', 'ours.pem')).toBe('open');
  }, 60_000);

  test('a certificate for another name, of an unknown authority, or one that ran out is refused', async () => {
    show(ours.certify(['db.example.org']));
    await changed();
    expect(await outcome('localhost', 'ours.pem')).toContain('does not match certificate');
    // The connections for requests ask for themselves, whatever the first one of a start was told.
    const db = openDb(address('localhost', 'ours.pem'), 2, () => undefined);
    for (const pool of [db.requests, db.streams])
      await expect(pool.query('select 1')).rejects.toThrow('does not match certificate');
    await db.close();
    const live = new LiveEvents(db.requests, address('localhost', 'ours.pem'), () => undefined);
    await expect(live.start()).rejects.toThrow('does not match certificate');
    show(others.certify(['localhost']));
    await changed();
    expect(await outcome('localhost', 'ours.pem')).toMatch(/unable to|self.signed|issuer/);
    expect(await outcome('localhost', undefined)).toMatch(/unable to|self.signed|issuer/);
    expect(await outcome('localhost', 'others.pem')).toBe('open');
    show(ours.certify(['localhost'], true));
    await changed();
    expect(await outcome('localhost', 'ours.pem')).toContain('expired');
  }, 60_000);

  test('a server without TLS is refused', async () => {
    await changed('alter system set ssl = off');
    expect(await outcome('localhost', 'ours.pem')).toContain('does not support SSL');
  }, 60_000);

  test('whoever offers no TLS hears the question for it and nothing else: no name, no password', async () => {
    const heard: Buffer[] = [];
    const server = net.createServer((socket) => {
      socket.on('data', (chunk) => {
        heard.push(chunk);
        socket.write('N');
      });
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = new URL(address('localhost', 'ours.pem'));
    url.port = String((server.address() as AddressInfo).port);
    await expect(start(url.href)).rejects.toThrow('does not support SSL');
    await new Promise<void>((resolve) => server.close(() => resolve()));
    // The protocol's request for TLS: eight bytes, the code 80877103.
    expect(Buffer.concat(heard).toString('hex')).toBe('0000000804d2162f');
  });
});
