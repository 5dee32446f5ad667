import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, startTestApp } from '../../../test/app.ts';
import { pricingWorld } from '../../../test/pricing.ts';
import { sql } from '../../server/sql.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const pathsOf = (answer: Answer): string[] => (answer.body.errors ?? []).map((error: { path: string }) => error.path);
const ROUNDS = Number(process.env['CADRE_RUNS'] ?? 0) > 1000 ? 100 : 8;

describe('approval', () => {
  test('follows recovery: at the target a Manager, below it a Director, below the floor a Partner', async () => {
    const w = await pricingWorld(app);
    const other = await w.firm.user({ grade: 'Manager' });
    const tries = [
      { discount: 0, tier: 'Manager', may: other, not: await w.firm.user({ grade: 'Senior', category: 'admin' }) },
      { discount: 1000, tier: 'Director', may: w.director, not: other },
      { discount: 3000, tier: 'Partner', may: w.partner, not: w.director },
    ];
    for (const { discount, tier, may, not } of tries) {
      const { id } = (await w.priced({ tables: [w.table({ discount })] })).body;
      const asked = await w.submitted(id);
      expect(asked.body.shown).toMatchObject({
        status: 'submitted',
        figures: { tier },
        approvals: [{ tier, table_id: null, mine: false }],
      });
      expect((await w.post('pricing/pricings', { waiting: true }, not)).body).toEqual([]);
      expect((await w.decide(id, {}, not)).status).toBe(403);
      expect((await w.post('pricing/pricings', { waiting: true }, may)).body).toMatchObject([{ id, waits: true }]);
      const done = await w.decide(id, { reason: 'Fine' }, may);
      expect(done.body.shown).toMatchObject({ status: 'approved', approvals: [{ decision: 'approved', reason: 'Fine' }] });
      expect(done.body.history.map(({ action }: { action: string }) => action)).toEqual(['approved', 'submitted']);
    }
  });

  test('is never one’s own', async () => {
    const w = await pricingWorld(app);
    const { id } = (await w.priced()).body;
    await w.submitted(id, w.partner);
    expect((await w.decide(id, {}, w.manager)).status).toBe(403);
    expect((await w.decide(id, {}, w.partner)).status).toBe(403);
    const direct = w.firm.within((tx) =>
      tx.all(sql`update pricing.approvals set decision = 'approved', decided_at = now(), decided_by = submitted_by
        where tenant_id = ${tx.tenant} returning 1`),
    );
    await expect(direct).rejects.toThrow();
    expect((await w.decide(id, {}, w.director)).status).toBe(200);
  });

  test('freezes what was seen, whatever comes later', async () => {
    const w = await pricingWorld(app);
    const { id } = (await w.priced({ tables: [w.table({ discount: 1000 })] })).body;
    await w.submitted(id);
    expect((await w.post('pricing/edit', { id, name: 'Other' })).status).toBe(409);
    const done = await w.decide(id, {}, w.director);
    expect(done.body.shown.approvals[0].seen).toMatchObject({
      whole: { fee: 81_000, standard: 100_000, cost: null, tier: 'Director' },
      stresses: [{ stress: 'hours_10', standard: 110_000 }, {}, { stress: 'grade_up' }],
    });
    expect((await w.get(`pricings/${id}`, w.partner)).body.shown.approvals[0].seen.whole.cost).toBe(50_000);
    const next = await w.post(`pricings/${id}/versions`, {});
    expect(next.body.shown).toMatchObject({ number: 2, status: 'draft', figures: { fee: 81_000 } });
    const [table] = next.body.shown.tables;
    await w.post('pricing/edit', { id, tables: [{ ...w.table({ discount: 0 }), id: table.id }] });
    const first = await w.get(`pricings/${id}?number=1`);
    expect(first.body.shown).toMatchObject({
      number: 1,
      status: 'approved',
      figures: { fee: 81_000 },
      approvals: [{ seen: { whole: { fee: 81_000 } } }],
    });
    expect(first.body.versions).toMatchObject([
      { number: 2, fee: 90_000 },
      { number: 1, fee: 81_000 },
    ]);
  });

  test('of several service lines: each lead the own table, the partner the whole', async () => {
    const w = await pricingWorld(app);
    const tax = { name: 'Tax', service_line_id: w.tax, lines: [{ sl_role_id: w.advisor, grade: 'Senior', minutes: [600, 0] }] };
    const { id } = (await w.priced({ kind: 'multi', tables: [w.table(), { ...w.table(), ...tax }] })).body;
    expect(pathsOf(await w.submitted(id))).toEqual(['partner_id']);
    await w.post('pricing/edit', { id, partner_id: w.manager.id });
    expect(pathsOf(await w.submitted(id))).toEqual(['partner_id']);
    await w.post('pricing/edit', { id, partner_id: w.partner.id });
    const { shown } = (await w.submitted(id)).body;
    const [audit, taxes] = shown.tables.map((table: { id: string }) => table.id);
    // Audit has no lead: whoever has the grade decides.
    expect((await w.decide(id, { table_id: taxes }, w.director)).status).toBe(403);
    expect((await w.decide(id, { table_id: null }, w.director)).status).toBe(403);
    const told = await w.firm.call(w.lead, 'GET', '/api/notifications');
    expect(JSON.stringify(told.body)).toContain('Audit 2027');
    expect((await w.decide(id, { table_id: taxes }, w.lead)).body.shown.status).toBe('submitted');
    expect((await w.decide(id, { table_id: taxes }, w.lead)).status).toBe(409);
    expect((await w.decide(id, {}, w.partner)).body.shown.status).toBe('submitted');
    expect((await w.decide(id, { table_id: audit }, w.director)).body.shown.status).toBe('approved');
  });

  test('is refused with a reason, asked about, and taken back', async () => {
    const w = await pricingWorld(app);
    const { id } = (await w.priced()).body;
    await w.submitted(id);
    expect(pathsOf(await w.decide(id, { decision: 'rejected' }))).toEqual(['reason']);
    const asked = await w.decide(id, { decision: 'asked', reason: 'Why so few hours?' });
    expect(asked.body).toMatchObject({
      shown: { status: 'submitted' },
      history: [{ action: 'asked', reason: 'Why so few hours?' }, {}],
    });
    const back = await w.post(`pricings/${id}/status`, { to: 'draft' });
    expect(back.body).toMatchObject({ shown: { status: 'draft' }, may: { edit: true } });
    await w.submitted(id);
    // What was looked at was submitted anew since.
    expect((await w.decide(id, { submission: 1 })).status).toBe(409);
    const refused = await w.decide(id, { submission: 2, decision: 'rejected', reason: 'Too cheap' });
    expect(refused.body).toMatchObject({ shown: { status: 'rejected' }, may: { edit: false, renew: true } });
    expect((await w.post(`pricings/${id}/status`, { to: 'won' })).status).toBe(409);
  });

  test('ends in won or lost; a new agreed version takes the place of the old', async () => {
    const w = await pricingWorld(app);
    const { id } = (await w.priced()).body;
    await w.submitted(id);
    await w.decide(id, {});
    expect((await w.post(`pricings/${id}/versions`, {})).body.shown.number).toBe(2);
    expect((await w.post(`pricings/${id}/versions`, {})).status).toBe(409);
    await w.submitted(id);
    const second = await w.decide(id, {});
    expect(second.body.versions.map(({ status }: { status: string }) => status)).toEqual(['approved', 'replaced']);
    expect((await w.post(`pricings/${id}/status`, { to: 'won', reason: 'Signed' })).body.shown.status).toBe('won');
    expect((await w.post(`pricings/${id}/status`, { to: 'lost' })).status).toBe(409);
  });

  test('stands in the audit, once and with what was seen', async () => {
    const w = await pricingWorld(app);
    const { id } = (await w.priced()).body;
    await w.submitted(id);
    await w.decide(id, {});
    const rows = await w.firm.within((tx) =>
      tx.all<{ after: { decision: string; fee: number } }>(sql`
        select d.after from app.audit_changes c join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id
        where c.tenant_id = ${tx.tenant} and c.action = 'pricing_decided'`),
    );
    expect(rows).toMatchObject([{ after: { decision: 'approved', fee: 90_000 } }]);
  });

  test('a role without the flag does not decide', async () => {
    const w = await pricingWorld(app);
    const boss = await w.firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
    const accesses = { pricing: { view_page: true, can_approve: false } };
    await w.firm.call(boss, 'POST', '/api/settings/add_role_access', { role: 'looks', accesses });
    const who = await w.firm.user({ grade: 'Partner', role: 'looks' });
    const { id } = (await w.priced()).body;
    await w.submitted(id);
    expect((await w.decide(id, {}, who)).status).toBe(403);
    expect((await w.post('pricing/pricings', { waiting: true }, who)).body).toEqual([]);
  });
});

test('of two who decide at once, one does; what is edited, deleted or taken back meanwhile has one history', async () => {
  const w = await pricingWorld(app);
  const second = await w.firm.user({ grade: 'Partner' });
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = (await w.priced()).body;
    await w.submitted(id);
    const answers = await Promise.all([
      w.decide(id, {}, w.director),
      w.decide(id, { decision: 'rejected', reason: 'No' }, second),
      w.post(`pricings/${id}/status`, { to: 'draft' }),
      w.post('pricing/edit', { id, name: `Round ${round}` }),
      w.post('pricing/delete', { id }),
    ]);
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
    const { body } = await w.get(`pricings/${id}`);
    const steps = body.history.map(({ action }: { action: string }) => action);
    const decided = steps.filter((step: string) => ['approved', 'rejected', 'withdrawn'].includes(step));
    expect(decided).toHaveLength(1);
    expect(body.shown.status).toBe(decided[0] === 'withdrawn' ? 'draft' : decided[0]);
    expect(answers.slice(0, 3).filter(({ status }) => status === 200)).toHaveLength(1);
    if (answers[3]?.status === 200) expect(body.shown.status).toBe('draft');
    expect(answers[4]?.status).toBe(409);
  }
});

test('several that are at their targets are approved at once, each with its four eyes, all or none', async () => {
  const w = await pricingWorld(app);
  const made = await Promise.all(['One', 'Two'].map(async (name) => (await w.priced({ name })).body.id as string));
  for (const id of made) await w.submitted(id);
  const low = (await w.priced({ name: 'Low', tables: [w.table({ fee: 10_000 })] })).body.id as string;
  await w.submitted(low);
  const both = made.map((id) => ({ id, submission: 1 }));
  const approve = (pricings: object[], who = w.partner) => w.post('pricing/approve_several', { pricings }, who);
  const statusOf = async (id: string): Promise<string> => (await w.get(`pricings/${id}`)).body.shown.status;
  const refused = await approve([...both, { id: low, submission: 1 }]);
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'pricings.2.id']);
  expect(await Promise.all(made.map(statusOf))).toEqual(['submitted', 'submitted']);
  expect((await approve([{ id: made[0], submission: 2 }])).status).toBe(409);
  expect((await approve([both[0] ?? {}, both[0] ?? {}])).status).toBe(409);
  expect((await approve(both, w.manager)).status).toBe(403);
  const foreign = await pricingWorld(app);
  expect((await foreign.post('pricing/approve_several', { pricings: both }, foreign.partner)).status).toBe(404);
  expect((await approve(both)).body).toEqual({ approved: 2 });
  expect(await Promise.all([...made, low].map(statusOf))).toEqual(['approved', 'approved', 'submitted']);
});
