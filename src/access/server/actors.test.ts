import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, makeFirm, startTestApp } from '../../../test/app.ts';
import { Actors } from './actors.ts';

/** Two processes on one database, as behind a proxy. */
let here: TestApp;
let there: TestApp;
beforeAll(async () => {
  [here, there] = await Promise.all([startTestApp(), startTestApp()]);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
});

const LOOK_UP = 'session_actor';

async function statusOf(app: TestApp, token: string): Promise<number> {
  const answer = await app.app.inject({ url: '/api/users/me', headers: { authorization: `Bearer ${token}` } });
  return answer.statusCode;
}

async function lookUpsOf(app: TestApp, token: string): Promise<number> {
  app.statements.clear();
  expect(await statusOf(app, token)).toBe(200);
  return app.statements.texts.filter((text) => text.includes(LOOK_UP)).length;
}

async function until(app: TestApp, token: string, status: number): Promise<void> {
  for (let tries = 0; tries < 100 && (await statusOf(app, token)) !== status; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(await statusOf(app, token)).toBe(status);
}

describe('whom a token speaks for', () => {
  let firm: TestFirm;
  beforeAll(async () => {
    firm = await makeFirm(here);
  });

  test('is looked up once, and remembered for the calls that follow', async () => {
    const { token } = await firm.user();
    await statusOf(here, token);
    expect(await lookUpsOf(here, token)).toBe(0);
  });

  test('ends with a log-out: at once in this process, within a second in every other', async () => {
    const { token } = await firm.user();
    for (const app of [here, there]) expect(await statusOf(app, token)).toBe(200);
    await here.app.inject({ method: 'POST', url: `/api/otp_auth/logout?token=${token}` });
    expect(await statusOf(here, token)).toBe(401);
    await until(there, token, 401);
  });

  test('ends with a deactivation: at once in this process, within a second in every other', async () => {
    const hr = await firm.user({ category: 'hr' });
    const user = await firm.user();
    for (const app of [here, there]) expect(await statusOf(app, user.token)).toBe(200);
    await firm.call(hr, 'POST', '/api/users/edit', { userData: { id: user.id, is_active: false } });
    expect(await statusOf(here, user.token)).toBe(401);
    await until(there, user.token, 401);
  });

  test('changes with the role: the next call is decided by the new accesses', async () => {
    const admin = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
    const user = await firm.user({ category: 'hr', grade: 'Manager' });
    const list = (): Promise<{ status: number }> => firm.call(user, 'POST', '/api/users?page=1');
    expect((await list()).status).toBe(200);
    const accesses = { users: { view_page: false }, user_details: { view_page: false } };
    const roles = (await firm.call(admin, 'GET', '/api/settings/role_accesses')).body.data.accesses as {
      role: string;
      accesses: Record<string, Record<string, boolean>>;
    }[];
    const before = roles.find((each) => each.role === 'user')?.accesses ?? {};
    const closed = Object.fromEntries(Object.entries(before).map(([page, flags]) => [page, { ...flags, view_page: false }]));
    const answer = await firm.call(admin, 'PUT', '/api/settings/update_role_access', {
      role: 'user',
      accesses: { ...closed, ...accesses },
    });
    expect(answer.status).toBe(200);
    expect((await list()).status).toBe(403);
  });

  test('is not remembered while changes of other processes cannot be heard', async () => {
    const { token } = await firm.user();
    const actors = new Actors();
    let asked = 0;
    const global: Parameters<Actors['of']>[1] = async (statement) => {
      const { text, values } = statement.compile();
      asked++;
      return (await here.host.db.requests.query(text, values)).rows;
    };
    const lookUps = async (): Promise<number> => {
      asked = 0;
      expect(await actors.of(token, global)).toBeDefined();
      return asked;
    };
    actors.listening(false);
    expect([await lookUps(), await lookUps()]).toEqual([1, 1]);
    actors.listening(true);
    expect([await lookUps(), await lookUps()]).toEqual([1, 0]);
  });

  test('is not kept when it changed while it was looked up', async () => {
    const { token } = await firm.user();
    const actors = new Actors();
    actors.listening(true);
    let asked = 0;
    const global: Parameters<Actors['of']>[1] = async (statement) => {
      const { text, values } = statement.compile();
      const { rows } = await here.host.db.requests.query(text, values);
      if (asked++ === 0) actors.heard(firm.tenant, [{ topic: 'access' }]);
      return rows;
    };
    await actors.of(token, global);
    await actors.of(token, global);
    expect(asked).toBe(2);
  });
});
