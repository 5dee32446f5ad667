import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestUser, startTestApp } from '../../../test/app.ts';
import { type InvoicingWorld, invoicingWorld } from '../../../test/invoicing.ts';
import { firmDay } from '../../../test/today.ts';
import { type Day, addDays } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';
import type { WipReport } from '../contract.ts';
import { keepWorth } from './worth-keep.ts';
import { worthDifferences } from './worth-proof.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const today = firmDay();
const ok = (answer: Answer): Answer => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
};

const wip = async (w: InvoicingWorld, body: object = {}, who?: TestUser): Promise<WipReport> =>
  ok(await w.post('utilization/wip', body, who)).body;

const settle = async (w: InvoicingWorld): Promise<void> => {
  while (await w.firm.within(keepWorth)) {
    // Until nothing waits.
  }
};

/** Time of all ages, minutes that no rate divides evenly, of two people on two projects; a day at each end of each age. */
async function worked(): Promise<InvoicingWorld> {
  const w = await invoicingWorld(app);
  const ages = [0, 1, 30, 31, 45, 60, 61, 75, 90, 91, 200];
  const entry = (age: number, index: number) => ({
    id: newId(),
    user_id: index % 3 === 0 ? w.manager.id : w.senior.id,
    day: addDays(today, -age),
    project_id: index % 4 === 1 ? w.fixed : w.project,
    seconds: 60 * (7 + 13 * index) + 1,
    chargeable: true,
  });
  await w.firm.within((tx) => tx.write.insert('time.entries', [...ages, ...ages].map(entry), { covered: true }));
  await w.put(`projects/${w.project}/billing`, { service_line_id: w.line });
  return w;
}

/** Invoicing's own list and its roll-forward say the same of each project, at the end of today and of days before. */
async function agree(w: InvoicingWorld, when: string): Promise<void> {
  const report = await wip(w, { group: 'project' });
  const list = ok(await w.post('invoices/unbilled', {})).body as {
    project_id: string;
    seconds: number;
    value: number;
    ages: number[];
  }[];
  const told = (rows: readonly { seconds: number; ages: number[] }[]) => rows.filter(({ seconds }) => seconds > 0);
  expect(
    Object.fromEntries(
      told(report.rows.map((row) => ({ ...row, project_id: row.key }))).map((row) => {
        const { key, seconds, ages, unbilled } = row as (typeof report.rows)[number];
        return [key, { seconds, ages, value: unbilled }];
      }),
    ),
    when,
  ).toEqual(
    Object.fromEntries(
      list
        .filter(({ seconds }) => seconds > 0)
        .map((row) => [row.project_id, { seconds: row.seconds, ages: row.ages, value: row.value }]),
    ),
  );
  for (const day of [today, addDays(today, -1), addDays(today, -31), addDays(today, -100)]) {
    const then = await wip(w, { group: 'project', day });
    for (const project of [w.project, w.fixed]) {
      const rolled = ok(await w.get(`invoices/wip?project_id=${project}&from=${addDays(day, -20)}&to=${day}`)).body;
      expect(then.rows.find(({ key }) => key === project)?.value ?? 0, `${when}, ${day}`).toBe(rolled.close);
    }
  }
}

const lines = async (w: InvoicingWorld, project = w.project): Promise<{ key: string; value: number }[]> =>
  ok(await w.get(`invoices/unbilled_time?project_id=${project}`)).body.lines;

describe('work in progress in reports', () => {
  test('is that of invoicing to the minor unit, whatever becomes of it, kept or rated on the spot', async () => {
    const w = await worked();
    const look = async (when: string): Promise<void> => {
      await agree(w, `${when}, as it was written`);
      await settle(w);
      await agree(w, `${when}, as it is kept`);
      expect(await w.firm.within(worthDifferences)).toEqual([]);
    };
    await look('all of it unbilled');
    const [first] = await lines(w);
    const draft = ok(await w.draft({ keys: [first?.key] })).body;
    await look('on a draft');
    ok(await w.remove(`invoices/${draft.id}?version=${draft.version}`));
    await look('the draft discarded');
    const invoice = ok(await w.issued({ until: addDays(today, -40) })).body;
    await look('billed');
    ok(await w.post(`invoices/${invoice.id}/credit`, { version: invoice.version, reason: 'Wrong client', release: true }));
    await look('taken back');
    const off = ok(await w.post('write_offs', { project_id: w.project, until: addDays(today, -61), reason: 'Too old' })).body;
    await look('waiting to be written off');
    const decided = ok(
      await w.post(`write_offs/${off.id}/decide`, { version: off.version, decision: 'approved' }, w.partner),
    ).body;
    await look('written off');
    ok(await w.post(`write_offs/${off.id}/take_back`, { version: decided.version, reason: 'It was asked for' }, w.director));
    await look('written up again');
    await w.firm.within(async (tx) => {
      const [before] = await tx.all<Record<string, unknown>>(
        sql`select e.* from time.entries e where e.tenant_id = ${tx.tenant} and e.project_id = ${w.project} order by e.day limit 1`,
      );
      if (before) await tx.write.update('time.entries', [{ before, set: { seconds: 5999 } }]);
    });
    await look('longer');
  });

  test('adds up by person, team, client and service line, and is narrowed as other reports are', async () => {
    const w = await worked();
    const whole = await wip(w, { group: 'client' });
    expect(whole.rows.map(({ name }) => name).toSorted()).toEqual(['Acme', 'Belle']);
    expect(whole.total.value).toBeGreaterThan(0);
    for (const group of ['person', 'grade', 'team', 'country', 'project', 'sector', 'service_line', 'task_type']) {
      const { rows, total } = await wip(w, { group });
      expect(total, group).toEqual(whole.total);
      const cents = rows.reduce((all, { value }) => all + value, 0) - total.value;
      expect(Math.abs(cents), group).toBeLessThan(rows.length);
    }
    const own = await wip(w, { group: 'person', users: [w.senior.id] });
    expect(own.rows.map(({ name }) => name)).toEqual(['Ana Silva']);
    const sorted = (await wip(w, { group: 'person', sort: 'age_3' })).rows.map(({ ages }) => ages[3] ?? 0);
    expect(sorted).toEqual(sorted.toSorted((a, b) => a - b));
    const paged = await wip(w, { group: 'client', per_page: 1, page: 2 });
    expect([paged.rows.length, paged.count]).toEqual([1, 2]);
  });

  test('leads to the entries behind it', async () => {
    const w = await worked();
    ok(await w.draft({ until: addDays(today, -61) }));
    const { total } = await wip(w);
    const behind = ok(
      await w.post('utilization/table_data', { from: total.since, to: today, unbilled: true, per_page: 200 }),
    ).body;
    expect(behind.reduce((all: number, { seconds }: { seconds: number }) => all + seconds, 0)).toBe(total.seconds);
    const sums = ok(await w.post('utilization/timespent_totals', { from: total.since, to: today, unbilled: true })).body;
    expect(sums.seconds).toBe(total.seconds);
    expect(sums.chargeable_seconds).toBe(total.seconds);
  });

  test('is told of people to whom reports of them are open, and of small groups together', async () => {
    const w = await worked();
    expect((await w.post('utilization/wip', {}, w.senior)).status).toBe(403);
    ok(await w.put('settings/general', { least_people: 3 }, w.boss));
    expect((await wip(w, { group: 'person' })).withheld).toBe(true);
    expect((await wip(w, { group: 'client' })).withheld).toBe(false);
  });

  test('is a file of the same rows', async () => {
    const w = await worked();
    const file = ok(await w.post('utilization/export_wip?format=csv', { group: 'client' }));
    const text = String(file.body);
    expect(text).toContain('Work in progress');
    expect(text).toContain('Acme');
  });

  test('of a day to come is that of today', async () => {
    const w = await worked();
    expect((await wip(w, { day: addDays(today, 60) as Day })).day).toBe(today);
  });
});
