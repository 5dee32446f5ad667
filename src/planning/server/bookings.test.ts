import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, listen, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays, mondayOf } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';
import { lapse } from './lapse.ts';

let test_: TestApp;
beforeAll(async () => void (test_ = await startTestApp()));
afterAll(() => test_.close());

/** A Monday in February: a month without public holidays. */
const monday = mondayOf(`${new Date().getUTCFullYear() + 1}-02-10`);
const friday = addDays(monday, 4);

interface Scene {
  firm: TestFirm;
  planner: TestUser;
  junior: TestUser;
  project: string;
}

async function addProject(firm: TestFirm, fields: Record<string, unknown> = {}): Promise<string> {
  const id = newId();
  await firm.within((tx) =>
    tx.write.insert('clients.projects', [
      { id, code: `P-${id.slice(-6)}`, name: 'Audit', chargeable: true, currency: 'EUR', ...fields },
    ]),
  );
  return id;
}

async function scene(): Promise<Scene> {
  const firm = await makeFirm(test_);
  const [planner, junior] = [await firm.user({ grade: 'Manager' }), await firm.user()];
  return { firm, planner, junior, project: await addProject(firm) };
}

const week = (scene: Scene, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  user_id: scene.junior.id,
  project_id: scene.project,
  first_day: monday,
  last_day: friday,
  minutes_per_day: 240,
  level: 'hard',
  ...more,
});

describe('a booking', () => {
  test('is made, moved, stretched, handed over and taken away', async () => {
    const s = await scene();
    const { firm, planner } = s;
    const made = await firm.call(planner, 'POST', '/api/bookings', week(s, { note: '  Stocktake ' }));
    expect(made.status).toBe(200);
    expect(made.body.booking).toMatchObject({ ...week(s), note: 'Stocktake', project: 'Audit', version: 1 });
    expect(made.body.over).toEqual([]);

    const path = `/api/bookings/${made.body.booking.id}`;
    const moved = await firm.call(planner, 'PATCH', path, {
      first_day: addDays(monday, 7),
      last_day: addDays(friday, 7),
      version: 1,
    });
    expect(moved.body.booking).toMatchObject({ first_day: addDays(monday, 7), last_day: addDays(friday, 7), version: 2 });
    const stretched = await firm.call(planner, 'PATCH', path, { last_day: addDays(friday, 14) }, { 'if-match': '"2"' });
    expect(stretched.body.booking).toMatchObject({ last_day: addDays(friday, 14), version: 3 });
    const handed = await firm.call(planner, 'PATCH', path, { user_id: planner.id });
    expect(handed.body.booking).toMatchObject({ user_id: planner.id, version: 4 });

    const list = await firm.call(planner, 'GET', `/api/bookings?from=${monday}&to=${addDays(friday, 30)}`);
    expect(list.body.map((row: { id: string }) => row.id)).toEqual([made.body.booking.id]);
    expect(list.headers['x-pagination-total']).toBe('1');

    expect((await firm.call(planner, 'DELETE', path, undefined, { 'if-match': '"3"' })).status).toBe(409);
    expect((await firm.call(planner, 'DELETE', `${path}?version=4`)).body).toEqual({ success: true });
    expect((await firm.call(planner, 'PATCH', path, { note: 'x' })).status).toBe(404);
    const audit = await firm.within((tx) =>
      tx.all<{ action: string }>(sql`
        select action from app.audit_changes
        where tenant_id = ${tx.tenant} and entity = 'planning.bookings' and entity_id = ${made.body.booking.id} order by id`),
    );
    expect(audit.map((row) => row.action)).toEqual(['insert', 'update', 'update', 'update', 'delete']);
  });

  test('is split into two that are together what it was', async () => {
    const s = await scene();
    const { firm, planner } = s;
    const made = await firm.call(planner, 'POST', '/api/bookings', week(s));
    const id = made.body.booking.id;
    expect((await firm.call(planner, 'POST', '/api/bookings/split', { id, day: monday })).status).toBe(422);
    const split = await firm.call(planner, 'POST', '/api/bookings/split', { id, day: addDays(monday, 2), version: 1 });
    expect(split.body.booking).toMatchObject({ id, first_day: monday, last_day: addDays(monday, 1), version: 2 });
    expect(split.body.second).toMatchObject({ ...week(s), first_day: addDays(monday, 2), last_day: friday, version: 1 });
    expect((await firm.call(planner, 'POST', '/api/bookings/split', { id, day: addDays(monday, 1), version: 1 })).status).toBe(
      409,
    );
  });

  test('that was changed meanwhile answers 409 with the row as it stands', async () => {
    const s = await scene();
    const { firm, planner } = s;
    const made = await firm.call(planner, 'POST', '/api/bookings', week(s));
    const path = `/api/bookings/${made.body.booking.id}`;
    await firm.call(planner, 'PATCH', path, { minutes_per_day: 300, version: 1 });
    const stale = await firm.call(planner, 'PATCH', path, { minutes_per_day: 100, version: 1 });
    expect(stale.status).toBe(409);
    expect(stale.body.current).toMatchObject({ minutes_per_day: 300, version: 2, project: 'Audit' });
  });

  test('sent twice with its id is one booking; the id for something else is refused', async () => {
    const s = await scene();
    const { firm, planner } = s;
    const body = week(s, { id: newId() });
    expect((await firm.call(planner, 'POST', '/api/bookings', body)).status).toBe(200);
    expect((await firm.call(planner, 'POST', '/api/bookings', body)).body.booking).toMatchObject({ id: body.id, version: 1 });
    expect((await firm.call(planner, 'POST', '/api/bookings', { ...body, minutes_per_day: 60 })).status).toBe(409);
    const key = { 'idempotency-key': newId() };
    const first = await firm.call(planner, 'POST', '/api/bookings', week(s), key);
    expect((await firm.call(planner, 'POST', '/api/bookings', week(s), key)).body).toEqual(first.body);
  });

  test('is refused with words for what is wrong', async () => {
    const s = await scene();
    const { firm, planner } = s;
    const closed = await addProject(firm, { status: 'completed' });
    const send = (more: Record<string, unknown>) => firm.call(planner, 'POST', '/api/bookings', week(s, more));
    expect((await send({ last_day: addDays(monday, -1) })).body.errors[0].path).toBe('last_day');
    expect((await send({ project_id: null })).body.errors[0].path).toBe('project_id');
    expect((await send({ project_id: closed })).body.detail).toContain('completed');
    expect((await send({ last_day: addDays(monday, 800) })).status).toBe(422);
    expect((await send({ minutes_per_day: 0 })).status).toBe(422);
    expect((await send({ colour: 'red' })).status).toBe(422);
    expect((await firm.call(undefined, 'POST', '/api/bookings', week(s))).status).toBe(401);
  });
});

describe('capacity', () => {
  test('says by how much and on which days a booking exceeds it, without days off and leave', async () => {
    const s = await scene();
    const { firm, planner, junior } = s;
    await firm.within(async (tx) => {
      const [type] = await tx.write.insert<{ id: string }>('leave.types', [{ name: 'Away' }]);
      await tx.write.insert('leave.requests', [
        {
          user_id: junior.id,
          type_id: type?.id,
          first_day: addDays(monday, 2),
          last_day: addDays(monday, 2),
          status: 'approved',
        },
      ]);
    });
    await firm.call(planner, 'POST', '/api/bookings', week(s, { minutes_per_day: 300, last_day: addDays(monday, 3) }));
    const soft = await firm.call(planner, 'POST', '/api/bookings', week(s, { minutes_per_day: 400, level: 'soft' }));
    expect(soft.body.over).toEqual([monday, addDays(monday, 1), addDays(monday, 3)].map((day) => ({ day, minutes: 220 })));
    const second = await firm.call(
      planner,
      'POST',
      '/api/bookings',
      week(s, { minutes_per_day: 200, last_day: addDays(monday, 13) }),
    );
    expect(second.body.over).toEqual([monday, addDays(monday, 1), addDays(monday, 3)].map((day) => ({ day, minutes: 20 })));
  });

  test('is not passed where the level refuses, whoever comes first', async () => {
    const s = await scene();
    const { firm, planner } = s;
    await firm.within(async (tx) => {
      const rows = await tx.all<Record<string, unknown>>(sql`
        select * from people.booking_levels where tenant_id = ${tx.tenant} and counts = 'hard'`);
      await tx.write.update(
        'people.booking_levels',
        rows.map((before) => ({ before, set: { over_capacity: 'refuse' } })),
      );
    });
    const both = await Promise.all(
      [1, 2, 3].map(() => firm.call(planner, 'POST', '/api/bookings', week(s, { minutes_per_day: 300 }))),
    );
    expect(both.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 422, 422]);
    const refused = both.find((answer) => answer.status === 422);
    expect(refused?.body.detail).toContain(
      `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(monday))} by 2 h`,
    );
    expect(refused?.body.errors).toHaveLength(5);
    const made = both.find((answer) => answer.status === 200)?.body.booking;
    expect((await firm.call(planner, 'PATCH', `/api/bookings/${made.id}`, { minutes_per_day: 481 })).status).toBe(422);
    expect((await firm.call(planner, 'PATCH', `/api/bookings/${made.id}`, { minutes_per_day: 480 })).status).toBe(200);
    expect((await firm.call(planner, 'POST', '/api/bookings', week(s, { level: 'soft' }))).status).toBe(200);
  });
});

describe('who may', () => {
  test('a grade below the level requests; from the level on one confirms', async () => {
    const s = await scene();
    const { firm, planner, junior } = s;
    const colleague = await firm.user();
    expect((await firm.call(junior, 'POST', '/api/bookings', week(s))).status).toBe(403);
    expect((await firm.call(junior, 'POST', '/api/bookings', week(s, { level: 'soft' }))).body.detail).toContain('Senior');
    const asked = await firm.call(junior, 'POST', '/api/bookings', week(s, { level: 'requested' }));
    expect(asked.status).toBe(200);
    expect(
      (await firm.call(junior, 'POST', '/api/bookings', week(s, { level: 'requested', user_id: colleague.id }))).status,
    ).toBe(200);
    const path = `/api/bookings/${asked.body.booking.id}`;
    expect((await firm.call(junior, 'PATCH', path, { level: 'hard' })).status).toBe(403);
    expect((await firm.call(junior, 'PATCH', path, { minutes_per_day: 60 })).status).toBe(200);
    expect((await firm.call(planner, 'PATCH', path, { level: 'hard' })).status).toBe(200);
    expect((await firm.call(junior, 'PATCH', path, { minutes_per_day: 30 })).status).toBe(403);
    expect((await firm.call(junior, 'DELETE', path)).status).toBe(403);
  });

  test('levels of a team come before those of the firm', async () => {
    const s = await scene();
    const { firm, planner } = s;
    const team = newId();
    const senior = await firm.user({ grade: 'Senior' });
    await firm.within((tx) => tx.write.insert('people.teams', [{ id: team, name: 'Tax' }]));
    const member = await firm.user({ teamId: team });
    await firm.within((tx) =>
      tx.write.insert('people.booking_levels', [
        { team_id: team, position: 1, name: 'Booked', counts: 'hard', lowest_grade: 'Senior' },
      ]),
    );
    expect((await firm.call(senior, 'POST', '/api/bookings', week(s))).status).toBe(403);
    expect((await firm.call(senior, 'POST', '/api/bookings', week(s, { user_id: member.id }))).status).toBe(200);
    expect(
      (await firm.call(planner, 'POST', '/api/bookings', week(s, { user_id: member.id, level: 'soft' }))).body.detail,
    ).toContain('not used');
    expect((await firm.call(member, 'POST', '/api/bookings', week(s, { user_id: member.id, level: 'requested' }))).status).toBe(
      200,
    );
  });

  test('a level of the own teams is closed to others, one of the subtree reaches down', async () => {
    const s = await scene();
    const { firm } = s;
    const hr = await firm.user({ category: 'hr', grade: 'Partner' });
    const [audit, audit2, tax] = [newId(), newId(), newId()];
    await firm.within((tx) =>
      tx.write.insert('people.teams', [
        { id: audit, name: 'Audit' },
        { id: audit2, name: 'Audit 2', parent_id: audit },
        { id: tax, name: 'Tax' },
      ]),
    );
    const head = await firm.user({ grade: 'Manager', teamId: audit });
    const [near, below, other, nowhere] = [
      await firm.user({ teamId: audit }),
      await firm.user({ teamId: audit2 }),
      await firm.user({ teamId: tax }),
      await firm.user(),
    ];
    const level = { name: 'Booked', counts: 'hard', lowest_grade: 'Manager', over_capacity: 'mark' };
    const setScope = (scope: string) => firm.call(hr, 'PUT', '/api/teams/firm_levels', { levels: [{ ...level, scope }] });
    const book = async (who: TestUser): Promise<number> =>
      (await firm.call(head, 'POST', '/api/bookings', week(s, { user_id: who.id }))).status;
    const all = (): Promise<number[]> => Promise.all([near, below, other, nowhere, head].map(book));
    expect((await setScope('team')).body).toMatchObject([{ scope: 'team', granularity: 'client', expires_days: null }]);
    expect(await all()).toEqual([200, 403, 403, 403, 200]);
    await setScope('subtree');
    expect(await all()).toEqual([200, 200, 403, 403, 200]);
    const board = await firm.call(head, 'POST', '/api/bookings/board', { from: monday, to: addDays(monday, 6), unit: 'week' });
    const may = new Map((board.body.people as { id: string; may: string[] }[]).map((person) => [person.id, person.may]));
    expect([near, below, other, nowhere].map(({ id }) => may.get(id))).toEqual([['hard'], ['hard'], [], []]);
    const refused = await firm.call(head, 'POST', '/api/bookings', week(s, { user_id: other.id }));
    expect(refused.body.detail).toBe('Confirmed bookings are set by the team of this person.');
    await setScope('firm');
    expect(await all()).toEqual([200, 200, 200, 200, 200]);
  });

  test('a level names at least what it asks for; internal work has no project', async () => {
    const s = await scene();
    const { firm, planner } = s;
    const hr = await firm.user({ category: 'hr', grade: 'Partner' });
    const tasks = await firm.within((tx) =>
      tx.all<{ id: string; chargeable: boolean }>(sql`
        select id, chargeable from settings.task_types where tenant_id = ${tx.tenant} and is_active`),
    );
    const [internal, work] = [false, true].map((kind) => tasks.find(({ chargeable }) => chargeable === kind)?.id ?? '');
    const level = { name: 'Booked', counts: 'hard', lowest_grade: 'Manager', over_capacity: 'mark' };
    const least = (granularity: string) =>
      firm.call(hr, 'PUT', '/api/teams/firm_levels', { levels: [{ ...level, granularity }] });
    const book = async (project_id: string | null, task_type_id: string | null) => {
      const answer = await firm.call(planner, 'POST', '/api/bookings', week(s, { project_id, task_type_id }));
      return answer.status === 200 ? answer.body.booking.id : (answer.body.errors?.[0].path as string);
    };
    const { project_id: project } = week(s) as { project_id: string };
    const loose = await book(null, work ?? '');
    expect(loose).toMatch(/^[0-9a-f-]{36}$/);
    await least('project');
    expect(await book(null, work ?? '')).toBe('project_id');
    expect(await book(null, internal ?? '')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await book(project, null)).toMatch(/^[0-9a-f-]{36}$/);
    await least('task');
    expect(await book(project, null)).toBe('task_type_id');
    expect(await book(project, work ?? '')).toMatch(/^[0-9a-f-]{36}$/);
    // What was booked before is moved as it is, and names what is asked for once it becomes something else.
    const path = `/api/bookings/${loose}`;
    expect((await firm.call(planner, 'PATCH', path, { last_day: monday })).status).toBe(200);
    expect((await firm.call(planner, 'PATCH', path, { project_id: project, task_type_id: null })).status).toBe(422);
  });

  test('what nobody touches lapses, and who made it is told; what is confirmed stands', async () => {
    const s = await scene();
    const { firm, planner } = s;
    const hr = await firm.user({ category: 'hr', grade: 'Partner' });
    const names = { lowest_grade: 'Manager', over_capacity: 'mark' };
    const set = (levels: object[]) => firm.call(hr, 'PUT', '/api/teams/firm_levels', { levels });
    expect((await set([{ name: 'Firm', counts: 'hard', ...names, expires_days: 5 }])).status).toBe(422);
    await set([
      { name: 'Maybe', counts: 'soft', ...names, expires_days: 10 },
      { name: 'Firm', counts: 'hard', ...names },
    ]);
    const made = async (more: Record<string, unknown>): Promise<string> =>
      (await firm.call(planner, 'POST', '/api/bookings', week(s, more))).body.booking.id;
    const [old, fresh, hard] = [await made({ level: 'soft' }), await made({ level: 'soft' }), await made({ level: 'hard' })];
    await firm.within((tx) =>
      tx.all(sql`
        update planning.bookings set updated_at = now() - interval '11 days'
        where tenant_id = ${tx.tenant} and id = any(${[old, hard]}::uuid[]) returning 1`),
    );
    expect(await firm.within((tx) => lapse(tx))).toBe(1);
    expect(await firm.within((tx) => lapse(tx))).toBe(0);
    const left = await Promise.all([old, fresh, hard].map((id) => firm.call(planner, 'GET', `/api/bookings/${id}`)));
    expect(left.map(({ status }) => status)).toEqual([404, 200, 200]);
    const told = (await firm.call(planner, 'GET', '/api/notifications')).body as { kind: string }[];
    expect(told.filter(({ kind }) => kind === 'planning.lapsed')).toHaveLength(1);
  });

  test('people and teams are booked at once, all or none, and taken back at once', async () => {
    const s = await scene();
    const { firm, planner, junior } = s;
    const [team, below] = [newId(), newId()];
    await firm.within((tx) =>
      tx.write.insert('people.teams', [
        { id: team, name: 'Audit' },
        { id: below, name: 'Audit 2', parent_id: team },
      ]),
    );
    const members = [await firm.user({ teamId: team }), await firm.user({ teamId: below }), await firm.user({ teamId: below })];
    const tasks = await firm.within((tx) =>
      tx.all<{ id: string }>(sql`select id from settings.task_types where tenant_id = ${tx.tenant} and name = 'Training'`),
    );
    const training = {
      task_type_id: tasks[0]?.id,
      first_day: monday,
      last_day: addDays(monday, 1),
      minutes_per_day: 480,
      level: 'hard',
    };
    const post = (who: TestUser, body: object) => firm.call(who, 'POST', '/api/bookings/several', { ...training, ...body });
    await firm.call(planner, 'POST', '/api/bookings', week(s));
    const made = await post(planner, { teams: [team], user_ids: [junior.id, members[0]?.id] });
    expect(made.body).toMatchObject({ over: 1 });
    expect(made.body.ids).toHaveLength(4);
    const booked = async (): Promise<number[]> =>
      Promise.all(
        [...members, junior].map(async (who) => {
          const listed = await firm.call(who, 'GET', `/api/bookings?from=${monday}&to=${friday}`);
          return (listed.body as unknown[]).length;
        }),
      );
    expect(await booked()).toEqual([1, 1, 1, 2]);
    expect((await post(junior, { teams: [team] })).status).toBe(403);
    expect((await post(planner, { teams: [newId()] })).body.errors[0].path).toBe('user_ids');
    expect((await post(planner, { teams: [team], task_type_id: newId() })).status).toBe(404);
    expect(await booked()).toEqual([1, 1, 1, 2]);
    const { ids } = made.body as { ids: string[] };
    expect((await firm.call(junior, 'POST', '/api/bookings/remove_several', { ids })).status).toBe(403);
    expect((await firm.call(planner, 'POST', '/api/bookings/remove_several', { ids })).body).toEqual({ removed: 4 });
    expect((await firm.call(planner, 'POST', '/api/bookings/remove_several', { ids })).body).toEqual({ removed: 0 });
    expect(await booked()).toEqual([0, 0, 0, 1]);
  });

  test('a role that may not edit only looks; a role without all teams sees its own', async () => {
    const s = await scene();
    const { firm, planner, junior } = s;
    const page = { view_page: true, can_edit: false, see_all_teams: true };
    const own = { view_page: true, can_edit: true, see_all_teams: false };
    await firm.within((tx) =>
      tx.write.insert('access.roles', [
        { role: 'viewer', accesses: { planning: page, clients_bookings: page, internal_bookings: page } },
        { role: 'narrow', accesses: { planning: own, clients_bookings: own, internal_bookings: own, workload: own } },
        {
          role: 'closed',
          accesses: {
            planning: { view_page: false },
            clients_bookings: { view_page: false },
            internal_bookings: { view_page: false },
          },
        },
      ]),
    );
    const made = await firm.call(planner, 'POST', '/api/bookings', week(s));
    const viewer = await firm.user({ grade: 'Partner', role: 'viewer' });
    expect((await firm.call(viewer, 'POST', '/api/bookings', week(s))).status).toBe(403);
    expect((await firm.call(viewer, 'DELETE', `/api/bookings/${made.body.booking.id}`)).status).toBe(403);
    const closed = await firm.user({ grade: 'Partner', role: 'closed' });
    expect((await firm.call(closed, 'POST', '/api/bookings', 'not read at all')).status).toBe(403);
    const narrow = await firm.user({ grade: 'Partner', role: 'narrow' });
    expect((await firm.call(narrow, 'POST', '/api/bookings', week(s))).status).toBe(404);
    expect((await firm.call(narrow, 'PATCH', `/api/bookings/${made.body.booking.id}`, { note: 'x' })).status).toBe(404);
    expect((await firm.call(narrow, 'GET', `/api/bookings?from=${monday}&to=${friday}&user_id=${junior.id}`)).body).toEqual([]);
    expect((await firm.call(narrow, 'POST', '/api/bookings', week(s, { user_id: narrow.id }))).status).toBe(200);
  });

  test('another firm’s people, projects and bookings do not exist', async () => {
    const [mine, theirs] = [await scene(), await scene()];
    const foreign = await theirs.firm.call(theirs.planner, 'POST', '/api/bookings', week(theirs));
    const { firm, planner } = mine;
    const path = `/api/bookings/${foreign.body.booking.id}`;
    expect((await theirs.firm.call(theirs.junior, 'GET', path)).body).toEqual(foreign.body.booking);
    expect((await firm.call(planner, 'GET', path)).status).toBe(404);
    expect((await firm.call(planner, 'PATCH', path, { note: 'x' })).status).toBe(404);
    expect((await firm.call(planner, 'DELETE', path)).status).toBe(404);
    expect(
      (await firm.call(planner, 'POST', '/api/bookings/split', { id: foreign.body.booking.id, day: addDays(monday, 1) })).status,
    ).toBe(404);
    expect((await firm.call(planner, 'POST', '/api/bookings', week(mine, { user_id: theirs.junior.id }))).status).toBe(404);
    expect((await firm.call(planner, 'POST', '/api/bookings', week(mine, { project_id: theirs.project }))).status).toBe(404);
    expect(
      (await firm.call(planner, 'GET', `/api/bookings?from=${monday}&to=${friday}&user_id=${theirs.junior.id}`)).body,
    ).toEqual([]);
    const board = await firm.call(planner, 'POST', '/api/bookings/board', {
      from: monday,
      to: friday,
      unit: 'week',
      users: [theirs.junior.id],
    });
    expect(board.body).toMatchObject({ total: 0, people: [], bookings: { ids: '', counts: [] } });
  });
});

test('a change is told to the open screens of the firm within a second', async () => {
  const s = await scene();
  const ear = await listen(test_, s.planner);
  const started = Date.now();
  await s.firm.call(s.planner, 'POST', '/api/bookings', week(s));
  const change = await ear.heard('bookings');
  expect(Date.now() - started).toBeLessThan(1000);
  expect(change.keys).toEqual({ user_ids: [s.junior.id], from: monday, to: friday });
  ear.close();
});

test('the trainings of a year are copied once, without those who have left', async () => {
  const s = await scene();
  const task = (
    await s.firm.within((tx) =>
      tx.all<{ id: string }>(sql`
        select id from settings.task_types where tenant_id = ${tx.tenant} and is_active and not chargeable order by id`),
    )
  )[0]?.id;
  const gone = await s.firm.user({ grade: 'Junior' });
  const training = { project_id: null, task_type_id: task, first_day: monday, last_day: addDays(monday, 1) };
  const made = await s.firm.call(s.planner, 'POST', '/api/bookings/several', {
    ...{ ...training, user_ids: [s.junior.id, gone.id], minutes_per_day: 480, level: 'hard' },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  await s.firm.within(async (tx) => {
    const rows = await tx.all<Record<string, unknown>>(
      sql`select * from people.employments where tenant_id = ${tx.tenant} and user_id = ${gone.id}`,
    );
    await tx.write.update(
      'people.employments',
      rows.map((before) => ({ before, set: { valid_to: addDays(monday, 30) } })),
    );
  });
  const copy = (more: object = {}, who = s.planner) =>
    s.firm.call(who, 'POST', '/api/bookings/copy_internal', {
      ...{ task_type_ids: [task], from: monday, to: friday, days: 364, ...more },
    });
  const first = await copy();
  expect(first.body).toMatchObject({ ids: [expect.any(String)], left_out: 1, already: 0 });
  const next = await s.firm.call(s.planner, 'GET', `/api/bookings/${first.body.ids[0]}`);
  expect(next.body).toMatchObject({ user_id: s.junior.id, first_day: addDays(monday, 364), level: 'hard', project_id: null });
  expect((await copy()).body).toMatchObject({ ids: [], left_out: 1, already: 1 });
  expect((await copy({ from: addDays(monday, 60), to: addDays(monday, 70) })).status).toBe(422);
  expect((await copy({ task_type_ids: [s.project] })).status).toBe(404);
  expect((await copy({ days: 7 }, s.junior)).status).toBe(403);
});
