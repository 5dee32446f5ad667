import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, startTestApp } from '../../../test/app.ts';
import { pricingWorld } from '../../../test/pricing.ts';
import { firmDay } from '../../../test/today.ts';
import { newId } from '../../kit/ids.ts';
import { price } from '../rules.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const today = firmDay();
const year = Number(today.slice(0, 4));
const pathsOf = (answer: Answer): string[] => (answer.body.errors ?? []).map((error: { path: string }) => error.path);

describe('a pricing', () => {
  test('is made with the rates of its day, and comes to what page and server compute alike', async () => {
    const w = await pricingWorld(app);
    const made = await w.priced();
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(made.body).toMatchObject({
      name: 'Audit 2027',
      client: 'Acme',
      sees_cost: false,
      may: { edit: true, submit: true, decide: false, delete: true },
      shown: {
        number: 1,
        status: 'draft',
        currency: 'EUR',
        rate_day: today,
        figures: { standard: 100_000, fee: 90_000, cost: null },
      },
    });
    const seen = await w.get(`pricings/${made.body.id}`, w.partner);
    expect(seen.body.shown.tables[0].lines[0]).toMatchObject({
      standard_rate: 10_000,
      charge_rate: 9000,
      cost_rate: 5000,
      role: 'Reviewer',
    });
    expect(seen.body.shown.figures).toMatchObject({ cost: 50_000, nfi: 90_000, nfi_card: 88_000, tier: 'Manager', missing: 0 });
    const { tables: _tables, ...whole } = price(seen.body.shown.tables);
    expect(seen.body.shown.figures).toEqual(whole);
  });

  test('of somebody without the flag shows no cost anywhere, and keeps it', async () => {
    const w = await pricingWorld(app);
    const { id, shown } = (await w.priced()).body;
    expect(JSON.stringify(shown)).not.toContain('5000');
    const [table] = shown.tables;
    const lines = [{ id: table.lines[0].id, sl_role_id: w.role, grade: 'Senior', minutes: [300, 0] }];
    await w.post('pricing/update_table', { id, version: shown.version, table: { ...w.table({ lines }), id: table.id } });
    expect((await w.get(`pricings/${id}`, w.partner)).body.shown.figures).toMatchObject({ cost: 25_000, minutes: 300 });
    const wish = await w.post('pricing/update_profit', { id, want: 'margin', value: 3000, by: 'discount' });
    expect(wish.status).toBe(422);
  });

  test('is changed by who read it last: a stale one gets 409 with what holds now', async () => {
    const w = await pricingWorld(app);
    const { id, shown } = (await w.priced()).body;
    const edit = (name: string) =>
      w.post('pricing/edit', { id, version: shown.version, tables: [w.table({ discount: 500, name })] });
    const both = await Promise.all([edit('One'), edit('Two')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body.current.shown.tables).toHaveLength(1);
    expect((await w.get(`pricings/${id}`)).body.shown.figures.fee).toBe(85_500);
  });

  test('tells what is wrong at its place: a role of another line, a grade, columns, another client’s project, a negative fee', async () => {
    const w = await pricingWorld(app);
    const lines = [
      w.line({ sl_role_id: w.advisor }),
      w.line({ grade: 'Partner' }),
      w.line({ minutes: [1] }),
      w.line({ minutes: [-1, 0] }),
    ];
    expect(pathsOf(await w.priced({ tables: [w.table({ lines: lines.slice(0, 3) })] }))).toEqual([
      'tables.0.lines.0.sl_role_id',
      'tables.0.lines.1.grade',
      'tables.0.lines.2.minutes',
    ]);
    expect((await w.priced({ tables: [w.table({ lines: [lines[3]] })] })).status).toBe(422);
    expect((await w.priced({ tables: [w.table({ fee: -1 })] })).status).toBe(422);
    expect(pathsOf(await w.priced({ tables: [w.table(), w.table()] }))).toEqual(['tables']);
    expect(pathsOf(await w.priced({ tables: [w.table({ currency: 'JPY' })] }))).toEqual(['tables.0.currency']);
    expect(pathsOf(await w.priced({ tables: [w.table({ lines: [w.line({ user_id: newId() })] })] }))).toEqual(['tables']);
    const other = newId();
    await w.firm.within((tx) => tx.write.insert('clients.clients', [{ id: other, name: 'Other' }]));
    expect(pathsOf(await w.priced({ client_id: other, project_id: w.project }))).toEqual(['project_id']);
    expect(pathsOf(await w.priced({ columns: ['A', 'A'] }))).toEqual(['columns']);
    expect(pathsOf(await w.priced({ unit: 'month', columns: ['May', 'June'] }))).toEqual(['columns']);
  });

  test('keeps its rates when others hold, until it is priced anew', async () => {
    const w = await pricingWorld(app);
    const { id } = (await w.priced()).body;
    const held = { country: 'DE', currency: 'EUR', sl_role_id: w.role, grade: 'Senior' };
    await w.firm.within(async (tx) => {
      const { sql } = await import('../../server/sql.ts');
      const rows = await tx.all<{ id: string; version: number }>(
        sql`select * from rates.rates where tenant_id = ${tx.tenant} and sl_role_id = ${w.role} and grade = 'Senior'`,
      );
      await tx.write.update(
        'rates.rates',
        rows.map((before) => ({ before, set: { valid_to: today } })),
      );
      await tx.write.insert('rates.rates', [
        { ...held, standard_rate: 11_000, charge_rate: null, cost_rate: 5500, valid_from: today },
      ]);
    });
    const again = await w.post('pricing/edit', { id, note: 'As before' });
    expect(again.body.shown.figures).toMatchObject({ standard: 100_000, fee: 90_000 });
    expect(again.body.shown.moved).toMatchObject({ lines: 1 });
    const { day } = again.body.shown.moved;
    const anew = await w.post('pricing/edit', { id, rate_day: day, reprice: true });
    expect(anew.body.shown.figures).toMatchObject({ standard: 110_000, fee: 110_000 });
    expect(anew.body.shown.moved).toEqual({ lines: 0, day });
  });

  test('takes the rates that a project has agreed on, and converts what is in another currency', async () => {
    const w = await pricingWorld(app);
    await w.firm.within((tx) =>
      tx.write.insert('clients.project_rates', [{ project_id: w.project, grade: 'Senior', user_id: null, rate: 8000 }]),
    );
    const own = await w.priced({ project_id: w.project });
    expect(own.body.shown.figures).toMatchObject({ standard: 100_000, fee: 80_000 });
    const pounds = await w.priced({ tables: [w.table({ currency: 'GBP' })] });
    expect(pounds.body.shown.tables[0]).toMatchObject({
      exchange: 1_200_000,
      lines: [{ standard_rate: 8333, charge_rate: 7500 }],
    });
    expect(pounds.body.shown.figures).toMatchObject({ standard: 99_996, fee: 90_000 });
  });

  test('of a kind is made table by table: of a service line, of several, as a secondment', async () => {
    const w = await pricingWorld(app);
    const { id } = (await w.priced({ kind: 'multi', tables: [] })).body;
    const one = await w.post('pricing/create_table', { id, service_line_id: w.audit });
    expect(one.body.shown.tables[0].lines.map(({ grade }: { grade: string }) => grade)).toEqual(['Manager', 'Senior']);
    const two = await w.post('pricing/create_table_multi', { id, version: one.body.shown.version, service_line_ids: [w.tax] });
    expect(two.body.shown.tables.map(({ name }: { name: string }) => name)).toEqual(['Audit', 'Tax']);
    const person = {
      sl_role_id: w.role,
      grade: 'Senior',
      user_id: w.lead.id,
      days_a_month: 1800,
      full_time: 5000,
      months: 2,
      day_rate: 70_000,
    };
    const three = await w.post('pricing/create_table_secondment', { id, ...person });
    expect(three.body.shown.tables[2]).toMatchObject({
      kind: 'secondment',
      lines: [{ user_id: w.lead.id, minutes: [4320, 4320], rate: 70_000 }],
    });
    expect(three.body.shown.figures.fee).toBe(18 * 70_000);
    expect(pathsOf(await w.post('pricing/create_table_secondment', { id, ...person, months: 3 }))).toEqual(['months']);
  });

  test('without rates for a line is flagged, and is not submitted', async () => {
    const w = await pricingWorld(app);
    const { id, shown } = (await w.priced({ tables: [w.table({ lines: [w.line(), w.line({ grade: 'Junior' })] })] })).body;
    expect(shown.figures).toMatchObject({ missing: 1 });
    const answer = await w.submitted(id);
    expect(answer.status).toBe(422);
    expect(pathsOf(answer)).toEqual(['tables.0.lines.1.sl_role_id']);
  });

  test('that nobody was asked to approve is deleted, and leaves nothing', async () => {
    const w = await pricingWorld(app);
    const { id } = (await w.priced({ tables: [w.table({ expenses: [{ label: 'Travel', paid: 100, charged: 100 }] })] })).body;
    expect((await w.post('pricing/delete', { id })).body).toEqual({ success: true });
    expect((await w.get(`pricings/${id}`)).status).toBe(404);
    const kept = (await w.priced()).body.id;
    await w.submitted(kept);
    expect((await w.post('pricing/delete', { id: kept })).status).toBe(409);
  });
});

describe('what it comes to', () => {
  test('is computed from what is typed, without writing it', async () => {
    const w = await pricingWorld(app);
    const { id } = (await w.priced()).body;
    const lines = [w.line({ minutes: [1200, 600] }), w.line({ grade: 'Manager', minutes: [60, 0], rate: 15_000 })];
    const answer = await w.post('pricing/handle_change', { id, tables: [w.table({ lines, discount: 1000 })] }, w.partner);
    expect(answer.body.figures).toMatchObject({ standard: 320_000, agreed: 285_000, fee: 256_500, cost: 159_000 });
    const { tables: _tables, ...whole } = price(answer.body.tables);
    expect(answer.body.figures).toEqual(whole);
    expect((await w.get(`pricings/${id}`)).body.shown.figures.fee).toBe(90_000);
  });

  test('is solved for a margin, a recovery and a fee, by discount or by hours', async () => {
    const w = await pricingWorld(app);
    const { id } = (await w.priced()).body;
    const solved = async (want: string, value: number, by: string) =>
      (await w.post('pricing/update_profit', { id, want, value, by }, w.partner)).body.figures;
    expect(await solved('margin', 4000, 'discount')).toMatchObject({ fee: 83_334, cost: 50_000 });
    expect(await solved('recovery', 8000, 'discount')).toMatchObject({ fee: 80_000 });
    expect(await solved('fee', 77_777, 'discount')).toMatchObject({ fee: 77_777, standard: 100_000 });
    expect(await solved('recovery', 10_000, 'hours')).toMatchObject({ fee: 90_000, minutes: 540 });
    expect(await solved('fee', 45_000, 'hours')).toMatchObject({ fee: 45_000, minutes: 300 });
    expect((await w.post('pricing/update_profit', { id, want: 'margin', value: 10_000, by: 'discount' }, w.partner)).status).toBe(
      422,
    );
  });

  test('is checked for the worst: table, line, tier, and what becomes of it', async () => {
    const w = await pricingWorld(app);
    const tables = [w.table(), w.table({ name: 'Cheap', lines: [w.line(), w.line({ rate: 5000 })] })];
    const { id } = (await w.priced({ kind: 'multi', tables })).body;
    const { body } = await w.post('pricing/check_worst', { id }, w.partner);
    expect(body).toMatchObject({
      table: 1,
      line: 1,
      figures: { tier: 'Director' },
      tables: [{ tier: 'Manager' }, { tier: 'Director' }],
    });
    expect(body.stresses.map(({ stress }: { stress: string }) => stress)).toEqual(['hours_10', 'hours_20', 'grade_up']);
    // Each Senior is a Manager: 200.00 an hour at a cost of 90.00, for the same fee.
    expect(body.stresses[2]).toMatchObject({ standard: 600_000, cost: 270_000, fee: 230_000, tier: 'Partner' });
  });
});

describe('a pricing begins', () => {
  test('with roles and the budget of a project, spread over its phases', async () => {
    const w = await pricingWorld(app);
    await w.firm.within(async (tx) => {
      await tx.write.insert('clients.phases', [
        { project_id: w.project, position: 0, name: 'Plan', budget_minutes: 100 },
        { project_id: w.project, position: 1, name: 'Work', budget_minutes: 300 },
      ]);
      await tx.write.insert('clients.grade_budgets', [{ project_id: w.project, grade: 'Senior', budget_minutes: 1000 }]);
    });
    const { body } = await w.post('pricing/init', {
      kind: 'standard',
      from: 'defaults',
      project_id: w.project,
      service_line_ids: [w.audit],
    });
    expect(body).toMatchObject({
      unit: 'phase',
      columns: ['Plan', 'Work'],
      tables: [
        {
          name: 'Audit',
          lines: [
            { grade: 'Manager', minutes: [0, 0] },
            { grade: 'Senior', minutes: [250, 750] },
          ],
        },
      ],
      figures: { minutes: 1000 },
    });
  });

  test('with another pricing a year later, and with the hours that were worked', async () => {
    const w = await pricingWorld(app);
    const { id } = (await w.priced({ unit: 'month', columns: [`${year}-01-01`, `${year}-02-01`] })).body;
    const copy = await w.post('pricing/init', { kind: 'standard', from: 'pricing', pricing_id: id });
    expect(copy.body).toMatchObject({
      columns: [`${year + 1}-01-01`, `${year + 1}-02-01`],
      tables: [{ id: null, lines: [{ minutes: [600, 0] }] }],
    });
    const senior = await w.firm.user({ grade: 'Senior' });
    await w.firm.within((tx) =>
      tx.write.insert('time.entries', [
        { user_id: senior.id, day: `${year - 1}-03-04`, project_id: w.project, seconds: 7200, chargeable: true, comment: '' },
      ]),
    );
    const worked = await w.post('pricing/init', {
      kind: 'standard',
      from: 'actuals',
      project_id: w.project,
      service_line_ids: [w.audit],
    });
    expect(worked.body.columns[2]).toBe(`${year}-03-01`);
    const line = worked.body.tables[0].lines.find(({ grade }: { grade: string }) => grade === 'Senior');
    expect(line.minutes).toEqual([0, 0, 120, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});

describe('pricings', () => {
  test('are listed, counted and found by project', async () => {
    const w = await pricingWorld(app);
    const { id } = (await w.priced({ project_id: w.project })).body;
    await w.priced({ name: 'Without a project' });
    const list = await w.post('pricing/pricings', { search: 'audit', sort: 'name' });
    expect(list.body).toMatchObject([
      { id, project: 'Audit of Acme', fee: 90_000, cost: null, status: 'draft', tier: 'Manager', waits: false },
    ]);
    expect(
      (await w.post('pricing/pricings', { clients: [w.client], statuses: ['draft'], years: [year], kinds: ['standard'] })).body,
    ).toHaveLength(2);
    expect((await w.post('pricing/pricings', { users: [w.partner.id] })).body).toEqual([]);
    expect((await w.get(`pricing/projects_pricing?project_id=${w.project}`)).body).toMatchObject([{ id }]);
    expect((await w.get('projects/count_pricing_projects')).body).toEqual({
      projects: 1,
      pricings: 2,
      statuses: [{ status: 'draft', count: 2 }],
    });
    expect((await w.get(`pricing/existing_pricing?project_id=${w.project}`)).body).toMatchObject({ pricing: [{ id }] });
    expect((await w.get(`pricing/existing_pricing?project_id=${newId()}`)).body).toEqual({ pricing: [] });
  });

  test('are shown to who sees the owner’s team, and to who decides', async () => {
    const w = await pricingWorld(app);
    const boss = await w.firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
    const closed = { pricing: { view_page: true, can_approve: true, see_all_teams: false } };
    await w.firm.call(boss, 'POST', '/api/settings/add_role_access', { role: 'own teams', accesses: closed });
    const other = await w.firm.user({ grade: 'Partner', role: 'own teams' });
    const { id } = (await w.priced()).body;
    expect((await w.get(`pricings/${id}`, other)).status).toBe(404);
    expect((await w.post('pricing/pricings', {}, other)).body).toEqual([]);
    await w.post('pricing/edit', { id, partner_id: other.id });
    expect((await w.get(`pricings/${id}`, other)).status).toBe(200);
    expect((await w.post('pricing/pricings', {}, await w.firm.user({ grade: 'Senior' }))).status).toBe(403);
  });

  test('are exported as they are shown; for the client without standard value and cost', async () => {
    const w = await pricingWorld(app);
    const expenses = [{ label: 'Travel', paid: 5000, charged: 6000 }];
    const { id, shown } = (await w.priced({ tables: [w.table({ expenses })] })).body;
    const sheet = async (body: object, who = w.partner) => {
      const answer = await w.post('pricing/export', { id, ...body }, who);
      const book = await readXlsx(new Uint8Array(answer.bytes));
      return (book.sheets[0]?.rows ?? []).map((row) => row.map((cell) => cell ?? ''));
    };
    const own = await sheet({});
    expect(own[0]).toEqual(expect.arrayContaining(['Planning', 'Standard value', 'Fee', 'Cost']));
    expect(own.at(-1)).toEqual(expect.arrayContaining(['Total', 10, 1000, shown.figures.fee / 100, 500]));
    expect((await sheet({}, w.manager))[0]).not.toContain('Cost');
    const client = await sheet({ for_client: true });
    expect(client[0]).not.toContain('Standard value');
    expect(client.flat()).not.toContain(1000);
    expect(client.flat()).toContain(60);
    const paper = await w.post(`pricing/export?format=pdf`, { id });
    expect(paper.status).toBe(200);
    expect(paper.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(paper.headers['content-disposition']).toContain('.pdf');
  });
});

test('the pricings that a change of rates touches: open ones with hours of the role, grade and country; they keep their rates', async () => {
  const w = await pricingWorld(app);
  const rates = [{ sl_role_id: w.role, grade: 'Senior', country: 'DE' }];
  const touched = async (which: object[] = rates, who = w.manager): Promise<string[]> =>
    (await w.post('pricing/touched_pricings', { rates: which }, who)).body.map(({ name }: { name: string }) => name);
  const draft = (await w.priced({ name: 'Draft' })).body;
  const asked = (await w.priced({ name: 'Submitted' })).body;
  const done = (await w.priced({ name: 'Approved' })).body;
  await w.priced({ name: 'Managers', tables: [w.table({ lines: [w.line({ grade: 'Manager' })] })] });
  await w.priced({ name: 'Elsewhere', tables: [w.table({ country: 'FR' })] });
  await w.priced({ name: 'No hours', tables: [w.table({ lines: [w.line({ minutes: [0, 0] })] })] });
  await w.submitted(asked.id);
  await w.submitted(done.id);
  await w.decide(done.id, {});
  expect((await touched()).sort()).toEqual(['Draft', 'Submitted']);
  expect(await touched([{ ...rates[0], country: 'FR' }])).toEqual(['Elsewhere']);
  expect(await touched([])).toEqual([]);
  const boss = await w.firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const one = [{ ...rates[0], currency: 'EUR', standard_rate: 13_000 }];
  const changed = await w.firm.call(boss, 'POST', '/api/pricing_admin/update_variables', { rates: one });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  expect((await w.get(`pricings/${draft.id}`)).body.shown).toMatchObject({ number: 1, figures: { standard: 100_000 } });
  const senior = await w.firm.user({ grade: 'Senior' });
  expect((await w.post('pricing/touched_pricings', { rates }, senior)).status).toBe(403);
});
