import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestFirm, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';

let app: TestApp;
/** Half past eleven in the evening by UTC: in Berlin, where the firms are, the next day has begun. */
const utcDay = new Date().toISOString().slice(0, 10);
const firmsDay = addDays(utcDay, 1);

beforeAll(async () => {
  app = await startTestApp();
  app.host.clock = () => new Date(`${utcDay}T23:30:00Z`);
});
afterAll(() => app.close());

/** Two teams; one member goes over from the first to the second with the firm's new day. */
async function moving(lead: { old: string; next: string }, firm: TestFirm, member: string): Promise<[string, string]> {
  const [old, next] = [newId(), newId()];
  await firm.within(async (tx) => {
    await tx.write.insert('people.teams', [
      { id: old, name: 'Audit', lead_id: lead.old },
      { id: next, name: 'Tax', lead_id: lead.next },
    ]);
    await tx.write.insert('people.team_members', [
      { team_id: old, user_id: member, valid_from: '2020-01-01', valid_to: firmsDay },
    ]);
    await tx.write.insert('people.team_members', [{ team_id: next, user_id: member, valid_from: firmsDay }]);
  });
  return [old, next];
}

test('whom one manages changes with the day of the firm, not with the day of UTC', async () => {
  const firm = await makeFirm(app);
  const [before, after] = [await firm.user({ grade: 'Manager' }), await firm.user({ grade: 'Manager' })];
  const member = await firm.user();
  await moving({ old: before.id, next: after.id }, firm, member.id);
  const sheet = `/api/timesheets/${firmsDay}?user_id=${member.id}`;
  expect((await firm.call(before, 'GET', sheet)).status).toBe(403);
  expect((await firm.call(after, 'GET', sheet)).status).toBe(200);
});

test('whom a role without all teams sees changes with the day of the firm, too', async () => {
  const firm = await makeFirm(app);
  const hr = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const closed = { planning: { view_page: true, see_all_teams: false }, workload: { view_page: true, see_all_teams: false } };
  await firm.call(hr, 'POST', '/api/settings/add_role_access', { role: 'own teams', accesses: closed });
  const [before, after] = [await firm.user({ role: 'own teams' }), await firm.user({ role: 'own teams' })];
  const member = await firm.user({ lastName: 'Wanderer' });
  const [old, next] = await moving({ old: hr.id, next: hr.id }, firm, member.id);
  await firm.within((tx) =>
    tx.write.insert('people.team_members', [
      { team_id: old, user_id: before.id, valid_from: '2020-01-01' },
      { team_id: next, user_id: after.id, valid_from: '2020-01-01' },
    ]),
  );
  const found = async (who: typeof before): Promise<string[]> => {
    const { body } = await firm.call(who, 'POST', '/api/settings/smart_search', { query: 'wanderer', collections: ['users'] });
    return (body as { id: string }[]).map(({ id }) => id);
  };
  expect(await found(before)).toEqual([]);
  expect(await found(after)).toEqual([member.id]);
});
