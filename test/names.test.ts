import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/kit/ids.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';

let app: TestApp;
let firm: TestFirm;
let hr: TestUser;
let manager: TestUser;
const day = '2026-03-02';

/** In the order in which people expect them: letters with marks beside their plain ones, small beside large. */
const names = ['adler', 'Ängström', 'Eder', 'Émile', 'Ernst', 'Øst', 'Özil', 'zoe', 'Zoé', 'Zorn'];
const shuffled = [7, 3, 9, 0, 5, 1, 8, 2, 6, 4].map((index) => names[index] ?? '');

beforeAll(async () => {
  app = await startTestApp();
  firm = await makeFirm(app);
  hr = await firm.user({ category: 'hr', grade: 'Partner', firstName: '', lastName: 'Zzz Hr' });
  manager = await firm.user({ grade: 'Partner', firstName: '', lastName: 'Zzz Manager' });
  await firm.within(async (tx) => {
    const rows = shuffled.map((name) => ({ name, id: newId() }));
    await tx.write.insert(
      'people.teams',
      rows.map(({ id, name }) => ({ id, name })),
    );
    await tx.write.insert(
      'clients.clients',
      rows.map(({ id, name }) => ({ id, name, sector: name })),
    );
    await tx.write.insert(
      'clients.projects',
      rows.map(({ id, name }, index) => ({
        id,
        name,
        client_id: id,
        team_id: id,
        code: `P-${index}`,
        chargeable: true,
        currency: 'EUR',
      })),
    );
    await tx.write.insert(
      'settings.task_types',
      rows.map(({ id, name }) => ({ id, name, chargeable: true })),
    );
  });
  for (const [index, lastName] of shuffled.entries())
    await firm.user({ firstName: '', lastName, grade: index % 2 ? 'Manager' : 'Director' });
  const people = (await firm.call(manager, 'GET', '/api/users/users_all')).body as { id: string; last_name: string }[];
  await firm.within(async (tx) => {
    const projects = (await firm.call(manager, 'GET', '/api/time_entries/choices')).body.projects as {
      id: string;
      name: string;
    }[];
    const projectOf = new Map(projects.map(({ id, name }) => [name, id]));
    const staff = people.filter(({ last_name }) => names.includes(last_name));
    await tx.write.insert(
      'people.team_members',
      staff.map(({ id, last_name }) => ({ user_id: id, team_id: projectOf.get(last_name), valid_from: '2020-01-01' })),
    );
    await tx.write.insert(
      'clients.project_managers',
      staff.map(({ id }) => ({ user_id: id, project_id: projectOf.get('Eder') })),
    );
    await tx.write.insert(
      'time.entries',
      staff.map(({ id, last_name }) => ({
        user_id: id,
        day,
        project_id: projectOf.get(last_name),
        seconds: 3600,
        chargeable: true,
      })),
    );
  });
});
afterAll(() => app.close());

type Row = Record<string, unknown>;
const period = { from: day, to: day };

/** Every list that is ordered by a name, and how to read the names out of its answer. */
const lists: [method: string, path: string, body: object | undefined, read: (body: never) => unknown[]][] = [
  ['POST', '/api/users', undefined, (rows: Row[]) => rows.map((row) => row['name'])],
  ['POST', '/api/users?sort=team', undefined, (rows: Row[]) => rows.map((row) => row['team'])],
  ['GET', '/api/users/users_all', undefined, (rows: Row[]) => rows.map((row) => row['last_name'])],
  ['GET', '/api/user_management/managers', undefined, (rows: Row[]) => rows.map((row) => row['name'])],
  ['GET', '/api/teams/get_details', undefined, (rows: Row[]) => rows.map((row) => row['name'])],
  ['GET', '/api/teams/booking_levels', undefined, (rows: Row[]) => rows.map((row) => row['name'])],
  ['POST', '/api/clients/all', {}, (rows: Row[]) => rows.map((row) => row['name'])],
  ['POST', '/api/clients/all', { sort: 'sector' }, (rows: Row[]) => rows.map((row) => row['sector'])],
  ['GET', '/api/clients/all_only', undefined, (rows: Row[]) => rows.map((row) => row['name'])],
  ['GET', '/api/clients/sectors', undefined, (rows: unknown[]) => rows],
  ['POST', '/api/projects/all', {}, (rows: Row[]) => rows.map((row) => row['name'])],
  ['POST', '/api/projects/all', { sort: 'client' }, (rows: Row[]) => rows.map((row) => row['client'])],
  [
    'POST',
    '/api/projects/all',
    { search: 'Eder' },
    (rows: { managers: Row[] }[]) => rows.flatMap((row) => row.managers.map(({ name }) => name)),
  ],
  ['GET', '/api/projects/all_managers', undefined, (rows: Row[]) => rows.map((row) => row['name'])],
  ['GET', '/api/settings/get_tasks', undefined, (rows: Row[]) => rows.map((row) => row['name'])],
  ['GET', '/api/time_entries/choices', undefined, (body: { projects: Row[] }) => body.projects.map((row) => row['name'])],
  ['GET', '/api/time_entries/choices', undefined, (body: { task_types: Row[] }) => body.task_types.map((row) => row['name'])],
  ['GET', '/api/bookings/choices', undefined, (body: { teams: Row[] }) => body.teams.map((row) => row['name'])],
  ['GET', '/api/bookings/choices', undefined, (body: { clients: Row[] }) => body.clients.map((row) => row['name'])],
  ['GET', '/api/bookings/choices', undefined, (body: { projects: Row[] }) => body.projects.map((row) => row['name'])],
  ['POST', '/api/bookings/board', { ...period, unit: 'day' }, (body: { people: Row[] }) => body.people.map((row) => row['name'])],
  ['POST', '/api/workload', { ...period, unit: 'week' }, (rows: Row[]) => rows.map((row) => row['name'])],
  [
    'POST',
    '/api/utilization/actual_utilization',
    { ...period, group: 'person' },
    (body: { rows: Row[] }) => body.rows.map((row) => row['name']),
  ],
  [
    'POST',
    '/api/utilization/actual_utilization',
    { ...period, group: 'team' },
    (body: { rows: Row[] }) => body.rows.map((row) => row['name']),
  ],
];

test.each(lists)('%s %s %j goes by names', async (method, path, body, read) => {
  const caller = path.includes('user_management') || path.startsWith('/api/users') ? hr : manager;
  const answer = await firm.call(caller, method, path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(read(answer.body as never).filter((name) => names.includes(String(name)))).toEqual(names);
});
