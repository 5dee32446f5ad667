import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../src/kit/day.ts';
import { GRADES } from '../src/kit/grades.ts';
import { newId } from '../src/kit/ids.ts';
import { allRoutes } from '../src/server/app.ts';
import { sql } from '../src/server/sql.ts';
import { invite } from '../src/access/server/public.ts';
import { noticeKind, notifyEach } from '../src/settings/server/public.ts';
import { addStaff } from '../src/server/world/firm.ts';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { firmDay } from './today.ts';

const FEW = 3;
const MANY = 300;
const MONDAY = '2026-03-02';
const SUNDAY = '2026-03-08';
const period = `from=2025-01-01&to=2026-12-31`;

interface World {
  firm: TestFirm;
  /** May call everything: hr, Partner. */
  caller: TestUser;
  project: string;
  /** The teams, and what else has the same ids. */
  ids: string[];
}

let app: TestApp;
let small: World;
let large: World;

beforeAll(async () => {
  app = await startTestApp();
  [small, large] = [await world(FEW), await world(MANY)];
}, 120_000);
afterAll(() => app.close());

/** A firm with `n` of everything that a list can show; the caller's own lists hold `n` rows too. */
async function world(n: number): Promise<World> {
  const firm = await makeFirm(app);
  const caller = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const numbers = Array.from({ length: n }, (_, index) => index);
  const ids = numbers.map(() => newId());
  const name = (index: number): string => `Row ${String(index).padStart(4, '0')}`;
  await firm.within(async (tx) => {
    await tx.write.insert(
      'people.teams',
      numbers.map((index) => ({ id: ids[index], name: name(index) })),
    );
    const staff = await addStaff(
      tx,
      numbers.map((index) => ({
        firstName: 'Person',
        lastName: name(index),
        email: `${firm.slug}-${index}@example.org`,
        category: 'operational',
        grade: 'Manager',
        country: 'DE',
        managerId: caller.id,
        teamId: ids[index] ?? null,
        employedFrom: '2024-01-01',
      })),
    );
    await invite(tx, staff, caller.id);
    // As many again who left long ago.
    await addStaff(
      tx,
      numbers.map((index) => ({
        firstName: 'Former',
        lastName: name(index),
        email: `${firm.slug}-former-${index}@example.org`,
        category: 'operational',
        grade: 'Junior',
        country: 'DE',
        employedFrom: '2001-01-01',
        employedTo: '2003-01-01',
      })),
    );
    await tx.write.insert(
      'people.team_members',
      ids.map((id) => ({ user_id: caller.id, team_id: id, is_primary: false, valid_from: MONDAY })),
    );
    await tx.all(sql`
      insert into app.access_log (tenant_id, id, at, actor_id, ip, request_id, kind, operation)
      select ${tx.tenant}::int, id, now(), ${caller.id}::uuid, '', '', 'look', 'GET /' from unnest(${ids}::uuid[]) as x(id) returning 1`);
    await tx.write.insert(
      'clients.clients',
      numbers.map((index) => ({ id: ids[index], name: name(index), sector: name(index) })),
    );
    await tx.write.insert(
      'clients.projects',
      numbers.map((index) => ({
        id: ids[index],
        code: `P-${index}`,
        name: name(index),
        client_id: ids[index],
        team_id: ids[index],
        chargeable: true,
        currency: 'EUR',
      })),
    );
    await tx.write.insert(
      'clients.project_managers',
      numbers.map((index) => ({ project_id: ids[index], user_id: staff[index] })),
    );
    // One client and one project with as many parts as the firm has people.
    const [one] = ids;
    await tx.write.insert(
      'clients.contacts',
      numbers.map((index) => ({ client_id: one, name: name(index) })),
    );
    await tx.write.insert(
      'clients.restrictions',
      numbers.map((index) => ({ client_id: one, team_id: ids[index], valid_from: '2090-01-01' })),
    );
    await tx.write.insert(
      'clients.project_managers',
      numbers.map((index) => ({ project_id: ids[index], user_id: caller.id })),
    );
    await tx.write.insert(
      'clients.project_members',
      staff.slice(1).map((user_id) => ({ project_id: one, user_id })),
    );
    await tx.write.insert(
      'clients.phases',
      numbers.map((index) => ({ project_id: one, position: index, name: name(index) })),
    );
    for (let index = 0; index < n; index++) {
      tx.write.event({ action: 'phases_changed', entity: 'clients.projects', entityId: one ?? '' });
      tx.write.event({ action: 'contacts_changed', entity: 'clients.clients', entityId: one ?? '' });
      tx.write.event({ action: 'noted', entity: 'time.entries', entityId: one ?? '' });
    }
    await tx.write.insert(
      'settings.task_types',
      numbers.map((index) => ({ id: ids[index], name: name(index), chargeable: true })),
    );
    const letter = (place: number): string => String.fromCharCode(65 + place);
    await tx.write.insert(
      'settings.countries',
      numbers.map((index) => ({ code: letter(Math.floor(index / 26)) + letter(index % 26) })).filter(({ code }) => code !== 'DE'),
    );
    // As many steps as the grades can have together.
    await tx.write.insert(
      'people.grade_steps',
      numbers.slice(0, 140).map((index) => ({ grade: GRADES[index % 7], step: 1 + Math.floor(index / 7), name: name(index) })),
    );
    await tx.write.insert('support.webhooks', [
      { id: ids[0], address: 'https://hooks.example/in', topics: ['time'], secret: 'sealed' },
    ]);
    await tx.all(sql`
      insert into support.deliveries (tenant_id, id, webhook_id, topic, body, created_at)
      select ${tx.tenant}::int, gen_random_uuid(), ${ids[0]}::uuid, 'time', '{}', ${tx.now}::timestamptz
      from generate_series(1, ${numbers.length}::int) returning 1`);
    await tx.write.insert(
      'support.tickets',
      numbers.map((index) => ({
        id: ids[index],
        reference: `T-${index}`,
        user_id: caller.id,
        page: 'home',
        subject: name(index),
        text: name(index),
      })),
    );
    await tx.write.insert(
      'support.messages',
      numbers.map((index) => ({ ticket_id: one, author_id: caller.id, text: name(index) })),
    );
    await tx.write.insert(
      'settings.data_fields',
      numbers.map((index) => ({
        collection: ['users', 'clients', 'projects', 'time_entries'][index % 4],
        key: `field_${index}`,
        label: name(index),
        type: 'text',
      })),
    );
    await notifyEach(
      tx,
      invitation,
      numbers.map((index) => ({ userId: caller.id, facts: { firm: name(index) } })),
    );
    await tx.write.insert(
      'people.targets',
      staff.map((user_id) => ({ user_id, basis_points: 7000, valid_from: MONDAY })),
    );
    await tx.write.insert(
      'rates.service_lines',
      numbers.map((index) => ({ id: ids[index], name: name(index) })),
    );
    await tx.write.insert(
      'rates.sl_roles',
      numbers.map((index) => ({ id: ids[index], service_line_id: one, name: name(index) })),
    );
    await tx.write.insert(
      'rates.changes',
      numbers.map((index) => ({
        id: ids[index],
        user_id: caller.id,
        at: tx.now,
        origin: 'screen',
        valid_from: MONDAY,
        added: 1,
        changed: 0,
      })),
    );
    await tx.write.insert(
      'rates.rates',
      numbers.map((index) => ({
        sl_role_id: ids[index],
        grade: 'Senior',
        country: 'DE',
        currency: 'EUR',
        standard_rate: index,
        valid_from: MONDAY,
        change_id: ids[index],
      })),
    );
    // A pricing each, all of the first project; the first has as many lines and steps.
    await tx.write.insert(
      'pricing.pricings',
      numbers.map((index) => ({
        id: ids[index],
        client_id: one,
        project_id: one,
        name: name(index),
        kind: 'standard',
        owner_id: caller.id,
      })),
    );
    await tx.write.insert(
      'pricing.versions',
      numbers.map((index) => ({
        id: ids[index],
        pricing_id: ids[index],
        number: 1,
        is_latest: true,
        currency: 'EUR',
        unit: 'phase',
        columns: ['1'],
        rate_day: MONDAY,
        created_by: caller.id,
        status: 'draft',
        submission: 0,
        minutes: 0,
        standard_value: 0,
        fee: 0,
        nfi: 0,
        missing: 0,
        tier: 'Manager',
        note: '',
      })),
    );
    await tx.write.insert(
      'pricing.tables',
      ids.map((id) => ({
        id,
        version_id: id,
        position: 0,
        kind: 'standard',
        name: 'Table',
        service_line_id: one,
        country: 'DE',
        currency: 'EUR',
        exchange: 1_000_000,
        minutes_per_day: 480,
        on_cost: 0,
        discount: 0,
      })),
    );
    await tx.write.insert(
      'pricing.lines',
      [...numbers.map(() => one), ...ids.slice(1)].map((table_id, index) => ({
        table_id,
        position: index,
        sl_role_id: one,
        grade: 'Senior',
        note: '',
        minutes: [60],
        allowance: 0,
        standard_rate: 10_000,
      })),
    );
    await tx.write.insert(
      'pricing.messages',
      staff.flatMap((user_id, index) =>
        [one, ids[index]].map((pricing_id) => ({ pricing_id, user_id, at: tx.now, text: name(index), about: '', mentions: [] })),
      ),
    );
    await tx.write.insert(
      'pricing.history',
      numbers.map(() => ({ pricing_id: one, number: 1, at: tx.now, user_id: caller.id, action: 'submitted', reason: '' })),
    );
    await tx.write.insert('invoicing.sellers', [
      {
        id: one,
        name: 'Seller',
        country: 'DE',
        currency: 'EUR',
        tax_rate: 1900,
        invoice_pattern: 'I-{000}',
        credit_pattern: 'C-{000}',
      },
    ]);
    // A draft each; the first has as many lines, and the first project as many instalments.
    await tx.write.insert(
      'invoicing.invoices',
      numbers.map((index) => ({
        id: ids[index],
        client_id: ids[index],
        project_id: ids[index],
        seller_id: one,
        owner_id: caller.id,
        currency: 'EUR',
        language: 'en',
        payment_days: 30,
      })),
    );
    await tx.write.insert(
      'invoicing.lines',
      numbers.map((index) => ({
        invoice_id: one,
        position: index,
        kind: 'fixed',
        description: name(index),
        quantity: 1000,
        unit: 'piece',
        price: 100,
        amount: 100,
        tax_category: 'S',
        tax_rate: 1900,
      })),
    );
    await tx.write.insert(
      'invoicing.instalments',
      numbers.map((index) => ({ project_id: one, position: index, kind: 'instalment', label: name(index), amount: 100 })),
    );
    await tx.write.insert(
      'invoicing.costs',
      numbers.map((index) => ({ project_id: one, day: MONDAY, kind: 'disbursement', amount: 100 + index, currency: 'EUR' })),
    );
    await tx.write.insert(
      'invoicing.write_offs',
      numbers.map((index) => ({
        ...{ id: ids[index], project_id: ids[index], currency: 'EUR', period_from: MONDAY, period_to: SUNDAY },
        ...{ seconds: 3600, value: 100, standard: 100, standing: 100, reason: name(index) },
        ...{ asked_by: caller.id, asked_at: tx.now },
      })),
    );
    await tx.write.insert(
      'leave.types',
      numbers.map((index) => ({ id: ids[index], name: name(index) })),
    );
    await tx.write.insert(
      'leave.policies',
      numbers.map((index) => ({
        // One for the people of the firm, the others for countries where nobody is.
        country:
          index === 0 ? 'DE' : `${String.fromCharCode(75 + (index % 10))}${String.fromCharCode(65 + Math.floor(index / 13))}`,
        type_id: ids[0],
        layer: 'statutory',
        seniority_years: index % 60,
        days: 2000,
        valid_from: '2025-01-01',
      })),
    );
    await tx.write.insert(
      'leave.holidays',
      numbers.map((index) => ({ country: 'DE', region: `R${index}`, day: MONDAY, name: name(index) })),
    );
    await tx.write.insert(
      'leave.requests',
      numbers.map((index) => {
        const day = addDays('2025-01-01', index);
        return { user_id: caller.id, type_id: ids[index], first_day: day, last_day: day, status: 'pending' };
      }),
    );
    await tx.write.insert(
      'time.imports',
      numbers.map((index) => ({
        id: ids[index],
        file_name: name(index),
        format: 'generic',
        row_count: 1,
        created_count: 1,
        created_by: staff[index],
      })),
    );
    const weeks = numbers.map((index) => ({ id: ids[index], user_id: staff[index], week: MONDAY }));
    await tx.write.insert(
      'time.submissions',
      weeks.map((week) => ({ ...week, state: 'submitted', submitted_at: tx.now, first_submitted_at: tx.now })),
    );
    await tx.write.insert(
      'time.approvals',
      weeks.map(({ id, ...week }) => ({ ...week, submission_id: id })),
    );
    const work = numbers.flatMap((index) => [
      { user_id: caller.id, project_id: ids[index] },
      { user_id: staff[index], project_id: ids[index] },
    ]);
    await tx.write.insert(
      'planning.bookings',
      work.map((row) => ({
        ...row,
        first_day: MONDAY,
        last_day: SUNDAY,
        minutes_per_day: 60,
        level: 'hard',
        created_by: caller.id,
      })),
    );
    await tx.write.insert(
      'planning.demands',
      numbers.map((index) => ({
        project_id: ids[index],
        team_id: ids[index],
        first_day: MONDAY,
        last_day: SUNDAY,
        minutes_per_day: 60,
        created_by: caller.id,
      })),
    );
    // The first project has everybody, now and soon.
    const soon = addDays(firmDay(), 7);
    await tx.write.insert(
      'planning.bookings',
      staff.map((user_id) => ({
        user_id,
        project_id: one,
        first_day: soon,
        last_day: soon,
        minutes_per_day: 60,
        level: 'hard',
        created_by: caller.id,
      })),
    );
    await tx.write.insert(
      'time.entries',
      [
        { id: one, user_id: caller.id, task_type_id: one },
        ...work,
        ...staff.slice(1).map((user_id) => ({ user_id, project_id: one })),
      ].map((row) => ({
        ...row,
        day: MONDAY,
        seconds: 60,
        chargeable: true,
      })),
    );
  });
  return { firm, caller, project: ids[0] ?? '', ids };
}

/** As a room declares it: the list knows it by its name. */
const invitation = noticeKind<{ firm: string }>('access.invitation', {
  label: 'Invitations',
  mail: 'own',
  words: ({ firm }) => ({ title: firm }),
});

type Call = [query: string, body?: unknown | ((world: World) => unknown)];

/** Lists that are short in every firm: seven grades, ten sessions of a person, the time of a write-off that holds none. */
const short = [
  'GET /api/users/grades',
  'GET /api/sessions',
  'GET /api/sign_in_providers',
  'GET /api/pto/countries',
  'GET /api/calendar_feeds',
  'GET /api/api_tokens',
  'GET /api/invoices/wip',
  'GET /api/write_offs/:id',
];

/** How each operation that answers a list is called; some in several ways that take different roads. */
const lists: Record<string, Call[]> = {
  'GET /api/settings/get_tasks': [['']],
  'GET /api/settings/get_all_data_fields': [['']],
  'GET /api/notifications': [['per_page=200'], ['per_page=200&unread=true']],
  'GET /api/users/grades': [['']],
  'GET /api/sessions': [['']],
  'GET /api/sign_in_providers': [['']],
  'GET /api/invitations': [['per_page=200']],
  'GET /api/audit_events': [['per_page=200&action=insert']],
  'GET /api/access_log': [['per_page=200']],
  'GET /api/support/tickets': [['per_page=200'], ['per_page=200&status=open']],
  'GET /api/support/all_tickets': [['per_page=200'], ['per_page=200&status=open']],
  'GET /api/privacy/leavers': [['per_page=200'], ['per_page=200&state=due']],
  'GET /api/webhooks/:id/deliveries': [['per_page=200']],
  'GET /api/users/users_all': [['']],
  'GET /api/users/detailed_grades': [['']],
  'POST /api/users/users_business_unit': [['', ({ ids }: World) => ({ teams: ids })]],
  'POST /api/users': [['per_page=200'], ['per_page=200&sort=-team&search=row']],
  'GET /api/users/:id/history': [['per_page=200']],
  'GET /api/user_management/managers': [['']],
  'GET /api/teams/get_details': [['']],
  'GET /api/teams/booking_levels': [['']],
  'POST /api/clients/all': [['', { per_page: 200 }]],
  'GET /api/clients/all_only': [['']],
  'GET /api/clients/:id/history': [['per_page=200']],
  'POST /api/projects/all': [['', { per_page: 200, sort: 'client' }]],
  'GET /api/projects/all_managers': [['']],
  'GET /api/projects/manager': [['per_page=200']],
  'GET /api/projects/margin': [['per_page=200&from=2026-01-01']],
  'GET /api/projects/:id/history': [['per_page=200']],
  'GET /api/projects/:id/people': [['per_page=200']],
  'GET /api/projects/:id/bookings': [['per_page=200']],
  'GET /api/rates': [[`service_line_id=:first&day=${SUNDAY}&per_page=200`]],
  'POST /api/pricing/pricings': [
    ['', { per_page: 200 }],
    ['', { per_page: 200, search: 'row', sort: 'client' }],
  ],
  'POST /api/pricing/touched_pricings': [
    ['', ({ project }: World) => ({ per_page: 200, rates: [{ sl_role_id: project, grade: 'Senior', country: 'DE' }] })],
  ],
  'GET /api/pricing/projects_pricing': [['project_id=:first&per_page=200']],
  'GET /api/pricing_chats/messages': [['pricing_id=:first&per_page=200']],
  'POST /api/invoices/list': [
    ['', { per_page: 200 }],
    ['', { per_page: 200, search: 'row', sort: 'client', statuses: ['draft'] }],
  ],
  'POST /api/invoices/unbilled': [['', { per_page: 200 }]],
  'GET /api/projects/:id/costs': [['per_page=200']],
  'POST /api/write_offs/list': [
    ['', { per_page: 200 }],
    ['', { per_page: 200, search: 'row', sort: 'project', states: ['waiting'] }],
  ],
  'GET /api/targets': [['per_page=200']],
  'GET /api/rate_changes': [['per_page=200'], ['per_page=200&service_line_id=:first']],
  'GET /api/leave_requests': [[`${period}&per_page=200`]],
  'GET /api/leave_types': [['']],
  'GET /api/leave_calendar': [[`from=${MONDAY}&to=${SUNDAY}&per_page=200`]],
  'GET /api/leave_policies': [['per_page=200']],
  'GET /api/public_holidays': [['country=DE&year=2026&per_page=200']],
  'GET /api/pto/countries': [['']],
  'GET /api/calendar_feeds': [['']],
  'GET /api/api_tokens': [['']],
  'POST /api/users/leave_balance': [['', { per_page: 200 }]],
  'GET /api/bookings': [[`${period}&per_page=200`], [`${period}&per_page=200&project_id=:first`]],
  'POST /api/workload': [
    ['', { from: MONDAY, to: SUNDAY, unit: 'week', per_page: 200 }],
    ['', { from: MONDAY, to: SUNDAY, unit: 'week', per_page: 200, sort: 'free' }],
  ],
  'POST /api/bookings/find': [['', { from: MONDAY, to: SUNDAY, per_page: 200 }]],
  'POST /api/demands/all': [['', { from: MONDAY, to: SUNDAY, per_page: 200 }]],
  'POST /api/bookings/by_client': [['', { from: MONDAY, to: SUNDAY, per_page: 100 }]],
  'GET /api/time_entries/:id/history': [['per_page=200']],
  'GET /api/timesheet_approvals': [['per_page=100']],
  'GET /api/time_entries': [[`${period}&per_page=200`]],
  'GET /api/time_imports': [['per_page=200']],
  'GET /api/working_times': [['per_page=200']],
  'POST /api/utilization/timespent_by_projects': [['', { from: MONDAY, to: SUNDAY, per_page: 200 }]],
  'POST /api/utilization/budget': [['', { per_page: 200 }]],
  'GET /api/utilization/project_filter': [['per_page=200&from=2026-01-01']],
  'POST /api/utilization/table_data': [['', { from: '2026-03-01', to: '2026-04-15', per_page: 200 }]],
  'POST /api/utilization/timespent_by_people': [['', { from: '2026-03-01', to: '2026-04-15', per_page: 200 }]],
};

/** Reads that answer one thing which grows with the firm. */
const others: Record<string, Call[]> = {
  'POST /api/settings/search': [['', { collection: 'projects', fields: ['id', 'name', 'client'], top: 200 }]],
  'POST /api/settings/smart_filters': [['', { screen: 'clients_projects', selected: {} }]],
  'POST /api/settings/smart_search': [['', { query: 'row', top: 50 }]],
  'GET /api/export_import/export_leave_balance': [['format=csv']],
  'GET /api/pto/export': [['format=csv']],
  'GET /api/time_entries/export': [['from=2026-03-02&to=2026-03-08&format=csv']],
  'GET /api/pricing_admin/details': [['']],
  'GET /api/pricing_admin/nfi_export': [['format=csv']],
  'GET /api/pricings/:id': [['']],
  'GET /api/pricing_choices': [['']],
  'GET /api/pricing_chats/total_messages': [['']],
  'GET /api/projects/count_pricing_projects': [['']],
  'POST /api/pricing/handle_change': [['', ({ project }: World) => ({ id: project })]],
  'POST /api/pricing/check_worst': [['', ({ project }: World) => ({ id: project })]],
  'POST /api/pricing/export': [['format=csv', ({ project }: World) => ({ id: project })]],
  'GET /api/invoices/:id': [['']],
  'GET /api/projects/:id/billing': [['']],
  'GET /api/invoices/unbilled_time': [['project_id=:first']],
  'GET /api/write_offs/:id': [['']],
  'GET /api/invoices/wip': [[`project_id=:first&from=2026-01-01&to=${SUNDAY}`]],
  'POST /api/invoices/export': [['format=csv', {}]],
  'POST /api/users/export_users': [['format=csv']],
  'GET /api/users/invitation_template': [['']],
  'POST /api/clients/export': [['format=csv']],
  'GET /api/clients/sectors': [['']],
  'POST /api/projects/export': [['format=csv']],
  'GET /api/clients/:id': [['']],
  'GET /api/projects/:id': [['']],
  'GET /api/projects/:id/figures': [['']],
  'GET /api/support/tickets/:id': [['']],
  'GET /api/webhooks': [['']],
  'POST /api/projects/logged': [['', ({ ids }: World) => ({ ids: ids.slice(0, 200) })]],
  'POST /api/bookings/board': [
    ['', { from: MONDAY, to: SUNDAY, unit: 'day', limit: 100 }],
    ['', { from: MONDAY, to: SUNDAY, unit: 'week', limit: 100, only: 'free' }],
  ],
  'GET /api/bookings/choices': [['']],
  'POST /api/bookings/board/export': [['format=csv', { from: MONDAY, to: SUNDAY }]],
  'POST /api/workload/histogram': [['', { from: MONDAY, to: SUNDAY, unit: 'week' }]],
  'POST /api/workload/addresses': [['', { from: MONDAY, to: SUNDAY, unit: 'week' }]],
  'POST /api/workload/export': [['format=csv', { from: MONDAY, to: SUNDAY, unit: 'week' }]],
  'GET /api/time_entries/choices': [['']],
  'GET /api/timesheets/2026-W10': [['']],
  'POST /api/utilization/timespent_totals': [['', { from: MONDAY, to: SUNDAY }]],
  'POST /api/utilization/actual_utilization': [['', { from: MONDAY, to: SUNDAY, compare: { from: MONDAY, to: SUNDAY } }]],
  'POST /api/utilization/rate': [
    ['', { from: '2026-03-01', to: '2026-03-31', group: 'person' }],
    ['', { from: MONDAY, to: SUNDAY, group: 'service_line' }],
  ],
  'POST /api/utilization/underrecovery_ratio': [['', { from: '2026-03-01', to: '2026-03-31', group: 'client' }]],
  'POST /api/utilization/wip': [
    ['', { group: 'client' }],
    ['', { group: 'service_line', day: SUNDAY }],
  ],
  'POST /api/utilization/export_wip': [['format=csv', { group: 'project' }]],
  'POST /api/utilization/export_projects': [['format=csv', { from: MONDAY, to: SUNDAY }]],
  'POST /api/utilization/export_kpis': [['format=csv', { from: MONDAY, to: SUNDAY }]],
};

async function cost(world: World, key: string, [query, given]: Call): Promise<{ answer: Answer; statements: string[] }> {
  const { firm, caller, project } = world;
  const body = typeof given === 'function' ? (given as (of: World) => unknown)(world) : given;
  const [method = '', path = ''] = key.split(' ');
  const url = path.replace(':id', path.startsWith('/api/users/') ? caller.id : project);
  app.statements.clear();
  const answer = await firm.call(caller, method, query ? `${url}?${query.replace(':first', project)}` : url, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  // The access log is written in batches of its own time: whose it is nobody can tell.
  const statements = app.statements.texts.filter((text) => !text.includes('insert into app.access_log'));
  return { answer, statements };
}

test('every operation that answers a list is called here', () => {
  const known = allRoutes.filter(({ endpoint }) => endpoint.list).map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(lists).sort()).toEqual(known.sort());
});

const calls = Object.entries({ ...lists, ...others }).flatMap(([key, ways]) => ways.map((way) => [key, way] as const));

describe(`the same statements for ${FEW} rows and for ${MANY}`, () => {
  test.each(calls)('%s %j', async (key, way) => {
    const [few, many] = [await cost(small, key, way), await cost(large, key, way)];
    // What is asked at once goes out in any order.
    expect(many.statements.toSorted()).toEqual(few.statements.toSorted());
    // A list that shows no more rows of the large firm than of the small one would prove nothing.
    if (!short.includes(key)) expect(many.answer.bytes.length).toBeGreaterThan(few.answer.bytes.length);
    if (key in lists && !short.includes(key)) expect(many.answer.body.length).toBeGreaterThanOrEqual(100);
  });

  test('and a statement for each row is found', async () => {
    const naive = ({ firm }: World): Promise<string[]> =>
      firm.within(async (tx) => {
        app.statements.clear();
        const rows = await tx.all<{ id: string }>(sql`select id from people.teams where tenant_id = ${tx.tenant}`);
        for (const { id } of rows) await tx.one(sql`select name from people.teams where tenant_id = ${tx.tenant} and id = ${id}`);
        return [...app.statements.texts];
      });
    expect((await naive(large)).length).not.toBe((await naive(small)).length);
  });
});
