import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { newId } from '../src/kit/ids.ts';
import { withTenant } from '../src/server/tx.ts';
import { raw, sql } from '../src/server/sql.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';

let app: TestApp;
let ours: TestFirm;
let theirs: TestFirm;
let insider: TestUser;
let stranger: TestUser;
let owner: pg.Client;
const secret = 'Zanzibar Holding';
const ids = {
  client: newId(),
  project: newId(),
  entry: newId(),
  booking: newId(),
  type: newId(),
  policy: newId(),
  holiday: newId(),
  request: newId(),
  file: newId(),
  ticket: newId(),
  picture: newId(),
  webhook: newId(),
  delivery: newId(),
  line: newId(),
  role: newId(),
  pricing: newId(),
  table: newId(),
};

beforeAll(async () => {
  app = await startTestApp();
  ours = await makeFirm(app);
  theirs = await makeFirm(app);
  const everything = { category: 'admin', grade: 'Partner', isSuperuser: true } as const;
  insider = await ours.user(everything);
  stranger = await theirs.user(everything);
  await ours.within(async (tx) => {
    await tx.write.insert('clients.clients', [{ id: ids.client, name: secret }]);
    await tx.write.insert('clients.projects', [
      { id: ids.project, code: 'ZNZ', name: secret, client_id: ids.client, chargeable: true, currency: 'EUR' },
    ]);
    await tx.write.insert('app.files', [
      { id: ids.entry, name: secret, media_type: 'text/csv', size: 1, sha256: 'x', created_by: insider.id },
    ]);
    await tx.write.insert('clients.project_files', [{ id: ids.file, project_id: ids.project, file_id: ids.entry, name: secret }]);
    await tx.write.insert('clients.contacts', [{ client_id: ids.client, name: secret }]);
    await tx.write.insert('app.files', [
      { id: ids.picture, name: secret, media_type: 'image/png', size: 1, sha256: 'x', created_by: insider.id },
    ]);
    await tx.write.insert('support.tickets', [
      { id: ids.ticket, reference: 'T-1', user_id: insider.id, page: 'home', subject: secret, text: secret },
    ]);
    await tx.write.insert('support.webhooks', [
      { id: ids.webhook, address: `https://${secret}.example/`, topics: ['time'], secret },
    ]);
    await tx.all(sql`
      insert into support.deliveries (tenant_id, id, webhook_id, topic, body, state, attempts, created_at, settled_at)
      values (${tx.tenant}, ${ids.delivery}, ${ids.webhook}, 'time', ${secret}, 'failed', 9, ${tx.now}, ${tx.now})`);
    await tx.write.insert('support.images', [{ ticket_id: ids.ticket, file_id: ids.picture, name: secret }]);
    await tx.write.insert('clients.phases', [{ project_id: ids.project, position: 0, name: secret }]);
    await tx.write.insert('time.entries', [
      {
        id: ids.entry,
        user_id: insider.id,
        day: '2026-03-02',
        project_id: ids.project,
        seconds: 3600,
        chargeable: true,
        comment: secret,
      },
    ]);
    await tx.write.insert('rates.service_lines', [{ id: ids.line, name: secret, lead_id: insider.id }]);
    await tx.write.insert('rates.sl_roles', [{ id: ids.role, service_line_id: ids.line, name: secret }]);
    await tx.write.insert('rates.rates', [
      { sl_role_id: ids.role, grade: 'Senior', country: 'DE', currency: 'EUR', standard_rate: 14_500, valid_from: '2026-01-01' },
    ]);
    await tx.write.insert('pricing.pricings', [
      { id: ids.pricing, client_id: ids.client, project_id: ids.project, name: secret, kind: 'standard', owner_id: insider.id },
    ]);
    await tx.write.insert('pricing.versions', [
      {
        id: ids.pricing,
        pricing_id: ids.pricing,
        number: 1,
        is_latest: true,
        status: 'draft',
        currency: 'EUR',
        unit: 'phase',
        columns: ['1'],
        rate_day: '2026-03-02',
        note: secret,
        submission: 0,
        minutes: 0,
        standard_value: 0,
        fee: 0,
        nfi: 0,
        missing: 0,
        tier: 'Manager',
        created_by: insider.id,
      },
    ]);
    await tx.write.insert('pricing.messages', [
      { pricing_id: ids.pricing, user_id: insider.id, at: tx.now, text: secret, about: '', mentions: [] },
    ]);
    await tx.write.insert('pricing.tables', [
      {
        id: ids.table,
        version_id: ids.pricing,
        position: 0,
        kind: 'standard',
        name: secret,
        service_line_id: ids.line,
        country: 'DE',
        currency: 'EUR',
        exchange: 1_000_000,
        minutes_per_day: 480,
        on_cost: 0,
        discount: 0,
      },
    ]);
    await tx.write.insert('leave.types', [{ id: ids.type, name: secret }]);
    await tx.write.insert('leave.policies', [
      { id: ids.policy, country: 'DE', type_id: ids.type, layer: 'statutory', days: 2000, valid_from: '2026-01-01' },
    ]);
    await tx.write.insert('leave.holidays', [{ id: ids.holiday, country: 'DE', day: '2026-03-03', name: secret }]);
    await tx.write.insert('leave.requests', [
      {
        id: ids.request,
        user_id: insider.id,
        type_id: ids.type,
        first_day: '2026-03-05',
        last_day: '2026-03-05',
        comment: secret,
      },
    ]);
    await tx.write.insert('planning.demands', [
      {
        id: ids.booking,
        project_id: ids.project,
        first_day: '2026-03-02',
        last_day: '2026-03-06',
        minutes_per_day: 480,
        note: secret,
        created_by: insider.id,
      },
    ]);
    await tx.write.insert('planning.bookings', [
      {
        id: ids.booking,
        user_id: insider.id,
        project_id: ids.project,
        first_day: '2026-03-02',
        last_day: '2026-03-06',
        minutes_per_day: 480,
        level: 'hard',
        created_by: insider.id,
      },
    ]);
  });
  owner = new pg.Client({ connectionString: inject('adminUrl') });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

/** Every call with which somebody of another firm could reach, count, change or guess what is ours. */
const attempts: [method: string, path: () => string, body?: () => unknown][] = [
  ['GET', () => `/api/users/${insider.id}`],
  ['GET', () => `/api/projects/${ids.project}`],
  ['POST', () => '/api/projects/all', () => ({ projects: [ids.project] })],
  ['POST', () => '/api/clients/all', () => ({ search: 'zanzibar' })],
  ['GET', () => '/api/clients/all_only'],
  ['POST', () => '/api/projects/update', () => ({ id: ids.project, name: 'taken' })],
  ['POST', () => '/api/clients/update', () => ({ id: ids.client, name: 'taken' })],
  ['POST', () => '/api/clients/remove', () => ({ id: ids.client })],
  ['POST', () => '/api/projects/create', () => ({ name: 'linked', client_id: ids.client })],
  ['GET', () => `/api/clients/${ids.client}`],
  ['GET', () => `/api/clients/${ids.client}/history`],
  ['POST', () => '/api/clients/create', () => ({ name: 'below', parent_id: ids.client, responsible_id: insider.id })],
  [
    'POST',
    () => '/api/clients/create',
    () => ({ name: 'barred', restrictions: [{ user_id: insider.id, first_day: '2026-01-01' }] }),
  ],
  ['POST', () => '/api/projects/update_many', () => ({ projects: [{ id: ids.project, status: 'archived' }] })],
  ['POST', () => '/api/projects/duplicate', () => ({ id: ids.project })],
  ['GET', () => `/api/projects/manager?user_id=${insider.id}`],
  ['GET', () => `/api/projects/${ids.project}/history`],
  ['GET', () => `/api/projects/${ids.project}/figures`],
  ['GET', () => `/api/projects/${ids.project}/people`],
  ['GET', () => `/api/projects/${ids.project}/bookings`],
  ['POST', () => '/api/projects/logged', () => ({ ids: [ids.project] })],
  ['PUT', () => `/api/projects/${ids.project}/watch`, () => ({ watching: true })],
  ['POST', () => `/api/projects/${ids.project}/files`, () => ({ filename: ids.entry })],
  ['GET', () => `/api/projects/${ids.project}/files/${ids.file}`],
  ['DELETE', () => `/api/projects/${ids.project}/files/${ids.file}`],
  ['GET', () => '/api/support/all_tickets'],
  ['GET', () => `/api/support/tickets/${ids.ticket}`],
  ['POST', () => `/api/support/tickets/${ids.ticket}/answer`, () => ({ text: 'taken' })],
  ['POST', () => `/api/support/tickets/${ids.ticket}/close`],
  ['GET', () => '/api/webhooks'],
  ['PATCH', () => `/api/webhooks/${ids.webhook}`, () => ({ is_active: false })],
  ['DELETE', () => `/api/webhooks/${ids.webhook}`],
  ['POST', () => `/api/webhooks/${ids.webhook}/test`],
  ['GET', () => `/api/webhooks/${ids.webhook}/deliveries`],
  ['POST', () => `/api/webhook_deliveries/${ids.delivery}/retry`],
  ['GET', () => `/api/support/images/${ids.picture}`],
  ['POST', () => '/api/support', () => ({ text: 'linked', page: 'home', images: [ids.picture] })],
  ['POST', () => '/api/settings/smart_search', () => ({ query: 'zanz' })],
  [
    'POST',
    () => '/api/settings/search',
    () => ({ collection: 'projects', fields: ['id', 'name'], filters: [{ field: 'name', op: 'contains', value: 'zanz' }] }),
  ],
  ['POST', () => '/api/settings/search', () => ({ collection: 'clients', fields: ['name'], top: 200 })],
  ['POST', () => '/api/settings/smart_filters', () => ({ screen: 'clients_projects', selected: { clients: [ids.client] } })],
  ['POST', () => '/api/notifications/read', () => ({ ids: [insider.id], all: true })],
  ['GET', () => '/api/notifications'],
  ['GET', () => `/api/timesheets/2026-W10?user_id=${insider.id}`],
  ['GET', () => `/api/time_entries?from=2026-01-01&to=2026-12-31&user_id=${insider.id}`],
  ['POST', () => '/api/time_entries', () => ({ day: '2026-03-02', project_id: ids.project, seconds: 60 })],
  ['PATCH', () => `/api/time_entries/${ids.entry}`, () => ({ seconds: 60 })],
  ['DELETE', () => `/api/time_entries/${ids.entry}`],
  [
    'PUT',
    () => '/api/timesheets/cells',
    () => ({ user_id: insider.id, cells: [{ day: '2026-03-02', project_id: ids.project, seconds: 60 }] }),
  ],
  ['GET', () => `/api/capacity?from=2026-03-01&to=2026-03-10&user_ids=${insider.id}`],
  ['GET', () => `/api/bookings/clashes?from=2026-03-01&to=2026-03-10&user_id=${insider.id}`],
  ['GET', () => `/api/leave_calendar?from=2026-03-01&to=2026-03-10&user_ids=${insider.id}`],
  ['GET', () => `/api/leave_requests?scope=visible&user_ids=${insider.id}`],
  ['GET', () => `/api/leave_ledger?type_id=${ids.type}&user_id=${insider.id}`],
  ['POST', () => '/api/users/leave_balance', () => ({ user_ids: [insider.id] })],
  ['GET', () => '/api/pricing_admin/details'],
  ['GET', () => `/api/rates?service_line_id=${ids.line}&day=2026-03-02`],
  ['GET', () => '/api/targets'],
  ['POST', () => '/api/pricing_admin/update_variables', () => ({ targets: [{ user_id: insider.id, basis_points: 1 }] })],
  ['GET', () => '/api/rate_changes'],
  ['GET', () => '/api/pricing_admin/nfi_export?format=csv'],
  ['POST', () => '/api/pricing_admin/update_variables', () => ({ service_lines: [{ id: ids.line, name: 'taken' }] })],
  ['POST', () => '/api/pricing_admin/update_variables', () => ({ sl_roles: [{ service_line_id: ids.line, name: 'linked' }] })],
  ['POST', () => '/api/pricing_admin/update_variables', () => ({ service_lines: [{ name: 'led', lead_id: insider.id }] })],
  [
    'POST',
    () => '/api/pricing_admin/update_variables',
    () => ({ rates: [{ sl_role_id: ids.role, grade: 'Senior', country: 'DE', currency: 'EUR', standard_rate: 1 }] }),
  ],
  ['POST', () => '/api/pricing_admin/delete_sl', () => ({ id: ids.line })],
  ['POST', () => '/api/pricing_admin/delete_sl_role', () => ({ id: ids.role })],
  ['POST', () => '/api/pricing/pricings', () => ({ search: 'zanz', clients: [ids.client] })],
  ['GET', () => `/api/pricing/projects_pricing?project_id=${ids.project}`],
  ['GET', () => `/api/pricing/existing_pricing?project_id=${ids.project}`],
  ['GET', () => '/api/projects/count_pricing_projects'],
  ['GET', () => `/api/pricing/project_budget?project_id=${ids.project}`],
  ['GET', () => `/api/pricings/${ids.pricing}/budget`],
  ['POST', () => '/api/pricing/touched_pricings', () => ({ rates: [{ sl_role_id: ids.role, grade: 'Senior', country: 'DE' }] })],
  ['POST', () => `/api/pricings/${ids.pricing}/budget`, () => ({ number: 1, version: 1 })],
  ['GET', () => '/api/pricing_choices'],
  ['GET', () => `/api/pricing_chats/messages?pricing_id=${ids.pricing}`],
  ['GET', () => '/api/pricing_chats/total_messages'],
  ['POST', () => '/api/pricing_chats/messages', () => ({ pricing_id: ids.pricing, text: 'taken' })],
  ['PUT', () => `/api/pricings/${ids.pricing}/read`, () => ({ message_id: ids.table })],
  ['GET', () => `/api/pricings/${ids.pricing}`],
  ['POST', () => '/api/pricing/init', () => ({ kind: 'standard', from: 'pricing', pricing_id: ids.pricing })],
  ['POST', () => '/api/pricing/init', () => ({ kind: 'standard', from: 'actuals', project_id: ids.project })],
  ['POST', () => '/api/pricing/new', () => ({ name: 'linked', client_id: ids.client, kind: 'standard' })],
  ['POST', () => '/api/pricing/edit', () => ({ id: ids.pricing, name: 'taken' })],
  ['POST', () => `/api/pricings/${ids.pricing}/versions`, () => ({})],
  ['POST', () => `/api/pricings/${ids.pricing}/status`, () => ({ to: 'submitted' })],
  ['POST', () => '/api/pricing/approve', () => ({ id: ids.pricing, submission: 1, decision: 'approved' })],
  ['POST', () => '/api/pricing/create_table', () => ({ id: ids.pricing, service_line_id: ids.line })],
  ['POST', () => '/api/pricing/handle_change', () => ({ id: ids.pricing })],
  ['POST', () => '/api/pricing/check_worst', () => ({ id: ids.pricing })],
  ['POST', () => '/api/pricing/update_profit', () => ({ id: ids.pricing, want: 'fee', value: 1, by: 'discount' })],
  ['POST', () => '/api/pricing/export?format=csv', () => ({ id: ids.pricing })],
  ['POST', () => '/api/pricing/delete', () => ({ id: ids.pricing })],
  ['GET', () => '/api/leave_policies'],
  ['PATCH', () => `/api/leave_types/${ids.type}`, () => ({ name: 'taken' })],
  ['POST', () => '/api/pto/update', () => ({ id: ids.policy, days: 1 })],
  ['DELETE', () => `/api/leave_policies/${ids.policy}`],
  ['PATCH', () => `/api/public_holidays/${ids.holiday}`, () => ({ name: 'taken' })],
  ['DELETE', () => `/api/public_holidays/${ids.holiday}`],
  ['POST', () => '/api/leave_requests/decide', () => ({ ids: [ids.request], status: 'cancelled' })],
  [
    'POST',
    () => '/api/leave_requests',
    () => ({ type_id: ids.type, first_day: '2026-03-09', last_day: '2026-03-09', user_id: insider.id }),
  ],
  ['POST', () => '/api/bookings/board', () => ({ from: '2026-03-02', to: '2026-03-29', unit: 'week', users: [insider.id] })],
  ['POST', () => '/api/workload', () => ({ from: '2026-03-02', to: '2026-03-29', unit: 'week', users: [insider.id] })],
  ['PATCH', () => `/api/bookings/${ids.booking}`, () => ({ note: 'taken' })],
  ['DELETE', () => `/api/bookings/${ids.booking}`],
  ['POST', () => '/api/bookings/together', () => ({ change: [{ id: ids.booking, version: 1, note: 'taken' }] })],
  ['POST', () => '/api/demands/all', () => ({ from: '2026-03-02', to: '2026-03-29' })],
  ['GET', () => `/api/demands/${ids.booking}`],
  ['PATCH', () => `/api/demands/${ids.booking}`, () => ({ note: 'taken' })],
  ['POST', () => '/api/demands/remove', () => ({ ids: [ids.booking] })],
  ['POST', () => '/api/bookings/find', () => ({ from: '2026-03-02', to: '2026-03-29', project_id: ids.project })],
  ['GET', () => '/api/users/users_all'],
  ['GET', () => '/api/time_entries/choices'],
];

async function fingerprintOfOurs(): Promise<string> {
  const { rows } = await owner.query(
    `select md5(string_agg(t::text, '' order by t::text)) as sum from (
       select c::text as t from clients.clients c where tenant_id = $1 union all select p::text from clients.projects p where tenant_id = $1
       union all select e::text from time.entries e where tenant_id = $1 union all select b::text from planning.bookings b where tenant_id = $1 union all select d::text from planning.demands d where tenant_id = $1
       union all select t::text from leave.types t where tenant_id = $1 union all select s::text from rates.service_lines s where tenant_id = $1 union all select o::text from rates.sl_roles o where tenant_id = $1 union all select x::text from rates.rates x where tenant_id = $1 union all select l::text from leave.policies l where tenant_id = $1
       union all select p::text from pricing.pricings p where tenant_id = $1 union all select v::text from pricing.versions v where tenant_id = $1 union all select t::text from pricing.tables t where tenant_id = $1
       union all select h::text from leave.holidays h where tenant_id = $1 union all select f::text from clients.project_files f where tenant_id = $1 union all select w::text from clients.project_watchers w where tenant_id = $1 union all select r::text from leave.requests r where tenant_id = $1) all_rows`,
    [ours.tenant],
  );
  return (rows[0] as { sum: string }).sum;
}

async function attack(): Promise<void> {
  const before = await fingerprintOfOurs();
  for (const [method, path, body] of attempts) {
    const answer = await theirs.call(stranger, method, path(), body?.());
    const text = JSON.stringify(answer.body);
    expect(text, `${method} ${path()}`).not.toContain(secret);
    expect(text.replaceAll('"user_id":', '').includes(insider.id) && answer.status === 200, `${method} ${path()}: ${text}`).toBe(
      false,
    );
    expect(answer.status, `${method} ${path()}: ${text}`).toBeLessThan(500);
  }
  expect(await fingerprintOfOurs()).toBe(before);
}

describe('nobody of another firm reads, counts, changes or guesses anything', () => {
  test('with both layers', () => attack());

  test('with row security alone: no statement may rely on its own condition', async () => {
    const ownTenant = await withTenant(app.host, { tenant: theirs.tenant, readOnly: true }, async (tx) => {
      const counts: number[] = [];
      for (const table of app.host.catalogue.keys()) {
        if (['access.sessions', 'access.links'].includes(table)) continue;
        const row = await tx.one<{ n: number }>(
          sql`select count(*)::int as n from ${raw(table)} where tenant_id is distinct from ${theirs.tenant}`,
        );
        counts.push(row?.n ?? 0);
      }
      return counts;
    });
    expect(ownTenant.every((n) => n === 0)).toBe(true);
  });

  test('with the statements’ own conditions alone: row security off', async () => {
    const { rows } = await owner.query<{ t: string }>(
      `select c.oid::regclass::text as t from pg_class c where c.relrowsecurity and c.relkind = 'r'`,
    );
    try {
      for (const { t } of rows) await owner.query(`alter table ${t} disable row level security`);
      await attack();
    } finally {
      for (const { t } of rows) await owner.query(`alter table ${t} enable row level security`);
    }
  });

  test('a foreign row cannot be written, even with its tenant named', async () => {
    const write = withTenant(app.host, { tenant: theirs.tenant }, (tx) =>
      tx.all(sql`insert into clients.clients (tenant_id, id, name) values (${ours.tenant}, ${newId()}, 'planted') returning id`),
    );
    await expect(write).rejects.toThrow();
  });

  test('without a tenant nothing is visible', async () => {
    const { rows } = await app.host.db.requests.query<{ n: number }>('select count(*)::int as n from clients.clients');
    expect(rows[0]?.n).toBe(0);
  });
});
