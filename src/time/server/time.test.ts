import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { newId } from '../../kit/ids.ts';
import { sql } from '../../server/sql.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface World {
  firm: TestFirm;
  user: TestUser;
  project: string;
  internal: string;
}

async function world(): Promise<World> {
  const firm = await makeFirm(app);
  const user = await firm.user();
  const [project = '', internal = ''] = [newId(), newId()];
  await firm.within(async (tx) => {
    await tx.write.insert('clients.clients', [{ id: project, name: 'Kestrel Bank' }]);
    await tx.write.insert('clients.projects', [
      { id: project, code: 'KES-1', name: 'Annual audit', client_id: project, chargeable: true, currency: 'EUR' },
      { id: internal, code: 'INT-1', name: 'Internal', client_id: null, chargeable: false, currency: 'EUR' },
    ]);
  });
  return { firm, user, project, internal };
}

const DAY = '2026-03-03';

/** The sums beside what the entries say: they must be equal after every write. */
async function sumsAgree({ firm }: World): Promise<void> {
  const rows = await firm.within((tx) =>
    tx.all<{ bad: string }>(sql`
      select 'day' as bad from (
        select user_id, day, sum(seconds)::int s, coalesce(sum(seconds) filter (where chargeable), 0)::int c, count(*)::int n
        from time.entries where tenant_id = ${tx.tenant} group by 1, 2) e
      full join (select * from time.person_days where tenant_id = ${tx.tenant} and entry_count <> 0) d on d.user_id = e.user_id and d.day = e.day
      where d.seconds is distinct from e.s or d.chargeable_seconds is distinct from e.c or d.entry_count is distinct from e.n
      union all
      select 'month' from (
        select user_id, date_trunc('month', day::timestamp)::date as month, chargeable, sum(seconds)::int s, count(*)::int n
        from time.entries where tenant_id = ${tx.tenant} group by 1, 2, 3) e
      full join (select user_id, month, chargeable, sum(seconds)::int s, sum(entry_count)::int n from time.months
        where tenant_id = ${tx.tenant} group by 1, 2, 3 having sum(entry_count) <> 0) m
        on m.user_id = e.user_id and m.month = e.month and m.chargeable = e.chargeable
      where m.s is distinct from e.s or m.n is distinct from e.n
      union all
      select 'month of a person' from (
        select user_id, date_trunc('month', day::timestamp)::date as month, sum(seconds)::int s,
          coalesce(sum(seconds) filter (where chargeable), 0)::int c
        from time.entries where tenant_id = ${tx.tenant} group by 1, 2) e
      full join (select * from time.person_months where tenant_id = ${tx.tenant}) p on p.user_id = e.user_id and p.month = e.month
      where coalesce(p.seconds, 0) is distinct from coalesce(e.s, 0) or coalesce(p.chargeable_seconds, 0) is distinct from coalesce(e.c, 0)`),
  );
  expect(rows).toEqual([]);
}

describe('logging time', () => {
  test('an entry is stored, summed, audited and answered', async () => {
    const w = await world();
    const answer = await w.firm.call(w.user, 'POST', '/api/time_entries', {
      day: DAY,
      project_id: w.project,
      seconds: 5400,
      comment: 'Memo',
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject([{ day: DAY, seconds: 5400, chargeable: true, comment: 'Memo', user_id: w.user.id }]);
    await sumsAgree(w);
    const audit = await w.firm.within((tx) =>
      tx.all<{ action: string; actor_id: string; after: { seconds: number } }>(sql`
        select c.action, c.actor_id, d.after from app.audit_changes c join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id
        where c.tenant_id = ${tx.tenant} and c.entity = 'time.entries'`),
    );
    expect(audit).toMatchObject([{ action: 'insert', actor_id: w.user.id, after: { seconds: 5400 } }]);
  });

  test('work on a project that is not chargeable stays so, whatever is sent', async () => {
    const w = await world();
    const answer = await w.firm.call(w.user, 'POST', '/api/time_entries', {
      day: DAY,
      project_id: w.internal,
      seconds: 60,
      chargeable: true,
    });
    expect(answer.body[0].chargeable).toBe(false);
  });

  test('the same client-made id twice is one entry; with other content it is refused', async () => {
    const w = await world();
    const entry = { id: newId(), day: DAY, project_id: w.project, seconds: 60 };
    expect((await w.firm.call(w.user, 'POST', '/api/time_entries', entry)).status).toBe(200);
    expect((await w.firm.call(w.user, 'POST', '/api/time_entries', entry)).status).toBe(200);
    expect((await w.firm.call(w.user, 'POST', '/api/time_entries', { ...entry, seconds: 120 })).status).toBe(409);
    await sumsAgree(w);
  });

  test('an Idempotency-Key makes a repeated create one create', async () => {
    const w = await world();
    const send = (seconds: number) =>
      w.firm.call(
        w.user,
        'POST',
        '/api/time_entries',
        { day: DAY, project_id: w.project, seconds },
        { 'idempotency-key': 'abc' },
      );
    const first = await send(60);
    const again = await send(60);
    expect(again.body).toEqual(first.body);
    expect((await send(120)).status).toBe(422);
    const list = await w.firm.call(w.user, 'GET', `/api/time_entries?from=${DAY}&to=${DAY}`);
    expect(list.body.length).toBe(1);
  });

  test('a day holds no more than 24 hours, and nothing of the refused write stays', async () => {
    const w = await world();
    const full = { day: DAY, project_id: w.project, seconds: 86_400 };
    expect((await w.firm.call(w.user, 'POST', '/api/time_entries', full)).status).toBe(200);
    const over = await w.firm.call(w.user, 'POST', '/api/time_entries', {
      entries: [
        { day: '2026-03-04', project_id: w.project, seconds: 60 },
        { day: DAY, project_id: w.project, seconds: 60 },
      ],
    });
    expect(over).toMatchObject({ status: 422, body: { detail: 'A day cannot hold more than 24 hours.' } });
    const list = await w.firm.call(w.user, 'GET', '/api/time_entries?from=2026-03-01&to=2026-03-31');
    expect(list.body.length).toBe(1);
    await sumsAgree(w);
  });

  test('twenty people writing the same day at once lose nothing', async () => {
    const w = await world();
    const send = () => w.firm.call(w.user, 'POST', '/api/time_entries', { day: DAY, project_id: w.project, seconds: 60 });
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    await sumsAgree(w);
    const sheet = await w.firm.call(w.user, 'GET', '/api/timesheets/2026-W10');
    expect(sheet.body.days[1].seconds).toBe(1200);
  });

  test.each([
    ['no target', { day: DAY, seconds: 60 }],
    ['a project that is not there', { day: DAY, seconds: 60, project_id: newId() }],
    ['a day that is not there', { day: '2026-02-30', seconds: 60 }],
    ['a far day', { day: '2099-01-01', seconds: 60 }],
    ['negative time', { day: DAY, seconds: -1 }],
    ['time as text', { day: DAY, seconds: '60' }],
    ['an unknown field', { day: DAY, seconds: 60, hours: 1 }],
  ])('%s is refused with the field', async (_what, body) => {
    const w = await world();
    const answer = await w.firm.call(w.user, 'POST', '/api/time_entries', { project_id: w.project, ...body });
    if (_what === 'no target') {
      expect((await w.firm.call(w.user, 'POST', '/api/time_entries', body)).status).toBe(422);
    } else {
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toBeTypeOf('string');
    }
  });
});

describe('changing time', () => {
  test('a change keeps the sums; a stale one gets the current row; a deletion takes them back', async () => {
    const w = await world();
    const [entry] = (await w.firm.call(w.user, 'POST', '/api/time_entries', { day: DAY, project_id: w.project, seconds: 3600 }))
      .body;
    const moved = await w.firm.call(w.user, 'PATCH', `/api/time_entries/${entry.id}`, {
      day: '2026-04-01',
      project_id: w.internal,
      version: 1,
    });
    expect(moved).toMatchObject({ status: 200, body: { day: '2026-04-01', chargeable: false, version: 2 } });
    await sumsAgree(w);
    const stale = await w.firm.call(w.user, 'PATCH', `/api/time_entries/${entry.id}`, { seconds: 60 }, { 'if-match': '"1"' });
    expect(stale).toMatchObject({ status: 409, body: { current: { version: 2 } } });
    expect((await w.firm.call(w.user, 'DELETE', `/api/time_entries/${entry.id}`)).status).toBe(200);
    await sumsAgree(w);
  });

  test('others’ time is closed to a Junior and to a Manager who does not manage them, open to their manager and hr', async () => {
    const w = await world();
    const manager = await w.firm.user({ grade: 'Manager' });
    const other = await w.firm.user({ grade: 'Manager' });
    const hr = await w.firm.user({ category: 'hr', grade: 'Junior' });
    const junior = await w.firm.user();
    const report = await w.firm.user({ managerId: manager.id });
    const body = { day: DAY, project_id: w.project, seconds: 60, user_id: report.id };
    expect((await w.firm.call(junior, 'POST', '/api/time_entries', body)).status).toBe(403);
    expect((await w.firm.call(other, 'POST', '/api/time_entries', body)).status).toBe(403);
    expect((await w.firm.call(manager, 'POST', '/api/time_entries', body)).body).toMatchObject([
      { user_id: report.id, created_by: manager.id },
    ]);
    expect((await w.firm.call(hr, 'POST', '/api/time_entries', body)).status).toBe(200);
    // Who guesses another's entry whole is not told that it is there.
    const known = { ...body, id: newId(), day: '2026-03-05' };
    expect((await w.firm.call(manager, 'POST', '/api/time_entries', known)).status).toBe(200);
    expect((await w.firm.call(junior, 'POST', '/api/time_entries', known)).status).toBe(403);
    expect((await w.firm.call(junior, 'GET', `/api/timesheets/2026-W10?user_id=${report.id}`)).status).toBe(403);
    expect((await w.firm.call(manager, 'GET', `/api/timesheets/2026-W10?user_id=${report.id}`)).body.entries.length).toBe(3);
  });

  test('a locked day refuses every write: by the firm’s date, and by the day’s own lock', async () => {
    const w = await world();
    const [entry] = (await w.firm.call(w.user, 'POST', '/api/time_entries', { day: DAY, project_id: w.project, seconds: 60 }))
      .body;
    await w.firm.within((tx) =>
      tx.all(sql`update time.person_days set locked_at = now() where tenant_id = ${tx.tenant} returning 1`),
    );
    expect((await w.firm.call(w.user, 'PATCH', `/api/time_entries/${entry.id}`, { seconds: 120 })).status).toBe(409);
    expect(
      (await w.firm.call(w.user, 'POST', '/api/time_entries', { day: '2026-03-04', project_id: w.project, seconds: 60 })).status,
    ).toBe(200);
    await w.firm.within((tx) =>
      tx.all(sql`update settings.firm set locked_through = '2026-03-31' where tenant_id = ${tx.tenant} returning 1`),
    );
    expect(
      (await w.firm.call(w.user, 'POST', '/api/time_entries', { day: '2026-03-05', project_id: w.project, seconds: 60 })).status,
    ).toBe(409);
    expect(
      (await w.firm.call(w.user, 'POST', '/api/time_entries', { day: '2026-04-01', project_id: w.project, seconds: 60 })).status,
    ).toBe(200);
    await sumsAgree(w);
  });
});

describe('several entries at once', () => {
  const two = async (w: World) => {
    const answer = await w.firm.call(w.user, 'POST', '/api/time_entries', {
      entries: [
        { day: DAY, project_id: w.project, seconds: 3600, comment: 'Cash', started_at: '09:00' },
        { day: '2026-03-04', project_id: w.project, seconds: 7200, comment: 'Debtors' },
      ],
    });
    return answer.body as { id: string; version: number }[];
  };

  test('go to other work with their notes and hours, and back; the sums follow', async () => {
    const w = await world();
    const [first, second] = await two(w);
    const moved = await w.firm.call(w.user, 'PATCH', '/api/time_entries', {
      entries: [first, second].map((each) => ({ id: each?.id, version: each?.version, project_id: w.internal })),
    });
    expect(moved.body).toMatchObject([
      { id: first?.id, project_id: w.internal, chargeable: false, comment: 'Cash', seconds: 3600, started_at: '09:00:00' },
      { id: second?.id, project_id: w.internal, chargeable: false, comment: 'Debtors', seconds: 7200 },
    ]);
    await sumsAgree(w);
    const back = await w.firm.call(w.user, 'PATCH', '/api/time_entries', {
      entries: [first, second].map((each) => ({ id: each?.id, project_id: w.project, chargeable: true })),
    });
    expect(back.body).toMatchObject([{ chargeable: true }, { chargeable: true }]);
    await sumsAgree(w);
  });

  test('become chargeable only where their work is', async () => {
    const w = await world();
    const [first] = await two(w);
    const set = (chargeable: boolean) =>
      w.firm.call(w.user, 'PATCH', '/api/time_entries', { entries: [{ id: first?.id, chargeable }] });
    expect((await set(false)).body).toMatchObject([{ chargeable: false, project_id: w.project }]);
    expect((await set(true)).body).toMatchObject([{ chargeable: true }]);
    await sumsAgree(w);
  });

  test('move all or none: one that is stale, locked, of somebody else or on no work keeps all where they are', async () => {
    const w = await world();
    const [first, second] = await two(w);
    const other = await w.firm.user();
    const attempt = (who: TestUser, entries: unknown[]) => w.firm.call(who, 'PATCH', '/api/time_entries', { entries });
    const both = (extra: object) => [
      { id: first?.id, project_id: w.internal },
      { id: second?.id, project_id: w.internal, ...extra },
    ];
    expect((await attempt(w.user, both({ version: 7 }))).status).toBe(409);
    expect((await attempt(w.user, both({ project_id: newId() }))).status).toBe(422);
    expect((await attempt(w.user, both({ id: newId() }))).status).toBe(404);
    expect((await attempt(other, both({}))).status).toBe(404);
    await w.firm.within((tx) =>
      tx.all(
        sql`update time.person_days set locked_at = now() where tenant_id = ${tx.tenant} and user_id = ${w.user.id} and day = '2026-03-04'`,
      ),
    );
    expect((await attempt(w.user, both({}))).status).toBe(409);
    const stored = await w.firm.call(w.user, 'GET', '/api/time_entries?from=2026-03-01&to=2026-03-31');
    expect((stored.body as { project_id: string }[]).map((each) => each.project_id)).toEqual([w.project, w.project]);
  });
});

describe('the week on one sheet', () => {
  const cellsOf = (w: World, cells: unknown[]) => w.firm.call(w.user, 'PUT', '/api/timesheets/cells', { cells });

  test('cells are set to their whole time: made, changed, emptied', async () => {
    const w = await world();
    const cell = { day: DAY, project_id: w.project };
    expect((await cellsOf(w, [{ ...cell, seconds: 3600, comment: 'Memo' }])).body.cells[0].entries).toMatchObject([
      { seconds: 3600, comment: 'Memo' },
    ]);
    expect((await cellsOf(w, [{ ...cell, seconds: 7200 }])).body.cells[0].entries).toMatchObject([
      { seconds: 7200, comment: 'Memo' },
    ]);
    expect((await cellsOf(w, [{ ...cell, seconds: 0 }])).body.cells[0].entries).toEqual([]);
    await sumsAgree(w);
  });

  test('a cell of several entries gives the difference to the latest, then to earlier ones', async () => {
    const w = await world();
    const cell = { day: DAY, project_id: w.project };
    for (const seconds of [3600, 1800]) await w.firm.call(w.user, 'POST', '/api/time_entries', { ...cell, seconds });
    expect((await cellsOf(w, [{ ...cell, seconds: 6000 }])).body.cells[0].entries).toMatchObject([
      { seconds: 3600 },
      { seconds: 2400 },
    ]);
    expect((await cellsOf(w, [{ ...cell, seconds: 1200 }])).body.cells[0].entries).toMatchObject([{ seconds: 1200 }]);
    await sumsAgree(w);
  });

  test('a full day may be rearranged in one go', async () => {
    const w = await world();
    await cellsOf(w, [{ day: DAY, project_id: w.project, seconds: 86_400 }]);
    const answer = await cellsOf(w, [
      { day: DAY, project_id: w.internal, seconds: 43_200 },
      { day: DAY, project_id: w.project, seconds: 43_200 },
    ]);
    expect(answer.status).toBe(200);
    await sumsAgree(w);
  });

  test('the week says what is expected: pattern, public holiday, leave', async () => {
    const w = await world();
    await w.firm.within(async (tx) => {
      const type = await tx.one<{ id: string }>(
        sql`select id from leave.types where tenant_id = ${tx.tenant} and name = 'Vacation'`,
      );
      await tx.write.insert('leave.requests', [
        { user_id: w.user.id, type_id: type?.id, first_day: '2026-04-02', last_day: '2026-04-02', status: 'approved' },
      ]);
    });
    // Good Friday 2026 is 3 April.
    const { body } = await w.firm.call(w.user, 'GET', '/api/timesheets/2026-W14');
    expect(body.days.map((day: { expected: unknown }) => day.expected)).toEqual([
      { pattern: 480, holiday: 0, leave: 0 },
      { pattern: 480, holiday: 0, leave: 0 },
      { pattern: 480, holiday: 0, leave: 0 },
      { pattern: 480, holiday: 0, leave: 480 },
      { pattern: 480, holiday: 480, leave: 0 },
      { pattern: 0, holiday: 0, leave: 0 },
      { pattern: 0, holiday: 0, leave: 0 },
    ]);
    expect(body.days[4].holiday).toBe('Good Friday');
  });

  test('shows entries of a project that takes no more time, with their names', async () => {
    const w = await world();
    await cellsOf(w, [{ day: DAY, project_id: w.project, seconds: 3600 }]);
    for (const status of ['completed', 'archived']) {
      await w.firm.within(async (tx) => {
        const [before] = await tx.all<Record<string, unknown>>(
          sql`select * from clients.projects where tenant_id = ${tx.tenant} and id = ${w.project}`,
        );
        await tx.write.update('clients.projects', [{ before: before ?? {}, set: { status } }]);
      });
      const named = { project: 'Annual audit', project_code: 'KES-1', client: 'Kestrel Bank' };
      const week = (await w.firm.call(w.user, 'GET', '/api/timesheets/2026-W10')).body;
      expect(week.entries, status).toMatchObject([named]);
      const list = (await w.firm.call(w.user, 'GET', `/api/time_entries?from=${DAY}&to=${DAY}`)).body;
      expect(list, status).toMatchObject([named]);
      const { projects } = (await w.firm.call(w.user, 'GET', '/api/time_entries/choices')).body;
      expect(projects.map((project: { code: string }) => project.code)).toEqual(['INT-1']);
    }
  });

  test('an unknown week is refused', async () => {
    const w = await world();
    expect((await w.firm.call(w.user, 'GET', '/api/timesheets/2026-W60')).status).toBe(422);
  });
});

describe('the history of an entry', () => {
  test('says who wrote and changed what, to the person and to those who may write their time', async () => {
    const w = await world();
    const made = await w.firm.call(w.user, 'POST', '/api/time_entries', { day: DAY, project_id: w.project, seconds: 3600 });
    const { id } = (made.body as { id: string }[])[0] ?? { id: '' };
    const hr = await w.firm.user({ category: 'hr', grade: 'Partner' });
    const changed = await w.firm.call(hr, 'PATCH', `/api/time_entries/${id}`, { seconds: 7200, comment: 'Corrected' });
    expect(changed.status).toBe(200);
    const history = await w.firm.call(w.user, 'GET', `/api/time_entries/${id}/history`);
    expect(history.body).toMatchObject([
      {
        action: 'update',
        changes: [
          { field: 'seconds', before: '3600', after: '7200' },
          { field: 'comment', before: null, after: 'Corrected' },
        ],
      },
      { action: 'insert' },
    ]);
    expect(history.body[0].by).not.toBe(history.body[1].by);
    expect((await w.firm.call(await w.firm.user(), 'GET', `/api/time_entries/${id}/history`)).status).toBe(404);
    const stranger = await makeFirm(app);
    expect((await stranger.call(await stranger.user({ category: 'hr' }), 'GET', `/api/time_entries/${id}/history`)).status).toBe(
      404,
    );
  });
});
