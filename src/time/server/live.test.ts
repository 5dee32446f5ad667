import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Ear, type TestApp, type TestFirm, type TestUser, listen, makeFirm, startTestApp } from '../../../test/app.ts';
import { newId } from '../../kit/ids.ts';

let app: TestApp;
let firm: TestFirm;
let hr: TestUser;
let junior: TestUser;
let ear: Ear;
const project = newId();

beforeAll(async () => {
  app = await startTestApp();
  firm = await makeFirm(app);
  [hr, junior] = [await firm.user({ category: 'hr', grade: 'Partner' }), await firm.user()];
  await firm.within((tx) =>
    tx.write.insert('clients.projects', [{ id: project, code: 'A', name: 'Audit', chargeable: true, currency: 'EUR' }]),
  );
});
afterAll(() => app.close());

const MONDAY = '2026-03-02';
const FRIDAY = '2026-03-06';
const entry = (day: string, more: object = {}) => ({ day, project_id: project, seconds: 3600, ...more });
const keys = (from: string, to = from, users = [junior.id]) => ({ user_ids: users, from, to });

describe('what is logged is told to the open screens of the firm', () => {
  test('with whose days changed, once a transaction', async () => {
    ear = await listen(app, hr);
    const path = '/api/time_entries';
    const { body } = await firm.call(junior, 'POST', path, { entries: [entry(FRIDAY), entry(MONDAY)] });
    expect((await ear.heard('time')).keys).toEqual(keys(MONDAY, FRIDAY));

    const made = body.find((each: { day: string }) => each.day === MONDAY);
    await firm.call(junior, 'PATCH', `${path}/${made.id}`, { day: '2026-03-04' });
    expect((await ear.heard('time')).keys).toEqual(keys(MONDAY, '2026-03-04'));

    await firm.call(junior, 'DELETE', `${path}/${made.id}`);
    expect((await ear.heard('time')).keys).toEqual(keys('2026-03-04'));

    await firm.call(hr, 'PUT', '/api/timesheets/cells', { user_id: junior.id, cells: [entry(MONDAY), entry(FRIDAY)] });
    expect((await ear.heard('time')).keys).toEqual(keys(MONDAY, MONDAY));

    const both = { entries: [entry(MONDAY, { user_id: junior.id }), entry(MONDAY, { user_id: hr.id })] };
    await firm.call(hr, 'POST', path, both);
    expect((await ear.heard('time')).keys).toEqual(keys(MONDAY, MONDAY, [junior.id, hr.id]));
    ear.close();
  });

  test('and nothing is told when nothing changed', async () => {
    ear = await listen(app, hr);
    const same = { id: newId(), ...entry('2026-04-01') };
    await firm.call(junior, 'POST', '/api/time_entries', same);
    await ear.heard('time');
    await firm.call(junior, 'POST', '/api/time_entries', same);
    await firm.call(junior, 'PUT', '/api/timesheets/cells', { cells: [entry('2026-04-02', { seconds: 0 })] });
    await firm.call(junior, 'PUT', '/api/timesheets/cells', { cells: [entry('2026-04-01')] });
    await firm.call(junior, 'POST', '/api/time_entries', entry('2026-04-03'));
    expect((await ear.heard('time')).keys).toEqual(keys('2026-04-03'));
    ear.close();
  });

  test('an import says its days', async () => {
    ear = await listen(app, hr);
    const file = Buffer.from(
      `Date,Project,Email,Hours\n2026-05-04,Audit,${junior.email},2\n2026-05-06,Audit,${junior.email},3\n`,
    );
    const upload = await firm.upload(hr, '/api/files', 'time.csv', file);
    const { body } = await firm.call(hr, 'POST', '/api/time_imports', { filename: upload.body.filename });
    expect(body).toMatchObject({ created: 2, rejected: [] });
    expect((await ear.heard('time')).keys).toEqual(keys('2026-05-04', '2026-05-06'));
    ear.close();
  });
});
