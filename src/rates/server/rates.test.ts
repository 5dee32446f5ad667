import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { firmDay } from '../../../test/today.ts';
import { addDays, mondayOf } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const today = firmDay();
const year = Number(today.slice(0, 4));
const next = `${year + 1}-01-01`;
const pathsOf = (answer: Answer): string[] => (answer.body.errors ?? []).map((error: { path: string }) => error.path);

interface World {
  firm: TestFirm;
  /** Keeps the rates and sees costs. */
  partner: TestUser;
  /** Keeps the rates, and does not see costs. */
  manager: TestUser;
  line: string;
  role: string;
  post: (path: string, body: object, who?: TestUser) => Promise<Answer>;
  get: (path: string, who?: TestUser) => Promise<Answer>;
  rate: (more?: object) => Record<string, unknown>;
  set: (rates: object[], valid_from?: string, who?: TestUser) => Promise<Answer>;
  on: (day: string, who?: TestUser) => Promise<Answer['body']>;
}

async function world(): Promise<World> {
  const firm = await makeFirm(app, ['DE', 'FR']);
  const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const page = { view_page: true, can_edit: true, can_export: true, can_see_cost: true };
  await firm.call(boss, 'POST', '/api/settings/add_role_access', { role: 'cost', accesses: { financial_variables: page } });
  const partner = await firm.user({ grade: 'Partner', role: 'cost' });
  const manager = await firm.user({ grade: 'Manager' });
  const post: World['post'] = (path, body, who = partner) => firm.call(who, 'POST', `/api/pricing_admin/${path}`, body);
  const get: World['get'] = (path, who = partner) => firm.call(who, 'GET', path);
  const first = await post('update_variables', { service_lines: [{ name: 'Audit', target_margin: 3500, floor_margin: 2000 }] });
  const line = first.body.service_lines[0].id as string;
  const second = await post('update_variables', {
    sl_roles: [{ service_line_id: line, name: 'Reviewer', lowest_grade: 'Senior', highest_grade: 'Director' }],
  });
  const role = second.body.sl_roles[0].id as string;
  const rate: World['rate'] = (more = {}) => ({
    sl_role_id: role,
    grade: 'Senior',
    country: 'DE',
    currency: 'EUR',
    standard_rate: 14_500,
    ...more,
  });
  const set: World['set'] = (rates, valid_from, who) =>
    post('update_variables', { rates, ...(valid_from ? { valid_from } : {}) }, who);
  const on: World['on'] = async (day, who) => (await get(`/api/rates?service_line_id=${line}&day=${day}`, who)).body;
  return { firm, partner, manager, line, role, post, get, rate, set, on };
}

describe('service lines and roles', () => {
  test('have a lead, targets and floors, and grades between which a role lies', async () => {
    const { firm, manager, line, role, post, get } = await world();
    const changed = await post('update_variables', {
      service_lines: [{ id: line, lead_id: manager.id, target_recovery: 9000, floor_recovery: 7500, version: 1 }],
    });
    expect(changed.body.service_lines[0]).toMatchObject({ name: 'Audit', lead_id: manager.id, floor_recovery: 7500, version: 2 });
    const details = await get('/api/pricing_admin/details');
    expect(details.body).toMatchObject({
      currency: 'EUR',
      sees_cost: true,
      service_lines: [{ id: line, target_margin: 3500, roles: [{ id: role, lowest_grade: 'Senior', rates: 0 }] }],
    });
    expect((await get('/api/pricing_admin/details', manager)).body.sees_cost).toBe(false);
    expect((await firm.call(await firm.user({ grade: 'Senior' }), 'GET', '/api/pricing_admin/details')).status).toBe(403);
  });

  test('are refused at the field that is wrong, and when somebody else was faster', async () => {
    const { line, role, post } = await world();
    const lines = (given: object) => post('update_variables', { service_lines: [given] });
    const roles = (given: object) => post('update_variables', { sl_roles: [given] });
    expect(pathsOf(await lines({ id: line, floor_margin: 4000 }))).toEqual(['service_lines.0.floor_margin']);
    expect(pathsOf(await lines({ name: 'AUDIT' }))).toEqual(['service_lines.0.name']);
    expect(pathsOf(await lines({ name: '  ' }))).toEqual(['service_lines.0.name']);
    expect(pathsOf(await lines({ id: line, lead_id: role }))).toEqual(['service_lines.0.lead_id']);
    expect((await lines({ id: role, name: 'Tax' })).status).toBe(404);
    expect((await lines({ id: line, name: 'Assurance', version: 9 })).status).toBe(409);
    expect(pathsOf(await roles({ service_line_id: line, name: 'reviewer' }))).toEqual(['sl_roles.0.name']);
    expect(pathsOf(await roles({ service_line_id: role, name: 'Lead' }))).toEqual(['sl_roles.0.service_line_id']);
    expect(pathsOf(await roles({ id: role, highest_grade: 'Junior' }))).toEqual(['sl_roles.0.highest_grade']);
  });
});

describe('rates', () => {
  test('hold from a day on, and what held before stays what it was', async () => {
    const { set, on, rate, get } = await world();
    expect((await set([rate({ cost_rate: 7800, nfi_rate: 12_000 })], `${year - 1}-01-01`)).body).toMatchObject({ added: 1 });
    const answer = await set([rate({ standard_rate: 15_000, charge_rate: 14_000 })], next);
    expect(answer.body).toMatchObject({ added: 0, changed: 1, unchanged: 0 });
    expect(await on(today)).toMatchObject([
      { standard_rate: 14_500, charge_rate: null, cost_rate: 7800, valid_to: addDays(next, -1) },
    ]);
    expect(await on(next)).toMatchObject([
      { standard_rate: 15_000, charge_rate: 14_000, cost_rate: 7800, nfi_rate: 12_000, valid_from: next, valid_to: null },
    ]);
    expect((await set([rate({ standard_rate: 15_000 })], next)).body).toMatchObject({ changed: 0, unchanged: 1 });
    // One that has not begun takes new amounts in its place.
    await set([rate({ standard_rate: 15_500, charge_rate: null })], next);
    expect(await on(next)).toMatchObject([{ standard_rate: 15_500, charge_rate: null, valid_from: next }]);
    const log = await get('/api/rate_changes');
    expect(log.body).toMatchObject([
      { valid_from: next, changed: 1, origin: 'screen' },
      { valid_from: next, changed: 1 },
      { valid_from: `${year - 1}-01-01`, added: 1, changed: 0 },
    ]);
  });

  test('of the past are not changed, neither by a new one nor in place', async () => {
    const { set, on, rate } = await world();
    await set([rate()], `${year - 1}-01-01`);
    expect(pathsOf(await set([rate({ standard_rate: 1 })], `${year - 1}-01-01`))).toEqual(['valid_from']);
    expect(pathsOf(await set([rate({ standard_rate: 1 })], addDays(today, -1)))).toEqual(['valid_from']);
    expect(pathsOf(await set([rate({ standard_rate: 1 })], `${year - 2}-01-01`))).toEqual(['valid_from']);
    expect((await set([rate({ standard_rate: 15_000 })])).status).toBe(200);
    expect(await on(addDays(today, -1))).toMatchObject([{ standard_rate: 14_500, valid_to: addDays(today, -1) }]);
    expect(await on(today)).toMatchObject([{ standard_rate: 15_000 }]);
  });

  test('are refused at their cell: no such role, a grade it is not for, a country without the firm, twice the same', async () => {
    const { line, set, rate } = await world();
    const answer = await set([
      rate(),
      rate({ sl_role_id: line }),
      rate({ grade: 'Partner' }),
      rate({ country: 'JP' }),
      rate({ standard_rate: 2 }),
    ]);
    expect(pathsOf(answer)).toEqual(['rates.1.sl_role_id', 'rates.2.grade', 'rates.3.country', 'rates.4.grade']);
    expect(pathsOf(await set([rate({ standard_rate: -1 })]))).toEqual(['rates.0.standard_rate']);
  });

  test('of two who change the same one, the slower is told', async () => {
    const { set, on, rate } = await world();
    await set([rate()], `${year - 1}-01-01`);
    const [{ id, version }] = await on(today);
    const was = { id, version };
    const both = await Promise.all([set([rate({ standard_rate: 15_000, was })]), set([rate({ standard_rate: 16_000, was })])]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await on(today)).toHaveLength(1);
  });

  test('are shown before they are set, and nothing is written by that', async () => {
    const { post, set, on, rate, role } = await world();
    await set([rate({ cost_rate: 7800 })], `${year - 1}-01-01`);
    const body = { rates: [rate({ standard_rate: 15_000 }), rate({ grade: 'Manager' })], valid_from: next };
    const preview = await post('preview', body);
    expect(preview.body).toMatchObject({
      valid_from: next,
      added: 1,
      changed: 1,
      differences: [
        {
          sl_role_id: role,
          service_line: 'Audit',
          role: 'Reviewer',
          before: { standard_rate: 14_500 },
          after: { standard_rate: 15_000, cost_rate: 7800 },
          valid_to: null,
        },
        { grade: 'Manager', before: null },
      ],
    });
    expect(await on(next)).toMatchObject([{ standard_rate: 14_500 }]);
  });

  test('cost what only who has the flag sees; without it the cost stays when the rest changes', async () => {
    const { manager, set, on, rate, post, get } = await world();
    await set([rate({ cost_rate: 7800 })], `${year - 1}-01-01`);
    expect(await on(today, manager)).toMatchObject([{ standard_rate: 14_500, cost_rate: null }]);
    expect((await set([rate({ cost_rate: 1 })], next, manager)).status).toBe(403);
    const preview = await post('preview', { rates: [rate({ standard_rate: 15_000 })] }, manager);
    expect(preview.body.differences).toMatchObject([{ before: { cost_rate: null }, after: { cost_rate: null } }]);
    expect((await set([rate({ standard_rate: 15_000 })], next, manager)).status).toBe(200);
    expect(await on(next)).toMatchObject([{ standard_rate: 15_000, cost_rate: 7800 }]);
    const own = await get('/api/pricing_admin/nfi_export?format=csv', manager);
    expect(own.bytes.toString()).not.toContain('78');
    expect((await get('/api/pricing_admin/nfi_export?format=csv')).bytes.toString()).toContain('78');
  });

  test('a change of them can be read, and never altered', async () => {
    const { firm, set, rate } = await world();
    await set([rate()]);
    const alter = firm.within((tx) =>
      tx.all(sql`update rates.changes set note = 'x' where tenant_id = ${tx.tenant} returning 1`),
    );
    await expect(alter).rejects.toThrow();
  });
});

describe('deleting', () => {
  test('takes away what was never used, with what its rates would have become', async () => {
    const { post, set, rate, get, line, role } = await world();
    await set([rate()], next);
    expect((await post('delete_sl_role', { id: role })).body).toEqual({ success: true, deleted: true, uses: '' });
    expect((await post('delete_sl', { id: line })).body).toMatchObject({ deleted: true });
    expect((await get('/api/pricing_admin/details')).body.service_lines).toEqual([]);
    expect((await post('delete_sl', { id: line })).status).toBe(404);
  });

  test('archives what was used and says what uses it; it comes back when it is set active', async () => {
    const { post, set, rate, get, line, role } = await world();
    await set([rate()], `${year - 1}-01-01`);
    expect((await post('delete_sl_role', { id: role })).body).toEqual({ success: true, deleted: false, uses: '1 rate' });
    expect(pathsOf(await set([rate({ standard_rate: 1 })]))).toEqual(['rates.0.sl_role_id']);
    expect((await post('delete_sl', { id: line })).body).toEqual({ success: true, deleted: false, uses: '1 rate' });
    expect((await get('/api/pricing_admin/details')).body.service_lines).toMatchObject([
      { id: line, is_active: false, roles: [{ id: role, is_active: false }] },
    ]);
    await post('update_variables', {
      service_lines: [{ id: line, is_active: true }],
      sl_roles: [{ id: role, is_active: true }],
    });
    expect((await set([rate({ standard_rate: 1 })])).status).toBe(200);
  });
});

describe('exchange rates', () => {
  test('are worth something in the firm’s currency from a day on', async () => {
    const { post, get } = await world();
    const set = (currency: string, millionths: number, valid_from?: string) =>
      post('update_variables', { exchange: [{ currency, millionths }], ...(valid_from ? { valid_from } : {}) });
    expect((await set('GBP', 1_150_000, `${year - 1}-01-01`)).status).toBe(200);
    expect((await set('GBP', 1_170_000, next)).status).toBe(200);
    expect(pathsOf(await set('GBP', 1, `${year - 1}-06-01`))).toEqual(['valid_from']);
    expect(pathsOf(await set('EUR', 1_000_000))).toEqual(['exchange.0.currency']);
    expect((await get('/api/pricing_admin/details')).body.exchange).toMatchObject([
      { currency: 'GBP', base: 'EUR', millionths: 1_150_000, valid_to: addDays(next, -1) },
      { currency: 'GBP', millionths: 1_170_000, valid_from: next, valid_to: null },
    ]);
  });
});

describe('target utilizations', () => {
  test('hold from a day on: of a person the own one, else that of the team, else that of the grade', async () => {
    const { firm, partner, manager, post, get } = await world();
    const team = (await firm.within((tx) => tx.write.insert<{ id: string }>('people.teams', [{ name: 'North' }])))[0]?.id;
    await firm.within((tx) =>
      tx.write.insert('people.team_members', [
        { user_id: manager.id, team_id: team, is_primary: true, valid_from: `${year - 1}-01-01` },
      ]),
    );
    const set = (targets: object[], valid_from?: string) =>
      post('update_variables', { targets, ...(valid_from ? { valid_from } : {}) });
    const monday = addDays(mondayOf(today), 7);
    const target = async (): Promise<number> => {
      const body = { from: monday, to: addDays(monday, 4), users: [manager.id] };
      const { total } = (await firm.call(partner, 'POST', '/api/utilization/actual_utilization', body)).body;
      return total.target_minutes / total.capacity_minutes;
    };
    const home = async (): Promise<number> => {
      const week = (await firm.call(manager, 'GET', '/api/home')).body.weeks[0];
      return week.target_minutes / week.capacity_minutes;
    };
    const share = async (): Promise<number[]> => [await target(), await home()];
    expect(await share()).toEqual([0, 0]);
    expect((await set([{ grade: 'Manager', basis_points: 7000 }], `${year - 1}-01-01`)).status).toBe(200);
    expect(await share()).toEqual([0.7, 0.7]);
    expect((await set([{ team_id: team, basis_points: 6500 }])).status).toBe(200);
    expect(await share()).toEqual([0.65, 0.65]);
    expect((await set([{ user_id: manager.id, basis_points: 5000 }])).status).toBe(200);
    expect(await share()).toEqual([0.5, 0.5]);
    expect((await get('/api/targets')).body).toMatchObject([
      { grade: 'Manager', basis_points: 7000, valid_to: null },
      { team_id: team, team: 'North', basis_points: 6500, valid_from: today },
      { user_id: manager.id, basis_points: 5000 },
    ]);
    // Taken back, the team's holds again.
    expect((await set([{ user_id: manager.id, basis_points: null }])).status).toBe(200);
    expect((await get('/api/targets')).body).toHaveLength(2);
    expect(await share()).toEqual([0.65, 0.65]);
    await set([{ grade: 'Manager', basis_points: 7200 }], next);
    expect((await get('/api/targets')).body).toMatchObject([
      { basis_points: 7000, valid_to: addDays(next, -1) },
      { basis_points: 7200 },
      {},
    ]);
  });

  test('are refused where they are nobody’s, of the past, or twice the same', async () => {
    const { manager, line, post } = await world();
    const set = (targets: object[], valid_from?: string) =>
      post('update_variables', { targets, ...(valid_from ? { valid_from } : {}) });
    expect(pathsOf(await set([{ basis_points: 1 }]))).toEqual(['targets.0.grade']);
    expect(pathsOf(await set([{ grade: 'Senior', user_id: manager.id, basis_points: 1 }]))).toEqual(['targets.0.grade']);
    expect(pathsOf(await set([{ team_id: line, basis_points: 1 }]))).toEqual(['targets.0.team_id']);
    expect(pathsOf(await set([{ user_id: line, basis_points: 1 }]))).toEqual(['targets.0.user_id']);
    const senior = { grade: 'Senior', basis_points: 7000 };
    expect(pathsOf(await set([senior, senior]))).toEqual(['targets.1.grade']);
    await set([senior], `${year - 1}-01-01`);
    expect(pathsOf(await set([{ ...senior, basis_points: 1 }], `${year - 1}-06-01`))).toEqual(['valid_from']);
  });
});

describe('a table of rates', () => {
  const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'));
  const head =
    'Service line,Role in the service line,Grade,Country,Currency,Standard rate,Charge rate,Cost rate,NFI an hour,Holds from';

  async function judged(w: World, file: Buffer, who = w.partner) {
    const { body: upload } = await w.firm.upload(who, '/api/files', 'rates.csv', file);
    return (await w.post('nfi_import', { filename: upload.filename }, who)).body;
  }

  test('has every fault at its cell, and writes nothing', async () => {
    const w = await world();
    const file = csv(
      head,
      `Audit,Reviewer,Senior,Germany,EUR,145.50,,78,,${year}-01-01`,
      `Taxes,Reviewer,Boss,Atlantis,XQX,cheap,-1,,,someday`,
      `Audit,Reviewer,Partner,France,,none,,,,${next}`,
      `audit,reviewer,Senior,Allemagne,EUR,"146,00",,,,${year}-01-01`,
    );
    const verdict = await judged(w, file);
    expect(verdict.success).toBe(false);
    expect(verdict.errors.map((error: { row: number; field: string }) => `${error.row} ${error.field}`).sort()).toEqual([
      '3 charge_rate',
      '3 country',
      '3 currency',
      '3 grade',
      '3 service_line',
      '3 standard_rate',
      '3 valid_from',
      '4 standard_rate',
      '5 valid_from',
    ]);
    expect(pathsOf(await w.post('nfi_submit', { data: verdict.data }))).toContain('data.1.grade');
    expect(await w.on(today)).toEqual([]);
    const own = await judged(w, csv(head, `Audit,Reviewer,Senior,Germany,EUR,145.50,,78,,${year}-01-01`), w.manager);
    expect(own.errors).toMatchObject([{ row: 2, field: 'cost_rate' }]);
  });

  test('becomes a new dated version with what differs shown before; the same table again changes nothing', async () => {
    const w = await world();
    await w.set([w.rate({ cost_rate: 7800, charge_rate: 14_000 })], `${year - 1}-01-01`);
    const verdict = await judged(
      w,
      csv(
        head,
        `Audit,Reviewer,Senior,Germany,EUR,150,none,,120.5,${next}`,
        `Audit,Reviewer,Manager,France,JPY,21000,,,,${next}`,
        `Audit,Reviewer,Senior,Germany,EUR,145,140,,,${year - 1}-01-01`,
      ),
    );
    expect(verdict).toMatchObject({
      success: true,
      known: [4],
      differences: [
        {
          before: { standard_rate: 14_500, charge_rate: 14_000 },
          after: { standard_rate: 15_000, charge_rate: null, cost_rate: 7800, nfi_rate: 12_050 },
        },
        { before: null, currency: 'JPY', after: { standard_rate: 21_000 } },
      ],
    });
    const submit = () => w.post('nfi_submit', { data: verdict.data, note: 'Rates of next year' });
    expect((await submit()).body).toEqual({ success: true, created: 1, changed: 1, unchanged: 1 });
    expect((await submit()).body).toEqual({ success: true, created: 0, changed: 0, unchanged: 3 });
    expect(await w.on(today)).toMatchObject([{ standard_rate: 14_500, charge_rate: 14_000 }]);
    expect(await w.on(next)).toMatchObject([{ standard_rate: 15_000, charge_rate: null }, { currency: 'JPY' }]);
    expect((await w.get(`/api/rate_changes?service_line_id=${w.line}`)).body[0]).toMatchObject({
      origin: 'table',
      note: 'Rates of next year',
      valid_from: next,
      added: 1,
      changed: 1,
    });
  });

  test('comes out as it goes in, in the reader’s language', async () => {
    const w = await world();
    await w.set([w.rate({ cost_rate: 7825 }), w.rate({ country: 'FR', nfi_rate: 9000 })], `${year - 1}-01-01`);
    await w.firm.call(w.partner, 'PUT', '/api/users/change_language', '"de"');
    const file = await w.get('/api/pricing_admin/nfi_export?format=csv');
    expect(file.bytes.toString()).toContain(`Audit,Reviewer,Senior,Deutschland,EUR,145,,78.25,,${year - 1}-01-01`);
    const verdict = await judged(w, file.bytes);
    expect(verdict).toMatchObject({ success: true, differences: [], known: [2, 3] });
    expect((await w.post('nfi_submit', { data: verdict.data })).body).toMatchObject({ created: 0, changed: 0, unchanged: 2 });
  });

  test('has a template with the firm’s service lines, roles, countries and grades to choose from', async () => {
    const w = await world();
    const file = await w.get('/api/pricing_admin/nfi_template');
    expect(file.headers['content-disposition']).toContain('rates.xlsx');
    const text = JSON.stringify((await readXlsx(file.bytes)).sheets.map(({ rows }) => rows));
    for (const word of ['Audit', 'Reviewer', 'Germany', 'France', 'Senior Manager', 'NFI an hour']) expect(text).toContain(word);
  });
});
