import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, startTestApp } from '../../../test/app.ts';
import { type InvoicingWorld, invoicingWorld } from '../../../test/invoicing.ts';
import { firmDay } from '../../../test/today.ts';
import { sql } from '../../server/sql.ts';

/**
 * Worked examples of invoices in parts, to the cent. Sources: the roll-forward of work in progress (PAA), EN 16931 for tax
 * (BR-CO-17: of the sum of a rate, rounded once for each document), largest remainder for what is cut into parts.
 */
let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const today = firmDay();
const year = Number(today.slice(0, 4));
const ok = (answer: Answer): Answer => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
};
const wip = async (w: InvoicingWorld) =>
  (await w.get(`invoices/wip?project_id=${w.project}&from=${year}-01-01&to=${today}`)).body;

const issue = async (w: InvoicingWorld, draft: Answer): Promise<Answer> =>
  w.post(`invoices/${draft.body.id}/issue`, { version: ok(draft).body.version });

/** Three times twenty minutes at 100.00: each 33.33 by itself, 100.00 together. */
const thirds = (w: InvoicingWorld) => w.log([1 / 3, 1 / 3, 1 / 3]);

describe('time of 100.00 in thirds', () => {
  test('billed together is 100.00, and two of its entries are 33.33 and one is 33.34', async () => {
    const w = await invoicingWorld(app);
    await thirds(w);
    const { body } = ok(await w.issued());
    expect(body).toMatchObject({ net: 10_000, tax: 1900, gross: 11_900 });
    const booked = await w.firm.within((tx) =>
      tx.all<{ billed: number }>(sql`select billed from invoicing.ledger where tenant_id = ${tx.tenant} order by billed`),
    );
    expect(booked.map(({ billed }) => billed)).toEqual([3333, 3333, 3334]);
    expect(await wip(w)).toMatchObject({ open: 10_000, billed: 10_000, written_off: 0, written_up: 0, close: 0 });
  });

  test('billed day by day is 33.33 three times; nothing is left, nothing was written off, and what stood was 99.99', async () => {
    const w = await invoicingWorld(app);
    await thirds(w);
    for (const day of [2, 3, 4]) {
      const { body } = ok(await issue(w, await w.draft({ until: `${year - 1}-03-0${day}` })));
      expect(body).toMatchObject({ net: 3333, tax: 633, gross: 3966 });
    }
    expect(await wip(w)).toMatchObject({ open: 9999, billed: 9999, written_off: 0, written_up: 0, close: 0 });
    expect((await w.draft()).status).toBe(409);
  });

  test('written off as a cent short, cut over its lines, closes at nothing', async () => {
    const w = await invoicingWorld(app);
    await thirds(w);
    const { body } = ok(await w.draft());
    const [line] = body.lines;
    const asked = ok(
      await w.put(`invoices/${body.id}`, {
        version: body.version,
        lines: [{ id: line.id, kind: 'time', description: line.description, adjustment: -1, reason: 'Round sum' }],
      }),
    );
    const agreed = await w.post(`invoices/${body.id}/decide`, { version: asked.body.version, decision: 'approved' }, w.director);
    expect(ok(await issue(w, agreed)).body).toMatchObject({ net: 9999, tax: 1900, gross: 11_899 });
    expect(await wip(w)).toMatchObject({ open: 10_000, billed: 9999, written_off: 1, close: 0 });
  });
});

describe('a cap of 1,000.00', () => {
  test('takes 400.00, 400.00 and the 200.00 that are left of it; the rest is written off, and no invoice follows', async () => {
    const w = await invoicingWorld(app);
    await w.firm.within((tx) =>
      tx.all(
        sql`update clients.projects set fee_kind = 'capped', budget_fee = 100000 where tenant_id = ${tx.tenant} and id = ${w.project} returning 1`,
      ),
    );
    const nets = [];
    for (const day of ['01', '02', '03']) {
      await w.log([4], { from: `${year - 1}-04-${day}` });
      const draft = ok(await w.draft());
      const needs = draft.body.waiting > 0;
      const ready = needs
        ? ok(await w.post(`invoices/${draft.body.id}/decide`, { version: draft.body.version, decision: 'approved' }, w.partner))
        : draft;
      nets.push(ok(await issue(w, ready)).body.net);
    }
    expect(nets).toEqual([40_000, 40_000, 20_000]);
    expect(await wip(w)).toMatchObject({ open: 120_000, billed: 100_000, written_off: 20_000, close: 0 });
  });
});

describe('an invoice of 100.00 and 19.00 of tax', () => {
  test('credited in three parts is credited whole: each note has the tax of its own sum, and nothing stays open', async () => {
    const w = await invoicingWorld(app);
    await w.log([1]);
    let { body } = ok(await w.issued());
    const line_id = body.lines[0].id;
    for (const amount of [3333, 3333, 3334])
      body = ok(
        await w.post(`invoices/${body.id}/credit`, { version: body.version, reason: 'Agreed', lines: [{ line_id, amount }] }),
      ).body;
    expect(body).toMatchObject({ gross: 11_900, credited: 11_900, status: 'credited' });
    const notes = await Promise.all(
      body.credit_notes.map(async ({ id }: { id: string }) => (await w.get(`invoices/${id}`)).body),
    );
    expect(notes.reduce((all, { net }) => all + net, 0)).toBe(10_000);
    expect(notes.map(({ net, tax }) => [net, tax]).sort()).toEqual([
      [3333, 633],
      [3333, 633],
      [3334, 633],
    ]);
    // The time stays billed while nothing is asked for it any more.
    expect(await wip(w)).toMatchObject({ billed: 0, written_off: 10_000, close: 0 });
  });
});
