import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const PERIOD = { from: '2026-03-02', to: '2026-03-31' };

/** A Director alone in France, three Seniors and two Juniors in Germany; two projects, on one of which a Senior works alone. */
async function world() {
  const firm = await makeFirm(app, ['DE', 'FR']);
  const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const page = { view_page: true, can_see_cost: true, can_export: true };
  await firm.call(boss, 'POST', '/api/settings/add_role_access', {
    role: 'cost',
    accesses: { management_reporting: page, kpi_reporting: page, clients_projects: page },
  });
  // Employed after the period: a reader who is no part of it.
  const reader = await firm.user({ grade: 'Partner', role: 'cost' });
  const people: TestUser[] = [];
  for (const [grade, country] of [
    ['Director', 'FR'],
    ['Senior', 'DE'],
    ['Senior', 'DE'],
    ['Senior', 'DE'],
    ['Junior', 'DE'],
    ['Junior', 'DE'],
  ] as const)
    people.push(await firm.user({ grade, country, ...(grade === 'Director' ? { role: 'cost' } : {}) }));
  const [client, alone, shared, line, role] = Array.from({ length: 5 }, () => newId());
  await firm.within(async (tx) => {
    await tx.write.insert('clients.clients', [{ id: client, name: 'Acme', sector: 'Steel' }]);
    await tx.write.insert(
      'clients.projects',
      [alone, shared].map((id, index) => ({
        id,
        code: `P${index}`,
        name: `P ${index}`,
        client_id: client,
        chargeable: true,
        currency: 'EUR',
      })),
    );
    await tx.write.insert('rates.service_lines', [{ id: line, name: 'Audit', lead_id: null }]);
    await tx.write.insert('rates.sl_roles', [
      { id: role, service_line_id: line, name: 'Staff', lowest_grade: 'Intern', highest_grade: 'Partner' },
    ]);
    await tx.write.insert(
      'rates.rates',
      ['Director', 'Senior', 'Junior'].flatMap((grade, index) =>
        ['DE', 'FR'].map((country) => ({
          grade,
          country,
          sl_role_id: role,
          currency: 'EUR',
          standard_rate: 20_000 - index * 5000,
          charge_rate: null,
          cost_rate: 9000 - index * 2000,
          valid_from: '2025-01-01',
          valid_to: 'infinity',
        })),
      ),
    );
    await tx.write.insert(
      'time.entries',
      people.map((person, index) => ({
        user_id: person.id,
        day: '2026-03-10',
        project_id: index === 1 ? alone : shared,
        seconds: 3600 * (index + 1),
        chargeable: true,
      })),
    );
  });
  const protect = (least: number) =>
    firm.within(async (tx) => {
      const [row] = await tx.all<Record<string, unknown>>(firmRow(tx.tenant));
      await tx.write.update('settings.firm', [{ before: row ?? {}, set: { least_people: least } }]);
    });
  const ask = async (path: string, body: object, as = reader) =>
    (await firm.call(as, 'POST', `/api/utilization/${path}`, { ...PERIOD, ...body })).body;
  return { firm, boss, reader, people, alone, shared, protect, ask };
}

const firmRow = (tenant: number) => sql`select * from settings.firm where tenant_id = ${tenant}`;

interface Told {
  key: string;
  name: string;
  people: number;
  seconds: number;
  cost?: number;
}
const told = ({ rows }: { rows: Told[] }): Record<string, number> =>
  Object.fromEntries(rows.map(({ key, seconds }) => [key, seconds / 3600]));

test('small groups are told as one, with so many people that nobody can be told from the sum', async () => {
  const w = await world();
  const open = await w.ask('rate', { group: 'grade' });
  expect(told(open)).toEqual({ Director: 1, Senior: 9, Junior: 11 });
  await w.protect(3);
  const money = await w.ask('rate', { group: 'grade' });
  // Director and Juniors are three together.
  expect(told(money)).toEqual({ Senior: 9, '~': 12 });
  expect(money.rows.find(({ key }: Told) => key === '~').name).toBe('Small groups together');
  expect(money.total).toEqual(open.total);
  expect(money.rows.reduce((sum: number, row: Told) => sum + (row.cost ?? 0), 0)).toBe(open.total.cost);
  const utilization = await w.ask('actual_utilization', { group: 'grade', months: true, compare: PERIOD });
  expect(Object.keys(told(utilization))).not.toContain('Director');
  expect(Object.keys(told(utilization))).not.toContain('Junior');
  const few = utilization.rows.find(({ key }: Told) => key === '~');
  expect(few.seconds).toBe(12 * 3600);
  expect(few.before.seconds).toBe(12 * 3600);
  expect(few.months[0].seconds).toBe(12 * 3600);
  // One French Director would be what is left of everybody: the Germans go along, and the total alone is told.
  expect(Object.keys(told(await w.ask('rate', { group: 'country' })))).toEqual(['~']);
  await w.protect(2);
  expect(told(await w.ask('rate', { group: 'grade' }))).toEqual({ Senior: 9, '~': 12 });
});

test('nobody is told alone but to oneself, whatever the filters and in files', async () => {
  const w = await world();
  await w.protect(3);
  const [director] = w.people as [(typeof w.people)[number]];
  expect(told(await w.ask('rate', { group: 'person' }))).toEqual({ '~': 21 });
  expect(told(await w.ask('actual_utilization', { group: 'person' }, director))[director.id]).toBe(1);
  for (const path of ['rate', 'underrecovery_ratio', 'actual_utilization']) {
    const none = await w.ask(path, { group: 'grade', users: [director.id] });
    expect([none.withheld, none.rows, none.total.seconds]).toEqual([true, [], 0]);
    expect((await w.ask(path, { group: 'grade', countries: ['FR'] })).withheld).toBe(true);
  }
  const own = await w.ask('actual_utilization', { group: 'grade', users: [director.id] }, director);
  expect([own.withheld, own.total.seconds]).toEqual([false, 3600]);
  for (const by of ['money', 'utilization']) {
    const file = await w.firm.call(w.reader, 'POST', '/api/utilization/export_kpis?format=csv', {
      ...PERIOD,
      by,
      group: 'grade',
    });
    expect(file.bytes.toString()).toContain('Small groups together');
    expect(file.bytes.toString()).not.toContain('Director');
  }
});

test('of work by few people the cost is withheld, in reports and in the margins of projects; logged hours stay', async () => {
  const w = await world();
  const costs = async () =>
    Object.fromEntries((await w.ask('rate', { group: 'project' })).rows.map((row: Told) => [row.key, row.cost !== undefined]));
  expect(await costs()).toEqual({ [String(w.alone)]: true, [String(w.shared)]: true });
  await w.protect(3);
  // Of two rows neither: the other one would be the sum less the one.
  expect(await costs()).toEqual({ [String(w.alone)]: false, [String(w.shared)]: false });
  const report = await w.ask('rate', { group: 'project' });
  expect(report.rows.map(({ seconds }: Told) => seconds / 3600).sort()).toEqual([19, 2]);
  expect(report.total.cost).toBeGreaterThan(0);
  const margins = (await w.firm.call(w.reader, 'GET', `/api/projects/margin?from=${PERIOD.from}&to=${PERIOD.to}`)).body;
  expect(margins.map((row: Told) => row.cost)).toEqual([undefined, undefined]);
  const hours = await w.ask('timespent_by_people', {});
  expect(hours).toHaveLength(6);
});

test('the number is the administrators’, and is 0 or 2 to 50', async () => {
  const w = await world();
  const set = (user: (typeof w.people)[number], least: number) =>
    w.firm.call(user, 'PUT', '/api/settings/general', { least_people: least });
  expect((await set(w.reader, 5)).status).toBe(403);
  for (const wrong of [1, 51, -1]) expect((await set(w.boss, wrong)).status, String(wrong)).toBe(422);
  expect((await set(w.boss, 5)).body).toMatchObject({ least_people: 5 });
});
