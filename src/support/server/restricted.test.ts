import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const [FROM, TO] = ['2026-03-01', '2026-03-31'];
const HOUR = 3600;

interface Scene {
  firm: TestFirm;
  boss: TestUser;
  ada: TestUser;
  ben: TestUser;
}

/** Two who worked on the same project: Ada eight hours, Ben three. */
async function scene(): Promise<Scene> {
  const firm = await makeFirm(app);
  const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const [ada, ben] = [await firm.user({ grade: 'Senior' }), await firm.user({ grade: 'Senior' })];
  const ask = async (by: TestUser, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const answer = await firm.call(by, method, path, body);
    expect([path, answer.status, answer.body]).toEqual([path, 200, expect.anything()]);
    return answer.body as Record<string, unknown>;
  };
  const client = await ask(boss, 'POST', '/api/clients/create', { name: 'Client' });
  const project = await ask(boss, 'POST', '/api/projects/create', { name: 'Work', client_id: client['id'], chargeable: true });
  const log = (who: TestUser, hours: number) =>
    ask(who, 'POST', '/api/time_entries', { day: '2026-03-03', project_id: project['id'], seconds: hours * HOUR });
  await log(ada, 8);
  await log(ben, 3);
  return { firm, boss, ada, ben };
}

const restrict = (s: Scene, by: TestUser, reason: string | null) =>
  s.firm.call(by, 'PUT', `/api/privacy/people/${s.ada.id}/restriction`, { reason });

/** The seconds that each report counts in all, and how many people. */
async function reported(s: Scene, by: TestUser): Promise<Record<string, unknown>> {
  const body = { from: FROM, to: TO };
  const ask = async <T>(path: string, more: object = {}): Promise<T> => {
    const answer = await s.firm.call(by, 'POST', path, { ...body, ...more });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body as T;
  };
  type Rows = { seconds: number; user_id?: string }[];
  const sum = (rows: Rows): number => rows.reduce((all, { seconds }) => all + seconds, 0) / HOUR;
  const people = await ask<Rows>('/api/utilization/timespent_by_people');
  const used = await ask<{ rows: { key: string }[]; total: { seconds: number } }>('/api/utilization/actual_utilization', {
    group: 'person',
  });
  const money = await ask<{ total: { seconds: number } }>('/api/utilization/rate', { group: 'project' });
  return {
    people: people.map(({ user_id }) => user_id).toSorted(),
    byPerson: sum(people),
    byProject: sum(await ask<Rows>('/api/utilization/timespent_by_projects')),
    totals: (await ask<{ seconds: number }>('/api/utilization/timespent_totals')).seconds / HOUR,
    entries: (await ask<unknown[]>('/api/utilization/table_data')).length,
    used: used.total.seconds / HOUR,
    hasAda: used.rows.some(({ key }) => key === s.ada.id),
    money: money.total.seconds / HOUR,
  };
}

const found = async (s: Scene): Promise<boolean> => {
  const answer = await s.firm.call(s.boss, 'POST', '/api/bookings/find', { from: '2027-03-01', to: '2027-03-05' });
  expect(answer.status).toBe(200);
  return (answer.body as { user_id: string }[]).some(({ user_id }) => user_id === s.ada.id);
};

describe('whose data may be kept and not used', () => {
  test('no report counts them and nobody finds them; their own pages do; lifted, everything is as before', async () => {
    const s = await scene();
    const before = await reported(s, s.boss);
    expect(before).toMatchObject({ byPerson: 11, byProject: 11, totals: 11, entries: 2, used: 11, hasAda: true, money: 11 });
    expect(await found(s)).toBe(true);

    const done = await restrict(s, s.boss, ' Says that the hours are wrong. ');
    expect(done.body).toMatchObject({ restricted_at: expect.any(String), restricted_reason: 'Says that the hours are wrong.' });
    expect(await reported(s, s.boss)).toEqual({
      ...{ people: [s.ben.id], byPerson: 3, byProject: 3, totals: 3, entries: 1, used: 3, hasAda: false, money: 3 },
    });
    expect(await found(s)).toBe(false);
    const choices = (by: TestUser) => s.firm.call(by, 'GET', '/api/utilization/choices');
    expect((await choices(s.boss)).body).toMatchObject({ restricted: 1 });
    // One's own entries and figures are one's own.
    const own = await s.firm.call(s.ada, 'GET', `/api/time_entries?from=${FROM}&to=${TO}`);
    expect(own.body).toHaveLength(1);
    expect((await s.firm.call(s.ada, 'GET', '/api/home')).status).toBe(200);

    expect((await restrict(s, s.boss, null)).body).toMatchObject({ restricted_at: null, restricted_reason: '' });
    expect(await reported(s, s.boss)).toEqual(before);
    expect(await found(s)).toBe(true);
    expect((await choices(s.boss)).body).toMatchObject({ restricted: 0 });
  });

  test('an administrator says so, with a reason; nobody else, nor one of another firm; who is erased is restricted no more', async () => {
    const s = await scene();
    const other = await makeFirm(app);
    const stranger = await other.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
    expect((await restrict(s, s.ben, 'No.')).status).toBe(403);
    expect((await restrict(s, stranger, 'No.')).status).toBe(404);
    for (const reason of ['', '   ', 'x'.repeat(2001)]) expect((await restrict(s, s.boss, reason)).status).toBe(422);
    expect((await restrict(s, s.boss, 'First.')).status).toBe(200);
    const again = (await restrict(s, s.boss, 'Second.')).body as { restricted_at: string; restricted_reason: string };
    expect(again.restricted_reason).toBe('Second.');
    const { body: events } = await s.firm.call(s.boss, 'GET', '/api/audit_events?entity=people.users');
    expect(JSON.stringify(events)).toContain('"restricted_reason":"Second."');
  });
});
