import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';

let test_: TestApp;
beforeAll(async () => void (test_ = await startTestApp()));
afterAll(() => test_.close());

const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(new Date());
const nobody = '01900000-0000-7000-8000-000000000000';

interface Step {
  id: string;
  grade: string;
  step: number;
  name: string;
}

interface World {
  firm: TestFirm;
  hr: TestUser;
  /** Senior 1, Senior 2 and Manager 1. */
  steps: [Step, Step, Step];
}

const own = (answer: Answer): Step[] => (answer.body as Step[]).filter(({ id, grade }) => id !== grade);
const write = (firm: TestFirm, by: TestUser, steps: unknown, was?: string[]): Promise<Answer> =>
  firm.call(by, 'PUT', '/api/users/detailed_grades', { steps, ...(was ? { was } : {}) });
const kept = ({ id, grade, name }: Step) => ({ id, grade, name });
const pathsOf = (answer: Answer): string[] => (answer.body.errors ?? []).map((error: { path: string }) => error.path);

async function world(): Promise<World> {
  const firm = await makeFirm(test_);
  const hr = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const made = await write(firm, hr, [
    { grade: 'Senior', name: 'Senior 1' },
    { grade: 'Senior', name: 'Senior 2' },
    { grade: 'Manager', name: 'Manager 1' },
  ]);
  expect(made.status).toBe(200);
  return { firm, hr, steps: own(made) as World['steps'] };
}

async function person({ firm, hr }: World, more: Record<string, unknown> = {}) {
  const fields = { first_name: 'Ana', last_name: 'Silva', grade: 'Senior', category: 'operational', employed_from: '2026-01-01' };
  return firm.call(hr, 'POST', '/api/user_management/add_user', { ...fields, ...more });
}
const edit = ({ firm, hr }: World, userData: Record<string, unknown>): Promise<Answer> =>
  firm.call(hr, 'POST', '/api/users/edit', { userData });

test('a firm without steps has one a grade; its own stand in their order, lowest first', async () => {
  const firm = await makeFirm(test_);
  const boss = await firm.user({ isSuperuser: true });
  const junior = await firm.user();
  const plain = await firm.call(junior, 'GET', '/api/users/detailed_grades');
  expect(plain.body[0]).toEqual({ id: 'Intern', grade: 'Intern', step: 1, name: 'Intern' });
  expect(plain.body).toHaveLength(7);
  await write(firm, boss, [
    { grade: 'Partner', name: ' Equity ' },
    { grade: 'Senior', name: 'Senior 1' },
    { grade: 'Senior', name: 'Senior 2' },
  ]);
  const stepped = (await firm.call(junior, 'GET', '/api/users/detailed_grades')).body as Step[];
  expect(stepped.map(({ grade, step, name }) => [grade, step, name])).toEqual([
    ['Intern', 1, 'Intern'],
    ['Junior', 1, 'Junior'],
    ['Senior', 1, 'Senior 1'],
    ['Senior', 2, 'Senior 2'],
    ['Manager', 1, 'Manager'],
    ['Senior Manager', 1, 'Senior Manager'],
    ['Director', 1, 'Director'],
    ['Partner', 1, 'Equity'],
  ]);
});

test('steps are named anew, change places and names, and are removed while nobody holds them', async () => {
  const w = await world();
  const [one, two, lead] = w.steps;
  const swapped = await write(w.firm, w.hr, [{ ...kept(two), name: 'Senior 1' }, { ...kept(one), name: 'Senior 2' }, kept(lead)]);
  expect(own(swapped).map(({ id, step, name }) => [id, step, name])).toEqual([
    [two.id, 1, 'Senior 1'],
    [one.id, 2, 'Senior 2'],
    [lead.id, 1, 'Manager 1'],
  ]);
  expect((await person(w, { step_id: one.id })).status).toBe(200);
  const used = await write(w.firm, w.hr, [kept(two), kept(lead)]);
  expect([used.status, used.body.detail]).toEqual([409, '"Senior 2" is used by 1 grade of a person.']);
  const removed = await write(w.firm, w.hr, [kept(one), kept(lead)]);
  expect(own(removed).map(({ id, step }) => [id, step])).toEqual([
    [one.id, 1],
    [lead.id, 1],
  ]);
});

test('what cannot be a list of steps is refused, and nothing of it stays', async () => {
  const w = await world();
  const [one, two, lead] = w.steps;
  const all = [one, two, lead].map(kept);
  const refused = async (steps: unknown, path: string): Promise<void> => {
    const answer = await write(w.firm, w.hr, steps);
    expect([answer.status, pathsOf(answer)]).toEqual([422, [path]]);
  };
  await refused([...all, { grade: 'Senior', name: 'senior 2' }], 'steps.3.name');
  await refused([...all, { grade: 'Senior', name: '   ' }], 'steps.3.name');
  await refused([...all, { id: nobody, grade: 'Senior', name: 'x' }], 'steps.3.id');
  await refused([{ ...kept(one), grade: 'Manager' }, kept(two), kept(lead)], 'steps.0.grade');
  await refused([...all, { ...kept(one), name: 'Again' }], 'steps');
  await refused(
    Array.from({ length: 21 }, (_, index) => ({ grade: 'Junior', name: `J${index}` })),
    'steps.20.name',
  );
  const stale = await write(w.firm, w.hr, all, [one.id, two.id]);
  expect(stale.status).toBe(409);
  expect(own(await w.firm.call(w.hr, 'GET', '/api/users/detailed_grades'))).toEqual(w.steps);
  expect((await write(w.firm, w.hr, all, [lead.id, two.id, one.id])).status).toBe(200);
});

test('administrators alone set them, and those of another firm are out of reach', async () => {
  const w = await world();
  const other = await world();
  const partner = await w.firm.user({ category: 'hr', grade: 'Partner' });
  expect((await write(w.firm, partner, [])).status).toBe(403);
  expect((await write(w.firm, w.hr, [kept(other.steps[0])])).status).toBe(422);
  expect(pathsOf(await person(w, { step_id: other.steps[0].id }))).toEqual(['step_id']);
});

test('a person holds a step with the dated grade, and another grade begins without one', async () => {
  const w = await world();
  const [one, two, lead] = w.steps;
  const { body: ana } = await person(w, { step_id: one.id });
  expect(ana).toMatchObject({ grade: 'Senior', step: 'Senior 1', step_id: one.id });
  const later = addDays(today, 30);
  const raised = await edit(w, { id: ana.id, step_id: two.id, valid_from: later });
  expect(raised.body).toMatchObject({
    step: 'Senior 1',
    grades: [{ step: 'Senior 1' }, { step: 'Senior 2', valid_from: later }],
  });
  expect(pathsOf(await edit(w, { id: ana.id, step_id: lead.id }))).toEqual(['step_id']);
  // The same grade again keeps the step; another one ends it.
  const again = await edit(w, { id: ana.id, grade: 'Senior', valid_from: today });
  expect(again.body.step).toBe('Senior 1');
  const promoted = await edit(w, { id: ana.id, grade: 'Manager' });
  expect(promoted.body).toMatchObject({ grade: 'Manager', step: null, step_id: null });
  expect((await edit(w, { id: ana.id, step_id: lead.id })).body).toMatchObject({ grade: 'Manager', step: 'Manager 1' });
  expect((await edit(w, { id: ana.id, step_id: null })).body.step).toBeNull();
  const history = await w.firm.call(w.hr, 'GET', `/api/users/${ana.id}/history`);
  expect(JSON.stringify(history.body)).toContain('{"field":"step","before":null,"after":"Senior 2"}');
});

test('the list and its file show the step, and the database knows no step of another grade', async () => {
  const w = await world();
  const [one, , lead] = w.steps;
  const { body: ana } = await person(w, { step_id: one.id });
  const list = await w.firm.call(w.hr, 'POST', '/api/users?search=silva');
  expect(list.body[0]).toMatchObject({ grade: 'Senior', step: 'Senior 1', step_id: one.id });
  const csv = await w.firm.call(w.hr, 'POST', '/api/users/export_users?format=csv&search=silva');
  expect(csv.bytes.toString('utf8')).toContain('Ana,Silva,,Senior,Senior 1,operational');
  const wrong = w.firm.within(async (tx) => {
    const rows = await tx.all<{ id: string; version: number }>(sql`
      select * from people.grades where tenant_id = ${tx.tenant} and user_id = ${ana.id}`);
    await tx.write.update(
      'people.grades',
      rows.map((before) => ({ before, set: { step_id: lead.id } })),
    );
  });
  await expect(wrong).rejects.toThrow();
});

test('several people at once: taking a grade back brings the step back; nobody sets their own', async () => {
  const w = await world();
  const [one, two] = w.steps;
  const { body: ana } = await person(w, { step_id: one.id });
  const { body: bo } = await person(w, { first_name: 'Bo' });
  const many = (users: unknown): Promise<Answer> => w.firm.call(w.hr, 'POST', '/api/users/update_by_admin', { users });
  const stepOf = async (id: string): Promise<unknown[]> => {
    const { body } = await w.firm.call(w.hr, 'GET', `/api/users/${id}`);
    return [body.grade, body.step];
  };
  const promoted = await many([ana, bo].map(({ id }: { id: string }) => ({ id, grade: 'Director' })));
  expect(await stepOf(ana.id)).toEqual(['Director', null]);
  expect((await many(promoted.body.before)).body.updated).toBe(2);
  expect([await stepOf(ana.id), await stepOf(bo.id)]).toEqual([
    ['Senior', 'Senior 1'],
    ['Senior', null],
  ]);
  expect((await many([{ id: bo.id, step_id: two.id }])).body.before).toEqual([{ id: bo.id, step_id: null }]);
  expect(await stepOf(bo.id)).toEqual(['Senior', 'Senior 2']);
  expect((await many([{ id: bo.id, grade: 'Junior', step_id: two.id }])).status).toBe(422);
  expect((await many([{ id: w.hr.id, step_id: one.id }])).status).toBe(403);
  expect((await edit(w, { id: w.hr.id, step_id: one.id })).status).toBe(403);
});
