import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { type Worker, startWorker } from '../../../test/jobs.ts';
import { addDays } from '../../kit/day.ts';
import { jobKind } from '../../server/jobs.ts';
import { sql } from '../../server/sql.ts';
import { peopleJobs } from './jobs.ts';

const bring = jobKind('people.bring_grades');
const DAY_MS = 86_400_000;
let app: TestApp;
let firm: TestFirm;
let hr: TestUser;
let worker: Worker;
/** Noon in the firm's zone, so that no test runs over its midnight. */
const noon = new Date(`${new Date().toISOString().slice(0, 10)}T11:00:00Z`);
const today = noon.toISOString().slice(0, 10);

beforeAll(async () => {
  app = await startTestApp();
  app.host.clock = () => noon;
  firm = await makeFirm(app);
  hr = await firm.user({ category: 'hr', grade: 'Partner' });
  worker = await startWorker(app, peopleJobs);
});
afterAll(async () => {
  await worker.stop();
  await app.close();
});

const gradeOf = async (id: string): Promise<string | undefined> =>
  (
    await firm.within((tx) =>
      tx.one<{ grade: string }>(sql`select grade from access.memberships where tenant_id = ${tx.tenant} and id = ${id}`),
    )
  )?.grade;

const promote = async (id: string, grade: string, from: string): Promise<void> => {
  const answer = await firm.call(hr, 'POST', '/api/users/edit', { userData: { id, grade, valid_from: from } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

test('a grade that is dated ahead reaches the membership on its day, and with it the rights', async () => {
  const person = await firm.user({ grade: 'Senior' });
  const other = await firm.user({ grade: 'Junior' });
  await promote(person.id, 'Manager', addDays(today, 1));
  await worker.finish(bring, firm.tenant);
  expect(await gradeOf(person.id)).toBe('Senior');
  expect((await firm.call(person, 'POST', '/api/projects/all')).status).toBe(403);

  app.host.clock = () => new Date(noon.getTime() + DAY_MS);
  await worker.finish(bring, firm.tenant);
  expect(await gradeOf(person.id)).toBe('Manager');
  expect(await gradeOf(other.id)).toBe('Junior');
  expect((await firm.call(person, 'POST', '/api/projects/all')).status).toBe(200);
  expect(worker.lines.at(-1)).toMatchObject({ level: 'info', fields: { tenant: firm.tenant, people: [person.id] } });

  worker.lines.length = 0;
  await worker.finish(bring, firm.tenant);
  expect(worker.lines).toEqual([]);
  app.host.clock = () => noon;
});

test('the day begins where the firm is', async () => {
  const person = await firm.user({ grade: 'Junior' });
  await promote(person.id, 'Senior', addDays(today, 1));
  // 23:30 UTC is past midnight in Berlin, at any time of the year.
  app.host.clock = () => new Date(`${today}T23:30:00Z`);
  await worker.finish(bring, firm.tenant);
  expect(await gradeOf(person.id)).toBe('Senior');
  app.host.clock = () => noon;
});

test('who has no grade yet keeps the one of the first day', async () => {
  const later = await firm.user({ grade: 'Director', employedFrom: addDays(today, 30) });
  await worker.finish(bring, firm.tenant);
  expect(await gradeOf(later.id)).toBe('Director');
});

test('the change stands in the audit', async () => {
  const person = await firm.user({ grade: 'Manager' });
  await promote(person.id, 'Director', addDays(today, 1));
  app.host.clock = () => new Date(noon.getTime() + DAY_MS);
  await worker.finish(bring, firm.tenant);
  app.host.clock = () => noon;
  const rows = await firm.within((tx) =>
    tx.all(sql`
      select c.actor_id, d.before, d.after from app.audit_changes c join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id
      where c.tenant_id = ${tx.tenant} and c.entity = 'access.memberships' and c.entity_id = ${person.id} and c.action = 'update'`),
  );
  expect(rows).toEqual([{ actor_id: null, before: { grade: 'Manager' }, after: { grade: 'Director' } }]);
});
