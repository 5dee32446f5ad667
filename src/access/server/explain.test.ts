import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { newId } from '../../kit/ids.ts';

let app: TestApp;
let firm: TestFirm;
let admin: TestUser;
let hr: TestUser;
let manager: TestUser;
let junior: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  firm = await makeFirm(app);
  admin = await firm.user({ category: 'admin', grade: 'Partner', isSuperuser: true });
  hr = await firm.user({ category: 'hr' });
  [manager, junior, stranger] = [await firm.user({ grade: 'Manager' }), await firm.user(), await firm.user()];
  await firm.call(hr, 'POST', '/api/users/edit', { userData: { id: junior.id, manager_id: manager.id } });
});
afterAll(() => app.close());

interface Explained {
  allowed: boolean;
  reason: string;
  checks: { layer: string; allowed: boolean; reason: string }[];
}

async function ask(user: TestUser, operation: string, object: string): Promise<Explained> {
  const query = new URLSearchParams({ user_id: user.id, operation, object_id: object });
  const answer = await firm.call(admin, 'GET', `/api/access/explain?${query}`);
  expect(answer.status, answer.bytes.toString()).toBe(200);
  return answer.body as Explained;
}

const object = async (user: TestUser, operation: string, id: string): Promise<[boolean | undefined, string | undefined]> => {
  const check = (await ask(user, operation, id)).checks.find(({ layer }) => layer === 'object');
  return [check?.allowed, check?.reason];
};

describe('bookings', () => {
  const days = { first_day: '2031-03-03', last_day: '2031-03-04', minutes_per_day: 240 };
  const book = async (by: TestUser, of: TestUser, level: string): Promise<string> => {
    const types = (await firm.call(admin, 'GET', '/api/settings/get_tasks')).body as { id: string }[];
    const body = { ...days, user_id: of.id, task_type_id: types[0]?.id, level };
    const answer = await firm.call(by, 'POST', '/api/bookings', body);
    expect(answer.status, answer.bytes.toString()).toBe(200);
    return (answer.body as { booking: { id: string } }).booking.id;
  };

  test('are explained by their person and their level, as the calls themselves decide', async () => {
    const hard = await book(manager, junior, 'hard');
    const change = 'PATCH /api/bookings/:id';
    expect(await object(junior, 'GET /api/bookings/:id', hard)).toEqual([true, 'This is the user’s own planning.']);
    expect(await object(stranger, 'GET /api/bookings/:id', hard)).toEqual([
      true,
      'The role "user" shows this person on a page of planning.',
    ]);
    expect(await object(junior, change, hard)).toEqual([
      false,
      'The level "hard" is closed to the grade Junior in the team of this person.',
    ]);
    expect((await firm.call(junior, 'PATCH', `/api/bookings/${hard}`, { note: 'x' })).status).toBe(403);
    expect(await object(manager, change, hard)).toEqual([
      true,
      'The level "hard" is open to the grade Manager in the team of this person.',
    ]);
    expect((await firm.call(manager, 'PATCH', `/api/bookings/${hard}`, { note: 'x' })).status).toBe(200);
    expect((await ask(junior, change, hard)).allowed).toBe(false);
    expect(await object(manager, 'POST /api/bookings', junior.id)).toMatchObject([
      true,
      expect.stringContaining('shows this person'),
    ]);
    expect(await object(manager, change, newId())).toEqual([false, 'There is no such booking and no such person in the firm.']);
  });

  test('a role that only looks, or sees its own teams alone, is what decides', async () => {
    const accesses = (flags: object) => ({ planning: flags, clients_bookings: flags, internal_bookings: flags, workload: flags });
    for (const [role, flags] of [
      ['looker', { view_page: true, can_edit: false }],
      ['near', { view_page: true, see_all_teams: false }],
    ] as const)
      await firm.call(admin, 'POST', '/api/settings/add_role_access', { role, accesses: accesses(flags) });
    const looker = await firm.user({ grade: 'Manager', role: 'looker' });
    const near = await firm.user({ grade: 'Manager', role: 'near' });
    expect(await object(looker, 'POST /api/bookings', junior.id)).toEqual([
      false,
      'The role "looker" may look at bookings and change none.',
    ]);
    expect(await object(near, 'GET /api/bookings', junior.id)).toEqual([
      false,
      'The role "near" shows the user’s own teams alone; this person is in none of them.',
    ]);
    expect(await object(near, 'POST /api/bookings', near.id)).toEqual([true, 'This is the user’s own planning.']);
  });
});

describe('leave', () => {
  const read = 'GET /api/leave_requests';
  const decide = 'POST /api/leave_requests/decide';

  test('is explained by the person whom it is of', async () => {
    expect(await object(junior, read, junior.id)).toMatchObject([true, 'These are the user’s own records.']);
    expect(await object(hr, read, junior.id)).toMatchObject([true, 'The category hr reaches everybody’s records.']);
    expect(await object(manager, read, junior.id)).toMatchObject([true, expect.stringContaining('manages this person')]);
    expect(await object(manager, read, stranger.id)).toMatchObject([false, expect.stringContaining('does not manage')]);
    expect(await object(stranger, read, junior.id)).toMatchObject([false, expect.stringContaining('does not manage')]);
  });

  test('nobody decides on their own request; managers and hr do', async () => {
    const [type] = (await firm.call(junior, 'GET', '/api/leave_types')).body as { id: string }[];
    const asked = { type_id: type?.id, first_day: '2031-06-02', last_day: '2031-06-03' };
    const request = await firm.call(junior, 'POST', '/api/leave_requests', asked);
    expect(request.status, request.bytes.toString()).toBe(200);
    const { id } = request.body as { id: string };
    expect(await object(junior, decide, id)).toMatchObject([true, expect.stringContaining('it can be cancelled')]);
    expect(await object(manager, decide, id)).toMatchObject([true, expect.stringContaining('manages this person')]);
    expect(await object(hr, decide, id)).toMatchObject([true, expect.stringContaining('hr')]);
    expect(await object(stranger, decide, id)).toMatchObject([false, expect.stringContaining('Others’ records need')]);
    expect(await object(manager, decide, newId())).toEqual([false, 'There is no such request.']);
    const body = { ids: [id], status: 'approved' };
    expect((await firm.call(stranger, 'POST', '/api/leave_requests/decide', body)).status).toBe(403);
    expect((await firm.call(manager, 'POST', '/api/leave_requests/decide', body)).status).toBe(200);
  });
});

describe('users', () => {
  test('are all open to who may call it, but for what one decides of oneself and for the last of a kind', async () => {
    for (const operation of ['GET /api/users/:id', 'POST /api/users/edit', 'POST /api/users/delete'])
      expect(await object(hr, operation, junior.id)).toEqual([true, 'Whoever may call this reaches every user of the firm.']);
    expect(await object(hr, 'POST /api/users/edit', hr.id)).toEqual([
      true,
      'One’s own grade, category and role are for somebody else to change; the rest is open.',
    ]);
    expect(await object(hr, 'POST /api/users/delete', hr.id)).toEqual([false, 'The last active hr user of the firm stays.']);
    expect(await object(hr, 'POST /api/users/delete', admin.id)).toEqual([
      false,
      'The last active administrator of the firm stays.',
    ]);
    expect((await firm.call(hr, 'POST', '/api/users/delete', { id: admin.id })).status).toBe(409);
    expect(await object(hr, 'GET /api/users/:id', newId())).toEqual([false, 'There is no such user.']);
    const other = await makeFirm(app);
    expect(await object(hr, 'GET /api/users/:id', (await other.user()).id)).toEqual([false, 'There is no such user.']);
    // Whom the table refuses is refused by the table, whatever the object.
    expect((await ask(manager, 'GET /api/users/:id', junior.id)).allowed).toBe(false);
  });

  test('are explained in the reader’s language', async () => {
    await firm.call(admin, 'PUT', '/api/users/change_language', '"de"');
    expect(await object(hr, 'POST /api/users/edit', junior.id)).toEqual([
      true,
      'Wer dies aufrufen darf, erreicht alle Personen der Firma.',
    ]);
    await firm.call(admin, 'PUT', '/api/users/change_language', '"en"');
  });
});
