import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

/** Two weeks without holidays in Germany. */
const range = { from: '2026-03-02', to: '2026-03-15' };

interface World {
  firm: TestFirm;
  boss: TestUser;
  ann: TestUser;
  audit: string;
  closed: string;
}

async function world(): Promise<World> {
  const firm = await makeFirm(app);
  const boss = await firm.user({ grade: 'Manager' });
  const ann = await firm.user({ grade: 'Senior', firstName: 'Ann', lastName: 'Ahrens' });
  const [audit, closed] = await firm.within(async (tx) => {
    const [client] = await tx.write.insert<{ id: string }>('clients.clients', [{ name: 'Acme' }]);
    const base = { client_id: client?.id, chargeable: true, currency: 'EUR' };
    const rows = await tx.write.insert<{ id: string }>('clients.projects', [
      { ...base, code: 'A-1', name: 'Audit', status: 'active', budget_minutes: 6000 },
      { ...base, code: 'A-2', name: 'Old work', status: 'completed' },
    ]);
    const [first = '', second = ''] = rows.map((row) => row.id);
    const booking = { user_id: ann.id, project_id: first, level: 'hard', minutes_per_day: 240, created_by: boss.id };
    await tx.write.insert('planning.bookings', [
      // Begins before the range and lies over a weekend: five working days of it are within.
      { ...booking, first_day: '2026-02-23', last_day: '2026-03-08' },
      { ...booking, first_day: '2026-03-09', last_day: '2026-03-10', level: 'soft', minutes_per_day: 60 },
    ]);
    await tx.write.insert('time.entries', [
      { user_id: ann.id, day: '2026-02-24', project_id: first, seconds: 7200, chargeable: true },
      { user_id: boss.id, day: '2026-02-24', project_id: first, seconds: 3600, chargeable: true },
    ]);
    return [first, second];
  });
  return { firm, boss, ann, audit, closed };
}

const read = ({ firm, boss }: World, more: object = {}, by = boss) =>
  firm.call(by, 'POST', '/api/bookings/by_client', { ...range, ...more });

describe('bookings from the clients’ side', () => {
  test('stand under their project with what is booked in the range, logged so far, and the budget', async () => {
    const w = await world();
    const answer = await read(w);
    expect(answer.body).toMatchObject([
      {
        project_id: w.audit,
        client: 'Acme',
        budget_minutes: 6000,
        booked_minutes: 5 * 240,
        tentative_minutes: 2 * 60,
        logged_seconds: 10_800,
        people: [
          { user: 'Ann Ahrens', grade: 'Senior', level: 'hard', minutes: 1200, logged_seconds: 7200 },
          { user: 'Ann Ahrens', level: 'soft', minutes: 120 },
        ],
      },
    ]);
    // What is closed and has nobody is not shown; what has somebody is.
    await w.firm.within((tx) =>
      tx.write.insert('planning.bookings', [
        {
          user_id: w.ann.id,
          project_id: w.closed,
          level: 'hard',
          minutes_per_day: 60,
          first_day: '2026-03-03',
          last_day: '2026-03-03',
          created_by: w.boss.id,
        },
      ]),
    );
    expect((await read(w)).body.map((row: { code: string }) => row.code)).toEqual(['A-1', 'A-2']);
    expect((await read(w, { statuses: ['active'] })).body).toHaveLength(1);
    expect((await read(w, { search: 'old' })).body).toMatchObject([{ code: 'A-2' }]);
    expect((await read(w, { from: '2026-05-04', to: '2026-05-10', booked: true })).body).toEqual([]);
  });

  test('are closed to whom the table closes projects, and go out as a table', async () => {
    const w = await world();
    expect((await read(w, {}, w.ann)).status).toBe(403);
    const stranger = await makeFirm(app);
    expect(
      (await stranger.call(await stranger.user({ grade: 'Manager' }), 'POST', '/api/bookings/by_client', range)).body,
    ).toEqual([]);
    const file = await w.firm.call(w.boss, 'POST', '/api/bookings/export_by_client?format=csv', range);
    expect(String(file.body)).toContain('Ann Ahrens');
    expect((await w.firm.call(w.ann, 'POST', '/api/bookings/export_by_client', range)).status).toBe(403);
  });
});
