import { addDays, dayIn } from '../src/kit/day.ts';
import { newId } from '../src/kit/ids.ts';
import { readConfig } from '../src/server/config.ts';
import { open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff, createFirm } from '../src/server/world/firm.ts';
import { EMAIL, PASSWORD, type Ask, asker, often, timeOf, withServer } from './large.ts';
import { type Line, aboutRun, median, program, report } from './measure.ts';
import { type Server, signIn } from './server.ts';

/** Measures invoices: a draft of a quarter's time, its issue, its paper, a hundred issues at once. Kept in bench/results. */
const PROJECTS = 24;
const PEOPLE = 12;
const DAYS = 60;
const AT_ONCE = 100;
const ROUNDS = 21;

const made = { client: newId(), line: newId(), role: newId(), projects: Array.from({ length: PROJECTS }, newId) };

async function prepare(dataDir: string): Promise<void> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  const today = dayIn('Europe/Berlin', new Date());
  const year = Number(today.slice(0, 4));
  const firm = { slug: 'bench', name: 'Bench', currency: 'EUR', timeZone: 'Europe/Berlin', countries: ['DE'], years: [year] };
  const tenant = await createFirm(running.host, running.adminUrl, firm);
  await withTenant(running.host, { tenant }, async (tx) => {
    const employedFrom = `${year - 1}-01-01`;
    const person = (index: number) => ({ firstName: 'Bench', lastName: `Person ${index}`, email: `p${index}@bench.example` });
    await addStaff(tx, [
      { ...person(0), email: EMAIL, password: PASSWORD, category: 'admin', grade: 'Partner', country: 'DE', employedFrom },
    ]);
    const staff = await addStaff(
      tx,
      Array.from({ length: PEOPLE }, (_, index) => ({
        ...person(index + 1),
        category: 'operational' as const,
        grade: 'Senior' as const,
        country: 'DE',
        employedFrom,
      })),
    );
    const address = { street: 'Ring 5', postal_code: '10115', city: 'Berlin', country: 'DE' };
    await tx.write.insert('clients.clients', [{ id: made.client, name: 'House', billing_email: 'ap@house.example', ...address }]);
    await tx.write.insert(
      'clients.projects',
      made.projects.map((id, index) => ({
        id,
        code: `P-${index}`,
        name: `Work ${index}`,
        client_id: made.client,
        chargeable: true,
        currency: 'EUR',
      })),
    );
    await tx.write.insert('rates.service_lines', [{ id: made.line, name: 'Audit' }]);
    await tx.write.insert('rates.sl_roles', [{ id: made.role, service_line_id: made.line, name: 'Staff' }]);
    const rate = {
      sl_role_id: made.role,
      grade: 'Senior',
      country: 'DE',
      currency: 'EUR',
      standard_rate: 14_500,
      charge_rate: 13_000,
    };
    await tx.write.insert('rates.rates', [{ ...rate, valid_from: `${year - 1}-01-01` }]);
    await tx.write.insert('invoicing.sellers', [
      {
        name: 'Bench GmbH',
        ...address,
        currency: 'EUR',
        vat_id: 'DE123456789',
        email: 'b@bench.example',
        tax_rate: 1900,
        invoice_pattern: 'I-{00000}',
        credit_pattern: 'C-{00000}',
        is_default: true,
      },
    ]);
    const days = Array.from({ length: DAYS }, (_, index) => addDays(today, -1 - index));
    for (const project_id of made.projects) {
      const rows = staff.flatMap((user_id) =>
        days.map((day) => ({ user_id, day, project_id, seconds: 900, chargeable: true, comment: '' })),
      );
      await tx.write.insert('time.entries', rows);
    }
  });
  await running.close();
}

interface Made {
  id: string;
  version: number;
}

const byHand = (ask: Ask): Promise<Made> =>
  ask('POST', '/api/invoices', {
    client_id: made.client,
    lines: [{ kind: 'fixed', description: 'Advice', price: 100_000 }],
  }) as Promise<Made>;

async function measure(server: Server, lines: Line[]): Promise<void> {
  const token = await signIn(server.url, EMAIL, PASSWORD);
  const ask = asker(server, token);
  const until = dayIn('Europe/Berlin', new Date());
  const add = (what: string, ours: number, target: number, beside?: string): void =>
    void lines.push({ what, ours, target, unit: 'ms', kind: 'most', ...(beside ? { beside } : {}) });
  const entries = `${PEOPLE * DAYS} entries`;
  await ask('POST', '/api/invoices/unbilled', {});
  add(
    'what is unbilled, by its age',
    await often(ROUNDS, () => ask('POST', '/api/invoices/unbilled', {})),
    300,
    `${PROJECTS} projects of ${entries}`,
  );
  const drafts: Made[] = [];
  const drafting: number[] = [];
  for (const project_id of made.projects)
    drafting.push(
      await timeOf(async () => void drafts.push((await ask('POST', '/api/invoices', { project_id, until })) as Made)),
    );
  add('a draft of unbilled time', median(drafting), 250, entries);
  const issuing: number[] = [];
  for (const { id, version } of drafts) issuing.push(await timeOf(() => ask('POST', `/api/invoices/${id}/issue`, { version })));
  add('its issue, judged as an e-invoice', median(issuing), 250, entries);
  const paper = async ({ id }: Made): Promise<void> => {
    const answer = await fetch(`${server.url}/api/invoices/${id}/pdf`, { headers: { authorization: `JWT ${token}` } });
    if (!answer.ok) throw new Error(`The paper answered ${answer.status}.`);
    await answer.arrayBuffer();
  };
  const hand = await byHand(ask);
  add('the paper of a draft', await often(ROUNDS, () => paper(hand)), 60);
  const many: Made[] = [];
  for (let index = 0; index < AT_ONCE; index++) many.push(await byHand(ask));
  const whole = await timeOf(() =>
    Promise.all(many.map(({ id, version }) => ask('POST', `/api/invoices/${id}/issue`, { version }))),
  );
  add(`${AT_ONCE} issues at once, all answered`, whole, 5000);
  // The papers that these issues asked for are made meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  const start = performance.now();
  for (const each of many) await paper(each);
  add('the paper of an issued one, as it was kept', (performance.now() - start) / AT_ONCE, 30);
}

program(async () => {
  const lines: Line[] = [];
  await withServer('invoices', prepare, (server) => measure(server, lines));
  report('invoices', 'Invoices', aboutRun(`${PROJECTS} projects × ${PEOPLE * DAYS} entries`), lines);
});
