import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { startWorker, until } from '../../../test/jobs.ts';
import { newId } from '../../kit/ids.ts';
import { proveAudit } from '../../server/commands-audit.ts';
import { jobKind } from '../../server/jobs.ts';
import { sealAudit } from '../../server/seals.ts';
import { sql } from '../../server/sql.ts';
import { supportJobs } from './jobs.ts';

let app: TestApp;
let owner: pg.Client;
let dataDir: string;
beforeAll(async () => {
  app = await startTestApp();
  owner = new pg.Client({ connectionString: inject('adminUrl') });
  await owner.connect();
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-erased-'));
});
afterAll(async () => {
  await owner.end();
  await app.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

let count = 0;
/** A word that stands nowhere else in the database. */
const oneWord = (): string => `unmistakable${process.pid}x${count++}`;

/** Tables of the product in which a word stands, wherever in a row. */
async function tablesWith(word: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema', 'jobs') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const hit = await owner.query(`select 1 from ${name} t where t::text ilike $1 limit 1`, [`%${word}%`]);
    if (hit.rowCount) found.push(name);
  }
  return found;
}

/** Says when somebody's last day was, and that they can no longer sign in. */
async function leave(firm: TestFirm, userId: string, lastDay: string): Promise<void> {
  await firm.within(async (tx) => {
    const rows = await tx.all<Record<string, unknown>>(sql`
      select * from people.employments where tenant_id = ${tx.tenant} and user_id = ${userId}`);
    await tx.write.update(
      'people.employments',
      rows.map((before) => ({ before, set: { valid_from: '2001-01-01', valid_to: lastDay } })),
    );
    const [member] = await tx.all<Record<string, unknown>>(sql`
      select * from access.memberships where tenant_id = ${tx.tenant} and id = ${userId}`);
    if (member) await tx.write.update('access.memberships', [{ before: member, set: { is_active: false } }]);
  });
}

/** Somebody whose name, address and words stand all over the place. */
async function eloquent(firm: TestFirm, boss: TestUser, word: string): Promise<TestUser> {
  const user = await firm.user({ email: `${word}@example.org`, firstName: `First${word}`, lastName: `Last${word}` });
  const ok = async (by: TestUser, method: string, url: string, body?: unknown): Promise<Record<string, unknown>> => {
    const answer = await firm.call(by, method, url, body);
    expect([url, answer.status, answer.body]).toEqual([url, 200, expect.anything()]);
    return answer.body as Record<string, unknown>;
  };
  await ok(user, 'PUT', '/api/user_settings', { theme: 'dark' }).catch(() => undefined);
  const { reference: _reference, id: ticket } = await ok(user, 'POST', '/api/support', { text: `${word} one`, page: 'home' });
  await ok(boss, 'POST', `/api/support/tickets/${String(ticket)}/answer`, { text: `${word} two` });
  await ok(boss, 'POST', '/api/users/edit', { userData: { id: user.id, last_name: `Other${word}` } });
  await firm.within(async (tx) => {
    const task = await tx.one<{ id: string }>(sql`select id from settings.task_types where tenant_id = ${tx.tenant} limit 1`);
    const type = await tx.one<{ id: string }>(sql`select id from leave.types where tenant_id = ${tx.tenant} limit 1`);
    const entry = { user_id: user.id, task_type_id: task?.id, chargeable: false };
    const [first, second] = await tx.write.insert<Record<string, unknown>>('time.entries', [
      { ...entry, day: '2026-03-03', seconds: 3600, comment: `${word} three` },
      { ...entry, day: '2026-03-04', seconds: 7200, comment: `${word} four` },
    ]);
    if (first) await tx.write.update('time.entries', [{ before: first, set: { comment: `${word} five` } }]);
    if (second) await tx.write.remove('time.entries', [second]);
    await tx.write.insert('leave.requests', [
      {
        user_id: user.id,
        type_id: type?.id,
        first_day: '2026-04-01',
        last_day: '2026-04-02',
        comment: `${word} six`,
        status: 'pending',
      },
    ]);
    await tx.write.insert('planning.bookings', [
      {
        user_id: user.id,
        task_type_id: task?.id,
        first_day: '2026-05-04',
        last_day: '2026-05-05',
        minutes_per_day: 60,
        level: 'hard',
        note: `${word} seven`,
        created_by: boss.id,
      },
    ]);
  }, user.id);
  return user;
}

const secondsOf = async (tenant: number): Promise<unknown> =>
  (
    await owner.query(
      `select (select sum(seconds)::int from time.entries where tenant_id = $1) as entries,
         (select sum(seconds)::int from time.months where tenant_id = $1) as months,
         (select sum(seconds)::int from time.person_days where tenant_id = $1) as days`,
      [tenant],
    )
  ).rows[0];

describe('what the firm tells its people', () => {
  test('is read by each, once an edition; a new text asks again', async () => {
    const firm = await makeFirm(app);
    const boss = await firm.user({ isSuperuser: true });
    const user = await firm.user();
    const notice = async () => (await firm.call(user, 'GET', '/api/privacy/notice')).body;
    expect(await notice()).toMatchObject({ text: '', edition: 0, is_read: true });
    const first = await firm.call(boss, 'PUT', '/api/privacy', { notice: ' We keep your hours for two years. ', version: 0 });
    expect(first.body).toMatchObject({ edition: 1, read_by: 0, people: 2, version: 1 });
    expect(await notice()).toMatchObject({ text: 'We keep your hours for two years.', edition: 1, is_read: false });
    await firm.call(user, 'POST', '/api/privacy/notice/read', { edition: 1 });
    expect(await notice()).toMatchObject({ is_read: true });
    // Other things that change ask nobody to read again.
    expect((await firm.call(boss, 'PUT', '/api/privacy', { picture_months: null })).body).toMatchObject({
      edition: 1,
      read_by: 1,
    });
    await firm.call(boss, 'PUT', '/api/privacy', { notice: 'Three years.' });
    expect(await notice()).toMatchObject({ edition: 2, is_read: false });
    expect((await firm.call(user, 'POST', '/api/privacy/notice/read', { edition: 1 })).status).toBe(409);
    expect((await firm.call(boss, 'PUT', '/api/privacy', { notice: 'x', version: 1 })).status).toBe(409);
    expect((await firm.call(user, 'PUT', '/api/privacy', { notice: 'mine' })).status).toBe(403);
    expect((await firm.call(user, 'GET', '/api/privacy')).status).toBe(403);
    const months = await firm.call(boss, 'PUT', '/api/privacy', { audit_months: 3 });
    expect([months.status, JSON.stringify(months.body)]).toEqual([422, expect.stringContaining('audit_months')]);
  });
});

describe('erasing a person', () => {
  test('takes their name, address and words out of every table, and leaves every sum and a proved audit', async () => {
    const firm = await makeFirm(app);
    const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
    const word = oneWord();
    const user = await eloquent(firm, boss, word);
    await firm.within(sealAudit);
    expect((await tablesWith(word)).length).toBeGreaterThan(6);
    const before = await secondsOf(firm.tenant);
    await leave(firm, user.id, '2003-01-01');

    const answer = await firm.call(boss, 'POST', `/api/privacy/leavers/${user.id}/erase`);
    expect(answer.body).toMatchObject({ state: 'erased', name: `#${user.id.slice(-6).toUpperCase()}` });
    expect(await tablesWith(word)).toEqual([]);
    expect(await secondsOf(firm.tenant)).toEqual(before);
    await firm.within(sealAudit);
    expect((await firm.within(proveAudit)).faults).toEqual([]);
    expect((await firm.call(user, 'GET', '/users/me')).status).toBe(401);

    // Nothing of them can be changed, and there is nothing left to erase.
    const change = await firm.call(boss, 'POST', '/api/users/edit', { userData: { id: user.id, is_active: true } });
    expect([change.status, change.body]).toEqual([409, { detail: 'This person was erased: nothing of them can be changed.' }]);
    expect((await firm.call(boss, 'POST', `/api/privacy/leavers/${user.id}/erase`)).status).toBe(409);
  });

  test('what was forgotten without an event that says so is a fault of the audit', async () => {
    const firm = await makeFirm(app);
    const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
    expect((await firm.call(boss, 'POST', '/api/users/edit', { userData: { id: boss.id, last_name: 'Changed' } })).status).toBe(
      200,
    );
    await firm.within(sealAudit);
    await owner.query(
      `update app.audit_details set before = null, forgotten_at = now() where tenant_id = $1 and before is not null`,
      [firm.tenant],
    );
    expect((await firm.within(proveAudit)).faults.length).toBeGreaterThan(0);
  });

  test('waits for the day until which records are kept, for a last day, and until they can no longer sign in', async () => {
    const firm = await makeFirm(app);
    const boss = await firm.user({ isSuperuser: true });
    const user = await firm.user({ firstName: 'Ann', lastName: 'Lee' });
    const erase = async (by: TestUser) => {
      const { status, body } = await firm.call(by, 'POST', `/api/privacy/leavers/${user.id}/erase`);
      return [status, (body as { detail: string }).detail];
    };
    expect(await erase(boss)).toEqual([409, 'Ann Lee has no last day of work in the past. Enter it first.']);
    const year = new Date().getUTCFullYear();
    await leave(firm, user.id, `${year - 1}-01-01`);
    expect(await erase(boss)).toEqual([
      409,
      `The records of Ann Lee are kept until ${year}-12-31: 24 months after the last day (DE).`,
    ]);
    // The firm keeps them for a shorter time: the day moves.
    const kept = await firm.call(boss, 'PUT', '/api/privacy', { countries: [{ code: 'DE', months: 6 }] });
    expect(kept.body).toMatchObject({ countries: [{ code: 'DE', months: 6, usual: 24 }], due: 1 });
    await owner.query('update access.memberships set is_active = true where tenant_id = $1 and id = $2', [firm.tenant, user.id]);
    expect(await erase(boss)).toEqual([409, 'Ann Lee can still sign in. Deactivate them first.']);
    expect(await erase(await firm.user({ category: 'hr', grade: 'Partner' }))).toEqual([403, expect.any(String)]);
    const { body } = await firm.call(boss, 'GET', '/api/privacy/leavers?state=due');
    expect(body).toMatchObject([
      { user_id: user.id, due_on: `${year - 1}-06-30`, last_day: `${year - 2}-12-31`, is_active: true },
    ]);
  });

  test('stays so when a backup brings them back, and happens by itself where the firm wants it', async () => {
    const firm = await makeFirm(app);
    const boss = await firm.user({ isSuperuser: true });
    const [one, other, active] = [await firm.user(), await firm.user(), await firm.user()];
    for (const { id } of [one, other, active]) await leave(firm, id, '2003-01-01');
    await owner.query('update access.memberships set is_active = true where tenant_id = $1 and id = $2', [
      firm.tenant,
      active.id,
    ]);
    const worker = await startWorker(app, supportJobs, { dataDir });
    const stateOf = async (id: string): Promise<unknown> =>
      ((await firm.call(boss, 'GET', `/api/privacy/leavers/${id}`)).body as { state: string }).state;

    await firm.call(boss, 'POST', `/api/privacy/leavers/${one.id}/erase`);
    const note = path.join(dataDir, 'files/erased', String(firm.tenant), one.id);
    await until('the number stands outside of the database', () => fs.existsSync(note));
    await owner.query(
      `update people.users set erased_at = null, email = 'back@example.org', first_name = 'Back' where tenant_id = $1 and id = $2`,
      [firm.tenant, one.id],
    );
    expect(await stateOf(one.id)).toBe('due');
    await worker.finish(jobKind('support.erase_again'), firm.tenant);
    expect(await stateOf(one.id)).toBe('erased');
    expect(await tablesWith('back@example.org')).toEqual([]);

    await worker.finish(jobKind('support.erase_leavers'), firm.tenant);
    expect(await stateOf(other.id)).toBe('due');
    await firm.call(boss, 'PUT', '/api/privacy', { erases_leavers: true });
    await worker.finish(jobKind('support.erase_leavers'), firm.tenant);
    expect([await stateOf(other.id), await stateOf(active.id)]).toEqual(['erased', 'due']);
    await worker.stop();
  });
});

/** Makes changes of the audit so many months older, as if they had been written then: their ids begin with their moment. */
async function aged(firm: TestFirm, which: string, months: number): Promise<string[]> {
  const { rows } = await owner.query<{ id: string; older: string }>(
    `select id, at, (substr(hex, 1, 8) || '-' || substr(hex, 9) || substr(id::text, 14))::uuid as older
     from (select id, at, lpad(to_hex((extract(epoch from at - make_interval(months => $2)) * 1000)::bigint), 12, '0') as hex
       from app.audit_changes where tenant_id = $1 and ${which}) c`,
    [firm.tenant, months],
  );
  for (const { id, older } of rows) {
    const ids = [firm.tenant, id, older];
    await owner.query(
      `insert into app.audit_changes (tenant_id, id, at, actor_id, request_id, entity, entity_id, action, ip)
       select tenant_id, $3, at - make_interval(months => ${months}), actor_id, request_id, entity, entity_id, action, ip
       from app.audit_changes where tenant_id = $1 and id = $2`,
      ids,
    );
    await owner.query('update app.audit_details set change_id = $3 where tenant_id = $1 and change_id = $2', ids);
    await owner.query('delete from app.audit_changes where tenant_id = $1 and id = $2', ids.slice(0, 2));
  }
  return rows.map(({ older }) => older);
}

describe('what is kept for a time', () => {
  test('pictures of tickets closed long ago go, and the audit forgets what was before and after, and nothing else', async () => {
    const firm = await makeFirm(app);
    const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
    await firm.call(boss, 'PUT', '/api/privacy', { picture_months: 1, audit_months: 12 });
    const [old, young] = [newId(), newId()];
    await firm.within(async (tx) => {
      for (const [index, id] of [old, young].entries()) {
        const file = newId();
        await tx.write.insert('app.files', [
          { id: file, name: 'a.png', media_type: 'image/png', size: 1, sha256: 'x', created_by: boss.id },
        ]);
        await tx.write.insert('support.tickets', [
          { id, reference: `T-${index}`, user_id: boss.id, page: 'home', subject: 'a', text: 'b', status: 'closed' },
        ]);
        await tx.write.insert('support.images', [{ ticket_id: id, file_id: file, name: 'a.png' }]);
      }
    });
    await owner.query(`update support.tickets set updated_at = now() - interval '40 days' where tenant_id = $1 and id = $2`, [
      firm.tenant,
      old,
    ]);
    const changes = await aged(firm, `entity = 'support.tickets' and entity_id = '${old}'`, 13);
    expect(changes).toHaveLength(1);
    await aged(firm, `entity = 'settings.firm'`, 20);
    await firm.within(sealAudit);
    const worker = await startWorker(app, supportJobs, { dataDir });
    for (let night = 0; night < 2; night++) await worker.finish(jobKind('support.forget'), firm.tenant);
    await worker.stop();
    const events = await owner.query(`select 1 from app.audit_changes where tenant_id = $1 and action = 'forgotten'`, [
      firm.tenant,
    ]);
    expect(events.rowCount).toBe(1);
    const kept = await owner.query('select ticket_id from support.images where tenant_id = $1', [firm.tenant]);
    expect(kept.rows).toEqual([{ ticket_id: young }]);
    const details = await owner.query<{ change_id: string }>(
      `select d.change_id from app.audit_details d join app.audit_changes c on c.tenant_id = d.tenant_id and c.id = d.change_id
       where d.tenant_id = $1 and d.before is null and d.after is null and c.entity = 'support.tickets'`,
      [firm.tenant],
    );
    expect(details.rows.map((row) => row.change_id)).toEqual(changes);
    await firm.within(sealAudit);
    expect((await firm.within(proveAudit)).faults).toEqual([]);
    // A report as of a day before that cannot be told any more, and says so.
    const months = (count: number): string => new Date(Date.now() - count * 30 * 86_400_000).toISOString().slice(0, 10);
    const report = async (asOf: string) => {
      const body = { from: months(20), to: months(15), as_of: asOf };
      const answer = await firm.call(boss, 'POST', '/api/utilization/actual_utilization', body);
      return [answer.status, JSON.stringify(answer.body)];
    };
    expect(await report(months(14))).toEqual([422, expect.stringContaining('The audit has forgotten what stood on this day.')]);
    expect((await report(months(2)))[0]).toBe(200);
  });
});
