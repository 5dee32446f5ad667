import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { type Database, startEmbedded } from '../src/server/database.ts';
import { PATIENCE_MS } from '../src/server/db.ts';
import { migrate } from '../src/server/migrate.ts';
import { sql } from '../src/server/sql.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { figure, inFull } from './fault.ts';
import { withEnvironment } from './environment.ts';
import { type Relay, relayTo } from './relay.ts';

/** Disks that are full (R12 to R14): real small ones, which only root may mount; elsewhere these are skipped and say so. */
const mounted: string[] = [];

function smallDisk(megabytes: number): string | undefined {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-disk-'));
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder]);
  if (done.status !== 0) {
    fs.rmSync(folder, { recursive: true });
    return undefined;
  }
  mounted.push(folder);
  return folder;
}

const probe = inFull ? smallDisk(1) : undefined;
/** Whether a small disk can be had; else the tests are skipped. */
const canMount = probe !== undefined;
const clear: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of clear.splice(0).reverse()) await end();
  for (const folder of mounted.splice(0)) {
    spawnSync('umount', ['-l', folder]);
    fs.rmSync(folder, { recursive: true, force: true });
  }
});

interface Stage {
  app: TestApp;
  firm: TestFirm;
  user: TestUser;
  database: Database;
  relay: Relay;
  /** Logs a second on a day of its own. @returns the status */
  log: () => Promise<number>;
  read: () => Promise<number>;
  entries: () => Promise<number>;
}

const portOf = (url: string): number => Number(new URL(url).port);

/** An application on a database of its own in `dataDir`, reached by a line that can be led to another server. */
async function stage(dataDir: string, settings: readonly string[] = []): Promise<Stage> {
  const database = await startEmbedded(dataDir, [...settings]);
  clear.push(() => database.stop().catch(() => undefined));
  await migrate(database.adminUrl);
  const relay = await relayTo(portOf(database.adminUrl));
  clear.push(() => relay.close());
  const url = new URL(database.adminUrl);
  url.port = String(relay.port);
  const app = await startTestApp(url.href, undefined, PATIENCE_MS);
  clear.push(() => app.close());
  const firm = await makeFirm(app);
  const user = await firm.user({ isSuperuser: true });
  const choices = await firm.call(user, 'GET', '/api/time_entries/choices');
  const task = (choices.body as { task_types: { id: string }[] }).task_types[0]?.id;
  let number = 0;
  const log = async (): Promise<number> => {
    const day = new Date(Date.UTC(2025, 0, 1 + (number++ % 365))).toISOString().slice(0, 10);
    return (await firm.call(user, 'POST', '/api/time_entries', { day, task_type_id: task, seconds: 1 })).status;
  };
  const read = async (): Promise<number> =>
    (await firm.call(user, 'GET', '/api/time_entries?from=2025-01-01&to=2025-01-07')).status;
  const entries = async (): Promise<number> =>
    (
      await firm.within((tx) =>
        tx.one<{ n: number }>(sql`select count(*)::int as n from time.entries where tenant_id = ${tx.tenant}`),
      )
    )?.n ?? 0;
  return { app, firm, user, database, relay, log, read, entries };
}

describe('R12: the disk of the data is full', () => {
  test.skipIf(!canMount)(
    'writes say so, reads go on, and writes succeed again once there is room',
    { timeout: 120_000 },
    async () => {
      const disk = smallDisk(64) ?? '';
      const space = path.join(disk, 'space');
      fs.mkdirSync(space, { mode: 0o700 });
      const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-full-'));
      fs.chmodSync(dataDir, 0o755);
      clear.push(async () => fs.rmSync(dataDir, { recursive: true, force: true }));
      const here = await stage(dataDir);
      const { uid, gid } = fs.statSync(path.join(dataDir, 'database'));
      fs.chownSync(space, uid, gid);
      const client = new pg.Client({ connectionString: here.database.adminUrl });
      await client.connect();
      clear.push(() => client.end());
      await client.query(`create tablespace small location '${space}'`);
      for (const statement of [
        'alter table time.entries set tablespace small',
        'create table public.filler (t text) tablespace small',
      ])
        await client.query(statement);
      expect(await here.log()).toBe(200);
      const before = await here.entries();
      const fill = (bytes: number): Promise<unknown> =>
        client.query(
          `insert into public.filler select repeat(md5(random()::text), 200) from generate_series(1, ${Math.ceil(bytes / 300)})`,
        );
      for (const size of [4_000_000, 400_000, 40_000])
        for (let rounds = 0; rounds < 2000; rounds++) {
          const full = await fill(size).then(
            () => false,
            () => true,
          );
          if (full) break;
        }
      const statuses: number[] = [];
      // The last page of the table may still have room.
      for (let tries = 0; tries < 400 && !statuses.includes(507); tries++) statuses.push(await here.log());
      expect(new Set(statuses.filter((status) => status !== 200))).toEqual(new Set([507]));
      expect(await here.read()).toBe(200);
      const acknowledged = before + statuses.filter((status) => status === 200).length;
      expect(await here.entries()).toBe(acknowledged);
      await client.query('drop table public.filler');
      expect(await here.log()).toBe(200);
      expect(await here.entries()).toBe(acknowledged + 1);
      figure('R12 acknowledged writes that a full disk lost', acknowledged - (await here.entries()) + 1, 0, '');
    },
  );
});

describe('R13: the disk of the whole database is full', () => {
  test.skipIf(!canMount)(
    'the application stays up and says 503; with room and a start nothing acknowledged is lost',
    {
      timeout: 180_000,
    },
    async () => {
      const disk = smallDisk(320) ?? '';
      const dataDir = path.join(disk, 'data');
      fs.mkdirSync(dataDir, { mode: 0o755 });
      const settings = ['max_wal_size=64MB', 'restart_after_crash=off'];
      const set = await stage(dataDir, settings);
      expect(await set.log()).toBe(200);
      const balloon = path.join(disk, 'balloon');
      const { bavail, bsize } = fs.statfsSync(disk);
      fs.writeFileSync(balloon, Buffer.alloc(Math.max(0, bavail * bsize - 400_000)));
      let acknowledged = await set.entries();
      const statuses: number[] = [];
      // The journal of the database takes no more than the segment that it has begun.
      for (let tries = 0; tries < 20_000 && !statuses.some((status) => status !== 200); tries += 20) {
        const some = await Promise.all(Array.from({ length: 20 }, set.log));
        statuses.push(...some);
        acknowledged += some.filter((status) => status === 200).length;
      }
      for (let tries = 0; tries < 10; tries++) {
        statuses.push(await set.log());
        await wait(50);
      }
      expect(statuses.filter((status) => ![200, 503, 507].includes(status))).toEqual([]);
      expect(statuses.some((status) => status !== 200)).toBe(true);
      fs.rmSync(balloon);
      await set.database.stop().catch(() => undefined);
      const again = await startEmbedded(dataDir, settings);
      clear.push(() => again.stop());
      set.relay.lead(portOf(again.adminUrl));
      const up = performance.now();
      while ((await set.log()) !== 200 && performance.now() - up < 20_000) await wait(50);
      const back = performance.now() - up;
      expect(back).toBeLessThan(10_000);
      const stored = await set.entries();
      // One that was under way when the disk was full may stand and was never acknowledged.
      expect(stored).toBeGreaterThanOrEqual(acknowledged);
      const sums = await set.firm.within((tx) =>
        tx.one<{ days: number; entries: number }>(sql`
        select (select sum(seconds)::int from time.person_days where tenant_id = ${tx.tenant}) as days,
          (select sum(seconds)::int from time.entries where tenant_id = ${tx.tenant}) as entries`),
      );
      expect(sums?.days).toBe(sums?.entries);
      figure('R13 acknowledged writes that a full disk lost', Math.max(0, acknowledged - stored), 0, '', {
        beside: `${acknowledged} acknowledged`,
      });
      figure('R13 from room and a start to the first write', back / 1000, 5, 's');
    },
  );
});

describe('R14: the disk of the files is full', () => {
  test.skipIf(!canMount)(
    'an upload says so and leaves nothing behind; with room the next one is kept',
    { timeout: 60_000 },
    async () => {
      const disk = smallDisk(8) ?? '';
      const app = await withEnvironment({ TMPDIR: disk }, () => startTestApp());
      clear.push(() => app.close());
      const firm = await makeFirm(app);
      const user = await firm.user({ isSuperuser: true });
      const bytes = Buffer.from(`day;hours\n${'2026-01-05;7,5\n'.repeat(60_000)}`);
      const send = async (): Promise<number> => (await firm.upload(user, '/api/files', 'hours.csv', bytes)).status;
      const statuses: number[] = [];
      for (let number = 0; number < 20; number++) statuses.push(await send());
      expect(new Set(statuses)).toEqual(new Set([200, 507]));
      const onDisk = fs
        .readdirSync(disk, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name, parentPath }) => ({
          name,
          size: fs.statSync(path.join(parentPath, name)).size,
          file: path.join(parentPath, name),
        }));
      const rows = await firm.within((tx) =>
        tx.all<{ id: string; size: number }>(sql`select id, size::int from app.files where tenant_id = ${tx.tenant}`),
      );
      expect(onDisk.map(({ name, size }) => `${name} ${size}`).sort()).toEqual(
        rows.map(({ id, size }) => `${id} ${size}`).sort(),
      );
      for (const { file } of onDisk.slice(0, 2)) fs.rmSync(file);
      expect(await send()).toBe(200);
      figure('R14 files without a row, and rows without a file, on a full disk', Math.abs(onDisk.length - rows.length), 0, '', {
        beside: `${statuses.filter((status) => status === 507).length} of 20 uploads refused`,
      });
    },
  );
});
