import { createHmac } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/app.ts';
import { figure, inFull, times } from '../../../test/fault.ts';
import { type InvoicingWorld, invoicingWorld } from '../../../test/invoicing.ts';
import { type Worker, startWorker, until } from '../../../test/jobs.ts';
import { wantedProcesses } from '../../../test/processes.ts';
import { receiver } from '../../../test/receiver.ts';
import { allJobs } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { storeOf } from '../../server/files.ts';
import { seal } from '../../server/secrets.ts';
import { waitAfter } from '../../server/signed-post.ts';
import { sql } from '../../server/sql.ts';
import { INVOICE_ISSUED, INVOICE_PUSHED } from './jobs-kinds.ts';
import { deliver } from './push.ts';

let app: TestApp;
const workers: Worker[] = [];
beforeAll(async () => void (app = await startTestApp()));
afterAll(async () => {
  for (const worker of workers) await worker.stop();
  await app.close();
});

const year = new Date().getUTCFullYear();

/** Drafts by hand, each of one line. */
async function drafts(w: InvoicingWorld, count: number): Promise<{ id: string; version: number }[]> {
  const lines = [{ kind: 'fixed', description: 'Advice', price: 10_000 }];
  const made: { id: string; version: number }[] = [];
  for (let index = 0; index < count; index++) made.push((await w.post('invoices', { client_id: w.client, lines })).body);
  return made;
}

describe('numbers', () => {
  test('of a hundred issues at once are 1 to 100 without a gap, whatever fails between them', { timeout: 120_000 }, async () => {
    const w = await invoicingWorld(app);
    const count = times(30, 100);
    const made = await drafts(w, count);
    // Half of them twice, and some that cannot be issued: they take no number.
    const empty = (await w.post('invoices', { client_id: w.client })).body;
    const asked = [...made, ...made.filter((_, index) => index % 2 === 0), empty, empty];
    const answers = await Promise.all(asked.map(({ id, version }) => w.post(`invoices/${id}/issue`, { version })));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(count);
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    const numbers = done.map(({ body }) => body.number as string).sort();
    expect(numbers).toEqual(Array.from({ length: count }, (_, index) => `INV-${year}-${String(index + 1).padStart(4, '0')}`));
    figure('Invoices issued at once: gaps and doubles in their numbers', 0, 0, 'numbers');
  });
});

describe('the same time', () => {
  test('asked for by two at once stands on one draft; the other hears that nothing is left', { timeout: 60_000 }, async () => {
    const w = await invoicingWorld(app);
    for (let round = 0; round < times(6, 30); round++) {
      const from = new Date(Date.UTC(year - 1, 3, 1 + round)).toISOString().slice(0, 10);
      await w.log([2], { from });
      const both = await Promise.all([w.draft(), w.draft()]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
    const twice = await w.firm.within((tx) =>
      tx.all(sql`select id from invoicing.billed_time where tenant_id = ${tx.tenant} group by id having count(*) > 1`),
    );
    expect(twice).toEqual([]);
  });

  test('changed while it is billed is billed as it is, or not changed', { timeout: 60_000 }, async () => {
    const w = await invoicingWorld(app);
    for (let round = 0; round < times(6, 30); round++) {
      const from = new Date(Date.UTC(year - 1, 3, 1 + round)).toISOString().slice(0, 10);
      const [entry] = await w.log([2], { from });
      const [draft, change] = await Promise.all([
        w.draft(),
        w.firm.call(w.senior, 'PATCH', `/api/time_entries/${entry}`, { seconds: 3600 }),
      ]);
      expect([200, 409]).toContain(change.status);
      expect(draft.body.value).toBe(change.status === 200 ? 10_000 : 20_000);
    }
  });
});

describe('one draft', () => {
  test('edited, decided on, discarded and issued at once has one legal history', { timeout: 60_000 }, async () => {
    const w = await invoicingWorld(app);
    for (let round = 0; round < times(5, 30); round++) {
      const [draft] = await drafts(w, 1);
      if (!draft) throw new Error('There is no draft.');
      const { id, version } = draft;
      const answers = await Promise.all([
        w.post(`invoices/${id}/issue`, { version }),
        w.put(`invoices/${id}`, { version, note: 'Changed' }),
        w.remove(`invoices/${id}?version=${version}`),
        w.post(`invoices/${id}/issue`, { version }),
      ]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => ![200, 404, 409].includes(status))).toEqual([]);
    }
    const rows = await w.firm.within((tx) =>
      tx.all<{ places: number; last: number }>(sql`
        select (select count(*) from invoicing.documents d where d.tenant_id = s.tenant_id)::int as places, s.last
        from invoicing.series s where s.tenant_id = ${tx.tenant}`),
    );
    for (const { places, last } of rows) expect(places).toBe(last);
  });

  test('paid and credited at once is never paid or credited beyond itself', { timeout: 60_000 }, async () => {
    const w = await invoicingWorld(app);
    await w.log([10]);
    const { body } = await w.issued();
    const pay = () => w.post(`invoices/${body.id}/payments`, { version: body.version, day: body.issued_on, amount: 119_000 });
    const credit = () => w.post(`invoices/${body.id}/credit`, { version: body.version, reason: 'Twice' });
    const answers = await Promise.all([pay(), pay(), credit(), credit(), pay()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });
});

/** Of all jobs those that invoices ask for. */
const mounted = allJobs.filter(({ name }) => name.startsWith('invoicing.') || name === 'settings.notice_letter');

/** A process that works off what was asked for. */
async function work(dataDir: string): Promise<Worker> {
  const worker = await startWorker(app, mounted, { dataDir, config: { dataDir } });
  workers.push(worker);
  return worker;
}

/** One attempt at a delivery, as the job makes it: the next one waits for longer than a test. */
function attemptsOf(w: InvoicingWorld, dataDir: string, allow: string[]) {
  const config = { ...readConfig({ CADRE_DATA: dataDir }), outboundAllow: allow };
  const log = { info: () => undefined, error: () => undefined };
  const visit = { config, files: storeOf(config), log, mail: undefined as never, global: async () => [] };
  return (invoice: string) => deliver({ invoice }, visit, (task) => w.firm.within(task));
}

const folder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-invoices-'));

describe('a stop between the number and the paper', () => {
  test('loses nothing: the paper is there when it is asked for, and the next process keeps it once', {
    timeout: 60_000,
  }, async () => {
    const w = await invoicingWorld(app);
    await w.log([10]);
    // Nobody works off jobs: the process that issued it is gone.
    const { body } = await w.issued();
    expect(body.has_files).toBe(false);
    const now = await w.get(`invoices/${body.id}/pdf`);
    expect(now.status).toBe(200);
    expect(now.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const worker = await work(folder());
    await worker.finish(INVOICE_ISSUED, w.firm.tenant, { invoice: body.id });
    await worker.finish(INVOICE_ISSUED, w.firm.tenant, { invoice: body.id });
    const after = (await w.get(`invoices/${body.id}`)).body;
    expect(after.has_files).toBe(true);
    expect(after.history.filter(({ action }: { action: string }) => action === 'rendered')).toHaveLength(1);
    await worker.stop();
  });
});

// The errand is the test's own process's, and so are its files.
describe.skipIf(wantedProcesses > 0)('a push', () => {
  test('reaches a signed receiver once, however often it is asked for, and waits while the receiver is down', {
    timeout: 60_000,
  }, async () => {
    const w = await invoicingWorld(app);
    const far = await receiver();
    await w.log([10]);
    const { body } = await w.issued();
    const push = async () => (await w.post('invoices/push', { ids: [body.id] })).body.results[0];
    expect(await push()).toMatchObject({ asked: false });
    const dataDir = folder();
    expect((await w.put('invoice_connector', { kind: 'webhook', address: 'http://10.0.0.1/' }, w.boss)).status).toBe(422);
    // The address of this test is no public one: the operator trusts it, as `outboundAllow` of the worker says.
    await w.firm.within(async (tx) => {
      const secret = seal({ secretKeys: [], dataDir }, 'key of the test', `invoicing.connectors ${tx.tenant}`);
      await tx.write.insert('invoicing.connectors', [{ kind: 'webhook', address: `${far.address}/in`, secret }]);
    });
    const attempt = attemptsOf(w, dataDir, [far.address]);
    // The receiver is down: every attempt fails and waits for longer.
    far.state.status = 503;
    expect(await push()).toMatchObject({ asked: true });
    expect(await push()).toMatchObject({ asked: false });
    for (let index = 0; index < 3; index++) await attempt(body.id);
    const down = (await w.get(`invoices/${body.id}`)).body;
    expect(down).toMatchObject({ push: 'waiting', push_error: 'The receiver answered 503.' });
    far.state.status = 200;
    await attempt(body.id);
    expect((await w.get(`invoices/${body.id}`)).body).toMatchObject({ push: 'pushed', pushed_by: expect.any(String) });
    const calls = far.state.calls;
    await attempt(body.id);
    expect(far.state.calls).toBe(calls);
    expect(await push()).toMatchObject({ asked: false });
    const [delivery] = [...far.state.taken.values()];
    expect([...far.state.taken.keys()]).toEqual([body.id]);
    const expected = createHmac('sha256', 'key of the test').update(`${delivery?.at}.${delivery?.body}`).digest('hex');
    expect(delivery?.signature).toBe(`v1=${expected}`);
    const sent = JSON.parse(delivery?.body ?? '{}');
    expect(sent).toMatchObject({ event: 'invoice.issued', number: body.number, gross: body.gross });
    expect(sent.xml).toContain(body.number);
    await far.close();
  });

  test('meets a receiver that answers 500, too much, or never: it is told within seconds, and nobody else waits for it', {
    timeout: 60_000,
  }, async () => {
    const w = await invoicingWorld(app);
    const [bad, good] = [await receiver(), await receiver()];
    const dataDir = folder();
    const connect = (address: string) =>
      w.firm.within(async (tx) => {
        const secret = seal({ secretKeys: [], dataDir }, 'key', `invoicing.connectors ${tx.tenant}`);
        const [before] = await tx.all<{ id: string; version: number }>(
          sql`select * from invoicing.connectors where tenant_id = ${tx.tenant}`,
        );
        if (before) await tx.write.update('invoicing.connectors', [{ before, set: { address, secret } }]);
        else await tx.write.insert('invoicing.connectors', [{ kind: 'webhook', address, secret }]);
      });
    const attempt = attemptsOf(w, dataDir, [bad.address, good.address]);
    await w.log([10]);
    const { body } = await w.issued();
    await connect(bad.address);
    await w.post('invoices/push', { ids: [body.id] });
    const errorOf = async () => (await w.get(`invoices/${body.id}`)).body.push_error as string;
    for (const mode of ['500', 'flood', ...(inFull ? ['never'] : [])] as const) {
      bad.state.mode = mode;
      const start = performance.now();
      await attempt(body.id);
      const seconds = (performance.now() - start) / 1000;
      expect(seconds).toBeLessThan(8);
      expect(await errorOf(), mode).not.toBe('');
      figure(
        `R18 a receiver that ${mode === 'never' ? 'never answers' : `answers ${mode}`}: seconds until it is told`,
        seconds,
        6,
        's',
      );
    }
    await connect(good.address);
    await attempt(body.id);
    expect((await w.get(`invoices/${body.id}`)).body.push).toBe('pushed');
    await Promise.all([bad.close(), good.close()]);
  });

  test('that fails for hours is given up, told, and tried anew when somebody asks', { timeout: 60_000 }, async () => {
    const waits = Array.from({ length: 8 }, (_, index) => waitAfter(index + 1) ?? 0);
    expect(waits.reduce((all, wait) => all + wait, 0)).toBeGreaterThan(3600);
    expect(waitAfter(9)).toBeUndefined();
    const w = await invoicingWorld(app);
    await w.log([10]);
    const { body } = await w.issued();
    const dataDir = folder();
    await w.put('invoice_connector', { kind: 'webhook', address: 'https://accounting.invalid/in' }, w.boss);
    await w.post('invoices/push', { ids: [body.id] });
    const attempt = attemptsOf(w, dataDir, []);
    for (let index = 0; index < 9; index++) await attempt(body.id);
    const failed = (await w.get(`invoices/${body.id}`)).body;
    expect(failed).toMatchObject({ push: 'failed', may: { push: true } });
    const notices = (await w.get('notifications')).body as { title: string }[];
    expect(notices.some(({ title }) => title.includes(body.number))).toBe(true);
    // The attempts above went past the queue, where what was asked for first still waits.
    await app.host.db.streams.query(`delete from jobs.job where name = $1 and (data ->> 'tenant')::int = $2`, [
      INVOICE_PUSHED.name,
      w.firm.tenant,
    ]);
    // A folder takes it, once: the same files in the same place.
    await w.put('invoice_connector', { kind: 'folder' }, w.boss);
    expect((await w.post('invoices/push', { ids: [body.id] })).body.results[0]).toMatchObject({ asked: true });
    const worker = await work(dataDir);
    await until('the folder has it', async () => (await w.get(`invoices/${body.id}`)).body.push === 'pushed');
    const names = fs.readdirSync(path.join(dataDir, 'invoices', String(w.firm.tenant))).sort();
    expect(names).toEqual(['json', 'pdf', 'xml'].map((ending) => `${body.number}.${ending}`));
    await worker.stop();
  });
});
