import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';
import { LEFT_OUT, placesOf } from './my-data.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const decoder = new TextDecoder();
const filesOf = ({ bytes }: Answer): Map<string, string> =>
  new Map(Object.entries(unzipSync(new Uint8Array(bytes))).map(([name, content]) => [name, decoder.decode(content)]));

/** A firm in which two people log time and one decides on the other's leave. */
async function seeded(): Promise<{ firm: TestFirm; own: TestUser; other: TestUser; boss: TestUser }> {
  const firm = await makeFirm(app);
  const [own, other] = [await firm.user(), await firm.user()];
  const boss = await firm.user({ isSuperuser: true });
  await firm.within(async (tx) => {
    const task = await tx.one<{ id: string }>(sql`select id from settings.task_types where tenant_id = ${tx.tenant} limit 1`);
    const type = await tx.one<{ id: string }>(sql`select id from leave.types where tenant_id = ${tx.tenant} limit 1`);
    const entry = { day: '2026-03-03', task_type_id: task?.id, seconds: 3600, chargeable: false };
    await tx.write.insert('time.entries', [
      { ...entry, user_id: own.id, comment: 'mine, and "quoted"' },
      { ...entry, user_id: other.id, comment: 'not mine' },
    ]);
    const leave = { type_id: type?.id, first_day: '2026-04-01', last_day: '2026-04-02' };
    await tx.write.insert('leave.requests', [
      { ...leave, user_id: own.id, comment: 'my leave', status: 'pending', decided_by: null, decided_at: null },
      { ...leave, user_id: other.id, comment: 'their leave', status: 'approved', decided_by: own.id, decided_at: tx.now },
    ]);
  });
  return { firm, own, other, boss };
}

describe('everything that is kept about oneself', () => {
  test('comes as JSON and CSV, without anything of others and without secrets', async () => {
    const { firm, own } = await seeded();
    await firm.call(own, 'POST', '/api/api_tokens', { name: 'Payroll', scopes: ['time:read'], days: 30 });
    const files = filesOf(await firm.call(own, 'GET', '/api/my_data'));
    const entries = JSON.parse(files.get('time.entries.json') ?? '[]') as Record<string, unknown>[];
    expect(entries).toMatchObject([{ day: '2026-03-03', seconds: 3600, comment: 'mine, and "quoted"' }]);
    expect(files.get('time.entries.csv')).toContain('"mine, and ""quoted"""');
    expect(JSON.parse(files.get('leave.requests.json') ?? '[]')).toMatchObject([{ comment: 'my leave' }]);
    // That they decided is about them; what it was about is not.
    expect(JSON.parse(files.get('leave.requests.decided_by.json') ?? '[]')).toEqual([
      { id: expect.any(String), decided_by: own.id, decided_at: expect.any(String), created_at: expect.any(String) },
    ]);
    expect(JSON.parse(files.get('people.users.json') ?? '[]')).toHaveLength(1);
    expect(files.has('access.api_tokens.json')).toBe(true);
    const whole = [...files.values()].join('\n');
    expect(whole).not.toContain('not mine');
    expect(whole).not.toContain('their leave');
    expect(whole).not.toMatch(/token_hash|password_hash|"secret"/);
  });

  test('holds every table that refers to people but those left out on purpose', async () => {
    const firm = await makeFirm(app);
    const places = await firm.within((tx) => placesOf(tx));
    const tables = new Set(places.map(({ table }) => table));
    // Sessions and links are the sign-in's alone: the profile shows the first, the second last for minutes.
    expect([...tables].filter((table) => /^access\.(sessions|links)$/.test(table))).toEqual([]);
    for (const table of [
      'time.entries',
      'planning.bookings',
      'leave.requests',
      'leave.ledger',
      'support.tickets',
      'pricing.messages',
    ])
      expect(tables, table).toContain(table);
    expect(LEFT_OUT.filter((table) => tables.has(table))).toEqual([]);
    // What is left out exists: a table that was renamed would come in unseen.
    const known = [...app.host.catalogue.keys()];
    expect(LEFT_OUT.filter((table) => !known.includes(table))).toEqual([]);
  });

  test('of another person is for administrators of the firm, and stands in the audit', async () => {
    const { firm, own, other, boss } = await seeded();
    expect((await firm.call(own, 'GET', `/api/my_data?user_id=${other.id}`)).status).toBe(403);
    expect((await firm.call(boss, 'GET', `/api/my_data?user_id=${newId()}`)).status).toBe(404);
    const elsewhere = await makeFirm(app);
    expect(
      (await elsewhere.call(await elsewhere.user({ isSuperuser: true }), 'GET', `/api/my_data?user_id=${own.id}`)).status,
    ).toBe(404);
    const files = filesOf(await firm.call(boss, 'GET', `/api/my_data?user_id=${own.id}`));
    expect(files.get('time.entries.json')).toContain('mine, and');
    const events = (await firm.call(boss, 'GET', '/api/audit_events?action=exported')).body as { after: unknown }[];
    expect(events.length).toBeGreaterThan(0);
  });
});
