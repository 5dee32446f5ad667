import { newId } from '../src/kit/ids.ts';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm } from './app.ts';
import { firmDay } from './today.ts';

const year = Number(firmDay().slice(0, 4));

/** A firm that prices: two service lines with roles and rates, a client with a project, and people of all tiers. */
export interface PricingWorld {
  firm: TestFirm;
  /** Sees costs. */
  partner: TestUser;
  director: TestUser;
  /** Whose pricings they are; does not see costs. */
  manager: TestUser;
  /** Leads the second service line. */
  lead: TestUser;
  client: string;
  project: string;
  audit: string;
  tax: string;
  /** Of audit, for Juniors to Directors. */
  role: string;
  /** Of tax, for Seniors. */
  advisor: string;
  post: (path: string, body: object, who?: TestUser) => Promise<Answer>;
  get: (path: string, who?: TestUser) => Promise<Answer>;
  /** One line of audit: 100.00 an hour, 90.00 charged, 50.00 of cost for a Senior. */
  line: (more?: object) => Record<string, unknown>;
  table: (more?: object) => Record<string, unknown>;
  /** A new pricing of the manager; 10 hours of a Senior in the first of two phases. */
  priced: (more?: object) => Promise<Answer>;
  /** Submits it. @returns the answer */
  submitted: (id: string, who?: TestUser) => Promise<Answer>;
  decide: (id: string, body: object, who?: TestUser) => Promise<Answer>;
}

export async function pricingWorld(app: TestApp): Promise<PricingWorld> {
  const firm = await makeFirm(app, ['DE', 'FR']);
  const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const page = { view_page: true, can_edit: true, can_export: true, can_approve: true, can_see_cost: true };
  await firm.call(boss, 'POST', '/api/settings/add_role_access', { role: 'cost', accesses: { pricing: page } });
  const partner = await firm.user({ grade: 'Partner', role: 'cost' });
  const director = await firm.user({ grade: 'Director' });
  const manager = await firm.user({ grade: 'Manager' });
  const lead = await firm.user({ grade: 'Senior Manager' });
  const [client, project, audit, tax, role, advisor] = [newId(), newId(), newId(), newId(), newId(), newId()];
  const floors = { target_margin: 4000, floor_margin: 2000, target_recovery: 9000, floor_recovery: 7000 };
  await firm.within(async (tx) => {
    await tx.write.insert('clients.clients', [{ id: client, name: 'Acme' }]);
    await tx.write.insert('clients.projects', [
      { id: project, code: 'ACM', name: 'Audit of Acme', client_id: client, chargeable: true, currency: 'EUR' },
    ]);
    await tx.write.insert('rates.service_lines', [
      { id: audit, name: 'Audit', lead_id: null, ...floors },
      { id: tax, name: 'Tax', lead_id: lead.id, ...floors },
    ]);
    await tx.write.insert('rates.sl_roles', [
      { id: role, service_line_id: audit, name: 'Reviewer', lowest_grade: 'Junior', highest_grade: 'Director' },
      { id: advisor, service_line_id: tax, name: 'Advisor', lowest_grade: 'Senior', highest_grade: 'Senior' },
    ]);
    const held = { country: 'DE', currency: 'EUR', valid_from: `${year - 1}-01-01` };
    await tx.write.insert('rates.rates', [
      { ...held, sl_role_id: role, grade: 'Senior', standard_rate: 10_000, charge_rate: 9000, cost_rate: 5000, nfi_rate: 8800 },
      { ...held, sl_role_id: role, grade: 'Manager', standard_rate: 20_000, charge_rate: null, cost_rate: 9000, nfi_rate: null },
      {
        ...held,
        sl_role_id: advisor,
        grade: 'Senior',
        standard_rate: 12_000,
        charge_rate: null,
        cost_rate: 6000,
        nfi_rate: null,
      },
    ]);
    await tx.write.insert('rates.exchange', [
      { currency: 'GBP', base: 'EUR', millionths: 1_200_000, valid_from: `${year - 1}-01-01` },
    ]);
  });
  const post: PricingWorld['post'] = (path, body, who = manager) => firm.call(who, 'POST', `/api/${path}`, body);
  const get: PricingWorld['get'] = (path, who = manager) => firm.call(who, 'GET', `/api/${path}`);
  const line: PricingWorld['line'] = (more = {}) => ({ sl_role_id: role, grade: 'Senior', minutes: [600, 0], ...more });
  const table: PricingWorld['table'] = (more = {}) => ({
    name: 'Audit',
    service_line_id: audit,
    country: 'DE',
    currency: 'EUR',
    lines: [line()],
    ...more,
  });
  const priced: PricingWorld['priced'] = (more = {}) =>
    post('pricing/new', {
      name: 'Audit 2027',
      client_id: client,
      kind: 'standard',
      columns: ['Planning', 'Fieldwork'],
      tables: [table()],
      ...more,
    });
  const submitted: PricingWorld['submitted'] = (id, who) =>
    post(`pricings/${id}/status`, { to: 'submitted', reason: 'Please' }, who);
  const decide: PricingWorld['decide'] = (id, body, who = director) =>
    post('pricing/approve', { id, submission: 1, decision: 'approved', ...body }, who);
  return {
    firm,
    partner,
    director,
    manager,
    lead,
    client,
    project,
    audit,
    tax,
    role,
    advisor,
    post,
    get,
    line,
    table,
    priced,
    submitted,
    decide,
  };
}
