import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';

let test_: TestApp;
beforeAll(async () => void (test_ = await startTestApp()));
afterAll(() => test_.close());

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(new Date());
const nobody = '01900000-0000-7000-8000-000000000000';

interface World {
  firm: TestFirm;
  hr: TestUser;
  post: (path: string, body: unknown, as?: TestUser) => Promise<Answer>;
  person: (id: string) => Promise<Answer['body']>;
  team: (name: string, parent_id?: string) => Promise<string>;
}

async function world(): Promise<World> {
  const firm = await makeFirm(test_);
  const hr = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true, firstName: 'Hanna', lastName: 'Reich' });
  const post = (path: string, body: unknown, as = hr): Promise<Answer> => firm.call(as, 'POST', path, body);
  return {
    firm,
    hr,
    post,
    person: async (id) => (await firm.call(hr, 'GET', `/api/users/${id}`)).body,
    team: async (name, parent_id) =>
      (await post('/api/teams/add', { name, ...(parent_id ? { parent_id } : {}) })).body.id as string,
  };
}

const bulk = ({ post }: World, users: unknown[], more: object = {}, as?: TestUser): Promise<Answer> =>
  post('/api/users/update_by_admin', { users, ...more }, as);

describe('several people at once', () => {
  test('get grade, team, manager, role; what stood there before takes it back', async () => {
    const w = await world();
    const [audit, tax] = [await w.team('Audit'), await w.team('Tax')];
    const boss = await w.firm.user({ grade: 'Manager' });
    const people = [
      await w.firm.user({ grade: 'Junior' }),
      await w.firm.user({ grade: 'Senior' }),
      await w.firm.user({ grade: 'Senior' }),
    ];
    const ids = people.map(({ id }) => id);
    await bulk(w, [{ id: ids[0], team_id: audit }]);
    const change = { grade: 'Senior', team_id: tax, manager_id: boss.id, role: 'reader' };
    const done = await bulk(
      w,
      ids.map((id) => ({ id, ...change })),
    );
    expect(done).toMatchObject({ status: 200, body: { success: true, updated: 3 } });
    for (const id of ids)
      expect(await w.person(id)).toMatchObject({ grade: 'Senior', team: 'Tax', manager_id: boss.id, role: 'reader' });
    // Who had the grade already keeps one entry of it.
    expect((await w.person(ids[1] ?? '')).grades).toHaveLength(1);
    const { before } = done.body;
    expect(before[0]).toEqual({ id: ids[0], grade: 'Junior', team_id: audit, manager_id: null, role: 'user' });
    expect(before[1]).toEqual({ id: ids[1], team_id: null, manager_id: null, role: 'user' });
    expect((await bulk(w, before)).status).toBe(200);
    expect(await w.person(ids[0] ?? '')).toMatchObject({ grade: 'Junior', team: 'Audit', manager_id: null, role: 'user' });
    expect(await w.person(ids[1] ?? '')).toMatchObject({ grade: 'Senior', team: null });
    expect(
      (
        await bulk(
          w,
          ids.map((id) => ({ id, role: 'user' })),
        )
      ).body.updated,
    ).toBe(0);
  });

  test('from a day to come: the grade of today stays until then', async () => {
    const w = await world();
    const user = await w.firm.user({ grade: 'Junior' });
    await bulk(w, [{ id: user.id, grade: 'Manager' }], { valid_from: addDays(today, 3) });
    const stored = await w.person(user.id);
    expect(stored.grade).toBe('Junior');
    expect(stored.grades.at(-1)).toEqual({ grade: 'Manager', step: null, valid_from: addDays(today, 3) });
  });

  test('all or nobody: circles, unknown ones, one’s own grade, the last of hr', async () => {
    const w = await world();
    const [a, b] = [await w.firm.user({}), await w.firm.user({})];
    const circle = await bulk(w, [
      { id: a.id, manager_id: b.id },
      { id: b.id, manager_id: a.id },
    ]);
    expect(circle).toMatchObject({ status: 422, body: { errors: [{ path: 'manager_id' }] } });
    expect((await w.person(a.id)).manager_id).toBeNull();
    expect((await bulk(w, [{ id: nobody, role: 'x' }])).status).toBe(404);
    expect((await bulk(w, [{ id: a.id, team_id: nobody }])).status).toBe(422);
    expect(
      (
        await bulk(w, [
          { id: a.id, grade: 'Senior' },
          { id: w.hr.id, grade: 'Junior' },
        ])
      ).status,
    ).toBe(403);
    expect(
      (
        await bulk(w, [
          { id: a.id, is_active: false },
          { id: w.hr.id, is_active: false },
        ])
      ).status,
    ).toBe(409);
    expect((await bulk(w, [{ id: a.id, version: 7, role: 'x' }])).status).toBe(409);
    expect(await w.person(a.id)).toMatchObject({ grade: 'Junior', is_active: true, role: 'user' });
    expect((await bulk(w, [{ id: a.id, role: 'x' }], {}, a)).status).toBe(403);
  });

  test('manages nobody who manages them, not even when both are written at once, one by one or several together', async () => {
    const w = await world();
    const [a = '', b = ''] = (await Promise.all([w.firm.user(), w.firm.user()])).map(({ id }) => id);
    const alone = (id: string, manager_id: string | null) => w.post('/api/users/edit', { userData: { id, manager_id } });
    const together = (id: string, manager_id: string | null) => bulk(w, [{ id, manager_id }]);
    for (const put of [alone, together, alone, together]) {
      const start = performance.now();
      const statuses = (await Promise.all([put(a, b), put(b, a)])).map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 422]);
      expect(performance.now() - start).toBeLessThan(900);
      for (const id of [a, b]) expect((await put(id, null)).status).toBe(200);
    }
  });

  test('who is set inactive is signed out, and comes back by what stood there before', async () => {
    const w = await world();
    const user = await w.firm.user({});
    const done = await bulk(w, [{ id: user.id, is_active: false }]);
    expect((await w.firm.call(user, 'GET', '/api/users/me')).status).toBe(401);
    await bulk(w, done.body.before);
    expect((await w.person(user.id)).is_active).toBe(true);
  });
});

test('who was invited and has not come stands apart', async () => {
  const w = await world();
  await w.post('/api/users/invite', { data: [{ email: `new-${w.firm.slug}@example.org`, last_name: 'New', grade: 'Senior' }] });
  const names = async (query: string): Promise<string[]> =>
    (await w.firm.call(w.hr, 'POST', `/api/users?${query}`)).body.map(
      (row: { name: string; is_invited: boolean }) => `${row.name} ${row.is_invited}`,
    );
  expect(await names('is_invited=true')).toEqual(['New true']);
  expect(await names('is_invited=false')).toEqual(['Hanna Reich false']);
  expect(await names('sort=-employed_from')).toEqual(['New true', 'Hanna Reich false']);
});

describe('a person', () => {
  test('is in other teams beside the first one, from day to day', async () => {
    const w = await world();
    const [audit, tax, legal] = [await w.team('Audit'), await w.team('Tax'), await w.team('Legal')];
    const user = await w.firm.user({ teamId: audit });
    const edit = (beside: unknown): Promise<Answer> => w.post('/api/users/edit', { userData: { id: user.id, beside } });
    const made = await edit([{ team_id: tax }, { team_id: legal, first_day: addDays(today, 10), last_day: addDays(today, 20) }]);
    expect(made.body).toMatchObject({ other_teams: 'Tax', team: 'Audit' });
    expect(made.body.beside).toMatchObject([
      { team: 'Tax', first_day: today, last_day: null },
      { team: 'Legal', first_day: addDays(today, 10), last_day: addDays(today, 20) },
    ]);
    expect(made.body.version).toBeGreaterThan(1);
    const units = await w.post('/api/users/users_business_unit', { teams: [tax] });
    expect(units.body).toMatchObject([{ id: user.id, teams: [{ name: 'Audit' }, { name: 'Tax' }] }]);
    const details = (await w.firm.call(w.hr, 'GET', '/api/teams/get_details')).body as { name: string; people: unknown[] }[];
    expect(details.find(({ name }) => name === 'Tax')?.people).toMatchObject([{ id: user.id, is_primary: false }]);
    // The record may be sent back whole.
    const again = await w.post('/api/users/edit', { userData: { ...made.body } });
    expect(again.body.version).toBe(made.body.version);
    expect((await edit([{ team_id: tax }, { team_id: tax, first_day: addDays(today, 5) }])).status).toBe(422);
    expect((await edit([{ team_id: tax, last_day: addDays(today, -5) }])).status).toBe(422);
    expect((await edit([{ team_id: nobody }])).status).toBe(422);
    expect((await edit([])).body.beside).toEqual([]);
    const refusal = w.firm.within((tx) =>
      tx.write.insert('people.team_members', [
        { user_id: user.id, team_id: tax, is_primary: false, valid_from: today },
        { user_id: user.id, team_id: tax, is_primary: false, valid_from: addDays(today, 3) },
      ]),
    );
    await expect(refusal).rejects.toThrow();
  });

  test('who left and comes back has two employments, and nothing of the first changes', async () => {
    const w = await world();
    const { body } = await w.post('/api/user_management/add_user', {
      first_name: 'Ana',
      last_name: 'Silva',
      grade: 'Senior',
      category: 'operational',
      employed_from: '2020-01-01',
      employed_to: '2023-06-30',
      site: ' Berlin ',
      cost_category: 'A1',
    });
    expect(body).toMatchObject({ site: 'Berlin', cost_category: 'A1' });
    const back = await w.post('/api/users/edit', {
      userData: { id: body.id, employed_from: '2025-02-01', employed_to: null, site: '' },
    });
    expect(back.body).toMatchObject({ employed_from: '2025-02-01', employed_to: null, site: null });
    expect(back.body.employments).toMatchObject([
      { first_day: '2020-01-01', last_day: '2023-06-30' },
      { first_day: '2025-02-01', last_day: null },
    ]);
  });

  test('has a history that hr reads, in names and last days', async () => {
    const w = await world();
    const audit = await w.team('Audit');
    const user = await w.firm.user({ grade: 'Junior' });
    await w.post('/api/users/edit', { userData: { id: user.id, first_name: 'Renamed', grade: 'Senior', team_id: audit } });
    const history = await w.firm.call(w.hr, 'GET', `/api/users/${user.id}/history`);
    const changes = (
      history.body as { about: string; actor: string; changes: { field: string; before: string; after: string }[] }[]
    ).flatMap((row) => row.changes.map(({ field, before, after }) => `${row.about} ${row.actor} ${field}: ${before} → ${after}`));
    expect(changes).toContain('people.users Hanna Reich first_name: Test → Renamed');
    expect(changes).toContain('access.memberships Hanna Reich grade: Junior → Senior');
    expect(changes).toContain('people.team_members Hanna Reich team: null → Audit');
    expect(changes).toContain(`people.grades Hanna Reich valid_to: null → ${addDays(today, -1)}`);
    expect(JSON.stringify(history.body)).not.toContain('account_id');
    expect((await w.firm.call(user, 'GET', `/api/users/${user.id}/history`)).status).toBe(403);
  });
});

describe('a team', () => {
  test('is merged into another: people, teams below and projects follow, the past stays', async () => {
    const w = await world();
    const [old, target] = [await w.team('Old'), await w.team('Target')];
    const below = await w.team('Below', old);
    const user = await w.firm.user({ teamId: old });
    const beside = await w.firm.user({ teamId: target });
    await w.post('/api/users/edit', { userData: { id: beside.id, beside: [{ team_id: old }] } });
    const project = (await w.post('/api/projects/create', { name: 'Audit 2026', team_id: old })).body;
    const refused = await w.post('/api/teams/delete', { id: old });
    expect(refused).toMatchObject({ status: 409 });
    expect((await w.post('/api/teams/delete', { id: old, target_id: old })).status).toBe(422);
    expect((await w.post('/api/teams/delete', { id: old, target_id: below })).status).toBe(422);
    expect((await w.post('/api/teams/delete', { id: old, target_id: nobody })).status).toBe(404);

    const done = await w.post('/api/teams/delete', { id: old, target_id: target });
    expect(done.body).toEqual({ success: true, deleted: false, people: 2, teams: 1 });
    const teams = (await w.firm.call(w.hr, 'GET', '/api/teams/get_details')).body as {
      name: string;
      parent_id: string | null;
      members: number;
    }[];
    expect(teams.map(({ name, members }) => `${name} ${members}`)).toEqual(['Below 0', 'Target 2']);
    expect(teams[0]?.parent_id).toBe(target);
    expect((await w.firm.call(w.hr, 'GET', `/api/projects/${project.id}`)).body.team_id).toBe(target);
    const stored = await w.person(user.id);
    expect(stored.team).toBe('Target');
    expect(stored.team_history).toMatchObject([
      { team: 'Old', last_day: addDays(today, -1) },
      { team: 'Target', first_day: today },
    ]);
    // Its name is free again, and nobody is put into what is closed.
    expect((await w.post('/api/teams/add', { name: 'Old' })).status).toBe(200);
    expect((await w.post('/api/users/edit', { userData: { id: user.id, team_id: old } })).status).toBe(422);
    expect((await w.post('/api/teams/edit', { id: old, name: 'X' })).status).toBe(404);
  });

  test('never stands below itself, not even for several who write at once, and nobody waits for it', async () => {
    const w = await world();
    const [a = '', b = '', c = ''] = [await w.team('A'), await w.team('B'), await w.team('C')];
    const put = (id: string, parent_id: string | null): Promise<Answer> => w.post('/api/teams/edit', { id, parent_id });
    const rounds: [string, string][][] = [
      [
        [a, b],
        [b, a],
      ],
      [
        [a, b],
        [b, c],
        [c, a],
      ],
    ];
    for (const round of [...rounds, ...rounds]) {
      const start = performance.now();
      const statuses = (await Promise.all(round.map(([id, parent]) => put(id, parent)))).map(({ status }) => status).sort();
      expect(statuses).toEqual([...round.slice(1).map(() => 200), 422]);
      expect(performance.now() - start).toBeLessThan(900);
      for (const [id] of round) expect((await put(id, null)).status).toBe(200);
    }
  });

  test('without a past is deleted when it is merged', async () => {
    const w = await world();
    const [old, target] = [await w.team('Old'), await w.team('Target')];
    const user = await w.firm.user({});
    await w.post('/api/users/edit', { userData: { id: user.id, team_id: old } });
    expect((await w.post('/api/teams/delete', { id: old, target_id: target })).body).toMatchObject({ deleted: true, people: 1 });
    expect((await w.person(user.id)).team).toBe('Target');
  });

  test('that was merged comes back whole: people, teams below, levels, projects, hours, and those to come', async () => {
    const w = await world();
    const [old, target] = [await w.team('Old'), await w.team('Target')];
    const below = await w.team('Below', old);
    const levels = [{ name: 'Pencilled', counts: 'soft', lowest_grade: 'Senior', over_capacity: 'refuse', expires_days: 5 }];
    await w.post('/api/teams/edit', { id: old, levels });
    const user = await w.firm.user({ teamId: old });
    const beside = await w.firm.user({ teamId: target });
    await w.post('/api/users/edit', { userData: { id: beside.id, beside: [{ team_id: old }] } });
    const coming = await w.firm.user({ teamId: target });
    await w.post('/api/users/edit', { userData: { id: coming.id, team_id: old, valid_from: addDays(today, 30) } });
    const project = (await w.post('/api/projects/create', { name: 'Audit 2026', team_id: old })).body;
    const own = (await w.post('/api/projects/create', { name: 'Of the target', team_id: target })).body;
    await w.firm.call(user, 'POST', '/api/time_entries', { day: today, project_id: project.id, seconds: 3600 });
    const all = async () => ({
      teams: (await w.firm.call(w.hr, 'GET', '/api/teams/get_details')).body.map(
        ({ version: _, ...team }: Answer['body']) => team,
      ),
      levels: (await w.firm.call(w.hr, 'GET', '/api/teams/booking_levels')).body.map(({ levels, name }: Answer['body']) => [
        name,
        levels,
      ]),
      people: await Promise.all(
        [user, beside, coming].map(async ({ id }) => {
          const { team, team_history, beside: others } = await w.person(id);
          return { team, team_history, others };
        }),
      ),
      projects: await Promise.all(
        [project, own].map(async ({ id }) => (await w.firm.call(w.hr, 'GET', `/api/projects/${id}`)).body.team),
      ),
      hours: await w.firm.within((tx) =>
        tx.all(
          sql`select user_id, team_id, seconds from time.months where tenant_id = ${tx.tenant} and entry_count > 0 order by 1, 2`,
        ),
      ),
    });
    const before = await all();
    expect((await w.post('/api/teams/unmerge', { id: old })).status).toBe(404);
    await w.post('/api/teams/delete', { id: old, target_id: target });
    expect((await w.person(coming.id)).team_history).toMatchObject([{ team: 'Target' }, { team: 'Target' }]);
    expect((await w.post('/api/teams/unmerge', { id: old }, user)).status).toBe(403);
    expect(await w.post('/api/teams/unmerge', { id: old })).toMatchObject({
      status: 200,
      body: { success: true, people: 3, teams: 1 },
    });
    expect(await all()).toEqual(before);
    expect((await w.post('/api/teams/unmerge', { id: old })).status).toBe(404);
    expect(below).toBeTruthy();
  });

  test('that was merged twice over, or deleted by it, comes back step by step', async () => {
    const w = await world();
    const [first, second, third] = [await w.team('First'), await w.team('Second'), await w.team('Third')];
    const user = await w.firm.user({});
    await w.post('/api/users/edit', { userData: { id: user.id, team_id: first } });
    const project = (await w.post('/api/projects/create', { name: 'Audit 2026', team_id: first })).body;
    const teamOf = async () => [
      (await w.person(user.id)).team,
      (await w.firm.call(w.hr, 'GET', `/api/projects/${project.id}`)).body.team,
    ];
    const lead = { id: first, lead_id: user.id };
    await w.post('/api/teams/edit', lead);
    expect((await w.post('/api/teams/delete', { id: first, target_id: second })).body.deleted).toBe(true);
    await w.post('/api/teams/delete', { id: second, target_id: third });
    expect(await teamOf()).toEqual(['Third', 'Third']);
    // The last merge goes first.
    expect((await w.post('/api/teams/unmerge', { id: first })).status).toBe(409);
    expect((await w.post('/api/teams/unmerge', { id: second })).status).toBe(200);
    expect(await teamOf()).toEqual(['Second', 'Second']);
    expect((await w.post('/api/teams/unmerge', { id: first })).status).toBe(200);
    expect(await teamOf()).toEqual(['First', 'First']);
    const teams = (await w.firm.call(w.hr, 'GET', '/api/teams/get_details')).body as { id: string; lead_id: string | null }[];
    expect(teams.find(({ id }) => id === first)?.lead_id).toBe(user.id);
  });

  test('does not come back where its name is taken or its people were moved on: nothing is written', async () => {
    const w = await world();
    const [old, target, other] = [await w.team('Old'), await w.team('Target'), await w.team('Other')];
    const user = await w.firm.user({ teamId: old });
    await w.post('/api/teams/delete', { id: old, target_id: target });
    const same = (await w.post('/api/teams/add', { name: 'old' })).body;
    const taken = await w.post('/api/teams/unmerge', { id: old });
    expect(taken).toMatchObject({ status: 409, body: { detail: 'There is a team "Old" already.' } });
    await w.post('/api/teams/delete', { id: same.id });
    await w.post('/api/users/edit', { userData: { id: user.id, team_id: other } });
    const moved = await w.post('/api/teams/unmerge', { id: old });
    expect(moved).toMatchObject({ status: 409, body: { detail: /moved on since/ } });
    expect((await w.person(user.id)).team).toBe('Other');
  });

  test('has booking levels of its own, in its order, or the firm’s', async () => {
    const w = await world();
    const audit = await w.team('Audit');
    const levelsOf = async (name: string) =>
      (
        (await w.firm.call(w.hr, 'GET', '/api/teams/booking_levels')).body as {
          name: string;
          own_levels: boolean;
          levels: { name: string }[];
        }[]
      ).find((team) => team.name === name);
    expect(await levelsOf('Audit')).toMatchObject({
      own_levels: false,
      levels: [{ name: 'Soft' }, { name: 'Requested' }, { name: 'Hard' }],
    });
    const own = [
      { name: 'Confirmed', counts: 'hard', lowest_grade: 'Director', over_capacity: 'refuse' },
      { name: 'Pencilled', counts: 'soft', lowest_grade: 'Junior', over_capacity: 'mark' },
    ];
    const edited = await w.post('/api/teams/edit', { id: audit, levels: own });
    expect(edited.body.version).toBe(2);
    expect(await levelsOf('Audit')).toMatchObject({ own_levels: true, levels: [{ name: 'Confirmed' }, { name: 'Pencilled' }] });
    expect((await w.post('/api/teams/edit', { id: audit, levels: [own[0], own[0]] })).status).toBe(422);
    expect((await w.post('/api/teams/edit', { id: audit, levels: [{ ...own[0], name: ' ' }] })).status).toBe(422);
    const firm = await w.firm.call(w.hr, 'PUT', '/api/teams/firm_levels', { levels: [own[0]] });
    expect(firm.body).toMatchObject([{ ...own[0], expires_days: null, granularity: 'client', scope: 'firm' }]);
    await w.post('/api/teams/edit', { id: audit, levels: null });
    expect(await levelsOf('Audit')).toMatchObject({ own_levels: false, levels: [{ name: 'Confirmed' }] });
    expect((await w.firm.call(w.hr, 'PUT', '/api/teams/firm_levels', { levels: [] })).status).toBe(422);
    const junior = await w.firm.user({ category: 'operational', grade: 'Senior' });
    expect((await w.firm.call(junior, 'PUT', '/api/teams/firm_levels', { levels: own })).status).toBe(403);
    const rows = await w.firm.within((tx) =>
      tx.all(sql`select 1 from people.booking_levels where tenant_id = ${tx.tenant} and team_id is not null`),
    );
    expect(rows).toEqual([]);
  });
});
