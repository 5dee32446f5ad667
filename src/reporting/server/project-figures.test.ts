import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays, mondayOf, monthOf } from '../../kit/day.ts';
import { firmDay } from '../../../test/today.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const today = firmDay();
/** A Monday whose week has no public holiday of Germany close by is not needed: what is booked follows what the boards count. */
const ahead = mondayOf(addDays(today, 14));
const back = mondayOf(addDays(today, -14));

describe('figures of a project', () => {
  test('are the sums of its time and of what is booked where people have capacity', async () => {
    const firm = await makeFirm(app);
    const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true, firstName: 'Ada', lastName: 'Lind' });
    const senior = await firm.user({ grade: 'Senior', firstName: 'Sam', lastName: 'Roe' });
    const junior = await firm.user();
    const post = (path: string, body: unknown): Promise<Answer> => firm.call(boss, 'POST', path, body);
    const get = (path: string): Promise<Answer> => firm.call(boss, 'GET', path);
    const client = (await post('/api/clients/create', { name: 'Acme' })).body.id;
    const { id } = (await post('/api/projects/create', { name: 'Audit', client_id: client, budget_minutes: 6000 })).body;
    await post('/api/time_entries', {
      entries: [
        { user_id: senior.id, day: back, project_id: id, seconds: 7200 },
        { user_id: boss.id, day: back, project_id: id, seconds: 3600, chargeable: false },
      ],
    });
    const book = (user_id: string, level: string, first_day: string, last_day: string): Promise<Answer> =>
      post('/api/bookings', { user_id, project_id: id, first_day, last_day, minutes_per_day: 240, level });
    await book(senior.id, 'hard', back, addDays(back, 1));
    await book(senior.id, 'hard', ahead, addDays(ahead, 13));
    await book(junior.id, 'soft', ahead, ahead);
    const capacity = (await get(`/api/capacity?from=${ahead}&to=${addDays(ahead, 13)}&user_ids=${senior.id}`)).body.people[0];
    const days = capacity.pattern.filter(
      (minutes: number, at: number) => minutes - capacity.holiday[at] - capacity.leave[at] > 0,
    );
    const figures = (await get(`/api/projects/${id}/figures`)).body;
    expect(figures).toMatchObject({
      budget_minutes: 6000,
      logged_seconds: 10_800,
      chargeable_seconds: 7200,
      booked_minutes: days.length * 240,
      grades: [
        { grade: 'Partner', logged_seconds: 3600 },
        { grade: 'Senior', logged_seconds: 7200 },
      ],
    });
    expect(figures.tentative_minutes % 240).toBe(0);
    const month = figures.months.find((row: { month: string }) => row.month === monthOf(back));
    expect(month.logged_seconds).toBe(10_800);
    expect(month.planned_minutes).toBeGreaterThanOrEqual(480);
    expect(
      figures.months.reduce((sum: number, row: { planned_minutes: number }) => sum + row.planned_minutes, 0),
    ).toBeGreaterThanOrEqual(figures.booked_minutes);
    const people = (await get(`/api/projects/${id}/people?per_page=2`)).body;
    expect(people).toMatchObject([
      { name: 'Sam Roe', logged_seconds: 7200, booked_minutes: figures.booked_minutes },
      { name: 'Ada Lind', chargeable_seconds: 0, booked_minutes: 0 },
    ]);
    expect((await get(`/api/projects/${id}/bookings`)).body).toMatchObject([{ level: 'hard' }, { level: 'soft' }]);
    expect((await post('/api/projects/logged', { ids: [id] })).body).toEqual([{ project_id: id, logged_seconds: 10_800 }]);
    const budgets = (await post('/api/utilization/budget', { projects: [id] })).body;
    expect(budgets).toMatchObject([
      { project_id: id, budget_minutes: 6000, logged_seconds: 10_800, booked_minutes: figures.booked_minutes },
    ]);
    expect(budgets[0].tentative_minutes).toBe(figures.tentative_minutes);
    expect((await post('/api/utilization/budget', { projects: [id], statuses: ['archived'] })).body).toEqual([]);
    const file = await post('/api/utilization/export_projects?format=csv', { from: back, to: back, by: 'budget' });
    expect(file.bytes.toString('utf8')).toContain('Audit');
    expect((await firm.call(senior, 'POST', '/api/utilization/budget', {})).status).toBe(403);
    for (const path of ['figures', 'people', 'bookings'])
      expect((await firm.call(senior, 'GET', `/api/projects/${id}/${path}`)).status).toBe(403);
    expect((await get(`/api/projects/${client}/figures`)).status).toBe(404);
  });
});
