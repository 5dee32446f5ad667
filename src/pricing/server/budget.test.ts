import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestUser, startTestApp } from '../../../test/app.ts';
import { type PricingWorld, pricingWorld } from '../../../test/pricing.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/** A pricing of the project that was approved: 10 hours, 900.00. */
async function approved(w: PricingWorld, more: object = {}): Promise<string> {
  const { id } = (await w.priced({ project_id: w.project, ...more })).body;
  await w.submitted(id);
  expect((await w.decide(id, {})).body.shown.status).toBe('approved');
  return id;
}
const projectOf = async (w: PricingWorld, id = w.project) => (await w.get(`projects/${id}`)).body;
const take = (w: PricingWorld, id: string, body: object, who?: TestUser) =>
  w.post(`pricings/${id}/budget`, { number: 1, version: 1, ...body }, who);
const steps = ({ body }: { body: { history: { action: string }[] } }): string[] => body.history.map(({ action }) => action);

describe('an agreed pricing becomes the budget of its project', () => {
  test('after a look at what would change, and the budget says where it came from', async () => {
    const w = await pricingWorld(app);
    const id = await approved(w);
    const seen = await w.get(`pricings/${id}/budget`);
    expect(seen.body).toMatchObject({
      number: 1,
      currency: 'EUR',
      minutes: 600,
      fee: 90_000,
      project: { id: w.project, name: 'Audit of Acme', version: 1, budget_minutes: null, budget_fee: null },
    });
    expect((await w.get(`pricing/project_budget?project_id=${w.project}`)).body).toEqual({ taken: null });
    expect((await w.get(`pricings/${id}`)).body).toMatchObject({ may: { take_over: true }, shown: { taken: null } });
    const done = await take(w, id, { version: seen.body.project.version });
    expect(done.body).toMatchObject({ may: { take_over: false }, shown: { taken: { project: 'Audit of Acme' } } });
    expect(steps(done)[0]).toBe('taken_over');
    expect(await projectOf(w)).toMatchObject({ budget_minutes: 600, budget_fee: 90_000, version: 2 });
    const origin = await w.get(`pricing/project_budget?project_id=${w.project}`);
    expect(origin.body.taken).toMatchObject({ pricing_id: id, pricing: 'Audit 2027', number: 1, fee: 90_000, holds: true });
    const told = await w.get(`projects/${w.project}/history`);
    expect(told.body).toContainEqual(
      expect.objectContaining({
        action: 'budget_taken_over',
        changes: [{ field: 'name', before: null, after: 'Audit 2027' }],
      }),
    );
  });

  test('once: again, and twice at the same moment, it changes nothing', async () => {
    const w = await pricingWorld(app);
    const id = await approved(w);
    const both = await Promise.all([take(w, id, {}), take(w, id, {})]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const changed = await w.post('projects/update', { id: w.project, budget_fee: 50_000 });
    expect(changed.status).toBe(200);
    const again = await take(w, id, { version: changed.body.version });
    expect(steps(again).filter((action) => action === 'taken_over')).toHaveLength(1);
    expect((await projectOf(w)).budget_fee).toBe(50_000);
    const origin = await w.get(`pricing/project_budget?project_id=${w.project}`);
    expect(origin.body.taken).toMatchObject({ fee: 90_000, holds: false });
    const twice = w.firm.within(async (tx) => {
      const [row] = await tx.all<Record<string, unknown>>(sql`select * from pricing.takeovers where tenant_id = ${tx.tenant}`);
      await tx.write.insert('pricing.takeovers', [{ ...row, id: newId() }]);
    });
    await expect(twice).rejects.toThrow();
  });

  test('when it is won too, and a new agreed version takes the place of the old', async () => {
    const w = await pricingWorld(app);
    const id = await approved(w);
    expect((await take(w, id, {})).status).toBe(200);
    await w.post(`pricings/${id}/versions`, {});
    await w.post('pricing/edit', { id, tables: [w.table({ fee: 70_000 })] });
    expect((await take(w, id, { number: 2, version: 2 })).status).toBe(409);
    await w.submitted(id);
    await w.decide(id, {}, w.partner);
    expect((await w.post(`pricings/${id}/status`, { to: 'won' })).body.may.take_over).toBe(true);
    expect((await w.get(`pricings/${id}/budget`)).body).toMatchObject({
      number: 2,
      fee: 70_000,
      project: { budget_fee: 90_000, version: 2 },
    });
    expect((await take(w, id, { number: 2, version: 2 })).status).toBe(200);
    expect((await projectOf(w)).budget_fee).toBe(70_000);
    expect((await w.get(`pricing/project_budget?project_id=${w.project}`)).body.taken).toMatchObject({ number: 2 });
  });

  test('of a project that is named, where it has none yet', async () => {
    const w = await pricingWorld(app);
    const id = await approved(w, { project_id: null });
    expect((await w.get(`pricings/${id}/budget`)).body.project).toBeNull();
    expect((await take(w, id, {})).body.errors).toMatchObject([{ path: 'project_id' }]);
    const other = newId();
    await w.firm.within(async (tx) => {
      await tx.write.insert('clients.clients', [{ id: other, name: 'Other' }]);
      await tx.write.insert('clients.projects', [
        { id: other, code: 'OTH', name: 'Others', client_id: other, chargeable: true, currency: 'EUR' },
      ]);
    });
    expect((await w.get(`pricings/${id}/budget?project_id=${other}`)).status).toBe(409);
    expect((await take(w, id, { project_id: other })).status).toBe(409);
    expect((await take(w, id, { project_id: newId() })).status).toBe(404);
    const done = await take(w, id, { project_id: w.project });
    expect(done.body).toMatchObject({ project_id: w.project, shown: { taken: { project: 'Audit of Acme' } } });
    expect((await projectOf(w)).budget_minutes).toBe(600);
  });
});

describe('it is refused', () => {
  test('when the project changed meanwhile: nothing is written', async () => {
    const w = await pricingWorld(app);
    const id = await approved(w);
    await w.post('projects/update', { id: w.project, name: 'Audit of Acme and sons' });
    const stale = await take(w, id, { version: 1 });
    expect(stale.status).toBe(409);
    expect(stale.body.current).toMatchObject({ id: w.project, version: 2 });
    expect((await projectOf(w)).budget_minutes).toBeNull();
    expect(steps(await w.get(`pricings/${id}`))).not.toContain('taken_over');
    expect((await take(w, id, { version: 2 })).status).toBe(200);
  });

  test('in another currency than the project’s', async () => {
    const w = await pricingWorld(app);
    const id = await approved(w);
    const { version } = (await w.post('projects/update', { id: w.project, currency: 'GBP' })).body;
    const looked = await w.get(`pricings/${id}/budget`);
    expect([looked.status, looked.body.detail]).toEqual([409, '"Audit of Acme" is kept in GBP, this budget is in EUR.']);
    expect((await take(w, id, { version })).status).toBe(409);
    expect((await projectOf(w)).budget_fee).toBeNull();
  });

  test('while it is a draft, submitted, rejected, lost or replaced', async () => {
    const w = await pricingWorld(app);
    const { id } = (await w.priced({ project_id: w.project })).body;
    const refused = async (): Promise<void> => {
      expect((await w.get(`pricings/${id}/budget`)).status).toBe(409);
      expect((await take(w, id, {})).status).toBe(409);
      expect((await w.get(`pricings/${id}`)).body.may.take_over).toBe(false);
    };
    await refused();
    await w.submitted(id);
    await refused();
    await w.decide(id, { decision: 'rejected', reason: 'No' });
    await refused();
    const next = await approved(w);
    await w.post(`pricings/${next}/status`, { to: 'lost' });
    expect((await take(w, next, {})).status).toBe(409);
    expect((await projectOf(w)).budget_minutes).toBeNull();
  });

  test('for who may not change projects, or not the pricing', async () => {
    const w = await pricingWorld(app);
    const id = await approved(w);
    const boss = await w.firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
    const roles = {
      noProjects: { clients_projects: { view_page: true, can_edit: false } },
      noPricing: { pricing: { view_page: true, can_edit: false } },
    };
    for (const [role, accesses] of Object.entries(roles)) {
      await w.firm.call(boss, 'POST', '/api/settings/add_role_access', { role, accesses });
      const who = await w.firm.user({ grade: 'Partner', role });
      expect((await w.get(`pricings/${id}`, who)).body.may.take_over).toBe(false);
      expect((await take(w, id, {}, who)).status).toBe(403);
    }
    const junior = await w.firm.user({ grade: 'Senior' });
    expect((await take(w, id, {}, junior)).status).toBe(403);
    expect((await projectOf(w)).budget_minutes).toBeNull();
    expect((await take(w, id, {})).status).toBe(200);
  });
});
