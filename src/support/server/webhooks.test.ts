import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { type Worker, startWorker, until } from '../../../test/jobs.ts';
import { receiver } from '../../../test/receiver.ts';
import { newId } from '../../kit/ids.ts';
import { readConfig } from '../../server/config.ts';
import { seal } from '../../server/secrets.ts';
import { waitAfter } from '../../server/signed-post.ts';
import { sql } from '../../server/sql.ts';
import { deliverOne, placeOf, webhookJobs } from './deliveries.ts';

let app: TestApp;
const workers: Worker[] = [];
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-webhooks-'));
beforeAll(async () => void (app = await startTestApp()));
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await app.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const ADDRESS = 'https://hooks.example/in';
const admin = (firm: TestFirm): Promise<TestUser> => firm.user({ isSuperuser: true, grade: 'Partner', category: 'hr' });

/** A webhook at a receiver of this machine, which the API refuses: the operator of the test trusts it. */
async function hookAt(firm: TestFirm, address: string, topics: string[], key = 'key of the test'): Promise<string> {
  const id = newId();
  await firm.within((tx) =>
    tx.write.insert('support.webhooks', [
      { id, address, topics, secret: seal({ secretKeys: [], dataDir }, key, placeOf(tx.tenant)) },
    ]),
  );
  return id;
}

/** One attempt at everything that waits, as the job makes it. */
async function attempt(firm: TestFirm, webhook: string, allow: string[]): Promise<void> {
  const config = { ...readConfig({ CADRE_DATA: dataDir }), outboundAllow: allow };
  const rows = await firm.within((tx) =>
    tx.all<{ id: string }>(sql`
      select id from support.deliveries where tenant_id = ${tx.tenant} and webhook_id = ${webhook} and state = 'waiting'`),
  );
  for (const { id } of rows) await deliverOne({ delivery: id }, { config }, (work) => firm.within(work));
}

interface Told {
  state: string;
  topic: string;
  attempts: number;
  error: string;
  body: string;
  id: string;
}
const toldTo = async (firm: TestFirm, user: TestUser, webhook: string): Promise<Told[]> =>
  (await firm.call(user, 'GET', `/api/webhooks/${webhook}/deliveries`)).body as Told[];

describe('webhooks of a firm', () => {
  test('are the administrators’; the key is told once and kept sealed; an address of the own network is refused', async () => {
    const firm = await makeFirm(app);
    const [boss, user] = [await admin(firm), await firm.user({ grade: 'Partner', category: 'hr' })];
    const wanted = { address: ADDRESS, topics: ['time', 'leave'] };
    expect((await firm.call(user, 'POST', '/api/webhooks', wanted)).status).toBe(403);
    expect((await firm.call(user, 'GET', '/api/webhooks')).status).toBe(403);
    for (const address of [
      'http://hooks.example/in',
      'https://user:pass@hooks.example/',
      'not an address',
      'ftp://hooks.example',
    ])
      expect((await firm.call(boss, 'POST', '/api/webhooks', { ...wanted, address })).body, address).toMatchObject({
        errors: [{ path: 'address' }],
      });
    const made = await firm.call(boss, 'POST', '/api/webhooks', wanted);
    const { id, signing_key: key, version } = made.body as { id: string; signing_key: string; version: number };
    expect(key.length).toBeGreaterThan(40);
    const listed = await firm.call(boss, 'GET', '/api/webhooks');
    expect(listed.body).toMatchObject({
      rows: [{ ...wanted, topics: ['leave', 'time'], waiting: 0, failed: 0, delivered_at: null }],
    });
    expect(JSON.stringify(listed.body)).not.toContain(key);
    const stored = await firm.within((tx) =>
      tx.one<{ secret: string }>(sql`select secret from support.webhooks where tenant_id = ${tx.tenant}`),
    );
    expect(stored?.secret).not.toContain(key);

    const paused = await firm.call(boss, 'PATCH', `/api/webhooks/${id}`, { is_active: false, version });
    expect(paused.body).toMatchObject({ is_active: false, signing_key: null });
    expect((await firm.call(boss, 'PATCH', `/api/webhooks/${id}`, { is_active: true, version })).status).toBe(409);
    const moved = await firm.call(boss, 'PATCH', `/api/webhooks/${id}`, { address: 'https://elsewhere.example/' });
    expect((moved.body as { signing_key: string }).signing_key).not.toBe(key);
    const other = await makeFirm(app);
    expect((await other.call(await admin(other), 'DELETE', `/api/webhooks/${id}`)).status).toBe(404);
    expect((await firm.call(boss, 'DELETE', `/api/webhooks/${id}`)).body).toEqual({ success: true });
  });

  test('hear of time, bookings, leave and projects with the commit that changed them, and of nothing else', async () => {
    const firm = await makeFirm(app);
    const boss = await admin(firm);
    const user = await firm.user({ grade: 'Manager' });
    const far = await receiver();
    const all = await hookAt(firm, `${far.address}/all`, ['time', 'bookings', 'leave', 'projects']);
    const some = await hookAt(firm, `${far.address}/some`, ['projects']);
    const project = await firm.call(boss, 'POST', '/api/projects/create', { code: 'W-1', name: 'Walls', chargeable: false });
    expect(project.status, JSON.stringify(project.body)).toBe(200);
    const projectId = (project.body as { id: string }).id;
    const entry = { day: '2026-03-03', seconds: 3600, project_id: projectId };
    const logged = await firm.call(user, 'POST', '/api/time_entries', entry);
    expect(logged.status, JSON.stringify(logged.body)).toBe(200);
    // What is refused is not told: it never was.
    expect((await firm.call(user, 'POST', '/api/time_entries', { ...entry, seconds: 90_000 })).status).toBe(422);
    const told = await toldTo(firm, boss, all);
    expect(told.map(({ topic }) => topic).sort()).toEqual(['projects', 'time']);
    expect((await toldTo(firm, boss, some)).map(({ topic }) => topic)).toEqual(['projects']);
    const body = JSON.parse(told.find(({ topic }) => topic === 'time')?.body ?? '{}');
    expect(body).toMatchObject({
      event: 'time.changed',
      changes: [{ action: 'created', after: { user_id: user.id, day: '2026-03-03', seconds: 3600, project_id: projectId } }],
    });
    expect(JSON.stringify(body)).not.toContain('comment');

    await attempt(firm, all, [far.address]);
    expect(far.state.taken.size).toBe(2);
    for (const { body: sent, signature, at } of far.state.taken.values())
      expect(signature).toBe(`v1=${createHmac('sha256', 'key of the test').update(`${at}.${sent}`).digest('hex')}`);
    expect((await toldTo(firm, boss, all)).map(({ state }) => state)).toEqual(['delivered', 'delivered']);
    await far.close();
  });

  test('get a large change in portions, and nothing twice', async () => {
    const firm = await makeFirm(app);
    const boss = await admin(firm);
    const far = await receiver();
    const hook = await hookAt(firm, far.address, ['time']);
    const user = await firm.user();
    const day = (index: number): string => new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10);
    await firm.within(async (tx) => {
      const task = await tx.one<{ id: string }>(sql`select id from settings.task_types where tenant_id = ${tx.tenant} limit 1`);
      await tx.write.insert(
        'time.entries',
        Array.from({ length: 450 }, (_, index) => ({
          user_id: user.id,
          day: day(index),
          task_type_id: task?.id,
          seconds: 60,
          chargeable: false,
        })),
      );
    });
    await attempt(firm, hook, [far.address]);
    await attempt(firm, hook, [far.address]);
    const ids = [...far.state.taken.values()].flatMap(({ body }) => (JSON.parse(body) as { changes: { id: string }[] }).changes);
    expect(far.state.calls).toBe(3);
    expect(new Set(ids.map(({ id }) => id)).size).toBe(450);
    expect((await toldTo(firm, boss, hook)).every(({ state }) => state === 'delivered')).toBe(true);
    await far.close();
  });

  test('that cannot be reached are tried for hours, then given up, told, and tried anew when somebody asks', async () => {
    const firm = await makeFirm(app);
    const boss = await admin(firm);
    const far = await receiver();
    const hook = await hookAt(firm, far.address, ['time']);
    far.state.status = 503;
    expect((await firm.call(boss, 'POST', `/api/webhooks/${hook}/test`)).status).toBe(200);
    const [first] = await toldTo(firm, boss, hook);
    expect((await firm.call(boss, 'POST', `/api/webhook_deliveries/${first?.id}/retry`)).status).toBe(409);
    for (let tries = 1; tries <= 9; tries++) {
      expect(waitAfter(tries) === undefined).toBe(tries === 9);
      await attempt(firm, hook, [far.address]);
    }
    expect(await toldTo(firm, boss, hook)).toMatchObject([
      { topic: 'test', state: 'failed', attempts: 9, error: 'The receiver answered 503.' },
    ]);
    const notices = (await firm.call(boss, 'GET', '/api/notifications')).body as { title: string }[];
    expect(notices.some(({ title }) => title.includes(new URL(far.address).host))).toBe(true);
    far.state.status = 200;
    expect((await firm.call(boss, 'POST', `/api/webhook_deliveries/${first?.id}/retry`)).status).toBe(200);
    await attempt(firm, hook, [far.address]);
    expect(await toldTo(firm, boss, hook)).toMatchObject([{ state: 'delivered', error: '' }]);
    await far.close();
  });

  test('that are off keep what waits; on again they get it, by the worker', { timeout: 60_000 }, async () => {
    const firm = await makeFirm(app);
    const boss = await admin(firm);
    const far = await receiver();
    const hook = await hookAt(firm, far.address, ['time']);
    await firm.call(boss, 'POST', `/api/webhooks/${hook}/test`);
    await firm.call(boss, 'PATCH', `/api/webhooks/${hook}`, { is_active: false });
    await attempt(firm, hook, [far.address]);
    expect(await toldTo(firm, boss, hook)).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    const worker = await startWorker(app, webhookJobs, { dataDir, config: { dataDir, outboundAllow: [far.address] } });
    workers.push(worker);
    await firm.call(boss, 'PATCH', `/api/webhooks/${hook}`, { is_active: true });
    await until('it arrived', async () => (await toldTo(firm, boss, hook))[0]?.state === 'delivered');
    expect(far.state.taken.size).toBe(1);
    await far.close();
  });
});
