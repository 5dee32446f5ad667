import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, makeFirm, startTestApp } from '../../../test/app.ts';
import { type InvoicingWorld, invoicingWorld } from '../../../test/invoicing.ts';
import { firmDay } from '../../../test/today.ts';
import { newId } from '../../kit/ids.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const today = firmDay();
const ok = (answer: Answer): Answer => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
};
const pathsOf = (answer: Answer): string[] => (answer.body.errors ?? []).map((error: { path: string }) => error.path);

const cost = (more: object = {}) => ({
  day: today,
  kind: 'subcontractor',
  amount: 12_345,
  currency: 'EUR',
  note: ' Tester ',
  ...more,
});
const add = (w: InvoicingWorld, more: object = {}) => w.post(`projects/${w.project}/costs`, cost(more));
const list = async (w: InvoicingWorld) => ok(await w.get(`projects/${w.project}/costs`)).body;

describe('what third parties cost a project', () => {
  test('is added, changed and removed by who may edit its invoices, and audited', async () => {
    const w = await invoicingWorld(app);
    const stored = ok(await add(w)).body;
    expect(stored).toMatchObject({ project_id: w.project, amount: 12_345, note: 'Tester', is_rebillable: false, version: 1 });
    ok(await add(w, { day: `${Number(today.slice(0, 4)) - 1}-12-31`, kind: 'disbursement', is_rebillable: true }));
    expect((await list(w)).map(({ kind }: { kind: string }) => kind)).toEqual(['subcontractor', 'disbursement']);
    const changed = ok(await w.put(`project_costs/${stored.id}`, { version: 1, amount: 500, note: '' })).body;
    expect(changed).toMatchObject({ amount: 500, note: '', kind: 'subcontractor', version: 2 });
    const stale = await w.put(`project_costs/${stored.id}`, { version: 1, amount: 700 });
    expect([stale.status, stale.body.current.amount]).toEqual([409, 500]);
    expect((await w.remove(`project_costs/${stored.id}?version=1`)).status).toBe(409);
    ok(await w.remove(`project_costs/${stored.id}?version=2`));
    expect(await list(w)).toHaveLength(1);
    const audit = ok(await w.get('audit_events?entity=invoicing.costs', w.boss)).body;
    expect(audit.map(({ action }: { action: string }) => action).toSorted()).toEqual(['delete', 'insert', 'insert', 'update']);
  });

  test('is refused where it is nothing, too much, of no kind, or in a currency without a rate on its day', async () => {
    const w = await invoicingWorld(app);
    expect(pathsOf(await add(w, { amount: 0 }))).toEqual(['amount']);
    expect(pathsOf(await add(w, { amount: 1_000_000_000_001 }))).toEqual(['amount']);
    expect(pathsOf(await add(w, { kind: 'gift' }))).toEqual(['kind']);
    const unknown = await add(w, { currency: 'USD' });
    expect(pathsOf(unknown)).toEqual(['currency']);
    expect(unknown.body.errors[0].message).toContain('EUR, GBP');
    const { id } = ok(await add(w, { currency: 'GBP' })).body;
    const early = await w.put(`project_costs/${id}`, { version: 1, day: '2001-01-01' });
    expect(pathsOf(early)).toEqual(['currency']);
  });

  test('is closed to who may not see or edit invoices, and to another firm', async () => {
    const w = await invoicingWorld(app);
    const { id } = ok(await add(w)).body;
    expect((await w.get(`projects/${w.project}/costs`, w.senior)).status).toBe(403);
    expect((await w.post(`projects/${w.project}/costs`, cost(), w.senior)).status).toBe(403);
    const other = await makeFirm(app);
    const stranger = await other.user({ grade: 'Partner' });
    expect((await other.call(stranger, 'GET', `/api/projects/${w.project}/costs`)).status).toBe(404);
    expect((await other.call(stranger, 'PUT', `/api/project_costs/${id}`, { version: 1, amount: 1 })).status).toBe(404);
    expect((await other.call(stranger, 'DELETE', `/api/project_costs/${id}?version=1`)).status).toBe(404);
    expect((await w.put(`project_costs/${newId()}`, { version: 1, amount: 1 })).status).toBe(404);
  });
});
