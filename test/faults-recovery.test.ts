import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { type Database, startEmbedded } from '../src/server/database.ts';
import { migrate } from '../src/server/migrate.ts';
import { sql } from '../src/server/sql.ts';
import { withTenant } from '../src/server/tx.ts';
import { makeFirm, startTestApp } from './app.ts';
import { figure, inFull } from './fault.ts';

/** A point in time comes back, as `docs/operations.md` says how: a copy of the base, the journal since, and the moment (R26). */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-recovery-'));
fs.chmodSync(folder, 0o755);
const running: Database[] = [];
afterAll(async () => {
  for (const database of running) await database.stop().catch(() => undefined);
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Owner and rights of everything below a folder as those of another. */
function ownLike(target: string, like: string): void {
  const { uid, gid } = fs.statSync(like);
  for (const entry of [
    target,
    ...fs.readdirSync(target, { recursive: true, encoding: 'utf8' }).map((name) => path.join(target, name)),
  ])
    fs.lchownSync(entry, uid, gid);
}

const connected = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const SUMS = `select (select count(*)::int from time.entries) as entries, (select coalesce(sum(seconds), 0)::int from time.entries) as seconds,
  (select coalesce(sum(seconds), 0)::int from time.person_days) as days, (select count(*)::int from app.audit_changes) as changes`;

describe('R26: a point in time', () => {
  test.skipIf(!inFull)(
    'comes back exactly: what was deleted later is there, what was written later is not',
    { timeout: 180_000 },
    async () => {
      const begun = performance.now();
      const [live, back, journal] = ['live', 'back', 'journal'].map((name) => path.join(folder, name)) as [
        string,
        string,
        string,
      ];
      for (const place of [live, back, journal]) fs.mkdirSync(place, { mode: 0o777 });
      fs.chmodSync(journal, 0o777);
      const archiving = ['wal_level=replica', 'archive_mode=on', `archive_command=cp %p ${journal}/%f`];
      const database = await startEmbedded(live, archiving);
      running.push(database);
      await migrate(database.adminUrl);
      const app = await startTestApp(database.adminUrl);
      const firm = await makeFirm(app);
      const user = await firm.user();
      const task = await firm.within((tx) =>
        tx.one<{ id: string }>(sql`select id from settings.task_types where tenant_id = ${tx.tenant} limit 1`),
      );
      const log = (month: number): Promise<unknown> =>
        withTenant(app.host, { tenant: firm.tenant, userId: user.id }, (tx) =>
          tx.write.insert(
            'time.entries',
            Array.from({ length: 28 }, (_, index) => ({
              user_id: user.id,
              task_type_id: task?.id,
              day: `2025-${String(month).padStart(2, '0')}-${String(index + 1).padStart(2, '0')}`,
              seconds: 60 * month,
              chargeable: false,
            })),
          ),
        );
      await log(1);

      // A copy of the base while people work: between its beginning and its end, from one session.
      await connected(database.adminUrl, async (client) => {
        await client.query(`select pg_backup_start('base', true)`);
        fs.cpSync(path.join(live, 'database'), path.join(back, 'database'), {
          recursive: true,
          filter: (file) => !/postmaster\.(pid|opts)$/.test(file) && !/pg_wal\/./.test(file.slice(live.length)),
        });
        await log(2);
        const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
        fs.writeFileSync(path.join(back, 'database/backup_label'), rows[0]?.labelfile ?? '');
      });
      fs.copyFileSync(path.join(live, 'database.key'), path.join(back, 'database.key'));
      await log(3);
      const then = await connected(
        database.adminUrl,
        async (client) => (await client.query(SUMS)).rows[0] as Record<string, number>,
      );
      await wait(50);
      const moment = await connected(
        database.adminUrl,
        async (client) => (await client.query<{ now: string }>('select clock_timestamp()::text as now')).rows[0]?.now ?? '',
      );
      await wait(50);
      await log(4);
      await connected(database.adminUrl, async (client) => {
        await client.query('delete from time.entries');
        await client.query('select pg_switch_wal()');
        for (let tries = 0; tries < 200; tries++) {
          const { rows } = await client.query<{ last: string | null; failed: number }>(
            'select last_archived_wal as last, failed_count::int as failed from pg_stat_archiver',
          );
          if (rows[0]?.last && tries > 20) break;
          await wait(50);
        }
      });
      await app.close();
      await database.stop();

      const restored = path.join(back, 'database');
      fs.writeFileSync(path.join(restored, 'recovery.signal'), '');
      ownLike(restored, path.join(live, 'database'));
      fs.chmodSync(restored, 0o700);
      const again = await startEmbedded(back, [
        ...archiving.slice(0, 1),
        `restore_command=cp ${journal}/%f %p`,
        `recovery_target_time=${moment}`,
        'recovery_target_action=promote',
      ]);
      running.push(again);
      const isBack = (): Promise<boolean> =>
        connected(again.adminUrl, async (client) => {
          const { rows } = await client.query<{ on: boolean }>('select pg_is_in_recovery() as on');
          return rows[0]?.on === false;
        }).catch(() => false);
      for (let tries = 0; tries < 400 && !(await isBack()); tries++) await wait(50);
      const now = await connected(again.adminUrl, async (client) => (await client.query(SUMS)).rows[0] as Record<string, number>);
      expect(now).toEqual(then);
      expect(now['entries']).toBe(84);
      expect(now['days']).toBe(now['seconds']);
      // It takes writes again, and nothing waits to be migrated.
      expect(await migrate(again.adminUrl)).toEqual([]);
      figure('R26 rows that differ from those of the moment', (then['entries'] ?? 0) - (now['entries'] ?? 0), 0, '', {
        beside: `${Math.round((performance.now() - begun) / 1000)} s for the whole cycle`,
      });
    },
  );
});
