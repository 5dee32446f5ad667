import { type Day, addDays, addMonths, monthOf } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { sharesOf } from '../../kit/money.ts';
import { newInvoice } from '../../invoicing/server/drafts.ts';
import { issueDraft } from '../../invoicing/server/issue.ts';
import { payInvoice } from '../../invoicing/server/payments.ts';
import { Problem } from '../../kit/problem.ts';
import { sql } from '../sql.ts';
import { type Actor, type TxHost, withTenant } from '../tx.ts';

interface Project {
  id: string;
  fee_kind: string;
  budget_fee: number;
  manager_id: string;
  starts_on: Day;
}

const SELLERS = [
  {
    name: 'Northgate Advisory GmbH',
    street: 'Hafenstraße 1',
    postal_code: '20457',
    city: 'Hamburg',
    country: 'DE',
    currency: 'EUR',
    vat_id: 'DE123456789',
    register: 'HRB 12345, Amtsgericht Hamburg',
    email: 'billing@northgate.example',
    phone: '+49 40 123456',
    bank: 'Hafenbank',
    iban: 'DE02120300000000202051',
    bic: 'BYLADEM1001',
    payment_days: 30,
    tax_rate: 1900,
    invoice_pattern: 'INV-{YYYY}-{0000}',
    credit_pattern: 'CN-{YYYY}-{0000}',
    is_default: true,
  },
  {
    name: 'Northgate Advisory Ltd',
    street: '12 Fleet Lane',
    postal_code: 'EC4M 7RN',
    city: 'London',
    country: 'GB',
    currency: 'GBP',
    vat_id: 'GB123456789',
    register: 'Companies House 01234567',
    email: 'billing.uk@northgate.example',
    phone: '+44 20 7946 0000',
    bank: 'Fleet Bank',
    iban: 'GB33BUKB20201555555555',
    bic: 'BUKBGB22',
    payment_days: 30,
    tax_rate: 2000,
    invoice_pattern: 'UK-{YYYY}-{0000}',
    credit_pattern: 'UKC-{YYYY}-{0000}',
    is_default: false,
  },
] as const;

const INSTALMENTS = ['First third', 'Second third', 'Last third'];
/** Of the projects so many are billed month by month up to the last one; of the others something is open. */
const MONTHLY = 10;
/** So long after its day an invoice that is not paid is seldom. */
const PATIENCE_DAYS = 60;
/** Months before this one up to which everything was billed at once. */
const BEFORE = 3;

/** Who acts in the demo: a manager of the projects, with every page open. */
const actorOf = (tenantId: number, userId: string): Actor => ({
  ...{ tenantId, userId, accountId: userId, category: 'operational', grade: 'Partner', role: 'user' },
  ...{ isSuperuser: false, language: 'en', accesses: {} },
});

const projectsOf = (host: TxHost, tenant: number): Promise<Project[]> =>
  withTenant(host, { tenant, readOnly: true }, (tx) =>
    tx.all<Project>(sql`
      select p.id, p.fee_kind, p.budget_fee, p.starts_on, min(m.user_id::text)::uuid as manager_id
      from clients.projects p join clients.project_managers m on m.tenant_id = p.tenant_id and m.project_id = p.id
      where p.tenant_id = ${tenant} and p.client_id is not null and p.chargeable and not p.is_template and p.budget_fee is not null
        and p.starts_on is not null
      group by p.tenant_id, p.id order by p.code`),
  );

/** Sellers, how each project is billed, and its instalments where it pays sums. */
async function layTerms(host: TxHost, tenant: number, projects: readonly Project[]): Promise<void> {
  await withTenant(host, { tenant }, async (tx) => {
    await tx.write.insert(
      'invoicing.sellers',
      SELLERS.map((seller) => ({ id: newId(), ...seller })),
    );
    // Those that have a rate for every grade.
    const lines = await tx.all<{ id: string }>(sql`
      select l.id from rates.service_lines l
      where l.tenant_id = ${tenant} and l.is_active and exists (
        select 1 from rates.sl_roles r where r.tenant_id = l.tenant_id and r.service_line_id = l.id and r.lowest_grade = 'Intern')
      order by l.name_lc collate app.names`);
    await tx.write.insert(
      'invoicing.terms',
      projects.map(({ id }, index) => ({
        id,
        service_line_id: lines[index % Math.max(1, lines.length)]?.id ?? null,
        reference: index % 3 === 0 ? `PO ${4700 + index}` : '',
        group_by: index % 4 === 0 ? 'grade' : 'person',
      })),
    );
    await tx.write.insert(
      'invoicing.instalments',
      projects
        .filter(({ fee_kind }) => fee_kind === 'fixed' || fee_kind === 'retainer')
        .flatMap(({ id, budget_fee, starts_on, fee_kind }) =>
          sharesOf(budget_fee, [1, 1, 1]).map((amount, position) => ({
            project_id: id,
            position,
            kind: fee_kind === 'retainer' ? 'retainer' : position === 2 ? 'milestone' : 'instalment',
            label: INSTALMENTS[position],
            due_on: position === 2 && fee_kind === 'fixed' ? null : addMonths(starts_on, 3 + position * 4),
            amount,
          })),
        ),
    );
  });
}

interface Bill {
  project: Project;
  /** Bills time up to this day. */
  until: Day;
  /** When it was done. */
  on: Day;
  isIssued: boolean;
}

/** Bills a project as somebody did on a day; where there is nothing to bill, nothing. @returns the invoice */
async function bill(host: TxHost, tenant: number, { project, until, on, isIssued }: Bill): Promise<string | undefined> {
  const then: TxHost = { ...host, clock: () => new Date(`${on}T10:30:00Z`) };
  const actor = actorOf(tenant, project.manager_id);
  try {
    return await withTenant(then, { tenant, userId: project.manager_id }, async (tx) => {
      const due = await tx.all<{ id: string }>(sql`
        select id from invoicing.instalments where tenant_id = ${tenant} and project_id = ${project.id} and invoice_id is null
          and due_on <= ${until} order by position`);
      const bySums = project.fee_kind === 'fixed' || project.fee_kind === 'retainer';
      if (bySums && due.length === 0) return undefined;
      const made = await newInvoice(tx, actor, {
        body: { project_id: project.id, until, instalment_ids: due.map(({ id }) => id) },
      });
      if (isIssued) await issueDraft(tx, actor, made.id, made.version);
      return made.id;
    });
  } catch (error) {
    // Nothing was worked, or what lies beyond a cap waits for somebody to agree: that is no invoice.
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** What clients paid of invoices: most on time, a few in part, a few not at all. */
async function pay(host: TxHost, tenant: number, today: Day): Promise<void> {
  const open = await withTenant(host, { tenant, readOnly: true }, (tx) =>
    tx.all<{ id: string; owner_id: string; version: number; gross: number; due_on: Day }>(sql`
      select id, owner_id, version, gross, due_on from invoicing.invoices
      where tenant_id = ${tenant} and status = 'issued' and due_on < ${addDays(today, 12)} order by number`),
  );
  for (const [index, { id, owner_id, version, gross, due_on }] of open.entries()) {
    // Who has not paid yet owes of the last weeks; only the odd one for longer.
    const isRecent = due_on > addDays(today, -PATIENCE_DAYS);
    if (index % (isRecent ? 3 : 29) === 2) continue;
    const amount = isRecent && index % 9 === 8 ? Math.round(gross / 2) : gross;
    const day = [due_on, today].sort()[0] as Day;
    const then: TxHost = { ...host, clock: () => new Date(`${day}T12:00:00Z`) };
    await withTenant(then, { tenant, userId: owner_id }, (tx) =>
      payInvoice(tx, actorOf(tenant, owner_id), { params: { id }, body: { version, day, amount, note: 'Bank transfer' } }),
    );
  }
}

/**
 * Invoices of the firm: everything up to some months ago at once, then month by month for some projects, a few drafts, and what was
 * paid. Nothing is drawn by chance.
 */
export async function layInvoices(host: TxHost, tenant: number, today: Day): Promise<void> {
  const projects = await projectsOf(host, tenant);
  await layTerms(host, tenant, projects);
  const month = (back: number): Day => addMonths(monthOf(today), -back);
  for (const project of projects)
    await bill(host, tenant, { project, until: addDays(month(BEFORE), -1), on: addDays(month(BEFORE), 4), isIssued: true });
  for (let back = BEFORE - 1; back >= 1; back--)
    for (const project of projects.slice(0, MONTHLY))
      await bill(host, tenant, { project, until: addDays(month(back), -1), on: addDays(month(back), 3), isIssued: true });
  // Last month's went out, and some are being written yet.
  const [on, written] = [addDays(month(0), 3), 4];
  if (on <= today)
    for (const project of projects.slice(written, MONTHLY))
      await bill(host, tenant, { project, until: addDays(month(0), -1), on, isIssued: true });
  for (const project of projects.slice(0, written))
    await bill(host, tenant, { project, until: addDays(month(0), -1), on: today, isIssued: false });
  await pay(host, tenant, today);
}
