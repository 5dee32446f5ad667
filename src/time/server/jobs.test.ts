import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { type Worker, startWorker } from '../../../test/jobs.ts';
import { jobKind } from '../../server/jobs.ts';
import { timeJobs } from './jobs.ts';

const proof = jobKind('time.prove_sums');
let app: TestApp;
let firm: TestFirm;
let user: TestUser;
let owner: pg.Client;
let worker: Worker;
let internal: string;
const project = '01900000-0000-7000-8000-00000000aaaa';

beforeAll(async () => {
  app = await startTestApp();
  firm = await makeFirm(app);
  user = await firm.user();
  owner = new pg.Client({ connectionString: inject('adminUrl') });
  await owner.connect();
  worker = await startWorker(app, timeJobs);
  await firm.within((tx) =>
    tx.write.insert('clients.projects', [{ id: project, code: 'P', name: 'P', chargeable: true, currency: 'EUR' }]),
  );
  const tasks = await firm.call(user, 'GET', '/api/time_entries/choices');
  internal = tasks.body.task_types.find((type: { chargeable: boolean }) => !type.chargeable).id as string;
});
afterAll(async () => {
  await worker.stop();
  await owner.end();
  await app.close();
});

test('sums that follow entries made, moved, turned over and removed raise nothing', async () => {
  const call = async (method: string, url: string, body?: object): Promise<{ id: string }[]> => {
    const answer = await firm.call(user, method, url, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const made = await Promise.all(
    [
      { day: '2026-03-02', project_id: project, seconds: 7200 },
      { day: '2026-03-02', task_type_id: internal, seconds: 1800 },
      { day: '2026-03-31', project_id: project, seconds: 600, chargeable: false },
      { day: '2026-04-01', project_id: project, seconds: 900 },
      { day: '2026-05-04', project_id: project, seconds: 900 },
    ].map(async (entry) => (await call('POST', '/api/time_entries', entry))[0]?.id),
  );
  await call('PATCH', `/api/time_entries/${made[0]}`, { day: '2026-02-27' });
  await call('PATCH', `/api/time_entries/${made[3]}`, { project_id: null, task_type_id: internal });
  await call('DELETE', `/api/time_entries/${made[4]}`);
  await worker.finish(proof, firm.tenant);
  expect(worker.lines).toEqual([]);
});

/** A fault planted past the gateway, and what the proof says of it. */
const faults: [fault: string, table: string, day: string, kept: object, real: object][] = [
  [
    `update time.person_days set seconds = seconds + 60 where tenant_id = $1 and day = '2026-02-27'`,
    'time.person_days',
    '2026-02-27',
    { seconds: 7260, chargeable: 7200, entries: 1 },
    { seconds: 7200, chargeable: 7200, entries: 1 },
  ],
  [
    `delete from time.person_days where tenant_id = $1 and day = '2026-04-01'`,
    'time.person_days',
    '2026-04-01',
    { seconds: 0, chargeable: 0, entries: 0 },
    { seconds: 900, chargeable: 0, entries: 1 },
  ],
  [
    `update time.months set chargeable = true, country = 'XX' where tenant_id = $1 and month = '2026-03-01' and project_id = '${project}' and seconds > 0`,
    'time.months',
    '2026-03-01',
    { seconds: 600, chargeable: 600, entries: 1 },
    { seconds: 600, chargeable: 0, entries: 1 },
  ],
  [
    `update time.months set entry_count = entry_count + 1 where tenant_id = $1 and month = '2026-04-01' and seconds > 0`,
    'time.months',
    '2026-04-01',
    { seconds: 900, chargeable: 0, entries: 2 },
    { seconds: 900, chargeable: 0, entries: 1 },
  ],
  [
    `update time.person_months set seconds = seconds - 60 where tenant_id = $1 and month = '2026-04-01' and seconds > 0`,
    'time.person_months',
    '2026-04-01',
    { seconds: 840, chargeable: 0, entries: 0 },
    { seconds: 900, chargeable: 0, entries: 0 },
  ],
];

test.each(faults)('a difference is an error that names firm, person and day: %s', async (fault, table, day, kept, real) => {
  worker.lines.length = 0;
  const before = await owner.query('select * from time.person_days where tenant_id = $1', [firm.tenant]);
  const months = await owner.query('select * from time.months where tenant_id = $1', [firm.tenant]);
  const people = await owner.query('select * from time.person_months where tenant_id = $1', [firm.tenant]);
  expect((await owner.query(fault, [firm.tenant])).rowCount).toBe(1);
  try {
    await worker.finish(proof, firm.tenant);
    expect(worker.lines).toEqual([
      {
        level: 'error',
        text: `${table} is not the sum of the entries`,
        fields: { tenant: firm.tenant, table, user_id: user.id, day, kept, real },
      },
    ]);
  } finally {
    for (const [name, { rows }] of [
      ['time.person_days', before],
      ['time.months', months],
      ['time.person_months', people],
    ] as const) {
      await owner.query(`delete from ${name} where tenant_id = $1`, [firm.tenant]);
      await owner.query(`insert into ${name} select * from json_populate_recordset(null::"time".${name.slice(5)}, $1::json)`, [
        JSON.stringify(rows),
      ]);
    }
  }
  worker.lines.length = 0;
  await worker.finish(proof, firm.tenant);
  expect(worker.lines).toEqual([]);
});
