import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestFirm, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays, mondayOf } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { addStaff } from '../../server/world/firm.ts';
import { unpackBookings } from '../rules/columns.ts';
import { plannedFor } from './public.ts';

let test_: TestApp;
beforeAll(async () => void (test_ = await startTestApp()));
afterAll(() => test_.close());

const year = new Date().getUTCFullYear() + 1;
const monday = mondayOf(`${year}-02-10`);
const range = { from: monday, to: addDays(monday, 27) };

/** People without accounts, each booked by hours a day for the first week. */
async function staff(firm: TestFirm, hours: readonly number[], teamId?: string): Promise<{ ids: string[]; project: string }> {
  const project = newId();
  const ids = await firm.within(async (tx) => {
    const people = await addStaff(
      tx,
      hours.map((_, index) => ({
        firstName: 'Person',
        lastName: String(index).padStart(3, '0'),
        email: null,
        category: 'operational' as const,
        grade: index % 2 === 0 ? ('Senior' as const) : ('Junior' as const),
        country: 'DE',
        employedFrom: `${year - 2}-01-01`,
        ...(teamId ? { teamId } : {}),
      })),
    );
    await tx.write.insert('clients.projects', [{ id: project, code: 'A-1', name: 'Audit', chargeable: true, currency: 'EUR' }]);
    const booked = people.flatMap((user_id, index) =>
      hours[index]
        ? [
            {
              user_id,
              project_id: project,
              first_day: monday,
              last_day: addDays(monday, 6),
              minutes_per_day: hours[index] * 60,
              level: 'hard',
              created_by: people[0],
            },
          ]
        : [],
    );
    await tx.write.insert('planning.bookings', booked);
    return people;
  });
  return { ids, project };
}

test('a window has people, their capacity by day, and their bookings', async () => {
  const firm = await makeFirm(test_);
  const planner = await firm.user({ grade: 'Manager', firstName: 'Zoe', lastName: 'Planner' });
  const { ids, project } = await staff(firm, [4, 10, 0]);
  await firm.call(planner, 'POST', '/api/bookings', {
    user_id: ids[0],
    project_id: project,
    first_day: monday,
    last_day: addDays(monday, 1),
    minutes_per_day: 60,
    level: 'soft',
  });
  const { body } = await firm.call(planner, 'POST', '/api/bookings/board', { ...range, unit: 'week' });
  expect(body.total).toBe(4);
  expect(body.units).toEqual([0, 7, 14, 21].map((days) => addDays(monday, days)));
  expect(body.people.map((person: { name: string }) => person.name)).toEqual([
    'Person 000',
    'Person 001',
    'Person 002',
    'Zoe Planner',
  ]);
  expect(body.people[0]).toMatchObject({
    grade: 'Senior',
    country: 'DE',
    may: ['soft', 'requested', 'hard'],
    days: [0, 0, 0, 0],
  });
  expect(body.weeks).toEqual([[480, 480, 480, 480, 480, 0, 0]]);
  expect(body.projects).toMatchObject([{ id: project, code: 'A-1', client: null }]);
  const bookings = unpackBookings(body.from, body.bookings);
  expect(bookings.map((own) => own.length)).toEqual([2, 1, 0, 0]);
  expect(bookings[0]?.find(({ level }) => level === 'soft')).toEqual({
    ...{
      id: expect.any(String),
      project: 0,
      phase: -1,
      task: -1,
      first_day: monday,
      last_day: addDays(monday, 1),
      minutes_per_day: 60,
    },
    ...{ level: 'soft', version: 1, note: '', demand_id: null },
  });

  const days = await firm.call(planner, 'POST', '/api/bookings/board/groups', {
    ...{ from: addDays(monday, 2), to: addDays(monday, 8), unit: 'day', users: [ids[1]], group: 'grade' },
  });
  expect(days.body.groups[0].load).toMatchObject({
    capacity: [480, 480, 480, 0, 0, 480, 480],
    over: [120, 120, 120, 0, 0, 0, 0],
  });
});

test('filters narrow: search, grade, team with those below, client, over and free', async () => {
  const firm = await makeFirm(test_);
  const planner = await firm.user({ grade: 'Manager', firstName: 'Zoe', lastName: 'Planner' });
  const [parent, child] = [newId(), newId()];
  await firm.within((tx) =>
    tx.write.insert('people.teams', [
      { id: parent, name: 'Audit', parent_id: null },
      { id: child, name: 'Audit North', parent_id: parent },
    ]),
  );
  const { ids, project } = await staff(firm, [4, 10, 0, 8], child);
  const names = async (more: Record<string, unknown>, as = planner): Promise<string[]> => {
    const { body } = await firm.call(as, 'POST', '/api/bookings/board', {
      ...range,
      to: addDays(monday, 6),
      unit: 'week',
      ...more,
    });
    return body.people.map((person: { name: string }) => person.name.replace('Person ', ''));
  };
  expect(await names({ search: '00', limit: 2, offset: 1 })).toEqual(['001', '002']);
  expect(await names({ grades: ['Junior'] })).toEqual(['001', '003']);
  expect(await names({ teams: [parent] })).toHaveLength(4);
  expect(await names({ users: [ids[2]] })).toEqual(['002']);
  expect(await names({ projects: [project] })).toEqual(['000', '001', '003']);
  expect(await names({ clients: [newId()] })).toEqual([]);
  expect(await names({ only: 'over' })).toEqual(['001']);
  expect(await names({ only: 'free', teams: [child] })).toEqual(['002', '000']);
  expect(await names({ only: 'free', least: 51, teams: [child] })).toEqual(['002']);
  expect(await names({ countries: ['FR'] })).toEqual([]);
  expect(await names({ countries: ['DE'], levels: ['hard'] })).toEqual(['000', '001', '003']);
  expect(await names({ levels: ['soft'] })).toEqual([]);

  await firm.within((tx) =>
    tx.write.insert('access.roles', [
      {
        role: 'narrow',
        accesses: { planning: { view_page: true, see_all_teams: false }, workload: { view_page: true, see_all_teams: false } },
      },
    ]),
  );
  const narrow = await firm.user({ role: 'narrow', firstName: 'Nora', lastName: 'Narrow', teamId: parent });
  expect(await names({}, narrow)).toEqual(['Nora Narrow', '000', '001', '002', '003']);
});

test('the workload matrix sums by week or month, sorts and exports', async () => {
  const firm = await makeFirm(test_);
  const planner = await firm.user({ grade: 'Manager', firstName: 'Zoe', lastName: 'Planner' });
  await staff(firm, [4, 10, 0]);
  const ask = (more: Record<string, unknown>) => firm.call(planner, 'POST', '/api/workload', { ...range, unit: 'week', ...more });
  const plain = await ask({ per_page: 2 });
  expect(plain.headers).toMatchObject({ 'x-pagination-total': '4', 'x-pagination-has_next': 'True' });
  expect(plain.body[0]).toMatchObject({
    name: 'Person 000',
    capacity: [2400, 2400, 2400, 2400],
    hard: [1200, 0, 0, 0],
    over: [0, 0, 0, 0],
  });
  const names = async (more: Record<string, unknown>): Promise<string[]> =>
    (await ask(more)).body.map((row: { name: string }) => row.name);
  expect((await names({ sort: '0' })).slice(0, 2)).toEqual(['Person 001', 'Person 000']);
  expect((await names({ sort: 'free' })).at(-1)).toBe('Person 001');
  expect(await names({ sort: '-name', per_page: 1 })).toEqual(['Zoe Planner']);
  expect(await names({ only: 'over' })).toEqual(['Person 001']);
  const months = await firm.call(planner, 'POST', '/api/workload', { from: `${year}-02-01`, to: `${year}-03-31`, unit: 'month' });
  expect(months.body[0].hard).toEqual([1200, 0]);

  const groups = await firm.call(planner, 'POST', '/api/workload/groups', { ...range, unit: 'week', group: 'grade' });
  expect(groups.body.groups.map(({ name, count }: { name: string; count: number }) => [name, count])).toEqual([
    ['Manager', 1],
    ['Senior', 2],
    ['Junior', 1],
  ]);
  expect(groups.body.groups[2].load).toMatchObject({ hard: [3000, 0, 0, 0], over: [600, 0, 0, 0] });
  const whole = await firm.call(planner, 'POST', '/api/workload/groups', { ...range, unit: 'week' });
  expect(whole.body.groups.map(({ count }: { count: number }) => count)).toEqual([4]);
  expect(whole.body.groups[0].load.hard[0]).toBe(
    groups.body.groups.reduce((sum: number, { load }: { load: { hard: number[] } }) => sum + (load.hard[0] ?? 0), 0),
  );
  const file = await firm.call(planner, 'POST', '/api/workload/export?format=csv&measure=hours', {
    ...range,
    unit: 'week',
    sort: '0',
  });
  expect(file.headers['content-disposition']).toContain('workload_');
  const lines = file.bytes.toString('utf8').trim().split('\r\n');
  expect(lines[0]).toContain(`Person,Grade,Team,${monday}`);
  expect(lines[1]).toBe('Person 001,Junior,,50,0,0,0,160,50,0');
  const book = await firm.call(planner, 'POST', '/api/workload/export', { ...range, unit: 'week' });
  expect(book.bytes.subarray(0, 2).toString()).toBe('PK');

  await firm.within((tx) =>
    tx.write.insert('access.roles', [{ role: 'looker', accesses: { workload: { view_page: true, can_export: false } } }]),
  );
  const looker = await firm.user({ role: 'looker', grade: 'Partner' });
  expect((await firm.call(looker, 'POST', '/api/workload', { ...range, unit: 'week' })).status).toBe(200);
  expect((await firm.call(looker, 'POST', '/api/workload/export', { ...range, unit: 'week' })).status).toBe(403);
  expect((await firm.call(looker, 'POST', '/api/workload/addresses', { ...range, unit: 'week' })).status).toBe(403);
});

test('people are counted by how full they are, and their mail addresses are for who leads or keeps people', async () => {
  const firm = await makeFirm(test_);
  const planner = await firm.user({ grade: 'Manager', firstName: 'Zoe', lastName: 'Planner' });
  const { ids } = await staff(firm, [4, 10, 0]);
  const week = { from: monday, to: addDays(monday, 6), unit: 'week' };
  const { body } = await firm.call(planner, 'POST', '/api/workload/histogram', week);
  expect(body.people).toHaveLength(201);
  expect([body.people[0], body.people[50], body.people[125], body.without]).toEqual([2, 1, 1, 0]);
  const only = await firm.call(planner, 'POST', '/api/workload/histogram', { ...week, users: [ids[1]], only: 'over' });
  expect(only.body.people.reduce((sum: number, count: number) => sum + count, 0)).toBe(1);

  const known = await firm.call(planner, 'POST', '/api/workload/addresses', week);
  expect(known.body).toEqual({ addresses: [expect.stringContaining('@')], without: 3 });
  const hr = await firm.user({ category: 'hr', grade: 'Junior' });
  expect((await firm.call(hr, 'POST', '/api/workload/addresses', week)).body.addresses).toHaveLength(2);
  const senior = await firm.user({ grade: 'Senior' });
  expect((await firm.call(senior, 'POST', '/api/workload/addresses', week)).status).toBe(403);
  expect((await firm.call(planner, 'POST', '/api/workload/histogram', { ...week, to: '2000-01-01' })).status).toBe(422);
});

test('choices are open projects and task types, and what the person was booked on last', async () => {
  const firm = await makeFirm(test_);
  const junior = await firm.user();
  const { ids, project } = await staff(firm, [4]);
  await firm.within((tx) =>
    tx.write.insert('clients.projects', [{ code: 'B-2', name: 'Closed', chargeable: true, currency: 'EUR', status: 'archived' }]),
  );
  const { body } = await firm.call(junior, 'GET', `/api/bookings/choices?user_id=${ids[0]}`);
  expect(body.projects.map((row: { code: string }) => row.code)).toEqual(['A-1']);
  expect(body.recent).toEqual([{ project_id: project, task_type_id: null }]);
  expect(body.task_types.length).toBeGreaterThan(3);
  expect((await firm.call(junior, 'GET', '/api/bookings/choices?search=nothing')).body.projects).toEqual([]);
});

test('what is planned stands by working day, project and level', async () => {
  const firm = await makeFirm(test_);
  const { ids, project } = await staff(firm, [4]);
  const user = ids[0] ?? '';
  await firm.within((tx) =>
    tx.write.insert('planning.bookings', [
      {
        user_id: user,
        project_id: project,
        first_day: addDays(monday, 4),
        last_day: addDays(monday, 7),
        minutes_per_day: 60,
        level: 'hard',
        created_by: user,
      },
      {
        user_id: user,
        project_id: project,
        first_day: addDays(monday, 4),
        last_day: addDays(monday, 4),
        minutes_per_day: 30,
        level: 'soft',
        created_by: user,
      },
    ]),
  );
  const planned = await firm.within((tx) => plannedFor(tx, user, addDays(monday, 3), addDays(monday, 8)));
  expect(planned.map(({ day, minutes, level }) => [day, minutes, level])).toEqual([
    [addDays(monday, 3), 240, 'hard'],
    [addDays(monday, 4), 300, 'hard'],
    [addDays(monday, 4), 30, 'soft'],
    [addDays(monday, 7), 60, 'hard'],
  ]);
});

test('the bookings of the board are a file: those whom the filters show, with who asked and who confirmed', async () => {
  const firm = await makeFirm(test_);
  const planner = await firm.user({ grade: 'Manager', firstName: 'Zoe', lastName: 'Planner' });
  const { ids, project } = await staff(firm, [4, 10]);
  await firm.call(planner, 'POST', '/api/bookings', {
    ...{ user_id: ids[0], project_id: project, first_day: monday, last_day: monday, minutes_per_day: 90, level: 'hard' },
    note: '=1+1',
  });
  const file = (more: Record<string, unknown> = {}, who = planner) =>
    firm.call(who, 'POST', '/api/bookings/board/export?format=csv', { ...range, ...more });
  const lines = (await file()).bytes.toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('Person,Grade,Team,Country,Client,Code,Project');
  expect(lines.find((line) => line.includes('1.5'))).toContain(`'=1+1,Zoe Planner,Zoe Planner`);
  expect((await file({ only: 'over' })).bytes.toString('utf8').trim().split('\r\n')).toHaveLength(2);
  expect((await file({ users: [ids[1]] })).bytes.toString('utf8').trim().split('\r\n')).toHaveLength(2);
  await firm.within((tx) =>
    tx.write.insert('access.roles', [{ role: 'looker', accesses: { planning: { view_page: true, can_export: false } } }]),
  );
  expect((await file({}, await firm.user({ role: 'looker', grade: 'Partner' }))).status).toBe(403);
});

test('people stand by group and name, each once; folded groups are left out, and the load of a group is that of its people', async () => {
  const firm = await makeFirm(test_);
  const planner = await firm.user({ grade: 'Manager', firstName: 'Zoe', lastName: 'Planner' });
  const team = newId();
  await firm.within((tx) => tx.write.insert('people.teams', [{ id: team, name: 'Audit' }]));
  const { ids, project } = await staff(firm, [4, 10, 0, 8], team);
  const ask = (more: Record<string, unknown>, where = '') =>
    firm.call(planner, 'POST', `/api/bookings/board${where}`, { ...range, unit: 'week', ...more });
  const names = async (more: Record<string, unknown>): Promise<string[]> =>
    (await ask(more)).body.people.map(({ name }: { name: string }) => name.replace('Person ', ''));
  const groups = async (more: Record<string, unknown>): Promise<[string, number][]> =>
    (await ask(more, '/groups')).body.groups.map(({ name, count }: { name: string; count: number }) => [name, count]);

  expect(await names({ group: 'grade' })).toEqual(['Zoe Planner', '000', '002', '001', '003']);
  expect(await groups({ group: 'grade' })).toEqual([
    ['Manager', 1],
    ['Senior', 2],
    ['Junior', 2],
  ]);
  expect(await names({ group: 'grade', skip: ['Senior', 'Manager'] })).toEqual(['001', '003']);
  expect((await ask({ group: 'grade', skip: ['Senior'] })).body.total).toBe(3);
  expect(await names({ group: 'grade', limit: 2, offset: 1 })).toEqual(['000', '002']);
  expect(await groups({ group: 'team' })).toEqual([
    ['Audit', 4],
    ['', 1],
  ]);
  const other = newId();
  await firm.within(async (tx) => {
    await tx.write.insert('clients.projects', [{ id: other, code: 'B-1', name: 'Tax', chargeable: true, currency: 'EUR' }]);
    await tx.write.insert('planning.bookings', [
      {
        ...{ user_id: ids[0], project_id: other, first_day: monday, last_day: addDays(monday, 20), minutes_per_day: 480 },
        ...{ level: 'soft', created_by: ids[0] },
      },
    ]);
  });
  expect(await groups({ group: 'project' })).toEqual([
    ['Audit', 2],
    ['Tax', 1],
    ['', 2],
  ]);
  expect(await groups({ group: 'client' })).toEqual([['', 5]]);
  expect(await groups({ group: 'country' })).toEqual([['DE', 5]]);
  expect(await groups({ group: 'manager' })).toEqual([['', 5]]);
  expect(await groups({ group: 'grade', only: 'over' })).toEqual([['Junior', 1]]);
  expect(await groups({})).toEqual([['', 5]]);
  const [audit] = (await ask({ group: 'project' }, '/groups')).body.groups;
  expect(audit.load).toMatchObject({ capacity: [4800, 4800, 4800, 4800], hard: [5400, 0, 0, 0], over: [600, 0, 0, 0] });
  expect(project).not.toBe(other);
  expect((await ask({ group: 'hair' })).status).toBe(422);
});
