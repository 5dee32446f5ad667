import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type TestApp, type TestFirm, makeFirm, startTestApp } from '../../../test/app.ts';
import { type Worker, startWorker, until } from '../../../test/jobs.ts';
import { forTheHouse } from '../../server/jobs.ts';
import { accessJobs } from './jobs.ts';

let app: TestApp;
let firm: TestFirm;
let owner: pg.Client;
let worker: Worker | undefined;

beforeAll(async () => {
  app = await startTestApp();
  firm = await makeFirm(app);
  owner = new pg.Client({ connectionString: inject('adminUrl') });
  await owner.connect();
});
afterAll(async () => {
  await worker?.stop();
  await owner.end();
  await app.close();
});

test('sessions that ended by time and old failures of sign-in are cleared; others stay', async () => {
  const [old, idle, live] = [await firm.user(), await firm.user(), await firm.user()];
  await owner.query(`update access.sessions set expires_at = now() - interval '1 second' where user_id = $1`, [old.id]);
  await owner.query(`update access.sessions set last_seen_at = now() - interval '3 hours' where user_id = $1`, [idle.id]);
  await owner.query(
    `insert into access.throttle (key, failures, since, last)
     values ($1 || ':old', 3, now() - interval '3 days', now() - interval '2 days'), ($1 || ':new', 3, now() - interval '3 days', now())`,
    [firm.slug],
  );
  // The same work, also due at once.
  worker = await startWorker(
    app,
    accessJobs.map((job) =>
      'house' in job.run ? forTheHouse(job.name, { cron: job.cron ?? '', atStart: true }, job.run.house) : job,
    ),
  );
  const left = async (): Promise<string[]> =>
    (await owner.query<{ user_id: string }>('select user_id from access.sessions where tenant_id = $1', [firm.tenant])).rows.map(
      (row) => row.user_id,
    );
  await until('the ended ones are gone', async () => (await left()).length === 1);
  expect(await left()).toEqual([live.id]);
  const { rows } = await owner.query(`select key from access.throttle where key like $1 || ':%'`, [firm.slug]);
  expect(rows).toEqual([{ key: `${firm.slug}:new` }]);
  expect((await firm.call(live, 'GET', '/api/users/me')).status).toBe(200);
});
