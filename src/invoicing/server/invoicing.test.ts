import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, startTestApp } from '../../../test/app.ts';
import { invoicingWorld, sellerOf } from '../../../test/invoicing.ts';
import { firmDay } from '../../../test/today.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const today = firmDay();
const year = Number(today.slice(0, 4));
const pathsOf = (answer: Answer): string[] => (answer.body.errors ?? []).map((error: { path: string }) => error.path);
const ok = (answer: Answer): Answer => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
};

describe('a draft', () => {
  test('bills the approved unbilled time of a project once, at agreed rates, and says what it comes to', async () => {
    const w = await invoicingWorld(app);
    await w.log([8, 7.5, 1 / 3]);
    const preview = ok(await w.get(`invoices/unbilled_time?project_id=${w.project}`));
    expect(preview.body).toMatchObject({ seconds: 57_000, value: 158_333, standard: 190_000, unapproved_seconds: 0 });
    const { body } = ok(await w.draft());
    expect(body).toMatchObject({
      status: 'draft',
      client: 'Acme',
      number: null,
      language: 'de',
      payment_days: 30,
      net: 158_333,
      tax: 30_083,
      gross: 188_416,
      value: 158_333,
      standard: 190_000,
      period_from: `${year - 1}-03-02`,
      period_to: `${year - 1}-03-04`,
      faults: [],
      may: { edit: true, issue: true, decide: false },
    });
    expect(body.lines).toMatchObject([
      { kind: 'time', description: 'Ana Silva', seconds: 57_000, price: 10_000, entries: 3, tax_category: 'S' },
    ]);
    expect((await w.draft()).status).toBe(409);
    expect((await w.get(`invoices/unbilled_time?project_id=${w.project}`)).body.lines).toEqual([]);
    ok(await w.remove(`invoices/${body.id}?version=${body.version}`));
    expect((await w.get(`invoices/unbilled_time?project_id=${w.project}`)).body.seconds).toBe(57_000);
  });

  test('is put together by person, grade, task, phase or as one, and takes only what was chosen', async () => {
    const w = await invoicingWorld(app);
    await w.log([8, 8]);
    await w.log([2], { user: w.manager.id });
    const by = async (group: string) =>
      (await w.get(`invoices/unbilled_time?project_id=${w.project}&group_by=${group}`)).body.lines as {
        key: string;
        description: string;
        value: number;
      }[];
    expect((await by('grade')).map(({ description, value }) => [description, value])).toEqual([
      ['Manager', 40_000],
      ['Senior', 160_000],
    ]);
    expect(await by('project')).toHaveLength(2);
    expect(await by('task')).toHaveLength(2);
    expect(await by('phase')).toHaveLength(2);
    const [manager] = await by('grade');
    const { body } = ok(await w.draft({ group_by: 'grade', keys: [manager?.key] }));
    expect(body).toMatchObject({ net: 40_000, lines: [{ description: 'Manager' }] });
    expect((await w.draft({ group_by: 'grade', keys: [manager?.key] })).status).toBe(409);
  });

  test('leaves out what nobody approved where approval is asked for, and keeps rates that were stamped at approval', async () => {
    const w = await invoicingWorld(app);
    await w.firm.call(w.boss, 'PUT', '/api/time_rules', { approval: 'manager' });
    await w.firm.within((tx) =>
      tx.all(
        sql`update people.users set manager_id = ${w.manager.id} where tenant_id = ${tx.tenant} and id = ${w.senior.id} returning 1`,
      ),
    );
    await w.log([8]);
    const open = (await w.get(`invoices/unbilled_time?project_id=${w.project}`)).body;
    expect(open).toMatchObject({ seconds: 0, unapproved_seconds: 28_800 });
    expect((await w.draft()).status).toBe(409);
    ok(await w.post('timesheets/submit', { week: `${year - 1}-03-02` }, w.senior));
    const parts = ok(await w.get('timesheet_approvals')).body as { id: string }[];
    ok(await w.post('timesheets/decide', { ids: parts.map(({ id }) => id), approve: true }));
    // What is agreed on afterwards moves nothing that is approved.
    await w.firm.within((tx) =>
      tx.write.insert('clients.project_rates', [{ project_id: w.project, grade: 'Senior', user_id: null, rate: 1 }]),
    );
    expect((await w.get(`invoices/unbilled_time?project_id=${w.project}`)).body).toMatchObject({
      seconds: 28_800,
      value: 80_000,
    });
  });

  test('refuses time without a rate at its place, the firm’s own work, and what is billed by nobody', async () => {
    const w = await invoicingWorld(app);
    await w.log([3], { user: w.director.id });
    const missing = await w.draft();
    expect(missing.status).toBe(422);
    expect(missing.body.detail).toContain('There is no rate for');
    await w.firm.within((tx) =>
      tx.all(
        sql`update clients.projects set chargeable = false where tenant_id = ${tx.tenant} and id = ${w.project} returning 1`,
      ),
    );
    expect(pathsOf(await w.draft())).toEqual(['project_id']);
    expect(pathsOf(await w.post('invoices', {}))).toEqual(['client_id']);
    expect((await w.post('invoices', { project_id: newId() })).status).toBe(404);
    expect((await w.post('invoices', { client_id: newId() })).status).toBe(404);
  });

  test('is edited line by line: words, sums, taxes, lines by hand; a stale one gets 409', async () => {
    const w = await invoicingWorld(app);
    await w.log([10]);
    const { body } = await w.draft();
    const [line] = body.lines;
    const travel = { kind: 'expense', description: 'Travel', quantity: 2000, price: 12_345 };
    const free = { kind: 'fixed', description: 'Course', price: 50_000, tax_category: 'E', tax_reason: '§ 4 Nr. 21 UStG' };
    const edited = ok(
      await w.put(`invoices/${body.id}`, {
        version: body.version,
        reference: ' PO 7 ',
        lines: [{ ...{ id: line.id, kind: 'time' }, description: 'Ana Silva, March' }, travel, free],
      }),
    );
    expect(edited.body).toMatchObject({
      reference: 'PO 7',
      net: 174_690,
      tax: 23_691,
      taxes: [
        { tax_category: 'S', tax_rate: 1900, base: 124_690, tax: 23_691 },
        { tax_category: 'E', base: 50_000, tax: 0 },
      ],
    });
    expect((await w.put(`invoices/${body.id}`, { version: body.version, note: 'x' })).status).toBe(409);
    const bad = (lines: object[]) => w.put(`invoices/${body.id}`, { version: edited.body.version, lines });
    expect(pathsOf(await bad([{ ...travel, tax_category: 'E' }]))).toEqual(['lines.0.tax_reason']);
    expect(pathsOf(await bad([{ ...travel, price: -1 }]))).toEqual(['lines.0.price']);
    expect(pathsOf(await bad([{ kind: 'time', description: 'Made up' }]))).toEqual(['lines.0.kind']);
    expect(pathsOf(await bad([{ ...travel, description: '  ' }]))).toEqual(['lines.0.description']);
    const gone = ok(await bad([travel]));
    expect(gone.body.lines).toHaveLength(1);
    expect((await w.get(`invoices/unbilled_time?project_id=${w.project}`)).body.seconds).toBe(36_000);
  });

  test('writes off and up only with a reason, and somebody else agrees, of the grade that it needs', async () => {
    const w = await invoicingWorld(app);
    await w.log([10]);
    const { body } = await w.draft();
    const line = { id: body.lines[0].id, kind: 'time', description: 'Ana Silva' };
    const edit = (version: number, more: object) => w.put(`invoices/${body.id}`, { version, lines: [{ ...line, ...more }] });
    expect(pathsOf(await edit(body.version, { adjustment: -40_000 }))).toEqual(['lines.0.reason']);
    expect(pathsOf(await edit(body.version, { adjustment: -100_001, reason: 'x' }))).toEqual(['lines.0.adjustment']);
    const asked = ok(await edit(body.version, { adjustment: -40_000, reason: 'Overrun in planning' }));
    expect(asked.body).toMatchObject({
      net: 60_000,
      waiting: 1,
      may: { issue: false, decide: false },
      lines: [{ tier: 'Partner', mine: false }],
    });
    expect((await w.post(`invoices/${body.id}/issue`, { version: asked.body.version })).status).toBe(422);
    const decide = (who: Parameters<typeof w.post>[2], more: object = {}, version = asked.body.version) =>
      w.post(`invoices/${body.id}/decide`, { version, decision: 'approved', ...more }, who);
    expect((await decide(w.manager)).status).toBe(409);
    expect((await decide(w.director)).status).toBe(409);
    expect((await decide(w.partner, { decision: 'rejected' })).status).toBe(422);
    const agreed = ok(await decide(w.partner));
    expect(agreed.body).toMatchObject({ waiting: 0, lines: [{ decision: 'approved' }] });
    expect((await decide(w.partner)).status).toBe(409);
    // Another sum is another question.
    const again = ok(await edit(agreed.body.version, { adjustment: -41_000, reason: 'Overrun in planning' }));
    expect(again.body.lines[0]).toMatchObject({ decision: null });
    const final = ok(await decide(w.partner, {}, again.body.version));
    const issued = ok(await w.post(`invoices/${body.id}/issue`, { version: final.body.version }));
    expect(issued.body).toMatchObject({ status: 'issued', net: 59_000, value: 100_000 });
  });
});

describe('an issued invoice', () => {
  test('has a number, never changes again, and its time cannot change either', async () => {
    const w = await invoicingWorld(app);
    const [entry] = await w.log([10, 5]);
    const { body } = ok(await w.issued());
    expect(body).toMatchObject({
      status: 'issued',
      number: `INV-${year}-0001`,
      issued_on: today,
      push: 'none',
      may: { edit: false, pay: true, credit: true },
    });
    expect((await w.put(`invoices/${body.id}`, { version: body.version, note: 'x' })).status).toBe(409);
    expect((await w.remove(`invoices/${body.id}?version=${body.version}`)).status).toBe(409);
    expect((await w.post(`invoices/${body.id}/issue`, { version: body.version })).status).toBe(409);
    const changed = await w.firm.call(w.senior, 'PATCH', `/api/time_entries/${entry}`, { seconds: 60 });
    expect(changed.status).toBe(409);
    expect(changed.body.detail).toContain(`INV-${year}-0001`);
    expect((await w.firm.call(w.senior, 'DELETE', `/api/time_entries/${entry}`)).status).toBe(409);
    expect((await w.firm.call(w.senior, 'PATCH', `/api/time_entries/${entry}`, { comment: 'Interviews' })).status).toBe(200);
    const project = await w.firm.within((tx) =>
      tx.one<{ billing_status: string }>(
        sql`select billing_status from clients.projects where tenant_id = ${tx.tenant} and id = ${w.project}`,
      ),
    );
    expect(project?.billing_status).toBe('billed');
    await w.log([1], { from: `${year - 1}-05-04` });
    const next = ok(await w.issued());
    expect(next.body.number).toBe(`INV-${year}-0002`);
    const last = ok(await w.get(`invoices/last_used?project_id=${w.project}`));
    expect(last.body).toMatchObject({ number: `INV-${year}-0002`, seller_id: w.seller, payment_days: 30, language: 'de' });
    const find = async (query: string, who = w.manager): Promise<string[]> => {
      const body = { query, collections: ['invoices'] };
      return ok(await w.post('settings/smart_search?page=home', body, who)).body.map(({ label }: { label: string }) => label);
    };
    expect(await find(`inv-${year}-0002`)).toEqual([expect.stringMatching(new RegExp(`^INV-${year}-0002 · `))]);
    expect(await find('acme')).toHaveLength(2);
    expect(await find('acme', w.senior)).toEqual([]);
  });

  test('is what the database keeps: not its head, not its lines, not its number', async () => {
    const w = await invoicingWorld(app);
    await w.log([10]);
    const { body } = await w.issued();
    const refused = async (statement: ReturnType<typeof sql>): Promise<string> =>
      w.firm
        .within((tx) => tx.all(statement))
        .then(
          () => 'done',
          (error: { cause?: { message?: string }; message: string }) => error.cause?.message ?? error.message,
        );
    const tenant = w.firm.tenant;
    expect(await refused(sql`update invoicing.documents set net = 0 where tenant_id = ${tenant} returning 1`)).toContain(
      'permission denied',
    );
    expect(await refused(sql`update invoicing.issued_lines set amount = 0 where tenant_id = ${tenant} returning 1`)).toContain(
      'permission denied',
    );
    expect(await refused(sql`delete from invoicing.ledger where tenant_id = ${tenant} returning 1`)).toContain(
      'permission denied',
    );
    expect(
      await refused(
        sql`update invoicing.invoices set net = 1, gross = 1 + tax where tenant_id = ${tenant} and id = ${body.id} returning 1`,
      ),
    ).toContain('invoices_document');
    expect(
      await refused(
        sql`update invoicing.invoices set status = 'draft', number = null, issued_on = null where tenant_id = ${tenant} and id = ${body.id} returning 1`,
      ),
    ).toContain('documents_invoice');
    expect(
      await refused(
        sql`update invoicing.invoices set paid = gross + 1 where tenant_id = ${tenant} and id = ${body.id} returning 1`,
      ),
    ).toContain('invoices_paid');
    expect(
      await refused(sql`
        insert into invoicing.documents (tenant_id, id, series_id, place, number, kind, client_id, currency, net, tax, gross, issued_on, issued_at, issued_by, content)
        select tenant_id, ${newId()}, series_id, place + 2, 'X', kind, client_id, currency, net, tax, gross, issued_on, issued_at, issued_by, content
        from invoicing.documents where tenant_id = ${tenant} returning 1`),
    ).toContain('documents_no_gap');
  });

  test('is paid in parts, paid back, and never more than is open', async () => {
    const w = await invoicingWorld(app);
    await w.log([10]);
    const { body } = await w.issued();
    const pay = (version: number, amount: number, day = today) =>
      w.post(`invoices/${body.id}/payments`, { version, amount, day, note: 'Bank' });
    expect(pathsOf(await pay(body.version, 119_001))).toEqual(['amount']);
    expect(pathsOf(await pay(body.version, 0))).toEqual(['amount']);
    const part = ok(await pay(body.version, 19_000));
    expect(part.body).toMatchObject({ status: 'part_paid', paid: 19_000 });
    expect((await pay(body.version, 1)).status).toBe(409);
    const whole = ok(await pay(part.body.version, 100_000));
    expect(whole.body).toMatchObject({ status: 'paid', may: { pay: false } });
    expect(pathsOf(await pay(whole.body.version, -119_001))).toEqual(['amount']);
    const back = ok(await pay(whole.body.version, -119_000));
    expect(back.body).toMatchObject({
      status: 'issued',
      paid: 0,
      payments: [{ amount: 19_000 }, { amount: 100_000 }, { amount: -119_000 }],
    });
  });

  test('is corrected by credit notes, in parts or whole, and whole its time may be billed again', async () => {
    const w = await invoicingWorld(app);
    await w.log([10, 5]);
    const { body } = await w.issued();
    const credit = (version: number, more: object = {}) =>
      w.post(`invoices/${body.id}/credit`, { version, reason: 'Agreed on the phone', ...more });
    const line = body.lines[0].id;
    expect(pathsOf(await credit(body.version, { lines: [{ line_id: line, amount: 150_001 }] }))).toEqual(['lines.0.amount']);
    expect(pathsOf(await credit(body.version, { lines: [{ line_id: line, amount: 1 }], release: true }))).toEqual(['release']);
    const part = ok(await credit(body.version, { lines: [{ line_id: line, amount: 50_000 }] }));
    expect(part.body).toMatchObject({
      status: 'part_paid',
      credited: 59_500,
      credit_notes: [{ number: `CN-${year}-0001`, gross: 59_500 }],
    });
    const rest = ok(await credit(part.body.version));
    expect(rest.body).toMatchObject({ status: 'credited', credited: 178_500 });
    expect((await credit(rest.body.version)).status).toBe(409);
    const note = ok(await w.get(`invoices/${rest.body.credit_notes[1].id}`));
    expect(note.body).toMatchObject({
      kind: 'credit_note',
      credits: { number: `INV-${year}-0001` },
      net: 100_000,
      may: { credit: false, pay: false },
    });

    await w.log([4], { from: `${year - 1}-06-01` });
    const second = ok(await w.issued());
    const freed = ok(
      await w.post(`invoices/${second.body.id}/credit`, { version: second.body.version, reason: 'Wrong client', release: true }),
    );
    expect(freed.body.status).toBe('credited');
    expect((await w.get(`invoices/unbilled_time?project_id=${w.project}`)).body.seconds).toBe(4 * 3600);
    expect(ok(await w.issued()).body.number).toBe(`INV-${year}-0003`);
  });

  test('says what keeps it from being issued, and takes no number then', async () => {
    const w = await invoicingWorld(app);
    await w.log([1]);
    await w.firm.within((tx) =>
      tx.all(
        sql`update clients.clients set country = null, street = '', billing_email = null, vat_id = null where tenant_id = ${tx.tenant} and id = ${w.client} returning 1`,
      ),
    );
    const { body } = ok(await w.draft());
    expect(body.faults).toHaveLength(3);
    const refused = await w.post(`invoices/${body.id}/issue`, { version: body.version });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toHaveLength(3);
    const rows = await w.firm.within((tx) => tx.all(sql`select 1 from invoicing.series where tenant_id = ${tx.tenant}`));
    expect(rows).toEqual([]);
  });
});

describe('a project at a fixed fee', () => {
  test('is billed by instalments, milestones and retainers, and its time is covered by them', async () => {
    const w = await invoicingWorld(app);
    const plan = ok(
      await w.put(`projects/${w.fixed}/billing`, {
        reference: 'PO 12',
        instalments: [
          { kind: 'instalment', label: 'First half', due_on: today, amount: 500_000 },
          { kind: 'milestone', label: 'Report', amount: 500_000 },
        ],
      }),
    );
    const [first, second] = plan.body.instalments;
    await w.log([10], { project: w.fixed });
    expect(pathsOf(await w.draft({ project_id: w.fixed }))).toEqual(['instalment_ids']);
    const draft = ok(await w.draft({ project_id: w.fixed, instalment_ids: [first.id] }));
    // The client owes the tax: both have VAT numbers in the Union.
    expect(draft.body).toMatchObject({
      net: 500_000,
      tax: 0,
      value: 100_000,
      reference: 'PO 12',
      language: 'fr',
      payment_days: 14,
      lines: [{ kind: 'fixed', entries: 1, tax_category: 'AE' }],
    });
    expect((await w.draft({ project_id: w.fixed, instalment_ids: [first.id] })).status).toBe(409);
    expect(
      (
        await w.put(`projects/${w.fixed}/billing`, {
          instalments: [second].map(
            ({ id, kind, label, amount }: { id: string; kind: string; label: string; amount: number }) => ({
              id,
              kind,
              label,
              amount,
            }),
          ),
        })
      ).status,
    ).toBe(409);
    ok(await w.post(`invoices/${draft.body.id}/issue`, { version: draft.body.version }));
    const wip = ok(await w.get(`invoices/wip?project_id=${w.fixed}&from=${year - 1}-01-01&to=${today}`));
    expect(wip.body).toEqual({
      currency: 'EUR',
      open: 0,
      time: 100_000,
      billed: 500_000,
      written_off: 0,
      written_up: 400_000,
      close: 0,
    });
    const billing = ok(await w.get(`projects/${w.fixed}/billing`));
    expect(billing.body.instalments).toMatchObject([
      { invoice: `INV-${year}-0001`, invoice_status: 'issued' },
      { invoice: null },
    ]);
    expect((await w.put(`projects/${w.fixed}/billing`, { version: 9, reference: 'x' })).status).toBe(409);
  });

  test('that is capped asks for no more than the cap; what lies beyond it waits for somebody to agree', async () => {
    const w = await invoicingWorld(app);
    await w.firm.within((tx) =>
      tx.all(
        sql`update clients.projects set fee_kind = 'capped', budget_fee = 90000 where tenant_id = ${tx.tenant} and id = ${w.project} returning 1`,
      ),
    );
    await w.log([10]);
    await w.log([1], { user: w.manager.id });
    const { body } = ok(await w.draft());
    expect(body).toMatchObject({ net: 90_000, value: 120_000, waiting: 2, may: { issue: false } });
    expect(body.lines.reduce((all: number, line: { adjustment: number }) => all + line.adjustment, 0)).toBe(-30_000);
  });
});

describe('lists', () => {
  test('show, filter, count and export invoices, and what is unbilled by its age', async () => {
    const w = await invoicingWorld(app);
    await w.log([10]);
    const { body } = await w.issued();
    await w.log([2], { from: `${year - 1}-06-01` });
    ok(await w.draft());
    await w.log([3], { project: w.fixed, from: today });
    const list = ok(await w.post('invoices/list', { sort: '-gross' }));
    expect(list.body.map(({ status }: { status: string }) => status)).toEqual(['issued', 'draft']);
    expect(list.headers['x-pagination-total']).toBe('2');
    for (const [filter, count] of [
      [{ statuses: ['draft'] }, 1],
      [{ search: body.number.toLowerCase() }, 1],
      [{ clients: [newId()] }, 0],
      [{ projects: [w.project] }, 2],
      [{ years: [year] }, 1],
      [{ overdue: true }, 0],
      [{ from: `${year - 1}-05-01`, to: `${year - 1}-07-01` }, 1],
      [{ pushes: ['none'] }, 2],
      [{ waiting: true }, 0],
      [{ users: [w.senior.id] }, 0],
      [{ kinds: ['credit_note'] }, 0],
      [{ billing_status: ['part_billed'] }, 2],
    ] as const)
      expect((await w.post('invoices/list', filter)).body, JSON.stringify(filter)).toHaveLength(count);
    const counts = ok(await w.post('invoices/counts'));
    expect(counts.body).toEqual({
      statuses: expect.arrayContaining([
        { status: 'draft', count: 1 },
        { status: 'issued', count: 1 },
      ]),
      sums: [{ currency: 'EUR', open: 119_000, overdue: 0, drafts: 20_000 }],
    });
    const csv = await w.post('invoices/export?format=csv');
    expect(csv.status).toBe(200);
    expect(csv.bytes.toString()).toContain(body.number);
    const unbilled = ok(await w.post('invoices/unbilled'));
    expect(unbilled.body).toMatchObject([
      { code: 'BEL', seconds: 10_800, value: 30_000, ages: [30_000, 0, 0, 0], oldest: today },
    ]);
    const months = ok(await w.get(`invoices/by_month?project_id=${w.project}&year=${year - 1}`));
    expect(months.body.months[2]).toMatchObject({ seconds: 36_000, value: 100_000 });
  });

  test('are closed to Seniors and to those whose role closes the page; sellers and the connector are the administrators’', async () => {
    const w = await invoicingWorld(app);
    expect((await w.post('invoices/list', {}, w.senior)).status).toBe(403);
    expect((await w.post('invoices', { client_id: w.client }, w.senior)).status).toBe(403);
    expect((await w.put(`invoice_sellers/${w.seller}`, sellerOf())).status).toBe(403);
    expect((await w.get('invoice_connector')).status).toBe(403);
    await w.firm.call(w.boss, 'POST', '/api/settings/add_role_access', {
      role: 'reader',
      accesses: { invoices: { view_page: true, can_edit: false, can_export: false, can_approve: false } },
    });
    const reader = await w.firm.user({ grade: 'Manager', role: 'reader' });
    expect((await w.post('invoices/list', {}, reader)).status).toBe(200);
    expect((await w.post('invoices', { client_id: w.client }, reader)).status).toBe(403);
    expect((await w.post('invoices/export', {}, reader)).status).toBe(403);
    const bad = await w.put(
      `invoice_sellers/${newId()}`,
      sellerOf({ name: 'Second', iban: 'DE02120300000000202052', invoice_pattern: 'INV', vat_id: '12' }),
      w.boss,
    );
    expect(pathsOf(bad).sort()).toEqual(['iban', 'invoice_pattern', 'vat_id']);
    const same = await w.put(`invoice_sellers/${newId()}`, sellerOf({ name: 'Second' }), w.boss);
    expect(pathsOf(same)).toEqual(['invoice_pattern']);
  });
});
