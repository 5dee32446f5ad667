import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, startTestApp } from '../../../test/app.ts';
import { type InvoicingWorld, invoicingWorld } from '../../../test/invoicing.ts';
import { firmDay } from '../../../test/today.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const today = firmDay();
const year = Number(today.slice(0, 4));
const ok = (answer: Answer): Answer => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
};
const pathsOf = (answer: Answer): string[] => (answer.body.errors ?? []).map((error: { path: string }) => error.path);

/** 4.70 hours of the Senior and 5.30 of the Manager: 470.00 and 1,060.00 of work in progress. */
async function worked(): Promise<InvoicingWorld> {
  const w = await invoicingWorld(app);
  await w.log([4, 0.7]);
  await w.log([5.3], { user: w.manager.id });
  return w;
}

const keyOf = async (w: InvoicingWorld, name: string): Promise<string> =>
  (await w.get(`invoices/unbilled_time?project_id=${w.project}`)).body.lines.find(
    (line: { description: string }) => line.description === name,
  ).key;

const ask = async (w: InvoicingWorld, more: object = {}): Promise<Answer> =>
  w.post('write_offs', {
    project_id: w.project,
    until: today,
    reason: 'Learning on the job',
    ...('keys' in more ? {} : { keys: [await keyOf(w, 'Ana Silva')] }),
    ...more,
  });

const names = async (w: InvoicingWorld): Promise<string[]> =>
  (await w.get(`invoices/unbilled_time?project_id=${w.project}`)).body.lines.map(
    ({ description }: { description: string }) => description,
  );

const wip = async (w: InvoicingWorld) =>
  (await w.get(`invoices/wip?project_id=${w.project}&from=${year}-01-01&to=${today}`)).body;

const unbilled = async (w: InvoicingWorld) => (await w.post('invoices/unbilled', { projects: [w.project] })).body[0];

describe('work in progress is written off without an invoice', () => {
  test('with a reason, and once somebody else agrees it leaves work in progress, its ages and recovery', async () => {
    const w = await worked();
    const asked = ok(await ask(w)).body;
    expect(asked).toMatchObject({
      state: 'waiting',
      seconds: 16_920,
      value: 47_000,
      standard: 56_400,
      standing: 153_000,
      tier: 'Partner',
      period_from: `${year - 1}-03-02`,
      period_to: `${year - 1}-03-03`,
      people: [{ user: 'Ana Silva', seconds: 16_920, value: 47_000 }],
      may: { decide: false, withdraw: true, take_back: false },
    });
    // It stands until somebody agrees, but on nothing else.
    expect(await wip(w)).toEqual({
      currency: 'EUR',
      open: 153_000,
      time: 0,
      billed: 0,
      written_off: 0,
      written_up: 0,
      close: 153_000,
    });
    expect(await unbilled(w)).toMatchObject({ value: 106_000, waiting_off: 47_000 });
    expect(
      ok(
        await w.post(`write_offs/${asked.id}/decide`, { version: asked.version, decision: 'approved', note: 'Fair.' }, w.partner),
      ).body,
    ).toMatchObject({ state: 'approved', decision_note: 'Fair.', may: { decide: false, take_back: true } });
    expect(await wip(w)).toEqual({
      currency: 'EUR',
      open: 153_000,
      time: 0,
      billed: 0,
      written_off: 47_000,
      written_up: 0,
      close: 106_000,
    });
    expect(await unbilled(w)).toMatchObject({ value: 106_000, ages: [0, 0, 0, 106_000], waiting_off: 0 });
    const recovery = { from: `${year}-01-01`, to: `${year}-12-31`, projects: [w.project], group: 'person' };
    expect(ok(await w.post('utilization/underrecovery_ratio', recovery, w.boss)).body).toMatchObject({
      total: { written_off: 47_000 },
      rows: [{ name: 'Ana Silva', written_off: 47_000 }],
    });
  });

  test('and what is left is billed: ICAEW’s 470 of time, 70 written off and 400 asked for, is 85 % recovered', async () => {
    const w = await invoicingWorld(app);
    const [seventy] = await w.log([0.7]);
    await w.log([4], { from: `${year - 1}-03-03` });
    const first = (await w.post('write_offs', { project_id: w.project, until: `${year - 1}-03-02`, reason: 'Overrun' })).body;
    expect(first).toMatchObject({ value: 7000, standing: 7000 });
    ok(await w.post(`write_offs/${first.id}/decide`, { version: first.version, decision: 'approved' }, w.partner));
    const { body } = ok(await w.issued());
    expect(body).toMatchObject({ net: 40_000, value: 40_000 });
    expect(await wip(w)).toMatchObject({ open: 47_000, billed: 40_000, written_off: 7000, close: 0 });
    const refused = await w.firm.call(w.senior, 'PATCH', `/api/time_entries/${seventy}`, { seconds: 60 });
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('Take the write-off back first.')]);
  });

  test('the larger its share of what stands, the higher who decides; who asks never does', async () => {
    const w = await worked();
    await w.log(
      Array.from({ length: 12 }, () => 8),
      { user: w.manager.id, from: `${year - 1}-04-01` },
    );
    // 470.00 of 20,730.00 is below a tenth.
    const small = ok(await ask(w)).body;
    expect(small.tier).toBe('Manager');
    const decide = (who: typeof w.partner, more: object = {}) =>
      w.post(`write_offs/${small.id}/decide`, { version: small.version, decision: 'approved', ...more }, who);
    const own = await decide(w.manager);
    expect([own.status, own.body.detail]).toEqual([409, 'Nothing here waits for your decision.']);
    expect((await decide(w.senior)).status).toBe(403);
    expect((await decide(w.director, { version: 9 })).status).toBe(409);
    ok(await decide(w.director));
    expect((await decide(w.partner, { version: small.version + 1 })).status).toBe(409);
    const rest = ok(await ask(w, { keys: [await keyOf(w, (await names(w))[0] ?? '')] })).body;
    expect(rest.tier).toBe('Partner');
    const late = await w.post(`write_offs/${rest.id}/decide`, { version: rest.version, decision: 'approved' }, w.director);
    expect(late.status).toBe(409);
    const waiting = async (who: typeof w.partner) => (await w.post('write_offs/list', { waiting: true }, who)).body;
    expect([await waiting(w.director), await waiting(w.manager)]).toEqual([[], []]);
    expect(await waiting(w.partner)).toMatchObject([{ id: rest.id }]);
  });

  test('rejected with a reason, or withdrawn by who asked, its time may be billed again', async () => {
    const w = await worked();
    const first = ok(await ask(w)).body;
    const decide = (body: object) => w.post(`write_offs/${first.id}/decide`, { version: first.version, ...body }, w.partner);
    expect(pathsOf(await decide({ decision: 'rejected', note: ' ' }))).toEqual(['note']);
    expect(ok(await decide({ decision: 'rejected', note: 'Bill it.' })).body).toMatchObject({ state: 'rejected', people: [] });
    expect(await unbilled(w)).toMatchObject({ value: 153_000, waiting_off: 0 });
    const second = ok(await ask(w)).body;
    const away = (who: typeof w.partner) => w.post(`write_offs/${second.id}/withdraw`, { version: second.version }, who);
    expect((await away(w.partner)).status).toBe(409);
    expect(ok(await away(w.manager)).body.state).toBe('withdrawn');
    expect(await unbilled(w)).toMatchObject({ value: 153_000 });
    expect((await w.post('write_offs/list', { projects: [w.project], sort: 'asked_at' })).body).toMatchObject([
      { state: 'rejected' },
      { state: 'withdrawn' },
    ]);
  });

  test('taken back it is written up, on that day, and its time is unbilled again; who asked for it cannot', async () => {
    const w = await worked();
    const { id, version } = ok(await ask(w)).body;
    ok(await w.post(`write_offs/${id}/decide`, { version, decision: 'approved' }, w.partner));
    const back = (who: typeof w.partner, reason = 'The client pays after all') =>
      w.post(`write_offs/${id}/take_back`, { version: version + 1, reason }, who);
    expect(pathsOf(await back(w.director, ' '))).toEqual(['reason']);
    expect((await back(w.manager)).status).toBe(409);
    expect(ok(await back(w.director)).body).toMatchObject({
      state: 'taken_back',
      taken_back_reason: 'The client pays after all',
    });
    expect(await wip(w)).toMatchObject({ open: 153_000, written_off: 47_000, written_up: 47_000, close: 153_000 });
    expect(await unbilled(w)).toMatchObject({ value: 153_000 });
    expect(ok(await w.issued()).body.net).toBe(153_000);
    expect(await wip(w)).toMatchObject({ billed: 153_000, close: 0 });
  });

  test('holds its time: nobody changes it, bills it or writes it off twice, however many ask at once', async () => {
    const w = await worked();
    const keys = [await keyOf(w, 'Ana Silva')];
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => ask(w, { keys })),
      ...Array.from({ length: 4 }, () => w.draft({ keys })),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    const v = await worked();
    const { id, version } = ok(await ask(v)).body;
    const decided = await Promise.all([
      v.post(`write_offs/${id}/decide`, { version, decision: 'approved' }, v.partner),
      v.post(`write_offs/${id}/decide`, { version, decision: 'rejected', note: 'No' }, v.boss),
      v.post(`write_offs/${id}/withdraw`, { version }, v.manager),
    ]);
    expect(decided.filter(({ status }) => status === 200)).toHaveLength(1);
    const state = (await v.get(`write_offs/${id}`)).body.state;
    expect((await wip(v)).close).toBe(state === 'approved' ? 106_000 : 153_000);
  });

  test('refuses what is not there, what others may not see, and no reason', async () => {
    const w = await worked();
    expect(pathsOf(await ask(w, { reason: ' ' }))).toEqual(['reason']);
    expect((await ask(w, { keys: ['nobody'] })).status).toBe(409);
    expect((await ask(w, { keys: undefined, until: '2001-01-01' })).status).toBe(409);
    expect((await ask(w, { project_id: newId() })).status).toBe(404);
    expect((await w.post('write_offs/list', {}, w.senior)).status).toBe(403);
    const { id, version } = ok(await ask(w)).body;
    const other = await invoicingWorld(app);
    expect((await other.get(`write_offs/${id}`)).status).toBe(404);
    expect((await other.post(`write_offs/${id}/decide`, { version, decision: 'approved' }, other.partner)).status).toBe(404);
  });

  test('the database keeps four eyes, and books nothing as billed', async () => {
    const w = await worked();
    const { id } = ok(await ask(w)).body;
    const set = (assignment: ReturnType<typeof sql>) =>
      w.firm.within((tx) =>
        tx.all(sql`update invoicing.write_offs set ${assignment} where tenant_id = ${tx.tenant} and id = ${id} returning 1`),
      );
    await expect(set(sql`state = 'approved'`)).rejects.toThrow('outside of what is allowed');
    await expect(set(sql`state = 'approved', decided_by = asked_by, decided_at = now()`)).rejects.toThrow(
      'outside of what is allowed',
    );
    await expect(
      w.firm.within((tx) =>
        tx.write.insert('invoicing.ledger', [
          {
            ...{ write_off_id: id, project_id: w.project, entry_id: newId(), user_id: w.senior.id, day: today, booked_on: today },
            ...{ seconds: 60, value: 100, standard: 100, billed: 1 },
          },
        ]),
      ),
    ).rejects.toThrow('outside of what is allowed');
  });
});
