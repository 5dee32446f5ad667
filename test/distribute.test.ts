import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { commandLine } from '../src/server/command-line.ts';
import { obstaclesOf } from '../src/server/distribute-rules.ts';
import { clusterState, distribute, plan } from '../src/server/distribute.ts';
import { migrate } from '../src/server/migrate.ts';
import { type TestApp, type TestUser, makeFirm, startTestApp } from './app.ts';
import { withEnvironment } from './environment.ts';
import { newDatabase } from './own-database.ts';

/**
 * A cluster is not to be had in every place where the suite runs. What Citus refuses was measured on clusters, and an extension
 * that refuses the same stands in for it (test/citus). What it cannot show is rows on other servers.
 */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-citus-'));
fs.chmodSync(folder, 0o755);
fs.cpSync(path.resolve(import.meta.dirname, 'citus'), path.join(folder, 'extension'), { recursive: true });

const toClose: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of toClose.splice(0).reverse()) await close();
});

async function clientOf(adminUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  return client;
}

/** Does something as the owner, who is gone again afterwards: nobody else may be connected while a database is distributed. */
async function asOwner<T>(adminUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await clientOf(adminUrl);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const run = (adminUrl: string, statement: string): Promise<pg.QueryResult> =>
  asOwner(adminUrl, (client) => client.query(statement));

/** A database on a server that has the extension, and somebody in it who has logged an hour. */
async function newCluster(name: string): Promise<{ adminUrl: string; user: TestUser }> {
  const adminUrl = await newDatabase(name);
  const app = await startTestApp(adminUrl);
  const user = await (await makeFirm(app)).user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  await logsAnHour(app, user);
  await app.close();
  await asOwner(adminUrl, async (client) => {
    await client.query(`set extension_control_path = '${folder}:$system'`);
    await client.query('create extension citus');
    await client.query(`select citus_set_coordinator_host('localhost', 5432)`);
  });
  return { adminUrl, user };
}

async function logsAnHour(app: TestApp, user: TestUser): Promise<void> {
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
  const choices = await app.ask({ method: 'GET', url: '/api/time_entries/choices', headers });
  const entry = { day: '2026-03-02', task_type_id: choices.body.task_types[0].id, seconds: 3600, comment: 'an hour' };
  const made = await app.ask({ method: 'POST', url: '/api/time_entries', headers, payload: JSON.stringify(entry) });
  expect(made.status).toBe(200);
}

/** What refers to what, word by word. */
const references = async (adminUrl: string): Promise<string[]> => {
  const { rows } = await run(
    adminUrl,
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as is from pg_constraint where contype = 'f' order by 1`,
  );
  return (rows as { is: string }[]).map(({ is }) => is);
};

const rowsOf = async (adminUrl: string): Promise<Record<string, number>> =>
  asOwner(adminUrl, async (client) => {
    const { tables } = await plan(adminUrl);
    const counts: Record<string, number> = {};
    for (const { table } of tables)
      counts[table] = Number((await client.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);
    return counts;
  });

describe('the plan', () => {
  test('knows of every table where it belongs, and nothing is in the way', async () => {
    const { tables, obstacles } = await plan(inject('adminUrl'));
    expect(obstacles).toEqual([]);
    const of = (kind: string) => tables.filter((each) => each.kind === kind).map(({ table }) => table);
    expect(of('local')).toEqual(['access.links', 'access.login_tx', 'access.sessions', 'access.throttle']);
    expect(of('reference')).toEqual(expect.arrayContaining(['settings.tenants', 'access.accounts', 'access.memberships']));
    expect(of('distributed')).toEqual(expect.arrayContaining(['time.entries', 'planning.bookings', 'app.audit_changes']));
    expect(new Set(tables.map(({ table }) => table)).size).toBe(tables.length);
  });

  test('is told by the command, in words and as JSON, on any server', async () => {
    await withEnvironment({ DATABASE_URL: inject('adminUrl') }, async () => {
      const told = await commandLine(['distribute', '--plan']);
      expect(told).toMatchObject({ code: 0, stderr: '' });
      expect(told.stdout).toMatch(/^reference {4}access\.accounts$/m);
      expect(told.stdout).toMatch(/^distributed {2}time\.entries$/m);
      expect(told.stdout).toMatch(/\d+ copied to every server, \d+ cut by firm, 4 on the coordinator\n$/);
      const json = await commandLine(['distribute', '--plan', '--json']);
      expect(JSON.parse(json.stdout)).toMatchObject({ obstacles: [] });
    });
  });

  test.each([
    ['a key without the tenant', 'create unique index planted on clients.clients (id)', 'clients.planted'],
    ['a tenant of another type', 'create table clients.planted (tenant_id bigint primary key)', 'clients.planted'],
    [
      'a reference between firms’ tables that does not pair the tenant, sets null, or follows a change',
      'alter table clients.phases add constraint planted foreign key (tenant_id, project_id) references clients.projects (tenant_id, id) on delete set null',
      'clients.phases.planted',
    ],
    [
      'a reference to a firm’s table from one that is copied or stays',
      'alter table access.sessions add constraint planted foreign key (tenant_id) references settings.firm (tenant_id)',
      'access.sessions.planted',
    ],
    [
      'a trigger',
      'create function public.planted() returns trigger language plpgsql as $$ begin return new; end $$; create trigger planted after insert on clients.clients for each row execute function public.planted()',
      'clients.clients.planted',
    ],
    [
      'a policy with a sub-select',
      'create policy planted on clients.clients using (tenant_id = (select app.tid()))',
      'clients.clients.planted',
    ],
    [
      'a small identity in a firm’s table',
      'alter table clients.clients add planted int generated always as identity',
      'clients.clients',
    ],
  ])('finds what is in the way: %s', async (what, fault, bad) => {
    const client = await clientOf(inject('adminUrl'));
    await client.query('begin');
    try {
      await client.query(fault);
      expect(await obstaclesOf(client)).toEqual([`${what}: ${bad}`]);
    } finally {
      await client.query('rollback');
      await client.end();
    }
  });
});

describe('a server that is not fit for it', () => {
  test('is refused in one line that says what to do, and nothing is changed', async () => {
    const adminUrl = await newDatabase('unfit');
    const before = await references(adminUrl);
    const refused = async (shards = 32): Promise<string> =>
      distribute(adminUrl, { shards }).then(
        () => 'done',
        (error: Error) => error.message,
      );
    expect(await refused()).toMatch(/^This server has no Citus: install its package, .* Nothing was changed\.$/);
    expect(await refused(0)).toBe('--shards is a whole number from 1 to 1024. Nothing was changed.');
    await asOwner(adminUrl, async (client) => {
      await client.query(`set extension_control_path = '${folder}:$system'`);
      await client.query('create extension citus');
    });
    expect(await refused()).toMatch(/does not know its coordinator: run "select citus_set_coordinator_host/);
    await run(adminUrl, `select citus_set_coordinator_host('localhost', 5432)`);
    const app = await startTestApp(adminUrl);
    expect(await refused()).toMatch(/^\d+ others are connected \(.*cadre.*\): stop them first\. Nothing was changed\.$/);
    await app.close();
    await run(
      adminUrl,
      'create function public.planted() returns trigger language plpgsql as $$ begin return new; end $$; create trigger planted after insert on clients.clients for each row execute function public.planted()',
    );
    expect(await refused()).toBe('These cannot be distributed: a trigger: clients.clients.planted. Nothing was changed.');
    expect(await references(adminUrl)).toEqual(before);
    expect((await run(adminUrl, 'select from pg_dist_partition')).rowCount).toBe(0);
  }, 60_000);

  test('is told of by the command: the embedded database is one server', async () => {
    expect(await commandLine(['distribute'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'cadre: The embedded database is one server. Bring a backup into a server of your own first (docs/scale.md).\n',
    });
  });
});

describe('a database that is distributed', () => {
  test('has every table where it belongs, with rows and references; people go on at work, and new tables come beside the others', async () => {
    const { adminUrl, user } = await newCluster('spread');
    const before = { references: await references(adminUrl), rows: await rowsOf(adminUrl) };
    expect(await clusterState(adminUrl)).toBeUndefined();
    const said: string[] = [];
    const done = await distribute(adminUrl, { shards: 4, say: (line) => void said.push(line) });
    expect(said[0]).toMatch(/^1 of \d+: access\.accounts$/);
    expect(done.references).toBe(before.references.filter((each) => !each.startsWith('jobs.')).length);
    expect(await references(adminUrl)).toEqual(before.references);
    expect(await rowsOf(adminUrl)).toEqual(before.rows);
    expect(await clusterState(adminUrl)).toEqual({ tables: done.tables.length, misplaced: [] });
    const { rows: settings } = await run(
      adminUrl,
      `select unnest(setconfig) as is from pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())`,
    );
    expect(settings).toContainEqual({ is: 'citus.propagate_set_commands=local' });
    // What the coordinator held before is let go, for every table that moved and for no other.
    const moved = done.tables.filter(({ kind }) => kind !== 'local').length;
    expect((await run(adminUrl, 'select from truncated')).rowCount).toBe(moved);

    const app = await startTestApp(adminUrl);
    await logsAnHour(app, user);
    await app.close();

    // Once more, an upgrade, and a table that comes with one.
    expect(await distribute(adminUrl, { shards: 4 })).toMatchObject({ rows: 0, references: 0 });
    expect(await migrate(adminUrl)).toEqual([]);
    await run(
      adminUrl,
      `create table clients.added (tenant_id int not null, id uuid not null, client_id uuid not null, primary key (tenant_id, id));
       select app.tenant_table('clients.added');
       alter table clients.added add constraint added_client foreign key (tenant_id, client_id) references clients.clients (tenant_id, id)`,
    );
    expect((await clusterState(adminUrl))?.misplaced).toEqual([]);
    await run(adminUrl, 'create table clients.apart (tenant_id int not null, id uuid not null, primary key (tenant_id, id))');
    expect((await clusterState(adminUrl))?.misplaced).toEqual(['clients.apart (local)']);
    await expect(
      run(
        adminUrl,
        `create table clients.bad (tenant_id int not null, id uuid primary key); select app.tenant_table('clients.bad')`,
      ),
    ).rejects.toThrow('keys without the partition column');
  }, 120_000);

  test('that was ended in the middle serves nobody, and is taken up where it was', async () => {
    const { adminUrl, user } = await newCluster('ended');
    const before = { references: await references(adminUrl), rows: await rowsOf(adminUrl) };
    await run(adminUrl, `insert into fault values ('planning.bookings', 'fails')`);
    await expect(distribute(adminUrl, { shards: 4 })).rejects.toThrow('connection to the remote node failed');
    await expect(migrate(adminUrl)).rejects.toThrow('This database is half distributed: run cadre distribute to its end first.');
    await run(adminUrl, 'delete from fault');
    const done = await distribute(adminUrl, { shards: 4 });
    expect(done.rows).toBe(
      done.tables.filter(({ kind }) => kind !== 'local').reduce((sum, { table }) => sum + (before.rows[table] ?? 0), 0),
    );
    expect(await references(adminUrl)).toEqual(before.references);
    expect(await rowsOf(adminUrl)).toEqual(before.rows);
    const app = await startTestApp(adminUrl);
    toClose.push(() => app.close());
    await logsAnHour(app, user);
  }, 120_000);

  test('that lost a row on its way is not let go of: the copies of before stay', async () => {
    const { adminUrl } = await newCluster('loses');
    await run(adminUrl, `insert into fault values ('people.users', 'loses')`);
    await expect(distribute(adminUrl, { shards: 4 })).rejects.toThrow(
      /^Rows are missing: people\.users has \d+ rows and had \d+\./,
    );
    expect((await run(adminUrl, 'select from truncated')).rowCount).toBe(0);
    await expect(migrate(adminUrl)).rejects.toThrow('half distributed');
  }, 120_000);
});
