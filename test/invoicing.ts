import { newId } from '../src/kit/ids.ts';
import { type Answer, type TestApp, type TestFirm, type TestUser, makeFirm } from './app.ts';
import { firmDay } from './today.ts';

const year = Number(firmDay().slice(0, 4));

/** A firm that invoices: a seller, a client, a project at 100.00 an hour for Seniors, and people of all tiers. */
export interface InvoicingWorld {
  firm: TestFirm;
  /** Administrator. */
  boss: TestUser;
  partner: TestUser;
  director: TestUser;
  /** Whose drafts they are. */
  manager: TestUser;
  senior: TestUser;
  seller: string;
  client: string;
  project: string;
  /** A second project of another client, at a fixed fee. */
  fixed: string;
  line: string;
  role: string;
  post: (path: string, body?: object, who?: TestUser) => Promise<Answer>;
  put: (path: string, body: object, who?: TestUser) => Promise<Answer>;
  get: (path: string, who?: TestUser) => Promise<Answer>;
  remove: (path: string, who?: TestUser) => Promise<Answer>;
  /** Hours of the Senior on a project. @returns ids of the entries */
  log: (hours: readonly number[], more?: { project?: string; from?: string; user?: string }) => Promise<string[]>;
  /** A draft of all unbilled time. */
  draft: (more?: object) => Promise<Answer>;
  /** A draft that was issued. */
  issued: (more?: object) => Promise<Answer>;
}

export const sellerOf = (more: object = {}) => ({
  name: 'Northgate GmbH',
  street: 'Hafenstraße 1',
  postal_code: '20457',
  city: 'Hamburg',
  country: 'DE',
  currency: 'EUR',
  vat_id: 'DE123456789',
  tax_number: '',
  register: 'HRB 12345 Hamburg',
  email: 'billing@northgate.example',
  phone: '+49 40 123456',
  bank: 'Hafenbank',
  iban: 'DE02120300000000202051',
  bic: 'BYLADEM1001',
  payment_days: 14,
  tax_rate: 1900,
  invoice_pattern: 'INV-{YYYY}-{0000}',
  credit_pattern: 'CN-{YYYY}-{0000}',
  is_default: true,
  ...more,
});

export async function invoicingWorld(app: TestApp): Promise<InvoicingWorld> {
  const firm = await makeFirm(app, ['DE', 'FR']);
  const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const partner = await firm.user({ grade: 'Partner' });
  const director = await firm.user({ grade: 'Director' });
  const manager = await firm.user({ grade: 'Manager' });
  const senior = await firm.user({ grade: 'Senior', firstName: 'Ana', lastName: 'Silva' });
  const [seller, client, other, project, fixed, line, role] = Array.from({ length: 7 }, newId) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  await firm.call(boss, 'PUT', `/api/invoice_sellers/${seller}`, sellerOf());
  const address = { street: 'Rue de la Paix 2', postal_code: '75002', city: 'Paris' };
  await firm.within(async (tx) => {
    await tx.write.insert('clients.clients', [
      {
        id: client,
        name: 'Acme',
        legal_name: 'Acme AG',
        country: 'DE',
        vat_id: 'DE987654321',
        billing_email: 'ap@acme.example',
        language: 'de',
        payment_days: 30,
        street: 'Ring 5',
        postal_code: '10115',
        city: 'Berlin',
      },
      {
        id: other,
        name: 'Belle',
        legal_name: 'Belle SA',
        country: 'FR',
        vat_id: 'FR12345678901',
        billing_email: 'ap@belle.example',
        language: 'fr',
        payment_days: null,
        ...address,
      },
    ]);
    await tx.write.insert('clients.projects', [
      {
        id: project,
        code: 'ACM',
        name: 'Audit of Acme',
        client_id: client,
        chargeable: true,
        currency: 'EUR',
        fee_kind: 'time_and_materials',
      },
      { id: fixed, code: 'BEL', name: 'Review of Belle', client_id: other, chargeable: true, currency: 'EUR', fee_kind: 'fixed' },
    ]);
    await tx.write.insert('rates.service_lines', [{ id: line, name: 'Audit', lead_id: null }]);
    await tx.write.insert('rates.sl_roles', [
      { id: role, service_line_id: line, name: 'Staff', lowest_grade: 'Intern', highest_grade: 'Partner' },
    ]);
    const held = { country: 'DE', currency: 'EUR', valid_from: `${year - 1}-01-01`, cost_rate: 5000, nfi_rate: null };
    await tx.write.insert('rates.rates', [
      { ...held, sl_role_id: role, grade: 'Senior', standard_rate: 12_000, charge_rate: 10_000 },
      { ...held, sl_role_id: role, grade: 'Manager', standard_rate: 20_000, charge_rate: null },
    ]);
    await tx.write.insert('rates.exchange', [
      { currency: 'GBP', base: 'EUR', millionths: 1_200_000, valid_from: `${year - 1}-01-01` },
    ]);
  });
  const post: InvoicingWorld['post'] = (path, body = {}, who = manager) => firm.call(who, 'POST', `/api/${path}`, body);
  const put: InvoicingWorld['put'] = (path, body, who = manager) => firm.call(who, 'PUT', `/api/${path}`, body);
  const get: InvoicingWorld['get'] = (path, who = manager) => firm.call(who, 'GET', `/api/${path}`);
  const remove: InvoicingWorld['remove'] = (path, who = manager) => firm.call(who, 'DELETE', `/api/${path}`);
  const log: InvoicingWorld['log'] = (hours, { project: on = project, from = `${year - 1}-03-02`, user = senior.id } = {}) =>
    firm.within(async (tx) => {
      const rows = await tx.write.insert<{ id: string }>(
        'time.entries',
        hours.map((each, index) => ({
          id: newId(),
          user_id: user,
          day: new Date(Date.parse(`${from}T00:00:00Z`) + index * 86_400_000).toISOString().slice(0, 10),
          project_id: on,
          task_type_id: null,
          seconds: Math.round(each * 3600),
          chargeable: true,
          comment: '',
        })),
      );
      return rows.map(({ id }) => id);
    });
  const draft: InvoicingWorld['draft'] = (more = {}) => post('invoices', { project_id: project, until: firmDay(), ...more });
  const issued: InvoicingWorld['issued'] = async (more = {}) => {
    const { id, version } = (await draft(more)).body;
    return post(`invoices/${id}/issue`, { version });
  };
  return {
    firm,
    boss,
    partner,
    director,
    manager,
    senior,
    seller,
    client,
    project,
    fixed,
    line,
    role,
    post,
    put,
    get,
    remove,
    log,
    draft,
    issued,
  };
}
