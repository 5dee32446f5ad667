import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { sql } from '../../server/sql.ts';
import { differencesOf } from './proof.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Segment {
  month: string;
  grade: string;
  team: string | null;
  country: string;
  hours: number;
}

interface Scene {
  firm: TestFirm;
  hr: TestUser;
  user: TestUser;
  team: string;
  task: string;
  /** The person's hours as reports see them. */
  segments(): Promise<Segment[]>;
}

/** A Junior with one hour on the tenth of three months, in no team. */
async function lay(): Promise<Scene> {
  const firm = await makeFirm(app, ['DE', 'FR']);
  const [hr, user] = [await firm.user({ category: 'hr', grade: 'Partner' }), await firm.user({ employedFrom: '2025-01-01' })];
  const task = await firm.within((tx) =>
    tx.one<{ id: string }>(sql`select id from settings.task_types where tenant_id = ${tx.tenant} and name = 'Training'`),
  );
  for (const day of ['2026-03-10', '2026-04-10', '2026-05-10']) {
    const answer = await firm.call(user, 'POST', '/api/time_entries', { day, seconds: 3600, task_type_id: task?.id });
    expect(answer.status).toBe(200);
  }
  const [made] = (await firm.call(hr, 'POST', '/api/teams/create_empty_teams', { teams: ['Tax'] })).body as { id: string }[];
  const segments = (): Promise<Segment[]> =>
    firm.within((tx) =>
      tx.all<Segment>(sql`
        select m.month, m.grade, t.name as team, m.country, (sum(m.seconds) / 3600)::int as hours from time.months m
        left join people.teams t on t.tenant_id = m.tenant_id and t.id = m.team_id
        where m.tenant_id = ${tx.tenant} and m.user_id = ${user.id} group by 1, 2, 3, 4 having sum(m.entry_count) <> 0 order by 1`),
    );
  return { firm, hr, user, team: made?.id ?? '', task: task?.id ?? '', segments };
}

const change = (scene: Scene, fields: Record<string, unknown>): Promise<{ status: number }> =>
  scene.firm.call(scene.hr, 'POST', '/api/users/edit', { userData: { id: scene.user.id, ...fields } });

const usual = (month: string, rest: Partial<Segment> = {}): Segment => ({
  month,
  grade: 'Junior',
  team: null,
  country: 'DE',
  hours: 1,
  ...rest,
});

test('a grade corrected for the past moves the hours of those days, and no others', async () => {
  const scene = await lay();
  expect((await change(scene, { grade: 'Senior', valid_from: '2026-04-01' })).status).toBe(200);
  expect(await scene.segments()).toEqual([
    usual('2026-03-01'),
    usual('2026-04-01', { grade: 'Senior' }),
    usual('2026-05-01', { grade: 'Senior' }),
  ]);
  expect(await scene.firm.within((tx) => differencesOf(tx))).toEqual([]);
});

test('a month in which the grade changes is told apart by day', async () => {
  const scene = await lay();
  await change(scene, { grade: 'Senior', valid_from: '2026-04-11' });
  expect((await scene.segments())[1]).toEqual(usual('2026-04-01'));
  await change(scene, { grade: 'Senior', valid_from: '2026-04-10' });
  expect((await scene.segments())[1]).toEqual(usual('2026-04-01', { grade: 'Senior' }));
});

test('a team joined in the past takes the hours along', async () => {
  const scene = await lay();
  await change(scene, { team_id: scene.team, valid_from: '2026-05-01' });
  expect((await scene.segments()).map(({ team }) => team)).toEqual([null, null, 'Tax']);
});

test('a country takes the hours from the day of the move on', async () => {
  const scene = await lay();
  expect((await change(scene, { country: 'FR', valid_from: '2026-04-10' })).status).toBe(200);
  expect((await scene.segments()).map(({ country }) => country)).toEqual(['DE', 'FR', 'FR']);
  expect(await scene.firm.within((tx) => differencesOf(tx))).toEqual([]);
  await scene.firm.call(scene.user, 'POST', '/api/time_entries', { day: '2026-03-11', seconds: 3600, task_type_id: scene.task });
  expect((await scene.segments())[0]).toEqual(usual('2026-03-01', { hours: 2 }));
});

test('another country from the first day on is that of all hours', async () => {
  const scene = await lay();
  await change(scene, { country: 'FR', valid_from: '2025-01-01' });
  expect((await scene.segments()).map(({ country, hours }) => [country, hours])).toEqual([
    ['FR', 1],
    ['FR', 1],
    ['FR', 1],
  ]);
});

test('an entry changed after the correction leaves no hours behind', async () => {
  const scene = await lay();
  await change(scene, { grade: 'Senior', valid_from: '2026-03-01' });
  const { body } = await scene.firm.call(scene.user, 'GET', '/api/time_entries?from=2026-03-01&to=2026-03-31');
  const [entry] = body as { id: string; version: number }[];
  const removed = await scene.firm.call(scene.user, 'DELETE', `/api/time_entries/${entry?.id}`);
  expect(removed.status).toBe(200);
  expect(await scene.segments()).toEqual([usual('2026-04-01', { grade: 'Senior' }), usual('2026-05-01', { grade: 'Senior' })]);
});
