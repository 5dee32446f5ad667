import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { type Worker, jobsOf, startWorker, until } from '../../../test/jobs.ts';
import { Postman } from '../../../test/postman.ts';
import { newId } from '../../kit/ids.ts';
import { readConfig } from '../../server/config.ts';
import { mailerOf } from '../../server/mail.ts';
import { sql } from '../../server/sql.ts';
import { readTable } from '../../server/tables.ts';
import { withTenant } from '../../server/tx.ts';
import { askForMails, viewJobs } from './view-mails.ts';

let app: TestApp;
let worker: Worker;
const postman = new Postman();
beforeAll(async () => {
  app = await startTestApp();
  await postman.open();
});
beforeEach(async () => {
  const config = readConfig({
    CADRE_DATA: '/nonexistent',
    SMTP_URL: `smtp://127.0.0.1:${postman.port}`,
    MAIL_FROM: 'cadre@example.org',
  });
  worker = await startWorker(app, viewJobs, { mail: mailerOf(config), pace: { poll: 1 } });
});
afterEach(() => worker.stop());
afterAll(async () => {
  await postman.close();
  await app.close();
});

const view = (name: string, more: object = {}) => ({
  screen: 'kpi_reporting',
  name,
  search: 'group=person',
  file: { kpis: { from: '2026-01-01', to: '2026-01-31', by: 'utilization', group: 'person' } },
  ...more,
});
const namesOf = ({ body }: { body: { name: string }[] }): string[] => body.map(({ name }) => name);

/** Two teams, one below the other, with a Manager in each. */
async function firmOfTeams() {
  const firm = await makeFirm(app);
  const [above, below] = [newId(), newId()];
  await firm.within((tx) =>
    tx.write.insert('people.teams', [
      { id: above, name: 'Audit' },
      { id: below, name: 'Audit North', parent_id: above },
    ] as never),
  );
  const [ana, bo, cem] = [
    await firm.user({ grade: 'Partner' }),
    await firm.user({ grade: 'Manager', teamId: below }),
    await firm.user({ grade: 'Manager' }),
  ];
  const list = async (user: TestUser) => namesOf(await firm.call(user, 'GET', '/api/report_views?screen=kpi_reporting'));
  return { firm, above, below, ana, bo, cem, list };
}

test('views are one’s own until they are shared: with a team and those below it, or with everybody', async () => {
  const { firm, above, ana, bo, cem, list } = await firmOfTeams();
  const add = (user: TestUser, body: object) => firm.call(user, 'POST', '/api/report_views', body);
  expect((await add(ana, view('mine'))).status).toBe(200);
  expect((await add(ana, view('ours', { audience: 'team', team_id: above }))).body).toMatchObject({ team: 'Audit', own: true });
  const all = (await add(ana, view('all', { audience: 'firm' }))).body;
  expect(await list(ana)).toEqual(['all', 'mine', 'ours']);
  expect(await list(bo)).toEqual(['all', 'ours']);
  expect(await list(cem)).toEqual(['all']);
  expect(namesOf(await firm.call(ana, 'GET', '/api/report_views?screen=management_reporting'))).toEqual([]);
  // Somebody else's is not changed, and what is not shared is not there.
  expect((await firm.call(bo, 'PUT', `/api/report_views/${all.id}`, { name: 'x', version: 1 })).status).toBe(403);
  expect((await firm.call(bo, 'DELETE', `/api/report_views/${all.id}`)).status).toBe(403);
  const mine = (await firm.call(ana, 'GET', '/api/report_views?screen=kpi_reporting')).body[1];
  expect((await firm.call(bo, 'DELETE', `/api/report_views/${mine.id}`)).status).toBe(404);
  expect((await firm.call(ana, 'PUT', `/api/report_views/${all.id}`, { audience: 'self', version: 1 })).body.audience).toBe(
    'self',
  );
  expect(await list(cem)).toEqual([]);
  expect((await firm.call(ana, 'PUT', `/api/report_views/${all.id}`, { name: 'y', version: 1 })).status).toBe(409);
  const senior = await firm.user({ grade: 'Senior' });
  expect((await firm.call(senior, 'GET', '/api/report_views?screen=kpi_reporting')).status).toBe(403);
});

test('what cannot be a view is refused by name', async () => {
  const { firm, ana } = await firmOfTeams();
  const refusal = async (body: object) => {
    const answer = await firm.call(ana, 'POST', '/api/report_views', body);
    return [answer.status, JSON.stringify(answer.body)];
  };
  await firm.call(ana, 'POST', '/api/report_views', view('twice'));
  for (const [body, path] of [
    [view('twice'), 'name'],
    [view(' '), 'name'],
    [view('a', { audience: 'team' }), 'team_id'],
    [view('a', { audience: 'team', team_id: newId() }), 'team_id'],
    [view('a', { file: {} }), 'file'],
    [view('a', { screen: 'home' }), 'screen'],
  ] as const) {
    const [status, text] = await refusal(body);
    expect(status, path).toBe(422);
    expect(text).toContain(path);
  }
});

interface Mail {
  to: string;
  subject: string;
  rows: string[][];
}

/** The letters of people, with their workbooks read. */
async function mailsTo(user: TestUser): Promise<Mail[]> {
  const mails = postman.taken.filter(({ to }) => to.includes(user.email));
  return Promise.all(
    mails.map(async ({ raw, to }) => {
      const encoded = /Content-Disposition: attachment[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(raw)?.[1] ?? '';
      const bytes = Buffer.from(encoded, 'base64');
      const { header, rows } = await readTable(new Uint8Array(bytes), 'report.xlsx');
      const cells = [header, ...rows.map((row) => row.cells)];
      return { to: to[0] ?? '', subject: /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? '', rows: cells };
    }),
  );
}

const askAt = (firm: TestFirm, now: string): Promise<number> =>
  withTenant({ ...app.host, clock: () => new Date(now) }, { tenant: firm.tenant }, askForMails);
const settled = (firm: TestFirm): Promise<void> =>
  until('the mails are sent', async () =>
    (await jobsOf(app, 'reporting.send_view')).every((row) => row.data.tenant !== firm.tenant || row.state === 'completed'),
  );

/** Makes a schedule look as though it had been asked for long ago. */
const longAgo = (firm: TestFirm) =>
  firm.within(async (tx) => {
    const rows = await tx.all<Record<string, unknown>>(sql`select * from reporting.schedules where tenant_id = ${tx.tenant}`);
    await tx.write.update(
      'reporting.schedules',
      rows.map((before) => ({ before, set: { sent_for: '2026-01-05' } })),
    );
  });

test('a view comes by mail once a period, to each in their language and within their rights, and is audited', async () => {
  const { firm, ana } = await firmOfTeams();
  const team = newId();
  await firm.within((tx) => tx.write.insert('people.teams', [{ id: team, name: 'Tax' }] as never));
  const german = await firm.user({ grade: 'Manager', language: 'de', teamId: team });
  const senior = await firm.user({ grade: 'Senior', firstName: 'Zoe', lastName: 'Weit' });
  const shared = (await firm.call(ana, 'POST', '/api/report_views', view('Week', { audience: 'firm' }))).body;
  const path = `/api/report_views/${shared.id}/schedule`;
  for (const user of [ana, german]) {
    const answer = await firm.call(user, 'PUT', path, { rhythm: 'week', day: 1, hour: 7 });
    expect(answer.body.schedule).toEqual({ rhythm: 'week', day: 1, hour: 7, format: 'xlsx' });
  }
  expect((await firm.call(ana, 'PUT', path, { rhythm: 'week', day: 8, hour: 7 })).status).toBe(422);
  await longAgo(firm);
  // Monday, 9 March 2026, half past six and half past seven in Berlin.
  expect(await askAt(firm, '2026-03-09T05:30:00Z')).toBe(0);
  expect(await askAt(firm, '2026-03-09T06:30:00Z')).toBe(2);
  expect(await askAt(firm, '2026-03-09T07:30:00Z')).toBe(0);
  expect(await askAt(firm, '2026-03-10T07:30:00Z')).toBe(0);
  await settled(firm);
  const [own] = await mailsTo(ana);
  const [other] = await mailsTo(german);
  expect([await mailsTo(ana), await mailsTo(german)].map(({ length }) => length)).toEqual([1, 1]);
  expect(own?.subject).toContain('Week: ');
  expect(own?.rows[0]?.[0]).toBe('Name');
  expect(own?.rows.flat()).toContain('Zoe Weit');
  expect(other?.rows[0]?.[0]).toBe('Name');
  expect(other?.rows[0]).toContain('Personen');
  // A Manager's report holds the people whom a Manager sees.
  const shown = (
    await firm.call(german, 'POST', '/api/utilization/actual_utilization', {
      from: '2026-03-02',
      to: '2026-03-08',
      group: 'person',
    })
  ).body.rows.map(({ name }: { name: string }) => name);
  expect(other?.rows.slice(1).map(([name]) => name)).toEqual(shown);
  const events = await firm.within((tx) =>
    tx.all<{ after: { user_id: string; from: string; to: string } }>(sql`
      select d.after from app.audit_changes c join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id
      where c.tenant_id = ${tx.tenant} and c.action = 'exported'`),
  );
  expect(events.map(({ after }) => after)).toEqual(
    expect.arrayContaining(
      [ana, german].map(({ id }) => expect.objectContaining({ user_id: id, from: '2026-03-02', to: '2026-03-08' })),
    ),
  );
  // The next week again; whoever has left or may no more gets none.
  await firm.within(async (tx) => {
    const rows = await tx.all<Record<string, unknown>>(sql`
      select * from access.memberships where tenant_id = ${tx.tenant} and id = any(${[german.id, senior.id]}::uuid[])`);
    await tx.write.update(
      'access.memberships',
      rows.map((before) => ({ before, set: { is_active: false } })),
    );
  });
  expect(await askAt(firm, '2026-03-18T06:30:00Z')).toBe(2);
  await settled(firm);
  expect((await mailsTo(ana)).length).toBe(2);
  expect((await mailsTo(german)).length).toBe(1);
});

test('a view comes on paper to whom asked for it so, and what is chosen stays until it is changed', async () => {
  const { firm, ana } = await firmOfTeams();
  const shared = (await firm.call(ana, 'POST', '/api/report_views', view('Paper'))).body;
  const path = `/api/report_views/${shared.id}/schedule`;
  expect((await firm.call(ana, 'PUT', path, { rhythm: 'week', day: 1, hour: 7, format: 'docx' })).status).toBe(422);
  await firm.call(ana, 'PUT', path, { rhythm: 'week', day: 1, hour: 7, format: 'pdf' });
  const later = await firm.call(ana, 'PUT', path, { rhythm: 'week', day: 1, hour: 6 });
  expect(later.body.schedule).toEqual({ rhythm: 'week', day: 1, hour: 6, format: 'pdf' });
  await longAgo(firm);
  expect(await askAt(firm, '2026-03-09T06:30:00Z')).toBe(1);
  await settled(firm);
  const [letter] = postman.taken.filter(({ to }) => to.includes(ana.email));
  expect(letter?.raw).toMatch(/Content-Type: application\/pdf; name=utilization_2026-03-02_2026-03-08\.pdf/);
  const encoded = /Content-Disposition: attachment[\s\S]*?\r?\n\r?\n([\s\S]*?)\r?\n--/.exec(letter?.raw ?? '')?.[1] ?? '';
  expect(Buffer.from(encoded, 'base64').toString('latin1').slice(0, 5)).toBe('%PDF-');
});

test('who is demoted or to whom a view is shared no more gets it no more; who stops it neither', async () => {
  const { firm, ana, bo, cem } = await firmOfTeams();
  const shared = (await firm.call(ana, 'POST', '/api/report_views', view('Month', { audience: 'firm' }))).body;
  const path = `/api/report_views/${shared.id}/schedule`;
  for (const user of [ana, bo, cem]) await firm.call(user, 'PUT', path, { rhythm: 'month', day: 2, hour: 6 });
  expect((await firm.call(bo, 'GET', '/api/report_schedules')).body).toEqual([
    { view_id: shared.id, name: 'Month', screen: 'kpi_reporting', rhythm: 'month', day: 2, hour: 6, format: 'xlsx' },
  ]);
  expect((await firm.call(cem, 'DELETE', path)).status).toBe(200);
  await firm.within(async (tx) => {
    const [before] = await tx.all<Record<string, unknown>>(sql`
      select * from access.memberships where tenant_id = ${tx.tenant} and id = ${bo.id}`);
    await tx.write.update('access.memberships', [{ before: before ?? {}, set: { grade: 'Senior' } }]);
  });
  await longAgo(firm);
  expect(await askAt(firm, '2026-03-01T12:00:00Z')).toBe(0);
  expect(await askAt(firm, '2026-03-02T12:00:00Z')).toBe(2);
  await settled(firm);
  expect((await mailsTo(ana)).length).toBe(1);
  expect((await mailsTo(bo)).length + (await mailsTo(cem)).length).toBe(0);
  // With the view goes what it was sent by.
  expect((await firm.call(ana, 'DELETE', `/api/report_views/${shared.id}`)).status).toBe(200);
  expect((await firm.call(ana, 'GET', '/api/report_schedules')).body).toEqual([]);
});
