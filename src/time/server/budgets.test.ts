import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays } from '../../kit/day.ts';
import { tellBudgets } from './budgets.ts';
import { firmDay } from '../../../test/today.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const yesterday = addDays(firmDay(), -1);

describe('budgets', () => {
  test('are told of at 80 % and at 100 %, once each, to managers, followers and who answers for the client', async () => {
    const firm = await makeFirm(app);
    const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
    const manager = await firm.user({ grade: 'Manager' });
    const follower = await firm.user({ grade: 'Manager' });
    const stranger = await firm.user({ grade: 'Manager' });
    const post = async (path: string, body: unknown) => (await firm.call(boss, 'POST', path, body)).body;
    const client = await post('/api/clients/create', { name: 'Acme', responsible_id: boss.id });
    const project = await post('/api/projects/create', {
      name: 'Audit',
      client_id: client.id,
      budget_minutes: 600,
      manager_ids: [manager.id],
    });
    await firm.call(follower, 'PUT', `/api/projects/${project.id}/watch`, { watching: true });
    const log = (hours: number, day: string) => post('/api/time_entries', { day, project_id: project.id, seconds: hours * 3600 });
    const tell = (): Promise<number> => firm.within((tx) => tellBudgets(tx));
    const titles = async (user: typeof boss): Promise<string[]> =>
      (await firm.call(user, 'GET', '/api/notifications')).body.map((row: { title: string }) => row.title);

    await log(7, yesterday);
    expect(await tell()).toBe(0);
    await log(1, yesterday);
    expect([await tell(), await tell()]).toEqual([1, 0]);
    for (const user of [boss, manager, follower]) expect(await titles(user)).toEqual(['Audit: 80 % of the budget is used']);
    expect(await titles(stranger)).toEqual([]);
    await log(6, addDays(yesterday, -1));
    // Two servers at once, and again: once.
    expect((await Promise.all([tell(), tell(), tell()])).reduce((sum, n) => sum + n, 0)).toBe(1);
    expect(await titles(manager)).toEqual(['Audit: 100 % of the budget is used', 'Audit: 80 % of the budget is used']);
    const [notice] = (await firm.call(manager, 'GET', '/api/notifications')).body;
    expect(notice).toMatchObject({ lines: ['14 h of 10 h are logged.'], link: expect.stringContaining(project.id) });

    // A larger budget is another budget; a project that is over is nobody's worry.
    await post('/api/projects/update', { id: project.id, budget_minutes: 1000 });
    expect(await tell()).toBe(1);
    await post('/api/projects/update', { id: project.id, budget_minutes: 60, status: 'completed' });
    expect(await tell()).toBe(0);
  });

  test('that went past both shares at once are told of once, and whoever does not want it is left alone', async () => {
    const firm = await makeFirm(app);
    const manager = await firm.user({ grade: 'Manager' });
    const project = (
      await firm.call(manager, 'POST', '/api/projects/create', { name: 'Tax', budget_minutes: 60, manager_ids: [manager.id] })
    ).body;
    await firm.call(manager, 'POST', '/api/users/edit_notifications', {
      settings: { 'time.project_budget': { mail: false, app: false } },
    });
    await firm.call(manager, 'POST', '/api/time_entries', { day: yesterday, project_id: project.id, seconds: 7200 });
    expect(await firm.within((tx) => tellBudgets(tx))).toBe(1);
    expect((await firm.call(manager, 'GET', '/api/notifications')).body).toEqual([]);
    expect(await firm.within((tx) => tellBudgets(tx))).toBe(0);
  });
});
