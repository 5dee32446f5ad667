import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays } from '../../kit/day.ts';
import { settle } from './accounts.ts';
import { firmDay } from '../../../test/today.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const year = new Date().getUTCFullYear();
const today = firmDay();
const pathsOf = (answer: Answer): string[] => (answer.body.errors ?? []).map((error: { path: string }) => error.path);

interface World {
  firm: TestFirm;
  admin: TestUser;
  hr: TestUser;
  type: string;
  create: (more?: object) => Promise<Answer>;
  post: (path: string, body: object) => Promise<Answer>;
  get: (path: string) => Promise<Answer>;
}

async function world(): Promise<World> {
  const firm = await makeFirm(app, ['DE', 'FR']);
  const admin = await firm.user({ category: 'admin', grade: 'Junior', employedFrom: '2020-01-01' });
  const hr = await firm.user({ category: 'hr' });
  const types = await firm.call(admin, 'GET', '/api/leave_types');
  const type = types.body.find((each: { name: string }) => each.name === 'Vacation').id as string;
  const post = (path: string, body: object) => firm.call(admin, 'POST', path, body);
  const create = (more: object = {}) =>
    post('/api/pto/create', { country: 'DE', type_id: type, layer: 'statutory', days: 20, valid_from: `${year}-01-01`, ...more });
  return { firm, admin, hr, type, create, post, get: (path) => firm.call(admin, 'GET', path) };
}

describe('rules of paid time off', () => {
  test('are added for hr and admin, one at a time and many at once; two of a kind do not hold together', async () => {
    const { firm, type, create, post, get } = await world();
    expect((await create()).body).toMatchObject({
      country: 'DE',
      type: 'Vacation',
      layer: 'statutory',
      days: 20,
      manner: 'granted',
      carry_days: null,
      valid_to: null,
      version: 1,
    });
    expect((await create()).status).toBe(409);
    const base = { type_id: type, layer: 'contractual', valid_from: `${year}-01-01` };
    const many = await post('/api/pto/create_many', {
      policies: [
        { ...base, country: 'DE', days: 5.5 },
        { ...base, country: 'DE', days: 10, grade: 'Partner' },
        { ...base, country: 'FR', days: 25, manner: 'accrued', pro_rata: 'months', carry_days: 2.5, carry_months: 3 },
      ],
    });
    expect(many.body.map((row: { country: string; days: number }) => [row.country, row.days])).toEqual([
      ['DE', 5.5],
      ['DE', 10],
      ['FR', 25],
    ]);
    expect((await get('/api/leave_policies?country=DE')).body).toHaveLength(3);
    expect((await firm.call(await firm.user({ grade: 'Partner' }), 'GET', '/api/leave_policies')).status).toBe(403);
    expect((await get('/api/leave_types')).body.filter((row: { has_balance: boolean }) => row.has_balance)).toHaveLength(1);
  });

  test('are refused at the field that is wrong', async () => {
    const { create } = await world();
    expect(pathsOf(await create({ manner: 'accrued', pro_rata: 'none' }))).toEqual(['pro_rata']);
    expect(pathsOf(await create({ type_id: '01900000-0000-7000-8000-000000000000' }))).toEqual(['type_id']);
    expect(pathsOf(await create({ days: 400 }))).toEqual(['days']);
    expect(pathsOf(await create({ carry_months: 13 }))).toEqual(['carry_months']);
  });

  test('change in place until somebody has leave by them, then from a day on', async () => {
    const { firm, create, post, get } = await world();
    const { id, version } = (await create()).body;
    expect((await post('/api/pto/update', { id, version, days: 22 })).body).toMatchObject({ id, days: 22, version: 2 });
    expect((await post('/api/pto/update', { id, version, days: 23 })).status).toBe(409);
    await firm.within((tx) => settle(tx, undefined, today));
    expect(pathsOf(await post('/api/pto/update', { id, days: 25, valid_from: `${year}-01-01` }))).toEqual(['valid_from']);
    const next = await post('/api/pto/update', { id, days: 25, valid_from: `${year + 1}-01-01` });
    expect(next.body).toMatchObject({ days: 25, valid_from: `${year + 1}-01-01`, valid_to: null });
    expect((await get('/api/leave_policies')).body).toMatchObject([
      { id, days: 22, valid_to: `${year}-12-31` },
      { id: next.body.id, days: 25 },
    ]);
    expect((await firm.call(await firm.user({ category: 'hr' }), 'DELETE', `/api/leave_policies/${id}`)).status).toBe(409);
    expect((await post('/api/pto/update', { id: next.body.id, valid_to: `${year + 2}-12-31` })).body.valid_to).toBe(
      `${year + 2}-12-31`,
    );
  });

  test('of one country hold where another has none, and that may be changed', async () => {
    const { firm, hr, type, create, post, get } = await world();
    const french = await firm.user({ country: 'FR', employedFrom: '2020-01-01' });
    await create();
    const balance = async () =>
      (await firm.call(hr, 'POST', '/api/users/leave_balance', { user_ids: [french.id], as_of: `${year}-12-31` })).body[0]
        ?.balance;
    expect(await balance()).toBe(20 * 480);
    expect((await post('/api/pto/change_default', { country: 'FR' })).body).toEqual({ success: true, country: 'FR' });
    expect((await get('/api/pto/countries')).body).toMatchObject([
      { code: 'FR', is_default: false, is_pto_default: true, people: 1, policies: 0 },
      { code: 'DE', is_default: true, is_pto_default: false, policies: 1, week: [480, 480, 480, 480, 480, 0, 0], year_month: 1 },
    ]);
    expect(await balance()).toBeUndefined();
    await post('/api/pto/create', { country: 'FR', type_id: type, layer: 'statutory', days: 25, valid_from: `${year}-01-01` });
    expect(await balance()).toBe(25 * 480);
    expect(pathsOf(await post('/api/pto/change_default', { country: 'GB' }))).toEqual(['country']);
    expect((await post('/api/settings/change_default_country', { country: 'FR' })).status).toBe(403);
  });

  test('of a country that is new bring the country and its holidays', async () => {
    const { create, get } = await world();
    expect((await create({ country: 'IE' })).status).toBe(200);
    const ireland = (await get('/api/pto/countries')).body.find((row: { code: string }) => row.code === 'IE');
    expect(ireland).toMatchObject({ name: 'Ireland', policies: 1, people: 0 });
    expect(ireland.holidays).toBeGreaterThan(8);
  });

  test('count days of the country’s full-time week, which is dated; the leave year begins where it is told to', async () => {
    const { firm, admin, create, get } = await world();
    const put = (path: string, body: object) => firm.call(admin, 'PUT', path, body);
    expect((await put('/api/leave_years', { country: 'DE', year_month: 4 })).body).toEqual({ country: 'DE', year_month: 4 });
    const week = [540, 540, 540, 540, 0, 0, 0];
    expect((await put('/api/working_weeks', { country: 'DE', minutes: week, valid_from: `${year}-01-01` })).status).toBe(200);
    expect((await put('/api/working_weeks', { country: 'DE', minutes: [0, 0, 0, 0, 0, 0, 0], valid_from: today })).status).toBe(
      422,
    );
    await create({ valid_from: `${year}-04-01` });
    const [row] = (await firm.call(admin, 'POST', '/api/users/leave_balance', { as_of: `${year}-05-01` })).body;
    // Five days of eight hours against a week of four: a day of entitlement is ten hours of this person.
    expect(row).toMatchObject({ from: `${year}-04-01`, to: `${year + 1}-03-31`, balance: 20 * 600, day_minutes: 480 });
    await firm.within((tx) => settle(tx, undefined, `${year}-05-01`));
    expect((await put('/api/leave_years', { country: 'DE', year_month: 1 })).status).toBe(409);
    expect((await get('/api/pto/countries')).body.find((each: { code: string }) => each.code === 'DE')).toMatchObject({
      week,
      year_month: 4,
    });
  });
});

describe('a table of rules', () => {
  const csv = (...lines: string[]) => Buffer.from(lines.join('\r\n'));
  const head = 'Country,Leave type,Layer,Grade,Days a year,Given,In proportion,Carried over at most (days),Holds from';

  async function judged(w: World, file: Buffer) {
    const { body: upload } = await w.firm.upload(w.admin, '/api/files', 'rules.csv', file);
    return (await w.post('/api/pto/validate_table', { filename: upload.filename })).body;
  }

  test('has every fault at its row, and writes nothing', async () => {
    const w = await world();
    const verdict = await judged(
      w,
      csv(
        head,
        `Germany,Vacation,statutory,,20,granted for the year,by days,5,${year}-01-01`,
        `Atlantis,Holiday,middle,Boss,many,accrued by the month,not at all,-1,someday`,
        `Allemagne,vacation,statutory,,20,,,unlimited,${year}-01-01`,
      ),
    );
    expect(verdict.success).toBe(false);
    expect(verdict.errors.map((error: { row: number; field: string }) => `${error.row} ${error.field}`).sort()).toEqual(
      [
        '3 country',
        '3 type',
        '3 layer',
        '3 grade',
        '3 days',
        '3 pro_rata',
        '3 carry_days',
        '3 valid_from',
        '4 valid_from',
      ].sort(),
    );
    expect((await w.get('/api/leave_policies')).body).toEqual([]);
    expect(pathsOf(await w.post('/api/pto/import', { data: verdict.data }))).toContain('data.1.country');
    expect((await w.get('/api/leave_policies')).body).toEqual([]);
  });

  test('is applied whole, changes nothing the second time, and changes from a day on what differs', async () => {
    const w = await world();
    const verdict = await judged(
      w,
      csv(
        head,
        `Germany,Vacation,statutory,,20,,,5,${year}-01-01`,
        `France,Vacation,,Partner,"27,5",accrued,by full months,,${year}-01-01`,
      ),
    );
    expect(verdict).toMatchObject({ success: true, errors: [] });
    expect((await w.post('/api/pto/import', { data: verdict.data })).body).toEqual({
      success: true,
      created: 2,
      changed: 0,
      unchanged: 0,
    });
    expect((await w.post('/api/pto/import', { data: verdict.data })).body).toEqual({
      success: true,
      created: 0,
      changed: 0,
      unchanged: 2,
    });
    const next = await judged(w, csv(head, `Germany,Vacation,statutory,,21,,,5,${year + 1}-01-01`));
    expect((await w.post('/api/pto/import', { data: next.data })).body).toMatchObject({ created: 0, changed: 1 });
    expect((await w.get('/api/leave_policies?country=DE')).body).toMatchObject([
      { days: 20, carry_days: 5, valid_to: addDays(`${year + 1}-01-01`, -1) },
      { days: 21, valid_from: `${year + 1}-01-01` },
    ]);
    expect((await w.get('/api/leave_policies?country=FR')).body).toMatchObject([
      { days: 27.5, grade: 'Partner', carry_days: 0, layer: 'contractual' },
    ]);
  });

  test('comes out as it goes in, in the reader’s language', async () => {
    const w = await world();
    await w.create({ days: 20.5, carry_days: null, manner: 'accrued' });
    await w.firm.call(w.admin, 'PUT', '/api/users/change_language', '"de"');
    const file = await w.get('/api/pto/export?format=csv');
    expect(file.bytes.toString()).toContain(
      'Deutschland,Vacation,gesetzlich,,0,20.5,monatlich entstehend,nach Tagen,Minuten,unbegrenzt,,0,',
    );
    const verdict = await judged(w, file.bytes);
    expect(verdict).toMatchObject({ success: true });
    expect((await w.post('/api/pto/import', { data: verdict.data })).body).toMatchObject({
      unchanged: 1,
      created: 0,
      changed: 0,
    });
  });

  test('has a template with the firm’s countries, leave types and choices to pick from', async () => {
    const w = await world();
    const file = await w.get('/api/pto/template');
    expect(file.headers['content-disposition']).toContain('paid time off.xlsx');
    const book = await readXlsx(file.bytes);
    const text = JSON.stringify(book.sheets.map(({ rows }) => rows));
    for (const word of ['Germany', 'France', 'Vacation', 'Sick leave', 'statutory', 'accrued by the month', 'Senior Manager'])
      expect(text).toContain(word);
  });
});
