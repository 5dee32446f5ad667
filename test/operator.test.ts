import { type ChildProcess, execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allJobs } from '../src/server/app.ts';
import { type Ended, commandLine } from '../src/server/command-line.ts';
import { exportCommand } from '../src/server/commands-export.ts';
import { seedCommand } from '../src/server/commands-seed.ts';
import { joinEmbedded } from '../src/server/database.ts';
import { withEnvironment } from './environment.ts';
import { until } from './jobs.ts';
import { Postman } from './postman.ts';

/** The operator's commands beside a server that runs, as child processes. */
const root = path.resolve(import.meta.dirname, '..');
const run = promisify(execFile);
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-operator-'));
const out = path.join(dataDir, 'out');
let server: ChildProcess;
let owner: pg.Client;
let url = '';
let printed = '';

/** A command as the shell runs it. */
function shell(args: string[]): Promise<Ended> {
  return run(process.execPath, ['src/server/cli.ts', ...args], { cwd: root, env: { ...process.env, CADRE_DATA: dataDir } }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Ended) => ({ code: error.code, stdout: error.stdout, stderr: error.stderr }),
  );
}

/** The same in this process, which is ten times as quick. */
const cadre = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  withEnvironment({ CADRE_DATA: dataDir, ...env }, () => commandLine(args));

/** A port on which nobody listens. */
function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const listener = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = listener.address() as net.AddressInfo;
      listener.close(() => resolve(port));
    });
  });
}

interface Report {
  ok: boolean;
  checks: { check: string; ok: boolean; detail: string }[];
  firms: number;
}

/** What the doctor finds, and whether it says so by its code. */
async function doctor(env: NodeJS.ProcessEnv = {}): Promise<{ failed: string | undefined; bad: Record<string, string> }> {
  const { stdout, stderr } = await cadre(['doctor', '--json'], env);
  const { checks } = JSON.parse(stdout) as Report;
  return {
    failed: /^cadre: (.*)\n$/.exec(stderr)?.[1],
    bad: Object.fromEntries(checks.filter(({ ok }) => !ok).map(({ check, detail }) => [check, detail])),
  };
}

beforeAll(async () => {
  fs.chmodSync(dataDir, 0o755);
  server = spawn(process.execPath, ['src/server/main.ts'], {
    cwd: root,
    env: { ...process.env, CADRE_DATA: dataDir, CADRE_DEMO: '0', PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  url = await new Promise((resolve, reject) => {
    let output = '';
    server.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      printed = output;
      const address = /listening at (http:\S+?)"/.exec(output)?.[1];
      if (address && output.includes('is ready on')) resolve(address);
    });
    server.once('exit', () => reject(new Error(output)));
  });
  owner = new pg.Client({ connectionString: joinEmbedded(dataDir).adminUrl });
  await owner.connect();
}, 120_000);
afterAll(async () => {
  await owner?.end();
  await new Promise((resolve) => {
    server.once('exit', resolve);
    server.kill('SIGTERM');
  });
  fs.rmSync(dataDir, { recursive: true, force: true });
});

describe('an installation without a firm', () => {
  const look = async (link: string): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const token = link.split('/').at(-1);
    return (await fetch(`${url}/api/links/look`, { method: 'POST', headers, body: JSON.stringify({ token }) })).status;
  };

  test('prints a link to set it up at its start, which a new one replaces', async () => {
    const first = /Set up your firm at (http:\S+\/account\/reset\/\S+)/.exec(printed)?.[1] ?? '';
    expect(await look(first)).toBe(200);
    const { code, stdout } = await shell(['setup-link', '--json']);
    expect(code).toBe(0);
    const { link } = JSON.parse(stdout) as { link: string };
    expect([await look(link), await look(first)]).toEqual([200, 400]);
  }, 60_000);
});

describe('seed', () => {
  test('lays in large firms in the proportions asked for, and more of them when asked again', async () => {
    const first = await cadre(['seed', '--scale', 'users=9,years=1,tenants=3', '--json']);
    expect(first.stderr).toBe('');
    const made = JSON.parse(first.stdout) as {
      firms: { slug: string; users: number; entries: number }[];
      users: number;
      entries: number;
    };
    expect(made.firms.map(({ slug, users }) => [slug, users])).toEqual([
      ['scale-1', 5],
      ['scale-2', 2],
      ['scale-3', 2],
    ]);
    expect(made.users).toBe(9);
    expect(made.entries).toBeGreaterThan(9 * 575 * 0.9);
    expect(made.entries).toBeLessThan(9 * 575 * 1.1);
    const second = await cadre(['seed', '--scale', 'users=1', '--json']);
    expect((JSON.parse(second.stdout) as { firms: { slug: string }[] }).firms).toMatchObject([{ slug: 'scale-4', users: 1 }]);
  }, 60_000);

  test('refuses in one line what it cannot lay in', async () => {
    expect(await shell(['seed', '--scale', 'a lot'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'cadre: --scale takes users=N,years=N,tenants=N, not "a lot".\n',
    });
    for (const values of [{}, { demo: true, scale: 'users=3' }]) {
      await expect(seedCommand.run({ values, positionals: [] })).rejects.toThrow('Say what to lay in: --demo, or --scale');
    }
  });
});

describe('doctor', () => {
  test('finds a healthy system healthy, and says so line by line', async () => {
    const text = await shell(['doctor']);
    expect(text).toMatchObject({ code: 0, stderr: '' });
    const lines = text.stdout.trim().split('\n');
    expect(lines).toHaveLength(11);
    expect(lines.filter((line) => !line.startsWith('ok    '))).toEqual([]);
  }, 60_000);

  test('with --audit walks the chains, and names a row that was altered', async () => {
    const prove = async (): Promise<{ code: number; audit: string }> => {
      const { code, stdout } = await cadre(['doctor', '--audit', '--json']);
      const { checks } = JSON.parse(stdout) as Report;
      return { code, audit: checks.find(({ check }) => check === 'audit')?.detail ?? '' };
    };
    const sealed = async (): Promise<number> =>
      (await owner.query<{ n: number }>('select count(*)::int as n from app.audit_seals where tenant_id = 2')).rows[0]?.n ?? 0;
    for (const end = Date.now() + 20_000; (await sealed()) === 0 && Date.now() < end; )
      await new Promise((done) => setTimeout(done, 200));
    expect(await prove()).toMatchObject({
      code: 0,
      audit: expect.stringMatching(/^\d+ rows are as they were sealed; links: the installation \d/) as string,
    });
    const change = (by: string) =>
      owner.query(
        `update app.audit_changes set at = at ${by} interval '1 second' where (tenant_id, id) = (select tenant_id, change_id from app.audit_seals where tenant_id = 2 and position = 3)`,
      );
    await change('+');
    expect(await prove()).toMatchObject({
      code: 1,
      audit: expect.stringMatching(/^scale-2: row [0-9a-f-]{36} \(.*\) was altered$/) as string,
    });
    await change('-');
  }, 90_000);

  test('answers JSON and a code for machines', async () => {
    const { code, stdout, stderr } = await cadre(['doctor', '--json'], {
      DATABASE_URL: `postgres://cadre@127.0.0.1:${await closedPort()}/cadre`,
    });
    expect(code).toBe(1);
    expect(stderr).toBe('cadre: 1 of 4 checks failed: database.\n');
    const report = JSON.parse(stdout) as Report;
    expect(report.ok).toBe(false);
    expect(report.checks[0]).toEqual({ check: 'database', ok: false, detail: expect.stringContaining('ECONNREFUSED') as string });
  }, 60_000);

  /** What goes wrong, which check says so and how, and how it is mended. */
  const faults: [fault: string, check: string, detail: RegExp, mend: string][] = [
    [
      `update time.person_days set seconds = seconds + 1 where (tenant_id, user_id, day) = (select tenant_id, user_id, day from time.person_days where tenant_id = 2 order by day, user_id limit 1)`,
      'sums',
      /^time\.person_days of scale-2, [0-9a-f-]{36}, \d{4}-\d\d-\d\d: \d+ s in \d kept, \d+ s in \d real$/,
      `update time.person_days set seconds = seconds - 1 where (tenant_id, user_id, day) = (select tenant_id, user_id, day from time.person_days where tenant_id = 2 order by day, user_id limit 1)`,
    ],
    [
      'alter table clients.clients no force row level security',
      'row security',
      /^without forced row security: clients\.clients$/,
      'alter table clients.clients force row level security',
    ],
    [
      'create table public.kept (id int); grant all on schema public to cadre_app; alter table public.kept owner to cadre_app',
      'role',
      /^cadre_app owns (public\.)?kept\.$/,
      'drop table public.kept; revoke all on schema public from cadre_app',
    ],
    ['alter role cadre_app bypassrls', 'role', /can pass row security/, 'alter role cadre_app nobypassrls'],
    [
      `delete from public.cadre_migrations where name like '0010%'`,
      'migrations',
      /^waiting: 0010-housekeeping\.sql\. Run cadre migrate\.$/,
      '',
    ],
    [
      `insert into jobs.job (name, state) values ('time.prove_sums', 'failed')`,
      'jobs',
      /^given up in the last days: time\.prove_sums \(1\)\./,
      `delete from jobs.job where state = 'failed'`,
    ],
  ];
  test.each(faults)(
    'finds a planted fault: %s',
    async (fault, check, detail, mend) => {
      const { rows } = await owner.query('select * from public.cadre_migrations');
      await owner.query(fault);
      try {
        const { failed, bad } = await doctor();
        expect(Object.keys(bad)).toEqual([check]);
        expect(bad[check]).toMatch(detail);
        expect(failed).toBe(`1 of 11 checks failed: ${check}.`);
      } finally {
        if (mend) await owner.query(mend);
        else
          await owner.query(
            `insert into public.cadre_migrations select * from json_populate_recordset(null::public.cadre_migrations, $1) on conflict do nothing`,
            [JSON.stringify(rows)],
          );
      }
    },
    60_000,
  );

  test('says which store cannot be reached, and why', async () => {
    const { bad } = await doctor({
      S3_BUCKET: 'files',
      S3_ENDPOINT: `http://127.0.0.1:${await closedPort()}`,
      S3_ACCESS_KEY_ID: 'k',
      S3_SECRET_ACCESS_KEY: 's',
    });
    expect(bad).toEqual({ files: expect.stringMatching(/^bucket files at 127\.0\.0\.1:\d+: .*ECONNREFUSED/) as string });
  }, 60_000);
});

describe('the mail server', () => {
  test('is greeted, and a letter is not sent; one that is away is named, without the password', async () => {
    const postman = new Postman();
    await postman.open();
    const env = { SMTP_URL: `smtp://127.0.0.1:${postman.port}` };
    const report = async (): Promise<string | undefined> =>
      (JSON.parse((await cadre(['doctor', '--json'], env)).stdout) as Report).checks.find(({ check }) => check === 'mail')
        ?.detail;
    expect(await report()).toBe(`127.0.0.1:${postman.port} takes letters`);
    expect(postman.taken).toEqual([]);
    await postman.close();
    const { bad } = await doctor({ SMTP_URL: `smtp://user:secret@127.0.0.1:${postman.port}` });
    expect(bad).toEqual({ mail: expect.stringMatching(/^127\.0\.0\.1:\d+: (?!.*secret).*ECONNREFUSED/) as string });
  }, 60_000);
});

describe('export', () => {
  test('writes every table of the firm and its files, of no other firm, and nothing that a spreadsheet would run', async () => {
    const person = [
      '--email',
      'a@one.example',
      '--password',
      'long enough 1',
      '--category',
      'admin',
      '--grade',
      'Partner',
      '--superuser',
    ];
    expect((await cadre(['user', 'create', '--tenant', 'scale-2', ...person])).code).toBe(0);
    const form = new URLSearchParams({ username: 'a@one.example', password: 'long enough 1' });
    const { access_token: token } = (await (await fetch(`${url}/auth/jwt/login`, { method: 'POST', body: form })).json()) as {
      access_token: string;
    };
    const authorization = `Bearer ${token}`;
    const client = { name: '=HYPERLINK("http://evil")', sector: 'Ärzte; "quoted"' };
    const created = await fetch(`${url}/api/clients/create`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(client),
    });
    expect(created.status).toBe(200);
    const upload = new FormData();
    upload.set('file', new Blob(['Date;Hours\n2026-03-02;1\n']), '../../time.csv');
    const stored = (await (
      await fetch(`${url}/api/files`, { method: 'POST', headers: { authorization }, body: upload })
    ).json()) as { filename: string };

    // The chain of the audit follows the writes by seconds; a table that grows meanwhile cannot be counted.
    await until('the audit is sealed', async () => {
      const { rows } = await owner.query<{ open: number }>(`
        select ((select count(*) from app.audit_changes c where c.tenant_id = t.id)
          - (select count(*) from app.audit_seals s where s.tenant_id = t.id))::int as open
        from settings.tenants t where t.slug = 'scale-2'`);
      return rows[0]?.open === 0;
    });
    const done = await cadre(['export', '--tenant', 'scale-2', '--out', out, '--json']);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    const report = JSON.parse(done.stdout) as { tables: Record<string, number>; rows: number; files: number };
    const { rows } = await owner.query<{ name: string; n: number }>(`
      select t.name, (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || t.name || ' where tenant_id = 2', false, true, '')))[1]::text::int as n
      from (select c.oid::regclass::text as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
        where c.relkind in ('r', 'p') and c.oid::regclass::text not in ('access.sessions', 'access.links', 'app.idempotency')) t order by 1`);
    expect(report.tables).toEqual(Object.fromEntries(rows.map(({ name, n }) => [name.replaceAll('"', ''), n])));
    expect(report.tables['time.entries']).toBeGreaterThan(900);
    expect(report.files).toBe(1);
    expect(fs.readdirSync(out).sort()).toEqual([...Object.keys(report.tables).map((name) => `${name}.csv`), 'files'].sort());
    const clients = fs.readFileSync(path.join(out, 'clients.clients.csv'), 'utf8');
    expect(clients).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(clients).toContain('"Ärzte; ""quoted"""');
    expect(clients.trim().split('\r\n')).toHaveLength((report.tables['clients.clients'] ?? 0) + 1);
    expect(clients).not.toContain('tenant_id');
    expect(fs.readFileSync(path.join(out, 'files', `${stored.filename}.csv`), 'utf8')).toContain('2026-03-02;1');
    expect(fs.statSync(out).mode & 0o077).toBe(0);
  }, 60_000);

  test('refuses a folder that holds anything, and a firm that is none', async () => {
    expect(await cadre(['export', '--tenant', 'scale-2', '--out', out])).toMatchObject({
      code: 1,
      stderr: `cadre: ${out} is there already and not an empty folder.\n`,
    });
    expect(await cadre(['export', '--tenant', 'nobody', '--out', path.join(dataDir, 'other')])).toMatchObject({
      code: 1,
      stderr: 'cadre: There is no firm "nobody".\n',
    });
    await expect(exportCommand.run({ values: { tenant: 'scale-2' }, positionals: [] })).rejects.toThrow('Missing: --out.');
  }, 60_000);
});

test('the server works off jobs from its start', async () => {
  const states = async (): Promise<string[]> =>
    (await owner.query<{ state: string }>(`select distinct state from jobs.job where name = 'people.bring_grades'`)).rows.map(
      ({ state }) => state,
    );
  await until('the grades are brought', async () => (await states()).join() === 'completed', 30_000);
  const { rows: times } = await owner.query<{ name: string }>('select name from jobs.schedule order by name');
  const coming = allJobs.filter(({ cron }) => cron).map(({ name }) => name);
  expect(coming.length).toBeGreaterThan(5);
  expect(times.map(({ name }) => name)).toEqual(coming.sort());
});

describe('user create', () => {
  const create = (password: string): Promise<Ended> =>
    cadre(['user', 'create', '--tenant', 'quillwork', '--email', 'ada.marmelou@example.org', '--password', password]);

  test('demands of a password what the product demands of everybody’s', async () => {
    expect((await cadre(['tenant', 'create', '--slug', 'quillwork', '--name', 'Quillwork'])).code).toBe(0);
    for (const [password, reason] of [
      ['short', 'Use at least 8 characters.'],
      ['Marmelou1', 'This password is little more than a name or an address that is known. Choose another one.'],
      ['quillwork!', 'This password is little more than a name or an address that is known. Choose another one.'],
    ] as const)
      expect(await create(password)).toEqual({ code: 1, stdout: '', stderr: `cadre: --password: ${reason}\n` });
    const { rows } = await owner.query(`select 1 from access.accounts where email = 'ada.marmelou@example.org'`);
    expect(rows).toEqual([]);
    expect(await create('five lamps in the hall')).toEqual({
      code: 0,
      stdout: 'ada.marmelou@example.org may sign in to quillwork.\n',
      stderr: '',
    });
    const body = new URLSearchParams({ username: 'ada.marmelou@example.org', password: 'five lamps in the hall' });
    expect((await fetch(`${url}/auth/jwt/login`, { method: 'POST', body })).status).toBe(200);
  }, 60_000);
});
