import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, listen, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays, mondayOf } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';

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

async function scene(): Promise<Scene> {
  const firm = await makeFirm(test_);
  const [planner, junior] = [await firm.user({ grade: 'Manager' }), await firm.user()];
  const project = newId();
  await firm.within((tx) =>
    tx.write.insert('clients.projects', [{ id: project, code: 'P-1', name: 'Audit', chargeable: true, currency: 'EUR' }]),
  );
  return { firm, planner, junior, project };
}

const work = (s: Scene) => ({ project_id: s.project, first_day: monday, last_day: friday, minutes_per_day: 480 });

async function ask(s: Scene, more: Record<string, unknown> = {}, who: TestUser = s.planner): Promise<string[]> {
  const ids = [newId(), newId()];
  const made = await s.firm.call(who, 'POST', '/api/demands', { ...work(s), grade: 'Senior', skill: ' IFRS ', ids, ...more });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body.demands.map(({ id }: { id: string }) => id);
}

const lane = async (s: Scene, more: Record<string, unknown> = {}, who: TestUser = s.planner) =>
  (await s.firm.call(who, 'POST', '/api/demands/all', { from: monday, to: addDays(monday, 60), ...more })).body as Record<
    string,
    unknown
  >[];

const fill = (s: Scene, demand_id: string | undefined, more: Record<string, unknown> = {}, who: TestUser = s.planner) =>
  s.firm.call(who, 'POST', '/api/bookings', { ...work(s), user_id: s.junior.id, level: 'hard', demand_id, ...more });

describe('a demand', () => {
  test('stands in the lane until somebody is booked on it, and again when that booking goes', async () => {
    const s = await scene();
    const [one] = await ask(s);
    expect(await lane(s)).toHaveLength(2);
    expect((await lane(s))[0]).toMatchObject({
      ...work(s),
      project: 'Audit',
      grade: 'Senior',
      skill: 'IFRS',
      team_id: null,
      booking_id: null,
      may: true,
      version: 1,
    });
    const filled = await fill(s, one);
    expect(filled.body.booking).toMatchObject({ demand_id: one, level: 'hard', confirmed_by: expect.any(String) });
    expect(await lane(s)).toHaveLength(1);
    expect((await lane(s, { filled: true })).find(({ id }) => id === one)).toMatchObject({
      booking_id: filled.body.booking.id,
      level: 'hard',
    });
    expect((await s.firm.call(s.planner, 'POST', '/api/demands/remove', { ids: [one] })).body.detail).toContain('booked');
    await s.firm.call(s.planner, 'DELETE', `/api/bookings/${filled.body.booking.id}`);
    expect(await lane(s)).toHaveLength(2);
    expect((await s.firm.call(s.planner, 'POST', '/api/demands/remove', { ids: [one, newId()] })).body).toEqual({ removed: 1 });
    expect((await s.firm.call(s.planner, 'GET', `/api/demands/${one}`)).status).toBe(404);
  });

  test('counts beside the capacity of all while it is open, on working days of the units in view', async () => {
    const s = await scene();
    const [one] = await ask(s, { last_day: addDays(monday, 8) });
    await ask(s, { grade: 'Partner', ids: [newId()], minutes_per_day: 60 });
    const whole = async (more: Record<string, unknown> = {}): Promise<{ groups: { count: number }[]; demand: number[] }> => {
      const body = { from: monday, to: addDays(monday, 20), unit: 'week', ...more };
      return (await s.firm.call(s.planner, 'POST', '/api/bookings/board/groups', body)).body;
    };
    const seen = await whole();
    expect(seen.groups.map(({ count }) => count)).toEqual([2]);
    expect(seen.demand).toEqual([2 * 2400 + 300, 2 * 960 + 0, 0]);
    expect((await whole({ grades: ['Partner'] })).demand).toEqual([300, 0, 0]);
    await fill(s, one, { last_day: addDays(monday, 8) });
    expect((await whole()).demand).toEqual([2400 + 300, 960, 0]);
    const narrow = await s.firm.user({ role: 'planless', grade: 'Partner' });
    await s.firm.within((tx) =>
      tx.write.insert('access.roles', [{ role: 'planless', accesses: { planning: { view_page: false } } }]),
    );
    const refused = await s.firm.call(narrow, 'POST', '/api/bookings/board/groups', {
      ...{ from: monday, to: friday, unit: 'week' },
    });
    expect(refused.status).toBe(403);
  });

  test('is filled once, whoever of ten comes first; a part that is cut off fills nothing', async () => {
    const s = await scene();
    const [one] = await ask(s);
    const answers = await Promise.all(Array.from({ length: 10 }, () => fill(s, one, { level: 'soft' })));
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const booking = answers.find(({ status }) => status === 200)?.body.booking;
    const cut = await s.firm.call(s.planner, 'POST', '/api/bookings/split', { id: booking.id, day: addDays(monday, 2) });
    expect([cut.body.booking.demand_id, cut.body.second.demand_id]).toEqual([one, null]);
    const heir = await s.firm.user();
    const over = { user_id: s.junior.id, to_user_id: heir.id, day: addDays(monday, 1), ids: [booking.id] };
    const given = await s.firm.call(s.planner, 'POST', '/api/bookings/hand_over', over);
    expect((await s.firm.call(s.planner, 'GET', `/api/bookings/${given.body.cut[0].second_id}`)).body.demand_id).toBeNull();
  });

  test('is changed on its version, narrowed by what is looked at, and refused with words', async () => {
    const s = await scene();
    const team = newId();
    await s.firm.within((tx) => tx.write.insert('people.teams', [{ id: team, name: 'Tax' }]));
    const [one] = await ask(s);
    const path = `/api/demands/${one}`;
    const moved = await s.firm.call(s.planner, 'PATCH', path, { last_day: addDays(monday, 11), team_id: team, version: 1 });
    expect(moved.body).toMatchObject({ last_day: addDays(monday, 11), team: 'Tax', version: 2 });
    const stale = await s.firm.call(s.planner, 'PATCH', path, { note: 'x', version: 1 });
    expect([stale.status, stale.body.current.version]).toEqual([409, 2]);
    expect(await lane(s, { grades: ['Junior'] })).toHaveLength(0);
    expect(await lane(s, { teams: [team] })).toHaveLength(2);
    expect(await lane(s, { teams: [newId()] })).toHaveLength(1);
    expect(await lane(s, { projects: [newId()] })).toHaveLength(0);
    const send = (more: Record<string, unknown>) =>
      s.firm.call(s.planner, 'POST', '/api/demands', { ...work(s), ids: [newId()], ...more });
    expect((await send({ project_id: null })).body.errors[0].path).toBe('project_id');
    expect((await send({ last_day: addDays(monday, -1) })).body.errors[0].path).toBe('last_day');
    expect((await send({ team_id: newId() })).body.errors[0].path).toBe('team_id');
    expect((await send({ ids: [] })).status).toBe(422);
    expect((await send({ ids: [one] })).status).toBe(409);
    expect((await fill(s, newId())).status).toBe(404);
    expect((await s.firm.call(undefined, 'POST', '/api/demands', {})).status).toBe(401);
  });

  test('belongs to who asked and to those who book firmly there; other firms and narrow roles see none', async () => {
    const s = await scene();
    const [mine] = await ask(s, {}, s.junior);
    const other = await s.firm.user();
    expect((await s.firm.call(s.junior, 'PATCH', `/api/demands/${mine}`, { note: 'mine' })).status).toBe(200);
    expect((await s.firm.call(other, 'PATCH', `/api/demands/${mine}`, { note: 'x' })).status).toBe(403);
    expect((await s.firm.call(other, 'POST', '/api/demands/remove', { ids: [mine] })).status).toBe(403);
    expect((await s.firm.call(s.planner, 'PATCH', `/api/demands/${mine}`, { note: 'x' })).status).toBe(200);
    const own = { view_page: true, can_edit: true, see_all_teams: false };
    const look = { view_page: true, can_edit: false, see_all_teams: true };
    const all = (flags: object) => ({ planning: flags, clients_bookings: flags, internal_bookings: flags });
    await s.firm.within((tx) =>
      tx.write.insert('access.roles', [
        { role: 'narrow', accesses: all(own) },
        { role: 'looker', accesses: all(look) },
      ]),
    );
    const narrow = await s.firm.user({ grade: 'Partner', role: 'narrow' });
    expect(await lane(s, {}, narrow)).toEqual([]);
    expect((await s.firm.call(narrow, 'GET', `/api/demands/${mine}`)).status).toBe(404);
    expect((await fill(s, mine, { user_id: narrow.id }, narrow)).status).toBe(404);
    const looker = await s.firm.user({ grade: 'Partner', role: 'looker' });
    expect(await lane(s, {}, looker)).toHaveLength(2);
    expect((await s.firm.call(looker, 'POST', '/api/demands/remove', { ids: [mine] })).status).toBe(403);
    const foreign = await scene();
    expect(await lane(foreign)).toEqual([]);
    expect((await fill(foreign, mine)).status).toBe(404);
    expect((await foreign.firm.call(foreign.planner, 'POST', '/api/demands/remove', { ids: [mine] })).body).toEqual({
      removed: 0,
    });
  });

  test('that changes is told to the open screens', async () => {
    const s = await scene();
    const ear = await listen(test_, s.planner);
    const [one] = await ask(s);
    expect((await ear.heard('demands')).keys).toEqual({ from: monday, to: friday });
    ear.close();
    const second = await listen(test_, s.planner);
    await fill(s, one);
    expect((await second.heard('demands')).keys).toEqual({ from: monday, to: friday });
    second.close();
  });
});

describe('a request', () => {
  /** A team whose lead is told, and a member of it. */
  async function led(s: Scene): Promise<{ lead: TestUser; member: TestUser }> {
    const lead = await s.firm.user({ grade: 'Manager', firstName: 'Lea', lastName: 'Lead' });
    const team = newId();
    await s.firm.within((tx) => tx.write.insert('people.teams', [{ id: team, name: 'Audit', lead_id: lead.id }]));
    return { lead, member: await s.firm.user({ teamId: team }) };
  }

  const noticesOf = async (s: Scene, who: TestUser): Promise<{ kind: string; title: string; lines: string[] }[]> =>
    (await s.firm.call(who, 'GET', '/api/notifications')).body;

  test('is told to the lead of the team, accepted, and told to who asked, who reads by whom', async () => {
    const s = await scene();
    const { lead, member } = await led(s);
    const asked = await s.firm.call(s.junior, 'POST', '/api/bookings', { ...work(s), user_id: member.id, level: 'requested' });
    expect(asked.body.booking).toMatchObject({ asked_by: expect.any(String), confirmed_by: null });
    const [told] = await noticesOf(s, lead);
    expect(told?.title).toContain('asks for');
    const path = `/api/bookings/${asked.body.booking.id}`;
    expect((await s.firm.call(s.junior, 'PATCH', path, { level: 'hard' })).status).toBe(403);
    const accepted = await s.firm.call(lead, 'PATCH', path, { level: 'hard' });
    expect(accepted.body.booking).toMatchObject({ level: 'hard', confirmed_by: 'Lea Lead' });
    expect((await noticesOf(s, s.junior))[0]?.title).toContain('Lea Lead confirmed the booking');
    const again = await s.firm.call(lead, 'PATCH', path, { level: 'soft' });
    expect(again.body.booking.confirmed_by).toBeNull();
  });

  test('is declined with a reason; the demand that it was for is open again', async () => {
    const s = await scene();
    const { lead, member } = await led(s);
    const [one] = await ask(s, {}, s.junior);
    const asked = await fill(s, one, { user_id: member.id, level: 'requested' }, s.junior);
    const path = `/api/bookings/${asked.body.booking.id}/decline`;
    expect((await s.firm.call(s.junior, 'POST', path, { reason: 'x' })).status).toBe(403);
    expect((await s.firm.call(lead, 'POST', path, { version: 7 })).status).toBe(409);
    expect((await s.firm.call(lead, 'POST', path, { reason: 'On another job' })).body).toEqual({ success: true });
    expect((await s.firm.call(lead, 'POST', path, {})).status).toBe(404);
    expect(await lane(s)).toHaveLength(2);
    const [told] = await noticesOf(s, s.junior);
    expect(told?.title).toContain('Lea Lead declined the booking');
    expect(JSON.stringify(told)).toContain('On another job');
    const hard = await fill(s, undefined);
    expect((await s.firm.call(lead, 'POST', `/api/bookings/${hard.body.booking.id}/decline`, {})).status).toBe(422);
    const foreign = await scene();
    expect((await foreign.firm.call(foreign.planner, 'POST', path, {})).status).toBe(404);
  });

  test('of a series is one notice, with how many wait', async () => {
    const s = await scene();
    const { lead, member } = await led(s);
    const create = [0, 7, 14].map((days) => ({
      ...work(s),
      id: newId(),
      user_id: member.id,
      level: 'requested',
      first_day: addDays(monday, days),
      last_day: addDays(friday, days),
    }));
    await s.firm.call(s.junior, 'POST', '/api/bookings/together', { create });
    const notices = await noticesOf(s, lead);
    expect(notices).toHaveLength(1);
    expect(JSON.stringify(notices)).toContain('Bookings that wait: 3.');
  });
});

describe('finding people', () => {
  const find = async (s: Scene, more: Record<string, unknown> = {}, who: TestUser = s.planner) =>
    (await s.firm.call(who, 'POST', '/api/bookings/find', { from: monday, to: friday, ...more })).body as Record<
      string,
      unknown
    >[];

  test('says who is free and what speaks for and against each, those who fit first', async () => {
    const s = await scene();
    const client = newId();
    await s.firm.within(async (tx) => {
      await tx.write.insert('clients.clients', [{ id: client, name: 'Acme' }]);
      const rows = await tx.all<Record<string, unknown>>(sql`select * from clients.projects where tenant_id = ${tx.tenant}`);
      await tx.write.update(
        'clients.projects',
        rows.map((before) => ({ before, set: { client_id: client } })),
      );
    });
    const [busy, known, away, barred] = [
      await s.firm.user({ grade: 'Senior', lastName: 'Busy' }),
      await s.firm.user({ grade: 'Senior', lastName: 'Known' }),
      await s.firm.user({ grade: 'Senior', lastName: 'Away' }),
      await s.firm.user({ grade: 'Senior', lastName: 'Barred' }),
    ];
    const book = (user_id: string, more: Record<string, unknown> = {}) => fill(s, undefined, { user_id, ...more });
    await book(busy.id, { minutes_per_day: 360 });
    await book(known.id, { first_day: addDays(monday, -30), last_day: addDays(monday, -28), level: 'soft' });
    await s.firm.within(async (tx) => {
      const [type] = await tx.write.insert<{ id: string }>('leave.types', [{ name: 'Away' }]);
      const leave = { user_id: away.id, type_id: type?.id, first_day: monday, last_day: addDays(monday, 1), status: 'approved' };
      await tx.write.insert('leave.requests', [leave]);
      await tx.write.insert('clients.restrictions', [{ client_id: client, user_id: barred.id, valid_from: '2020-01-01' }]);
    });
    const rows = await find(s, { grades: ['Senior'], project_id: s.project });
    const of = (id: string) => rows.find(({ user_id }) => user_id === id);
    expect(rows.map(({ user_id }) => user_id).indexOf(barred.id)).toBe(3);
    expect(of(busy.id)).toMatchObject({ capacity: 2400, hard: 1800, free: 600, percent: 25, fits: 0, days: 5, refused: false });
    expect(of(known.id)).toMatchObject({
      percent: 100,
      fits: 5,
      known_until: addDays(monday, -28),
      may: ['soft', 'requested', 'hard'],
    });
    expect(of(away.id)).toMatchObject({ capacity: 1440, leave: 2, days: 3, percent: 100, known_until: null });
    expect(of(barred.id)).toMatchObject({ refused: true, percent: 100 });
    expect(await find(s, { grades: ['Senior'], least: 50 })).toHaveLength(3);
    expect(await find(s, { grades: ['Senior'], minutes_per_day: 120, least: 25 })).toHaveLength(4);
    expect(await find(s, { countries: ['FR'] })).toEqual([]);
    expect((await find(s, { per_page: 2, page: 2 })).length).toBe(2);
  });

  test('shows a narrow role its own teams alone, and refuses a range of forty years', async () => {
    const s = await scene();
    const own = { view_page: true, can_edit: true, see_all_teams: false };
    await s.firm.within((tx) =>
      tx.write.insert('access.roles', [
        { role: 'narrow', accesses: { planning: own, clients_bookings: own, internal_bookings: own } },
      ]),
    );
    const narrow = await s.firm.user({ grade: 'Partner', role: 'narrow' });
    expect((await find(s, {}, narrow)).map(({ user_id }) => user_id)).toEqual([narrow.id]);
    const wide = await s.firm.call(s.planner, 'POST', '/api/bookings/find', { from: '2000-01-01', to: '2040-01-01' });
    expect(wide.status).toBe(422);
    const foreign = await scene();
    expect((await find(foreign)).map(({ user_id }) => user_id).toSorted()).toEqual(
      [foreign.planner.id, foreign.junior.id].toSorted(),
    );
  });
});

test('a team is rolled forward: who has left by then leaves a demand by the grade', async () => {
  const s = await scene();
  const leaver = await s.firm.user({ grade: 'Senior' });
  await s.firm.within(async (tx) => {
    const rows = await tx.all<Record<string, unknown>>(
      sql`select * from people.employments where tenant_id = ${tx.tenant} and user_id = ${leaver.id}`,
    );
    await tx.write.update(
      'people.employments',
      rows.map((before) => ({ before, set: { valid_to: addDays(monday, 90) } })),
    );
  });
  for (const { id } of [s.junior, leaver, s.planner]) await fill(s, undefined, { user_id: id, minutes_per_day: 240 });
  const next = newId();
  await s.firm.within((tx) =>
    tx.write.insert('clients.projects', [{ id: next, code: 'P-2', name: 'Audit again', chargeable: true, currency: 'EUR' }]),
  );
  const order = { project_id: s.project, to_project_id: next, from: monday, to: addDays(monday, 300), days: 364 };
  const roll = (more: Record<string, unknown> = {}, who: TestUser = s.planner) =>
    s.firm.call(who, 'POST', '/api/bookings/roll_forward', { ...order, ...more });
  const rolled = await roll();
  expect(rolled.status, JSON.stringify(rolled.body)).toBe(200);
  expect(rolled.body).toMatchObject({ first_day: addDays(monday, 364), over: [] });
  expect([rolled.body.bookings.length, rolled.body.demands.length]).toEqual([2, 1]);
  const [demand] = await lane(s, { from: addDays(monday, 364), to: addDays(monday, 400) });
  expect(demand).toMatchObject({ grade: 'Senior', project: 'Audit again', minutes_per_day: 240 });
  const booked = await s.firm.call(s.planner, 'GET', `/api/bookings/${rolled.body.bookings[0]}`);
  expect(booked.body).toMatchObject({ level: 'soft', project: 'Audit again', first_day: addDays(monday, 364) });
  expect((await roll({ from: addDays(monday, 30), to: addDays(monday, 60) })).status).toBe(422);
  expect((await roll({ to_project_id: newId() })).status).toBe(404);
  expect((await roll({ level: 'hard' }, s.junior)).status).toBe(403);
  const foreign = await scene();
  expect((await foreign.firm.call(foreign.planner, 'POST', '/api/bookings/roll_forward', order)).status).toBe(404);
  const list = `/api/bookings?from=${monday}&to=${addDays(monday, 60)}&project_id=${s.project}`;
  expect((await s.firm.call(s.planner, 'GET', list)).body).toHaveLength(3);
  expect((await foreign.firm.call(foreign.planner, 'GET', list)).body).toEqual([]);
});

describe('last year’s team', () => {
  const yearBefore = (day: string): string => addDays(day, -364);

  async function lastYear(s: Scene, name: string, more: Record<string, unknown> = {}): Promise<string> {
    const id = newId();
    const project = { id, code: `L-${id.slice(-6)}`, name, chargeable: true, currency: 'EUR', ...more };
    await s.firm.within((tx) => tx.write.insert('clients.projects', [project]));
    return id;
  }

  const book = async (s: Scene, project_id: string, who: TestUser, more: Record<string, unknown> = {}) => {
    const body = { user_id: who.id, project_id, first_day: yearBefore(monday), last_day: yearBefore(friday), ...more };
    const made = await s.firm.call(s.planner, 'POST', '/api/bookings', { minutes_per_day: 480, level: 'hard', ...body });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
  };

  async function teams(s: Scene, project_ids: string[]): Promise<Record<string, unknown>[]> {
    const body = { project_ids, from: monday, to: addDays(monday, 90) };
    const answer = await s.firm.call(s.planner, 'POST', '/api/bookings/last_teams', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.teams;
  }

  test('is that of the project itself, of the one it was copied from, or of the client’s of the same name, and is taken over at once', async () => {
    const s = await scene();
    const client = newId();
    await s.firm.within((tx) => tx.write.insert('clients.clients', [{ id: client, name: 'Nordia' }]));
    const other = await s.firm.user();
    const before = await lastYear(s, 'Audit 2026', { client_id: client, status: 'completed' });
    const next = await lastYear(s, 'Audit 2027', { client_id: client });
    const elsewhere = await lastYear(s, 'Audit 2027');
    const copy = await lastYear(s, 'Review', { copied_from: before, starts_on: monday, ends_on: friday });
    await s.firm.within((tx) =>
      tx.all(sql`update clients.projects set status = 'active' where tenant_id = ${tx.tenant} and id = ${before}`),
    );
    await book(s, before, s.junior);
    await book(s, before, other, { minutes_per_day: 240 });
    await book(s, s.project, other, { minutes_per_day: 60 });

    const found = await teams(s, [next, elsewhere, copy, s.project, before]);
    const of = new Map(found.map((team) => [team['project_id'], team]));
    expect([...of.keys()].sort()).toEqual([next, copy, s.project, before].sort());
    expect(of.get(next)).toMatchObject({
      from_project_id: before,
      from_project: 'Audit 2026',
      people: 2,
      bookings: 2,
      days: 364,
    });
    expect(of.get(copy)).toMatchObject({ from_project_id: before, from: yearBefore(monday), to: yearBefore(friday) });
    expect(of.get(s.project)).toMatchObject({ from_project_id: s.project, people: 1 });

    await s.firm.within((tx) =>
      tx.all(
        sql`update people.employments set valid_to = ${yearBefore(addDays(monday, 30))} where tenant_id = ${tx.tenant} and user_id = ${other.id}`,
      ),
    );
    const { from_project_id, from, to, days } = of.get(next) ?? {};
    const order = { project_id: from_project_id, to_project_id: next, from, to, days };
    const rolled = await s.firm.call(s.planner, 'POST', '/api/bookings/roll_forward', order);
    expect([rolled.body.bookings.length, rolled.body.demands.length]).toEqual([1, 1]);
    const query = `from=${monday}&to=${friday}&project_id=${next}`;
    expect((await s.firm.call(s.planner, 'GET', `/api/bookings?${query}`)).body).toMatchObject([
      { user_id: s.junior.id, first_day: monday, last_day: friday, level: 'soft' },
    ]);
    // Who has a team is asked for none.
    expect((await teams(s, [next])).length).toBe(0);
  });

  test('is closed to whom the pages of planning are closed, and asks for a range in order', async () => {
    const s = await scene();
    await s.firm.within((tx) =>
      tx.write.insert('access.roles', [
        {
          role: 'planless',
          accesses: Object.fromEntries(
            ['planning', 'clients_bookings', 'internal_bookings'].map((page) => [page, { view_page: false }]),
          ),
        },
      ]),
    );
    const narrow = await s.firm.user({ role: 'planless', grade: 'Partner' });
    const send = (who: TestUser | undefined, more: Record<string, unknown> = {}) =>
      s.firm.call(who, 'POST', '/api/bookings/last_teams', { project_ids: [s.project], from: monday, to: friday, ...more });
    expect([(await send(narrow)).status, (await send(undefined)).status]).toEqual([403, 401]);
    const turned = await send(s.planner, { to: addDays(monday, -1) });
    expect([turned.status, turned.body.errors[0].path]).toEqual([422, 'to']);
  });
});
