import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { sql } from '../../server/sql.ts';

let app: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  app = await startTestApp();
  owner = new pg.Client({ connectionString: inject('adminUrl') });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

interface Made {
  id: string;
  token: string;
  ending: string;
}

const make = async (firm: TestFirm, user: TestUser, scopes: string[], days = 30): Promise<Made> => {
  const answer = await firm.call(user, 'POST', '/api/api_tokens', { name: 'Payroll', scopes, days });
  expect(answer.status).toBe(200);
  return answer.body as Made;
};
const as = (user: TestUser, { token }: Made): TestUser => ({ ...user, token });

describe('a token for one’s own programs', () => {
  test('is shown once, and speaks for its person within its scopes alone', async () => {
    const firm = await makeFirm(app);
    const user = await firm.user();
    const reader = await make(firm, user, ['time:read']);
    expect(reader.token).toMatch(/^cdr_api_[0-9a-z]+_/);
    expect(reader.token.endsWith(reader.ending)).toBe(true);
    const program = as(user, reader);
    const range = 'from=2026-03-01&to=2026-03-31';
    expect((await firm.call(program, 'GET', `/api/time_entries?${range}`)).status).toBe(200);
    const entry = { day: '2026-03-03', seconds: 3600 };
    const closed = { status: 403, body: { detail: 'TOKEN_SCOPE' } };
    expect(await firm.call(program, 'POST', '/api/time_entries', entry)).toMatchObject(closed);
    expect(await firm.call(program, 'GET', '/api/bookings?from=2026-03-01&to=2026-03-31')).toMatchObject(closed);
    // Sign-in, sessions, tokens and the stream of changes belong to people.
    for (const [method, path] of [
      ['GET', '/api/sessions'],
      ['GET', '/api/api_tokens'],
      ['POST', '/api/api_tokens'],
      ['POST', '/api/users/change_password'],
      ['GET', '/api/events'],
    ] as const)
      expect(await firm.call(program, method, path, method === 'POST' ? {} : undefined), path).toMatchObject(closed);

    const listed = await firm.call(user, 'GET', '/api/api_tokens');
    expect(listed.body).toMatchObject([{ name: 'Payroll', ending: reader.ending, scopes: ['time:read'] }]);
    expect(JSON.stringify(listed.body)).not.toMatch(/hash/);
    expect((listed.body as { last_used_at: string | null }[])[0]?.last_used_at).not.toBeNull();
  });

  test('that may write writes as its person, and can no more than they', async () => {
    const firm = await makeFirm(app);
    const user = await firm.user({ category: 'operational', grade: 'Junior' });
    const writer = as(user, await make(firm, user, ['time:write', 'people:read', 'reporting:read', 'settings:write']));
    const task = await firm.within(async (tx) => {
      const [row] = await tx.write.insert<{ id: string }>('settings.task_types', [
        { name: 'Filing of ledgers', chargeable: false },
      ]);
      return row?.id;
    });
    const stored = await firm.call(writer, 'POST', '/api/time_entries', { day: '2026-03-03', seconds: 3600, task_type_id: task });
    expect(stored.body).toMatchObject([{ user_id: user.id, created_by: user.id }]);
    // Reports are for Managers, task types for others: a token opens nothing that is closed to its person.
    const period = { from: '2026-03-01', to: '2026-03-31' };
    const report = await firm.call(writer, 'POST', '/api/utilization/timespent_by_projects', period);
    expect(report).toMatchObject({ status: 403, body: { detail: 'Not allowed' } });
    const boss = await firm.user({ category: 'hr', grade: 'Partner' });
    const reads = as(boss, await make(firm, boss, ['reporting:read']));
    // Reading by POST is reading.
    expect((await firm.call(reads, 'POST', '/api/utilization/timespent_by_projects', period)).status).toBe(200);
  });

  test('ends at once: revoked, or with its person; and on its day', async () => {
    const firm = await makeFirm(app);
    const [user, other, boss] = [await firm.user(), await firm.user(), await firm.user({ isSuperuser: true })];
    const opens = async (program: TestUser): Promise<number> =>
      (await firm.call(program, 'GET', '/api/time_entries?from=2026-03-01&to=2026-03-31')).status;
    const [first, second, third] = [
      await make(firm, user, ['time:read']),
      await make(firm, user, ['time:read']),
      await make(firm, other, ['time:read'], 1),
    ];
    expect([await opens(as(user, first)), await opens(as(user, second)), await opens(as(other, third))]).toEqual([200, 200, 200]);
    expect((await firm.call(other, 'DELETE', `/api/api_tokens/${first.id}`)).status).toBe(404);
    expect((await firm.call(user, 'DELETE', `/api/api_tokens/${first.id}`)).status).toBe(200);
    expect([await opens(as(user, first)), await opens(as(user, second))]).toEqual([401, 200]);
    // Administrators see and revoke those of others, nobody else does.
    expect((await firm.call(other, 'GET', `/api/api_tokens?user_id=${user.id}`)).status).toBe(403);
    expect((await firm.call(boss, 'GET', `/api/api_tokens?user_id=${user.id}`)).body).toMatchObject([{ id: second.id }]);
    expect((await firm.call(boss, 'DELETE', `/api/api_tokens/${second.id}`)).status).toBe(200);
    expect(await opens(as(user, second))).toBe(401);
    await owner.query(
      `update access.api_tokens set created_at = now() - interval '2 days', expires_at = now() - interval '1 minute' where id = $1`,
      [third.id],
    );
    await firm.within(async (tx) => tx.say({ topic: 'access', inner: true }));
    expect(await opens(as(other, third))).toBe(401);
  });

  test('opens no other firm, and what it names is checked', async () => {
    const firm = await makeFirm(app);
    const stranger = await makeFirm(app);
    const user = await firm.user();
    const { token } = await make(firm, user, ['time:read']);
    const foreign = token.replace(/^cdr_api_[0-9a-z]+_/, `cdr_api_${stranger.tenant.toString(36)}_`);
    for (const wrong of [foreign, token.slice(0, -1), 'cdr_api_zzzzzzz_x', `cdr_api_0_${token.split('_')[3]}`])
      expect((await firm.call({ ...user, token: wrong }, 'GET', '/api/time_entries?from=2026-03-01&to=2026-03-31')).status).toBe(
        401,
      );
    const post = (body: object) =>
      firm.call(user, 'POST', '/api/api_tokens', { name: 'x', scopes: ['time:read'], days: 1, ...body });
    for (const body of [
      { scopes: [] },
      { scopes: ['access:write'] },
      { scopes: ['time'] },
      { days: 0 },
      { days: 367 },
      { name: ' ' },
    ])
      expect((await post(body)).status, JSON.stringify(body)).toBe(422);
    const details = await firm.within((tx) =>
      tx.all<{ after: Record<string, unknown> }>(sql`
        select d.after from app.audit_changes c join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id
        where c.tenant_id = ${tx.tenant} and c.entity = 'access.api_tokens'`),
    );
    expect(details).toMatchObject([{ after: { name: 'Payroll' } }]);
    expect(JSON.stringify(details)).not.toMatch(/hash/);
  });
});
