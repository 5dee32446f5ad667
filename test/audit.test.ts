import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '../src/kit/ids.ts';
import { proveAudit } from '../src/server/commands-audit.ts';
import { type Job } from '../src/server/jobs.ts';
import { Sealer, sealAudit, sealJob } from '../src/server/seals.ts';
import { sql } from '../src/server/sql.ts';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { startWorker, until } from './jobs.ts';

let app: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  app = await startTestApp();
  owner = new pg.Client({ connectionString: inject('adminUrl') });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const PASSWORD = 'correct horse battery staple';

interface Row {
  id: string;
  action: string;
  entity: string;
  entity_id: string;
  actor_id: string | null;
  ip: string | null;
  request_id: string | null;
  after: Record<string, unknown> | null;
}

const rowsOf = async (firm: TestFirm): Promise<Row[]> =>
  (
    await owner.query<Row>(
      `select c.*, d.after from app.audit_changes c join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id
       where c.tenant_id = $1 order by c.id`,
      [firm.tenant],
    )
  ).rows;

/** What an action added to the audit of the firm. */
async function added(firm: TestFirm, action: () => Promise<unknown>): Promise<Row[]> {
  const before = new Set((await rowsOf(firm)).map((row) => row.id));
  await action();
  return (await rowsOf(firm)).filter((row) => !before.has(row.id));
}

const login = (email: string, password = PASSWORD): Promise<unknown> =>
  app.app.inject({
    method: 'POST',
    url: '/auth/jwt/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    remoteAddress: '203.0.113.200',
    payload: new URLSearchParams({ username: email, password }).toString(),
  });

describe('every event leaves one row, with who, from where and by which request', () => {
  let firm: TestFirm;
  let admin: TestUser;
  let user: TestUser;
  beforeAll(async () => {
    firm = await makeFirm(app);
    admin = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
    user = await firm.user({ grade: 'Manager' });
  });

  const edit = (fields: object): Promise<Answer> =>
    firm.call(admin, 'POST', '/api/users/edit', { userData: { id: user.id, ...fields } });
  const events: [what: string, act: () => Promise<unknown>, expected: object][] = [
    ['a sign-in', () => login(user.email), { action: 'sign_in', ip: '203.0.113.200' }],
    [
      'a sign-in in vain',
      () => login(user.email, 'wrong'),
      { action: 'sign_in_failed', ip: '203.0.113.200', after: { method: 'password', why: 'LOGIN_BAD_CREDENTIALS' } },
    ],
    [
      'a change of the role',
      () => edit({ role: 'reviewer' }),
      { action: 'update', entity: 'access.memberships', after: { role: 'reviewer' } },
    ],
    [
      'a change of the category',
      () => edit({ category: 'admin' }),
      { action: 'update', entity: 'access.memberships', after: { category: 'admin' } },
    ],
    [
      'an export',
      () => firm.call(admin, 'POST', '/api/users/export_users?format=csv&search=x'),
      { action: 'exported', entity: 'exports', entity_id: '/api/users/export_users', after: { format: 'csv', search: 'x' } },
    ],
    [
      'a setting',
      () => firm.call(admin, 'PUT', '/api/settings/session_life', { idle_minutes: 60, hours: 8 }),
      { action: 'update', entity: 'settings.firm', after: { session_hours: 8, session_idle_minutes: 60 } },
    ],
    [
      'a new role',
      () => firm.call(admin, 'POST', '/api/settings/add_role_access', { role: 'viewer', accesses: {} }),
      { action: 'insert', entity: 'access.roles' },
    ],
    ['a sign-out', () => firm.call(undefined, 'POST', `/api/otp_auth/logout?token=${user.token}`), { action: 'sign_out' }],
  ];
  test.each(events)('%s', async (_what, act, expected) => {
    const rows = await added(firm, act);
    expect(rows).toMatchObject([expected]);
    expect(rows[0]?.ip).toMatch(/^(127\.0\.0\.1|203\.0\.113\.200)$/);
    expect(rows[0]?.request_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(rows[0]?.action === 'sign_in_failed' || [admin.id, user.id].includes(String(rows[0]?.actor_id))).toBe(true);
  });

  test('a change of the grade says on the membership what it was', async () => {
    const rows = await added(firm, () => edit({ grade: 'Director' }));
    expect(rows.filter(({ entity }) => entity === 'access.memberships')).toMatchObject([
      { action: 'update', after: { grade: 'Director' } },
    ]);
  });

  test('nothing of what is rolled back', async () => {
    const work = (): Promise<unknown> =>
      firm.within(async (tx) => {
        tx.write.event({ action: 'tried', entity: 'test', entityId: '1' });
        throw new Error('no');
      });
    expect(await added(firm, () => work().catch(() => undefined))).toEqual([]);
  });

  test('an unknown address goes to the audit of the installation, and what was typed is not kept', async () => {
    const typed = `typed-${newId()}`;
    await login(typed, 'wrong');
    const { rows } = await owner.query<{
      row: string;
    }>(`select c::text || coalesce(d.after::text, '') as row from app.audit_changes c
      join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id where c.tenant_id = 0 order by c.id desc limit 50`);
    expect(rows.some(({ row }) => row.includes('sign_in_failed'))).toBe(true);
    expect(rows.filter(({ row }) => row.includes(typed))).toEqual([]);
  });
});

describe('the chain', () => {
  /** A firm with a sealed audit. */
  async function sealed(): Promise<TestFirm> {
    const firm = await makeFirm(app);
    await firm.within(async (tx) => {
      for (const name of ['A', 'B', 'C', 'D']) await tx.write.insert('clients.clients', [{ name }]);
    });
    expect(await firm.within(sealAudit)).toBeGreaterThan(4);
    return firm;
  }
  const prove = (firm: TestFirm): ReturnType<typeof proveAudit> => firm.within(proveAudit);

  test('covers every row, once, and goes on where it ended', async () => {
    const firm = await sealed();
    const { rows, head, faults } = await prove(firm);
    expect(faults).toEqual([]);
    expect(rows).toBe((await rowsOf(firm)).length);
    expect(await firm.within(sealAudit)).toBe(0);
    await firm.within((tx) => tx.write.insert('clients.clients', [{ name: 'E' }]));
    expect(await firm.within(sealAudit)).toBe(1);
    const after = await prove(firm);
    expect([after.rows, after.faults]).toEqual([rows + 1, []]);
    expect(after.head).not.toBe(head);
  });

  test('is one chain, however many processes seal at once', async () => {
    const firm = await sealed();
    await firm.within((tx) =>
      tx.write.insert(
        'clients.clients',
        Array.from({ length: 30 }, (_, index) => ({ name: `X${index}` })),
      ),
    );
    const counts = await Promise.all([firm.within(sealAudit), firm.within(sealAudit), firm.within(sealAudit)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
    expect((await prove(firm)).faults).toEqual([]);
  });

  /** What somebody with the owner's power could do, and what is said of it. */
  const tampering: [what: string, statement: string, said: RegExp][] = [
    [
      'who did it',
      `update app.audit_changes set actor_id = gen_random_uuid() where tenant_id = $1 and id = $2`,
      /^row [0-9a-f-]{36} \(insert of clients\.clients .*\) was altered$/,
    ],
    ['when', `update app.audit_changes set at = at + interval '1 microsecond' where tenant_id = $1 and id = $2`, /was altered$/],
    [
      'one letter of what was after',
      `update app.audit_details set after = jsonb_set(after, '{name}', '"Z"') where tenant_id = $1 and change_id = $2`,
      /what was before and after was altered$/,
    ],
    [
      'what was after, all of it',
      `delete from app.audit_details where tenant_id = $1 and change_id = $2`,
      /lost what was before and after$/,
    ],
    [
      'the row',
      `with d as (delete from app.audit_details where tenant_id = $1 and change_id = $2) delete from app.audit_changes where tenant_id = $1 and id = $2`,
      /^row [0-9a-f-]{36} is gone$/,
    ],
    ['its seal', `delete from app.audit_seals where tenant_id = $1 and change_id = $2`, /^link \d+ is gone$/],
    ['its digest', `update app.audit_seals set row_digest = sha256('x') where tenant_id = $1 and change_id = $2`, /was altered$/],
    [
      'its link',
      `update app.audit_seals set chain = sha256('x') where tenant_id = $1 and change_id = $2`,
      /its link \d+ was altered$/,
    ],
  ];
  test.each(tampering)('names the row when somebody changes %s', async (_what, statement, said) => {
    const firm = await sealed();
    const target = (await rowsOf(firm)).find(({ entity, after }) => entity === 'clients.clients' && after?.['name'] === 'B');
    await owner.query('begin');
    await owner.query('alter table app.audit_details drop constraint audit_details_change');
    await owner.query(statement, [firm.tenant, target?.id]);
    await owner.query(
      'alter table app.audit_details add constraint audit_details_change foreign key (tenant_id, change_id) references app.audit_changes (tenant_id, id) not valid',
    );
    await owner.query('commit');
    const { faults } = await prove(firm);
    expect(
      faults.some((fault) => said.test(fault)),
      faults.join('\n'),
    ).toBe(true);
    if (!statement.includes('delete from app.audit_seals'))
      expect(faults.some((fault) => fault.includes(String(target?.id)))).toBe(true);
  });

  test('names a row that was put in past the product', async () => {
    const firm = await sealed();
    const id = newId(Date.now() - 90_000_000);
    await owner.query(
      `insert into app.audit_changes (tenant_id, id, at, entity, entity_id, action) values ($1, $2, now() - interval '1 day', 'x', 'y', 'insert')`,
      [firm.tenant, id],
    );
    expect((await prove(firm)).faults).toEqual([expect.stringMatching(new RegExp(`^row ${id} .* was never sealed$`))]);
  });

  test('cannot be changed with the rights of the program', async () => {
    const firm = await sealed();
    for (const statement of [
      sql`update app.audit_changes set action = 'x' where tenant_id = ${firm.tenant} returning 1`,
      sql`delete from app.audit_details where tenant_id = ${firm.tenant} returning 1`,
      sql`update app.audit_seals set position = 9 where tenant_id = ${firm.tenant} returning 1`,
      sql`delete from app.access_log where tenant_id = ${firm.tenant} returning 1`,
    ])
      await expect(firm.within((tx) => tx.all(statement))).rejects.toThrow();
  });

  test('grows within seconds of the commit, by a job', async () => {
    const firm = await makeFirm(app);
    // Only what is asked for: the round of all firms belongs to other tests, too.
    const { cron: _cron, atStart: _atStart, ...asked } = sealJob;
    const worker = await startWorker(app, [{ ...asked, cron: '0 0 1 1 *' } as Job]);
    const sealer = new Sealer(app.host, (error) => void worker.lines.push({ level: 'error', fields: {}, text: String(error) }));
    app.host.sealer = sealer;
    try {
      await firm.within((tx) => tx.write.insert('clients.clients', [{ name: 'F' }]));
      const count = async (): Promise<number> =>
        (await owner.query<{ n: number }>('select count(*)::int as n from app.audit_seals where tenant_id = $1', [firm.tenant]))
          .rows[0]?.n ?? 0;
      await until('it is sealed', async () => (await count()) > 0, 8000);
      expect((await prove(firm)).faults).toEqual([]);
    } finally {
      delete app.host.sealer;
      await worker.stop();
    }
  });
});

describe('what is no change', () => {
  const logOf = async (
    firm: TestFirm,
  ): Promise<{ kind: string; operation: string; actor_id: string; subject_id: string | null }[]> =>
    (
      await owner.query<{ kind: string; operation: string; actor_id: string; subject_id: string | null }>(
        'select kind, operation, actor_id, subject_id from app.access_log where tenant_id = $1 order by id',
        [firm.tenant],
      )
    ).rows;

  test('looks at others’ time and refused calls stand in the access log; one’s own do not', async () => {
    const firm = await makeFirm(app);
    const [hr, junior] = [await firm.user({ category: 'hr' }), await firm.user()];
    await firm.call(junior, 'GET', '/api/timesheets/2026-W10');
    await firm.call(hr, 'GET', `/api/timesheets/2026-W10?user_id=${junior.id}`);
    await firm.call(hr, 'GET', `/api/time_entries?from=2026-01-01&to=2026-01-31&user_id=${junior.id}`);
    await firm.call(junior, 'POST', '/api/users');
    await firm.call(junior, 'GET', `/api/timesheets/2026-W10?user_id=${hr.id}`);
    await until('four entries', async () => (await logOf(firm)).length === 4);
    expect(await logOf(firm)).toEqual([
      { kind: 'look', operation: 'GET /api/timesheets/:week', actor_id: hr.id, subject_id: junior.id },
      { kind: 'look', operation: 'GET /api/time_entries', actor_id: hr.id, subject_id: junior.id },
      { kind: 'refusal', operation: 'POST /api/users', actor_id: junior.id, subject_id: null },
      { kind: 'refusal', operation: 'GET /api/timesheets/:week', actor_id: junior.id, subject_id: null },
    ]);
  });

  test('administrators read both by filter and page, and take them away as files; nobody else does', async () => {
    const [firm, other] = [await makeFirm(app), await makeFirm(app)];
    const admin = await firm.user({ isSuperuser: true, firstName: 'Ada', lastName: 'Quill' });
    const partner = await firm.user({ category: 'hr', grade: 'Partner' });
    await other.within((tx) => tx.write.insert('clients.clients', [{ name: 'Theirs' }]));
    await firm.within((tx) => tx.write.insert('clients.clients', [{ name: '=SUM(1)' }, { name: 'Ours' }]), admin.id);
    const events = (query: string, as = admin): Promise<Answer> => firm.call(as, 'GET', `/api/audit_events${query}`);
    const found = await events(`?entity=clients.clients&actor_id=${admin.id}&per_page=1`);
    expect(found.headers).toMatchObject({ 'x-pagination-total': '2', 'x-pagination-has_next': 'True' });
    expect(found.body).toMatchObject([
      { actor: 'Ada Quill', action: 'insert', entity: 'clients.clients', before: null, after: { name: 'Ours' } },
    ]);
    expect((await events('?action=sign_in')).body).toMatchObject([{ actor_id: partner.id }, { actor_id: admin.id }]);
    expect((await events('?from=2020-01-01&to=2020-12-31')).body).toEqual([]);
    expect((await events(`?entity_id=${admin.id}&entity=access.memberships`)).body).toHaveLength(1);
    expect(JSON.stringify((await events('?per_page=200')).body)).not.toContain('Theirs');
    expect((await events('?colour=red')).status).toBe(422);
    const [{ id }] = found.body as [{ id: string }];
    expect((await events(`?id=${id}`)).body).toMatchObject([{ id, after: { name: 'Ours' } }]);
    const theirs = await other.user({ isSuperuser: true });
    expect((await other.call(theirs, 'GET', `/api/audit_events?id=${id}`)).body).toEqual([]);
    const choices = (await events('/choices')).body as { actions: string[]; entities: string[] };
    expect(choices.actions).toEqual([...new Set(choices.actions)].sort());
    expect(choices.actions).toEqual(expect.arrayContaining(['insert', 'sign_in']));
    expect(choices.entities).toContain('clients.clients');
    expect(choices.entities).not.toContain('clients.projects');
    const file = await firm.call(admin, 'GET', '/api/audit_events/export?format=csv&entity=clients.clients');
    expect(file.headers['content-disposition']).toContain('audit.csv');
    expect(file.bytes.toString()).toContain('Ada Quill');
    await events('', partner);
    await until('it is logged', async () => (await logOf(firm)).length === 1);
    expect((await firm.call(admin, 'GET', '/api/access_log?kind=refusal')).body).toMatchObject([
      { actor_id: partner.id, operation: 'GET /api/audit_events', subject: null },
    ]);
    for (const path of ['audit_events', 'audit_events/choices', 'audit_events/export', 'access_log', 'access_log/export'])
      expect((await firm.call(partner, 'GET', `/api/${path}`)).status).toBe(403);
    expect((await events('?action=exported')).body).toMatchObject([{ entity: 'exports', entity_id: '/api/audit_events/export' }]);
  });
});
