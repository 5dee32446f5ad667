import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays, mondayOf } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';
import { bookingsFeed } from './feed.ts';

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
  /** Two projects, and the ids of the phases of each: planning and fieldwork of the first, fieldwork of the second. */
  audit: string;
  tax: string;
  plan: string;
  field: string;
  taxField: string;
}

async function scene(): Promise<Scene> {
  const firm = await makeFirm(test_);
  const [planner, junior] = [await firm.user({ grade: 'Manager' }), await firm.user()];
  const [audit, tax, plan, field, taxField] = Array.from({ length: 5 }, () => newId()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const project = { chargeable: true, currency: 'EUR' };
  await firm.within(async (tx) => {
    await tx.write.insert('clients.projects', [
      { ...project, id: audit, code: 'P-1', name: 'Audit' },
      { ...project, id: tax, code: 'P-2', name: 'Tax' },
    ]);
    await tx.write.insert('clients.phases', [
      { id: plan, project_id: audit, position: 0, name: 'Planning', starts_on: monday, ends_on: friday },
      { id: field, project_id: audit, position: 1, name: 'Fieldwork' },
      { id: taxField, project_id: tax, position: 0, name: 'fieldwork' },
    ]);
  });
  return { firm, planner, junior, audit, tax, plan, field, taxField };
}

const days = { first_day: monday, last_day: friday, minutes_per_day: 240 };
const onField = (s: Scene, more: Record<string, unknown> = {}) => ({
  ...{ user_id: s.junior.id, project_id: s.audit, phase_id: s.field, level: 'hard', ...days },
  ...more,
});

async function booked(s: Scene, more: Record<string, unknown> = {}) {
  const made = await s.firm.call(s.planner, 'POST', '/api/bookings', onField(s, more));
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body.booking as { id: string; version: number; phase_id: string | null; phase: string | null };
}

const refused = (answer: { status: number; body: { errors?: { path: string }[] } }) => [
  answer.status,
  answer.body.errors?.[0]?.path,
];

describe('a booking on a phase', () => {
  test('names it wherever it is shown: alone, in the window of the board, in the file, in one’s calendar, from the client’s side', async () => {
    const s = await scene();
    const { firm, planner, junior } = s;
    const booking = await booked(s);
    expect(booking).toMatchObject({ phase_id: s.field, phase: 'Fieldwork' });
    await booked(s, { phase_id: null, first_day: addDays(monday, 7), last_day: addDays(friday, 7) });

    const range = { from: monday, to: addDays(friday, 9) };
    const board = await firm.call(planner, 'POST', '/api/bookings/board', { ...range, unit: 'week', users: [junior.id] });
    expect(board.body.phases).toEqual([{ id: s.field, name: 'Fieldwork', starts_on: null, ends_on: null }]);
    expect(board.body.bookings.phase).toEqual([0, -1]);
    const file = await firm.call(planner, 'POST', '/api/bookings/board/export?format=csv', range);
    expect(String(file.body)).toContain('Fieldwork');
    const tree = await firm.call(planner, 'POST', '/api/bookings/by_client', range);
    expect(tree.body[0].people.map(({ phase }: { phase: string | null }) => phase)).toEqual(['Fieldwork', null]);
    const [entry] = await firm.within((tx) => bookingsFeed.entries(tx, junior.id, monday, friday));
    expect(JSON.stringify(entry?.title)).toContain('Audit · Fieldwork');

    const phases = await firm.call(planner, 'GET', `/api/bookings/phases?project_id=${s.audit}`);
    expect(phases.body.phases.map(({ name }: { name: string }) => name)).toEqual(['Planning', 'Fieldwork']);
    expect((await firm.call(undefined, 'GET', `/api/bookings/phases?project_id=${s.audit}`)).status).toBe(401);
  });

  test('is on one of its own project: any other is refused with the field, by the database too', async () => {
    const s = await scene();
    const { firm, planner } = s;
    const send = (more: Record<string, unknown>) => firm.call(planner, 'POST', '/api/bookings', onField(s, more));
    expect(refused(await send({ phase_id: s.taxField }))).toEqual([422, 'phase_id']);
    expect(refused(await send({ phase_id: newId() }))).toEqual([422, 'phase_id']);
    const task = await firm.within((tx) =>
      tx.one<{ id: string }>(sql`select id from settings.task_types where tenant_id = ${tx.tenant} limit 1`),
    );
    expect(refused(await send({ project_id: null, task_type_id: task?.id }))).toEqual([422, 'phase_id']);

    const { id, version } = await booked(s);
    const path = `/api/bookings/${id}`;
    expect(refused(await firm.call(planner, 'PATCH', path, { phase_id: s.taxField }))).toEqual([422, 'phase_id']);
    const together = { change: [{ id, version, phase_id: s.taxField }] };
    expect(refused(await firm.call(planner, 'POST', '/api/bookings/together', together))).toEqual([422, 'phase_id']);
    const { user_id, ...work } = onField(s, { phase_id: s.taxField });
    const several = { ...work, user_ids: [user_id] };
    expect(refused(await firm.call(planner, 'POST', '/api/bookings/several', several))).toEqual([422, 'phase_id']);
    // Who may not book at this level is told that, whatever the phase.
    expect((await firm.call(s.junior, 'PATCH', path, { phase_id: s.plan })).status).toBe(403);

    const past = (set: Record<string, unknown>) =>
      firm.within(async (tx) => {
        const before = await tx.one<Record<string, unknown>>(
          sql`select * from planning.bookings where tenant_id = ${tx.tenant} and id = ${id}`,
        );
        await tx.write.update('planning.bookings', before ? [{ before, set }] : []);
      });
    await expect(past({ phase_id: s.taxField })).rejects.toMatchObject({ status: 409 });
    await expect(past({ project_id: null, task_type_id: task?.id })).rejects.toMatchObject({ status: 422 });
  });

  test('leaves it behind with its project, unless another one is named; and keeps it through all that keeps the project', async () => {
    const s = await scene();
    const { firm, planner } = s;
    const { id } = await booked(s);
    const path = `/api/bookings/${id}`;
    const change = async (set: Record<string, unknown>) => (await firm.call(planner, 'PATCH', path, set)).body.booking;
    expect(await change({ first_day: addDays(monday, 1) })).toMatchObject({ phase_id: s.field });
    expect(await change({ phase_id: s.plan })).toMatchObject({ phase: 'Planning' });
    expect(await change({ project_id: s.tax })).toMatchObject({ project_id: s.tax, phase_id: null, phase: null });
    expect(await change({ project_id: s.audit, phase_id: s.field })).toMatchObject({ phase_id: s.field });

    const cut = await firm.call(planner, 'POST', '/api/bookings/split', { id, day: addDays(monday, 2) });
    expect([cut.body.booking.phase_id, cut.body.second.phase_id]).toEqual([s.field, s.field]);
    const heir = await firm.user();
    const order = { user_id: s.junior.id, to_user_id: heir.id, day: addDays(monday, 3) };
    const given = await firm.call(planner, 'POST', '/api/bookings/hand_over', order);
    const second = await firm.call(planner, 'GET', `/api/bookings/${given.body.cut[0].second_id}`);
    expect(second.body).toMatchObject({ user_id: heir.id, phase_id: s.field });
    const moved = { id: second.body.id, version: second.body.version, project_id: s.tax };
    const together = await firm.call(planner, 'POST', '/api/bookings/together', { change: [moved] });
    expect(together.body.bookings[0]).toMatchObject({ project_id: s.tax, phase_id: null });
  });

  test('the same create sent twice is one; on another phase it is a conflict', async () => {
    const s = await scene();
    const body = onField(s, { id: newId() });
    const send = (more: Record<string, unknown> = {}) => s.firm.call(s.planner, 'POST', '/api/bookings', { ...body, ...more });
    expect([(await send()).status, (await send()).status, (await send({ phase_id: s.plan })).status]).toEqual([200, 200, 409]);
  });

  test('is planned again on the same phase, on another project on the one of the same name, else on none', async () => {
    const s = await scene();
    const { firm, planner } = s;
    await booked(s);
    await booked(s, { phase_id: s.plan, minutes_per_day: 60 });
    const roll = async (to_project_id: string, more: number): Promise<Record<string, string | null>> => {
      const order = { project_id: s.audit, to_project_id, from: monday, to: friday, days: 364 + more };
      const made = await firm.call(planner, 'POST', '/api/bookings/roll_forward', order);
      const rows = await Promise.all(
        made.body.bookings.map(async (id: string) => (await firm.call(planner, 'GET', `/api/bookings/${id}`)).body),
      );
      return Object.fromEntries(rows.map(({ minutes_per_day, phase_id }) => [minutes_per_day, phase_id]));
    };
    expect(await roll(s.audit, 0)).toEqual({ 60: s.plan, 240: s.field });
    expect(await roll(s.tax, 7)).toEqual({ 60: null, 240: s.taxField });
  });
});

describe('a demand on a phase', () => {
  test('names it, hands it to who fills it, and leaves it behind with its project', async () => {
    const s = await scene();
    const { firm, planner } = s;
    const ids = [newId()];
    const work = { project_id: s.audit, phase_id: s.field, ...days };
    const send = (more: Record<string, unknown>) => firm.call(planner, 'POST', '/api/demands', { ...work, ids, ...more });
    expect(refused(await send({ phase_id: s.taxField }))).toEqual([422, 'phase_id']);
    const made = await send({ grade: 'Senior' });
    expect(made.body.demands[0]).toMatchObject({ phase_id: s.field, phase: 'Fieldwork' });
    const path = `/api/demands/${ids[0]}`;
    expect(refused(await firm.call(planner, 'PATCH', path, { phase_id: s.taxField }))).toEqual([422, 'phase_id']);
    expect((await firm.call(planner, 'PATCH', path, { project_id: s.tax })).body).toMatchObject({ phase_id: null });
    const back = await firm.call(planner, 'PATCH', path, { project_id: s.audit, phase_id: s.plan });
    expect(back.body).toMatchObject({ phase: 'Planning' });
  });
});

describe('a phase', () => {
  test('on which somebody is booked or asked for stays with its project; what is booked on none goes', async () => {
    const s = await scene();
    const { firm } = s;
    const boss = await firm.user({ category: 'admin', grade: 'Partner' });
    const { id } = await booked(s);
    const ask = { project_id: s.audit, phase_id: s.plan, ...days, ids: [newId()] };
    expect((await firm.call(s.planner, 'POST', '/api/demands', ask)).status).toBe(200);
    const keep = (...phases: { id: string; name: string }[]) =>
      firm.call(boss, 'POST', '/api/projects/update', { id: s.audit, phases });
    const [plan, field] = [
      { id: s.plan, name: 'Planning' },
      { id: s.field, name: 'Work in the field' },
    ];
    const answer = await keep(plan);
    expect(refused(answer)).toEqual([422, 'phases']);
    expect(answer.body.errors[0].message).toContain('"Fieldwork" is used by 1 booking');
    expect((await keep(field)).body.errors[0].message).toContain('"Planning" is used by 1 demand');
    expect((await keep(plan, field)).status).toBe(200);
    expect((await firm.call(s.planner, 'GET', `/api/bookings/${id}`)).body.phase).toBe('Work in the field');
    expect((await firm.call(s.planner, 'PATCH', `/api/bookings/${id}`, { phase_id: null })).status).toBe(200);
    expect((await keep(plan)).status).toBe(200);
  });
});
