import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../src/kit/ids.ts';
import { type Database, startEmbedded } from '../src/server/database.ts';
import { migrate } from '../src/server/migrate.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { figure, times } from './fault.ts';
import { until } from './jobs.ts';

/** A new version's changes of the schema under people who work with the version before, beside one who reads for long (R24). */
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-migration-fault-'));
const READER_MS = times(2500, 30_000);
const PACE_MS = 33;
let database: Database;
let app: TestApp;
let firm: TestFirm;
let user: TestUser;
let task: string;

beforeAll(async () => {
  fs.chmodSync(dataDir, 0o755);
  database = await startEmbedded(dataDir, ['full_page_writes=off']);
  await migrate(database.adminUrl);
  app = await startTestApp(database.adminUrl);
  firm = await makeFirm(app);
  user = await firm.user({ isSuperuser: true });
  const choices = (await firm.call(user, 'GET', '/api/time_entries/choices')).body as { task_types: { id: string }[] };
  task = choices.task_types[0]?.id ?? '';
}, 60_000);
afterAll(async () => {
  await app.close();
  await database.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** What later versions do to a table that everybody uses, one file each. */
const LATER = {
  '9001-column.sql': `alter table time.entries add column mood text not null default 'calm';`,
  '9002-table.sql': `
    create table time.moods (
      tenant_id int not null references settings.tenants (id), id uuid not null, user_id uuid not null,
      primary key (tenant_id, id), foreign key (tenant_id, user_id) references people.users (tenant_id, id));`,
  '9003-constraint.sql': `alter table time.entries add constraint mood_short check (length(mood) < 40) not valid;`,
  '9004-online.sql': `-- online: each step beside those who work
    -- step the constraint holds for what was there before
    alter table time.entries validate constraint mood_short;
    -- step
    create index concurrently if not exists entries_by_mood on time.entries (tenant_id, mood, day);
    -- step
    update time.entries set mood = 'merry' where mood = 'calm';`,
  '9005-trigger.sql': `
    create function time.keep_mood() returns trigger language plpgsql as $$ begin new.mood := coalesce(new.mood, ''); return new; end $$;
    create trigger keep_mood before update on time.entries for each row execute function time.keep_mood();`,
};

function folderOf(files: Record<string, string>): string {
  const folder = fs.mkdtempSync(path.join(dataDir, 'later-'));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  return folder;
}

/** Another connection of the owner, which reads everything and keeps its transaction open. */
async function reader(): Promise<{ end(): Promise<void> }> {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from time.entries');
  return {
    end: async () => {
      await client.query('commit');
      await client.end();
    },
  };
}

interface Call {
  took: number;
  status: number;
}

/** Thirty calls a second of the version before: entries written and changed, lists and sums read. */
function load(): () => Promise<Call[]> {
  const calls: Call[] = [];
  const open: Promise<void>[] = [];
  let number = 0;
  const ask = async (): Promise<void> => {
    const day = new Date(Date.UTC(2025, 0, 1 + (number % 365))).toISOString().slice(0, 10);
    const start = performance.now();
    const { status } = await (number++ % 2 === 0
      ? firm.call(user, 'POST', '/api/time_entries', { day, task_type_id: task, seconds: 1, comment: newId() })
      : firm.call(user, 'GET', `/api/time_entries?from=${day}&to=${day}`));
    calls.push({ took: performance.now() - start, status });
  };
  const timer = setInterval(() => void open.push(ask()), PACE_MS);
  return async () => {
    clearInterval(timer);
    await Promise.all(open);
    return calls;
  };
}

const owner = async <Row extends object>(text: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};

describe('R24: migrations under load', () => {
  test('nobody waits for longer than a second, nothing fails, and the version before goes on working', {
    timeout: 120_000,
  }, async () => {
    const stop = load();
    await wait(500);
    const told: string[] = [];
    const slow = await reader();
    const start = performance.now();
    const done = migrate(database.adminUrl, { folder: folderOf(LATER), say: (line) => void told.push(line) });
    await wait(READER_MS);
    await slow.end();
    expect(await done).toEqual(Object.keys(LATER));
    const seconds = (performance.now() - start) / 1000;
    await wait(500);
    const calls = await stop();
    expect(calls.length).toBeGreaterThan(READER_MS / PACE_MS / 2);
    expect(told).toEqual(['Migration 9001-column.sql waits for a table that is in use.']);
    const failed = calls.filter(({ status }) => status !== 200);
    const slowest = Math.max(...calls.map(({ took }) => took));
    expect(failed).toEqual([]);
    expect(slowest).toBeLessThan(1000);
    figure('R24 calls that failed while the schema changed', failed.length, 0, '', { beside: `of ${calls.length}` });
    figure('R24 the slowest of them', slowest, 1000, 'ms', { beside: `five changes in ${seconds.toFixed(1)} s` });
    // The same once more has nothing to do.
    expect(await migrate(database.adminUrl, { folder: folderOf(LATER) })).toEqual([]);
  });

  test('killed in the middle of an index, by its process or by its connection, the same once more completes', {
    timeout: 60_000,
  }, async () => {
    const folder = folderOf({
      '9010-half.sql': `-- online
        -- step
        create index concurrently if not exists entries_by_half on time.entries (tenant_id, comment);`,
    });
    const busy = async (): Promise<number[]> =>
      (
        await owner<{ pid: number }>(
          `select pid from pg_stat_activity where query ~ '^create index concurrently' and state = 'active'`,
        )
      ).map(({ pid }) => pid);
    const slow = await reader();
    const script = `import { migrate } from './src/server/migrate.ts';
      await migrate(${JSON.stringify(database.adminUrl)}, { folder: ${JSON.stringify(folder)} });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' });
    await until('the index is being made', async () => (await busy()).length > 0, 20_000);
    child.kill('SIGKILL');
    for (const pid of await busy()) await owner(`select pg_terminate_backend(${pid})`);
    const left = await owner<{ valid: boolean }>(
      `select i.indisvalid as valid from pg_index i where i.indexrelid = 'time.entries_by_half'::regclass`,
    );
    expect(left).toEqual([{ valid: false }]);
    await slow.end();
    // Two that start at once: one does it, the other finds it done.
    const both = await Promise.all([0, 1].map(() => migrate(database.adminUrl, { folder })));
    expect(both.flat()).toEqual(['9010-half.sql']);
    expect(
      await owner(`select i.indisvalid as valid from pg_index i where i.indexrelid = 'time.entries_by_half'::regclass`),
    ).toEqual([{ valid: true }]);
  });

  test('a change that fails says which and leaves nothing of itself', async () => {
    const folder = folderOf({ '9020-wrong.sql': 'create table time.half (id int); alter table time.nowhere add column x int;' });
    await expect(migrate(database.adminUrl, { folder })).rejects.toThrow(/Migration 9020-wrong.sql failed: .*nowhere/);
    expect(await owner(`select 1 from pg_class where relname = 'half'`)).toEqual([]);
  });
});
