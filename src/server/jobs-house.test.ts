import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../test/app.ts';
import { type Worker, startWorker } from '../../test/jobs.ts';
import { newId } from '../kit/ids.ts';
import { keyOf, storeFile, storeOf } from './files.ts';
import { houseJobs } from './jobs-house.ts';
import { jobKind } from './jobs.ts';
import { sql } from './sql.ts';

const DAY_MS = 86_400_000;
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-house-'));
const place = { dataDir, s3: undefined };
let app: TestApp;
let firm: TestFirm;
let other: TestFirm;
let user: TestUser;
let owner: pg.Client;
let worker: Worker;

beforeAll(async () => {
  app = await startTestApp();
  firm = await makeFirm(app);
  other = await makeFirm(app);
  user = await firm.user();
  owner = new pg.Client({ connectionString: inject('adminUrl') });
  await owner.connect();
  worker = await startWorker(app, houseJobs, { dataDir });
});
afterAll(async () => {
  await worker.stop();
  await owner.end();
  await app.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** An id as it was made two days ago. */
function oldId(): string {
  const made = (Date.now() - 2 * DAY_MS).toString(16).padStart(12, '0');
  return `${made.slice(0, 8)}-${made.slice(8)}${newId().slice(13)}`;
}

async function bytesOf(tenant: number): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storeOf(place).list(String(tenant))) keys.push(key);
  return keys.sort();
}

test('answers kept for repeated creates are forgotten after two days', async () => {
  const tasks = (await firm.call(user, 'GET', '/api/time_entries/choices')).body.task_types as { id: string }[];
  const create = (key: string) =>
    firm.call(
      user,
      'POST',
      '/api/time_entries',
      { day: '2026-03-02', task_type_id: tasks[0]?.id, seconds: 60 },
      { 'idempotency-key': key },
    );
  expect((await create('old')).status).toBe(200);
  expect((await create('new')).status).toBe(200);
  await owner.query(`update app.idempotency set created_at = now() - interval '49 hours' where tenant_id = $1 and key = 'old'`, [
    firm.tenant,
  ]);
  await worker.finish(jobKind('app.forget_keys'), firm.tenant);
  const { rows } = await owner.query('select key from app.idempotency where tenant_id = $1', [firm.tenant]);
  expect(rows).toEqual([{ key: 'new' }]);
});

test('uploads of last week that nothing refers to are cleared with their bytes; what is referred to, young or another firm’s stays', async () => {
  const store = async (into: TestFirm, name: string): Promise<string> =>
    (
      await into.within(
        (tx) => storeFile(tx, place, user.id, { name, media_type: 'text/csv', bytes: Buffer.from(name) }),
        user.id,
      )
    ).id;
  const [stale, kept, young, theirs] = [
    await store(firm, 'stale'),
    await store(firm, 'kept'),
    await store(firm, 'young'),
    await store(other, 'theirs'),
  ];
  await owner.query(`update app.files set created_at = now() - interval '8 days' where id = any($1)`, [[stale, kept, theirs]]);
  const lost = keyOf(firm.tenant, oldId());
  const fresh = keyOf(firm.tenant, newId());
  for (const key of [lost, fresh, keyOf(other.tenant, oldId())]) await storeOf(place).put(key, Buffer.from('x'));
  const theirBytes = await bytesOf(other.tenant);
  // A room that keeps a file refers to it by a foreign key.
  await owner.query(`create table app.test_pictures (tenant_id int not null, id uuid not null, file_id uuid not null, primary key (tenant_id, id),
    foreign key (tenant_id, file_id) references app.files (tenant_id, id))`);
  await owner.query('grant select on app.test_pictures to cadre_app');
  try {
    await owner.query('insert into app.test_pictures values ($1, $2, $3)', [firm.tenant, newId(), kept]);
    await worker.finish(jobKind('app.clear_files'), firm.tenant);
  } finally {
    await owner.query('drop table app.test_pictures');
  }
  const rows = await firm.within((tx) => tx.all<{ id: string }>(sql`select id from app.files where tenant_id = ${tx.tenant}`));
  expect(rows.map((row) => row.id).sort()).toEqual([kept, young].sort());
  expect(await bytesOf(firm.tenant)).toEqual([keyOf(firm.tenant, kept), keyOf(firm.tenant, young), fresh].sort());
  expect(await bytesOf(other.tenant)).toEqual(theirBytes);
  expect(worker.lines).toMatchObject([{ level: 'info', fields: { tenant: firm.tenant, unused: 1, lost: 1 } }]);
  const removed = await owner.query(
    `select entity_id from app.audit_changes where tenant_id = $1 and entity = 'app.files' and action = 'delete'`,
    [firm.tenant],
  );
  expect(removed.rows).toEqual([{ entity_id: stale }]);
});
